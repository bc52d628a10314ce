"""The translator of sphinx-markdown-builder, with corrections.

There is one method for each defect, with a test that builds with the original
translator too and so shows when the method is no longer needed
(``tests/test_markdown_upstream.py``).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from docutils import nodes
from docutils.nodes import Element
from sphinx import addnodes
from sphinx_markdown_builder.contexts import (
    IndentContext,
    SubContext,
    SubContextParams,
    TableContext,
    WrappedContext,
)
from sphinx_markdown_builder.translator import (
    MarkdownTranslator,
    pushing_context,
    pushing_status,
)

from ...pages.nodes import kw_definition
from ..fast_lane.node_visits import BEFORE
from .contexts import Alert, Quote, Table, Title
from .text import anchor, code, escape, escape_text, fence, uri

#: Nodes whose ids are written by their own visitors, or never led to.
_OWN_IDS: Final = (
    *(nodes.document, nodes.section, nodes.title, nodes.term, nodes.target),
    *(nodes.footnote, nodes.footnote_reference, nodes.citation),
    addnodes.desc_signature,
)
_NOT_IN_SLUG: Final = re.compile(r"[^\w\- ]")


def _wraps(context: Callable[[], SubContext]) -> Callable[[Translator, Element], None]:
    """Return a visitor that puts what is in a node into a context of its own."""

    @pushing_context
    def visit_node(self: Translator, node: Element) -> None:
        self._push_context(context())

    return visit_node  # type: ignore[no-any-return]


def _spaced() -> SubContext:
    return SubContext(SubContextParams(2, 2))


class Translator(MarkdownTranslator):
    """Writes GitHub-flavoured Markdown that GitHub parses as it was meant."""

    def write_anchors(self, node: nodes.Node) -> None:
        """Write an anchor for each id of a node, the target of links."""
        if isinstance(node, Element) and node["ids"] and not isinstance(node, _OWN_IDS):
            inline = isinstance(node, nodes.Inline)
            lines = 0 if inline or isinstance(self.ctx, TableContext) else 2
            self.add(anchors(node), prefix_eol=lines, suffix_eol=lines)

    def dispatch_visit(self, node: nodes.Node) -> None:
        """Write a node."""
        self.write_anchors(node)
        super().dispatch_visit(node)

    def in_table(self) -> bool:
        """Return whether what is written stands in the cell of a table."""
        return any(isinstance(ctx, TableContext) for ctx in self._ctx_queue)

    # Texts

    def visit_Text(self, node: nodes.Text) -> None:
        """Write a text, so that nothing in it is markup."""
        text = node.astext()
        self.add(escape_text(text) if self.status.escape_text else text)

    @pushing_context
    def visit_paragraph(self, node: Element) -> None:
        """Begin a paragraph."""
        ends = SubContextParams(2, 2 if self.status.list_marker is None else 1)
        self._push_context(SubContext(ends))

    visit_compact_paragraph = visit_paragraph

    def visit_literal(self, node: Element) -> None:
        """Write code with as many backticks as it takes."""
        self.add(code(node.astext(), cell=self.in_table()))
        raise nodes.SkipNode

    def visit_literal_block(self, node: Element) -> None:
        """Write a code block with a fence longer than any inside it."""
        language = node.get("language", "")
        if not language and "code" in node["classes"]:
            language = next(iter(node["classes"][1:]), "")
        self._block(node.astext(), language)

    def visit_doctest_block(self, node: Element) -> None:
        """Write a Python session as a code block."""
        self._block(node.astext(), "pycon")

    def _block(self, text: str, language: str) -> None:
        if self.in_table():
            self.add(code(text, cell=True))
        else:
            self.add(fence(text, language), prefix_eol=2, suffix_eol=2)
        raise nodes.SkipNode

    # What docutils could not parse, in its place.
    visit_problematic = visit_literal

    def visit_comment(self, node: Element) -> None:
        """Leave out comments, and labels, which are written already."""
        raise nodes.SkipNode

    visit_label = visit_comment

    def visit_math_block(self, node: Element) -> None:
        """Write an equation as a block of its own, without escapes.

        GitHub and GitLab know this form, and the next.
        """
        self.add(fence(node.astext().strip(), "math"), prefix_eol=2, suffix_eol=2)
        raise nodes.SkipNode

    def visit_math(self, node: Element) -> None:
        """Write an equation within a line, without escapes."""
        text = " ".join(node.astext().split())
        self.add(code(text) if "`" in text else f"$`{text}`$")
        raise nodes.SkipNode

    def visit_subscript(self, node: Element) -> None:
        """Write it as text, as superscripts: Markdown has no markup for them."""

    visit_superscript = depart_subscript = depart_superscript = visit_subscript

    visit_line = _wraps(lambda: SubContext(SubContextParams(1, 1)))

    def depart_line(self, node: Element) -> None:
        """End a line with a hard break, unless it is the last of its block."""
        block = node.parent
        if block.index(node) < len(block) - 1 and node.astext():
            self.add("\\")
        self._pop_context()

    visit_line_block = _wraps(_spaced)

    # Links

    @pushing_context
    def visit_reference(self, node: Element) -> None:
        """Write a link, or only its text where the link is not safe."""
        where = uri(self._fetch_ref_uri(node))
        if where and not self.in_link():
            self._push_context(WrappedContext("[", f"]({where})"))
        else:
            self._push_context(SubContext())

    visit_number_reference = visit_reference

    def in_link(self) -> bool:
        """Return whether what is written stands in the text of a link."""
        return any(
            isinstance(ctx, WrappedContext) and ctx.prefix == "["
            for ctx in self._ctx_queue
        )

    @pushing_context
    @pushing_status
    def visit_section(self, node: Element) -> None:
        """Begin a section, with anchors for the ids that GitHub does not give it."""
        self.ensure_eol(2)
        title = next(iter(node.findall(nodes.title)), None)
        by_github = slug(title.astext()) if title is not None else ""
        self.add(anchors(node, but=by_github), prefix_eol=2, suffix_eol=2)
        self._push_status(section_level=self.status.section_level + 1)
        self._push_context(_spaced())

    @pushing_context
    def visit_title(self, node: Element) -> None:
        """Begin a heading."""
        if isinstance(node.parent, nodes.table | nodes.Admonition):
            self._push_context(WrappedContext("**", params=SubContextParams(1, 2)))
        else:
            self._push_context(Title(self.status.section_level))

    @pushing_context
    def visit_rubric(self, node: Element) -> None:
        """Begin a heading below that of the section, and of what it describes."""
        level = self.status.section_level + 1 + depth_in(kw_definition, node)
        depth = _depth(node)
        self._push_context(Title(max(3, level) + depth if depth else level))

    @pushing_context
    def visit_desc_signature(self, node: Element) -> None:
        """Begin the heading of a description, with the anchors that links expect."""
        self.add(anchors(node), prefix_eol=2, suffix_eol=2)
        self._push_context(Title(max(3, self.status.section_level + 1) + _depth(node)))

    def visit_footnote_reference(self, node: Element) -> None:
        """Refer to a footnote of the GFM extension."""
        self.add(f"[^{escape(node.astext())}]")
        raise nodes.SkipNode

    @pushing_context
    def visit_footnote(self, node: Element) -> None:
        """Begin a footnote."""
        mark = f"[^{_label(node)}]: "
        self._push_context(
            IndentContext(mark, only_first=True, params=SubContextParams(2, 2))
        )

    @pushing_context
    def visit_citation(self, node: Element) -> None:
        """Begin a citation, which has a name in brackets."""
        self.add(f"{anchors(node)}\\[{_label(node)}\\] ", prefix_eol=2)
        self._push_context(SubContext(SubContextParams(0, 2)))

    # Pictures

    def visit_image(self, node: Element) -> None:
        """Write an image with the path that the builder copies it to."""
        target = node["uri"]
        alt = escape(node.get("alt", posixpath.basename(target)))
        if copied := self.builder.env.images.get(target):
            folder = posixpath.dirname(self.builder.current_doc_name)
            target = posixpath.relpath(f"_images/{copied[1]}", folder or ".")
        self.add(f"![{alt}]({uri(target)})")
        raise nodes.SkipNode

    visit_caption = _wraps(lambda: WrappedContext("*", params=SubContextParams(2, 2)))

    def visit_legend(self, node: Element) -> None:
        """Write the legend of a figure."""

    # Tables

    visit_table = _wraps(lambda: Table(SubContextParams(2, 2)))

    def visit_entry(self, node: Element) -> None:
        """Begin a cell."""
        if isinstance(self.table_ctx, Table):
            self.table_ctx.skip_spanned()
        self.table_ctx.enter_entry()

    def depart_entry(self, node: Element) -> None:
        """End a cell, followed by empty ones for the columns that it spans."""
        table = self.table_ctx
        table.exit_entry()
        row = table.active_output[-1]
        first = len(row) - 1
        row.extend([] for _ in range(node.get("morecols", 0)))
        if isinstance(table, Table) and (more := node.get("morerows", 0)):
            table.spans.update(dict.fromkeys(range(first, len(row)), more))

    def depart_row(self, node: Element) -> None:
        """End a row."""
        if isinstance(self.table_ctx, Table):
            self.table_ctx.skip_spanned()

    # Blocks

    def _push_box(self, title: str) -> None:
        self.ensure_eol(2)
        self._push_context(Alert(title))

    visit_block_quote = visit_admonition = visit_sidebar = _wraps(Quote)

    def visit_definition_list(self, node: Element) -> None:
        """Begin a definition list, as a bullet list: Markdown has none."""
        self._start_list("-")

    depart_definition_list = MarkdownTranslator._end_list
    visit_definition_list_item = MarkdownTranslator._start_list_item
    depart_definition_list_item = MarkdownTranslator._pop_context

    @pushing_context
    def visit_term(self, node: Element) -> None:
        """Begin a term."""
        self.add(anchors(node))
        self._push_context(WrappedContext("**", params=SubContextParams(0, 0)))

    def visit_classifier(self, node: Element) -> None:
        """Write the classifier of a term."""
        self.add(f" ({escape(node.astext())})")
        raise nodes.SkipNode

    visit_definition = visit_description = _wraps(_spaced)

    def visit_enumerated_list(self, node: Element) -> None:
        """Begin a numbered list at its first number."""
        self._start_list(node.get("start", 1) - 1)

    visit_option_list = visit_definition_list
    depart_option_list = MarkdownTranslator._end_list
    visit_option_list_item = MarkdownTranslator._start_list_item
    depart_option_list_item = MarkdownTranslator._pop_context

    def visit_option_group(self, node: Element) -> None:
        """Write the spellings of an option."""
        self.add(", ".join(code(option.astext()) for option in node.children))
        raise nodes.SkipNode

    @pushing_context
    def visit_attribution(self, node: Element) -> None:
        """Begin the attribution of a quotation."""
        self._push_context(_spaced())
        self.add("— ")

    visit_centered = _wraps(lambda: WrappedContext("**", params=SubContextParams(2, 2)))

    # The original looks for each attribute with a function in Python.
    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str) -> Any:
        """Return a method that the original makes from its tables, or one of ours.

        That is what writes nothing but the children, for :data:`_PASSED`.
        """
        method = self._find_predefined_method(name)
        if method is None:
            state, _, element = name.partition("_")
            if state not in {"visit", "depart"} or element not in _PASSED:
                raise AttributeError(name)
            method = _pass_on
        # It is looked for once.
        self.__dict__[name] = method
        return method


BEFORE[Translator.dispatch_visit] = Translator.write_anchors
#: Nodes that are written as what is in them.
_PASSED: Final = frozenset(
    {
        *("abbreviation", "acks", "acronym", "desc_inline", "desc_optional"),
        *("desc_tparameterlist", "desc_type", "desc_type_parameter"),
        *("desc_type_parameter_list", "generated", "highlightlang", "hlist"),
        *("hlistcol", "literal_strong", "manpage", "option_string"),
        *("productionlist", "start_of_file"),
        *(f"desc_sig_{kind}" for kind in ("element", "name", "operator", "space")),
        *(f"desc_sig_{kind}" for kind in ("punctuation", "keyword", "keyword_type")),
        *(f"desc_sig_literal_{kind}" for kind in ("number", "string", "char")),
    }
)


def _pass_on(node: Element) -> None:
    """Write what is in a node."""


def anchors(node: Element, but: str = "") -> str:
    """Return the anchors for the ids of a node, without the id *but*."""
    ids: list[str] = node["ids"]
    return "".join(anchor(name) for name in ids if name != but)


def depth_in(kind: type[Element], node: nodes.Node) -> int:
    """Return in how many nodes of a kind a node stands."""
    parent = node.parent
    if parent is None:
        return 0
    return depth_in(kind, parent) + isinstance(parent, kind)


#: In how many descriptions of objects a node stands.
_depth: Final = partial(depth_in, addnodes.desc_content)


def _label(note: Element) -> str:
    label = note.next_node(nodes.label)
    return escape(label.astext()) if label is not None else ""


def slug(title: str) -> str:
    """Return the id that GitHub gives to the first heading with a text."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")
