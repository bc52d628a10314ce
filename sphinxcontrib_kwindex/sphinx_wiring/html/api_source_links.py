"""Buttons from the user's API reference to the listings.

Each description of a Python object gets a node that looks as the links of
``sphinx.ext.viewcode`` do, so that themes know it. It is always there, without a
word in it; where it leads is looked up when it is written, so that neither a line
that moved nor a change of the configuration has anything read again.
"""

from __future__ import annotations

import html
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..documents.document_dependencies import DescribedObject
from ..documents.domain import kw_domain
from ..documents.object_descriptions import descriptions
from ..setup.build_state import build_state


class kw_button(nodes.comment):
    """A link to the listing.

    ``dotted`` is the full name of the object, ``objtype`` its type in the Python
    domain, ``docname`` the document that describes it. For writers of other extensions,
    which know the names of the classes above it, it is a comment.
    """


def doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Put a button into each signature, and note what is described."""
    domain = kw_domain(app.env)
    docname = app.env.docname
    if docname in domain.state.pages:
        return
    for description in doctree.findall(addnodes.desc):
        if description.get("domain") != "py":
            continue
        objtype = description.get("objtype", "")
        seen = set()
        for signature in description:
            if not isinstance(signature, addnodes.desc_signature):
                continue
            names = signature.get("module"), signature.get("fullname")
            dotted = ".".join(name for name in names if name)
            if not names[1] or dotted in seen:
                continue
            seen.add(dotted)
            anchor = signature["ids"][0] if signature["ids"] else ""
            # Where it leads is clear when all documents are read.
            described = DescribedObject(dotted, objtype, anchor)
            domain.note_dependency(docname, described, "")
            signature += kw_button("", dotted=dotted, objtype=objtype, docname=docname)


def button(builder: Builder, node: kw_button) -> str:
    """Return the link, unless there is such a link or nothing to lead to."""
    described_objects = descriptions(kw_domain(builder.env))
    linked = any(
        "viewcode-link" in link["classes"] for link in node.parent.findall(nodes.inline)
    )
    if not described_objects or not builder.config.kwindex_source_buttons or linked:
        return ""
    listing = described_objects.listing(node["dotted"], node["objtype"], builder)
    from ..documents.placeholder_content import uris

    uri = uris(builder, node["docname"])(*listing) if listing else ""
    if not uri:
        return ""
    # A word in the tree would be in the search index, once for each page.
    return (
        f'<a class="reference internal" href="{html.escape(uri)}">'
        '<span class="viewcode-link"><span class="pre">'
        f"{html.escape(_('[source]'))}</span></span></a>"
    )


class RemoveButtons(SphinxPostTransform):
    """Takes the buttons out of what is not HTML."""

    default_priority = 100

    def run(self, **kwargs: Any) -> None:
        """Remove them."""
        if build_state(self.env).app.builder.format == "html":
            return
        for node in list(self.document.findall(kw_button)):
            node.parent.remove(node)
