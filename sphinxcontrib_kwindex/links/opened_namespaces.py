"""The namespaces that headers of C++ open for who includes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ..analysis.languages.registry import row_of
from ..model.grouped import grouped
from ..store.database import Store
from ..store.import_queries import opened_namespaces
from .imports import ImportResolver
from .languages.includes import SOURCES


class OpenedNamespaces:
    """Tells which namespaces are open in a file by what it includes.

    :param imports: what imports mean.
    """

    def __init__(self, store: Store, imports: ImportResolver) -> None:
        self._store = store
        self._imports = imports
        self._path = ""
        self._of_path: tuple[str, ...] = ()

    def of(self, path: str) -> tuple[str, ...]:
        """Return the qualified names of those that are open in a file."""
        if path != self._path:
            self._path, self._of_path = path, tuple(self._seen_by(path))
        return self._of_path

    def _seen_by(self, path: str) -> list[str]:
        if not row_of(path).includes:
            return []
        return [
            namespace
            for namespace, headers in self._opening.items()
            if any(self._imports.sees(path, one) for one in headers)
        ]

    @cached_property
    def _opening(self) -> Mapping[str, Sequence[str]]:
        """The headers that open namespaces for who includes them, by these."""
        opened = opened_namespaces(self._store)
        return grouped(
            (name, path) for path, name in opened if not path.endswith(SOURCES)
        )
