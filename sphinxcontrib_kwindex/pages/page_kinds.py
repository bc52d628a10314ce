"""The kinds of pages, and everything that a page of each kind is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

import msgspec
from docutils import nodes

from ..codemap.code_map import CodeMap
from ..codemap.comparison.changes_since import labels
from ..codemap.declared_documentation import declared_summaries
from ..codemap.names.moved_places import departed
from ..codemap.testing.tests_of_definitions import is_tested
from ..i18n import say
from ..links.tree_paths import folders_above
from ..model.digests import digest
from ..model.record import Record
from ..model.rows import Page
from .changes_page import CHANGES, changes_body, changes_inputs
from .file_documentation import (
    file_documentation,
    former_definitions,
    sections_inputs,
    sections_of,
)
from .file_keywords import file_keywords
from .folder_description import readme_with_page, spokesman
from .folder_pages import (
    folder_documentation,
    folder_documentation_body,
    folder_index,
    folder_index_body,
)
from .keyword_pages import keywords_body, keywords_inputs, subtree_body, subtree_inputs
from .page_context import Context
from .page_kind_names import FILE_KINDS, FOLDER_KINDS, TREE_KINDS
from .page_navigation import breadcrumbs, neighbour_inputs, neighbours, tabs
from .start_page import start, start_body


class PageKind(Record, frozen=True):
    """What a page of one kind is."""

    inputs: Callable[[CodeMap, str], object]
    """Everything of the tree that it shows, as plain data, without making it."""
    body: Callable[[Context, str], list[nodes.Node]]
    docstrings: Callable[[CodeMap, str], Iterable[str]] = lambda _, __: ()
    """The files whose docstring it renders; all docstrings of the file where it
    is the page's own."""


def _documentation_inputs(code: CodeMap, path: str) -> object:
    row = code.file(path)
    return (
        code.facts_key(path),
        row and row.summary,
        sorted(code.hidden(path)),
        sections_inputs(code, path),
        departed(code, path),
        labels(code, path),
    )


def _keywords_inputs(code: CodeMap, path: str) -> object:
    row = code.file(path)
    rows = code.definitions(path)
    return (
        row and row.indexed,
        code.links(path),
        code.import_targets(path),
        sorted(code.unused[path]),
        declared_summaries(code, path),
        [is_tested(code, path, row.kind, row.qualname) for row in rows],
    )


def _spokesman(code: CodeMap, path: str) -> Iterable[str]:
    row = spokesman(code, path)
    return (row.path,) if row else ()


def _readme(code: CodeMap, path: str) -> Iterable[str]:
    row = readme_with_page(code, path)
    return (row.path,) if row else ()


def _index_inputs(code: CodeMap, path: str) -> object:
    return folder_index(code, path) if path else start(code)


def _index_body(context: Context, path: str) -> list[nodes.Node]:
    return folder_index_body(context, path) if path else start_body(context)


PAGE_KINDS: Final = {
    "docs": PageKind(
        _documentation_inputs, file_documentation, lambda _, path: (path,)
    ),
    "kw": PageKind(_keywords_inputs, file_keywords),
    "index": PageKind(_index_inputs, _index_body, _readme),
    "doc": PageKind(folder_documentation, folder_documentation_body, _spokesman),
    "sub": PageKind(subtree_inputs, subtree_body),
    "keywords": PageKind(keywords_inputs, keywords_body),
    CHANGES: PageKind(changes_inputs, changes_body),
}


def page_digest(code: CodeMap, page: Page) -> str:
    """Return a digest of everything that a page shows."""
    inputs = PAGE_KINDS[page.kind].inputs(code, page.path)
    shown = msgspec.json.encode(inputs).decode()
    # It leads to what the store keeps of identifiers, too.
    targets = code.reference_targets(page.path) if page.kind == "docs" else ""
    rows = rows_led_to(code, shown + targets)
    beside = neighbour_inputs(code, page), _around(code, page)
    return digest(page.docname, *beside, rows, text=shown)


def rows_led_to(code: CodeMap, shown: str) -> list[tuple[str, str, str]]:
    """Return what is led to that has a row and no page of its own.

    Pages show paths, and whether they have a page is told by nothing else: an empty
    file that others import gets its first line, say.

    :param shown: everything that is shown, in JSON: with paths between quotation marks.
        The keys of objects are none: ``"tests": […]``.
    """
    rows = code.index_rows
    found = rows.keys() & shown.split('"')
    return sorted({rows[path] for path in found if _is_value(path, shown)})


def _is_value(text: str, shown: str) -> bool:
    """Tell whether a text stands in JSON elsewhere than as a key."""
    return re.search(f'"{re.escape(text)}"(?!:)', shown) is not None


def _around(code: CodeMap, page: Page) -> list[tuple[str, ...]]:
    """Return which pages there are about the same path, and about folders around it."""
    if page.kind == "keywords":
        return []
    kinds = (*FOLDER_KINDS, *FILE_KINDS)
    return [
        tuple(kind for kind in kinds if code.page(kind, path))
        for path in (page.path, *folders_above(page.path))
    ]


def page_body(context: Context, page: Page) -> list[nodes.Node]:
    """Return what stands below the title of a page."""
    body: list[nodes.Node] = []
    folder = page.kind in FOLDER_KINDS
    if page.path or page.kind in TREE_KINDS:
        body.append(breadcrumbs(context, page))
    beside = FOLDER_KINDS if folder else FILE_KINDS if page.kind in FILE_KINDS else ()
    if sum(1 for kind in beside if context.code.page(kind, page.path)) > 1:
        body.append(tabs(context, page.path, page.kind, beside))
    if page.kind == "docs":
        body += former_definitions(context, page.path)
    body += PAGE_KINDS[page.kind].body(context, page.path)
    # The documentation of a file has a section of its own for that.
    return body if page.kind == "docs" else body + neighbours(context, page)


def page_sections(code: CodeMap, page: Page) -> list[tuple[str, str]]:
    """Return titles and ids of the sections of a page, for its local contents.

    Only the documentation of a file is long enough to need them.
    """
    if page.kind != "docs":
        return []
    return [
        (say(section.title), section.id)
        for section in sections_of(code, page.path)
        # When it is asked, the page has been written.
        if (section.id, page.path) not in code.empty_sections
    ]
