"""What text files name, and which text files name a file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from posixpath import dirname, splitext
from typing import Final, NamedTuple

from docutils import nodes

from ...analysis.file_types import file_type
from ...codemap.code_map import CodeMap
from ...i18n import and_more, at_line, at_lines, figure, mark, say
from ...links.text_links import TEXT_TYPES, resolve_path, split_target
from ...model.facts import FileFacts, Mention
from ..definition_counts import kind_word
from ..nodes import SHOWN, Entry, SourceLink, checks, entries
from ..page_context import Context, counted

#: The titles of the groups, by the kinds of mentions.
_GROUPS: Final = {
    "include": mark("Includes"),
    "document": mark("Documents"),
    "link": mark("Links"),
    "download": mark("Downloads"),
    "image": mark("Images"),
}
#: So many lines are named where a file is mentioned more often.
_LINES_NAMED: Final = 3
#: Suffixes of what people write and keep beside their texts. Pages (``.html``) are
#: made by programs.
_FILE_SUFFIXES: Final = frozenset(
    """
    .md .rst .txt .py .pyi .ipynb .toml .cfg .ini .yaml .yml .json .sh .c .h .cc .cpp
    .js .ts .rs .go .png .jpg .jpeg .gif .svg .webp
    """.split()  # noqa: SIM905
)


class Pointer(NamedTuple):
    """What a mention means; see :mod:`~sphinxcontrib_kwindex.links.text_links`."""

    ordinal: int
    target: str
    line: int


def pointers(code: CodeMap, path: str) -> list[Pointer]:
    """Return what the mentions of a file mean, where they mean something."""
    query = "SELECT ordinal, target, line FROM pointer WHERE path = ? ORDER BY ordinal"
    return [Pointer(*row) for row in code.store.select(query, (path,))]


def mentioned_in(code: CodeMap, path: str) -> list[str]:
    """Return the text files that name a file, in the order of the tree."""
    query = (
        "SELECT DISTINCT pointer.path FROM pointer JOIN file USING (path)"
        " WHERE target = ? AND pointer.path <> target ORDER BY file.ordinal"
    )
    return [one for (one,) in code.store.select(query, (path,))]


def mentions_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    if file_type(path.rpartition("/")[2]).name not in TEXT_TYPES:
        return mentioned_in(code, path)
    rows = pointers(code, path)
    folders = [row.target in code.folders for row in rows]
    gone = [ordinal for ordinal, _ in _missing(code, path, code.facts(path), rows)]
    return rows, folders, gone, mentioned_in(code, path)


def mentions(context: Context, path: str) -> list[nodes.Node]:
    """Return the files that a text file names in groups, and those that name it."""
    code = context.code
    facts = code.facts(path)
    found: list[nodes.Node] = []
    rows = pointers(code, path)
    groups: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
    for row in rows:
        if row.target != path:
            one = facts.mentions[row.ordinal]
            groups[one.kind].setdefault(row.target, []).append(one.line)
    for kind, title in _GROUPS.items():
        if kind in groups:
            items = [
                _entry(context, path, target or ".", _uri(context, target), lines)
                for target, lines in groups[kind].items()
            ]
            found += _group(title, items)
    gone: defaultdict[str, list[int]] = defaultdict(list)
    for ordinal, target in _missing(code, path, facts, rows):
        gone[target].append(facts.mentions[ordinal].line)
    if gone:
        items = [_entry(context, path, *one) for one in _unlinked(gone)]
        found += _group(mark("Not in the tree"), items)
    found += mentioned_in_list(context, path)
    if found:
        return found
    looked = [say("Markdown and reStructuredText files that name it")]
    if facts.type in TEXT_TYPES:
        looked.insert(0, say("files that it names"))
    return [checks(say("No dependencies found."), *looked)]


def mentioned_in_list(context: Context, path: str) -> list[nodes.Node]:
    """Return the text files that name a file under a heading, nothing without any."""
    names = mentioned_in(context.code, path)
    if not names:
        return []
    items = (Entry(one, context.href("docs", one)) for one in names)
    title = say("Mentioned in ({files})", files=counted(len(names), "file"))
    return [nodes.rubric(title, title), entries(items, shown=SHOWN)]


def pointer_links(context: Context, path: str, facts: FileFacts) -> list[SourceLink]:
    """Return the targets in the text of a file that lead to pages."""
    found: list[SourceLink] = []
    for row in pointers(context.code, path):
        one = facts.mentions[row.ordinal]
        uri = _uri(context, row.target, row.line)
        if not one.length or not uri or (row.target == path and not row.line):
            continue
        kind = "folder" if row.target in context.code.folders else "file"
        title = f"{kind_word(kind)} {row.target or '.'}"
        if row.line:
            title += f", {at_line(row.line)}"
        found.append((one.line, one.column, one.length, (uri, title)))
    return found


def _uri(context: Context, target: str, line: int = 0) -> str:
    if target in context.code.folders:
        return context.href("index", target)
    return context.line(target, line) if line else context.href("docs", target)


def _entry(context: Context, path: str, text: str, uri: str, lines: list[int]) -> Entry:
    lines = sorted(set(lines))
    named = ", ".join(str(line) for line in lines[:_LINES_NAMED])
    where = at_lines(named, len(lines) > 1)
    if len(lines) > _LINES_NAMED:
        where += and_more(len(lines) - _LINES_NAMED)
    return Entry(text, uri, where=where, where_uri=context.line(path, lines[0]))


def _unlinked(gone: dict[str, list[int]]) -> Iterator[tuple[str, str, list[int]]]:
    for target, lines in gone.items():
        yield target, "", lines


def _group(title: str, items: list[Entry]) -> list[nodes.Node]:
    title = f"{say(title)} ({figure(len(items))})"
    return [nodes.rubric(title, title), entries(items, shown=SHOWN)]


def _missing(
    code: CodeMap, path: str, facts: FileFacts, rows: list[Pointer]
) -> Iterator[tuple[int, str]]:
    """Yield index and path of mentions that can only mean a file that is not there.

    Others may be pages that a program makes, or addresses on some server: what has
    no suffix of a source, begins with a slash, or lies in a folder that is not there.
    """
    known = {row.ordinal for row in rows}
    for ordinal, one in enumerate(facts.mentions):
        if ordinal in known or not _names_file(one):
            continue
        target = resolve_path(path, split_target(one)[0])
        if target and dirname(target) in code.folders:
            yield ordinal, target


def _names_file(one: Mention) -> bool:
    target = split_target(one)[0]
    return (
        one.kind != "document"
        and splitext(target)[1] in _FILE_SUFFIXES
        and not target.startswith("/")
        and not re.search(r"[%*<>{}|]|www\.", target)
    )
