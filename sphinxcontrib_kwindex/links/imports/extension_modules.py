"""Which source of C or C++ a module is that Python imports."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from ...model.extension_names import INIT, OPERATOR_ROOT, OPERATORS
from ...model.kinds import CALLABLES, TYPES
from ...model.names import ends_with, last_part
from ...model.python_suffixes import PYTHON
from ...store.database import Store
from ...store.definition_queries import definitions_named
from ..tree_paths import nearest_alone


class ExtensionModules:
    """The extension modules of a tree, and what is in them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._files = cache(self._read_files)
        self._exposed = cache(self._read_exposed)
        self._libraries = cache(self._read_libraries)

    def find(self, importer: str, name: str) -> str:
        """Return the path of the source that defines a module; empty if none does.

        :param name: its dotted name, of which the last part counts: the others say
            where it is installed.
        """
        return nearest_alone(importer, self._files(name.rpartition(".")[2]))

    def definition(self, path: str, name: str) -> tuple[str, str] | None:
        """Return the path and the qualified name of what a module calls so."""
        return next(iter(self._exposed(path).get(name, ())), None)

    def operators(self, name: str) -> list[tuple[str, str]]:
        """Return the functions that implement an operator of PyTorch.

        :param name: its dotted name, ``torch.ops.space.name``.
        :return: paths and qualified names, by the path.
        """
        root, _, rest = name.partition(f"{OPERATOR_ROOT}.")
        space, _, last = rest.partition(".")
        if root or not last or "." in last:
            return []
        return [
            function
            for path in self._libraries(space)
            for function in self._exposed(path).get(name, ())
        ]

    def _read_libraries(self, space: str) -> list[str]:
        paths = {
            row.path
            for macro in OPERATORS
            for row in definitions_named(
                self._store, f"{macro}({space})", ("function",)
            )
        }
        return sorted(paths)

    def _read_files(self, name: str) -> list[str]:
        rows = definitions_named(self._store, f"{INIT}{name}", ("function",))
        paths = {row.path for row in rows if not row.declaration}
        return [path for path in paths if _is_c(path)]

    def _read_exposed(self, path: str) -> dict[str, list[tuple[str, str]]]:
        definitions: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        if _is_c(path):
            facts = self._store.facts_of(path)
            own = {row.qualname for row in facts.definitions}
            for exposed in facts.exposed:
                if exposed.qualname in own:
                    definitions[exposed.name].append((path, exposed.qualname))
                elif elsewhere := self._elsewhere(exposed.qualname):
                    definitions[exposed.name].append(elsewhere)
        return definitions

    def _elsewhere(self, name: str) -> tuple[str, str] | None:
        """Return the one definition of the tree that a name of C++ means."""
        rows = definitions_named(
            self._store, last_part(name), sorted(CALLABLES | TYPES)
        )
        definitions = {
            (row.path, row.qualname)
            for row in rows
            if not row.declaration
            and _is_c(row.path)
            and (row.qualname == name or ends_with(row.qualname, name))
        }
        return definitions.pop() if len(definitions) == 1 else None


def _is_c(path: str) -> bool:
    if path.endswith(PYTHON):
        return False
    # It takes a while to import, and few questions are about other languages.
    from ...analysis.languages.registry import row_of

    return row_of(path).includes
