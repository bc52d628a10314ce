"""Which definition of a class redefines which of a class above it.

That is what the bodies of classes bind at run time: methods, attributes and classes in
them, and neither what methods set on ``self`` nor what is only annotated. An
attribute that ``__init_subclass__`` or a metaclass may set on each class is only told
to redefine that of the class that comes next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from ..links.expressions.method_resolution import known_attributes
from ..links.inheritance import ClassHierarchy
from ..links.places import Target
from ..model.named_tuple import NamedTuple
from ..model.names import outer_name, split_name
from ..store.database import Store
from ..store.definition_queries import (
    classes_with_metaclass,
    computed_names,
    members_of_classes,
)

#: What Python keeps of each class by itself, and what adds up instead.
OF_EACH_CLASS: Final = frozenset(
    {
        *("__module__", "__qualname__", "__doc__", "__annotations__", "__slots__"),
        *("__dict__", "__weakref__"),
    }
)
#: What tells of other names of a class.
_TELLING: Final = ("__eq__", "__hash__", "__init_subclass__")


class Member(NamedTuple):
    """A name that a class defines."""

    kind: str
    anchor: str
    """Empty if it is not shown."""
    bound: bool
    """Whether the body of the class binds it at run time."""
    conditional: bool
    """Whether it does so in some branches only."""
    on_class: bool
    """Whether a method binds it on ``cls``."""
    takes: bool
    """Whether it is a property, which gets what methods assign to it."""
    inherited: bool
    """Whether classes below have it as theirs."""
    redefined: bool
    """Whether classes below may redefine it, and not only hide it."""


#: What the classes of a file define, by class and name.
_MembersByClass = dict[str, dict[str, Member]]


class Redefined(NamedTuple):
    """What a name of a class redefines."""

    base: Target
    """The class that has it next."""
    conditional: bool
    """Whether either is bound in some branches only."""


class ClassMembers:
    """What classes define, and what of it comes before what.

    :param store: with the definitions.
    :param classes: which class derives from which.
    :param names: the names that are asked for; by default all.
    """

    def __init__(
        self, store: Store, classes: ClassHierarchy, names: Iterable[str] | None = None
    ) -> None:
        self._store = store
        self._classes = classes
        self._of_file: Callable[[str], _MembersByClass] = lru_cache(64)(self._read)
        if names is not None:
            # One question for all files, since few classes have them.
            named = self._read_members(names={*names, *_TELLING})
            self._of_file = lambda path: named.get(path, {})
        self._handing_on = lru_cache(256)(self._read_handing_on)
        self.redefined: Callable[[Target], dict[str, Redefined]] = lru_cache(1024)(
            lambda cls: dict(self._find_redefined(cls))
        )
        """Returns what a class redefines, by name."""

    def of_class(self, cls: Target) -> dict[str, Member]:
        """Return what a class defines, by name."""
        return self._of_file(cls.path).get(cls.qualname, {})

    def _read(self, path: str) -> _MembersByClass:
        return self._read_members(path=path).get(path, {})

    def _read_members(
        self, *, path: str | None = None, names: Iterable[str] | None = None
    ) -> dict[str, _MembersByClass]:
        """Return what classes define, by path, class and name."""
        files: defaultdict[str, _MembersByClass] = defaultdict(dict)
        for row in members_of_classes(self._store, path=path, names=names):
            file, kind, qualname, anchor, bound, traits = row
            owner, name = split_name(qualname)
            members = files[file].setdefault(owner, {})
            known = members.get(name)
            if known is None or bound > known.bound:
                words = traits.split()
                kept = "kept" in words
                members[name] = Member(
                    *(kind, anchor, bool(bound)),
                    *("conditional" in words, "class" in words, "property" in words),
                    *(not kept, not kept and "fixed" not in words),
                )
        return dict(files)

    def _read_handing_on(self, path: str) -> frozenset[str]:
        """Return the classes of a file that may set anything on those below them."""
        with_metaclass = classes_with_metaclass(self._store, path)
        looked_up = (name.of for _, name in computed_names(self._store, path))
        methods = (of for of in looked_up if of.endswith(".__init_subclass__"))
        return frozenset((*with_metaclass, *map(outer_name, methods)))

    def _set_below(self, cls: Target, attributes: set[str]) -> set[str]:
        """Return which attributes a class may set on those below it, of some."""
        if cls.qualname in self._handing_on(cls.path):
            return attributes
        members = self.of_class(cls)
        if "__init_subclass__" not in members:
            return set()
        return {name for name in attributes & members.keys() if members[name].on_class}

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

    def taken(self, cls: Target) -> Iterator[tuple[str, Target]]:
        """Yield what methods of a class assign to properties of classes above it.

        :return: the name, and the class that has the property.
        """
        own = self.of_class(cls)
        for name, member in own.items() if "__slots__" not in own else ():
            if member.kind == "attribute" and not (member.bound or member.on_class):
                for base in self._classes.known_ancestors(*cls):
                    if not isinstance(base, Target):
                        if name in (known_attributes(base.dotted) or ()):
                            break
                    elif (of_base := self.of_class(base).get(name)) and of_base.bound:
                        if of_base.takes:
                            yield name, base
                        break

    def _find_redefined(self, cls: Target) -> Iterator[tuple[str, Redefined]]:
        """Yield what a class redefines, with the nearest class above that has it."""
        own = self.of_class(cls)
        pending = {
            name
            for name, member in own.items()
            if member.bound and name not in OF_EACH_CLASS and not is_mangled(name)
        }
        attributes = {name for name in pending if own[name].kind == "attribute"}
        above = list(self._classes.known_ancestors(*cls)) if pending else []
        set_below = [
            self._set_below(base, attributes) if isinstance(base, Target) else set()
            for base in (above if attributes else ())
        ]
        for number, base in enumerate(above):
            if not pending:
                break
            if isinstance(base, Target):
                members = self.of_class(base)
                if "__eq__" in members and "__hash__" not in members:
                    # Python sets it to None there.
                    pending.discard("__hash__")
                names = {
                    name for name in pending & members.keys() if members[name].bound
                }
                for name in sorted(name for name in names if members[name].redefined):
                    conditional = own[name].conditional or members[name].conditional
                    yield name, Redefined(base, conditional)
            else:
                names = pending & (known_attributes(base.dotted) or frozenset())
            pending -= names
            # What a class further above sets on this one may come before.
            pending -= set().union(*set_below[number:])

    def redefining(self, cls: Target) -> dict[str, list[tuple[Target, bool]]]:
        """Return which classes redefine what a class defines, by name.

        :return: each with :attr:`Redefined.conditional`.
        """
        redefining: defaultdict[str, list[tuple[Target, bool]]] = defaultdict(list)
        for sub in self._classes.below([cls]):
            if self.of_class(sub).keys().isdisjoint(self.of_class(cls)):
                continue
            for name, (base, conditional) in self.redefined(sub).items():
                if base == cls:
                    redefining[name].append((sub, conditional))
        return redefining


def is_mangled(name: str) -> bool:
    """Tell whether Python knows a name only in the class that it stands in."""
    return name.startswith("__") and not name.endswith("__")
