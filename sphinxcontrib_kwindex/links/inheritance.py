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
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from ..store.database import Store
from ..store.file_queries import parsed_modules
from ..store.link_rows import BaseRow
from ..store.use_queries import bases_of_classes
from .identifier_targets import (
    EMPTY_BASES,
    MOST_ANCESTORS,
    External,
    IdentifierResolver,
    Target,
)
from .imports import ImportResolver


def base_rows(
    store: Store, resolver: IdentifierResolver, paths: Iterable[str] | None = None
) -> Iterator[BaseRow]:
    """Yield the bases of each class of some files.

    Definitions that are not shown are in it too.

    :param paths: the files; by default all.
    """
    for file in parsed_modules(store, paths):
        for qualname, bases in resolver.classes(file.path):
            for ordinal, base in enumerate(bases):
                target, name, dotted = "", "", ""
                if isinstance(base, Target):
                    target, name = base
                elif base is not None:
                    dotted = base.dotted
                    dotted = dotted if "." in dotted else f"builtins.{dotted}"
                yield BaseRow(file.path, qualname, ordinal, target, name, dotted)


class Ancestor(NamedTuple):
    """A class above another class."""

    base: Target | External
    """The class; that of another project by its dotted name, ``builtins.`` included."""
    derived: Target
    """The class of the tree that has it among its own bases."""


@dataclass(frozen=True, slots=True)
class Ancestors:
    """The classes above a class."""

    classes: tuple[Ancestor, ...] = ()
    """Each before its own bases, and what comes first in a class statement first, as
    attributes are looked up."""
    complete: bool = True
    """Whether all bases of the classes of the tree are known, and are among them."""


class ClassHierarchy:
    """The class hierarchies of the tree.

    :param store: with the bases, which are read once as a whole.
    """

    def __init__(self, store: Store) -> None:
        bases: defaultdict[Target, list[Target | External | None]] = defaultdict(list)
        subclasses: defaultdict[Target, dict[Target, None]] = defaultdict(dict)
        self._classes: defaultdict[str, list[str]] = defaultdict(list)
        targets: dict[Target, Target] = {}
        for path, qualname, _, target, name, dotted in bases_of_classes(store):
            own = Target(path, qualname)
            own = targets.setdefault(own, own)
            if own not in bases:
                self._classes[path].append(qualname)
            if target:
                base = Target(target, name)
                base = targets.setdefault(base, base)
                bases[own].append(base)
                if base != own:
                    subclasses[base][own] = None
            else:
                bases[own].append(External(dotted) if dotted else None)
        self._bases = {own: tuple(several) for own, several in bases.items()}
        self._subclasses = {base: tuple(own) for base, own in subclasses.items()}
        self._ancestors: dict[Target, Ancestors] = {}

    def classes_with_bases(self, path: str) -> tuple[str, ...]:
        """Return the classes of a file that have bases, by name."""
        return tuple(self._classes.get(path, ()))

    def bases_of(
        self, path: str, qualname: str
    ) -> tuple[Target | External | None, ...]:
        """Return the bases of a class in their order; ``None`` for an unknown base."""
        return self._bases.get(Target(path, qualname), ())

    def files_with_subclasses(self, paths: Container[str]) -> set[str]:
        """Return the files with classes below those of some files."""
        pending = [base for base in self._subclasses if base.path in paths]
        seen: set[Target] = set()
        while pending:
            new = set(self._subclasses.get(pending.pop(), ())) - seen
            seen |= new
            pending += new
        return {cls.path for cls in seen}

    def ancestors_of(self, path: str, qualname: str) -> Ancestors:
        """Return all classes above a class."""
        own = Target(path, qualname)
        if own not in self._ancestors:
            self._ancestors[own] = self._search(own)
        return self._ancestors[own]

    def known_ancestors(self, path: str, qualname: str) -> Iterator[Target]:
        """Yield the classes of the tree above a class, as attributes are looked up.

        It ends where a class comes that is not of the tree, or not known: what it has
        by a name would come before all that is left.
        """
        if None in self.bases_of(path, qualname):
            return
        for base, _ in self.ancestors_of(path, qualname).classes:
            if isinstance(base, Target):
                yield base
                if None in self.bases_of(*base):
                    return
            elif base.dotted.removeprefix("builtins.") not in EMPTY_BASES:
                return

    def _search(self, own: Target) -> Ancestors:
        """Walk upwards from a class, from the last of its bases to the first.

        This is a reversed postorder: each class stands before its bases, on whichever
        path they are reached. In a circle, as of two classes of one name,
        each is met once.
        """
        postorder: list[Target | External] = []
        complete = True
        pending: list[tuple[Target | External, bool]] = [(own, False)]
        seen: set[Target | External] = set()
        while pending:
            cls, leaving = pending.pop()
            if leaving:
                postorder.append(cls)
            elif cls in seen:
                continue
            elif len(seen) > MOST_ANCESTORS:
                complete = False
            else:
                seen.add(cls)
                bases = self._bases.get(cls, ()) if isinstance(cls, Target) else ()
                complete = complete and None not in bases
                pending.append((cls, True))
                # The last of them is looked at first.
                pending += [
                    (base, False) for base in bases if base and base not in seen
                ]
        derived: dict[Target | External, Target] = {}
        for cls in filter(_is_in_tree, reversed(postorder)):
            for base in self._bases.get(cls, ()):
                if base is not None:
                    derived.setdefault(base, cls)
        ancestors = (Ancestor(cls, derived[cls]) for cls in postorder[-2::-1])
        return Ancestors(tuple(ancestors), complete)


def _is_in_tree(cls: Target | External) -> TypeGuard[Target]:
    return isinstance(cls, Target)


def find_class(links: ImportResolver, dotted: str) -> Target | None:
    """Return the definition of the tree that a dotted name means, if there is one.

    :param dotted: as it is imported from outside, also by a re-export.
    """
    parts = dotted.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = links.modules.find("", ".".join(parts[:length]), 0)
        if module:
            definition = links.find_definition(module, parts[length])
            if definition is None or not definition[1]:
                return None
            return Target(
                definition[0], ".".join([definition[1], *parts[length + 1 :]])
            )
    return None
