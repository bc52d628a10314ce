"""Which files one should look at next."""

from __future__ import annotations

from docutils import nodes

from ..codemap import CodeMap
from .context import Context


def related_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return None


def related(context: Context, path: str) -> list[nodes.Node]:
    """Which files one should look at next."""
    return []
