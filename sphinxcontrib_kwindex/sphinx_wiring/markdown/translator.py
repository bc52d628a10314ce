"""The translator of sphinx-markdown-builder, with what it falls short of.

Everything that is put right stands here, one method for one defect, each with a test
that builds with the original translator too and so shows when it is not needed any
more (``tests/test_markdown_upstream.py``).
"""

from __future__ import annotations

import posixpath
import re
from typing import Any, Final

from docutils import nodes
from docutils.nodes import Element
from sphinx import addnodes
from sphinx_markdown_builder.contexts import (
    ContextStatus,
    IndentContext,
    NoLineBreakContext,
    SubContext,
    SubContextParams,
    TableContext,
    TitleContext,
    WrappedContext,
)
from sphinx_markdown_builder.translator import (
    MarkdownTranslator,
    pushing_context,
    pushing_status,
)

from .text import anchor, code, escape, escape_text, fence, uri

#: The deepest heading that there is.
DEEPEST: Final = 6
#: Nodes whose ids are written by their own visitors, or never led to.
_OWN_IDS: Final = (
    nodes.document,
    nodes.section,
    nodes.title,
    nodes.term,
    nodes.target,
    nodes.footnote,
    nodes.footnote_reference,
    nodes.citation,
    addnodes.desc_signature,
)
#: GitHub knows five alerts.
_ALERTS: Final = {
    "ATTENTION": "WARNING",
    "CAUTION": "CAUTION",
    "DANGER": "CAUTION",
    "ERROR": "CAUTION",
    "HINT": "TIP",
    "IMPORTANT": "IMPORTANT",
    "NOTE": "NOTE",
    "TIP": "TIP",
    "WARNING": "WARNING",
}
_NOT_IN_SLUG: Final = re.compile(r"[^\w\- ]")


class Table(TableContext):
    """A table of the GFM extension: one line a row, as many cells in each."""

    def __init__(self, params: SubContextParams) -> None:
        super().__init__(params)
        self.spans: dict[int, int] = {}

    def skip_spanned(self) -> None:
        """Leave the cells empty that a cell above reaches into."""
        row = self.active_output[-1]
        while self.spans.get(len(row), 0) > 0:
            self.spans[len(row)] -= 1
            row.append([])

    def make(self) -> str:
        """Return the table."""
        heads = [self.make_row(row) for row in self.headers]
        rows = [self.make_row(row) for row in self.body]
        width = max((len(row) for row in [*heads, *rows]), default=0)
        if not width:
            return str(self.internal_context.make())
        head = heads[0] if heads else [""] * width
        lines = [head, ["---"] * width, *heads[1:], *rows]
        table = "\n".join(
            f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in lines
        )
        title = self.internal_context.make()
        return f"{title}\n\n{table}" if title else table

    @staticmethod
    def make_row(row: list[list[str]]) -> list[str]:
        """Return the cells of a row, each on one line."""
        return [" ".join("".join(pieces).split()) for pieces in row]


class Title(TitleContext):
    """A heading, also where there is nothing in it or it is too deep."""

    def __init__(self, level: int) -> None:
        super().__init__(max(1, min(level, DEEPEST)))
        self.breaker = " "

    def make(self) -> str:
        """Return the heading."""
        content = NoLineBreakContext.make(self)
        return f"{self.section_prefix} {content}" if content else ""


class Quote(IndentContext):
    """A block quote whose empty lines are in it, or a listing in it would end."""

    def __init__(self) -> None:
        super().__init__("> ", empty=True, params=SubContextParams(2, 2))

    def make(self) -> str:
        """Return the lines of the quote."""
        return "\n".join(line.rstrip() for line in super().make().split("\n"))


class Alert(Quote):
    """A block quote that GitHub shows as an alert."""

    def __init__(self, title: str) -> None:
        super().__init__()
        alert = _ALERTS.get(title.upper())
        self._first = f"> [!{alert}]\n" if alert else f"> **{escape(title)}**\n>\n"

    def make(self) -> str:
        """Return the lines of the quote."""
        return self._first + super().make()


class Translator(MarkdownTranslator):
    """Writes GitHub-flavoured Markdown that parses as what is meant."""

    def dispatch_visit(self, node: nodes.Node) -> None:
        """Give every node with ids an anchor; links lead there."""
        if isinstance(node, Element) and not isinstance(node, _OWN_IDS):
            self._anchors(node)
        super().dispatch_visit(node)

    def _anchors(self, node: Element) -> None:
        ids = node.get("ids", ())
        if not ids:
            return
        if isinstance(node, nodes.Inline) or isinstance(self.ctx, TableContext):
            self.add("".join(map(anchor, ids)))
        else:
            self.add("".join(map(anchor, ids)), prefix_eol=2, suffix_eol=2)

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
        self._push_context(SubContext(SubContextParams(*paragraph_ends(self.status))))

    visit_compact_paragraph = visit_paragraph

    def visit_literal(self, node: Element) -> None:
        """Write code with as many backticks as it takes."""
        self.add(code(node.astext(), cell=self.in_table()))
        raise nodes.SkipNode

    def visit_literal_block(self, node: Element) -> None:
        """Write a fence longer than any in it, apart from what is before it."""
        language = node.get("language", "")
        if not language and "code" in node["classes"]:
            language = next(iter(node["classes"][1:]), "")
        self._block(node.astext(), language)

    def visit_doctest_block(self, node: Element) -> None:
        """Write a fence for a session."""
        self._block(node.astext(), "pycon")

    def _block(self, text: str, language: str) -> None:
        if self.in_table():
            self.add(code(text, cell=True))
        else:
            self.add(fence(text, language), prefix_eol=2, suffix_eol=2)
        raise nodes.SkipNode

    def visit_problematic(self, node: Element) -> None:
        """Write what could not be understood where it stands."""
        self.visit_literal(node)

    def visit_comment(self, node: Element) -> None:
        """Leave out what the author of a page wrote for themselves."""
        raise nodes.SkipNode

    def visit_math_block(self, node: Element) -> None:
        """Write a formula apart from the texts around it, with nothing in it markup.

        GitHub and GitLab know this form, and the next one.
        """
        self.add(fence(node.astext().strip(), "math"), prefix_eol=2, suffix_eol=2)
        raise nodes.SkipNode

    def visit_math(self, node: Element) -> None:
        """Write a formula in a line, with nothing in it markup."""
        text = " ".join(node.astext().split())
        self.add(code(text) if "`" in text else f"$`{text}`$")
        raise nodes.SkipNode

    def visit_subscript(self, node: Element) -> None:
        """Write small text as text: there is no markup for it."""

    def visit_superscript(self, node: Element) -> None:
        """Write small text as text."""

    depart_subscript = depart_superscript = visit_subscript

    @pushing_context
    def visit_line(self, node: Element) -> None:
        """Begin a line that stays one."""
        self._push_context(SubContext(SubContextParams(1, 1)))

    def depart_line(self, node: Element) -> None:
        """End it with a hard break, the last one of a block left out."""
        block = node.parent
        if block.index(node) < len(block) - 1 and node.astext():
            self.add("\\")
        self._pop_context()

    @pushing_context
    def visit_line_block(self, node: Element) -> None:
        """Begin lines that stay lines."""
        self._push_context(SubContext(SubContextParams(2, 2)))

    # Links

    @pushing_context
    def visit_reference(self, node: Element) -> None:
        """Write a link, or its text where no reader should follow it."""
        where = uri(self._fetch_ref_uri(node))
        if where and not self.in_link():
            self._push_context(WrappedContext("[", f"]({where})"))
        else:
            self._push_context(SubContext())

    visit_number_reference = visit_reference
    depart_number_reference = MarkdownTranslator._pop_context

    def in_link(self) -> bool:
        """Return whether what is written stands in the text of a link."""
        return any(
            isinstance(ctx, WrappedContext) and ctx.prefix == "["
            for ctx in self._ctx_queue
        )

    @pushing_context
    @pushing_status
    def visit_section(self, node: Element) -> None:
        """Begin a section, with an anchor where GitHub makes another id of it."""
        self.ensure_eol(2)
        title = next(iter(node.findall(nodes.title)), None)
        made = slug(title.astext()) if title is not None else ""
        ids: list[str] = node.get("ids", [])
        names = [name for name in ids if name != made]
        if names:
            self.add("".join(map(anchor, names)), prefix_eol=2, suffix_eol=2)
        self._push_status(section_level=self.status.section_level + 1)
        self._push_context(SubContext(SubContextParams(2, 2)))

    @pushing_context
    def visit_title(self, node: Element) -> None:
        """Begin a heading."""
        if isinstance(node.parent, nodes.table | nodes.Admonition):
            self._push_context(WrappedContext("**", params=SubContextParams(1, 2)))
        else:
            self._push_context(Title(self.status.section_level))

    @pushing_context
    def visit_rubric(self, node: Element) -> None:
        """Begin a heading below that of the section."""
        self._push_context(Title(self.status.section_level + 1))

    @pushing_context
    def visit_desc_signature(self, node: Element) -> None:
        """Begin the heading of a description, with the anchors that links expect."""
        if ids := node.get("ids", ()):
            self.add("".join(map(anchor, ids)), prefix_eol=2, suffix_eol=2)
        self._push_context(Title(max(3, self.status.section_level + 1)))

    def visit_footnote_reference(self, node: Element) -> None:
        """Refer to a footnote of the GFM extension."""
        self.add(f"[^{escape(node.astext())}]")
        raise nodes.SkipNode

    @pushing_context
    def visit_footnote(self, node: Element) -> None:
        """Begin a footnote."""
        label = node.next_node(nodes.label)
        name = escape(label.astext()) if label is not None else ""
        self._push_context(
            IndentContext(
                f"[^{name}]: ", only_first=True, params=SubContextParams(2, 2)
            )
        )

    @pushing_context
    def visit_citation(self, node: Element) -> None:
        """Begin a citation, which has a name in brackets."""
        label = node.next_node(nodes.label)
        name = escape(label.astext()) if label is not None else ""
        ids = "".join(map(anchor, node.get("ids", ())))
        self.add(f"{ids}\\[{name}\\] ", prefix_eol=2)
        self._push_context(SubContext(SubContextParams(0, 2)))

    def visit_label(self, node: Element) -> None:
        """Leave out a label that is written already."""
        raise nodes.SkipNode

    # Pictures

    def visit_image(self, node: Element) -> None:
        """Write a picture that lies where the builder copies it to."""
        given = node["uri"]
        found = self.builder.env.images.get(given)
        where = given
        if found:
            here = posixpath.dirname(self.builder.current_doc_name)
            where = posixpath.relpath(f"_images/{found[1]}", here or ".")
        alt = escape(node.get("alt", posixpath.basename(given)))
        self.add(f"![{alt}]({uri(where)})")
        raise nodes.SkipNode

    @pushing_context
    def visit_caption(self, node: Element) -> None:
        """Begin the words below a figure or above a listing."""
        self._push_context(WrappedContext("*", params=SubContextParams(2, 2)))

    def visit_legend(self, node: Element) -> None:
        """Write what else is said of a figure."""

    # Tables

    @pushing_context
    def visit_table(self, node: Element) -> None:
        """Begin a table."""
        self._push_context(Table(SubContextParams(2, 2)))

    def visit_entry(self, node: Element) -> None:
        """Begin a cell."""
        if isinstance(self.table_ctx, Table):
            self.table_ctx.skip_spanned()
        self.table_ctx.enter_entry()

    def depart_entry(self, node: Element) -> None:
        """End a cell, with empty ones for those that it reaches over."""
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

    @pushing_context
    def visit_block_quote(self, node: Element) -> None:
        """Begin a quote that goes on behind its empty lines."""
        self._push_context(Quote())

    @pushing_context
    def visit_admonition(self, node: Element) -> None:
        """Begin an admonition with a title of its own."""
        self._push_context(Quote())

    visit_sidebar = visit_admonition

    def visit_definition_list(self, node: Element) -> None:
        """Begin a list of terms: there is no markup for one."""
        self._start_list("-")

    depart_definition_list = MarkdownTranslator._end_list
    visit_definition_list_item = MarkdownTranslator._start_list_item
    depart_definition_list_item = MarkdownTranslator._pop_context

    @pushing_context
    def visit_term(self, node: Element) -> None:
        """Begin a term."""
        if ids := node.get("ids", ()):
            self.add("".join(map(anchor, ids)))
        self._push_context(WrappedContext("**", params=SubContextParams(0, 0)))

    def visit_classifier(self, node: Element) -> None:
        """Write what kind a term is of."""
        self.add(f" ({escape(node.astext())})")
        raise nodes.SkipNode

    @pushing_context
    def visit_definition(self, node: Element) -> None:
        """Begin what is said of a term."""
        self._push_context(SubContext(SubContextParams(2, 2)))

    def visit_enumerated_list(self, node: Element) -> None:
        """Begin a numbered list with its own first number."""
        self._start_list(node.get("start", 1) - 1)

    def visit_option_list(self, node: Element) -> None:
        """Begin a list of options."""
        self._start_list("-")

    depart_option_list = MarkdownTranslator._end_list
    visit_option_list_item = MarkdownTranslator._start_list_item
    depart_option_list_item = MarkdownTranslator._pop_context

    def visit_option_group(self, node: Element) -> None:
        """Write the ways to write an option."""
        self.add(", ".join(code(option.astext()) for option in node.children))
        raise nodes.SkipNode

    visit_description = visit_definition
    depart_description = MarkdownTranslator._pop_context

    @pushing_context
    def visit_attribution(self, node: Element) -> None:
        """Begin whose words these are."""
        self._push_context(SubContext(SubContextParams(2, 2)))
        self.add("— ")

    @pushing_context
    def visit_centered(self, node: Element) -> None:
        """Begin a line of its own."""
        self._push_context(WrappedContext("**", params=SubContextParams(2, 2)))

    def __getattr__(self, name: str) -> Any:
        """Return what writes nothing but the children, for :data:`_PASSED`."""
        state, _, element = name.partition("_")
        if state not in {"visit", "depart"} or element not in _PASSED:
            raise AttributeError(name)
        return _pass_on


#: Nodes that are written as what is in them.
_PASSED: Final = frozenset(
    {
        *("abbreviation", "acronym", "acks", "desc_optional", "desc_tparameterlist"),
        *(
            "desc_type_parameter",
            "desc_type_parameter_list",
            "desc_inline",
            "generated",
        ),
        *("hlist", "hlistcol", "literal_strong", "manpage", "option_string"),
        *("productionlist", "start_of_file", "highlightlang", "desc_type"),
        *(f"desc_sig_{kind}" for kind in ("element", "name", "operator", "space")),
        *(f"desc_sig_{kind}" for kind in ("punctuation", "keyword", "keyword_type")),
        *(f"desc_sig_literal_{kind}" for kind in ("number", "string", "char")),
    }
)


def paragraph_ends(status: ContextStatus) -> tuple[int, int]:
    """Return how many line ends there are before and behind a paragraph."""
    return 2, 2 if status.list_marker is None else 1


def _pass_on(node: Element) -> None:
    """Write what is in a node."""


def slug(title: str) -> str:
    """Return the id that GitHub gives to the first heading with a text."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")
