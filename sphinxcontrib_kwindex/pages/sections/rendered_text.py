"""A file in Markdown or reStructuredText as its author meant it to be read.

Its headings have ids, and links by paths lead to the pages of what they name. The
folder of a README shows how it opens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import unquote

from docutils import nodes

from ...links.text_links import TEXT_TYPES
from ...model.facts import FileFacts
from ..nodes import links_to
from ..page_context import LISTING_ID, Context
from ..prose_nodes import IMAGE_TEXT, kw_prose, kw_relative_link
from .text_links import uri_of_mention

#: What stands for the kind in the key of :data:`~..page_context.Docstrings` of a text.
TEXT: Final = "text"
#: Most characters of the part with which a text opens.
_OPENING: Final = 1200
#: What only Sphinx knows: then the file is a part of a manual.
_SPHINX: Final = re.compile(
    r"""^[ ]*\.\.[ ] (?: toctree | auto\w+ | (?:\w+:)? (?: module | currentmodule )
          | (?: py | c | cpp | js | rst | std ) :[\w:-]+ | glossary | only | highlight
          | tabularcolumns | versionadded | versionchanged ) ::
      | (?<!`) : (?: (?: py | c | cpp | js | std ) : )?
        (?: ref | doc | term | class | func | meth | mod | attr | exc | data | any
          | download | numref | option | envvar | program
          | command | file ) :`""",
    re.VERBOSE | re.MULTILINE,
)


def markup_of(facts: FileFacts, text: str) -> str:
    """Return the markup in which a file is written for readers; empty for none.

    :return: ``markdown`` or ``restructuredtext``.
    """
    if facts.type not in TEXT_TYPES or facts.problem or not text.strip():
        return ""
    if facts.type == "Markdown":
        return "markdown"
    return "" if _SPHINX.search(text) else "restructuredtext"


def is_rendered(context: Context, path: str) -> bool:
    """Tell whether a text is shown as it is read, and not as its source alone."""
    return bool(_rendered(context, path))


def _rendered(context: Context, path: str) -> list[nodes.Node]:
    has_section = context.code.settings.has_section(LISTING_ID)
    if not (has_section and context.line_anchors and context.generated):
        return []
    return context.docstrings.get(path, {}).get((TEXT, ""), [])


def heading_ids(context: Context, path: str, facts: FileFacts) -> dict[int, str]:
    """Return the ids of the headings of a text that is rendered, by their lines."""
    titles = [
        title
        for node in _rendered(context, path)
        for title in node.findall(nodes.rubric)
    ]
    if len(titles) != len(facts.headings):
        return {}
    prefix = context.prefix(path, LISTING_ID)
    return {heading.line: f"{prefix}text-L{heading.line}" for heading in facts.headings}


def rendered_text(context: Context, path: str, facts: FileFacts) -> kw_prose | None:
    """Return a text as it is read; ``None`` where that is not shown."""
    if not is_rendered(context, path):
        return None
    ids = heading_ids(context, path, facts)
    text = kw_prose("", *context.docstring(path, TEXT), classes=["kw-cell"])
    titles = list(text.findall(nodes.rubric))
    for heading, title in zip(facts.headings if ids else (), titles, strict=False):
        title["ids"] = [ids[heading.line]]
        title["classes"] = [f"kw-h{min(heading.level, 6)}"]
    _lead_on(context, path, facts, text, ids)
    return text


def _lead_on(
    context: Context,
    path: str,
    facts: FileFacts,
    text: nodes.Element,
    ids: Mapping[int, str],
) -> None:
    """Have links by paths lead to pages, and to headings that are on this page."""
    uris = {
        unquote(facts.mentions[row.ordinal].target): (
            f"#{ids[row.line]}"
            if row.target == path and row.line in ids
            else uri_of_mention(context, row)
        )
        for row in context.code.resolved_mentions(path)
    }
    for found in list(text.findall(kw_relative_link)):
        uri = uris.get(unquote(found["target"]), "")
        found.replace_self(links_to(uri, *found.children) if uri else found.children)


def opening(text: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return what a text says before its first heading but those above all of it.

    Paragraphs of nothing but links and images, such as badges, are left out.
    """
    found: list[nodes.Node] = []
    length = 0
    for node in text:
        length += len(node.astext())
        if length > _OPENING or (found and isinstance(node, nodes.rubric)):
            break
        if isinstance(node, nodes.rubric) or _is_decoration(node):
            length -= len(node.astext())
        else:
            found.append(node)
    while found[1:] and found[-1].astext().rstrip().endswith((":", "?")):
        # What it announces, or what answers it, is not shown.
        found.pop()
    return found


def _is_decoration(node: nodes.Node) -> bool:
    return isinstance(node, nodes.paragraph) and not any(
        re.search(r"\w", child.astext())
        for child in node.children
        if not isinstance(child, nodes.reference | kw_relative_link)
        and not (isinstance(child, nodes.Element) and IMAGE_TEXT in child["classes"])
    )


def rendered_opening(context: Context, path: str) -> list[nodes.Node]:
    """Return how a README opens: as it is read, else its first paragraph."""
    shown = context.docstring(path, TEXT) or context.docstring(path)
    # Its links lead elsewhere in the twin of the page.
    copied = [node.deepcopy() for node in shown]
    text = nodes.container("", *copied, classes=["kw-cell"])
    _lead_on(context, path, context.code.facts(path), text, {})
    return [text] if text.children else []
