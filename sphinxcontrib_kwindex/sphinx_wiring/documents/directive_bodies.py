"""What the directives show.

Apart from the directives themselves, as a build that writes nothing needs no pages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from docutils import nodes

from ...i18n import say
from ...pages.file_documentation import section_nodes, sections_of
from ...pages.file_keywords import keyword_groups
from ...pages.folder_pages import folder_documentation_body, folder_index_body
from ...pages.keyword_pages import subtree_groups
from ...pages.page_context import Context, section_id
from ...pages.pictures.graph_kinds import GRAPH_KINDS

Options = dict[str, Any]


def kwindex_body(context: Context, path: str, options: Options) -> list[nodes.Node]:
    """Return what ``kwindex`` shows."""
    if path in context.code.folders:
        every = options["private"]
        groups = subtree_groups(context, path, options["kinds"], private=every)
    else:
        facts = context.code.facts(path)
        left_out = frozenset() if options["private"] else facts.private_names()
        groups = keyword_groups(
            context,
            path,
            facts,
            kinds=options["kinds"],
            imports=options["imports"],
            choose=lambda definition: definition.qualname not in left_out,
            by_name=options["sort"] == "name",
        )
    content: list[nodes.Node] = []
    for title, group in groups:
        content += context.heading(title, section_id(title), path, [group])
    return content or [nodes.paragraph("", say("No keywords."))]


def kwfile_body(context: Context, path: str, options: Options) -> list[nodes.Node]:
    """Return what ``kwfile`` shows."""
    content: list[nodes.Node] = []
    for section in sections_of(context.code, path, every=True):
        if section.id in options["sections"]:
            content += section_nodes(context, section, path)
    return content


def kwfolder_body(context: Context, path: str, options: Options) -> list[nodes.Node]:
    """Return what ``kwfolder`` shows."""
    documentation = folder_documentation_body(context, path)
    return folder_index_body(context, path) + documentation


def kwgraph_body(context: Context, path: str, options: Options) -> list[nodes.Node]:
    """Return what ``kwgraph`` shows."""
    kind = GRAPH_KINDS[options["kind"]]
    content = kind.body(context, path, options["name"])
    return content or [nodes.paragraph("", say("There is nothing to draw."))]


#: What each directive shows.
DIRECTIVE_BODIES: Final[
    dict[str, Callable[[Context, str, Options], list[nodes.Node]]]
] = {
    "kwindex": kwindex_body,
    "kwfile": kwfile_body,
    "kwfolder": kwfolder_body,
    "kwgraph": kwgraph_body,
}
