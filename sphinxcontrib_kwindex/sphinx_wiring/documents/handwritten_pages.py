"""Hand-written documents that show something of the tree are read again with it.

Each notes what its directives show and what its roles resolved to, with a digest;
the document is out of date when the digest would be another one now. The sources
themselves are no dependencies: their times say nothing, and a comment in one of
them changes nothing.
"""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..setup.pipeline import survey
from .directives import directive_digest
from .domain import KwDomain, kw_domain
from .object_descriptions import BUTTON, button_digest


def use_digest(domain: KwDomain, use: tuple[str, ...]) -> str:
    """Return a digest of what one use of the tree shows now."""
    if use[0] == "role":
        return domain.role_digest(use[1], use[2])
    if use[0] == "docstring":
        return domain.docstring_digest(*use[1:])
    if use[0] == BUTTON:
        return button_digest(domain, *use[1:3])
    name, path = use[1:3] if use[0] == "error" else use[:2]
    return directive_digest(domain, name, path)


def env_get_outdated(
    app: Sphinx,
    env: BuildEnvironment,
    added: set[str],
    changed: set[str],
    removed: set[str],
) -> list[str]:
    """Return the hand-written documents that would show something else now."""
    domain = kw_domain(env)
    return [
        docname
        for docname, uses in domain.uses.items()
        if any(
            use_digest(domain, use) != digest
            for use, digest in uses.items()
            if use[0] not in {"docstring", BUTTON}
        )
    ]


def doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Note what ``:any:`` may mean of ours."""
    domain = kw_domain(app.env)
    if domain.code is None or app.env.docname in domain.code.by_docname:
        return
    for node in doctree.findall(addnodes.pending_xref):
        target = node.get("reftarget", "")
        if node.get("reftype") == "any" and ("/" in target or "::" in target):
            use = ("role", "obj", target)
            digest = domain.role_digest("obj", target)
            domain.note_use(app.env.docname, use, digest)


def env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Look again where roles lead, and return the documents to be written for that.

    Only now is it known what other documents show; and where only parallel readers
    surveyed the tree, this process has to.
    """
    domain = kw_domain(env)
    domain.descriptions = domain.inventories = None
    if domain.code is None and domain.shows_tree():
        domain.code = survey(app)
    if domain.code is None:
        return []
    # What docstrings refer to is in the tree, and stays while that does. A tree has
    # many of them.
    again = {"role", BUTTON}
    if domain.data.get("state") != domain.code.state:
        domain.data["state"] = domain.code.state
        again.add("docstring")
    led_elsewhere = []
    for docname, uses in domain.uses.items():
        now = {use: use_digest(domain, use) for use in uses if use[0] in again}
        if any(uses[use] != digest for use, digest in now.items()):
            uses |= now
            led_elsewhere.append(docname)
    return domain.unlisted(led_elsewhere)


def setup_handwritten(app: Sphinx) -> None:
    """Register the handlers."""
    app.connect("env-get-outdated", env_get_outdated)
    app.connect("doctree-read", doctree_read)
    # Before the handlers that ask what has to be written.
    app.connect("env-updated", env_updated, priority=100)
