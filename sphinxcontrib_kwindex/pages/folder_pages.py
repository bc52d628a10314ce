"""The pages of a folder: its index, its documentation, and the start page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from docutils import nodes
from msgspec.structs import replace

from ..codemap.code_map import CodeMap
from ..codemap.distributions import ProjectEntryPoint
from ..codemap.folders import Folder, part_of, path_below
from ..codemap.import_contracts import Judgement, judgements
from ..codemap.most_used import RankedFiles, most_used, summary_of
from ..i18n import figure, mark, noun, say
from ..model.facts import WITHHELD, is_private
from ..model.record import Record
from ..model.rows import MostUsed, Program
from . import quantities
from .entry_points import entry_point_lists, programs, project_entry_points
from .folder_description import Readme, description, folder_readme, spokesman
from .folder_rows import (
    DataLine,
    FileLine,
    FolderLine,
    data_entry,
    data_line,
    data_words,
    file_entry,
    file_line,
    folder_entry,
    folder_line,
)
from .important_files import important_list, purposes
from .nodes import SHOWN, ListEntry, Part, entries
from .page_context import Context, nothing_found, paragraph, translated_paragraph
from .pictures.contracts import contracts_body
from .pictures.folder_imports import FolderImports, folder_imports, folder_imports_body
from .pictures.folder_map import Area, folder_map, folder_map_body

#: What is not taken for unused, though nothing may name it; see :mod:`.unused`.
_SPARED: Final = (
    mark("uses of the same class or method name on any object"),
    mark("local functions and classes"),
    mark("imports in other files"),
    mark("__all__"),
    mark("entry points"),
    mark("decorators"),
    mark("special methods"),
    mark("methods of the same name in base classes and subclasses"),
    mark("base classes from other projects"),
    mark("tests"),
    mark("names that frameworks look up"),
    mark("names in strings, templates, configuration and directives of manuals"),
    mark("getattr with computed names"),
)
#: Most entries in a ranking, as of tests.
BEST: Final = 10


class FolderIndex(Record, frozen=True):
    """What the index of a folder shows."""

    summary: str
    readme: Readme | None
    subfolders: tuple[FolderLine, ...]
    files: tuple[FileLine, ...]
    """Those that are no data, and those of data that have pages."""
    data_folders: tuple[DataLine, ...]
    data: tuple[FileLine, ...]


class FolderDocumentation(Record, frozen=True):
    """What the documentation of a folder shows.

    Of the root that is only what the start page does not show.
    """

    concepts: tuple[tuple[MostUsed, str], ...]
    """The names that most other files use, each with what is said of it."""
    tests: tuple[str, ...]
    """The test files below."""
    imports: FolderImports | None
    calls: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    """Of each file and subfolder in it which others it calls, and how often."""
    unused: tuple[tuple[str, tuple[str, ...]], ...]
    """The definitions that nothing is found to use, by their files; those below a
    subfolder that has a page are there."""
    spokesman: tuple[str, str] | None = None
    """Path and key of the file that speaks for the folder."""
    types: tuple[tuple[str, int], ...] = ()
    definitions: tuple[tuple[str, int], ...] = ()
    declared: tuple[tuple[str, int], ...] = ()
    map: tuple[Area, ...] = ()
    important: RankedFiles | None = None
    purposes: tuple[str, ...] = ()
    """What the important files say of themselves."""
    called: tuple[ProjectEntryPoint, ...] = ()
    """The entry points of the project that lead to files below."""
    programs: tuple[Program, ...] = ()
    contracts: tuple[Judgement, ...] = ()


def folder_index(code: CodeMap, path: str) -> FolderIndex:
    """Return what the index of a folder shows."""
    folder = code.folders[path]
    rows = code.files_in(path)
    data = [row for row in rows if row.only_listed]
    data_folders = [
        subfolder
        for subfolder in folder.subfolders
        if code.folders[subfolder].only_data
    ]
    lines = [data_line(inside, code.sizes_below(inside)) for inside in data_folders]
    if folder.data_counted:
        lines.append(data_line(path, data))
    return FolderIndex(
        code.summary(path),
        folder_readme(code, path),
        tuple(
            folder_line(code, subfolder)
            for subfolder in folder.subfolders
            if subfolder not in data_folders
        ),
        tuple(file_line(code, row) for row in rows if not row.only_listed),
        tuple(lines),
        () if folder.data_counted else tuple(file_line(code, row) for row in data),
    )


def folder_pages(code: CodeMap, folder: Folder) -> list[str]:
    """Return the kinds of the pages that a folder has.

    That depends on what is in it alone, so that addresses last.
    """
    if not folder.has_index:
        return []
    kinds = ["index"]
    if not folder.path and len(list(code.compact_folders(""))) > 1:
        # What there is to say is said of the folder that holds it all.
        return kinds
    if _says_more(code, folder.path):
        kinds.append("doc")
    if code.subtree_size(folder.path)[1]:
        kinds.append("sub")
    return kinds


def _says_more(code: CodeMap, path: str) -> bool:
    """Tell whether the documentation of a folder says more than its index.

    It compares files that define something, and has the whole of what the folder says
    of itself.
    """
    if code.count_keyword_indexes(path) > 1:
        return True
    if not path:
        return False
    row = spokesman(code, path)
    return bool(
        code.count_main_guards(path)
        or (row and " ".join(code.facts(row.path).docstring.split()) != row.summary)
    )


def folder_documentation(code: CodeMap, path: str) -> FolderDocumentation:
    """Return what the documentation of a folder shows."""
    used = most_used(code, path)
    shown = FolderDocumentation(
        tuple((name, summary_of(code, name)) for name in used.names),
        tuple(_tests(code, path)),
        folder_imports(code, path),
        calls_between(code, path),
        tuple(_unused(code, path)),
    )
    if not path:
        return shown
    row = spokesman(code, path)
    important = used.files.first(BEST)
    return replace(
        shown,
        spokesman=(row.path, row.key) if row else None,
        types=quantities.most_first(code.files_by_type(path)),
        definitions=quantities.by_sort(code.definitions_by_sort(path)),
        declared=quantities.by_sort(code.definitions_by_sort(path, declared=True)),
        map=folder_map(code, path),
        important=important,
        purposes=purposes(code, important),
        called=project_entry_points(code, path),
        programs=programs(code, path),
        contracts=judgements(code, path),
    )


def calls_between(
    code: CodeMap, folder: str
) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Return which files and subfolders of a folder call which, the busiest first."""
    calls: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for caller, target, number in code.calls_between(folder):
        part, other = part_of(folder, caller), part_of(folder, target)
        if part != other:
            calls[part][other] += number
    ordered = sorted(calls, key=lambda caller: (-calls[caller].total(), caller))
    return tuple(
        (caller, tuple(sorted(calls[caller].items(), key=lambda row: (-row[1], row))))
        for caller in ordered
    )


def _unused(code: CodeMap, folder: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what nothing is found to use in a folder, if no page below shows it."""
    for path in code.folders[folder].files:
        if names := code.unused[path]:
            yield path, tuple(sorted(names))
    for subfolder in code.folders[folder].subfolders:
        if code.page("doc", subfolder) is None:
            yield from _unused(code, subfolder)


def _tests(code: CodeMap, folder: str) -> list[str]:
    """The test files of a folder and below, by the names that pytest looks for."""
    return [
        path
        for path in code.python_sources_below(folder)
        if not code.pytest.leaving_out(path)
    ]


def folder_index_body(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a folder's index."""
    shown = folder_index(context.code, path)
    body = description(context, shown.summary, shown.readme)
    return body + folder_rows(context, path, shown)


def folder_rows(
    context: Context, path: str, shown: FolderIndex, folders: str = mark("Subfolders")
) -> list[nodes.Node]:
    """Return lists of what is in a folder.

    :param folders: the heading of the list of folders.
    """
    subfolders = [folder_entry(context, line, path) for line in shown.subfolders]
    files = [file_entry(context, line, path) for line in shown.files]
    if len(files) > 1 and len({entry.kind for entry in files}) == 1:
        # What all are goes without saying.
        files = [entry._replace(kind="") for entry in files]
    data = [
        data_entry(context, line, path, inside=line.path == path)
        for line in shown.data_folders
    ]
    data += [file_entry(context, line, path) for line in shown.data]
    groups = (folders, subfolders, 0), (mark("Files"), files, 0)
    body: list[nodes.Node] = []
    for title, rows, number in (*groups, (mark("Data"), data, SHOWN)):
        if rows:
            listed = entries(rows, shown=number)
            body += context.heading(title, title.lower(), path, [listed])
    return body


def folder_documentation_body(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a folder's documentation."""
    shown = folder_documentation(context.code, path)

    def part(title: str, *content: nodes.Node) -> None:
        name = title.lower().replace(" ", "-")
        body.extend(context.heading(title, name, path, content))

    body: list[nodes.Node] = []
    if shown.spokesman:
        part("Role", *_role(context, shown.spokesman[0]))
    if shown.concepts:
        part("Key Concepts", *_concept_list(context, path, shown.concepts))
    if shown.types:
        part("Contents", *_contents(shown))
    if begins := entry_point_lists(context, shown.called, shown.programs, path):
        part("Entry Points", *begins)
    if shown.map:
        part("Folder Map", *folder_map_body(context, path, shown.map))
    if shown.important and shown.important.files:
        listed = important_list(context, shown.important, shown.purposes, path)
        part("Important Files", listed)
    if shown.imports:
        part(
            "Imports Between Files", *folder_imports_body(context, path, shown.imports)
        )
    if shown.contracts:
        part("Import Contracts", *contracts_body(context, shown.contracts))
    if shown.calls:
        part("Calls Between Files", *_call_list(context, path, shown.calls))
    if shown.tests:
        text = f"{quantities.pluralize(len(shown.tests), 'test file')}:"
        listed = context.file_list(shown.tests, shown=BEST, folder=path)
        part("Tests", paragraph(text), listed)
    if shown.unused:
        part("No Use Found", *_unused_list(context, path, shown.unused))
    if unnamed := context.unnamed(path):
        part("Not in the Manual", *_unnamed_list(context, path, unnamed))
    if not body:
        text = say("No file in this folder was found to use another.")
        checks = map(say, (mark("imports"), mark("calls"), mark("tests")))
        body.append(nothing_found(text, *checks))
    return body


def _call_list(
    context: Context, path: str, calls: Iterable[tuple[str, Iterable[tuple[str, int]]]]
) -> list[nodes.Node]:
    def uri(name: str) -> str:
        if not name.endswith("/"):
            return context.href("docs", name)
        folder = name.rstrip("/")
        return context.folder_href(folder)

    listed = []
    for caller, targets in calls:
        parts = []
        for target, number in targets:
            text = f"{path_below(path, target)} ({figure(number)})"
            parts.append(Part(text, uri(target)))
        listed.append(
            ListEntry(path_below(path, caller), uri(caller), parts=tuple(parts))
        )
    explained = paragraph(
        say("The numbers in brackets count pairs of a caller and what it calls.")
    )
    return [explained, entries(listed, shown=SHOWN)]


def _unused_list(
    context: Context, path: str, unused: Sequence[tuple[str, tuple[str, ...]]]
) -> list[nodes.Node]:
    """Return lists of what no use is found for; public names of packages are apart.

    :param unused: files, each with the qualified names.
    """
    code = context.code
    public, others = (
        [
            (file, [name for name in names if _is_public(code, file, name) == wanted])
            for file, names in unused
        ]
        for wanted in (True, False)
    )
    left_out = nothing_found(
        say("No use of these definitions was found in the source tree."),
        *map(say, _SPARED),
    )
    body: list[nodes.Node] = [left_out]
    if rows := _definitions_by_file(context, path, others):
        body.append(entries(rows, shown=SHOWN))
    if rows := _definitions_by_file(context, path, public):
        title = say("public names in packages, which other projects may use")
        body.append(entries(rows, title=title, fold_from=0))
    return body


def _definitions_by_file(
    context: Context, folder: str, files: Iterable[tuple[str, Sequence[str]]]
) -> list[ListEntry]:
    """Return files of a folder, each with definitions, if it has some."""
    return [
        ListEntry(
            path_below(folder, file),
            context.href("docs", file),
            parts=tuple(context.definition_parts(file, names)),
        )
        for file, names in files
        if names
    ]


def _unnamed_list(
    context: Context, path: str, unnamed: Sequence[tuple[str, tuple[str, ...]]]
) -> list[nodes.Node]:
    text = say(
        "No page of the manual describes these public classes and functions, or names"
        " them in a role or in an example."
    )
    rows = _definitions_by_file(context, path, unnamed)
    return [paragraph(text), entries(rows, shown=SHOWN)]


def _is_public(code: CodeMap, path: str, qualname: str) -> bool:
    """Tell whether other projects may use a definition: a public one in a package."""
    package = f"{path.rpartition('/')[0]}/__init__.py".lstrip("/")
    dotted = f"{path.rpartition('.')[0].replace('/', '.')}.{qualname}"
    return package in code.modules.files and not is_private(dotted)


def _role(context: Context, path: str) -> list[nodes.Node]:
    facts = context.code.facts(path)
    told = context.docstring(path)
    told = told or [paragraph(facts.docstring or facts.summary)]
    return [*told, translated_paragraph("From {file}.", file=context.file(path))]


def _concept_list(
    context: Context, folder: str, concepts: Sequence[tuple[MostUsed, str]]
) -> list[nodes.Node]:
    names = entries(
        ListEntry(
            concept.qualname,
            context.href("docs", concept.path, concept.anchor),
            where=path_below(folder, concept.path),
            where_uri=context.href("docs", concept.path),
            summary=summary,
            parts=(
                Part(
                    say(
                        "used in {files}",
                        files=quantities.files_and_tests(concept.users, concept.tests),
                    )
                ),
            ),
        )
        for concept, summary in concepts
    )
    if concepts[0][0].outside:
        return [
            paragraph(say("The names that files outside this folder use most.")),
            names,
        ]
    return [names]


def _contents(shown: FolderDocumentation) -> list[nodes.Node]:
    total = sum(number for _, number in shown.types)
    named, more = quantities.named_and_others(shown.types, quantities.TYPES)
    files = [
        data_words("withheld", number)
        if kind == WITHHELD
        else f"{figure(number)} {kind}"
        for kind, number in named
    ]
    if more:
        files.append(quantities.files_of_types(number for _, number in more))
    text = quantities.pluralize(total, "file")
    if len(shown.types) == 1:
        kind = shown.types[0][0]
        same = say("{files}, all {type}", files=text, type=kind)
        text = f"{text}: {kind}" if total == 1 else same
    elif files:
        text = f"{text}: {', '.join(files)}"
    body: list[nodes.Node] = [paragraph(f"{text}.")]
    if shown.definitions:
        kinds = ", ".join(quantities.counts_by_sort(dict(shown.definitions)))
        text = noun(total, "It defines {kinds}.", "They define {kinds}.")
        body.append(paragraph(text.format(kinds=kinds)))
    if declared := quantities.counts_by_sort(dict(shown.declared)):
        body.append(paragraph(quantities.declares_sentence(total, declared)))
    return body
