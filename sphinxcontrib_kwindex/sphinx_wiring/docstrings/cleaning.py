"""Removes from a parsed docstring what must not act on somebody else's page.

A docstring is parsed as a document of its own, and then becomes a part of a
page that it knows nothing of. There its targets and footnotes could clash with
the page's, its sections would enter the page's contents, its tables would be
numbered, its images are not where it says. :func:`cleaned` takes all of that
away and keeps what is read: a section title becomes a rubric, a footnote a
paragraph, an image its alternative text, a link into the docstring its own
text. What stays holds no reference to the document, its settings or the
environment, so it pickles small, and no name of a file on this machine.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, cast

from docutils import nodes
from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.highlighting import lexer_classes, lexers

from ...pages.prose_nodes import IMAGE_TEXT, kw_relative_link
from .equations import is_equation

Handler = Callable[[nodes.Element, list[nodes.Node]], list[nodes.Node]]

#: Style class of text that is shown as it stands in the source.
PLAIN_CLASS: Final = "kw-plain"

#: Style classes where MathJax is to look for TeX all the same.
_MATHJAX: Final = ("mathjax_process", "tex2jax_process")
#: Style classes that have a meaning for a script or for our own style sheet.
_RESERVED_CLASS: Final = re.compile(
    r"math|.*jax.*|kw-(?!(?:plain|image|h[1-6])$).*", re.IGNORECASE
)
#: Characters of a block that is coloured: a lexer may need the square of it.
BLOCK_LIMIT: Final = 10_000

#: Schemes of links that are kept.
SCHEMES: Final = frozenset({"http", "https", "mailto", "ftp"})

#: Level of a docutils message from which something of the text is missing.
ERROR_LEVEL: Final = 3

#: Attributes of a node that refer to its document: their class has ``None`` for them,
#: or they are there only below a target, and hold it.
_REFERRING: Final = (
    *("_document", "line", "parent", "source"),
    *("expect_referenced_by_name", "expect_referenced_by_id"),
)

#: What nobody reads, or what speaks to the page as a whole.
_DROPPED: Final = (
    *(nodes.comment, nodes.decoration, nodes.meta, nodes.pending, nodes.raw),
    *(nodes.substitution_definition, addnodes.highlightlang, addnodes.index),
    addnodes.tabular_col_spec,
)


def source_block(text: str) -> nodes.literal_block:
    """Return a text that no writer colours."""
    return nodes.literal_block(text, text, language="none", force=True)


def as_written(text: str) -> nodes.literal_block:
    """Return a text as it stands in the docstring, line for line."""
    block = source_block(text)
    block["classes"].append(PLAIN_CLASS)
    return block


def cleaned(parsed: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return what stays of *parsed*, which is used up by it."""
    return _tidied([kept for node in parsed for kept in _clean(node)])


def keep_relative_links(parsed: nodes.Element) -> None:
    """Have links by paths and fragments kept, for those who know what they mean."""
    for link in list(parsed.findall(nodes.reference)):
        if _is_relative(uri := link.get("refuri", "")):
            link.replace_self(kw_relative_link("", *link.children, target=uri))


def _is_relative(uri: str) -> bool:
    """Tell whether a URI names neither a scheme nor a host, if it is a URI at all."""
    return bool(uri) and not uri.startswith("//") and ":" not in uri.partition("/")[0]


def _clean(node: nodes.Node) -> list[nodes.Node]:
    if isinstance(node, nodes.Text):
        # A fresh text: what was parsed refers to its document. What Sphinx and
        # Napoleon put between a name and its description is a dash for smart
        # quotes to make, which do not always run.
        is_dash = node.startswith(" -- ")
        return [nodes.Text(f" \N{EN DASH} {node[4:]}" if is_dash else node)]
    assert isinstance(node, nodes.Element)
    if isinstance(node, _DROPPED):
        return []
    children = cleaned(node.children)
    handler = _HANDLERS.get(type(node))
    return handler(node, children) if handler else _kept(node, children)


def _tidied(siblings: list[nodes.Node]) -> list[nodes.Node]:
    """Join texts side by side, drop transitions that separate nothing.

    Docutils reports a transition that opens or ends a section, or follows
    another, as an error of the page.
    """
    tidied: list[nodes.Node] = []
    for node in siblings:
        last = tidied[-1] if tidied else None
        if isinstance(node, nodes.Text) and isinstance(last, nodes.Text):
            tidied[-1] = nodes.Text(last + node)
        elif not isinstance(node, nodes.transition) or not (
            last is None or isinstance(last, nodes.transition)
        ):
            tidied.append(node)
    if tidied and isinstance(tidied[-1], nodes.transition):
        del tidied[-1]
    return tidied


def _kept(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Return *node* with *children* and without all that others refer to."""
    for attribute in ("ids", "names", "dupnames", "backrefs"):
        if node.get(attribute):
            node[attribute] = []
    for attribute in _REFERRING:
        vars(node).pop(attribute, None)
    if node["classes"]:
        node["classes"] = [
            name for name in node["classes"] if not _RESERVED_CLASS.fullmatch(name)
        ]
    if not isinstance(node, nodes.FixedTextElement):
        node.rawsource = ""
    # As ``extend`` does where there is no document, which it looks for at each child.
    node.children = children
    for child in children:
        child.parent = node
    return [node]


def _is_inline(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.Text, nodes.Inline))


def _paragraph(children: Iterable[nodes.Node]) -> nodes.paragraph:
    return nodes.paragraph("", "", *_tidied(list(children)))


def _unwrapped(_node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    return children


def _block(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Put inline *children* into a paragraph where *node* stood as a block."""
    inside = node.parent
    # ``versionmodified`` is a text element by its class, but holds blocks.
    is_text = isinstance(inside, nodes.TextElement)
    if not children or (is_text and not isinstance(inside, nodes.Admonition)):
        return children
    return [_paragraph(children)]


def _split_paragraph(
    node: nodes.Element, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Take blocks out of a paragraph.

    Sphinx's field lists put a description of several blocks into the paragraph
    that begins with the parameter's name.
    """
    if not children:  # there was only a target or an index entry
        return []
    if all(_is_inline(child) for child in children):
        return _kept(node, children)
    split: list[nodes.Node] = []
    line: list[nodes.Node] = []
    for child in children:
        if _is_inline(child):
            line.append(child)
            continue
        if line and isinstance(child, nodes.paragraph):
            child = _paragraph([*line, *child.children])
        elif line:
            split.append(_paragraph(line))
        line = []
        split.append(child)
    return [*split, _paragraph(line)] if line else split


def _inline(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    return _kept(node, children) if node["classes"] else children


def _section(_node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    return [
        nodes.rubric("", "", *child.children)
        if isinstance(child, nodes.title)
        else child
        for child in children
    ]


def _table(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Put the title before the table: a table with a title gets a number."""
    if children and isinstance(children[0], nodes.title):
        title = _paragraph(children[0].children)
        return [title, *_kept(node, children[1:])]
    return _kept(node, children)


def _container(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Unwrap a code block with a caption: it would get a number."""
    return children if node.get("literal_block") else _kept(node, children)


def _note(_node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Return a footnote or citation as paragraphs, the first with its label."""
    label, body = "#", children
    if children and isinstance(children[0], nodes.label):
        label, body = children[0].astext(), children[1:]
    mark = nodes.Text(f"[{label}] ")
    if body and isinstance(body[0], nodes.paragraph):
        first = _paragraph([mark, *body[0].children])
        return [first, *body[1:]]
    return [_paragraph([mark]), *body]


def _note_reference(
    node: nodes.Element, _children: list[nodes.Node]
) -> list[nodes.Node]:
    return [nodes.Text(f"[{node.astext() or '#'}]")]


def _reference(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    uri = node.get("refuri", "")
    scheme, colon, _ = uri.partition(":")
    if not colon or scheme.lower() not in SCHEMES or not children:
        return _block(node, children)
    kept = nodes.reference("", "", *children, internal=False, refuri=uri)
    kept["classes"] = node["classes"]
    if "reftitle" in node:
        kept["reftitle"] = node["reftitle"]
    return _block(node, [kept])


def _image(node: nodes.Element, _children: list[nodes.Node]) -> list[nodes.Node]:
    """Return the alternative text of an image or else the name of its file.

    On another server that is a badge, as a rule, whose name says nothing.
    """
    uri = node.get("uri", "")
    path = re.split("[?#]", uri)[0] if _is_relative(uri) else ""
    text = node.get("alt") or posixpath.basename(path)
    return _block(node, [image_text(text)] if text else [])


def image_text(text: str) -> nodes.inline:
    """Return the text that stands for an image."""
    return nodes.inline("", text, classes=[IMAGE_TEXT])


def _message(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Keep the source of what docutils could not understand."""
    if node["level"] < ERROR_LEVEL:
        return []
    sources = [child for child in children if isinstance(child, nodes.literal_block)]
    return [source_block(source.astext().rstrip()) for source in sources]


def _literal_block(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    language = highlight_language(node.get("language") or "default")
    if len(node.astext()) > BLOCK_LIMIT:
        language = "none"
    node["language"] = language
    # A text that its lexer does not understand is the author's business. As
    # "default" it then stays plain, otherwise the lexer does what it can.
    node["force"] = language != "default"
    _kept(node, children)
    # The writers colour the source of a block, unless it differs from the text:
    # then it is a ``parsed-literal``, whose markup is kept.
    is_code = all(isinstance(child, nodes.Text) for child in children)
    if is_code or node.rawsource == node.astext():
        node.rawsource = node.astext() if is_code else f"{node.rawsource}\n"
    return [node]


@cache
def highlight_language(name: str) -> str:
    """Return *name* if Sphinx can colour that language, otherwise ``none``."""
    if name in {"default", "guess"}:
        return "default"
    if name in lexer_classes or name in lexers:
        return name
    try:
        find_lexer_class_by_name(name)
    except ClassNotFound:
        return "none"
    return name


def _classifier(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Keep the source of a classifier: without it Sphinx asks for its line."""
    _kept(node, children)
    node.rawsource = node.astext()
    return [node]


def _math(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Keep an equation that is nothing but that; of any other the source."""
    text = node.astext()
    if not is_equation(text):
        return [nodes.literal(text, text)]
    kept = _kept(node, children)
    node["classes"] = [*node["classes"], *_MATHJAX]
    return kept


def _math_block(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Give an equation the attributes that Sphinx's writers read, but no label."""
    text = node.astext()
    if not is_equation(text):
        return [source_block(text)]
    no_wrap = bool(node.get("no-wrap", node.get("nowrap", False)))
    # Without an environment it would be no equation.
    no_wrap = no_wrap and text.lstrip().startswith(r"\begin{")
    node["number"] = node["label"] = None
    node["docname"] = ""
    node["nowrap"] = node["no-wrap"] = no_wrap
    return _math(node, children)


def _cross_reference(
    node: nodes.Element, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Mark a reference, so that nobody warns when it leads nowhere."""
    node["refwarn"] = False
    node["kw_docstring"] = True
    return _kept(node, children)


def _full_name(node: nodes.Element, children: list[nodes.Node]) -> list[nodes.Node]:
    """Take of the names of a reference the one that is right wherever it leads.

    With ``python_use_unqualified_type_names`` there are two, of which Sphinx takes the
    other where it finds the target.
    """
    return children if node["condition"] == "*" else []


_HANDLERS: Final = cast(
    "dict[type[nodes.Node], Handler]",
    {
        addnodes.pending_xref: _cross_reference,
        addnodes.pending_xref_condition: _full_name,
        nodes.caption: lambda _, children: [_paragraph(children)] if children else [],
        nodes.citation: _note,
        nodes.citation_reference: _note_reference,
        nodes.classifier: _classifier,
        nodes.container: _container,
        nodes.figure: _unwrapped,
        nodes.footnote: _note,
        nodes.footnote_reference: _note_reference,
        nodes.image: _image,
        nodes.inline: _inline,
        nodes.legend: _unwrapped,
        nodes.literal_block: _literal_block,
        nodes.math: _math,
        nodes.math_block: _math_block,
        nodes.paragraph: _split_paragraph,
        nodes.problematic: lambda node, _: [nodes.Text(node.astext())],
        nodes.reference: _reference,
        nodes.section: _section,
        nodes.substitution_reference: lambda node, _: [
            nodes.Text(f"|{node.astext()}|")
        ],
        nodes.system_message: _message,
        nodes.table: _table,
        nodes.target: _unwrapped,
    },
)
