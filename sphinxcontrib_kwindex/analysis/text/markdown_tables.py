"""The parser of Markdown, which limits the cells of tables to a multiple of the text.

A row with fewer cells than the head of its table is filled up, so a text of a few
kilobytes can stand for millions of cells.
"""

from __future__ import annotations

from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

#: The number of cells that there may be for each bar in the text, and without any.
_FILLED: Final = 4
_FREE: Final = 1_000
_LEFT: Final = "kwindex_cells"


def block_parser(**options: bool) -> MarkdownIt:
    """Return a parser of Markdown, of MyST's directives and of front matter."""
    parser = MarkdownIt("commonmark", options).enable("table")
    return limit_tables(parser.use(front_matter_plugin).use(colon_fence_plugin))


def limit_tables(parser: MarkdownIt) -> MarkdownIt:
    """Have a parser read tables as text where they would have too many cells."""
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    return parser


def _table(state: StateBlock, startLine: int, endLine: int, silent: bool) -> bool:  # noqa: N803
    if silent or startLine + 2 > endLine:
        return table(state, startLine, endLine, silent)
    left = state.env.get(_LEFT)
    if left is None:
        left = _FREE + _FILLED * state.src.count("|")
    columns = _line(state, startLine).count("|") + 1
    if columns == 1:
        return table(state, startLine, endLine, silent)
    line = startLine
    while left > 0 and line < endLine and not state.isEmpty(line):
        left -= columns
        line += 1
    if left <= 0:
        # Nor is any other read: it would be counted again and again.
        state.env[_LEFT] = 0
        return False
    if not table(state, startLine, endLine, silent):
        return False
    state.env[_LEFT] = left
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] : state.eMarks[line]]
