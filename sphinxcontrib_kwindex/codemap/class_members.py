"""Which definition of a class redefines which of a class above it.

That is what the bodies of classes bind at run time: methods, attributes and classes in
them, and neither what methods set on ``self`` nor what is only annotated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ..links.inheritance import ClassHierarchy
from ..links.method_resolution import known_attributes
from ..links.places import Target
from ..store.database import Store
from ..store.definition_queries import members_of_classes

#: What Python keeps of each class by itself, and what adds up instead.
OF_EACH_CLASS: Final = frozenset(
    {
        *("__module__", "__qualname__", "__doc__", "__annotations__", "__slots__"),
        *("__dict__", "__weakref__"),
    }
)


class Member(NamedTuple):
    """A name that a class defines."""

    kind: str
    anchor: str
    """Empty if it is not shown."""
    bound: bool
    """Whether the body of the class binds it at run time."""


class ClassMembers:
    """What classes define, and what of it comes before what.

    :param store: with the definitions.
    :param classes: which class derives from which.
    """

    def __init__(self, store: Store, classes: ClassHierarchy) -> None:
        self._store = store
        self._classes = classes
        self._of_file = lru_cache(256)(self._read)
        self._redefined: dict[Target, dict[str, Target]] = {}

    def of_class(self, cls: Target) -> dict[str, Member]:
        """Return what a class defines, by name."""
        return self._of_file(cls.path).get(cls.qualname, {})

    def _read(self, path: str) -> dict[str, dict[str, Member]]:
        classes: defaultdict[str, dict[str, Member]] = defaultdict(dict)
        for kind, qualname, anchor, bound in members_of_classes(self._store, path):
            owner, _, name = qualname.rpartition(".")
            known = classes[owner].get(name)
            if known is None or bound > known.bound:
                classes[owner][name] = Member(kind, anchor, bool(bound))
        return dict(classes)

    def inherited_from(self, path: str, qualname: str, name: str) -> Target | None:
        """Return the class from which a class has a name that it does not define.

        :return: ``None`` if that is not sure, or no class of the tree.
        """
        for base in self._classes.known_ancestors(path, qualname):
            if isinstance(base, Target):
                if name in self.of_class(base):
                    return base
            elif name in (known_attributes(base.dotted) or ()):
                return None
        return None

    def redefined(self, cls: Target) -> dict[str, Target]:
        """Return what a class redefines: by name the class that has it next."""
        if cls not in self._redefined:
            self._redefined[cls] = dict(self._find_redefined(cls))
        return self._redefined[cls]

    def _find_redefined(self, cls: Target) -> Iterator[tuple[str, Target]]:
        pending = {
            name
            for name, member in self.of_class(cls).items()
            if member.bound and name not in OF_EACH_CLASS and not is_mangled(name)
        }
        for base in self._classes.known_ancestors(*cls):
            if not pending:
                return
            if isinstance(base, Target):
                members = self.of_class(base)
                if "__eq__" in members and "__hash__" not in members:
                    # Python sets it to None there.
                    pending.discard("__hash__")
                found = {
                    name for name in pending & members.keys() if members[name].bound
                }
                yield from ((name, base) for name in sorted(found))
            else:
                found = pending & (known_attributes(base.dotted) or frozenset())
            pending -= found

    def redefining(self, cls: Target) -> dict[str, list[Target]]:
        """Return which classes redefine what a class defines, by name."""
        redefining: defaultdict[str, list[Target]] = defaultdict(list)
        for sub in self._classes.below([cls]):
            for name, base in self.redefined(sub).items():
                if base == cls:
                    redefining[name].append(sub)
        return redefining


def is_mangled(name: str) -> bool:
    """Tell whether Python knows a name only in the class that it stands in."""
    return name.startswith("__") and not name.endswith("__")
