"""The start page: what the repository is made of, and where to begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from docutils import nodes
from msgspec.structs import replace

from ..codemap.code_map import CodeMap
from ..codemap.distributions import ProjectEntryPoint
from ..codemap.import_contracts import Judgement, judgements
from ..codemap.most_used import RankedFiles, most_used
from ..i18n import counted, mark, noun, say
from ..model.record import Record
from ..model.rows import Program
from ..scan.test_paths import example_folder, is_test, is_test_data
from .changes_page import CHANGES
from .control_characters import printable
from .entry_points import entry_point_lists, programs, project_entry_points
from .folder_description import description, readme_with_page
from .folder_pages import BEST, FolderIndex, folder_index, folder_rows
from .folder_rows import FolderLine, data_words, folder_entry, folder_line
from .important_files import important_list, important_title, purposes
from .nodes import ListEntry, entries
from .page_context import Context, paragraph
from .pictures.contracts import contracts_body
from .pictures.folder_map import Area, folder_map, folder_map_body
from .quantities import (
    TYPES,
    by_sort,
    declares_sentence,
    files_and_definitions,
    files_of_types,
    most_by_sort,
    named_and_others,
    pluralize,
)

#: A word of the name of a folder of tests: ``tests``, ``e2e-tests``.
_TESTS: Final = re.compile(r"(?:.*[_.-])?test(?:s|ing)?")


class StartPage(Record, frozen=True):
    """What the start page shows."""

    top: str
    """The folder that holds all others: the root, or the last of folders each of which
    holds one folder and nothing else."""
    path_to_top: FolderLine | None
    """The folders on the way to it; ``None`` where it is the root."""
    readme: str
    """The README there that has a page, where its opening is not on this one."""
    index: FolderIndex
    """What is in the root, packages first. Of another top folder it is only the
    summary: that folder's own index has the lists."""
    files: int
    folders: int
    kinds: tuple[tuple[str, int], ...]
    declared: tuple[tuple[str, int], ...]
    languages: tuple[tuple[str, int, int], ...]
    """Each with its number of files and of definitions, data left out."""
    data: tuple[tuple[str, int], ...]
    """Files of data, by the reason why they are."""
    map: tuple[Area, ...]
    important: RankedFiles
    purposes: tuple[str, ...]
    """What these files say of themselves."""
    contracts: tuple[Judgement, ...]
    called: tuple[ProjectEntryPoint, ...]
    programs: tuple[Program, ...]
    submodules: tuple[str, ...]
    changes_since: str
    """The version that the page of changes compares with; empty without that page."""
    documents: int
    """Files that Sphinx itself makes pages of."""


def start(code: CodeMap) -> StartPage:
    """Return what the start page shows."""
    sorts = code.definitions_by_sort()
    declared = code.definitions_by_sort(declared=True)
    _, *below = code.compact_folders("")
    index = folder_index(code, "")
    path_to_top = None
    if below:
        path_to_top = replace(folder_line(code, below[0]), summary="")
        index = FolderIndex(code.summary(path_to_top.path), None, (), (), (), ())
    important = most_used(code, "").files.first(BEST)
    ordered = sorted(index.subfolders, key=folder_order)
    top = below[-1] if below else ""
    about = None if index.readme else readme_with_page(code, top)
    return StartPage(
        top,
        path_to_top,
        about.path if about else "",
        replace(index, subfolders=tuple(ordered)),
        code.count_files(),
        len(code.folders),
        by_sort(sorts),
        by_sort(declared),
        _languages(code),
        tuple(code.data_by_reason()),
        folder_map(code, ""),
        important,
        purposes(code, important),
        judgements(code, ""),
        project_entry_points(code, ""),
        programs(code, ""),
        code.submodules,
        code.settings.changes_since if code.page(CHANGES, "") else "",
        code.count_documents(),
    )


def _languages(code: CodeMap) -> tuple[tuple[str, int, int], ...]:
    files = code.files_by_type(data=False)
    definitions = code.definitions_by_type()
    rows = ((name, number, definitions.get(name, 0)) for name, number in files.items())
    return tuple(sorted(rows, key=lambda row: (-row[2], -row[1], row[0])))


def folder_order(line: FolderLine) -> tuple[int, int, str]:
    """Return where a folder stands: code, the largest first; tests and their data;
    documentation.
    """
    name = line.path.rpartition("/")[2].lower()
    first = (line.through or (line.path,))[0].rpartition("/")[2].lower()
    if first.startswith("."):
        rank = 3
    elif example_folder(f"{line.path}/"):
        rank = 2
    elif (
        any(map(_TESTS.fullmatch, (name, first)))
        or is_test(f"{line.path}/a")
        or is_test_data(f"{line.path}/a")
    ):
        rank = 1
    else:
        rank = 0
    return rank, -line.definitions, line.path


def start_body(context: Context) -> list[nodes.Node]:
    """Return the body of the start page."""
    shown = start(context.code)
    body = description(context, shown.index.summary, shown.index.readme)
    kinds = dict(shown.kinds), dict(shown.declared)
    counts = counts_sentence(shown.files, shown.folders, *kinds)
    body.append(paragraph(counts))
    folders, others = _parted(shown.index)

    def part(title: str, name: str, content: list[nodes.Node]) -> None:
        if content:
            body.extend(context.heading(title, name, "", content))

    ways = _starting_points(context, shown)
    # A single one goes with the numbers above it.
    if len(ways) == 1:
        body.append(entries(ways))
    elif ways:
        part("Start Here", "begin", [entries(ways)])
    body += folder_rows(context, "", folders, mark("Folders"))
    begins = entry_point_lists(context, shown.called, shown.programs)
    part("Entry Points", "entry-points", begins)
    if shown.important.files:
        title = important_title(shown.important)
        listed = important_list(context, shown.important, shown.purposes)
        part(title, "important", [listed])
    if shown.map:
        part("Folder Map", "map", folder_map_body(context, shown.top, shown.map))
    part("Import Contracts", "contracts", contracts_body(context, shown.contracts))
    part("File Types", "made-of", [entries(_file_types(shown))])
    body += folder_rows(context, "", others)
    part("Not Included", "left-out", _not_included(shown))
    return body


def _parted(index: FolderIndex) -> tuple[FolderIndex, FolderIndex]:
    """Return the folders of an index, and the rest of it."""
    folders = replace(index, files=(), data_folders=(), data=())
    return folders, replace(index, subfolders=())


def counts_sentence(
    files: int, folders: int, kinds: Mapping[str, int], declared: Mapping[str, int]
) -> str:
    """Say how much there is in the tree.

    :param kinds: the number of definitions by kind.
    :param declared: that of what is only declared.
    """
    counts = ", ".join(most_by_sort(kinds))
    places = {
        "files": pluralize(files, "file"),
        "folders": pluralize(folders, "folder"),
    }
    sentence = say("{files} in {folders}.", **places)
    if counts:
        text = noun(
            files,
            "{files} in {folders} defines {kinds}.",
            "{files} in {folders} define {kinds}.",
        )
        sentence = text.format(**places, kinds=counts)
    return " ".join(
        filter(None, (sentence, declares_sentence(files, most_by_sort(declared))))
    )


def _starting_points(context: Context, shown: StartPage) -> list[ListEntry]:
    """Return the entries of the pages that a reader may want to begin with."""
    rows = []
    if shown.readme:
        name = shown.readme.rpartition("/")[2]
        summary = say("what the project says about itself")
        uri = context.href("docs", shown.readme)
        rows.append(ListEntry(name, uri, summary=summary))
    if shown.kinds or shown.declared:
        uri = context.href("keywords", "")
        summary = say("where each name is defined")
        rows.append(ListEntry(say("Keywords A to Z"), uri, summary=summary, prose=True))
    for title, kind, summary in (
        (say("Folder documentation"), "doc", say("the most used names and files")),
        (say("Subtree keywords"), "sub", say("all names, grouped by kind")),
    ):
        # To those of the root there are tabs.
        if shown.top and context.code.page(kind, shown.top):
            uri = context.href(kind, shown.top)
            rows.append(ListEntry(title, uri, summary=summary, prose=True))
    if shown.changes_since:
        version = printable(shown.changes_since)
        summary = say("what is new and what breaks since {version}", version=version)
        uri = context.href(CHANGES, "")
        rows.append(ListEntry(say("Changes"), uri, summary=summary, prose=True))
    if shown.path_to_top:
        # Folders on the way have no page of their own, and this is their row.
        rows.append(folder_entry(context, shown.path_to_top, ""))
    return rows


def _file_types(shown: StartPage) -> Iterator[ListEntry]:
    """Yield the types of files, without columns of their own: they are many."""
    named, more = named_and_others(shown.languages, TYPES)
    said = [
        (name, files_and_definitions(files, definitions))
        for name, files, definitions in named
    ]
    if more:
        others = files_of_types(number for _, number, _ in more)
        said.append((say("Other types"), others))
    if shown.data:
        data = ", ".join(data_words(*line) for line in shown.data)
        said.append((say("Data"), data))
    for name, words in said:
        yield ListEntry(f"{name}: {words}", prose=True)


def _not_included(shown: StartPage) -> list[nodes.Node]:
    body: list[nodes.Node] = []
    if shown.submodules:
        names = ", ".join(shown.submodules)
        text = say(
            "Nested repositories and submodules are not included: {names}.", names=names
        )
        body.append(paragraph(text))
    if shown.documents:
        text = counted(
            shown.documents,
            "{number} file is built by Sphinx itself; links lead to its page.",
            "{number} files are built by Sphinx itself; links lead to their pages.",
        )
        body.append(paragraph(text))
    return body
