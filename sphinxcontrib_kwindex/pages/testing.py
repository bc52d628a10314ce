"""Which tests and users a file has, or what a test file tests."""

from __future__ import annotations

from docutils import nodes

from ..codemap import CodeMap
from .context import Context


def testing_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return None


def testing(context: Context, path: str) -> list[nodes.Node]:
    """Which tests and users a file has, or what a test file tests."""
    return []
