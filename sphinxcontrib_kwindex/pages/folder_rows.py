"""The rows of a folder's index: what each file and folder in it is shown as.

A file or folder without a page of its own has its place here: the row's id is what
links, the inventory and the roles lead to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ..codemap.code_map import CodeMap
from ..codemap.declared_documentation import implemented_types
from ..codemap.most_used import most_used
from ..i18n import figure, noun, say
from ..model.anchors import row_id
from ..model.names import last_part, letters
from ..model.record import Record
from ..model.references import DEFAULT
from ..model.rows import FileRow, FileSize
from ..scan.test_paths import counts_in
from .definition_facts import FOLDER, place_facts
from .file_documentation import has_documentation
from .nodes import ListEntry, Part
from .page_context import Context
from .quantities import file_size, files_and_definitions, most_first, pluralize
from .sections.original_source import HOLDS_CREDENTIALS

#: What files of data are called, by the reason why they are data: singular, plural.
DATA_WORDS: Final[dict[str, tuple[str, str]]] = {
    "image": ("image file", "image files"),
    "media": ("media file", "media files"),
    "font": ("font", "fonts"),
    "archive": ("archive", "archives"),
    "binary": ("binary file", "binary files"),
    "catalogue": ("translation catalogue", "translation catalogues"),
    "lock": ("lock file", "lock files"),
    "minified": ("minified file", "minified files"),
    "generated": ("generated file", "generated files"),
    "vendored": ("vendored file", "vendored files"),
    "table": ("data table", "data tables"),
    "large": ("large file", "large files"),
    "pointer": ("Git LFS pointer", "Git LFS pointers"),
    "unreadable": ("unreadable file", "unreadable files"),
    "withheld": ("credentials file", "credentials files"),
    "": ("other file", "other files"),
}
#: Of a folder of which nothing else is said, so many names.
_NAMED: Final = 4
#: Between two names, and not between the arguments of a template.
_NEXT_NAME: Final = re.compile(r", (?![^<]*>)")
#: The folder of the catalogues of one language, below that of the language.
_MESSAGES: Final = "LC_MESSAGES"


class FileLine(Record, frozen=True):
    """A file in the index of its folder."""

    path: str
    type: str
    summary: str
    size: int
    """In bytes, of data; 0 for other files, of which it is not shown."""
    reason: str
    """Why it is data; empty for other files."""
    docs: bool
    kw: bool
    definitions: int
    document: str
    """The document that Sphinx makes of it."""
    empty: bool
    """Whether there is nothing to read in it, and so no page."""
    problem: str
    """Why its content is not known, where it has no page that says so."""


class FolderLine(Record, frozen=True):
    """A folder in the index of the folder above."""

    path: str
    """The folder; of folders each of which holds only the next folder the last."""
    through: tuple[str, ...]
    """Those on the way to it, the outermost first."""
    summary: str
    files: int
    definitions: int
    documentation: bool
    """Whether it has a page that tells more of it."""


class DataLine(Record, frozen=True):
    """A folder that holds data only."""

    path: str
    files: int
    size: int
    """In bytes, of all files below."""
    languages: int
    """How many languages it has catalogues of; 0 if it is no folder of them."""
    reasons: tuple[tuple[str, int], ...]
    """How many files there are for each reason, most first. A catalogue and what it is
    compiled to count as one file."""


def file_line(code: CodeMap, row: FileRow) -> FileLine:
    """Return what the row of a file shows."""
    docs = has_documentation(code, row.path, row.docs)
    return FileLine(
        row.path,
        row.type,
        row.summary or _main_part(code, row),
        row.size if row.reason else 0,
        row.reason,
        docs,
        row.kw,
        code.count_definitions_in(row.path) if row.kw else 0,
        row.document,
        not row.docs and not row.reason and code.facts(row.path).blank,
        _problem(code, row) if row.problem and not docs else "",
    )


def _main_part(code: CodeMap, row: FileRow) -> str:
    """Return what most of a file is, or the types of headers that it implements.

    A file with neither has the names of its values. A name that is the file's own says
    nothing beside that.
    """
    if row.reason or row.mainly:
        name = row.path.rpartition("/")[2].partition(".")[0]
        is_own = letters(row.mainly) == letters(name)
        return "" if row.reason or is_own else row.mainly
    types = implemented_types(code, row.path)
    names = dict.fromkeys(last_part(of.qualname) for of in types[:_NAMED])
    return ", ".join(names) or row.values_named


def _problem(code: CodeMap, row: FileRow) -> str:
    problem = code.facts(row.path).problem
    return problem.message if problem else ""


def folder_line(code: CodeMap, path: str) -> FolderLine:
    """Return what the row of a folder shows that has more than data in it."""
    through = list(code.compact_folders(path))
    end = through.pop()
    return FolderLine(
        end,
        tuple(through),
        code.summary(end) or _main_names(code, end),
        *code.subtree_size(end),
        code.page("doc", end) is not None,
    )


def _main_names(code: CodeMap, folder: str) -> str:
    """Return what several files use of a folder, and the largest parts of its files.

    The most used come first, then those of large files, without their namespaces; of
    what is not all tests no tests are named. Of a single file it may be a sentence.
    """
    rows = [row for row in code.files_in(folder) if not row.reason]
    if 2 * sum(row.category == "prose" for row in rows) > len(rows):
        # A manual is not what its settings define.
        return ""
    rows = [row for row in rows if counts_in(folder, row.path)] or rows
    code_rows = [row for row in rows if row.category == "code"]
    rows = [row for row in code_rows if not row.summary]
    largest = sorted(
        (place, -row.lines, name)
        for row in rows
        if counts_in(folder, row.path)
        for place, name in enumerate(_NEXT_NAME.split(row.mainly.partition(": ")[0]))
        # Where it is a sentence there is no name, and titles of tests may be cut.
        if name not in {"", "…", "main"} and " " not in name and name.count('"') != 1
    )
    used = [
        last_part(row.qualname) if "::" in row.qualname else row.qualname
        for row in most_used(code, folder).names
        if row.users > 1
    ]
    names = list(dict.fromkeys([*used, *(name for *_, name in largest)]))
    # Without its file it says nothing, nor does what has no letter.
    names = [name for name in names if name != DEFAULT and letters(name)]
    told = [row.mainly for row in rows if row.mainly]
    if len(code_rows) == 1:
        told += [row.summary for row in code_rows if row.summary]
    if not names and len(told) == 1:
        return told[0]
    return ", ".join(names[:_NAMED] + (["…"] if len(names) > _NAMED else []))


def data_line(path: str, rows: Iterable[FileRow | FileSize]) -> DataLine:
    """Return what the row of a folder of data shows.

    :param rows: the files of data that it is about.
    """
    reasons: Counter[str] = Counter()
    catalogues: set[str] = set()
    languages: set[str] = set()
    files = size = 0
    for row in rows:
        files += 1
        size += row.size
        if row.reason != "catalogue":
            reasons[row.reason] += 1
            continue
        catalogues.add(row.path.rpartition(".")[0])
        parts = row.path[len(path) + 1 :].split("/")
        if _MESSAGES in parts[1:]:
            languages.add(parts[parts.index(_MESSAGES) - 1])
    if catalogues:
        reasons["catalogue"] = len(catalogues)
    return DataLine(path, files, size, len(languages), most_first(reasons))


def data_words(reason: str, number: int) -> str:
    """Return how many files of data there are, and what they are."""
    return f"{figure(number)} {noun(number, *DATA_WORDS[reason])}"


def folder_entry(context: Context, line: FolderLine, index: str) -> ListEntry:
    """Return the row of a folder.

    :param index: the folder in whose index it stands.
    """
    names = [folder.rpartition("/")[2] for folder in (*line.through, line.path)]
    return ListEntry(
        f"{'/'.join(names)}/",
        context.href("index", line.path),
        where=files_and_definitions(line.files, line.definitions),
        where_uri=context.href("doc", line.path),
        summary=line.summary,
        facts=place_facts(FOLDER, names[-1], line.summary),
        anchors=tuple(
            context.anchor(index, row_id(index, folder)) for folder in line.through
        ),
    )


def data_entry(
    context: Context, line: DataLine, index: str, *, inside: bool = False
) -> ListEntry:
    """Return the row of a folder that holds data only.

    :param inside: whether it is about the files of data in the folder that is listed.
    """
    parts = []
    if line.languages:
        parts.append(Part(pluralize(line.languages, "language")))
    parts += [Part(data_words(reason, number)) for reason, number in line.reasons]
    name = f"{line.path.rpartition('/')[2]}/"
    if inside:
        name = say("{files} in this folder", files=pluralize(line.files, "file"))
    return ListEntry(
        name,
        context.original_folder(line.path),
        prose=inside,
        where=file_size(line.size),
        parts=tuple(parts),
        anchors=(context.anchor(index, row_id(index, line.path)),),
        facts=place_facts(FOLDER, name, ""),
    )


def file_entry(context: Context, line: FileLine, index: str) -> ListEntry:
    """Return the row of a file."""
    where, where_uri = "", ""
    if line.kw:
        # What only imports has keywords, too.
        count = line.definitions
        where = pluralize(count, "definition") if count else say("keywords")
        where_uri = context.href("kw", line.path)
    elif line.reason:
        where = file_size(line.size)
    remark = line.problem or (say("empty") if line.empty else "")
    if line.reason and not remark:
        remark = noun(1, *DATA_WORDS[line.reason])
    withheld = line.reason == "withheld"
    name = line.path.rpartition("/")[2]
    return ListEntry(
        name,
        _leads_to(context, line),
        kind="" if withheld or line.type == "Python" else line.type,
        where=where,
        where_uri=where_uri,
        summary=say(HOLDS_CREDENTIALS) if withheld else line.summary,
        parts=(Part(remark),) if remark and not withheld else (),
        anchors=() if line.docs else (context.anchor(index, row_id(index, line.path)),),
        facts=place_facts(line.type, name, line.summary),
    )


def _leads_to(context: Context, line: FileLine) -> str:
    """Return the URI of what there is to read of a file."""
    if line.docs:
        return context.href("docs", line.path)
    if line.reason == "withheld":
        return ""
    document = context.uri(line.document, "") if line.document else ""
    return document or context.original(line.path)
