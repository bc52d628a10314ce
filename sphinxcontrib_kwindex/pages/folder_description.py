"""What a folder says of itself: how its README opens, and what speaks for it else."""

from __future__ import annotations

import re
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..model.record import Record
from ..model.rows import FileRow
from ..store.link_rows import TextLinkRow
from .page_context import Context, paragraph, translated_paragraph
from .sections.rendered_text import rendered_opening

_WORD: Final = re.compile(r"\w+")
#: So many words a sentence has that is known by most of them.
_MANY: Final = 6
#: This share of them has to be the same.
_SAME: Final = 0.75


class Readme(Record, frozen=True):
    """A README that has a page, and what its opening shows."""

    path: str
    key: str
    mentions: tuple[TextLinkRow, ...]
    """What its links mean."""


def readme_with_page(code: CodeMap, folder: str) -> FileRow | None:
    """Return the README of a folder that has a page; ``None`` without one."""
    row = code.readme(folder)
    return row if row and row.docs else None


def folder_readme(code: CodeMap, folder: str) -> Readme | None:
    """Return the README whose opening the index of a folder shows."""
    row = readme_with_page(code, folder)
    if row is None:
        return None
    return Readme(row.path, row.key, tuple(code.resolved_mentions(row.path)))


def spokesman(code: CodeMap, folder: str) -> FileRow | None:
    """Return the file that speaks for a folder, if not the README in its index."""
    row = code.describing_file(folder, at_length=True)
    return row if row != readme_with_page(code, folder) else None


def description(
    context: Context, summary: str, readme: Readme | None
) -> list[nodes.Node]:
    """Return what a folder says of itself, no sentence twice.

    :param summary: the sentence that describes it; may be empty.
    """
    opening = rendered_opening(context, readme.path) if readme else []
    body: list[nodes.Node] = []
    if summary and not _is_said(summary, " ".join(node.astext() for node in opening)):
        body.append(paragraph(summary))
    if readme and opening:
        told = translated_paragraph("From {file}.", file=context.file(readme.path))
        body += [*opening, told]
    return body


def _is_said(summary: str, opening: str) -> bool:
    """Tell whether a text has a sentence, or nearly all words of a longer one."""
    if summary.rstrip(".\N{HORIZONTAL ELLIPSIS}") in " ".join(opening.split()):
        return True
    words, others = (set(_WORD.findall(text.lower())) for text in (summary, opening))
    return len(words) >= _MANY and len(words & others) >= _SAME * len(words)
