"""Which classes a class derives from, over all files of the tree.

The link step writes down of each class of the tree what each of its bases surely is
(:func:`link_bases`); :class:`Lineage` follows that upwards and downwards. A class of
the tree is known by its place and by dotted names: that of its own module, and every
name by which a package offers it as its own; :func:`class_called` says which class a
dotted name means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..store.database import Store
from .identifiers import ANCESTORS, External, ReferenceResolver, Target
from .imports import ImportResolver

#: Classes of others that have nothing which a class is asked for by name.
_EMPTY: Final = frozenset(
    {
        *("builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"),
        *("typing_extensions.Generic", "typing_extensions.Protocol"),
    }
)
BaseRow = tuple[str, str, int, str, str, str]


def link_bases(
    store: Store, resolver: ReferenceResolver, paths: Container[str] | None = None
) -> Iterator[BaseRow]:
    """Yield the bases of each class of some files, as rows of ``base``.

    Path and qualified name of the class, the place of the base among its bases, path
    and qualified name of the base if it is a class of the tree, else the dotted name
    by which it is imported (``builtins.Exception``); all three are empty where
    nothing is surely known. Definitions that are not shown are in it too.

    :param paths: the files; by default all.
    """
    for file in store.files():
        if not file.python or file.problem:
            continue
        if paths is not None and file.path not in paths:
            continue
        for qualname, bases in resolver.classes(file.path):
            for ordinal, base in enumerate(bases):
                target, name, dotted = "", "", ""
                if isinstance(base, Target):
                    target, name = base
                elif base is not None:
                    dotted = base.dotted
                    dotted = dotted if "." in dotted else f"builtins.{dotted}"
                yield file.path, qualname, ordinal, target, name, dotted


class Above(NamedTuple):
    """A class above another one."""

    base: Target | External
    """The class; one of another project by its dotted name, ``builtins.`` included."""
    below: Target
    """The class of the tree that has it among its own bases."""


@dataclass(frozen=True, slots=True)
class Ancestors:
    """The classes above a class."""

    classes: tuple[Above, ...] = ()
    """Each before its own bases, and what comes first in a class statement first, as
    attributes are looked up."""
    complete: bool = True
    """Whether all bases of the classes of the tree are known, and are among them."""


class Lineage:
    """The class hierarchies of the tree.

    :param store: with the table ``base``, which is read once as a whole.
    """

    def __init__(self, store: Store) -> None:
        bases: defaultdict[Target, list[Target | External | None]] = defaultdict(list)
        below: defaultdict[Target, list[Target]] = defaultdict(list)
        self._classes: defaultdict[str, list[str]] = defaultdict(list)
        places: dict[Target, Target] = {}
        query = (
            "SELECT path, qualname, target, base, dotted FROM base"
            " ORDER BY path, qualname, ordinal"
        )
        for path, qualname, target, name, dotted in store.select(query):
            own = Target(path, qualname)
            own = places.setdefault(own, own)
            if own not in bases:
                self._classes[path].append(qualname)
            if target:
                base = Target(target, name)
                base = places.setdefault(base, base)
                bases[own].append(base)
                below[base].append(own)
            else:
                bases[own].append(External(dotted) if dotted else None)
        self._bases = {own: tuple(several) for own, several in bases.items()}
        self._below = {base: tuple(several) for base, several in below.items()}
        self._ancestors: dict[Target, Ancestors] = {}

    def derived_in(self, path: str) -> tuple[str, ...]:
        """Return the classes of a file that have bases, by name."""
        return tuple(self._classes.get(path, ()))

    def bases_of(
        self, path: str, qualname: str
    ) -> tuple[Target | External | None, ...]:
        """Return the bases of a class in their order; ``None`` for an unknown one."""
        return self._bases.get(Target(path, qualname), ())

    def subclasses_of(self, path: str, qualname: str) -> tuple[Target, ...]:
        """Return the classes of the tree that have a class among their bases."""
        own = Target(path, qualname)
        found = dict.fromkeys(self._below.get(own, ()))
        return tuple(one for one in found if one != own)

    def descending(self, paths: Container[str]) -> set[str]:
        """Return the files with classes below those of some files."""
        waiting = [base for base in self._below if base.path in paths]
        seen = set(waiting)
        found = set()
        while waiting:
            for one in self._below.get(waiting.pop(), ()):
                found.add(one.path)
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)
        return found

    def ancestors_of(self, path: str, qualname: str) -> Ancestors:
        """Return all classes above a class."""
        own = Target(path, qualname)
        found = self._ancestors.get(own)
        if found is None:
            found = self._ancestors[own] = self._search(own)
        return found

    def surely_above(self, path: str, qualname: str) -> Iterator[Target]:
        """Yield the classes of the tree above a class, as attributes are looked up.

        It ends where a class comes that is not of the tree, or not known: what it has
        by a name would come before all that is left.
        """
        if None in self.bases_of(path, qualname):
            return
        for above in self.ancestors_of(path, qualname).classes:
            if isinstance(above.base, External):
                if above.base.dotted not in _EMPTY:
                    return
                continue
            yield above.base
            if None in self.bases_of(*above.base):
                return

    def _search(self, own: Target) -> Ancestors:
        """Walk upwards from a class, from the last of its bases to the first.

        What is left last comes first in the end: so each class stands before its
        bases, whichever way leads to them. In a circle, as of two classes of one name,
        each is met once.
        """
        below: dict[Target | External, Target] = {}
        left: list[Target | External] = []
        complete = True
        pending: list[tuple[Target | External, bool]] = [(own, False)]
        seen: set[Target | External] = set()
        while pending:
            one, leaving = pending.pop()
            if leaving:
                left.append(one)
                continue
            if one in seen:
                continue
            if len(seen) > ANCESTORS:
                complete = False
                continue
            seen.add(one)
            pending.append((one, True))
            for base in self._bases.get(one, ()) if isinstance(one, Target) else ():
                if base is None:
                    complete = False
                elif base not in seen:
                    # The last one is looked at first.
                    pending.append((base, False))
        order = left[::-1]
        for one in order:
            for base in self._bases.get(one, ()) if isinstance(one, Target) else ():
                if base is not None:
                    below.setdefault(base, one)  # type: ignore[arg-type]
        return Ancestors(
            tuple(Above(one, below[one]) for one in order if one != own), complete
        )


def class_called(links: ImportResolver, dotted: str) -> Target | None:
    """Return the definition of the tree that a dotted name means, if it has one.

    :param dotted: as it is imported from outside, also by a re-export.
    """
    parts = dotted.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = links.module_of("", ".".join(parts[:length]), 0)
        if module:
            found = links.define(module, parts[length])
            if found is None or not found[1]:
                return None
            return Target(found[0], ".".join([found[1], *parts[length + 1 :]]))
    return None
