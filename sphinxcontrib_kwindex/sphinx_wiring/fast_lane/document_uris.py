"""Quotes the name of a document for its URI once, and not for each link to it."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from typing import Final

from sphinx.application import Sphinx

from ..setup.replacement import replace
from .shortcut import Shortcut, makes_html


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the builder remember the URIs of documents."""
    replace(undo, app.builder, "get_target_uri", cache(app.builder.get_target_uri))


DOCUMENT_URIS: Final = Shortcut(
    "document_uris",
    "quoting the name of a document for each link to it",
    ("builder.get_target_uri(docname, typ)",),
    install,
    makes_html,
    saves="1 %",
)
