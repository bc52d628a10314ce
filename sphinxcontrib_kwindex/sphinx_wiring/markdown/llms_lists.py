"""Lists what there is to read, for programs: ``llms.txt``.

The map has one for itself, and the project one that leads to it, unless that is written
by somebody else. The format is that of the `proposal <https://llmstxt.org>`__: a title,
a summary, and under each heading a list of links with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from ...codemap.code_map import CodeMap
from ...codemap.most_used import most_used
from ...i18n import say
from ...model.named_tuple import NamedTuple
from ...pages.folder_pages import folder_index
from ...pages.folder_rows import FolderLine, folder_line
from ...pages.important_files import files_with_users, important_title
from ...pages.quantities import files_and_definitions
from ...pages.start_page import counts_sentence, folder_order
from ...pages.titles import one_line, title
from ...scan.own_folders import write_changed
from ...scan.test_paths import is_test_or_example
from ..documents.markdown_twins import LIST, MARK, Twins, is_our_list
from ..setup.build_state import build_state
from ..setup.config import LISTED
from .text import code as literal
from .text import escape, uri


class Entry(NamedTuple):
    """A page to read."""

    name: str
    address: str
    """Below the root of the output."""
    sentence: str = ""
    code: bool = False
    """Whether the name is a path, and no words."""


Section = tuple[str, list[Entry]]
"""A heading, and what is listed below it."""


def write_lists(app: Sphinx, twins: Twins, code: CodeMap) -> None:
    """Write the lists, when all others have written theirs.

    :raises OSError: if that is not possible.
    """
    state, outdir = build_state(app), Path(app.outdir)
    own = outdir / twins.list_address
    # What stands there is on a page, too.
    if state.written & state.pages.keys() or not own.is_file():
        _write(own, _map_list(code, twins))
    if twins.list_address != LIST:
        _write(outdir / LIST, _project_list(app, twins))
        if app.config.kwindex_markdown == LISTED:
            _add_to(outdir / LIST, code, twins)


def _write(path: Path, text: str) -> None:
    """Write a list, unless there is one of somebody else's."""
    if not path.is_file() or is_our_list(path):
        write_changed(path, text.encode())


def _add_to(path: Path, code: CodeMap, twins: Twins) -> None:
    """Add the map to a list that does not lead to it."""
    text = path.read_text("utf-8", "replace")
    if f"({uri(twins.list_address)})" not in text:
        lines = _lines([_map_section(code, twins)], LIST)
        path.write_text("\n".join([text.rstrip(), *lines, ""]), "utf-8")


def _map_list(code: CodeMap, twins: Twins) -> str:
    """Return the list of what there is to read in the map."""
    top = list(code.compact_folders(""))[-1]
    kinds = code.definitions_by_sort(), code.definitions_by_sort(declared=True)
    counts = counts_sentence(code.count_files(), len(code.folders), *kinds)
    where = say(
        "In this folder {docs} is the documentation of a file, {keywords} its keywords,"
        " and {index} the index of a folder. Descriptions come from the repository.",
        docs=literal(twins.address("PATH_docs")),
        keywords=literal(twins.address("PATH_kw")),
        index=literal(twins.address("PATH/index")),
    )
    about = filter(None, (code.summary(top), counts, where))
    opening = _opening(code.settings.title, *about)
    lines = _lines(_map_sections(code, twins, top), twins.list_address)
    return "\n".join([*opening, *lines, ""])


def _map_sections(code: CodeMap, twins: Twins, top: str) -> Iterator[Section]:
    """Yield what is listed of the map.

    :param top: the folder that holds all others.
    """
    yield _overview(code, twins, top)
    packages = [folder_line(code, path) for path in _packages(code)]
    listed = {line.path for line in packages}
    subfolders = folder_index(code, top).subfolders
    folders = [line for line in subfolders if line.path not in listed]
    for name, lines in ((say("Packages"), packages), (say("Folders"), folders)):
        entries = (
            _entry(code, twins, "index", line.path, _of_folder(line))
            for line in sorted(lines, key=_order)
        )
        yield name, list(filter(None, entries))
    important = most_used(code, "").files
    used = []
    for path, by in files_with_users(important):
        row = code.file(path)
        sentence = f"{row.summary} ({by})" if row and row.summary else by
        used.append(_entry(code, twins, "docs", path, sentence))
    yield say(important_title(important)), list(filter(None, used))


def _order(line: FolderLine) -> tuple[bool, tuple[int, int, str]]:
    """Return where a folder comes: tests and examples last."""
    return is_test_or_example(f"{line.path}/"), folder_order(line)


def _packages(code: CodeMap) -> list[str]:
    """Return the packages that are in no other, of a single one those in it, too."""
    packages = sorted(code.modules.packages & code.folders.keys())
    outermost = [path for path in packages if _above(path) not in packages]
    if len(outermost) == 1:
        outermost += [path for path in packages if _above(path) == outermost[0]]
    return [path for path in outermost if path]


def _above(path: str) -> str | None:
    return path.rpartition("/")[0] if path else None


def _overview(code: CodeMap, twins: Twins, top: str) -> Section:
    """Return the pages about all of the map."""
    rows = (
        ("index", "", say("what the repository is made of, and where to begin")),
        ("doc", top, say("the most used names and files")),
        ("keywords", "", say("where each name is defined")),
        ("sub", top, say("all names, grouped by kind")),
    )
    return say("Overview"), [
        Entry(title(code.settings.title, page), twins.address(page.docname), sentence)
        for kind, path, sentence in rows
        if (page := code.page(kind, path))
    ]


def _of_folder(line: FolderLine) -> str:
    counts = files_and_definitions(line.files, line.definitions)
    return f"{line.summary} ({counts})" if line.summary else counts


def _entry(
    code: CodeMap, twins: Twins, kind: str, path: str, sentence: str
) -> Entry | None:
    page = code.page(kind, path)
    if page is None:
        return None
    name = f"{path}/" if kind == "index" else path
    return Entry(name, twins.address(page.docname), sentence, code=True)


def _project_list(app: Sphinx, twins: Twins) -> str:
    """Return the list of the project's own documents, with the map behind them."""
    state, config = build_state(app), app.config
    documents = [
        Entry(
            app.env.titles[name].astext(),
            app.builder.get_target_uri(name) or "index.html",
        )
        for name in app.env.collect_relations()
        if name not in state.pages and name in app.env.titles
    ]
    sections = [(say("Documentation"), documents), _map_section(state.tree, twins)]
    opening = _opening(config.project, config.html_title)
    return "\n".join([*opening, *_lines(sections, LIST), ""])


def _map_section(code: CodeMap, twins: Twins) -> Section:
    """Return what leads from a list of the project to that of the map."""
    sentence = say("the code of the repository: packages, files and keywords")
    return code.settings.title, [
        Entry(code.settings.title, twins.list_address, sentence)
    ]


def _opening(name: str, summary: str, *paragraphs: str) -> Iterator[str]:
    """Yield what stands before the sections."""
    yield f"# {escape(one_line(name))}"
    if summary.strip():
        yield from ("", f"> {escape(one_line(' '.join(summary.split())))}")
    yield from ("", MARK)
    for paragraph in paragraphs:
        yield from ("", paragraph)


def _lines(sections: Iterable[Section], address: str) -> Iterator[str]:
    """Yield the lines of sections.

    :param address: that of the list, which links are relative to.
    """
    for name, entries in sections:
        if not entries:
            continue
        yield from ("", f"## {escape(one_line(name))}", "")
        for entry in entries:
            target = uri(relative_uri(address, entry.address))
            note = f": {escape(one_line(entry.sentence))}" if entry.sentence else ""
            yield f"- [{_link_text(entry)}]({target}){note}"


def _link_text(entry: Entry) -> str:
    """Return the text of a link; brackets would end it for simple readers."""
    text = one_line(entry.name)
    if entry.code and not set("[]") & set(text):
        return literal(text)
    return escape(text).replace("\\[", "&#91;").replace("\\]", "&#93;")
