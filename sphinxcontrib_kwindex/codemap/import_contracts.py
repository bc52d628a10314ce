"""Whether the files of the tree keep to the contracts of import-linter.

The rules are those of its documentation: imports anywhere in a file count, ``from
package import module`` leads to the module, and what may not be imported may not be
reached through other modules. Nothing is judged that this does not know.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain, pairwise, permutations
from typing import TYPE_CHECKING, Final

from ..i18n import mark
from ..links.languages.python import is_stub
from ..links.strongly_connected import components
from ..links.tree_paths import parts_fit
from ..model.facts import Import, ImportContract
from ..model.reachable import reached
from ..model.record import Record
from ..store.import_queries import LinkedImport, linked_imports

if TYPE_CHECKING:
    from .code_map import CodeMap

#: The files that have contracts, the first that does so in a folder counts.
CONFIGURATIONS: Final = ("setup.cfg", ".importlinter", "pyproject.toml")
#: How many generations of packages siblings are looked for in, by default.
_GENERATIONS: Final = 10
#: Chains of imports between two modules that are looked for.
_CHAINS: Final = 10
_INSIDE: Final = ("file", "missing")
_OUTSIDE: Final = ("third party", "standard library")

Edges = dict[str, set[str]]
"""The modules that modules import."""


class Step(Record, frozen=True):
    """An import of a module."""

    module: str
    path: str
    """The file that imports it."""
    line: int
    imported: str


class Violation(Record, frozen=True):
    """A chain of imports that a contract forbids."""

    importer: str
    """The module of the contract that it begins in."""
    imported: str
    steps: tuple[Step, ...]


class Judgement(Record, frozen=True):
    """A contract, and what breaks it."""

    path: str
    """The file that has it."""
    contract: ImportContract
    bands: tuple[tuple[str, ...], ...]
    """The modules that it names: its layers from the highest; or who may not import,
    and what; or those that are independent."""
    violations: tuple[Violation, ...]
    undeclared: tuple[str, ...] = ()
    """Modules beside its layers that it does not name, though it has to name all."""
    unjudged: str = ""
    """Why it is not known whether it is kept."""
    about: str = ""
    """The word that this is about."""


_Verdict = tuple[tuple[tuple[str, ...], ...], list[Violation], list[str]]
"""The bands of a contract, what breaks it, and the modules that it lacks."""


class UnjudgedError(Exception):
    """A contract cannot be judged: why, and the word that this is about."""


def folders_with_contracts(code: CodeMap) -> dict[str, str]:
    """Return the files with contracts by their folders."""
    files: dict[str, str] = {}
    for name in CONFIGURATIONS:
        for path in code.paths_by_name("file").get(name, ()):
            folder = path.rpartition("/")[0]
            if code.has_file(path) and code.facts(path).import_contracts:
                files.setdefault(folder, path)
    return files


def judgements(code: CodeMap, folder: str) -> tuple[Judgement, ...]:
    """Return what there is to say of the contracts that a folder has."""
    path = folders_with_contracts(code).get(folder)
    if path is None:
        return ()
    contracts = code.facts(path).import_contracts
    imports = list(linked_imports(code.store))
    return tuple(
        _Judge(code, path, contract, imports).judgement() for contract in contracts
    )


class _Judge:
    """Looks for what breaks one contract."""

    def __init__(
        self,
        code: CodeMap,
        path: str,
        contract: ImportContract,
        imports: Sequence[LinkedImport],
    ) -> None:
        self._code = code
        self._imports = imports
        self._path = path
        self._contract = contract
        self._options = dict(contract.options)
        self._rows: dict[tuple[str, str], LinkedImport] = {}
        self._edges: Edges = {}
        self._modules: set[str] = set()

    def judgement(self) -> Judgement:
        """Return what breaks the contract."""
        kinds = {
            "layers": self._layers,
            "forbidden": self._forbidden,
            "independence": self._independence,
            "protected": self._protected,
            "acyclic_siblings": self._acyclic_siblings,
        }
        bands: tuple[tuple[str, ...], ...] = ()
        try:
            judge = kinds.get(self._contract.type)
            if judge is None:
                raise UnjudgedError(
                    mark("contracts of type {name} are not supported"),
                    self._contract.type,
                )
            self._read()
            bands, violations, undeclared = judge()
        except UnjudgedError as error:
            why, about = error.args
            return Judgement(self._path, self._contract, bands, (), (), why, about)
        return Judgement(
            self._path, self._contract, bands, tuple(violations), tuple(undeclared)
        )

    # The graph

    def _read(self) -> None:
        """Read who imports whom, as grimp has it, without what is ignored."""
        code = self._code
        name = code.modules.name
        roots = self._values("root_packages") + self._values("root_package")
        inside = {
            path: name(path)
            for path in code.parsed
            if any(_within(name(path), root) for root in roots)
        }
        if not inside:
            raise UnjudgedError(
                mark("{name} is not in the source tree"), " ".join(roots)
            )
        self._modules = set(inside.values())
        at_run_time = self._flag("exclude_type_checking_imports")
        edges: defaultdict[str, set[str]] = defaultdict(set)
        for row in self._imports:
            module = inside.get(row.path)
            # A stub is no module beside its module.
            if module is None or is_stub(row.path):
                continue
            other: str | None = None
            if row.category in _INSIDE:
                other = inside.get(row.module)
                if not row.qualname:
                    other = inside.get(row.target) or other
            elif row.category in _OUTSIDE and not row.level:
                other = row.written.partition(".")[0]
            if not other or other == module:
                continue
            if at_run_time and self._written(row).type_checking:
                continue
            edges[module].add(other)
            self._rows.setdefault((module, other), row)
        for text in self._values("ignore_imports"):
            importer, _, imported = (part.strip() for part in text.partition("->"))
            for module in _matching(importer, edges.keys()):
                edges[module] -= set(_matching(imported, edges[module]))
        self._edges = edges

    def _written(self, row: LinkedImport) -> Import:
        return self._code.facts(row.path).imports[row.ordinal]

    def _named(self, option: str) -> list[str]:
        """Return the modules that an option names."""
        names: dict[str, None] = {}
        for expression in self._values(option):
            is_plain = "*" not in expression
            modules = [expression] if is_plain else _matching(expression, self._modules)
            names |= dict.fromkeys(modules)
        return list(names)

    def _existing(self, option: str) -> list[str]:
        """Return the modules that an option names, which have to be there."""
        names = self._named(option)
        for name in names:
            self._check(name)
        return names

    def _check(self, name: str) -> None:
        if name not in self._modules:
            raise UnjudgedError(mark("{name} is not in the source tree"), name)

    def _values(self, option: str) -> tuple[str, ...]:
        return self._options.get(option, ())

    def _flag(self, option: str, *, default: bool = False) -> bool:
        values = self._values(option)
        return values[0].lower() == "true" if values else default

    def _inside(self, name: str, *, package: bool = True) -> set[str]:
        """Return a module and, of a package, what is in it."""
        if not package:
            return {name}
        # What is imported from outside has no parts.
        return {name, *(module for module in self._modules if _within(module, name))}

    def _between(
        self,
        importer: str,
        imported: str,
        start: set[str],
        end: set[str],
        counts: Callable[[str], bool] = lambda _: True,
    ) -> Iterator[Violation]:
        """Yield the imports that lead from some modules to others.

        First all that lead there directly, then what leads there through others, one
        chain of those that share an import.

        :param counts: whether an import of or by a module does.
        """
        start, end = set(filter(counts, start)), set(filter(counts, end))
        gone: set[tuple[str, str]] = set()
        for module in sorted(start & self._edges.keys()):
            for other in sorted(self._edges[module] & end):
                gone.add((module, other))
                yield Violation(importer, imported, self._steps([module, other]))
        for _ in range(_CHAINS):
            chain = _shortest(self._edges, start, end, gone, counts)
            if not chain:
                return
            gone.update(pairwise(chain))
            yield Violation(importer, imported, self._steps(chain))

    def _steps(self, chain: Sequence[str]) -> tuple[Step, ...]:
        rows = [(self._rows[step], step) for step in pairwise(chain)]
        return tuple(
            Step(module, row.path, self._written(row).line, other)
            for row, (module, other) in rows
        )

    # The types of contracts

    def _layers(self) -> _Verdict:
        """Judge a contract of layers, of which the higher may import the lower."""
        layers = [_layer(text) for text in self._values("layers")]
        containers = self._existing("containers")
        bands: list[tuple[str, ...]] = []
        violations: list[Violation] = []
        undeclared: list[str] = []
        for container in containers or [""]:
            dotted = f"{container}." if container else ""
            there: list[tuple[list[str], bool]] = []
            for names, independent in layers:
                for name, optional in names:
                    if not optional:
                        self._check(dotted + name)
                layer = [dotted + name for name, _ in names]
                layer = [name for name in layer if name in self._modules]
                there.append((layer, independent))
                bands.append(tuple(layer))
            violations += self._illegal(there)
            if self._flag("exhaustive"):
                known = {dotted + name for names, _ in layers for name, _ in names}
                known |= {dotted + name for name in self._values("exhaustive_ignores")}
                undeclared += sorted(
                    module
                    for module in self._modules - known
                    if module.startswith(dotted) and "." not in module[len(dotted) :]
                )
        return tuple(filter(None, bands)), violations, undeclared

    def _illegal(self, layers: Sequence[tuple[list[str], bool]]) -> Iterator[Violation]:
        """Yield what leads from a layer to a higher one, but not through others."""
        level = {
            name: number for number, (names, _) in enumerate(layers) for name in names
        }
        inside = {name: self._inside(name) for name in level}
        owners: defaultdict[str, set[str]] = defaultdict(set)
        for name, modules in inside.items():
            for module in modules:
                owners[module].add(name)
        led_to = {name: self._led_to(name, inside[name], owners) for name in level}
        for importer, imported in permutations(level, 2):
            own, other = level[importer], level[imported]
            allowed = own < other or (own == other and not layers[own][1])
            if allowed or imported not in led_to[importer]:
                continue
            yield from self._between(
                *(importer, imported, inside[importer], inside[imported]),
                partial(_is_in, owners, {importer, imported}),
            )

    def _led_to(
        self, layer: str, inside: set[str], owners: Mapping[str, set[str]]
    ) -> set[str]:
        """Return the layers that imports lead to, through no other but perhaps itself.

        :param inside: what is in the layer.
        """

        def own(module: str) -> Iterator[str]:
            imported = self._edges.get(module, ())
            return (other for other in imported if layer in owners.get(other, {layer}))

        modules = set(reached(inside, own))
        imported = (self._edges.get(module, ()) for module in modules)
        return set().union(*(owners.get(other, ()) for other in chain(*imported)))

    def _forbidden(self) -> _Verdict:
        package = self._flag("as_packages", default=True)
        sources = self._existing("source_modules")
        forbidden = self._named("forbidden_modules")
        roots = self._values("root_packages") + self._values("root_package")
        for name in forbidden:
            if any(_within(name, root) for root in roots):
                self._check(name)
        violations: list[Violation] = []
        for source in sorted(sources):
            for target in sorted(forbidden):
                overlap = _within(source, target) or _within(target, source)
                if source == target or (package and overlap):
                    continue
                chains = self._between(
                    *(source, target),
                    self._inside(source, package=package),
                    self._inside(target, package=package),
                )
                direct = self._flag("allow_indirect_imports")
                violations += (
                    chain for chain in chains if len(chain.steps) == 1 or not direct
                )
        return (tuple(sources), tuple(forbidden)), violations, []

    def _independence(self) -> _Verdict:
        names = self._existing("modules")
        return (tuple(names),), list(self._illegal([(names, True)])), []

    def _protected(self) -> _Verdict:
        package = self._flag("as_packages", default=True)
        protected = self._existing("protected_modules")
        allowed = self._named("allowed_importers")
        may = set().union(*(self._inside(name, package=package) for name in allowed))
        violations = []
        for name in sorted(protected):
            inside = self._inside(name, package=package)
            for module in sorted(self._edges.keys() - may - inside):
                violations += [
                    Violation(module, name, self._steps([module, other]))
                    for other in sorted(self._edges[module] & inside)
                ]
        return (tuple(allowed), tuple(protected)), violations, []

    def _acyclic_siblings(self) -> _Verdict:
        """Judge that no modules of one package, with what is in them, import each
        other in a circle: each import from one to another in such a circle breaks it.
        """
        ancestors = self._existing("ancestors")
        packages = self._generations(ancestors)
        first: dict[tuple[str, str], tuple[str, str]] = {}
        edges: Edges = {}
        for module in sorted(self._edges):
            for imported in sorted(self._edges[module]):
                pair = _siblings(module, imported)
                if pair[0].rpartition(".")[0] in packages:
                    first.setdefault(pair, (module, imported))
                    edges.setdefault(pair[0], set()).add(pair[1])
        violations = [
            Violation(*pair, self._steps(first[pair]))
            for circle in components(edges, lambda name: sorted(edges.get(name, ())))
            for pair in permutations(sorted(circle), 2)
            if pair in first
        ]
        named = {row.importer for row in violations} or ancestors
        return (tuple(sorted(named)),), violations, []

    def _generations(self, ancestors: Iterable[str]) -> set[str]:
        """Return the packages whose modules are siblings to a contract."""
        skipped = set(self._named("skip_descendants"))
        written = "".join(self._values("depth"))
        depth = int(written) if written.isdecimal() else _GENERATIONS
        packages: set[str] = set()
        below = set(ancestors)
        while below and depth >= 0:
            depth -= 1
            packages |= below
            below = {
                name
                for name in self._modules - skipped
                if name.rpartition(".")[0] in below
            }
        return packages


def _siblings(module: str, other: str) -> tuple[str, str]:
    """Return what two modules are, or are in, below what holds both; empty strings if
    one holds the other.
    """
    parts, others = module.split("."), other.split(".")
    for end, (part, another) in enumerate(zip(parts, others, strict=False), 1):
        if part != another:
            return ".".join(parts[:end]), ".".join(others[:end])
    return "", ""


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _matching(expression: str, names: Set[str]) -> list[str]:
    """Return the names that fit: ``*`` stands for one part, ``**`` for one or more."""
    if "*" not in expression:
        return [expression] if expression in names else []
    patterns = expression.split(".")

    def fits(part: str, pattern: str) -> bool:
        return pattern in {"*", part}

    return sorted(
        name for name in names if parts_fit(name.split("."), patterns, fits, least=1)
    )


def _layer(text: str) -> tuple[list[tuple[str, bool]], bool]:
    """Return the modules of a layer, whether each may be missing, and whether they may
    not import each other.
    """
    independent = "|" in text or ":" not in text
    names = [part.strip() for part in re.split(r"[|:]", text)]
    return [(name.strip("()"), name.startswith("(")) for name in names], independent


def _is_in(owners: Mapping[str, set[str]], layers: set[str], module: str) -> bool:
    """Return whether a module is in no layers but these.

    :param owners: by module the layers that it is in.
    """
    return owners.get(module, layers) <= layers


def _shortest(
    edges: Edges,
    start: set[str],
    end: set[str],
    gone: set[tuple[str, str]],
    counts: Callable[[str], bool],
) -> list[str]:
    """Return a shortest chain between modules, the first by name; empty without one.

    :param gone: imports that are not followed.
    :param counts: which modules are.
    """
    before: dict[str, str] = dict.fromkeys(sorted(start), "")
    waiting = deque(before)
    while waiting:
        module = waiting.popleft()
        for other in sorted(edges.get(module, ())):
            if other not in before and (module, other) not in gone and counts(other):
                before[other] = module
                if other in end:
                    chain = [other]
                    while before[chain[-1]]:
                        chain.append(before[chain[-1]])
                    return chain[::-1]
                waiting.append(other)
    return []
