"""What modules of other languages than Python offer: their own, and re-exports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from ...analysis.languages.registry import row_of
from ...model.kinds import CALLABLES
from ...model.names import last_part, parts_of
from ...model.references import DEFAULT, WHOLE, Spec
from ...model.rows import DefinitionRow, ImportRow, ReferenceRow
from ..imports.import_resolver import ImportResolver
from ..module_interface import ModuleInterface
from .names_of_tree import (
    UNCALLED,
    Names,
    Rows,
    has_submodules,
    module_row,
    only,
    reference,
    separator_of,
)

_MACROS: Final = frozenset({"macro"})
#: How many modules a name is followed through, and what is asked of them in all.
_MOST_MODULES: Final = 100
_MOST_QUESTIONS: Final = 2_000
#: How many answers are kept, and of how many files what they open.
_MOST_KNOWN: Final = 50_000
_MOST_FILES: Final = 5_000
#: How many files one may open for all names, for these to be looked through first.
_MOST_REACHED: Final = 500
_Question = tuple[str, str, frozenset[str], bool]
"""A module, a name and kinds, and whether who asks is in the module."""
_Asked = dict[_Question, Rows | None]
"""What was asked of modules for one name, with the answers: none while they are looked
for, so that circles end, and what many ways lead to is looked for once."""


class ExportedNames:
    """Follows what is imported to what defines it.

    :param imports: what imports mean.
    :param read_interface: returns the interface of a source file of the tree.
    :param names: the definitions by their names.
    :param members: returns what is reached by names of members from what some
        definitions are; the file that asks for it is before them.
    """

    def __init__(
        self,
        imports: ImportResolver,
        read_interface: Callable[[str], ModuleInterface],
        names: Names,
        members: Callable[[str, Rows, Sequence[str], frozenset[str]], Rows],
    ) -> None:
        self._store = imports.store
        self._imports = imports
        self._interface = read_interface
        self._names = names
        self._members = members
        self._depth = 0
        self._is_open = False
        """Whether what is looked for may be another if asked for otherwise."""
        self._in_circle = False
        """Whether a module was asked for what it was being asked for."""
        self._known: _Asked = {}
        self._opened = lru_cache(_MOST_FILES)(self._read_opened)
        self._reached = lru_cache(_MOST_FILES)(self._read_reached)
        self._imported_parts = lru_cache(_MOST_FILES)(self._read_imported_parts)
        self._have = lru_cache(_MOST_KNOWN)(self._read_have)

    def imported(
        self, path: str, spec: Spec, among: frozenset[str]
    ) -> ReferenceRow | None:
        """Return the file or folder that is imported, or what of it."""
        if spec.steps:
            rows = self.imported_rows(path, spec, among)
            if not rows and among is UNCALLED:
                # Java imports methods as it does fields: "import static a.B.c;".
                rows = self.imported_rows(path, spec, CALLABLES)
            if not rows and len(spec.steps) == 1 and has_submodules(path):
                return module_row(self._store, self._submodule(path, spec))
            if not rows and spec.steps == (DEFAULT,):
                module = self._imports.find_module(path, spec.base, 0)
                return module_row(self._store, module)
            # What the file has itself is one of several on some condition.
            by_name = any(map(self._may_be_other, rows))
            rows = self.foreign(path, self.built(path, rows))
            return reference("", rows, by_name=by_name)
        module = self._imports.find_module(path, spec.base, 0)
        rows = self._exported(path, module, "", among) if module else []
        return reference(path, rows, by_name=False) or module_row(self._store, module)

    def _submodule(self, path: str, spec: Spec) -> str:
        """Return the path of a module by the last part of its own."""
        separator = separator_of(path)
        module = self._imports.find_module(
            path, f"{spec.base}{separator}{spec.steps[0]}", 0
        )
        above = self._imports.find_module(path, spec.base, 0)
        return module if module != above else ""

    def imported_rows(self, path: str, spec: Spec, among: frozenset[str]) -> Rows:
        """Return what is meant of a module."""
        separator = separator_of(path)
        file, module, steps = self._in_file(path, spec.base, spec.steps)
        if not file:
            return []
        steps = self._imports.rules_of(path).names_in(file, steps)
        while len(steps) > 1 and has_submodules(path):
            inner = self._submodule(path, Spec("module", module, steps[:1]))
            if not inner:
                break
            module = f"{module}{separator}{steps[0]}"
            file, steps = inner, steps[1:]
        name = separator.join(steps)
        rows = self._exported(path, file, name, among)
        if not rows and len(steps) > 1 and not self._names.in_file(path, steps[0]):
            # What the file itself implements for a type of another project.
            rows = self._names.in_file(path, name, among)
        return rows

    def _in_file(
        self, path: str, module: str, names: tuple[str, ...], level: int = 0
    ) -> tuple[str, str, tuple[str, ...]]:
        """Return the file of a module, the path of that, and names from there on.

        What is no file of its own stands in that above.
        """
        file = self._imports.find_module(path, module, level)
        while file and "::" in module:
            above, _, last = module.rpartition("::")
            if last == "super" or self._imports.find_module(path, above, 0) != file:
                break
            module, names = above, (last, *names)
        return file, module, names

    def _exported(
        self,
        path: str,
        module: str,
        name: str,
        among: frozenset[str],
        asked: _Asked | None = None,
    ) -> Rows:
        """Return what a module defines, or imports itself, under a name.

        :param name: empty for what the module is as a whole, if that has a name.
        :param asked: what was asked before for the same name, by which this is asked.
        """
        is_within = self._imports.rules_of(module).is_within(path, module)
        key = module, name, among, is_within
        if (known := self._known.get(key)) is not None:
            return known
        if asked is None:
            return self._first_exported(path, key)
        if key in asked:
            self._in_circle |= asked[key] is None
            return asked[key] or []
        if self._depth == _MOST_MODULES or len(asked) > _MOST_QUESTIONS:
            self._is_open = True
            return []
        asked[key] = None
        self._depth += 1
        try:
            rows = asked[key] = self._find_exported(path, module, name, among, asked)
        finally:
            self._depth -= 1
        return rows

    def _first_exported(self, path: str, key: _Question) -> Rows:
        """Return what a module has under a name, and keep it if it always has that."""
        outer = self._is_open, self._in_circle
        self._is_open = self._in_circle = False
        asked: _Asked = {}
        try:
            rows = self._exported(path, *key[:3], asked)
            if not self._is_open:
                if len(self._known) > _MOST_KNOWN:
                    self._known.clear()
                # In a circle the others are known only if none has anything.
                kept = {key: rows} if rows and self._in_circle else asked
                self._known.update(kept)
        finally:
            self._is_open, self._in_circle = outer
        return rows

    def _find_exported(
        self, path: str, module: str, name: str, among: frozenset[str], asked: _Asked
    ) -> Rows:
        # A module of Cython may be one of Python.
        family = self._names.family(module) or self._names.family(path)
        named = self._names.qualified(family, last_part(name))
        rows = only(named.get(name, []), among)
        separator = separator_of(path)
        first, _, rest = name.partition(separator)
        if (
            module != path
            and self._is_renamed(module, first)
            and (others := self.reexported(path, module, name, among, asked))
        ):
            return [*others, *self._also_exported(module, rows)]
        rules = self._imports.rules_of(module)
        if rest and rules.offers_imported and self._imports_type(module, first):
            rows = []  # What it implements for a type of another file is that's.
        own = [
            row
            for row in rows
            if module in {row.path, row.path.rpartition("/")[0]}
            or self._imports.sees(module, row.path)
        ]
        if own and not any(row.branch for row in self._bound(module, name)):
            return own
        rows = self.reexported(path, module, name, among, asked)
        if own or rows:
            return [*own, *rows]
        if not name:
            return []
        several: Rows = []
        for where, what in (
            ()
            if rules.offers_imported
            else self._imports.find_definitions(module, first)
        ):
            inner = separator.join(part for part in (what, rest) if part)
            if not what and rest and where:
                several += self._exported(path, where, rest, among, asked)
            elif what and where and (what == name or (where, what) != (module, first)):
                several += self._names.in_file(where, inner, among)
        if several:
            return several
        if not rest:
            macros = only(named.get(name, []), _MACROS & among)
            return [row for row in macros if rules.offers_macros_of(module, row.path)]
        rows = self._exported(path, module, first, UNCALLED, asked)
        if all(row.kind == "namespace" for row in rows):
            return []  # What they have was looked for.
        # What others have depends on who asks.
        self._is_open = True
        return self._members(path, rows, parts_of(rest), among)

    def _imports_type(self, module: str, name: str) -> bool:
        """Tell whether a file has a type of another under a name."""
        imports = self._imports.names(module).imports
        return name in imports and not self._names.in_file(module, name)

    def _is_renamed(self, module: str, name: str) -> bool:
        """Tell whether a module offers something else of its own under a name.

        ``const a = 1; const b = 2; export { b as a };``
        """
        if not row_of(module).exports:
            return False
        value = self._interface(module).exports.get(name)
        return value is not None and value.kind == "name" and value.base != name

    def _also_exported(self, module: str, rows: Rows) -> Rows:
        """Return what a module exports of its own by a name that another has there.

        ``exports.a = b; if (c) exports.a = () => 1;``
        """
        values = self._interface(module).exports.values()
        others = {value.base for value in values}
        return [
            row
            for row in rows
            if row.path == module and not row.private and row.qualname not in others
        ]

    def _bound(self, module: str, name: str) -> Sequence[ImportRow]:
        return self._imports.names(module).imports.get(name, ())

    def _may_be_other(self, row: DefinitionRow) -> bool:
        """Tell whether its file has on some condition what is not in the tree.

        ``#[cfg(a)] use std::error::Error;``, and without ``a`` a trait of its own.
        """
        return any(
            import_.branch
            and not self._imports.find_module(row.path, import_.module, 0)
            for import_ in self._bound(row.path, row.qualname)
        )

    def built(self, path: str, rows: Rows) -> Rows:
        """Return which of some definitions are built with a file that names them."""
        if len(rows) < 2:
            return rows
        rules = self._imports.rules_of(path)
        paths = rules.built_with(path, {row.path for row in rows})
        return [row for row in rows if row.path in paths] or rows

    def foreign(self, path: str, rows: Rows) -> Rows:
        """Return some definitions with what they stand for in another language.

        A file names the headers of what it declares, and the sources include them.

        :param path: the file that asks, whose own declarations stay.
        """
        others = [other for row in rows for other in self._declared_for(row)]
        if not others:
            return rows
        own = [row for row in rows if row.path == path]
        others = [other for other in others if not other.declaration] or others
        return [row._replace(declaration=False) for row in (*own, *others)]

    def _declared_for(self, row: DefinitionRow) -> Iterator[DefinitionRow]:
        family = row_of(row.path).declares
        if not family or not row.declaration:
            return
        name = "::".join(parts_of(row.qualname))
        sees = self._imports.sees
        headers = {
            self._imports.find_module(row.path, import_.module, import_.level)
            for import_ in self._store.imports(row.path)
        }
        named = self._names.qualified(family, last_part(name))
        for other in (other for several in named.values() for other in several):
            if f"::{other.qualname}".endswith(f"::{name}") and any(
                sees(header, other.path) or sees(other.path, header)
                for header in headers
                if header
            ):
                yield other

    def reexported(
        self, path: str, module: str, name: str, among: frozenset[str], asked: _Asked
    ) -> Rows:
        """Return what a module exports by a name under which it defines nothing."""
        language = row_of(module)
        if not (language.exports or self._imports.rules_of(module).offers_imported):
            return []
        separator = language.separator
        first, _, rest = name.partition(separator)
        exports = self._interface(module).exports
        for value, more in (
            (exports.get(name) if rest else None, ""),
            (exports.get(first), rest),
            (exports.get(WHOLE), name),
        ):
            if value is None or (more == name and first == WHOLE):
                continue
            parts = [more] if more and more != DEFAULT else []
            if value.kind != "module":
                named = separator.join((value.base, *parts))
                rows = self._names.in_file(module, named, among)
                key = module, named, among, True
                if not rows and named in exports and key not in asked:
                    asked[key] = None
                    rows = self.reexported(path, module, named, among, asked)
                    asked[key] = rows
            elif where := self._imports.find_module(module, value.base, 0):
                named = separator.join((*value.steps, *parts))
                rows = self._exported(module, where, named, among, asked)
            else:
                rows = []
            if rows:
                return rows
        if not name:
            return []
        is_within = self._imports.rules_of(module).is_within(path, module)
        several: Rows = []
        for row, where, names in self._brought(module, name.split(separator)):
            if row.private and not is_within:
                continue
            named = separator.join(filter(None, names))
            if rows := self._exported(module, where, named, among, asked):
                several += rows
                if not row.branch:
                    break
        return list(dict.fromkeys(several))

    def _brought(
        self, module: str, parts: Sequence[str]
    ) -> Iterator[tuple[ImportRow, str, tuple[str, ...]]]:
        """Yield the imports of a file that may bring a name.

        :return: of each the file that it leads to, and what the name is there.
        """
        for row in self._imports.names(module).imports.get(parts[0], ()):
            names = row.name, *parts[1:]
            where, _, names = self._in_file(row.path, row.module, names, row.level)
            if where:
                yield row, where, names
        is_known = len(parts) > 1 and self._begins(module, parts[0])
        for row, around, where, inner in self._opened(module):
            if around == parts[: len(around)] and (around or not is_known):
                rest = parts[len(around) :]
                if inner or self._may_have(where, rest):
                    yield row, where, (*inner, *rest)

    def _may_have(self, module: str, names: Sequence[str]) -> bool:
        """Tell whether a file, or one that it opens for all names, may have a name.

        Where many open one another, and few names are theirs, that is soon told.
        """
        if not names:
            return True
        files = self._reached(module)
        return not files or self._have(files, names[0], names[-1])

    def _read_reached(self, module: str) -> frozenset[str]:
        """Return a file with those that it opens for all names, and those they do.

        :return: empty where they are too many, or may have what is not looked for here.
        """
        files = {module}
        left = [module]
        while left:
            one = left.pop()
            if WHOLE in self._interface(one).exports:
                return frozenset()
            for _, _, file, inner in self._opened(one):
                if inner or len(files) > _MOST_REACHED:
                    return frozenset()
                if file not in files:
                    files.add(file)
                    left.append(file)
        return frozenset(files)

    def _read_have(self, files: frozenset[str], first: str, last: str) -> bool:
        """Tell whether files define or import a part of a name, or it is a macro."""
        families = {self._names.family(file): file for file in files}
        for name, one in product({first, last}, families.values()):
            rows = self._names.of(one, name)
            if any(row.path in files or row.kind in _MACROS for row in rows):
                return True
        return "" in families or any(
            first in self._imported_parts(file) for file in files
        )

    def _read_imported_parts(self, module: str) -> frozenset[str]:
        """Return the parts of all names that a file imports or exports."""
        names = *self._imports.names(module).imports, *self._interface(module).exports
        separator = separator_of(module)
        return frozenset(part for name in names for part in name.split(separator))

    def _read_opened(
        self, module: str
    ) -> list[tuple[ImportRow, list[str], str, tuple[str, ...]]]:
        """Return the star imports of a file that lead to others.

        :return: of each the module in the file that it stands in, the file that it
            leads to, and the module in that.
        """
        opened = []
        separator = separator_of(module)
        for row in self._imports.names(module).stars:
            where, _, inner = self._in_file(row.path, row.module, (), row.level)
            if where and (not inner or self._begins(where, inner[0])):
                opened.append((row, row.bound.split(separator)[:-1], where, inner))
        return opened

    def _begins(self, module: str, name: str) -> bool:
        """Tell whether a module itself says what the first part of a name is."""
        imports = self._imports.names(module).imports
        return name in imports or bool(self._names.in_file(module, name))
