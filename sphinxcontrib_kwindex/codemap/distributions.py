"""Which requirement an import comes from, and which entry points lead to a file.

Both are read from the files of the project alone, never from what is installed where
the documentation is built. An import and its distribution need not have the same name:
names that are equal after :pep:`503` are taken for one, and :data:`WELL_KNOWN` has the
well-known others of Python. Elsewhere imports begin with the name of the package.

For a file the requirements in its own folder count, else those in the nearest folder
above it: ``pyproject.toml``, ``setup.cfg``, requirements files beside them or in
a folder ``requirements`` there; for other languages :data:`PACKAGE_FILES`.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from posixpath import join
from typing import Final

from packaging.utils import canonicalize_name

from ..analysis.project.module_names import CARGO, GO_MOD
from ..analysis.project.module_paths import PACKAGE
from ..analysis.project.project_files import (
    PYPROJECT,
    REQUIREMENTS,
    SETUP_CFG,
    analysed_name,
    project_role,
)
from ..links.languages.javascript import ModuleRules
from ..links.languages.python import Modules
from ..links.tree_paths import folders_above
from ..model.facts import EntryPoint, Requirement
from ..model.grouped import grouped
from ..model.record import Record
from ..store.database import Store
from ..store.definition_queries import definitions_called
from ..store.import_queries import imported_as

#: Packages that several distributions share: the name alone is none of them.
_NAMESPACES: Final = frozenset(
    {"azure", "backports", "collective", "google", "google.cloud", "jaraco"}
    | {"plone", "repoze", "ruamel", "sphinxcontrib", "zc", "zope"}
)

_TABLE: Final = Path(__file__).with_name("distribution_names.toml")
#: To an import the distributions that bring it along, where the names differ.
WELL_KNOWN: Final[dict[str, list[str]]] = tomllib.loads(_TABLE.read_text("utf-8"))

#: What projects of other languages than Python ask for packages with, by family.
PACKAGE_FILES: Final = {"Rust": CARGO, "Go": GO_MOD, "javascript": PACKAGE}

_RANKS: Final = {PYPROJECT: 0, SETUP_CFG: 0, REQUIREMENTS: 3}
_GROUP_RANKS: Final = {"": 0, "extra": 1, "group": 2, "optional": 2, "build": 4}


class RequirementLine(Record, frozen=True):
    """A line by which the project asks for a distribution."""

    path: str
    """The file of the project."""
    requirement: Requirement

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts the lines that ask for the same distribution, the first the best."""
        file = _RANKS.get(project_role(analysed_name(self.path)), 0)
        group = self.requirement.group.partition(" ")[0]
        return max(file, _GROUP_RANKS.get(group, 2)), self.requirement.line


class ProjectEntryPoint(Record, frozen=True):
    """A name by which something of the tree is called from outside."""

    path: str
    """The file of the project that declares it."""
    point: EntryPoint
    target: str = ""
    """The file that it leads to; empty where that is not in the tree."""
    qualname: str = ""
    """The qualified name there; empty where a module is meant, or is all that is
    known."""
    anchor: str = ""
    """The id of that name."""


class Distributions:
    """Requirements and entry points of the project.

    :param store: with all links.
    :param modules: how the files are imported.
    """

    def __init__(self, store: Store, modules: Modules) -> None:
        self._store = store
        self._modules = modules
        self._declared: list[tuple[str, EntryPoint]] = []
        # By file of packages, folder and name of the distribution.
        lines: defaultdict[tuple[str, str], defaultdict[str, list[RequirementLine]]]
        lines = defaultdict(lambda: defaultdict(list))
        for path, key in store.file_keys().items():
            name = analysed_name(path)
            if not project_role(name):
                continue
            facts = store.get_facts(key)
            kind = name if name in PACKAGE_FILES.values() else ""
            in_folder = lines[kind, path.removesuffix(name).rstrip("/")]
            for line in facts.requirements:
                in_folder[canonicalize_name(line.name)].append(
                    RequirementLine(path, line)
                )
            self._declared += [(path, point) for point in facts.entry_points]
        self._lines = lines

    def requirement_lines(
        self, path: str, module: str, name: str = "", *, kind: str = ""
    ) -> tuple[RequirementLine, ...]:
        """Return by which lines the project asks for what a file imports.

        They are those of the nearest folder, and of one file and group: several where
        each has its condition.

        :param path: the file.
        :param module: what it imports, dotted in Python.
        :param name: what it imports from there.
        :param kind: one of :data:`PACKAGE_FILES`, for other languages.
        """
        names_of = package_names if kind else distribution_names
        names = names_of(module, name) if self._lines else []
        of_folder: Mapping[str, list[RequirementLine]]
        for folder in folders_above(path) if names else ():
            of_folder = self._lines.get((kind, folder), {})
            for lines in filter(None, map(of_folder.get, names)):
                best = min(lines, key=lambda line: (line.rank, line.path))
                group = best.requirement.group
                return tuple(
                    line
                    for line in lines
                    if line.path == best.path and line.requirement.group == group
                )
        return ()

    @cached_property
    def entry_points(self) -> list[ProjectEntryPoint]:
        """The entry points of the project, in the order of their files and lines."""
        declared = sorted(self._declared, key=lambda item: (item[0], item[1].line))
        return [self._resolve(path, point) for path, point in declared]

    def entry_points_in(self, path: str) -> list[ProjectEntryPoint]:
        """Return the entry points that a file of the project has, in its order."""
        return self._by_path.get(path, [])

    def entry_points_to(self, path: str) -> list[ProjectEntryPoint]:
        """Return the entry points that lead to a file of the tree."""
        return self._by_target.get(path, [])

    @cached_property
    def _by_path(self) -> Mapping[str, list[ProjectEntryPoint]]:
        return grouped((point.path, point) for point in self.entry_points)

    @cached_property
    def _by_target(self) -> Mapping[str, list[ProjectEntryPoint]]:
        return grouped((point.target, point) for point in self.entry_points)

    def files_with_entry_points(self) -> set[str]:
        """Return the files whose pages show entry points, or would with other names."""
        files = set()
        for path, point in self._declared:
            files.add(path)
            for module in self._named(path, point):
                files.add(module)
                places = self._candidates(module, point.attribute)
                files.update(file for file, _ in places)
        return files

    def _resolve(self, path: str, point: EntryPoint) -> ProjectEntryPoint:
        folder = path.removesuffix(analysed_name(path))
        module = next(iter(self._named(path, point)), "")
        # A project speaks for its own folder alone.
        if not module or not module.startswith(folder):
            return ProjectEntryPoint(path, point)
        for place in self._candidates(module, point.attribute):
            for row in definitions_called(self._store, *place):
                return ProjectEntryPoint(path, point, *place, row.anchor)
        return ProjectEntryPoint(path, point, module)

    def _named(self, path: str, point: EntryPoint) -> list[str]:
        """Return the files that an entry point may name, the likeliest first."""
        folder, _, name = path.rpartition("/")
        if name == PACKAGE:
            return [*self._packages.files_of(join(folder, point.module), path)]
        module = self._modules.absolute(path, point.module)
        return [module] if module in self._modules.files else []

    @cached_property
    def _packages(self) -> ModuleRules:
        return ModuleRules(self._store, self._store.file_keys())

    def _candidates(self, module: str, attribute: str) -> list[tuple[str, str]]:
        """Return what an attribute of a module may be, the module's own first."""
        if not attribute:
            return []
        first, _, rest = attribute.partition(".")
        imported = [
            (row.target, f"{row.qualname}.{rest}" if rest else row.qualname)
            for row in imported_as(self._store, module, first, at_once=True)
        ]
        return [(module, attribute), *imported]


def distribution_names(module: str, name: str = "") -> list[str]:
    """Return the names of distributions that an import may be of, best first.

    :param module: what is imported, dotted.
    :param name: what is imported from there.
    :return: names after :pep:`503`.
    """
    parts = [*module.split("."), *([name] if name and name != "*" else [])]
    names: dict[str, None] = {}
    for length in range(min(len(parts), 4), 0, -1):
        dotted = ".".join(parts[:length])
        names |= dict.fromkeys(WELL_KNOWN.get(dotted, ()))
        above = ".".join(parts[: length - 1])
        shared = length == 1 or above in _NAMESPACES
        if shared and dotted not in _NAMESPACES:
            names[canonicalize_name(dotted)] = None
    return list(names)


def package_names(module: str, name: str = "") -> list[str]:
    """Return the names of packages that an import of another language may be of.

    :param module: a path whose parts ``::`` or ``/`` part.
    :param name: what is imported from there, or from nowhere else.
    :return: names after :pep:`503`, the longest first.
    """
    parts = re.split("::|/", module or name)
    return [
        canonicalize_name("/".join(parts[:length]))
        for length in range(len(parts), 0, -1)
    ]
