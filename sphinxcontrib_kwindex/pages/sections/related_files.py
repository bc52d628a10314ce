"""Which files one should look at next."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import counted, mark, say
from ...store.related_queries import Reason
from ..nodes import ListEntry, entries, nothing_found
from ..page_context import Context
from .section import Section, parsed_source

#: What is said of a related file, by the kind of reason.
_SAID: Final = {
    "stub": mark("type stub of this file"),
    "stubbed": mark("module of this stub"),
    "same name": mark("same name"),
    "imports": mark("imports this file"),
    "imported": mark("imported by this file"),
    "imports and imported": mark("imports this file and is imported by it"),
    "links": mark("links to this file"),
    "linked": mark("linked from this file"),
    "imported together": mark("both imported by {number} files"),
    "names": mark("both use {names} from {path}"),
}


def related_files_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return code.related_files(path)


def related_files(context: Context, path: str) -> list[nodes.Node]:
    """Return the files nearest to a file, each with its reasons."""
    rows = [
        ListEntry(
            file.path,
            context.href("docs", file.path),
            summary="; ".join(map(_sentence, file.reasons)),
        )
        for file in context.code.related_files(path)
    ]
    if rows:
        return [entries(rows)]
    looked = [say("links between documents"), say("files with the same name")]
    if parsed_source(context.code.facts(path)):
        looked.insert(0, say("imports, shared importers and shared names"))
    return [nothing_found(say("No related files found."), *looked)]


def _sentence(reason: Reason) -> str:
    kind, number, names, path = reason
    said = say(_SAID[kind], number=number, names=", ".join(names), path=path)
    if kind in {"links", "linked"} and number > 1:
        said += say(" in {number} places", number=number)
    if names and number:
        said += counted(number, " and {number} more name", " and {number} more names")
    return said


SECTION: Final = Section("Related Files", related_files, related_files_inputs)
