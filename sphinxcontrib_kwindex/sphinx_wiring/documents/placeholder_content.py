"""Makes what a placeholder stands for, a page or what a directive shows."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from docutils import nodes
from docutils.nodes import Element
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.errors import NoUri
from sphinx.util.logging import suppress_logging
from sphinx.util.nodes import make_refnode

from ...i18n import say
from ...model.errors import described
from ...pages.file_documentation import section_nodes, sections_of
from ...pages.file_keywords import keyword_groups
from ...pages.folder_pages import folder_documentation_body, folder_index_body
from ...pages.keyword_pages import subtree_groups
from ...pages.nodes import ListEntry
from ...pages.page_context import Context, Docstrings, TwinContext, section_id
from ...pages.page_kinds import PAGE_KINDS, page_body
from ...pages.pictures.graph_kinds import GRAPH_KINDS
from ..setup.messages import warn
from .document_dependencies import DocstringReference
from .domain import KwDomain, kw_domain, with_one_fragment
from .intersphinx import inventories
from .manual_names import manual_names, naming_rows
from .markdown_twins import Twins, twins_of
from .object_descriptions import descriptions
from .placeholder import kw_placeholder

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
    shown = kind.inputs(context.code, path, options["name"])
    if not shown:
        return [nodes.paragraph("", say("There is nothing to draw."))]
    return kind.body(context, path, options["name"], shown)


#: What each directive shows.
DIRECTIVE_BODIES: Final[
    dict[str, Callable[[Context, str, Options], list[nodes.Node]]]
] = {
    "kwindex": kwindex_body,
    "kwfile": kwfile_body,
    "kwfolder": kwfolder_body,
    "kwgraph": kwgraph_body,
}


#: The formats of builders whose listings have an id on each line.
_LINE_ANCHORS: Final = frozenset({"html"})
#: Ids that a URI takes as they are.
_UNRESERVED: Final = re.compile(r"[A-Za-z0-9._~-]*")


def expand(node: kw_placeholder, builder: Builder) -> list[nodes.Node]:
    """Return the nodes that a placeholder stands for, for a builder's output.

    A file that nobody thought of does not stop the build: its page says so.
    """
    try:
        return _expanded(node, builder)
    except Exception as exc:
        reason = described(exc)
        warn(
            f"cannot create the content of the page ({reason}); please report it",
            location=node["docname"],
            subtype="page",
        )
        return [failure(reason)]


def failure(reason: str) -> nodes.warning:
    """Return what stands on a page in the place of what could not be made."""
    text = say("This page could not be generated: {reason}.", reason=reason)
    return nodes.warning("", nodes.paragraph(text, text))


def _expanded(node: kw_placeholder, builder: Builder) -> list[nodes.Node]:
    """Return the contents of the page or directive that a placeholder is for."""
    domain = kw_domain(builder.env)
    code = domain.tree
    docname = node["docname"]
    docstrings: dict[str, Docstrings] = pickle.loads(node["docstrings"])  # noqa: S301
    references = _References(domain, builder, docname)
    for rendered in docstrings.values():
        for key, children in rendered.items():
            rendered[key] = references.resolve(children)
    context = _context(node, builder, docstrings)
    if node["what"] in PAGE_KINDS:
        return page_body(context, code.by_docname[docname])
    return DIRECTIVE_BODIES[node["what"]](context, node["path"], node["options"])


def _context(
    node: kw_placeholder, builder: Builder, docstrings: dict[str, Docstrings]
) -> Context:
    """Return what the contents of a placeholder are made with, in a format.

    :param docstrings: what stands on the page of them.
    """
    domain, docname = kw_domain(builder.env), node["docname"]
    code = domain.tree
    uri = uris(builder, docname)
    described, external = descriptions(domain), inventories(domain)
    in_book = domain.state.book is not None
    single = isinstance(builder, SingleFileHTMLBuilder)

    def reference(path: str, anchor: str) -> tuple[str, str] | None:
        by_anchor = described.by_definition.get(path, {}) if described else {}
        if description := by_anchor.get(anchor):
            link = uri(description.docname, description.anchor)
            if link:
                return link, f"{say(description.objtype)} {description.dotted}"
        return None

    names = manual_names(domain)

    def naming(path: str, anchor: str) -> list[ListEntry]:
        return naming_rows(names, path, anchor, lambda target: uri(target, ""))

    def external_link(dotted: str) -> tuple[str, str] | None:
        return external.link(dotted, docname) if external else None

    # The same in all formats.
    common: Any = {
        "homes": domain.showing_in_book if in_book else domain.showing_documents(),
        "docstrings": docstrings,
        "one_file": not single,
        "generated": docname in code.by_docname,
        "pages_elsewhere": in_book,
        "serials": node["options"].get("serials", {}),
        "shown": node["path"],
        "external": external_link,
        "reference": reference,
        "naming": naming,
        "unnamed": names.unnamed if names else lambda _: (),
    }
    if node["what"] in PAGE_KINDS and (twins := twins_of(builder.env)):
        there = uris(twins, docname)
        twin = Context(
            code, docname, there, line_anchors=False, to_originals=True, **common
        )
        return TwinContext(code, docname, uri, twin=twin, **common)
    return Context(
        code,
        docname,
        uri,
        line_anchors=builder.format in _LINE_ANCHORS,
        to_originals=builder.format == "markdown",
        beside=_beside(builder, code.root, docname),
        **common,
    )


def _beside(builder: Builder, root: Path, docname: str) -> Callable[[str], str]:
    """Return what gives the way from a page to an original file beside it.

    There is a way where the output lies in the tree, as Markdown for GitHub does.
    """
    if builder.format != "markdown" or not Path(builder.outdir).is_relative_to(root):
        return lambda _: ""
    folder = Path(builder.outdir, docname).parent
    return lambda path: quote(Path(os.path.relpath(root / path, folder)).as_posix())


def uris(builder: Builder | Twins, docname: str) -> Callable[[str, str], str]:
    """Return what gives the URI of an id in a document, as the builder writes it."""
    is_html = builder.format == "html"

    @cache
    def base(target: str) -> str:
        # The one page of singlehtml has no id where the document begins that has all.
        if isinstance(builder, SingleFileHTMLBuilder) and (
            target == builder.config.root_doc
        ):
            return "#"
        try:
            return builder.get_relative_uri(docname, target)
        except NoUri:
            return ""

    @cache
    def before_id(target: str) -> str:
        """Return what stands before the ids of a document; empty if it has no URI."""
        document = base(target)
        # On the one page of singlehtml a document is an anchor itself.
        if "://" not in document and (target == docname or "#" in document):
            return "#"
        return f"{document}#" if document else ""

    def uri(target: str, anchor: str) -> str:
        if not anchor:
            return base(target)
        before = before_id(target)
        if not _UNRESERVED.fullmatch(anchor) and (is_html or "://" in before):
            anchor = quote(anchor)
        return before and before + anchor

    return uri


class _References:
    """Resolves the references in the docstrings that a document shows.

    They are somebody else's: a target that is missing or ambiguous is no warning.
    """

    def __init__(self, domain: KwDomain, builder: Builder, docname: str) -> None:
        self._domain = domain
        self._builder = builder
        self._docname = docname
        self._where = domain.env, docname, builder

    def resolve(self, children: list[nodes.Node]) -> list[nodes.Node]:
        """Return a docstring with links, or their text, in the place of references."""
        root = nodes.Element("", *children)
        references = list(root.findall(addnodes.pending_xref))
        if references:
            with suppress_logging():
                for reference in references:
                    reference["refdoc"] = self._docname
                    resolved = self._resolved(reference)
                    if isinstance(resolved, nodes.reference):
                        with_one_fragment(resolved)
                    reference.replace_self(resolved)
        for child in root.children:
            child.parent = None
        return list(root.children)

    def _resolved(self, node: addnodes.pending_xref) -> nodes.Node:
        contnode: nodes.Element = nodes.literal("", node.astext())
        if len(node) and isinstance(node[0], nodes.Element):
            contnode = node[0].deepcopy()
        env, missing = self._domain.env, (NoUri,)
        try:
            return (
                self._by_project(node, contnode)
                or self._by_tree(node, contnode)
                or env.events.emit_firstresult(
                    "missing-reference", env, node, contnode, allowed_exceptions=missing
                )
                or contnode
            )
        except Exception:
            # Some other extension's domain failed over somebody else's docstring.
            return contnode

    def _by_project(
        self, node: addnodes.pending_xref, contnode: Element
    ) -> nodes.Node | None:
        """Return what a reference leads to in the host project.

        :param contnode: what the reference shows.
        :return: ``None`` if the project has no such target.
        """
        env, typ, target = self._domain.env, node["reftype"], node["reftarget"]
        if node.get("refdomain"):
            owner = env.get_domain(node["refdomain"])
            return owner.resolve_xref(*self._where, typ, target, node, contnode)
        if typ != "any":
            return None
        std = env.get_domain("std")
        document = std.resolve_xref(*self._where, "doc", target, node, contnode)
        if document is not None:
            return document
        for owner in (std, env.get_domain("py")):
            rows = owner.resolve_any_xref(*self._where, target, node, contnode)
            for _, reference in rows:
                return reference
        return None

    def _by_tree(
        self, node: addnodes.pending_xref, contnode: Element
    ) -> nodes.Node | None:
        if "kw_scope" not in node:
            return None
        path, scope = node["kw_scope"]
        reference = DocstringReference(path, scope, node["reftype"], node["reftarget"])
        target = self._domain.docstring_target(reference)
        location = self._domain.location(target, self._builder) if target else None
        if target is None or location is None:
            return None
        return make_refnode(
            self._builder, self._docname, *location, contnode, target.name
        )
