"""Hand-written documents that show something of the tree are read again with it.

Each notes what its directives show and what its roles resolved to, with a digest;
the document is out of date when the digest would be different now. The sources
themselves are no dependencies: their times say nothing, and a comment in a source
changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..setup.pipeline import make_code_map
from .directives import directive_digest, graph_digest
from .document_dependencies import (
    Dependency,
    DescribedObject,
    DocstringReference,
    MissingPath,
    NamedObject,
    RoleTarget,
    ShownGraph,
    ShownPath,
)
from .domain import KwDomain, kw_domain
from .intersphinx import Inventories
from .manual_names import ManualNames, names_in
from .object_descriptions import Descriptions, button_digest


def dependency_digest(domain: KwDomain, dependency: Dependency) -> str:
    """Return a digest of what a document shows of the tree now."""
    match dependency:
        case RoleTarget(role, target):
            return domain.role_digest(role, target)
        case DocstringReference():
            return domain.docstring_digest(dependency)
        case DescribedObject():
            return button_digest(domain, dependency)
        case NamedObject():
            return ""
        case ShownGraph():
            return graph_digest(domain, dependency)
        case ShownPath(directive, path) | MissingPath(directive, path):
            return directive_digest(domain, directive, path)


def env_get_outdated(app: Sphinx, env: BuildEnvironment, *_: object) -> list[str]:
    """Return the hand-written documents that would show something else now."""
    kinds = RoleTarget, ShownPath, ShownGraph, MissingPath
    return [docname for docname, _ in _changed(kw_domain(env), kinds)]


def _changed(
    domain: KwDomain, kinds: tuple[type, ...]
) -> Iterator[tuple[str, dict[Dependency, str]]]:
    """Yield documents that show something else now of some kinds, with all of these."""
    for docname, dependencies in domain.dependencies.items():
        now = {
            dependency: dependency_digest(domain, dependency)
            for dependency in dependencies
            if isinstance(dependency, kinds)
        }
        if any(dependencies[of] != digest for of, digest in now.items()):
            yield docname, now


def doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Note what ``:any:`` may mean of the tree, and what else is named."""
    domain = kw_domain(app.env)
    docname = app.env.docname
    if domain.code is None or docname in domain.state.pages:
        return
    for node in doctree.findall(addnodes.pending_xref):
        target = node.get("reftarget", "")
        if node.get("reftype") == "any" and ("/" in target or "::" in target):
            digest = domain.role_digest("obj", target)
            domain.note_dependency(docname, RoleTarget("obj", target), digest)
    for named in names_in(doctree):
        domain.note_dependency(docname, named, "")


def env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Look again where roles lead, and return the documents to be written for that.

    Only now is it clear what other documents show; and where only parallel readers
    have a code map, this process has to make it.
    """
    domain = kw_domain(env)
    state = domain.state
    state.forget(Descriptions, ManualNames, Inventories)
    if state.code is None and domain.has_directives():
        state.code = make_code_map(app)
    if state.code is None:
        return []
    kinds: tuple[type, ...] = (RoleTarget, DescribedObject)
    # What references in docstrings lead to is in the tree, and stays while that does.
    # A tree has many of them.
    if domain.data["docstring references"] != state.code.state:
        domain.data["docstring references"] = state.code.state
        kinds = (*kinds, DocstringReference)
    outdated = []
    for docname, now in _changed(domain, kinds):
        domain.dependencies[docname] |= now
        outdated.append(docname)
    return state.schedule(outdated)
