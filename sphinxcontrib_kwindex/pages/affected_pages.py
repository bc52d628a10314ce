"""Which pages may show something else after edits that left most links alone.

A page too many costs the time to make its digest; a page too few would stay as it was.
What a page shows of other files is what the functions ``…_inputs`` return. Whatever
they ask of other files is in the rows of links that changed, or has a line here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from ..analysis.patterns.detectors import AncestorRules
from ..codemap.code_map import CodeMap
from ..codemap.pytest_fixtures import defined_fixtures
from ..links.affected_files import Edit
from ..links.link_edits import LinkChanges
from ..links.tree_paths import folders_above
from ..model.rows import LinkRow
from ..scan.test_paths import is_test, test_folder
from ..store.database import below
from .sections.architecture_data import package_folder

PageKey = tuple[str, str]
"""Kind and path of a page."""
Links = tuple[Any, ...]
"""A row of ``link``."""


def affected_pages(code: CodeMap, links: LinkChanges) -> set[PageKey] | None:
    """Return the pages that may show something else.

    :param links: what the edits changed.
    :return: ``None`` if any page may.
    """
    if _other_rows(code, links.names):
        return None
    pages: set[PageKey] = set()
    for rows in (links.reference, links.excerpt, links.cycle, links.related):
        # The file on whose page it is shown.
        pages |= {("docs", row[0]) for row in rows}
    for target, _, path, *_ in links.use:
        pages |= {("docs", target), ("docs", path)}
    for path, _, target, *_ in links.pointer:
        pages |= {("docs", path), ("docs", target)}
    # It counts what there is in the tree, and ranks it.
    pages.add(("index", ""))
    for path, edit in links.edits.items():
        pages |= {("docs", path), ("kw", path)}
        pages.update(_of_folders(code, path, edit))
        if edit.before.summary != edit.after.summary:
            pages |= {("docs", user) for user in _said_to_be_in(code, path)}
        if _other_fixtures(path, edit):
            pages |= {("docs", user) for user in _asking_for_fixtures(code, path)}
        pages.update(_of_definitions(code, path, edit.redefined_names()))
    pages.update(_of_links(code, links))
    pages |= {("docs", user) for user in _of_ways(code, links.link)}
    pages |= {("docs", user) for user in _of_classes(code, links)}
    pages |= {("docs", user) for user in _of_tests(code, links.test)}
    if links.names:
        pages |= {
            ("docs", user) for user in code.distributions.files_with_entry_points()
        }
    return pages


def _of_ways(code: CodeMap, rows: Iterable[Links]) -> Iterator[str]:
    """Yield the files that stand otherwise among those that import each other.

    :param rows: the links that came or went.
    """
    changed: defaultdict[str, set[Links]] = defaultdict(set)
    for row in rows:
        changed[row[0]].add(row)
    ends: set[str] = set()
    for path, some in changed.items():
        after = set(map(tuple, code.links(path)))
        if others := _ways(after) ^ _ways(after ^ some):
            ends |= {path, *others}
    if not ends:
        return
    into, out = code.import_graph.importers, code.import_graph.imported
    # Which of them is imported most, in its folder and in the tree.
    folders = {path.rpartition("/")[0] for path in ends}
    least = min(code.import_graph.most_importers, default=0) - len(ends)
    for path, importers in into.items():
        if path.rpartition("/")[0] in folders or len(importers) >= least:
            yield path
    for path in ends:
        # They show how many import it, or its place beside others.
        yield from (path, *into.get(path, ()), *out.get(path, ()))


def _ways(rows: Iterable[Links]) -> set[str]:
    """Return the imported files, as :class:`.import_graph.Imports` counts them."""
    imported = set()
    for link in map(LinkRow._make, rows):
        if link.category == "file":
            imported.add(link.module)
            if not link.qualname:
                imported.add(link.target)
    return imported


def _other_rows(code: CodeMap, names: frozenset[str]) -> bool:
    """Tell whether a class of the tree that the table of patterns has may be another.

    Such as ``torch.nn.Module`` where the tree is torch.
    """
    rows = [name.split(".") for name in AncestorRules(code.settings.idioms).names]
    asking = {top for top, *others in rows if not names.isdisjoint(others)}
    if not asking:
        return False
    modules = code.modules
    return not asking.isdisjoint(
        {
            modules.root_name,
            *(
                part
                for path in modules.files
                for part in path.rpartition(".")[0].split("/")
            ),
        }
    )


def _of_definitions(code: CodeMap, path: str, redefined: set[str]) -> Iterator[PageKey]:
    """Yield the pages that show the names of a file, or how many there are.

    :param redefined: the qualified names that are defined otherwise.
    """
    if not redefined:
        return
    for folder in folders_above(path):
        yield from (("doc", folder), ("sub", folder))
    folded = {name.rpartition(".")[2].casefold() for name in redefined}
    for (key,) in code.store.select("SELECT path FROM page WHERE kind = 'keywords'"):
        beginning = key.partition("\n")[0].partition("\t")[0]
        if any(name.startswith(beginning) for name in folded):
            yield "keywords", key
    query = "SELECT DISTINCT path, qualname FROM link WHERE target = ?"
    for user, qualname in code.store.select(query, (path,)):
        if qualname in redefined:
            yield from (("docs", user), ("kw", user))


def _of_links(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Yield the pages that show what files import."""
    for row in map(LinkRow._make, links.link):
        yield from (("docs", row.path), ("kw", row.path))
        for imported in (row.module, row.target):
            yield "docs", imported
            yield from (("doc", folder) for folder in folders_above(imported))
        if row.path.rpartition("/")[2] == "conftest.py":
            yield from (("docs", user) for user in _asking_for_fixtures(code, row.path))
        # A package says which of its names are imported most.
        query = "SELECT DISTINCT path FROM link WHERE target = ? AND qualname = ?"
        for (user,) in code.store.select(query, (row.target, row.qualname)):
            if user.rpartition("/")[2].startswith("__init__."):
                yield "docs", user
    if links.names:
        for path in links.edits:
            # It may offer their names.
            for link in code.links(path):
                yield from (("docs", link.module), ("docs", link.target))


def _of_classes(code: CodeMap, links: LinkChanges) -> set[str]:
    """Return the files whose classes have something of classes that changed."""
    if not links.names:
        return set()
    files = set(links.edits)
    for path, _, _, target, *_ in links.base:
        files |= {path, target}
    return files | code.class_hierarchy.files_with_subclasses(files)


def _of_tests(code: CodeMap, rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """Yield the files whose pages show tests.

    :param rows: the tests that came or went.
    """
    for path in {row[0] for row in rows}:
        yield path
        if folder := test_folder(path):
            # Whether an assert beside it counts.
            where, values = below(folder.rstrip("/"))
            query = f"SELECT path FROM file WHERE python AND {where}"
            yield from (file for (file,) in code.store.select(query, values))
        if is_test(path):
            continue
        # What is in it tells that it is a test.
        query = (
            "SELECT target FROM use WHERE path = ?1"
            " UNION SELECT path FROM use WHERE target = ?1"
            " UNION SELECT target FROM link WHERE path = ?1"
            " UNION SELECT module FROM link WHERE path = ?1"
            " UNION SELECT path FROM link WHERE target = ?1 OR module = ?1"
        )
        yield from (file for (file,) in code.store.select(query, (path,)))


def _of_folders(code: CodeMap, path: str, edit: Edit) -> Iterator[PageKey]:
    """Yield the pages of the folders above a file that may show it otherwise."""
    before, after = edit.before, edit.after
    first, *above = folders_above(path)
    # What it says, which may be what its folder says, in the list that has the folder.
    listed = [folder for folder in (first, *above) if code.folders[folder].has_index]
    yield from (("doc", first), *(("index", folder) for folder in listed[:2]))
    if before.main_line != after.main_line:
        yield from (("doc", folder) for folder in above)


def _said_to_be_in(code: CodeMap, path: str) -> Iterator[str]:
    """Yield the files whose package a file speaks for."""
    folder, _, name = path.rpartition("/")
    if name.partition(".")[0] == "__init__":
        yield from (
            file for file in code.parsed if package_folder(code, file) == folder
        )


def _other_fixtures(path: str, edit: Edit) -> bool:
    """Tell whether a file has other fixtures for others, its own or imported."""
    importing = path.rpartition("/")[2] == "conftest.py" and edit.imports_changed
    return importing or defined_fixtures(edit.before, path) != defined_fixtures(
        edit.after, path
    )


def _asking_for_fixtures(code: CodeMap, path: str) -> Iterator[str]:
    """Yield the files that may ask for the fixtures of a file."""
    importing = "SELECT DISTINCT path FROM link WHERE target = ?"
    for file in (path, *(user for (user,) in code.store.select(importing, (path,)))):
        yield file
        folder, _, name = file.rpartition("/")
        if name == "conftest.py":
            where, values = below(folder)
            inside = f"SELECT path FROM file WHERE python AND {where}"
            yield from (user for (user,) in code.store.select(inside, values))
