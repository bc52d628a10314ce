"""Which classes a class derives from, over all files of the tree.

The link step writes down of each class of the tree what each of its bases surely is
(:func:`base_rows`); :class:`ClassHierarchy` follows that upwards and downwards. A
class of the tree is known by its place and by dotted names: that of its own module,
and every name by which a package offers it as its own; :func:`find_class` says which
class a dotted name means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from ..model.kinds import DERIVING
from ..model.named_tuple import NamedTuple
from ..model.reachable import reached
from ..model.record import Record
from ..store.database import Store
from ..store.file_queries import parsed_modules
from ..store.link_rows import BaseRow
from ..store.use_queries import bases_of_classes
from .expressions.method_resolution import (
    MOST_ANCESTORS,
    Class,
    c3_merge,
    known_attributes,
)
from .places import External, Target
from .strongly_connected import components

if TYPE_CHECKING:
    # What only asks about classes need not wait for what resolves names.
    from .expressions.expression_targets import IdentifierResolver
    from .imports.import_resolver import ImportResolver
    from .scopes.scoped_names import ScopedNames

#: Characters of an unknown base that are kept.
_WRITTEN: Final = 100


def base_rows(
    resolver: IdentifierResolver,
    scoped: ScopedNames,
    paths: Iterable[str] | None = None,
) -> Iterator[BaseRow]:
    """Yield the bases of each class of some files.

    Definitions that are not shown are in it too.

    :param resolver: knows those of Python.
    :param scoped: knows those of all other languages.
    :param paths: the files; by default all.
    """
    from ..store.file_languages import is_of_python

    store = resolver.imports.store
    for file in parsed_modules(store, paths):
        classes = (resolver if is_of_python(store, file.path) else scoped).classes
        written: dict[str, tuple[str, ...]] = {}
        for qualname, bases in classes(file.path):
            if not written and any(None in base for base in bases):
                written = _written_bases(store, file.key)
            texts = written.get(qualname, ())
            for ordinal, base in enumerate(bases):
                text = ""
                if len(texts) == len(bases):
                    text = texts[ordinal][:_WRITTEN]
                elif len(bases) == 1:
                    # That of several classes of one name.
                    text = " | ".join(dict.fromkeys(texts))[:_WRITTEN]
                # Where one is not known, what is written says as much.
                for choice, cls in enumerate((None,) if None in base else base):
                    place = ordinal, choice, *_columns(cls, text)
                    yield BaseRow(file.path, qualname, *place)


def _columns(cls: Class, written: str) -> tuple[str, str, str, str]:
    if isinstance(cls, Target):
        return *cls, "", ""
    if cls is None:
        return "", "", "", written
    dotted = cls.dotted if "." in cls.dotted else f"builtins.{cls.dotted}"
    return "", "", dotted, ""


def _written_bases(store: Store, key: str) -> dict[str, tuple[str, ...]]:
    definitions = store.get_facts(key).definitions
    return {
        definition.qualname: definition.bases
        for definition in definitions
        if definition.kind in DERIVING
    }


class Unresolved(Record, frozen=True):
    """A base of which only the text is known.

    A class of that name in its file is something else, and not equal to it.
    """

    path: str
    """The file that it stands in."""
    written: str


class OneOf(NamedTuple):
    """A base that branches bind differently."""

    classes: tuple[Target | External, ...]


Base = Target | External | Unresolved | OneOf
"""A base; that of another project by its dotted name, ``builtins.`` included."""


class Ancestor(NamedTuple):
    """A class above another class."""

    base: Target | External
    derived: Target
    """The class of the tree that has it among its own bases."""


class Ancestors(Record, frozen=True):
    """The classes above a class."""

    classes: tuple[Ancestor, ...] = ()
    """In the order in which attributes are looked up."""
    complete: bool = True
    """Whether all bases of the classes of the tree are known, and are among them."""

    @property
    def inside(self) -> list[Target]:
        """Those of the tree, in the same order."""
        return [base for base, _ in self.classes if isinstance(base, Target)]


class ClassHierarchy:
    """The class hierarchies of the tree.

    :param store: with the bases, which are read once as a whole.
    :param around: the only class that is asked for, with those above and below it.
    """

    def __init__(self, store: Store, around: Target | None = None) -> None:
        bases: defaultdict[Target, list[Base]] = defaultdict(list)
        subclasses: defaultdict[Target, dict[Target, None]] = defaultdict(dict)
        self._classes: defaultdict[str, list[str]] = defaultdict(list)
        targets: dict[Target, Target] = {}
        for row in bases_of_classes(store, around):
            own = Target(row.path, row.qualname)
            own = targets.setdefault(own, own)
            if own not in bases:
                self._classes[row.path].append(row.qualname)
            base: Target | External | Unresolved
            if row.target:
                base = Target(row.target, row.base)
                base = targets.setdefault(base, base)
            elif row.dotted:
                base = External(row.dotted)
            else:
                base = Unresolved(row.path, row.written)
            if row.choice:
                several = bases[own].pop()
                bases[own].append(_or(several, base))
            else:
                bases[own].append(base)
        for own, direct in bases.items():
            for superclass in direct:
                if isinstance(superclass, Target) and superclass != own:
                    subclasses[superclass][own] = None
        self._bases = {own: tuple(several) for own, several in bases.items()}
        self._subclasses = {base: tuple(own) for base, own in subclasses.items()}
        self._orders: dict[Target, tuple[Base, ...]] = {}
        self._ancestors = cache(self._find_ancestors)

    def classes_with_bases(self, path: str) -> tuple[str, ...]:
        """Return the classes of a file that have bases, by name."""
        return tuple(self._classes.get(path, ()))

    def bases_of(self, path: str, qualname: str) -> tuple[Base, ...]:
        """Return the bases of a class in their order."""
        return self._bases.get(Target(path, qualname), ())

    def subclasses_of(self, cls: Target) -> tuple[Target, ...]:
        """Return what derives directly from a class, by path and name."""
        return self._subclasses.get(cls, ())

    def classes_below(self) -> Iterator[tuple[Target, dict[Target, None]]]:
        """Yield each class that others derive from, with all of these."""
        for base in self._subclasses:
            yield base, self.below([base])

    def below(self, classes: Iterable[Target]) -> dict[Target, None]:
        """Return what derives from some classes, the nearest first.

        What is further below than an order of lookup reaches up is left out.
        """
        derived: dict[Target, None] = {}
        level = list(classes)
        for _ in range(MOST_ANCESTORS):
            level = [sub for cls in level for sub in self.subclasses_of(cls)]
            level = [sub for sub in dict.fromkeys(level) if sub not in derived]
            if not level:
                break
            derived.update(dict.fromkeys(level))
        return derived

    def connected_files(self, paths: Container[str]) -> set[str]:
        """Return the files with classes below those of some files, and all above them.

        Where one class of several above a class changes, that may override something
        else of any of them.
        """
        below = self.below(base for base in self._subclasses if base.path in paths)
        starts = [*below, *(cls for cls in self._bases if cls.path in paths)]

        def bases_of(cls: Target) -> Iterator[Target]:
            bases = self._bases.get(cls, ())
            return (base for base in bases if isinstance(base, Target))

        return {cls.path for cls in reached(starts, bases_of)}

    def order_of_lookup(self, path: str, qualname: str) -> tuple[Base, ...]:
        """Return a class and those above it in Python's method resolution order.

        No program runs with a circle of classes, but two classes of one name may look
        like one; what is above the bases is not known then. No order is longer than
        :data:`MOST_ANCESTORS` and the class itself.
        """
        own = Target(path, qualname)
        for circle in components([own], self._bases_without_order):
            cls = circle.pop()
            if circle:
                return own, *self._other_bases(own)
            if cls not in self._orders:
                bases = self._other_bases(cls)
                orders = [*map(self._above, bases), bases]
                self._orders[cls] = (cls, *c3_merge(orders))
        return self._orders[own]

    def _other_bases(self, cls: Target) -> list[Base]:
        return [base for base in self._bases.get(cls, ()) if base != cls]

    def _bases_without_order(self, cls: Target) -> list[Target]:
        bases = self._other_bases(cls) if cls not in self._orders else ()
        inside = (base for base in bases if isinstance(base, Target))
        return [base for base in inside if base not in self._orders]

    def _above(self, base: Base) -> tuple[Base, ...]:
        return self._orders[base] if isinstance(base, Target) else (base,)

    def ancestors_of(self, path: str, qualname: str) -> Ancestors:
        """Return all classes above a class."""
        return self._ancestors(Target(path, qualname))

    def _find_ancestors(self, own: Target) -> Ancestors:
        order = self.order_of_lookup(*own)
        derived: dict[Base, Target] = {}
        for cls in order:
            if isinstance(cls, Target):
                for base in self.bases_of(*cls):
                    derived.setdefault(base, cls)
        ordered = set(order)
        return Ancestors(
            tuple(
                Ancestor(cls, derived[cls])
                for cls in order[1:]
                if isinstance(cls, Target | External)
            ),
            all(
                base in ordered and isinstance(base, Target | External)
                for base in derived
            ),
        )

    def known_ancestors(self, path: str, qualname: str) -> Iterator[Target | External]:
        """Yield the classes above a class in the order of lookup, while that is sure.

        It ends where a class comes of which nothing is known: what it has by a name
        would come before all that is left. Of the classes of others those that Python
        brings along are known.
        """
        for base in self.order_of_lookup(path, qualname)[1:]:
            if not isinstance(base, Target) and (
                not isinstance(base, External) or known_attributes(base.dotted) is None
            ):
                return
            yield base


def _or(known: Base, other: Base) -> OneOf:
    first = known.classes if isinstance(known, OneOf) else (known,)
    return OneOf(
        tuple(cls for cls in (*first, other) if isinstance(cls, Target | External))
    )


def find_class(links: ImportResolver, dotted: str) -> Target | None:
    """Return the definition of the tree that a dotted name means, if there is one.

    :param dotted: as it is imported from outside, also by a re-export.
    """
    *outer, last = dotted.split(".")
    module, rest = links.modules.beginning(outer)
    first, *inner = *rest, last
    definition = links.find_definition(module, first) if module else None
    if definition is None or not definition[1]:
        return None
    return Target(definition[0], ".".join([definition[1], *inner]))
