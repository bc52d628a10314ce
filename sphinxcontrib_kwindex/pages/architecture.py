"""Where a file stands among the others."""

from __future__ import annotations

from docutils import nodes

from ..codemap import CodeMap
from .context import Context


def architecture_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return None


def architecture(context: Context, path: str) -> list[nodes.Node]:
    """Where a file stands among the others."""
    return []
