"""The files that a file names, and the files that name it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from posixpath import basename, dirname, splitext
from typing import Final

from docutils import nodes

from ...analysis.languages.registry import language_of
from ...codemap.code_map import CodeMap
from ...i18n import at_lines, mark, say
from ...links.text_links import TEXT_TYPES, begins_above, resolve_path, split_target
from ...model.facts import FileFacts, Mention
from ...model.grouped import grouped
from ...store.link_rows import TextLinkRow
from ..nodes import SHOWN, LinkTarget, ListEntry, Part, SourceLink, rubric
from ..page_context import Context, counted_list, nothing_found, titled_list
from ..quantities import pluralize

#: The titles of the groups, by the kinds of mentions.
_GROUPS: Final = {
    "include": mark("Includes"),
    "document": mark("Documents"),
    "module": mark("Documents code in"),
    "link": mark("Links"),
    "download": mark("Downloads"),
    "image": mark("Images"),
    "path": mark("Mentions"),
}
#: Suffixes of what people write and keep beside their texts, beside those of
#: languages. Pages (``.html``) are made by programs.
_FILE_SUFFIXES: Final = frozenset(
    """
    .md .rst .txt .ipynb .toml .cfg .ini .yaml .yml .json .sh .c .h .cc .cpp
    .js .ts .rs .go .png .jpg .jpeg .gif .svg .webp
    """.split()  # noqa: SIM905
)


def text_links_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    rows = code.resolved_mentions(path)
    folders = [row.target in code.folders for row in rows]
    gone = [ordinal for ordinal, _ in _missing(code, path, code.facts(path), rows)]
    return rows, folders, gone, code.mentioned_in(path)


def text_links(context: Context, path: str) -> list[nodes.Node]:
    """Return the files that a text file names in groups, and those that name it."""
    code = context.code
    facts = code.facts(path)
    rows = code.resolved_mentions(path)
    body = named_files(context, path)
    gone = grouped(
        (target, facts.mentions[ordinal].line)
        for ordinal, target in _missing(code, path, facts, rows)
    )
    items = [_entry(context, path, target, "", lines) for target, lines in gone.items()]
    body += counted_list(mark("Not in the source tree"), items, shown=SHOWN)
    body += mentioned_in_list(context, path)
    if body:
        return body
    mentions = say("paths in other files")
    if facts.type not in TEXT_TYPES:
        # What else it needs is not known.
        return [nothing_found(say("No mentions found."), mentions)]
    looked = say("references to other files"), mentions
    return [nothing_found(say("No dependencies found."), *looked)]


def named_files(context: Context, path: str) -> list[nodes.Node]:
    """Return the files that a file names in groups, with the lines."""
    mentions = context.code.facts(path).mentions
    groups: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
    for row in context.code.resolved_mentions(path):
        if row.target != path:
            mention = mentions[row.ordinal]
            kind = "module" if mention.kind == "definition" else mention.kind
            groups[kind].setdefault(row.target, []).append(mention.line)
    body: list[nodes.Node] = []
    for kind, title in _GROUPS.items():
        if kind in groups:
            items = [
                _entry(context, path, target or ".", _uri(context, target), lines)
                for target, lines in groups[kind].items()
            ]
            body += counted_list(title, items, shown=SHOWN)
    return body


def mentioned_in_list(context: Context, path: str) -> list[nodes.Node]:
    """Return the files that name a file under a heading, nothing without any."""
    names = context.code.mentioned_in(path)
    return files_under(context, mark("Mentioned in ({files})"), names)


def files_under(context: Context, title: str, paths: Sequence[str]) -> list[nodes.Node]:
    """Return files under a heading that counts them, nothing without any.

    Of many those of one folder share a line.

    :param title: in English.
    """
    if not paths:
        return []
    shown = say(title, files=pluralize(len(paths), "file"))
    if len(paths) <= SHOWN + 1:
        return [rubric(shown), context.file_list(paths)]
    folders = grouped((dirname(path), path) for path in paths)
    rows = [_folder_entry(context, *group) for group in folders.items()]
    return titled_list(shown, rows, shown=SHOWN)


def _folder_entry(context: Context, folder: str, files: Sequence[str]) -> ListEntry:
    """Return a line of a list for files of a folder."""
    if len(files) == 1:
        return ListEntry(files[0], context.href("docs", files[0]))
    return ListEntry(
        f"{folder}/" if folder else context.code.settings.title,
        context.href("index", folder),
        where=pluralize(len(files), "file"),
        parts=tuple(
            Part(basename(path), context.href("docs", path), literal=True)
            for path in files
        ),
    )


def path_links(context: Context, path: str, facts: FileFacts) -> list[SourceLink]:
    """Return the targets in the text of a file that lead to pages."""
    links: list[SourceLink] = []
    for row in context.code.resolved_mentions(path):
        mention = facts.mentions[row.ordinal]
        uri = uri_of_mention(context, row)
        if not mention.length or not uri or (row.target == path and not row.line):
            continue
        by_name = mention.kind == "path" and not begins_above(
            path, mention.target, row.target
        )
        target = LinkTarget(uri, say("by name only") if by_name else "")
        links.append((mention.line, mention.column, mention.length, target))
    return links


def uri_of_mention(context: Context, row: TextLinkRow) -> str:
    """Return the URI of what a mention means, empty where that has no page."""
    return _uri(context, row.target, row.line)


def _uri(context: Context, target: str, line: int = 0) -> str:
    if target in context.code.folders:
        return context.href("index", target)
    return context.line(target, line) if line else context.href("docs", target)


def _entry(
    context: Context, path: str, text: str, uri: str, lines: list[int]
) -> ListEntry:
    lines = sorted(set(lines))
    where = at_lines(", ".join(map(str, lines)), len(lines) > 1)
    return ListEntry(text, uri, where=where, where_uri=context.line(path, lines[0]))


def _missing(
    code: CodeMap, path: str, facts: FileFacts, rows: list[TextLinkRow]
) -> Iterator[tuple[int, str]]:
    """Yield index and path of mentions that can only mean a file that is not there.

    Others may be pages that a program makes, or addresses on some server: what has
    no suffix of a source, begins with a slash, or lies in a folder that is not there.
    """
    resolved = {row.ordinal for row in rows}
    for ordinal, mention in enumerate(facts.mentions):
        if ordinal in resolved or not _names_file(mention):
            continue
        target = resolve_path(path, split_target(mention)[0])
        if target and dirname(target) in code.folders:
            yield ordinal, target


def _names_file(mention: Mention) -> bool:
    target = split_target(mention)[0]
    return (
        mention.kind not in {"document", "module", "definition", "path"}
        and (splitext(target)[1] in _FILE_SUFFIXES or language_of(target) is not None)
        and not target.startswith("/")
        and not re.search(r"[%*<>{}|]|www\.", target)
    )
