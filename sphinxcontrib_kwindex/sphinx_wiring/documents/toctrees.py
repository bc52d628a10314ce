"""How the start page gets into the project's tables of contents, and the book.

The start page enters the ``toctree`` of the root document. The other pages stand in
no ``toctree`` that themes see, because themes render the whole tree into every
page; but builders that make one document of all need a ``toctree`` with them. It is
appended to the start page when Sphinx's own collectors are done with that page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import NoUri
from sphinx.util import docname_join
from sphinx.util.build_phase import BuildPhase

from ...i18n import mark, say
from ...model.rows import Page
from ...pages.page_kind_names import BOOK_LEADERS
from ..setup.build_state import build_state
from .domain import kw_domain

#: What a start page that is the root document leads to, by kind of page. The first
#: leads the book; none of them comes or goes with a file.
_LEADS_TO: Final = {
    "doc": mark("Root folder documentation"),
    "keywords": mark("Keywords A to Z"),
    "sub": mark("Subtree keywords"),
}

#: A line of a ``toctree`` that names a document: ``name`` or ``Title <name>``.
_LINE: Final = re.compile(r"^[ \t]*(?:.*<)?([^\s<>]+)>?[ \t]*$", re.MULTILINE)


def top_page(app: Sphinx) -> Page | None:
    """Return the page that leads to all others from the root document.

    It is the start page; where that is the root document itself, or is not made
    because the user has a document in its place, the root folder's documentation.
    """
    state = build_state(app)
    for kind in BOOK_LEADERS:
        page = state.code.page(kind, "") if state.code else None
        if page and page.docname != app.config.root_doc and page.docname in state.pages:
            return page
    return None


def map_entries(
    app: Sphinx, docname: str, doctree: nodes.Element
) -> list[nodes.reference]:
    """Return the links to the map in the contents of a document that is written."""
    page = top_page(app)
    try:
        start = page and app.builder.get_relative_uri(docname, page.docname)
    except NoUri:
        return []
    return [
        link
        for contents in doctree.findall(nodes.compound)
        if start and "toctree-wrapper" in contents["classes"]
        for link in contents.findall(nodes.reference)
        if link.get("refuri") == start
    ]


def wanted_entry(app: Sphinx) -> str:
    """Return the docname that shall be in the root document's ``toctree``."""
    page = top_page(app)
    wanted = app.config.kwindex_add_toctree_entry or _root_is_generated(app)
    return page.docname if page and wanted else ""


def _wanted_title(app: Sphinx) -> str | None:
    """Return what the entry is called if that is not the title of its page."""
    page = top_page(app)
    if page is None or page.kind == "index":
        return None
    return build_state(app).tree.settings.title


def _noted(app: Sphinx) -> str:
    """Return what the environment keeps of the entry that was wanted."""
    entry = wanted_entry(app)
    return f"{entry} {_wanted_title(app) or ''}".rstrip() if entry else ""


def _root_is_generated(app: Sphinx) -> bool:
    """Tell whether the root document is the start page.

    Then nobody else can have written the entry that leads to the other pages.
    """
    return app.config.root_doc in build_state(app).pages


def doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Bring the ``toctree`` of hand-written documents in order."""
    _leave_globs(app, doctree)
    _add_entry(app, doctree)


def _leave_globs(app: Sphinx, doctree: nodes.document) -> None:
    """Take generated pages out of what a ``toctree`` with ``:glob:`` collected.

    The pattern was written for the user's own documents, and themes would render
    all pages into every page. The start page is left where it is named, or where it
    gets no entry otherwise.
    """
    globs = [tree for tree in doctree.findall(addnodes.toctree) if tree["glob"]]
    if not globs:
        return
    top, env = top_page(app), app.env
    kw_domain(env).data["toctree entries"][env.docname] = _noted(app)
    apart = set(build_state(app).pages)
    if top and (not wanted_entry(app) or _is_named(env, top.docname)):
        apart.remove(top.docname)
    for tree in globs:
        leave_out(tree, apart)


def _is_named(env: BuildEnvironment, docname: str) -> bool:
    """Tell whether a line of the document that is read is the name of another one.

    The nodes do not tell it from what a pattern fits.
    """
    try:
        text = Path(env.doc2path(env.docname)).read_text("utf-8-sig", "replace")
    except OSError:  # Another extension may have a document that is no file.
        return False
    return any(
        docname_join(env.docname, name) == docname for name in _LINE.findall(text)
    )


def leave_out(tree: addnodes.toctree, pages: Set[str]) -> None:
    """Take pages out of a ``toctree``."""
    tree["entries"] = [entry for entry in tree["entries"] if entry[1] not in pages]
    tree["includefiles"] = [name for name in tree["includefiles"] if name not in pages]


def _add_entry(app: Sphinx, doctree: nodes.document) -> None:
    """Put the start page into the root document's last ``toctree`` for all formats.

    Where it is in a ``toctree`` already, the author's word holds. A new ``toctree``
    is made only for a document that has none at all.
    """
    if app.env.docname != app.config.root_doc:
        return
    noted = kw_domain(app.env).data["toctree entries"]
    if app.phase is BuildPhase.INITIALIZATION:
        # An extension reads it before the pages are known.
        entry, _, title = noted.get(app.env.docname, "").partition(" ")
    else:
        entry, title = wanted_entry(app), _wanted_title(app)
        noted[app.env.docname] = _noted(app)
    if not entry:
        return
    if _root_is_generated(app):
        doctree += _leading_toctree(app)
        return
    trees = list(doctree.findall(addnodes.toctree))
    if any(entry in tree["includefiles"] for tree in trees):
        return
    if not trees:
        trees = [_toctree(app.env.docname, [])]
        sections = [child for child in doctree if isinstance(child, nodes.section)]
        wrapper = nodes.compound("", trees[0], classes=["toctree-wrapper"])
        (sections[0] if sections else doctree).append(wrapper)
    # What stands in "only" is not in all formats.
    last = [tree for tree in trees if not _is_in_only(tree)] or trees
    last[-1]["entries"].append((title or None, entry))
    last[-1]["includefiles"].append(entry)


def _is_in_only(node: nodes.Node | None) -> bool:
    while node is not None and not isinstance(node, addnodes.only):
        node = node.parent
    return node is not None


def _leading_toctree(app: Sphinx) -> addnodes.toctree:
    """Return what themes show beside a start page that is the root document.

    It is hidden: the page has links of its own to the same pages.
    """
    code = build_state(app).tree
    entries = [
        (say(title), page.docname)
        for kind, title in _LEADS_TO.items()
        if (page := code.page(kind, ""))
    ]
    return _toctree(app.env.docname, entries, hidden=True)


def _toctree(
    docname: str, entries: Sequence[tuple[str | None, str]], *, hidden: bool = False
) -> addnodes.toctree:
    return addnodes.toctree(
        "",
        parent=docname,
        entries=[*entries],
        includefiles=[name for _, name in entries],
        maxdepth=1,
        caption=None,
        glob=False,
        hidden=hidden,
        includehidden=False,
        numbered=0,
        titlesonly=True,
    )


def doctree_read_late(app: Sphinx, doctree: nodes.document) -> None:
    """Give all pages to the builders that make one document of them."""
    page = top_page(app)
    if page is None or app.env.docname != page.docname:
        return
    apart = {page.docname, app.config.root_doc}
    entries = [(None, name) for name in build_state(app).pages if name not in apart]
    doctree.append(_toctree(page.docname, entries, hidden=True))


def env_get_outdated(app: Sphinx, env: BuildEnvironment, *_: object) -> list[str]:
    """Return the documents for whose tables of contents another entry was wanted."""
    entries = {app.config.root_doc: "", **kw_domain(env).data["toctree entries"]}
    wanted = _noted(app)
    return [
        docname
        for docname, entry in entries.items()
        if docname in env.all_docs and entry != wanted
    ]
