"""Keeps the doctrees of generated pages in their files.

Sphinx has each doctree in memory from when it is read until it is written, and then as
it was read from the file, which no document asks for again.

What it keeps on purpose are a title and local contents. Each node of these has five
lists, which are empty: together they take more than the texts. Who changes such a node
changes a copy of it, which has lists of its own. Nodes of local contents that have
nothing but these share the table of them, too.
"""

from __future__ import annotations

from collections.abc import Container
from contextlib import ExitStack
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

from ..setup.build_state import build_state, replace
from ..setup.event_priorities import LAST
from .shortcut import Shortcut, connect

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
    """Have the environment keep the doctrees of hand-written documents only.

    Of generated ones it keeps titles and local contents without lists of their own.
    """
    pages = build_state(app).pages
    for name in _CACHES:
        kept = getattr(app.env, name)
        replace(undo, app.env, name, _Others(kept, pages))
    empty: list[Any] = []
    alike: dict[tuple[str, ...], dict[str, Any]] = {}

    def doctree_read(app: Sphinx, _: nodes.document) -> None:
        env, docname = app.env, app.env.docname
        if docname in pages:
            for kept in (env.titles[docname], env.tocs[docname]):
                for node in kept.findall(nodes.Element):
                    for name in node.list_attributes:
                        if not node.attributes[name]:
                            node.attributes[name] = empty
            for node in env.tocs[docname].findall(nodes.Element):
                # Numbers of sections are put into titles and references.
                if not any(node.attributes.values()):
                    names = tuple(node.attributes)
                    node.attributes = alike.setdefault(names, node.attributes)

    connect(undo, app, "doctree-read", doctree_read, LAST)


DOCTREE_MEMORY: Final = Shortcut(
    "doctree_memory",
    "keeping the doctree of each generated page in memory until the build ends, and"
    " empty lists for each node of its title and local contents",
    (
        *(f"env.{name}" for name in (*_CACHES, "titles", "tocs")),
        "docutils.nodes:Element.list_attributes",
    ),
    install,
)
