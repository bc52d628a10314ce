"""Keywords of many files: those below a folder, and all of them from A to Z.

Both list kind, qualified name and path, and no line, so that a line added at the
top of a file does not touch them. Neither grows without end: no page has more than
:data:`LIMIT` entries. A folder with more of them points to its subfolders. The
keywords from A to Z are parted by the beginning of the name, one character more as
long as there are too many, and a name that alone has too many by path. What a part
holds is told by its key alone, so that its bounds stay where they are when a name
comes or goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..i18n import figure, mark, say
from ..model.anchors import slug
from ..model.facts import KINDS, is_private
from ..model.rows import DefinitionRow
from .file_keywords import GROUPS
from .nodes import ListEntry, entries, link, rubric
from .page_context import Context, paragraph, translated_nodes
from .quantities import kind_word, pluralize
from .titles import letter, part_name

#: A page lists no more entries than this.
LIMIT: Final = 1000
#: Fewest entries under a heading of letters.
_UNDER_LETTERS: Final = 5
#: Most links to parts that are listed without headings.
_FEW_PARTS: Final = 40


@dataclass(frozen=True, slots=True)
class Subtree:
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
    """Return what lists show of definitions: no line, but whether a use is found."""
    return [
        (*row[:3], row.anchor, row.qualname in code.unused[row.path]) for row in rows
    ]


def subtree_body(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a folder's subtree keyword index."""
    shown = subtree(context.code, path)
    if not shown.definitions:
        return _too_many(context, shown)
    body: list[nodes.Node] = [paragraph(f"{pluralize(shown.count, 'keyword')}.")]
    for title, group in _groups(context, shown.definitions, KINDS):
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
    rows = [row for row in shown.definitions if private or not is_private(row.qualname)]
    return list(_groups(context, rows, kinds))


def _groups(
    context: Context, rows: Sequence[DefinitionRow], kinds: Iterable[str]
) -> Iterator[tuple[str, nodes.Node]]:
    for kind in kinds:
        group = [keyword_entry(context, row) for row in rows if row.kind == kind]
        if group:
            yield GROUPS[kind], entries(group)


def _too_many(context: Context, shown: Subtree) -> list[nodes.Node]:
    body: list[nodes.Node] = [
        paragraph(
            *translated_nodes(
                "There are {keywords} below this folder, but a page lists at most"
                " {limit}. Choose a folder or a file, or see {page}.",
                keywords=_keywords(shown.count),
                limit=figure(LIMIT),
                page=link(say("Keywords A to Z"), context.href("keywords", "")),
            )
        )
    ]
    for title, kind, rows, slash in (
        (say("Folders"), "sub", shown.subfolders, "/"),
        (say("Files"), "kw", shown.files, ""),
    ):
        if rows:
            body.append(rubric(title))
            body.append(
                entries(
                    ListEntry(
                        f"{path.rpartition('/')[2]}{slash}",
                        context.href(kind, path) or context.row(path),
                        summary=_keywords(count),
                    )
                    for path, count in rows
                )
            )
    return body


def _keywords(count: int) -> str:
    return pluralize(count, "keyword")


def keyword_entry(context: Context, row: DefinitionRow) -> ListEntry:
    """Return the line of a list for a definition of another page."""
    return ListEntry(
        row.qualname,
        context.href("docs", row.path, row.anchor),
        kind=kind_word(row.kind),
        where=row.path,
        where_uri=context.href("kw", row.path) or context.href("docs", row.path),
        unused=row.qualname in context.code.unused[row.path],
    )


def parts(code: CodeMap) -> list[str]:
    """Return the keys of the pages that hold the keywords from A to Z.

    The first is that of the page where a reader begins: it holds everything, or
    lists the others. A key is the beginning of a casefolded name; that, a tab and the
    first and last of the characters that may follow (or only a tab, for names that end
    there or go on with anything but a letter); a casefolded name and a line feed (that
    name alone); or that and the path of a folder, with a final ``/`` for the files in
    the folder itself.
    """
    rows = code.definitions_by_folded_name()
    if sum(count for _, count in rows) <= LIMIT:
        return [""]
    return [
        "",
        *(key for _, group in _by_character(rows, 0) for key in _part(code, group, 1)),
    ]


def _by_character(
    rows: Sequence[tuple[str, int]], at: int
) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    for character, group in groupby(sorted(rows), lambda row: row[0][at : at + 1]):
        yield character, list(group)


def _part(code: CodeMap, rows: list[tuple[str, int]], length: int) -> Iterator[str]:
    """Yield the keys for names that agree in their first *length* characters."""
    if sum(count for _, count in rows) <= LIMIT:
        yield rows[0][0][:length]
        return
    # By a few ranges, whose bounds never move, before single characters: of these there
    # are dozens with a name or two.
    start = rows[0][0][:length]
    for letters, group in groupby(sorted(rows), lambda row: _range(row[0], length)):
        some = list(group)
        if sum(count for _, count in some) <= LIMIT:
            yield f"{start}\t{letters}"
            continue
        for character, names in _by_character(some, length):
            if character:
                yield from _part(code, names, length + 1)
            else:
                yield from _part_of_name(code, names[0][0], "")


#: Letters that share a page where there are few names with them.
_RANGES: Final = ("ae", "fj", "ko", "pt", "uz")


def _range(name: str, at: int) -> str:
    """Return which of the ranges a character of a name is in; empty for none."""
    character = name[at : at + 1]
    return next(
        (letters for letters in _RANGES if letters[0] <= character <= letters[1]), ""
    )


def _part_of_name(code: CodeMap, name: str, folder: str) -> Iterator[str]:
    paths = [row.path for row in code.definitions_folded(name, folder)]
    if len(paths) <= LIMIT:
        yield f"{name}\n{folder}"
        return
    start = len(folder) + 1 if folder else 0
    subfolders = sorted(
        {path[: path.index("/", start)] for path in paths if "/" in path[start:]}
    )
    if any("/" not in path[start:] for path in paths):
        yield f"{name}\n{folder}/"
    for subfolder in subfolders:
        yield from _part_of_name(code, name, subfolder)


def part_docname(key: str) -> str:
    """Return the last part of the docname of a page of keywords."""
    if not key:
        return "keywords"
    name, exact, folder = key.partition("\n")
    if not exact:
        start, parted, letters = name.partition("\t")
        among = f".{'-'.join(letters) or 'other'}" if parted else ""
        return f"keywords-{slug(start)}{among}"
    if not folder:
        return f"keywords-{slug(name)}.all"
    files = ".files" if folder.endswith("/") else ""
    return f"keywords-{slug(name)}.{slug(folder.rstrip('/'))}{files}"


def part_rows(code: CodeMap, key: str) -> Iterator[DefinitionRow]:
    """Iterate over the definitions that the part with a key holds."""
    name, exact, folder = key.partition("\n")
    if not exact:
        start, parted, letters = name.partition("\t")
        first, end = f"{start}{letters[:1]}", f"{start}{letters[-1:]}\U0010ffff"
        if letters or not parted:
            return code.definitions_between(first, end)
        others = f"{start}a", f"{start}z\U0010ffff"
        return code.definitions_between(first, end, without=others)
    inside = folder.endswith("/")
    return code.definitions_folded(name, folder.rstrip("/"), inside=inside)


def keywords_inputs(code: CodeMap, key: str) -> object:
    """Return what a page of keywords shows, as plain data."""
    keys = code.keywords
    if not key and len(keys) > 1:
        return [(part, sum(1 for _ in part_rows(code, part))) for part in keys[1:]]
    return _shown(code, part_rows(code, key))


def keywords_body(context: Context, key: str) -> list[nodes.Node]:
    """Return the body of a page of keywords."""
    keys = context.code.keywords
    if not key and len(keys) > 1:
        return _overview(context, keys[1:])
    # By the folded name, as the rows are ordered: "ß" stands under S.
    rows = [
        (row.qualname.rpartition(".")[2].casefold()[0], keyword_entry(context, row))
        for row in part_rows(context.code, key)
    ]
    if not rows:
        return [paragraph(say("No Python file defines a name."))]
    return _under_letters(context, rows)


def _overview(context: Context, keys: Sequence[str]) -> list[nodes.Node]:
    rows = [
        (
            key[0],
            ListEntry(
                part_name(key),
                context.href("keywords", key),
                summary=_keywords(sum(1 for _ in part_rows(context.code, key))),
            ),
        )
        for key in keys
    ]
    if len(rows) <= _FEW_PARTS:
        return [entries(entry for _, entry in rows)]
    return _under_letters(context, rows)


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
