"""Keeps the doctrees of generated pages in their files.

Sphinx has each doctree in memory from when it is read until it is written, and then as
it was read from the file, which no document asks for again.
"""

from __future__ import annotations

from collections.abc import Container
from contextlib import ExitStack
from typing import Any, Final

from sphinx.application import Sphinx

from ..setup.build_state import build_state
from ..setup.replacement import replace
from .shortcut import Shortcut

_CACHES: Final = ("_write_doc_doctree_cache", "_pickled_doctree_cache")


class _Others(dict[str, Any]):
    """What is kept by docname, but for some documents."""

    def __init__(self, kept: dict[str, Any], without: Container[str]) -> None:
        super().__init__(kept)
        self._without = without

    def __setitem__(self, docname: str, value: Any) -> None:
        if docname not in self._without:
            super().__setitem__(docname, value)


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the environment keep the doctrees of hand-written documents only."""
    pages = build_state(app).pages
    for name in _CACHES:
        kept = getattr(app.env, name)
        replace(undo, app.env, name, _Others(kept, pages))


DOCTREE_MEMORY: Final = Shortcut(
    "doctree_memory",
    "keeping the doctree of each generated page in memory until the build ends",
    tuple(f"env.{name}" for name in _CACHES),
    install,
)
