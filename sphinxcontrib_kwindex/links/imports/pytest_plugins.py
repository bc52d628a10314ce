"""Which files of the tree have fixtures of pytest for others.

Those are each ``conftest.py`` for what is in its folder or below, the plugins that a
file names in ``pytest_plugins``, and those that the project itself installs: its entry
points of the group ``pytest11``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import chain
from posixpath import basename
from typing import Final

from ...analysis.project.pytest_options import CONFIGURATIONS, PLUGINS
from ...store.definition_queries import definitions_named
from ..tree_paths import folders_above
from .import_resolver import ImportResolver

_GROUP: Final = "pytest11"


class PytestPlugins:
    """The plugins of pytest in a tree.

    :param imports: knows which module has a name.
    """

    def __init__(self, imports: ImportResolver) -> None:
        self._imports = imports
        self._named_by = cache(self._find_named_by)

    def known_to(self, path: str) -> Iterator[str]:
        """Yield the files whose fixtures a file may ask for, the nearest first."""
        yield from self._named_by(path)
        for folder in folders_above(path):
            conftest = f"{folder}/conftest.py".lstrip("/")
            if conftest != path and conftest in self._imports.sources:
                yield conftest
                yield from self._named_by(conftest)
        yield from self._installed

    @cached_property
    def files(self) -> frozenset[str]:
        """The plugins, each of which any test may know."""
        rows = definitions_named(self._imports.store, PLUGINS, ["data"])
        naming = {row.path for row in rows if row.path in self._imports.sources}
        return frozenset(chain(self._installed, *map(self._named_by, naming)))

    def _find_named_by(self, path: str) -> list[str]:
        options = self._imports.store.facts_of(path).pytest_options or ()
        named = (option.values for option in options if option.name == PLUGINS)
        return self._modules(path, chain.from_iterable(named))

    @cached_property
    def _installed(self) -> list[str]:
        store, files = self._imports.store, list[str]()
        for path in store.file_keys():
            if basename(path) in CONFIGURATIONS:
                points = store.facts_of(path).entry_points
                modules = (point.module for point in points if point.group == _GROUP)
                files += self._modules(path, modules)
        return files

    def _modules(self, path: str, names: Iterable[str]) -> list[str]:
        found = (self._imports.modules.find(path, name, 0) for name in names)
        return list(filter(self._imports.sources.__contains__, found))
