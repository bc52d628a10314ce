"""The book: what builders that make one document of all pages need beside them.

A book of a large tree takes long to make, and nobody may have wanted the code in it.
So a warning says at the start how large it will be, and how to leave the pages out.
"""

from __future__ import annotations

from typing import Final

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.texescape import tex_replacements, unicode_tex_replacements

from ...model.python_escapes import with_escapes
from ...store.file_queries import total_lines
from ..setup.build_state import build_state
from ..setup.messages import warn
from .books_without_map import makes_book
from .domain import with_one_fragment

#: Of more generated pages there is a warning.
LARGE: Final = 1000
#: What pdfLaTeX and Sphinx's preamble for it have behind ASCII.
_LATIN: Final = frozenset(
    [
        *set(map(chr, range(0xA0, 0x180))) - set("\xb8ĦħĸĿŀŉŦŧ\u017f"),
        *"ȘșȚțƒ‐–—‘’‚“”„†‡•…‰‱‹›€™←↑→↓─│└├╲",  # noqa: RUF001
        *(character for character, _ in (*tex_replacements, *unicode_tex_replacements)),
    ]
)
#: What the encodings of fonts add that a user may name in ``fontenc``.
_BY_FONT: Final = {
    "LGR": frozenset(map(chr, (*range(0x370, 0x400), *range(0x1F00, 0x2000)))),
    "T2A": frozenset(map(chr, range(0x400, 0x530))),
    "X2": frozenset(map(chr, range(0x400, 0x530))),
}


def builder_inited(app: Sphinx) -> None:
    """Warn of a book of very many pages, before any of them is made."""
    state = build_state(app)
    code = state.code
    if code is None or state.book is not None or not makes_book(app.builder):
        return
    if len(state.pages) <= LARGE:
        return
    warn(
        f"the builder {app.builder.name!r} puts all pages into one document, among them"
        f" {len(state.pages):,} generated pages with {total_lines(code.store):,} lines"
        " of source code. Set kwindex_books = False to leave these out, or select files"
        " with kwindex_include and kwindex_exclude",
        subtype="book",
    )


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Have all references from and to generated pages lead somewhere in singlehtml.

    Sphinx itself leaves ``#document-…#…`` in what domains resolve, and gives the ids
    ``document-…`` to all documents but the root document, which may be the start page.
    """
    pages = build_state(app).pages
    if not isinstance(app.builder, SingleFileHTMLBuilder) or not pages:
        return
    roots: list[nodes.Element] = [doctree] if docname in pages else []
    roots += [
        start
        for start in doctree.findall(addnodes.start_of_file)
        if start["docname"] in pages
    ]
    own = {id(link) for root in roots for link in root.findall(nodes.reference)}
    for reference in doctree.findall(nodes.reference):
        if id(reference) in own or _document_of(reference) in pages:
            with_one_fragment(reference)
    if docname in pages:
        for section in doctree.children[:1]:
            if isinstance(section, nodes.section):
                section["ids"].append(f"document-{docname}")


def _document_of(reference: nodes.reference) -> str:
    """Return the document that a reference of singlehtml leads to, if it says so."""
    document = reference.get("refuri", "").partition("#document-")[2]
    return str(document.partition("#")[0])


class SpellCharacters(SphinxPostTransform):
    """Writes characters that pdfLaTeX has no font for as Python spells them.

    It stops at each of them. XeLaTeX and LuaLaTeX do not, and need no such thing. The
    user's own documents are the user's.
    """

    # Behind the expansion.
    default_priority = 950
    builders = ("latex",)

    def run(self, **kwargs: object) -> None:
        """Spell them, on generated pages."""
        pages = build_state(self.env).pages
        if not pages or self.config.latex_engine != "pdflatex":
            return
        fonts = self.config.latex_elements.get("fontenc", "")
        in_fonts = _LATIN.union(*(_BY_FONT[font] for font in _BY_FONT if font in fonts))
        for document in self.document.findall(addnodes.start_of_file):
            if document["docname"] in pages:
                _spell(document, in_fonts)


def _spell(tree: nodes.Node, in_fonts: frozenset[str]) -> None:
    for text in list(tree.findall(nodes.Text)):
        if text.isascii() or isinstance(
            text.parent, nodes.math | nodes.math_block | nodes.raw
        ):
            continue
        spelled = with_escapes(text, lambda char: char.isascii() or char in in_fonts)
        if spelled != text:
            text.parent.replace(text, nodes.Text(spelled))
