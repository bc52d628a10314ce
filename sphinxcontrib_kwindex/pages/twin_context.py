"""The context of a page that is written twice from the same nodes: HTML and Markdown.

What is shown is the same in both. Where links lead is not: only HTML has ids of lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from ..model.rows import Page
from .nodes import TwinUri
from .page_context import Context


@dataclass
class TwinContext(Context):
    """Where nodes are to be shown in HTML, with links for the twin, too.

    :param twin: where the same nodes are to be shown in Markdown.
    """

    twin: Context = field(kw_only=True)

    def href(self, kind: str, path: str, name: str = "") -> str:
        """Return both URIs of a page."""
        twin = partial(self.twin.href, kind, path, name)
        return TwinUri(super().href(kind, path, name), twin)

    def part(self, path: str, name: str) -> str:
        """Return both URIs of a part of a file's documentation."""
        return TwinUri(super().part(path, name), partial(self.twin.part, path, name))

    def in_source(self, path: str, anchor: str) -> str:
        """Return both URIs of a definition: in the listing, where that has ids."""
        twin = partial(self.twin.in_source, path, anchor)
        return TwinUri(super().in_source(path, anchor), twin)

    def row(self, path: str) -> str:
        """Return both URIs of the row of a file or folder."""
        return TwinUri(super().row(path), partial(self.twin.row, path))

    def page_href(self, page: Page | None) -> str:
        """Return both URIs of a page."""
        return TwinUri(super().page_href(page), partial(self.twin.page_href, page))
