"""The cells of a notebook: prose, and code with its identifiers linked.

Lines are those of the script of its cells, which is its text for all else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from docutils import nodes

from ...model.facts import FileFacts, Notebook
from ..nodes import SourceLink, kw_source
from ..page_context import LISTING_ID, Context, translated_paragraph
from ..quantities import pluralize

#: What stands for the kind in the keys of :data:`~..page_context.Docstrings` of cells,
#: of which the name is the first line.
CELL: Final = "cell"
#: Cells that are parsed; others are shown as they were written.
_MOST: Final = 1_000


def prose_cells(notebook: Notebook, script: str) -> Iterator[tuple[int, str]]:
    """Yield the cells of prose that are parsed: the first line and the text."""
    cells = (
        (line, text)
        for line, kind, text in notebook.texts(script)
        if kind == "markdown"
    )
    return islice(cells, _MOST)


def notebook_cells(
    context: Context,
    path: str,
    facts: FileFacts,
    script: str,
    links: Sequence[SourceLink],
) -> list[nodes.Node]:
    """Return what a notebook holds, and its cells.

    :param links: those of the whole text, in its order.
    """
    notebook = facts.notebook
    assert notebook is not None
    shown = [_contents(notebook)]
    for line, kind, text in notebook.texts(script):
        if not text.strip():
            continue
        end = line + text.count("\n") + 1
        if prose := context.docstring(path, CELL, str(line)):
            shown.append(_prose(context, path, facts, range(line, end), prose))
            continue
        code = kind == "code"
        inside = links[bisect_left(links, (line,)) : bisect_left(links, (end,))]
        shown.append(
            kw_source(
                "",
                text=text,
                language=facts.language if code else "text",
                links=[(at - line + 1, *rest) for at, *rest in inside] if code else [],
                prefix=context.prefix(path, LISTING_ID),
                path=path,
                first=line,
            )
        )
    return shown


def _contents(notebook: Notebook) -> nodes.Node:
    text = "Shown as {code} and {text}."
    if notebook.outputs:
        text = "Shown as {code} and {text}; {outputs} omitted."
    parts = {
        "code": pluralize(notebook.code, "code cell"),
        "text": pluralize(notebook.text, "text cell"),
        "outputs": pluralize(notebook.outputs, "output"),
    }
    return translated_paragraph(text, **parts)


def _prose(
    context: Context, path: str, facts: FileFacts, lines: range, prose: list[nodes.Node]
) -> nodes.Node:
    """Return a cell of prose, with an id for each of its lines."""
    cell = nodes.container("", *prose, classes=["kw-cell"])
    if context.line_anchors:
        ids = {line: context.anchor(path, f"L{line}") for line in lines}
        headings = [heading.line for heading in facts.headings if heading.line in lines]
        titles = [node for node in prose if isinstance(node, nodes.rubric)]
        if len(headings) == len(titles):
            for line, title in zip(headings, titles, strict=True):
                title["ids"] = [ids.pop(line)]
        cell["ids"] = list(ids.values())
    return cell
