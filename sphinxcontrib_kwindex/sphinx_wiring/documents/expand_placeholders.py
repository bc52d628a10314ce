"""Expands placeholders while Sphinx resolves a document, for most builders.

HTML and Markdown have visitors for the placeholder.
"""

from __future__ import annotations

from typing import Final

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ...pages.nodes import replace_own
from ..setup.build_state import build_state
from .books_without_map import makes_book
from .placeholder import kw_placeholder

#: The formats in which nothing leads to a rubric; Sphinx writes no label for it.
_RUBRICS_WITHOUT_IDS: Final = frozenset({"latex", "texinfo"})


class ExpandPlaceholders(SphinxPostTransform):
    """Expands placeholders for builders that have no visitor for them."""

    default_priority = 900

    def run(self, **kwargs: object) -> None:
        """Put what they stand for in the place of the placeholders."""
        # For all builders, as this is run before processes are forked that would each
        # import it.
        from .placeholder_content import expand

        builder = build_state(self.env).app.builder
        if builder.format in {"html", "markdown"}:
            return
        # Builders without a format (dummy, linkcheck, gettext) write no pages, unless
        # they make a book. Those that do all the same know our node even less.
        writes = builder.format or makes_book(builder)
        for node in list(self.document.findall(kw_placeholder)):
            if not writes:
                node.replace_self([])
                continue
            tree = replace_own(expand(node, builder))
            if builder.format in _RUBRICS_WITHOUT_IDS:
                tree = _with_targets(tree)
            node.replace_self(tree)


def _with_targets(tree: list[nodes.Node]) -> list[nodes.Node]:
    """Put the ids of rubrics into targets before them."""
    root = nodes.Element("", *tree)
    for rubric in list(root.findall(nodes.rubric)):
        if rubric["ids"]:
            rubric.replace_self([nodes.target(ids=rubric["ids"]), rubric])
            rubric["ids"] = []
    return list(root.children)
