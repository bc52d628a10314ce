"""Pages that may change when files were added or removed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice

from ..codemap.code_map import CodeMap
from ..codemap.folders import README_FOLDER
from ..codemap.names.moved_places import moved_rows
from ..codemap.testing.pytest_fixtures import is_conftest
from ..links.edits.link_edits import LinkChanges
from ..links.languages.python import stubbed, stubs_of
from ..links.text_links import TEXT_TYPES
from ..links.tree_paths import folders_above
from ..model.rows import Page
from ..store.file_queries import file_contents
from .page_kind_names import BOOK_LEADERS, FOLDER_KINDS
from .page_navigation import SIBLINGS

PageKey = tuple[str, str]
"""Kind and path of a page."""


def is_read_by_name(path: str) -> bool:
    """Tell whether what a file says holds for others because of what it is called."""
    return is_conftest(path) or path.rpartition("/")[2] == "conf.py"


def indexes_above(code: CodeMap, path: str, most: int) -> Iterator[PageKey]:
    """Yield the nearest indexes above a file."""
    folders = filter(code.folders.__contains__, folders_above(path))
    listed = (folder for folder in folders if code.folders[folder].has_index)
    yield from (("index", folder) for folder in islice(listed, most))


def indexes_with_texts(_code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """The index of a folder shows how its README opens, and its links lead on."""
    for row in links.pointer:
        folder = row.path.rpartition("/")[0]
        yield "index", "" if folder == README_FOLDER else folder


def pages_about_paths(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Others ask whether a path is there, and how many there are."""
    if not links.paths:
        return
    for path in links.paths:
        for folder in folders_above(path):
            yield from ((kind, folder) for kind in FOLDER_KINDS)
            # It names the document that the manual begins with.
            yield "docs", f"{folder}/conf.py".lstrip("/")
        yield from (("docs", beside) for beside in (*stubs_of(path), stubbed(path)))
    yield from (("docs", path) for path in moved_rows(code).paths())
    # Of how many files one is told to be imported most depends on the number of all.
    least = min(code.import_graph.most_importers, default=0) - len(links.paths)
    for path, importers in code.import_graph.importers.items():
        if len(importers) >= least:
            yield "docs", path
    # A file that a text names is missed if its folder is there.
    kept = _kept_paths(code, links.paths)
    if not all(kept.issuperset(folders_above(path)) for path in links.paths):
        for text in file_contents(code.store):
            if text.type in TEXT_TYPES:
                yield "docs", text.path


def _kept_paths(code: CodeMap, paths: Set[str]) -> set[str]:
    """Return the files and folders that some which came or went did not bring."""
    return {
        above
        for folder in code.folders.values()
        for file in folder.files
        if file not in paths
        for above in (file, *folders_above(file))
    }


def pages_beside(
    code: CodeMap, before: Sequence[Page], pages: Sequence[Page], paths: Set[str]
) -> set[PageKey] | None:
    """Return the pages with other neighbours than before: previous, next, nearby.

    :param before: all pages as they were.
    :param pages: as they are now.
    :param paths: the files that came or went.
    :return: ``None`` if a page about anything else came or went: whatever leads there
        may lead elsewhere.
    """
    old, new = _surroundings(before), _surroundings(pages)
    kept = _kept_paths(code, paths)
    for kind, path in old.keys() ^ new.keys():
        if kind == "keywords" or path in kept:
            return None
    others = {key for key, around in new.items() if old.get(key) != around}
    # They list all pages.
    return others | {(kind, "") for kind in BOOK_LEADERS}


def _surroundings(pages: Iterable[Page]) -> Mapping[PageKey, object]:
    """Return what pages show of those around them, as in :mod:`.page_navigation`."""
    by_kind: defaultdict[str, list[Page]] = defaultdict(list)
    by_folder: defaultdict[PageKey, list[Page]] = defaultdict(list)
    for page in pages:
        by_kind[page.kind].append(page)
        if page.path:
            by_folder[page.kind, page.path.rpartition("/")[0]].append(page)
    around: dict[PageKey, object] = {}
    for rows, number in ((by_kind, 1), (by_folder, SIBLINGS)):
        for row in rows.values():
            names = [(page.docname, page.path) for page in row]
            for at, page in enumerate(row):
                near = names[max(0, at - number) : at + number + 1]
                key = page.kind, page.path
                around[key] = around.get(key), near
    return around
