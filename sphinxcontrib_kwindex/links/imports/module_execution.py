"""In which order modules run, and which names of packages are submodules meanwhile.

A package may have a submodule and bind its name otherwise: ``from .mapper import
Mapper as mapper``. Which of the two ``from package import mapper`` gets depends on
when it runs. The import system binds a submodule in its package once, when it has been
loaded (language reference, 5.4.2), and each statement of the package binds the name
anew; so what runs before the statement gets the module, what runs behind it the other,
until the submodule is loaded for the first time behind that.

Where a tree has such a name, the import of its package is followed here, statement by
statement through all files that it runs. Both branches of an ``if`` or a ``try`` are
taken to run.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Protocol

from ...model.digests import digest
from ...model.record import Record
from ...model.rows import ImportRow
from ...store.database import Store
from ..languages.python import Modules, is_package_file, is_stub, package_files
from ..tree_paths import folders_above

#: Values of the store: a digest of the order, and the order.
_OUTCOME: Final = "import order"
_KEPT: Final = "kept import order"

_Binding = tuple[str, str]
"""The path of an ``__init__`` file, and a name that it binds."""


class TopLevelNames(Record, frozen=True):
    """What a module binds when it runs."""

    definitions: Mapping[str, int]
    """Its own definitions by name: 0 for a class or function, 1 for data."""
    imports: Mapping[str, tuple[ImportRow, ...]]
    """The imports by the name that they bind: several where branches differ."""
    stars: tuple[ImportRow, ...]


class Bindings(Protocol):
    """What each module says and binds by itself."""

    @property
    def find_module(self) -> Callable[[str, str, int], str]:
        """Returns the path of the module that a file names."""

    @property
    def names(self) -> Callable[[str], TopLevelNames]:
        """Returns what a module binds."""

    @property
    def declared(self) -> Callable[[str], frozenset[str]]:
        """Returns the names that a module annotates and gives no value."""

    def is_exported(self, path: str, name: str) -> bool:
        """Tell whether a star import takes a name out of a module."""


class ModuleExecution:
    """Which names are submodules of their packages, and for whom.

    :param rules: what is known of each module by itself.
    :param kept: whether what :meth:`keep` wrote still holds, and is not to be found out
        again: to run a large tree takes some tenths of a second.
    """

    def __init__(
        self, store: Store, modules: Modules, rules: Bindings, *, kept: bool = False
    ) -> None:
        self._store: Final = store
        self._modules: Final = modules
        self._rules: Final = rules
        self._find_module: Final = rules.find_module
        self._names: Final = rules.names
        self._submodules: Final[dict[_Binding, str]] = {}
        self._started: Final[set[str]] = set()
        #: Whether a name is bound to the submodule, by now; first by nothing.
        self._is_module: Final[dict[_Binding, bool]] = {}
        #: What those got who asked for it on the way.
        self._given: Final[dict[tuple[str, _Binding], bool]] = {}
        if kept and (text := store.meta(_KEPT)):
            self._take(text)
            return
        for path, inside in sorted(_modules_inside(modules.files).items()):
            if path in modules.files:
                self._submodules.update(self._rebound_submodules(path, inside))
        self._packages: Final = {path for path, _ in self._submodules}
        for path in sorted(self._packages):
            self._run(path)

    def keep(self) -> None:
        """Keep what was found out in the store, with a digest of the answers."""
        rows = (
            [(*binding, path) for binding, path in self._submodules.items()],
            [(*binding, value) for binding, value in self._is_module.items()],
            [(who, *binding, value) for (who, binding), value in self._given.items()],
            sorted(self._started),
        )
        self._store.set_meta(_OUTCOME, self.outcome())
        self._store.set_meta(_KEPT, json.dumps(rows))

    @property
    def is_as_kept(self) -> bool:
        """Whether the answers are those of the order that was kept."""
        return self.outcome() == self._store.meta(_OUTCOME)

    def _take(self, text: str) -> None:
        submodules, is_module, given, started = json.loads(text)
        self._submodules.update(((path, name), to) for path, name, to in submodules)
        self._is_module.update(((path, name), to) for path, name, to in is_module)
        self._given.update(((who, (path, name)), to) for who, path, name, to in given)
        self._started.update(started)

    def submodule(self, path: str, name: str, importer: str) -> str:
        """Return the path of the submodule that a name of a package is, if it is one.

        :param path: that of a module.
        :param importer: the file that imports the name; empty for what asks for it when
            everything has run.
        :return: an empty string for a name without two meanings, too.
        """
        binding = path, name
        if binding not in self._submodules:
            return ""
        submodule = self._submodules[binding]
        given = self._given.get((importer, binding))
        if given is None:
            given = self._is_module.get(binding, False)
            if importer not in self._started and submodule not in self._started:
                given = given or self._imports(importer, submodule)
        return submodule if given else ""

    def outcome(self) -> str:
        """Return a digest of all answers but those that one file has for itself."""
        return digest(
            sorted(self._submodules.items()),
            sorted(self._is_module.items()),
            sorted(self._given.items()),
            sorted(path for path in self._submodules.values() if path in self._started),
        )

    # Names with two meanings

    def _rebound_submodules(
        self, path: str, names: set[str]
    ) -> Iterator[tuple[_Binding, str]]:
        """Yield the submodules of a package whose names it binds otherwise, too."""
        for name in names:
            submodule = self._modules.submodule(path, name)
            if self._binds(path, name, submodule, set()):
                yield (path, name), submodule

    def _binds(self, path: str, name: str, submodule: str, seen: set[str]) -> bool:
        """Tell whether a module binds a name to something else than a submodule."""
        seen.add(path)
        own = self._names(path)
        rank = own.definitions.get(name)
        if rank != 0 and (rows := own.imports.get(name)):
            return any(self._named_module(row) != submodule for row in rows)
        return (rank is not None and name not in self._rules.declared(path)) or any(
            self._takes(path, row, name, submodule, seen) for row in own.stars
        )

    def _takes(
        self, path: str, row: ImportRow, name: str, submodule: str, seen: set[str]
    ) -> bool:
        """Tell whether a star import binds a name to something else."""
        source = self._find_module(path, row.module, row.level)
        return (
            source in self._modules.files
            and source not in seen
            and self._rules.is_exported(source, name)
            and self._binds(source, name, submodule, seen)
        )

    def _named_module(self, row: ImportRow) -> str:
        """Return the module that an import binds, as far as its words say."""
        # "import a.b" binds "a".
        is_top = not row.name and row.bound == row.module.partition(".")[0]
        bound = row.bound if is_top else row.module
        module = self._find_module(row.path, bound, row.level)
        return self._modules.submodule(module, row.name) if row.name else module

    def _imports(self, importer: str, submodule: str) -> bool:
        return any(
            row.runs and self._find_module(row.path, row.module, row.level) == submodule
            for row in self._store.imports(importer)
        )

    # What runs

    def _run(self, path: str) -> None:
        # No recursion: a chain of imports may be longer than Python's stack.
        under_way = [iter([path])]
        while under_way:
            following = next(under_way[-1], None)
            if following is None:
                under_way.pop()
            elif following in self._modules.files and following not in self._started:
                under_way.append(self._loaded(following))

    def _loaded(self, path: str) -> Iterator[str]:
        """Run a module: yield what runs meanwhile, each before the next."""
        folder, _, name = path.rpartition("/")
        above = folder.rpartition("/")[0] if is_package_file(path) else folder
        yield from (
            package for package in self._packages_around(above) if package != path
        )
        if path in self._started:
            return
        self._started.add(path)
        if is_stub(path):
            return
        if path in self._packages:
            yield from self._statements(path)
        else:
            for row in self._store.imports(path):
                yield from self._imported(row)
        if is_package_file(path):
            name = folder.rpartition("/")[2]
        binding = package_files(above)[0], name.partition(".")[0]
        if binding in self._submodules:
            self._is_module[binding] = True

    def _packages_around(self, folder: str) -> Iterator[str]:
        """Yield the packages that run before what is in a folder, outermost first."""
        around = [
            package_files(above)[0]
            for above in folders_above(f"{folder}/")
            if above in self._modules.packages
        ]
        yield from reversed(around)

    def _statements(self, path: str) -> Iterator[str]:
        """Run the statements of a package that has names with two meanings."""
        facts = self._store.facts_of(path)
        own = self._names(path)
        rows = zip(facts.imports, self._store.imports(path), strict=True)
        statements: list[tuple[int, ImportRow | str]] = [
            (imported.line, row) for imported, row in rows
        ]
        statements += [
            (line, definition.qualname)
            for definition in facts.definitions
            for line in definition.lines
            if (rank := own.definitions.get(definition.qualname)) is not None
            # The fallback of an import that failed binds nothing.
            and not (rank and definition.qualname in own.imports)
        ]
        for _, row in sorted(statements, key=lambda statement: statement[0]):
            if isinstance(row, str):
                self._bind(path, row)
                continue
            yield from self._imported(row)
            if not row.runs:
                continue
            if row.name == "*":
                for binding, submodule in self._submodules.items():
                    if binding[0] == path and self._takes(
                        path, row, binding[1], submodule, {path}
                    ):
                        self._bind(*binding)
            else:
                self._bind(path, row.bound, self._named_module(row))

    def _bind(self, path: str, name: str, value: str = "") -> None:
        if submodule := self._submodules.get((path, name)):
            self._is_module[path, name] = value == submodule

    def _imported(self, row: ImportRow) -> Iterator[str]:
        """Run an import: yield the modules that it runs."""
        if not row.runs:
            return
        module = self._find_module(row.path, row.module, row.level)
        yield module
        if not row.name or not module:
            return
        names = self._listed(module) if row.name == "*" else [row.name]
        for name in names:
            binding = module, name
            if binding in self._submodules:
                given = self._is_module.get(binding, True)
                self._given.setdefault((row.path, binding), given)
                if not given:
                    continue
            yield self._modules.submodule(module, name)

    def _listed(self, module: str) -> tuple[str, ...]:
        file = self._store.file(module) if is_package_file(module) else None
        return (file.exports or ()) if file else ()


def _modules_inside(files: Iterable[str]) -> Mapping[str, set[str]]:
    """Return by the path that a package's file has the names of its submodules."""
    inside: defaultdict[str, set[str]] = defaultdict(set)
    for path in files:
        folder, _, name = path.rpartition("/")
        if is_package_file(path):
            folder, _, name = folder.rpartition("/")
        if name:
            inside[package_files(folder)[0]].add(name.partition(".")[0])
    return inside
