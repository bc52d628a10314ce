"""Which source of C or C++ a module is that Python imports."""

from __future__ import annotations

from functools import cache
from typing import Final

from ..analysis.languages.c_python import INIT
from ..analysis.languages.registry import family_of
from ..store.database import Store
from ..store.definition_queries import definitions_named
from .tree_paths import folder_distance

_C: Final = "c"


class ExtensionModules:
    """The extension modules of a tree, and what is in them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._files = cache(self._read_files)
        self._exposed = cache(self._read_exposed)

    def find(self, importer: str, name: str) -> str:
        """Return the path of the source that defines a module; empty if none does.

        :param name: its dotted name, of which the last part counts: the others say
            where it is installed.
        """
        paths = self._files(name.rpartition(".")[2])
        near = sorted((folder_distance(importer, path), path) for path in paths)
        if len(near) > 1 and near[0][0] == near[1][0]:
            return ""
        return near[0][1] if near else ""

    def definition(self, path: str, name: str) -> str:
        """Return the qualified name of what a module calls so; empty if unknown."""
        return self._exposed(path).get(name, "")

    def _read_files(self, name: str) -> list[str]:
        rows = definitions_named(self._store, f"{INIT}{name}", ("function",))
        paths = {row.path for row in rows if not row.declaration}
        return [path for path in paths if family_of(path) == _C]

    def _read_exposed(self, path: str) -> dict[str, str]:
        if family_of(path) != _C:
            return {}
        facts = self._store.get_facts(self._store.file_key(path) or "")
        return {one.name: one.qualname for one in facts.exposed}
