"""Keywords of many files: those below a folder, and all of them from A to Z.

Both list kind, qualified name and path, and no line, so that a line added at the
top of a file does not touch them. Neither grows without end: no page has more than
:data:`.LIMIT` entries. A folder with more of them points to its subfolders, and the
keywords from A to Z are parted (:mod:`.keyword_parts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from docutils import nodes
from msgspec.structs import replace

from ..codemap.code_map import CodeMap
from ..codemap.folders import path_below
from ..codemap.possible_uses import names_of_unknown
from ..i18n import figure, mark, say
from ..model.anchors import slug
from ..model.kinds import KINDS
from ..model.names import last_part
from ..model.record import Record
from ..model.rows import DefinitionRow
from ..store.use_queries import UsedName, uses_of_name
from .definition_facts import definition_facts
from .file_keywords import GROUPS
from .keyword_parts import LIMIT, part_rows, part_with_name
from .nodes import ListEntry, entries, link
from .page_context import Context, paragraph, titled_list, translated_paragraph
from .quantities import DECLARED, kind_word, pluralize
from .sections.possible_uses import name_title, use_entries, uses_anchor
from .titles import letter, part_name

#: Fewest entries under a heading of letters.
_UNDER_LETTERS: Final = 5
#: Most links to parts that are listed without headings.
_FEW_PARTS: Final = 40


class Subtree(Record, frozen=True):
    """What the subtree keyword index of a folder shows."""

    count: int
    definitions: tuple[DefinitionRow, ...]
    """All of them, or none where they are too many."""
    subfolders: tuple[tuple[str, int], ...] = ()
    """Path and number of definitions below, where they are too many."""
    files: tuple[tuple[str, int], ...] = ()
    """The same of the files in the folder itself."""


def subtree(code: CodeMap, path: str) -> Subtree:
    """Return what the subtree keyword index of a folder shows."""
    count = code.count_definitions(path)
    if count <= LIMIT:
        return Subtree(count, tuple(code.definitions_below(path)))
    folder = code.folders[path]
    return Subtree(
        count,
        (),
        _with_keywords(
            (end, code.count_definitions(end))
            for subfolder in folder.subfolders
            for *_, end in [code.compact_folders(subfolder)]
        ),
        _with_keywords(
            (file, code.count_definitions_in(file)) for file in folder.files
        ),
    )


def _with_keywords(rows: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(row for row in rows if row[1])


def subtree_inputs(code: CodeMap, path: str) -> object:
    """Return what the subtree keyword index of a folder shows, as plain data."""
    shown = subtree(code, path)
    return replace(shown, definitions=()), _shown(code, shown.definitions)


def _shown(code: CodeMap, rows: Iterable[DefinitionRow]) -> object:
    """Return what lists show of definitions: no line, but what is known of them."""
    return [
        (row.path, row.qualname, row.anchor, _facts(code, row), _what(row))
        for row in rows
    ]


def _what(row: DefinitionRow) -> str:
    """Return what a definition is: its kind, or ``struct``, and if it is declared."""
    word = kind_word(row.sort)
    return f"{word}, {say(DECLARED)}" if row.declaration else word


def _facts(code: CodeMap, row: DefinitionRow) -> str:
    return definition_facts(
        code,
        *(row.path, row.kind, row.qualname),
        documented=row.documented,
        private=row.private > 0,
    )


def subtree_body(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a folder's subtree keyword index."""
    shown = subtree(context.code, path)
    if not shown.definitions:
        return _too_many(context, shown)
    body: list[nodes.Node] = [paragraph(f"{pluralize(shown.count, 'keyword')}.")]
    for title, group in _groups(context, shown.definitions, KINDS, path):
        body += context.heading(title, f"keywords-{title.lower()}", path, [group])
    return body


def subtree_groups(
    context: Context, path: str, kinds: Iterable[str], *, private: bool
) -> list[tuple[str, nodes.Node]]:
    """Return the keywords below a folder as lists with their titles."""
    shown = subtree(context.code, path)
    if shown.count and not shown.definitions:
        body = nodes.container("", *_too_many(context, shown))
        return [(mark("Too Many Keywords"), body)]
    rows = [row for row in shown.definitions if private or not row.private]
    return list(_groups(context, rows, kinds))


def _groups(
    context: Context,
    rows: Sequence[DefinitionRow],
    kinds: Iterable[str],
    folder: str = "",
) -> Iterator[tuple[str, nodes.Node]]:
    for kind in kinds:
        group = [
            # The headings say what they are, and the folder that they are below.
            keyword_entry(context, row)._replace(
                kind="", where=path_below(folder, row.path)
            )
            for row in rows
            if row.kind == kind
        ]
        if group:
            yield GROUPS[kind], entries(group)


def _too_many(context: Context, shown: Subtree) -> list[nodes.Node]:
    text = (
        "There are {keywords} below this folder, but a page lists at most {limit}."
        " Choose a folder or a file, or see {page}."
    )
    keywords, limit = _keywords(shown.count), figure(LIMIT)
    page = link(say("Keywords A to Z"), context.href("keywords", ""))
    body: list[nodes.Node] = [
        translated_paragraph(text, keywords=keywords, limit=limit, page=page)
    ]
    for title, kind, rows, slash in (
        (say("Folders"), "sub", shown.subfolders, "/"),
        (say("Files"), "kw", shown.files, ""),
    ):
        listed = (
            ListEntry(
                f"{path.rpartition('/')[2]}{slash}",
                context.href(kind, path) or context.row(path),
                summary=_keywords(count),
            )
            for path, count in rows
        )
        body += titled_list(title, listed)
    return body


def _keywords(count: int) -> str:
    return pluralize(count, "keyword")


def keyword_entry(context: Context, row: DefinitionRow) -> ListEntry:
    """Return the line of a list for a definition of another page."""
    return ListEntry(
        row.qualname,
        context.href("docs", row.path, row.anchor),
        kind=_what(row),
        where=row.path,
        where_uri=context.href("kw", row.path) or context.href("docs", row.path),
        facts=_facts(context.code, row),
    )


def keywords_inputs(code: CodeMap, key: str) -> object:
    """Return what a page of keywords shows, as plain data."""
    keys = code.keywords
    if not key and len(keys) > 1:
        return [(part, sum(1 for _ in part_rows(code, part))) for part in keys[1:]]
    rows = list(part_rows(code, key))
    return _shown(code, rows), [
        (name, list(map(tuple, uses_of_name(code.store, name.name))))
        for name in _names_of_unknown(code, key, rows)
    ]


def keywords_body(context: Context, key: str) -> list[nodes.Node]:
    """Return the body of a page of keywords."""
    keys = context.code.keywords
    if not key and len(keys) > 1:
        return _overview(context, keys[1:])
    rows = list(part_rows(context.code, key))
    if not rows:
        return [paragraph(say("No file defines a name."))]
    # By the folded name, as the rows are ordered: "ß" stands under S.
    listed = [
        (last_part(row.qualname).casefold()[0], keyword_entry(context, row))
        for row in rows
    ]
    return [*_under_letters(context, listed), *_possible_uses(context, key, rows)]


def _names_of_unknown(
    code: CodeMap, key: str, rows: Iterable[DefinitionRow]
) -> list[UsedName]:
    """Return the names of a part that are asked of receivers that are not known."""
    used = names_of_unknown(code)
    names = {last_part(row.qualname) for row in rows}
    return [
        used[name]
        for name in sorted(names & used.keys())
        if part_with_name(code, name) == key
    ]


def _possible_uses(
    context: Context, key: str, rows: Iterable[DefinitionRow]
) -> list[nodes.Node]:
    """Return who uses the names of a part on receivers that are not known."""
    body = []
    for name in _names_of_unknown(context.code, key, rows):
        uses = uses_of_name(context.code.store, name.name)
        first, *others = use_entries(context, uses)
        anchor = context.anchor("", uses_anchor(name.name))
        listed = [first._replace(anchors=(anchor,)), *others]
        body.append(entries(listed, title=name_title(name), fold_from=1))
    if not body:
        return []
    return context.heading("Uses on Unknown Receivers", "uses", "", body)


def _overview(context: Context, keys: Sequence[str]) -> list[nodes.Node]:
    rows = []
    total = 0
    for key in keys:
        number = sum(1 for _ in part_rows(context.code, key))
        total += number
        name = f"{part_name(key)} ({figure(number)})"
        rows.append((key[0], ListEntry(name, context.href("keywords", key))))
    body: list[nodes.Node] = [paragraph(f"{_keywords(total)}.")]
    if len(rows) <= _FEW_PARTS:
        return [*body, entries(entry for _, entry in rows)]
    return body + _under_letters(context, rows)


def _under_letters(
    context: Context, rows: Iterable[tuple[str, ListEntry]]
) -> list[nodes.Node]:
    """Return entries under headings of letters, without any where one heading would do.

    Letters with few entries share a heading.

    :param rows: entries with what they begin with, in order.
    """
    groups: list[tuple[str, str, list[ListEntry]]] = []
    for first, group in groupby(rows, lambda row: row[0]):
        listed = [entry for _, entry in group]
        if groups and len(groups[-1][2]) < _UNDER_LETTERS:
            begin, _, before = groups.pop()
            groups.append((begin, first, before + listed))
        else:
            groups.append((first, first, listed))
    if len(groups) > 1 and len(groups[-1][2]) < _UNDER_LETTERS:
        _, last, listed = groups.pop()
        begin, _, before = groups.pop()
        groups.append((begin, last, before + listed))
    if len(groups) == 1:
        return [entries(groups[0][2])]
    body: list[nodes.Node] = []
    for begin, last, listed in groups:
        shown = letter(begin)
        title = shown if begin == last else f"{shown}–{letter(last)}"  # noqa: RUF001
        name = f"letter-{slug(shown)}"
        body += context.heading(title, name, "", [entries(listed)])
    return body
