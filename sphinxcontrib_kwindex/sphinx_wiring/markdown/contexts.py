"""Tables, headings and quotations, each written when its content is complete.

They replace classes of :mod:`sphinx_markdown_builder.contexts`.
"""

from __future__ import annotations

from typing import Final

from sphinx_markdown_builder.contexts import (
    IndentContext,
    NoLineBreakContext,
    SubContextParams,
    TableContext,
    TitleContext,
)

from .text import escape

#: The deepest heading that there is.
DEEPEST: Final = 6
#: GitHub knows five alerts.
_ALERTS: Final = {
    **{name: name for name in ("CAUTION", "IMPORTANT", "NOTE", "TIP", "WARNING")},
    "ATTENTION": "WARNING",
    "DANGER": "CAUTION",
    "ERROR": "CAUTION",
    "HINT": "TIP",
}


class Table(TableContext):
    """A table of the GFM extension: each row on one line, with the same columns."""

    def __init__(self, params: SubContextParams) -> None:
        super().__init__(params)
        self.spans: dict[int, int] = {}

    def skip_spanned(self) -> None:
        """Add empty cells where a cell above spans several rows."""
        row = self.active_output[-1]
        while self.spans.get(len(row), 0) > 0:
            self.spans[len(row)] -= 1
            row.append([])

    def make(self) -> str:
        """Return the table."""
        heads = [self.make_row(row) for row in self.headers]
        rows = [self.make_row(row) for row in self.body]
        width = max((len(row) for row in [*heads, *rows]), default=0)
        if not width:
            return str(self.internal_context.make())
        head = heads[0] if heads else [""] * width
        lines = [head, ["---"] * width, *heads[1:], *rows]
        table = "\n".join(
            f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in lines
        )
        title = self.internal_context.make()
        return f"{title}\n\n{table}" if title else table

    @staticmethod
    def make_row(row: list[list[str]]) -> list[str]:
        """Return the cells of a row, each on one line."""
        return [" ".join("".join(pieces).split()) for pieces in row]


class Title(TitleContext):
    """A heading, which may be empty or deeper than Markdown has."""

    def __init__(self, level: int) -> None:
        super().__init__(max(1, min(level, DEEPEST)))
        self.breaker = " "

    def make(self) -> str:
        """Return the heading."""
        content = NoLineBreakContext.make(self)
        return f"{self.section_prefix} {content}" if content else ""


class Quote(IndentContext):
    """A block quote that includes its empty lines, which would end a listing in it."""

    def __init__(self) -> None:
        super().__init__("> ", empty=True, params=SubContextParams(2, 2))

    def make(self) -> str:
        """Return the lines of the quote."""
        return "\n".join(line.rstrip() for line in super().make().split("\n"))


class Alert(Quote):
    """A block quote that GitHub shows as an alert."""

    def __init__(self, title: str) -> None:
        super().__init__()
        alert = _ALERTS.get(title.upper())
        self._first = f"> [!{alert}]\n" if alert else f"> **{escape(title)}**\n>\n"

    def make(self) -> str:
        """Return the lines of the quote."""
        return self._first + super().make()
