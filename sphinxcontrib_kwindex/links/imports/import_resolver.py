"""What imports mean: the files, and the definitions in them.

A fact is what one file says; a link needs the others: which file an import means,
which file really defines the name that it asks for, and, read the other way
round, who imports a file. Which file is meant is told by the language
(:mod:`.languages`), by path alone, and never by what is installed where the
documentation is built.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from posixpath import splitext
from typing import Final

from ...model.kinds import MAIN_KINDS
from ...model.names import last_part
from ...model.python_suffixes import CYTHON, PYTHON
from ...model.reachable import reached
from ...model.rows import ImportRow, LinkRow
from ...scan.test_paths import example_folder
from ...store.database import Store
from ...store.definition_queries import definitions_named, top_level_kinds
from ...store.file_queries import exported_names, parsed_files, scripts_of_python
from ..languages.import_rules import ImportRules, RulesOfRow
from ..languages.python import (
    Modules,
    is_package_file,
    is_stub,
    stubbed_source,
    stubs_of,
)
from ..module_interface import bound_later
from ..places import GETATTR
from ..shared_objects import Shared
from ..tree_paths import declarations_of
from .extension_modules import ExtensionModules
from .made_up_names import made_up_names
from .module_execution import ModuleExecution, TopLevelNames
from .modules_on_path import kept_on_path
from .package_folders import kept_package_folders
from .package_names import by_package, kept_namespaces
from .protobuf_modules import ProtobufModules
from .rust_extensions import RustExtensions

#: How many modules that files name are kept, with what they mean.
_MODULES: Final = 5_000

#: What a package has where its modules are not only in its folder.
PATH: Final = "__path__"

_Name = tuple[str, str]
"""The path of a file, and a name in it."""


class ImportResolver:
    """Follows imports to the files that define what they ask for.

    What a file imports and defines is read when an import leads there: after an edit
    most of a tree is not looked at.

    :param linked: whether the store has the links of the tree as it is now.
    :param modules: of the tree, where they are known; by default by what is kept of it.
    """

    def __init__(
        self,
        store: Store,
        root_name: str,
        *,
        linked: bool = False,
        modules: Modules | None = None,
    ) -> None:
        self._linked = linked
        files = list(exported_names(store))
        self._exports: dict[str, str | tuple[str, ...] | None] = {
            path: names for path, _, names in files
        }
        self.sources = {path for path, source, _ in files if source}
        """The files that have definitions and imports."""
        extended = (row.path for row in definitions_named(store, PATH, ["data"]))
        self.modules = modules or Modules(
            *(self._exports, root_name, kept_namespaces(store)),
            *(scripts_of_python(store), extended),
            *(kept_on_path(store), kept_package_folders(store)),
        )
        self._shared = Shared()
        self._rules: dict[str, ImportRules] = {}
        self.rules_of = lru_cache(_MODULES)(self._find_rules)
        self.store = store
        self.extensions = ExtensionModules(store)
        self._rust = RustExtensions(store, self._find_module, self.find_definition)
        self.implemented = cache(self._implemented_elsewhere)
        self.stub_of = cache(self._stub_of)
        self.names = cache(self._top_level_names)
        self.declared = cache(self._declared_names)
        self._made_up = cache(self._read_made_up)
        self.stars_stay_inside = cache(self._stars_stay_inside)
        """Whether all that star imports bring into a file is of the tree."""
        self._answers: dict[_Name, tuple[_Name, ...]] = {}
        # Answers that hold for every search.
        self._known: dict[_Name, tuple[_Name, ...]] = {}
        # Answers within a circle, for the search under way only.
        self._provisional: dict[_Name, tuple[_Name, ...]] = {}
        self._searching: set[_Name] = set()
        self._in_circle = False
        # Mostly asked for file by file.
        self.find_module = lru_cache(_MODULES)(self._find_module)
        self._modules_of = lru_cache(1)(self._read_modules_of)

    def link_rows(self, paths: Iterable[str] | None = None) -> Iterator[LinkRow]:
        """Yield what each import of some files means; by default of all."""
        if paths is None:
            yield from map(self._link_row, self.store.imports())
        else:
            for path in paths:
                yield from map(self._link_row, self.store.imports(path))

    def _link_row(self, row: ImportRow) -> LinkRow:
        module = self.find_module(row.path, row.module, row.level)
        if not module:
            category = self.category(row.path, row.module, row.level)
            return LinkRow(row.path, row.ordinal, category)
        target, qualname = module, ""
        if row.name and row.name != "*":
            importer = row.path if row.runs else ""
            definition = self.find_definition(module, row.name, importer)
            target, qualname = self.implemented(*(definition or (module, "")))
            if not (qualname or self.rules_of(row.path).needs_outer_modules):
                module = target
        category = "file" if target in self._exports else "folder"
        return LinkRow(row.path, row.ordinal, category, module, target, qualname)

    def _find_module(self, path: str, module: str, level: int) -> str:
        file = self.rules_of(path).find(path, module, level)
        if not file and module and self.rules_of(path) is self.modules:
            file = self._find_compiled(path, module, level)
            return file or ("" if level else self._find_around(path, module))
        return file

    def _find_around(self, path: str, module: str) -> str:
        """Return the package of another module that a file imports."""
        for inner in self._modules_of(path).get(module, ()):
            file = self.find_module(path, inner, 0)
            if file and path.startswith(example_folder(file)):
                base = splitext(file)[0].removesuffix("/__init__")
                root = base.removesuffix(f"/{inner.replace('.', '/')}")
                parts = module.split(".")
                return self.modules.locate(root, parts) if root != base else ""
        return ""

    def _read_modules_of(self, path: str) -> Mapping[str, list[str]]:
        rows = self.store.imports(path)
        return by_package(row.module for row in rows if not row.level)

    def _find_compiled(self, path: str, module: str, level: int) -> str:
        """Return the source of a module that Python imports once it is compiled."""
        if self._has_cython:
            file = self.rules_of(CYTHON).find(path, module, level)
            # The definition file comes first for others.
            source = f"{file.rpartition('.')[0]}{CYTHON}"
            if file and source in self._exports:
                return source
        package, dot, _ = module.partition(".")
        if dot and not level and not self.modules.find(path, package, 0):
            # It is of another project.
            return ""
        if file := self._protobuf.find(path, module, level):
            return file
        if file := self.extensions.find(path, module):
            return file
        if not level and package in sys.stdlib_module_names:
            return ""
        offered = self._rust.module(path, module)
        return offered.path if offered else ""

    @cached_property
    def _protobuf(self) -> ProtobufModules:
        return ProtobufModules(self.store, self._exports)

    def _implemented_elsewhere(self, path: str, qualname: str) -> _Name:
        """Return what Rust defines of an extension module for a definition of a stub.

        :return: the definition itself, where it is no such.
        """
        module = self.modules.name(path) if is_stub(path) else ""
        return self._rust.implemented(path, qualname, module) or (path, qualname)

    def _stub_of(self, path: str) -> str:
        """Return the stub of a source; empty if it has none."""
        return next(filter(self.sources.__contains__, stubs_of(path)), "")

    @cached_property
    def _has_cython(self) -> bool:
        return any(path.endswith(CYTHON) for path in self._exports)

    def category(self, path: str, module: str, level: int) -> str:
        """Return what a module is that a file names and that is not in the tree.

        :return: a category of :class:`~.rows.LinkRow`.
        """
        return self.rules_of(path).category(path, module, level, self.find_module)

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file sees the names of another without importing them."""
        return self.rules_of(path).sees(path, other)

    def _find_rules(self, path: str) -> ImportRules:
        if path.endswith(PYTHON):
            return self.modules
        # It takes a while to import, and few questions are about other languages.
        from ...analysis.languages.language import NO_LANGUAGE
        from ...analysis.languages.python import PYTHON as LANGUAGE
        from ...store.file_languages import language_of
        from ..languages.registry import RULES

        language = language_of(self.store, path) or NO_LANGUAGE
        if LANGUAGE.name in {language.name, language.family}:
            return self.modules
        if language.name not in self._rules:
            files = self._exports.keys()
            rules = RULES.get(language.name)
            self._rules[language.name] = (
                rules(self.store, files) if rules else RulesOfRow(language, files)
            )
        return self._rules[language.name]

    @cached_property
    def order(self) -> ModuleExecution:
        """Which names of packages are submodules, and for whom."""
        return ModuleExecution(self.store, self.modules, self, kept=self._linked)

    def find_definition(
        self, path: str, name: str, importer: str = ""
    ) -> tuple[str, str] | None:
        """Return where the name *name* of the module at *path* is defined.

        :param importer: the file that imports it when it runs, if one does.
        :return: the path of the defining file and the qualified name there, with an
            empty name for a module; ``None`` if nothing in the tree defines it.
        """
        several = self.find_definitions(path, name, importer)
        return next((definition for definition in several if definition[0]), None)

    def find_definitions(
        self, path: str, name: str, importer: str = ""
    ) -> tuple[tuple[str, str], ...]:
        """Return all that the name *name* may be; several where branches differ.

        :return: as of :meth:`find_definition`; what is not in the tree, and may be
            meant instead, has no path and its dotted name.
        """
        if submodule := self.order.submodule(path, name, importer):
            return ((submodule, ""),)
        if self._searching:
            return self._search(path, name)
        key = (path, name)
        if key not in self._answers:
            self._provisional.clear()
            self._in_circle = False
            self._answers[key] = ()
            with suppress(RecursionError):  # of what hundreds of modules pass on
                self._answers[key] = self._search(path, name)
                if not any(self._provisional.values()):  # nobody in a circle has it
                    self._known |= self._provisional
        return self._answers[key]

    def _search(self, path: str, name: str) -> tuple[_Name, ...]:
        """Search for a name, perhaps within the search for another name.

        A circle of re-exports ends where it was entered. What lies in a circle is kept
        for the search under way only, or it would depend on what was searched for
        first.
        """
        key = (path, name)
        if key in self._known:
            return self._known[key]
        if key in self._searching or key in self._provisional:
            self._in_circle = True
            return self._provisional.get(key, ())
        self._searching.add(key)
        outer, self._in_circle = self._in_circle, False
        try:
            definitions = tuple(dict.fromkeys(self._define(path, name)))
        finally:
            self._searching.discard(key)
        kept = self._provisional if self._in_circle else self._known
        kept[key] = definitions
        self._in_circle |= outer
        return definitions

    def _define(self, path: str, name: str) -> Iterable[_Name]:
        """Return what a name of a module is: defined, imported, or a submodule."""
        if exposed := self.extensions.definition(path, name):
            return [exposed]
        if message := self._protobuf.definition(path, name):
            return [message]
        own = self.names(path)
        rank = own.definitions.get(name)
        definitions = [(path, name)] if rank == 0 else []
        for row in own.imports.get(name, ()):
            definitions += self._imported(row)
        if any(where for where, _ in definitions):
            return definitions
        elsewhere = own.stars or is_package_file(path)
        if rank is not None and not (elsewhere and name in self.declared(path)):
            return [(path, name)]
        submodule = self.modules.submodule(path, name)
        if taken := self._from_stars(own.stars, name, beside=bool(submodule)):
            return taken
        if submodule:
            return [(submodule, "")]
        if is_package_file(path) and (module := self._find_compiled(path, name, 1)):
            return [(module, "")]
        if rank is not None:
            # What is only annotated is set by somebody else.
            return [(path, name)]
        return definitions or self._said_elsewhere(path, name)

    def _from_stars(
        self, stars: Sequence[ImportRow], name: str, *, beside: bool
    ) -> list[_Name]:
        """Return what star imports bind a name to.

        :param beside: whether a submodule has the name, too.
        """
        taken: list[_Name] = []
        for row in reversed(stars):
            module = self.find_module(row.path, row.module, row.level)
            if not module or not self.is_exported(module, name):
                continue
            several = self.find_definitions(module, name)
            # Its own submodule comes before one of what it takes names from.
            if several and (not beside or any(what for _, what in several)):
                taken[:0] = several
                if row.runs and not row.branch:
                    break
        return taken

    def _said_elsewhere(self, path: str, name: str) -> list[_Name]:
        """Return what a module has by its stub, package, Rust, its source or itself."""
        definitions: list[_Name] = []
        stub = self.stub_of(path) or declarations_of(path)
        stub = stub or self.modules.package_over(path)
        if stub in self.sources:
            # It has the name when it has run, or the stub would not say so; types of
            # TypeScript are only there.
            definitions = list(map(self._implemented, self._search(stub, name)))
        if not definitions and (offered := self._rust.named(path, name)):
            return [offered]
        if not definitions and (made_of := self._protobuf.source(path)):
            definitions = list(filter(None, [self._protobuf.definition(made_of, name)]))
        return definitions or self._made_up(path).get(name, [])

    def _read_made_up(self, path: str) -> dict[str, list[_Name]]:
        if GETATTR not in self.names(path).definitions:
            return {}
        facts = self.store.facts_of(path)
        return made_up_names(
            path, facts, self.modules, lambda module: self.names(module).definitions
        )

    def _implemented(self, definition: _Name) -> _Name:
        """Return where the source defines what its stub does, if it does."""
        path, name = definition
        source = stubbed_source(path, self.sources.__contains__)
        if not source:
            return definition
        has_it = not name or name in self.names(source).definitions
        return (source, name) if has_it else definition

    def _imported(self, row: ImportRow) -> Iterable[_Name]:
        """Return what an import at the top of a file binds."""
        module = self.find_module(row.path, row.module, row.level)
        if not module:
            is_known = self.category(row.path, row.module, row.level) != "missing"
            dotted = f"{row.module}.{row.name}" if row.name else row.module
            return [("", dotted)] if is_known else []
        if row.name and module == row.path and row.module.startswith("self::"):
            # A module that stands in the file itself.
            return [(module, f"{row.module.removeprefix('self::')}::{row.name}")]
        if row.name:
            return self.find_definitions(module, row.name, row.path)
        # "import a.b" binds "a", "import a.b as c" binds "a.b" to "c".
        if row.bound == row.module.partition(".")[0]:
            module = self.find_module(row.path, row.bound, row.level)
        return [(module, "")] if module else []

    def _stars_stay_inside(self, path: str) -> bool:
        def taken(path: str) -> Iterator[str]:
            for row in self.names(path).stars:
                yield self.find_module(row.path, row.module, row.level)

        return all(file in self._parsed for file in reached(taken(path), taken))

    @cached_property
    def _parsed(self) -> frozenset[str]:
        return frozenset(parsed_files(self.store))

    def is_exported(self, path: str, name: str) -> bool:
        """Tell whether a star import takes a name out of a module."""
        exports = self._exports.get(path)
        if exports is None:
            return not name.startswith("_")
        if isinstance(exports, str):
            # Few of a large tree are asked for by one question.
            exports = self._exports[path] = tuple(json.loads(exports))
        return name in exports

    def _top_level_names(self, path: str) -> TopLevelNames:
        """Return what a file binds at its top level."""
        imports: defaultdict[str, list[ImportRow]] = defaultdict(list)
        stars: list[ImportRow] = []
        lazy: list[ImportRow] = []
        submodules: set[str] = set()
        offers_imported = self.rules_of(path).offers_imported
        same = self._shared
        for row in self.store.imports(path):
            row = ImportRow(*[same[value] for value in row])
            if row.name == "*":
                stars.append(row)
            elif row.lazy:
                lazy.append(row)
            elif row.private and not offers_imported:
                continue
            elif self._is_own_submodule(row):
                # What is bound in another branch stands in for it.
                if row.branch or not row.runs:
                    submodules.add(row.bound)
            else:
                if row.runs and not row.branch:
                    # Of what came before only what type checkers see is left.
                    imports[row.bound] = [
                        import_ for import_ in imports[row.bound] if not import_.runs
                    ]
                imports[row.bound].append(row)
        ranks = self._ranks(path, submodules)
        if GETATTR in ranks:
            # It may import what it is asked for only then (PEP 562).
            for row in lazy:
                if row.bound not in ranks:
                    imports[row.bound].append(row)
        for name in self._defined_later(path, imports, ranks):
            del imports[name]
        rows = {name: tuple(several) for name, several in imports.items()}
        return TopLevelNames(ranks, rows, tuple(stars))

    def _ranks(self, path: str, submodules: Set[str]) -> dict[str, int]:
        """Return the names that a file defines: 0, or 1 for data.

        :param submodules: what it imports out of itself in some branch.
        """
        ranks: dict[str, int] = {}
        # What is not shown hides what others define under its name all the same.
        for name, kind in top_level_kinds(self.store, path):
            # Data may be the fallback of a failed import.
            rank = 0 if kind in MAIN_KINDS else 1
            if rank == 0 or name not in submodules:
                ranks[self._shared[name]] = min(rank, ranks.get(name, 1))
        return ranks

    def _defined_later(
        self,
        path: str,
        imports: Mapping[str, Sequence[ImportRow]],
        ranks: Mapping[str, int],
    ) -> list[str]:
        """Return the names that a file imports and then gives another meaning."""
        both = [
            name
            for name, several in imports.items()
            if name in ranks and not all(row.branch for row in several)
        ]
        is_asked = any(map(ranks.get, both))
        later = bound_later(self.store.facts_of(path)) if is_asked else ()
        return [name for name in both if ranks[name] == 0 or name in later]

    def _is_own_submodule(self, row: ImportRow) -> bool:
        """Tell whether a package imports a name out of itself."""
        if row.name != row.bound or not is_package_file(row.path):
            return False
        # To look for a module takes longer than to see that it is called otherwise.
        own = last_part(self.modules.name(row.path))
        return (
            last_part(row.module) in {own, "", "__init__"}
            and self.find_module(row.path, row.module, row.level) == row.path
        )

    def _declared_names(self, path: str) -> frozenset[str]:
        """Return the names that a file annotates and gives no value."""
        key = self.store.file_key(path)
        if key is None or is_stub(path):
            return frozenset()
        definitions = self.store.get_facts(key).definitions
        return frozenset(row.qualname for row in definitions if row.is_declaration)
