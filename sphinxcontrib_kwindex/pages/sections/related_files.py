"""Which files one should look at next."""

from __future__ import annotations

import json
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import say
from ..nodes import ListEntry, entries, nothing_found
from ..page_context import Context
from .section import Section


def related_files_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    query = "SELECT other, reasons FROM related WHERE path = ? ORDER BY ordinal"
    return list(code.store.select(query, (path,)))


def related_files(context: Context, path: str) -> list[nodes.Node]:
    """Return the files nearest to a file, each with its reasons."""
    query = "SELECT other, reasons FROM related WHERE path = ? ORDER BY ordinal"
    rows = [
        ListEntry(
            other, context.href("docs", other), summary="; ".join(json.loads(reasons))
        )
        for other, reasons in context.code.store.select(query, (path,))
    ]
    if rows:
        return [entries(rows)]
    looked = [say("links between documents"), say("files with the same name")]
    if path in context.code.parsed:
        looked.insert(0, say("imports, shared importers and shared names"))
    return [nothing_found(say("No related files found."), *looked)]


SECTION: Final = Section("Related Files", related_files, related_files_inputs)
