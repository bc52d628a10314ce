"""Related Files: which files to look at next."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.relation_reasons import reason_words
from ...i18n import say
from ..nodes import ListEntry, entries
from ..page_context import Context, nothing_found
from .section import Section, parsed_source


def related_files(context: Context, path: str) -> list[nodes.Node]:
    """Return the files nearest to a file, each with its reasons."""
    rows = [
        ListEntry(
            file.path,
            context.href("docs", file.path),
            summary="; ".join(map(reason_words, file.reasons)),
        )
        for file in context.code.related_files(path)
    ]
    if rows:
        return [entries(rows)]
    looked = [say("mentions of each other"), say("files with the same name")]
    if parsed_source(context.code.facts(path)):
        looked.insert(0, say("imports, shared importers and shared names"))
    return [nothing_found(say("No related files found."), *looked)]


SECTION: Final = Section("Related Files", related_files, CodeMap.related_files)
