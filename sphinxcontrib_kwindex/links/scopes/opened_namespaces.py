"""The namespaces that headers of C++ open for who includes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

from ...analysis.languages.registry import row_of
from ...model.grouped import grouped
from ...model.references import Spec
from ...store.import_queries import opened_namespaces
from ..imports.import_resolver import ImportResolver
from ..languages.includes import SOURCES

#: How many of them count, those first in their order: each is asked for each name.
_MOST: Final = 50


class OpenedNamespaces:
    """Tells which namespaces are open in a file by what it includes.

    :param imports: what imports mean.
    """

    def __init__(self, imports: ImportResolver) -> None:
        self._imports = imports
        self.of: Callable[[str], tuple[str, ...]] = lru_cache(1)(self._seen_by)
        """Returns the qualified names of those that are open in a file."""

    def added_to(self, path: str, spec: Spec) -> Iterator[Spec]:
        """Yield a name, then as it is in what is open by what a file includes."""
        yield spec
        if opened := self.of(path):
            first = spec.steps[:1] or ("",)
            yield spec._replace(steps=(*first, *opened))

    def _seen_by(self, path: str) -> tuple[str, ...]:
        opening = self._opening.items() if row_of(path).includes else ()
        seen = (
            namespace
            for namespace, headers in opening
            if any(self._imports.sees(path, header) for header in headers)
        )
        return tuple(islice(seen, _MOST))

    @cached_property
    def _opening(self) -> Mapping[str, Sequence[str]]:
        """The headers that open namespaces for who includes them, by these."""
        opened = opened_namespaces(self._imports.store)
        return grouped(
            (name, path) for path, name in opened if not path.endswith(SOURCES)
        )
