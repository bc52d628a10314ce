"""Which definition an identifier leads to.

A file says what its identifiers stand for in terms of its own: this definition, the
name `b` of the module `a`, attribute `x` of an instance of that class
(:class:`~.facts.Spec`). Here such a spec is followed over the tree,
step by step. A step out of a module is what :class:`~.imports.ImportResolver` knows
already, re-exports and star imports included; a step out of a class is looked up
along its bases in Python's own order (C3); a call of a class is an instance of it;
and data, attributes and functions stand for what their files surely say they hold
or return.

A chain ends, and there is no link, where nothing sure is known any more: at a base
class that cannot be told, for it may define the attribute before the next one does,
at a class of another project for the same reason, at a value that nobody declared.
Of what belongs to another project the dotted name is known; an inventory may know
the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from ..analysis.python.identifier_walk import CALL
from ..model.facts import Definition, FileFacts, References, Spec
from ..model.rows import FileRow, ReferenceRow, digest
from ..store.database import Store
from .imports import ImportResolver

# Bases that define nothing that one would ask an instance for.
_BARE: Final = frozenset(
    {
        *("object", "abc.ABC", "typing.Generic", "typing.Protocol"),
        *("typing_extensions.Generic", "typing_extensions.Protocol"),
    }
)


class Target(NamedTuple):
    """A definition, file or folder of the tree."""

    path: str
    qualname: str
    """Empty for a file or folder."""


class External(NamedTuple):
    """Something of another project, or of Python itself."""

    dotted: str
    """The name as it is imported; builtins without a module."""


_OBJECT: Final = External("object")

#: So many classes above a class are looked at: a program may write a chain of
#: thousands.
ANCESTORS: Final = 100
#: Searches within searches, from which on the stack may not hold what comes.
_DEEP: Final = 50


@dataclass(frozen=True, slots=True)
class Outline:
    """What the identifiers of other files need to know of a file."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """The kind of each definition by qualified name, ``property`` for methods that
    are one."""
    bases: Mapping[str, tuple[Spec | None, ...]] = field(default_factory=dict)
    """By qualified name the bases of each class that has some; ``None`` for one of
    which nothing is known."""
    values: Mapping[str, Spec] = field(default_factory=dict)
    """What is known of values and results by qualified name."""

    @classmethod
    def of(cls, definitions: tuple[Definition, ...], references: References) -> Outline:
        """Return the outline of a file with these definitions and references."""
        kinds: dict[str, str] = {}
        for one in definitions:
            kind = "property" if "property" in one.modifiers else one.kind
            # A method has its say over an attribute: it may be a descriptor.
            if one.qualname not in kinds or kind not in {"attribute", "data"}:
                kinds[one.qualname] = kind
        specs = references.specs
        return cls(
            kinds,
            {
                name: tuple(specs[base] if base >= 0 else None for base in bases)
                for name, bases in references.bases
            },
            {name: specs[number] for name, number in references.values},
        )


class _Instance(NamedTuple):
    """An instance of the class at a path with a qualified name."""

    path: str
    qualname: str


_Place = Target | External | _Instance
_Order = tuple[Target | External | None, ...]
T = TypeVar("T")
_Key = TypeVar("_Key")
_Found = TypeVar("_Found")


class ReferenceResolver:
    """Follows what files say of their identifiers over the tree.

    :param links: what imports mean.
    :param outline: returns the outline of a Python file of the tree; asked once for
        each file that something leads to.
    """

    def __init__(
        self, links: ImportResolver, outline: Callable[[str], Outline]
    ) -> None:
        self._links = links
        self._outline = outline
        self._outlines: dict[str, Outline] = {}
        self._orders: dict[Target, _Order] = {}
        self._held: dict[Target, _Place | None] = {}
        # What one file says is not kept for the next.
        self._places: dict[tuple[str, Spec], _Place | None] = {}
        self._path = ""
        self._searching: set[object] = set()
        self._climbing = False
        self._in_circle = False

    def resolve(self, path: str, spec: Spec) -> Target | External | None:
        """Return where an identifier leads.

        :param path: the file that says *spec*.
        :return: ``None`` if that is not known surely.
        """
        self._begin(path)
        place = self._follow(path, spec)
        return None if isinstance(place, _Instance) else place

    def classes(self, path: str) -> Iterator[tuple[str, _Order]]:
        """Yield the classes of a file that have bases, each with these in order.

        :return: pairs of a qualified name and, for each base, the class of the tree
            or of another project that it surely is, else ``None``.
        """
        self._begin(path)
        for qualname in self._at(path).bases:
            yield qualname, tuple(self._bases(Target(path, qualname)))

    def held(self, path: str, spec: Spec) -> tuple[_Place | None, _Order]:
        """Return what is behind a value of a file, and how its attributes are found."""
        self._begin(path)
        place = self._follow(path, spec)
        if isinstance(place, Target):
            place = self._value(place)
        if isinstance(place, _Instance):
            return place, self._order(Target(*place))
        if isinstance(place, Target) and self._kind(place) == "class":
            return place, self._order(place)
        return place, ()

    def order(self, path: str, qualname: str) -> _Order:
        """Return the classes that an attribute of a class is looked up in."""
        self._begin(path)
        return self._order(Target(path, qualname))

    def _begin(self, path: str) -> None:
        if path != self._path:
            self._places.clear()
            self._path = path

    def _once(
        self,
        known: dict[_Key, _Found],
        key: _Key,
        search: Callable[[], _Found],
        circle: _Found,
    ) -> _Found:
        """Search for something that is not known yet.

        :param circle: the answer within the search for the same. What such an answer
            had a part in is not kept, or it would depend on what was asked first.
        """
        if key in known:
            return known[key]
        mark = (id(known), key)
        if mark in self._searching:
            self._in_circle = True
            return circle
        self._searching.add(mark)
        outer, self._in_circle = self._in_circle, False
        try:
            found = search()
        finally:
            self._searching.discard(mark)
        if not self._in_circle:
            known[key] = found
        self._in_circle |= outer
        return found

    def _at(self, path: str) -> Outline:
        found = self._outlines.get(path)
        if found is None:
            known = path in self._links.modules.files
            found = self._outlines[path] = self._outline(path) if known else Outline()
        return found

    def _follow(self, path: str, spec: Spec) -> _Place | None:
        return self._once(
            self._places, (path, spec), lambda: self._search(path, spec), None
        )

    def _search(self, path: str, spec: Spec) -> _Place | None:
        kind, base, steps = spec
        if kind == "super":
            if len(steps) == 1:
                return self._member(Target(path, base), steps[0], above=True)
            if not steps:
                return None
        elif not steps:
            return self._root(path, kind, base)
        place = self._follow(path, Spec(kind, base, steps[:-1]))
        return None if place is None else self._step(place, steps[-1])

    def _root(self, path: str, kind: str, base: str) -> _Place | None:
        if kind == "def":
            return Target(path, base)
        if kind == "builtin":
            return External(base)
        if kind == "star":
            found = self._links.define(path, base)
            return Target(*found) if found else None
        module = base.lstrip(".")
        level = len(base) - len(module)
        found_path = self._links.module_of(path, module, level)
        if found_path:
            return Target(found_path, "")
        top = self._links.module_of(path, module.partition(".")[0], 0)
        if level or top in self._links.modules.files:
            # Something of the tree that is not there.
            return None
        return External(module)

    # Steps

    def _step(self, place: _Place, name: str) -> _Place | None:
        if isinstance(place, External):
            return None if name == CALL else External(f"{place.dotted}.{name}")
        if isinstance(place, Target):
            if name == CALL and self._kind(place) in {"function", "method"}:
                return self._said(place)
            value = self._value(place)
            if value is None or isinstance(value, External):
                return None if value is None else self._step(value, name)
            place = value
        if isinstance(place, _Instance):
            if name == CALL:
                return None
            return self._member(Target(*place), name)
        if not place.qualname:
            if name == CALL:
                return None
            found = self._links.define(place.path, name)
            return Target(*found) if found else None
        if self._kind(place) != "class":
            return None
        return _Instance(*place) if name == CALL else self._member(place, name)

    def _kind(self, target: Target) -> str:
        if not target.qualname:
            return "file"
        return self._at(target.path).kinds.get(target.qualname, "")

    def _said(self, target: Target) -> _Place | None:
        """Return what a definition is said to hold or return."""
        spec = self._at(target.path).values.get(target.qualname)
        if spec is None:
            return None
        return self._once(
            self._held, target, lambda: self._follow(target.path, spec), None
        )

    def _value(self, target: Target) -> _Place | None:
        """Return what is there: a module, a class, an instance, …"""
        seen: set[Target] = set()
        place: _Place | None = target
        while isinstance(place, Target):
            if self._kind(place) not in {"attribute", "data", "property"}:
                return place
            if place in seen:
                return None
            seen.add(place)
            place = self._said(place)
        return place

    # Classes

    def _member(
        self, owner: Target, name: str, *, above: bool = False
    ) -> _Place | None:
        """Return what the attribute of a class or its instance is.

        :param above: whether to begin behind the class itself, as ``super`` does.
        """
        if name.startswith("__") and not name.endswith("__"):
            # Mangled: only the class itself knows it by this name.
            own = f"{owner.qualname}.{name}"
            known = own in self._at(owner.path).kinds and not above
            return Target(owner.path, own) if known else None
        for one in self._order(owner)[above:]:
            if one is None:
                return None
            if isinstance(one, External):
                if one.dotted not in _BARE:
                    return External(f"{one.dotted}.{name}")
                continue
            found = f"{one.qualname}.{name}"
            if found in self._at(one.path).kinds:
                return Target(one.path, found)
        return None

    def _order(self, owner: Target) -> _Order:
        """Return the classes that an attribute is looked up in, in their order.

        ``None`` stands for those that cannot be told.
        """
        deep = len(self._searching) > _DEEP
        if deep and not self._climbing and owner not in self._orders:
            self._climbing = True
            try:
                self._climb(owner)
            finally:
                self._climbing = False
        return self._once(
            self._orders, owner, lambda: self._linear(owner), (owner, None)
        )

    def _climb(self, owner: Target) -> None:
        """Find the orders of the classes above a class, from the farthest on.

        Python's stack does not hold a chain of some hundred classes.
        """
        above = dict.fromkeys([owner])
        waiting = [owner]
        while waiting:
            for base in self._bases(waiting.pop()):
                if isinstance(base, Target) and base not in self._orders:
                    if base not in above:
                        waiting.append(base)
                    above[base] = None
        for one in list(above)[:0:-1]:
            search = partial(self._linear, one)
            self._once(self._orders, one, search, (one, None))

    def _linear(self, owner: Target) -> _Order:
        bases = self._bases(owner)
        orders: list[list[Target | External | None]] = []
        for base in bases:
            orders.append([base])
            if isinstance(base, Target):
                orders[-1] = list(self._order(base))
        found = (owner, *_merged([*orders, bases]))
        return found if len(found) <= ANCESTORS else (*found[:ANCESTORS], None)

    def _bases(self, owner: Target) -> list[Target | External | None]:
        specs = self._at(owner.path).bases.get(owner.qualname, ())
        return [self._base(owner.path, spec) for spec in specs]

    def _base(self, path: str, spec: Spec | None) -> Target | External | None:
        place = None if spec is None else self._follow(path, spec)
        if isinstance(place, Target):
            place = self._value(place)
        if isinstance(place, Target) and self._kind(place) != "class":
            return None
        if place == _OBJECT and spec and spec.kind != "builtin":
            # By another name it stands in for a class that may not be installed.
            return None
        return None if isinstance(place, _Instance) else place


def _merged(
    orders: list[list[Target | External | None]],
) -> list[Target | External | None]:
    """Merge orders as C3 does; where that is impossible, depth first.

    Behind a class that cannot be told nothing is sure, so the order ends with it.
    """
    merged: list[Target | External | None] = []
    orders = [list(order) for order in orders if order]
    while orders:
        for order in orders:
            head = order[0]
            if head is None or not any(head in other[1:] for other in orders):
                break
        else:
            head = orders[0][0]
        merged.append(head)
        if head is None:
            break
        orders = [
            rest for order in orders if (rest := [one for one in order if one != head])
        ]
    return merged


def outlines(store: Store) -> Callable[[str], Outline]:
    """Return what finds the outline of a file of the tree."""

    def outline(path: str) -> Outline:
        # What is not shown still comes before what is derived from.
        facts = store.get_facts(store.file_key(path) or "")
        return Outline.of(facts.definitions, facts.references)

    return outline


def asked_names(specs: Iterable[Spec]) -> set[str]:
    """Return the names that some specs ask a module or a class for."""
    told = [one for one in specs if one.kind != "local"]
    bases = {one.base for one in told if one.kind not in {"module", "builtin"}}
    names = {base.rpartition(".")[2] for base in bases}
    names.update(*(one.steps for one in told))
    names.discard(CALL)
    return names


Row = tuple[str, str, str, str]
"""A row of the table ``reference``."""
_Follow = Callable[[str, FileFacts, References, list[ReferenceRow | None]], list[T]]
Spread = Callable[[Callable[[Any], Any], list[Any]], Iterable[Any]]
"""Calls a function for each item, as :func:`map` does, perhaps in some processes."""


def link_references(
    store: Store,
    resolver: ReferenceResolver,
    follow: _Follow[T],
    paths: Container[str] | None = None,
    spread: Spread = map,
) -> Iterable[tuple[Row, list[T]]]:
    """Return for each file where its identifiers lead, and what follows from that.

    :param follow: returns that for a file with its path, its facts, its references,
        and where each of their specs leads.
    :param paths: the files; by default all.
    :param spread: no transaction may be under way if it starts processes.
    """

    @lru_cache(256)
    def shown(path: str) -> dict[str, ReferenceRow]:
        rows = {}
        for row in store.definitions("path = ?", (path,)):
            if row.qualname not in rows or row.kind not in {"attribute", "data"}:
                rows[row.qualname] = ReferenceRow(
                    path, row.kind, row.qualname, row.anchor
                )
        return rows

    def row(place: Target | External | None) -> ReferenceRow | None:
        if place is None:
            return None
        if isinstance(place, External):
            return ReferenceRow("", "external", place.dotted)
        if place.qualname:
            return shown(place.path).get(place.qualname)
        is_file = store.file_key(place.path) is not None
        return ReferenceRow(place.path, "file" if is_file else "folder")

    def linked(file: FileRow) -> tuple[Row, list[T]]:
        facts = store.get_facts(file.key)
        found = facts.references
        # What is local leads nowhere else.
        targets = [
            None if one.kind == "local" else row(resolver.resolve(file.path, one))
            for one in found.specs
        ]
        data = json.dumps([one or 0 for one in targets])
        # What other projects have is theirs to say, when a page is written.
        inside = [one if one and one.path else None for one in targets]
        names = f" {' '.join(sorted(asked_names(found.specs)))} "
        followed = follow(file.path, facts, found, targets)
        return (file.path, digest(inside), data, names), followed

    files = [
        file
        for file in store.files()
        if (paths is None or file.path in paths) and file.python and not file.problem
    ]
    return spread(linked, files)


def parted(linked: Iterable[tuple[Row, list[T]]], followed: list[T]) -> Iterator[Row]:
    """Yield the rows of some files, and put what follows from them into a list."""
    for row, more in linked:
        followed += more
        yield row
