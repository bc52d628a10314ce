"""What a file names of other projects, for which their inventories are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..codemap.code_map import CodeMap
from ..model.facts import Import
from ..model.rows import LinkRow
from .page_context import Context

_CATEGORIES: Final = ("standard library", "third party")


def external_uri(context: Context, imported: Import, row: LinkRow) -> str:
    """Return where another project documents what is imported, or an empty string."""
    # Inventories of Python are looked at.
    if row.category not in _CATEGORIES or imported.text:
        return ""
    target = context.external(_dotted(imported.module, imported.name))
    return target[0] if target else ""


def imported_names(code: CodeMap) -> Iterator[tuple[str, str]]:
    """Yield the path of each file with each dotted name that it imports from others."""
    for row in code.imports_of(_CATEGORIES):
        yield row.path, _dotted(row.module, row.name)


def _dotted(module: str, name: str) -> str:
    return f"{module}.{name}" if name and name != "*" else module
