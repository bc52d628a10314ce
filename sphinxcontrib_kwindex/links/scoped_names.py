"""Where identifiers of languages other than Python lead.

A name is looked up from the scope that it stands in outwards, the members of classes
above among its own, then in the namespaces that its file has opened. What a file sees
without importing a name (the files that it includes, those of its package), the rules
of its language say (:meth:`.ImportRules.sees`); where such a file defines the name,
that is surely meant. What a file does not see, and only one definition of the tree has
as its name, is found by nothing but the name; so is a member of something unknown that
few have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ..analysis.languages.registry import family_of, language_of
from ..model.facts import CALLABLES, KINDS, MEMBERS, TYPES
from ..model.names import enclosing, last_part, parts_of, split_name
from ..model.references import CALL, Spec
from ..model.rows import DefinitionRow, ReferenceRow
from ..store.database import Store
from ..store.definition_queries import definitions_named
from .imports import ImportResolver
from .method_resolution import Mro
from .module_interface import ModuleInterface
from .places import Target

#: How many definitions may have a name that nothing else decides.
MOST_BY_NAME: Final = 3
#: Of how many names the definitions are kept.
_NAMES: Final = 20_000
_EVERY: Final = frozenset(KINDS)
_UNCALLED: Final = _EVERY - CALLABLES
#: How many classes above one another are looked through.
_MOST_ABOVE: Final = 30

Rows = list[DefinitionRow]


class ScopedNames:
    """Follows the identifiers of all languages but Python.

    :param imports: what imports mean.
    :param read_interface: returns the interface of a source file of the tree.
    """

    def __init__(
        self,
        store: Store,
        imports: ImportResolver,
        read_interface: Callable[[str], ModuleInterface],
    ) -> None:
        self._store = store
        self._imports = imports
        self._interface = read_interface
        self._named = lru_cache(_NAMES)(self._read_named)
        self._above: dict[Target, Sequence[Target]] = {}

    def row(self, path: str, spec: Spec) -> ReferenceRow | None:
        """Return where an identifier leads, ``None`` if nowhere in the tree.

        :param path: the file that it stands in.
        """
        among = _EVERY
        language = language_of(path)
        if language is not None and language.calls_apart:
            is_called = spec.steps[-1:] == (CALL,)
            among = CALLABLES if is_called else _UNCALLED
            if is_called:
                spec = spec._replace(steps=spec.steps[:-1])
        if spec.kind == "module":
            return self._imported(path, spec, among)
        rows, by_name = self._found(path, spec, among)
        return _reference(path, rows, by_name=by_name)

    def classes(self, path: str) -> Iterator[tuple[str, tuple[Mro, ...]]]:
        """Yield the classes of a file that have bases, each with these.

        :return: as of :meth:`.IdentifierResolver.classes`.
        """
        for qualname in self._interface(path).bases:
            bases = self._bases(Target(path, qualname))
            yield qualname, tuple((base,) for base in bases)

    def _bases(self, cls: Target) -> list[Target | None]:
        """Return the bases of a class, ``None`` for what is not in the tree."""
        specs = self._interface(cls.path).bases.get(cls.qualname, ())
        return [spec and self._base(cls, spec) for spec in specs]

    def _base(self, cls: Target, spec: Spec) -> Target | None:
        if spec.kind == "name" and spec.steps and spec.steps[0] == cls.qualname:
            # What the class holds does not count yet.
            spec = spec._replace(steps=(enclosing(cls.qualname), *spec.steps[1:]))
        row = self.row(cls.path, spec)
        if row is None or row.by_name or row.kind not in TYPES:
            return None
        found = Target(row.path, row.qualname)
        return found if found != cls else None

    def _found(self, path: str, spec: Spec, among: frozenset[str]) -> tuple[Rows, bool]:
        """Return what is meant, and whether nothing but its name says so.

        :param among: the kinds that may be meant.
        """
        kind, base, steps, parts = spec
        if kind == "def":
            return self._in_file(path, base, among), False
        if kind == "this":
            return self._of_object(path, spec, among), False
        if kind == "super":
            return self._of_object(path, spec, among, own=False), False
        if kind == "member" and parts:
            declared = self._interface(path).parts.get(parts[0])
            cls = declared and self._class(path, declared)
            return self._steps(cls, (base, *steps), among), False
        if kind == "member":
            return self._by_name(path, base, among, members=True), True
        if kind != "name":
            return [], False
        separator = self._separator(path)
        scope, *opened = steps or ("",)
        fits = [
            row
            for row in self._rows(path, base, among)
            if row.qualname.endswith(base)
            and (last_part(base) != base or not _is_constructor(row))
        ]
        seen: dict[str, Rows] = {}
        for row in fits:
            if row.path == path or self._imports.sees(path, row.path):
                seen.setdefault(row.qualname, []).append(row)
        while True:
            name = f"{scope}{separator}{base}" if scope else base
            if name in seen:
                return seen[name], False
            if scope and (rows := self._inherited(Target(path, scope), base, among)):
                return rows, False
            if not scope:
                break
            scope = enclosing(scope)
        for namespace in opened:
            for name in (f"{namespace}{separator}{base}", *seen):
                if name in seen and name.endswith(f"{namespace}{separator}{base}"):
                    return seen[name], False
        first, *rest = parts_of(base)
        if rest:
            rows, by_name = self._found(path, spec._replace(base=first), _UNCALLED)
            cls = self._held(rows[0]) if rows and not by_name else None
            if rows := self._steps(cls, rest, among):
                return rows, False
        return self._not_seen(path, base, among)

    def _not_seen(
        self, path: str, base: str, among: frozenset[str]
    ) -> tuple[Rows, bool]:
        """Return what a name may mean that no scope and no import knows."""
        language = language_of(path)
        if language is None or not language.imports_all:
            return self._by_name(path, base, among, members=False), True
        return [], False

    def _by_name(
        self, path: str, name: str, among: frozenset[str], *, members: bool
    ) -> Rows:
        """Return the few definitions with a name; members, or what is none."""
        separator = self._separator(path)
        rows = [
            row
            for row in self._rows(path, name, among)
            if (row.kind in MEMBERS) == members
            and (row.qualname == name or row.qualname.endswith(f"{separator}{name}"))
            and not (row.private and row.path != path)
        ]
        most = MOST_BY_NAME if members else 1
        return rows if len({row.qualname for row in rows}) <= most else []

    def _rows(self, path: str, name: str, among: frozenset[str]) -> Rows:
        rows = self._named(family_of(path), last_part(name))
        return rows if among is _EVERY else [row for row in rows if row.kind in among]

    def _read_named(self, family: str, name: str) -> Rows:
        return [
            row
            for row in definitions_named(self._store, name, KINDS)
            if family_of(row.path) == family
        ]

    def _in_file(self, path: str, qualname: str, among: frozenset[str]) -> Rows:
        rows = self._rows(path, qualname, among)
        return [row for row in rows if (row.path, row.qualname) == (path, qualname)]

    # Members

    def _member(
        self, cls: Target, name: str, among: frozenset[str], *, own: bool = True
    ) -> Rows:
        """Return a member of a class, or of the classes above it.

        :param own: whether what the class has itself counts.
        """
        while cls.qualname:
            has = self._own(cls, name, among) if own else []
            if found := has or self._inherited(cls, name, among):
                return found
            cls = Target(cls.path, enclosing(cls.qualname))
        return []

    def _own(self, cls: Target, name: str, among: frozenset[str]) -> Rows:
        """Return a member that a class defines, perhaps in several files."""
        qualname = f"{cls.qualname}{self._separator(cls.path)}{name}"
        return [
            row
            for row in self._rows(cls.path, name, among)
            if row.qualname == qualname
            and (row.path == cls.path or self._imports.sees(cls.path, row.path))
        ]

    def _of_object(
        self, path: str, spec: Spec, among: frozenset[str], *, own: bool = True
    ) -> Rows:
        """Return a member of the object that a method belongs to, or what it holds."""
        name, *rest = spec.steps
        at = Target(path, spec.base)
        if not rest:
            return self._member(at, name, among, own=own)
        rows = self._member(at, name, _UNCALLED, own=own)
        return self._steps(self._held(rows[0]), rest, among) if rows else []

    def _steps(
        self, cls: Target | None, names: Sequence[str], among: frozenset[str]
    ) -> Rows:
        """Return what is reached from a class by the names of members."""
        *through, last = names
        for name in through:
            rows = self._of_class(cls, name, _UNCALLED)
            cls = self._held(rows[0]) if rows else None
        return self._of_class(cls, last, among)

    def _of_class(self, cls: Target | None, name: str, among: frozenset[str]) -> Rows:
        if cls is None:
            return []
        return self._own(cls, name, among) or self._inherited(cls, name, among)

    def _held(self, row: DefinitionRow) -> Target | None:
        """Return the class that a definition is, or that its value is declared as."""
        if row.kind in TYPES:
            return Target(row.path, row.qualname)
        declared = self._interface(row.path).values.get(row.qualname)
        return declared and self._class(row.path, declared)

    def _class(self, path: str, declared: Spec) -> Target | None:
        """Return the class of the tree that a type is."""
        found = None if declared.kind == "local" else self.row(path, declared)
        if found is None or found.by_name or found.more or found.kind not in TYPES:
            return None
        return Target(found.path, found.qualname)

    def _inherited(self, cls: Target, name: str, among: frozenset[str]) -> Rows:
        """Return a member that a class has of those above it."""
        for above in self._classes_above(cls):
            qualname = f"{above.qualname}{self._separator(above.path)}{name}"
            rows = self._in_file(above.path, qualname, among)
            if rows and not _is_constructor(rows[0]):
                return rows
        return []

    def _classes_above(self, cls: Target) -> Sequence[Target]:
        """Return the classes that a class derives from, the nearest first."""
        if cls in self._above:
            return self._above[cls]
        # While its bases are looked up it has none.
        self._above[cls] = ()
        found: dict[Target, None] = {}
        waiting = [cls]
        while waiting and len(found) < _MOST_ABOVE:
            for above in self._bases(waiting.pop(0)):
                if above and above != cls and above not in found:
                    found[above] = None
                    waiting.append(above)
        self._above[cls] = tuple(found)
        return self._above[cls]

    # Imports

    def _imported(
        self, path: str, spec: Spec, among: frozenset[str]
    ) -> ReferenceRow | None:
        """Return the file or folder that is imported, or what of it."""
        module = self._imports.find_module(path, spec.base, 0)
        if not module:
            return None
        is_file = self._store.file_key(module) is not None
        row = ReferenceRow(module, "file" if is_file else "folder")
        if not spec.steps:
            return row
        name = self._separator(path).join(spec.steps)
        return _reference(
            path, self._exported(path, module, name, among), by_name=False
        )

    def _exported(
        self, path: str, module: str, name: str, among: frozenset[str]
    ) -> Rows:
        """Return what a module defines, or imports itself, under a name."""
        rows = [
            row
            for row in self._rows(path, name, among)
            if row.qualname == name
            and (row.path == module or row.path.rpartition("/")[0] == module)
        ]
        if rows:
            return rows
        separator = self._separator(path)
        first, _, rest = name.partition(separator)
        if rest and (rows := self._exported(path, module, first, _UNCALLED)):
            return self._steps(self._held(rows[0]), parts_of(rest), among)
        found = self._imports.find_definition(module, first)
        if found is None or found == (module, first):
            return []
        where, what = found
        parts = [part for part in (what, rest) if part]
        if not parts:
            return []
        return self._in_file(where, separator.join(parts), among)

    # Languages

    def _separator(self, path: str) -> str:
        language = language_of(path)
        return language.separator if language else "."


def _is_constructor(row: DefinitionRow) -> bool:
    """Tell whether a definition has the name of its class, by which that is meant."""
    outer, name = split_name(row.qualname)
    return row.kind == "method" and last_part(outer.removesuffix("::")) == name


def _reference(path: str, rows: Rows, *, by_name: bool) -> ReferenceRow | None:
    """Return what a reference to some definitions leads to, if they are few.

    :param path: the file that it stands in, whose own come first.
    """
    own = [row for row in rows if row.path == path]
    defined = [row for row in own or rows if not row.declaration]
    # What is only declared is named where nobody is known to define it.
    rows = defined or own or rows
    if not 0 < len(rows) <= MOST_BY_NAME:
        # A namespace that many files add to is defined nowhere.
        return None
    first, *others = (
        ReferenceRow(row.path, row.kind, row.qualname, row.anchor, by_name=by_name)
        for row in rows
    )
    return first._replace(more=tuple(others)) if others else first
