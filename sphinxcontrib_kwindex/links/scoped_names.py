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
from ..model.facts import KINDS, MEMBERS, TYPES
from ..model.names import enclosing, last_part
from ..model.references import DEFAULT, WHOLE, Spec
from ..model.rows import DefinitionRow, ImportRow, ReferenceRow
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
        if spec.kind == "module":
            return self._imported(path, spec)
        rows, by_name = self._found(path, spec)
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

    def _found(self, path: str, spec: Spec) -> tuple[Rows, bool]:
        """Return what is meant, and whether nothing but its name says so."""
        kind, base, steps, _ = spec
        if kind == "def":
            return self._in_file(path, base), False
        if kind == "this":
            return self._member(Target(path, base), steps[0]), False
        if kind == "super":
            return self._member(Target(path, base), steps[0], own=False), False
        if kind == "member":
            return self._by_name(path, base, members=True), True
        if kind != "name":
            return [], False
        separator = self._separator(path)
        scope, *opened = steps or ("",)
        fits = [row for row in self._rows(path, base) if row.qualname.endswith(base)]
        seen: dict[str, Rows] = {}
        for row in fits:
            if row.path == path or self._imports.sees(path, row.path):
                seen.setdefault(row.qualname, []).append(row)
        while True:
            name = f"{scope}{separator}{base}" if scope else base
            if name in seen:
                return seen[name], False
            if scope and (rows := self._inherited(Target(path, scope), base)):
                return rows, False
            if not scope:
                break
            scope = enclosing(scope)
        for namespace in opened:
            for name in (f"{namespace}{separator}{base}", *seen):
                if name in seen and name.endswith(f"{namespace}{separator}{base}"):
                    return seen[name], False
        return self._by_name(path, base, members=False), True

    def _by_name(self, path: str, name: str, *, members: bool) -> Rows:
        """Return the few definitions with a name; members, or what is none."""
        separator = self._separator(path)
        rows = [
            row
            for row in self._rows(path, name)
            if (row.kind in MEMBERS) == members
            and (row.qualname == name or row.qualname.endswith(f"{separator}{name}"))
            and not (row.private and row.path != path)
        ]
        most = MOST_BY_NAME if members else 1
        return rows if len({row.qualname for row in rows}) <= most else []

    def _rows(self, path: str, name: str) -> Rows:
        return self._named(family_of(path), last_part(name))

    def _read_named(self, family: str, name: str) -> Rows:
        return [
            row
            for row in definitions_named(self._store, name, KINDS)
            if family_of(row.path) == family
        ]

    def _in_file(self, path: str, qualname: str) -> Rows:
        rows = self._rows(path, qualname)
        return [row for row in rows if (row.path, row.qualname) == (path, qualname)]

    # Members

    def _member(self, cls: Target, name: str, *, own: bool = True) -> Rows:
        """Return a member of a class, or of the classes above it.

        :param own: whether what the class has itself counts.
        """
        while cls.qualname:
            separator = self._separator(cls.path)
            has = [
                row
                for row in self._rows(cls.path, name)
                if own
                and row.qualname == f"{cls.qualname}{separator}{name}"
                and (row.path == cls.path or self._imports.sees(cls.path, row.path))
            ]
            if found := has or self._inherited(cls, name):
                return found
            cls = Target(cls.path, enclosing(cls.qualname))
        return []

    def _inherited(self, cls: Target, name: str) -> Rows:
        """Return a member that a class has of those above it."""
        for above in self._classes_above(cls):
            qualname = f"{above.qualname}{self._separator(above.path)}{name}"
            if rows := self._in_file(above.path, qualname):
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

    def _imported(self, path: str, spec: Spec) -> ReferenceRow | None:
        """Return the file or folder that is imported, or what of it."""
        module = self._imports.find_module(path, spec.base, 0)
        if not module:
            return None
        name = self._separator(path).join(spec.steps)
        rows = self._exported(path, module, name, set())
        if rows or spec.steps:
            return _reference(path, rows, by_name=False)
        is_file = self._store.file_key(module) is not None
        return ReferenceRow(module, "file" if is_file else "folder")

    def _exported(
        self, path: str, module: str, name: str, asked: set[tuple[str, str]]
    ) -> Rows:
        """Return what a module defines, or imports itself, under a name.

        :param name: empty for what the module is as a whole, if that has a name.
        :param asked: what was asked on the way to here.
        """
        if (module, name) in asked:
            return []
        asked.add((module, name))
        rows = [
            row
            for row in self._rows(path, name)
            if row.qualname == name
            and (row.path == module or row.path.rpartition("/")[0] == module)
        ]
        if rows:
            return rows
        if self._store.file_key(module) is None:
            return []
        separator = self._separator(path)
        first, _, rest = name.partition(separator)
        values = self._interface(module).values
        for value, more in ((values.get(first), rest), (values.get(WHOLE), name)):
            if value is None or (more == name and first == WHOLE):
                continue
            more = "" if more == DEFAULT else more
            if found := self._valued(module, value, more, asked):
                return found
        if not name:
            return []
        names = self._imports.names(module)
        for row in names.imports.get(first, ()):
            parts = [part for part in (row.name, rest) if part]
            if found := self._from(row, separator.join(parts), asked):
                return found
        for row in names.stars:
            if found := self._from(row, name, asked):
                return found
        return []

    def _from(self, row: ImportRow, name: str, asked: set[tuple[str, str]]) -> Rows:
        """Return what an import binds, or something of it."""
        module = self._imports.find_module(row.path, row.module, row.level)
        return self._exported(row.path, module, name, asked) if module else []

    def _valued(
        self, module: str, value: Spec, rest: str, asked: set[tuple[str, str]]
    ) -> Rows:
        """Return what an export of a module stands for, or something of it."""
        separator = self._separator(module)
        if value.kind == "module":
            found = self._imports.find_module(module, value.base, 0)
            parts = [*value.steps, *([rest] if rest else [])]
            name = separator.join(parts)
            return self._exported(module, found, name, asked) if found else []
        name = f"{value.base}{separator}{rest}" if rest else value.base
        return self._in_file(module, name)

    # Languages

    def _separator(self, path: str) -> str:
        language = language_of(path)
        return language.separator if language else "."


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
