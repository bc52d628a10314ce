"""Comments that document: ``#:``, as Sphinx's autodoc has them.

They stand on the lines directly above a binding, or behind it on its last line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astroid import nodes

    from .source_segments import SourceLines


def doc_comment(source: SourceLines, binding: nodes.NodeNG) -> str:
    """Return the ``#:`` comment of the statement *binding*, without the marks."""
    end_line, end_column = binding.end_lineno, binding.end_col_offset
    if binding.lineno is None or end_line is None or end_column is None:
        return ""
    behind = source.after(end_line, end_column).lstrip(" \t)]};")
    if behind.startswith("#:"):
        return behind[2:].strip()
    above = []
    for line in reversed(source.lines[: binding.lineno - 1]):
        comment = line.lstrip()
        if not comment.startswith("#:"):
            break
        above.append(comment[2:].removeprefix(" ").rstrip())
    return "\n".join(reversed(above)).strip()
