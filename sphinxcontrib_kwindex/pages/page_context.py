"""The context of a page: what is needed to make links and headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from string import Formatter
from typing import Final

from docutils import nodes

from ..analysis.file_types import is_notebook
from ..codemap.code_map import CodeMap
from ..codemap.folders import path_below
from ..i18n import at_line, at_lines, figure, say
from ..model.anchors import id_prefix, row_id, source_anchor
from ..model.kinds import KINDS
from ..model.named_tuple import NamedTuple
from ..model.rows import Page
from .nodes import ListEntry, Part, TwinUri, entries, kw_checks, link, rubric
from .prose_nodes import kw_twin

#: The id of the section that holds the listing of a file.
LISTING_ID: Final = "original-source"


class FileSection(NamedTuple):
    """A section of the documentation of a file."""

    path: str
    section: str
    """Its id; empty for any."""


Docstrings = dict[tuple[str, str], list[nodes.Node]]
"""The docstrings of a file, rendered, by kind and qualified name; the module's own
by two empty strings."""


@dataclass
class Context:
    """Where nodes are to be shown.

    :param code: what is shown.
    :param docname: the document that shows it.
    :param uri: gives the URI of an id in a document, or of the document where the id
        is empty, as the builder has it.
    :param homes: the documents where files without a generated page are shown.
    """

    code: CodeMap
    docname: str
    uri: Callable[[str, str], str]
    homes: dict[FileSection, str] = field(default_factory=dict)
    docstrings: dict[str, Docstrings] = field(default_factory=dict)
    """By the path of the file."""
    line_anchors: bool = True
    """Whether a listing has an id on each line; without, its section is led to."""
    one_file: bool = True
    """Whether ids need no prefix, because the output has a page for each file."""
    generated: bool = True
    """Whether it is a page of ours, which has sections; a hand-written page gets
    rubrics, so that its own outline stays its own."""

    pages_elsewhere: bool = False
    """Whether generated pages are in another output; what a hand-written page shows
    is here."""
    serials: Mapping[str, int] = field(default_factory=dict)
    """How often the document showed the same before, by the id of the section; empty
    for what has no sections."""
    shown: str = ""
    """The path that is shown again."""

    to_originals: bool = False
    """Whether lines without an id lead to the original file where that is known."""
    beside: Callable[[str], str] = lambda _: ""
    """Gives the URI of an original file where the output stands beside it."""

    external: Callable[[str], tuple[str, str] | None] = lambda _: None
    """Gives URI and title of what another project documents by a dotted name."""
    reference: Callable[[str, str], tuple[str, str] | None] = lambda _, __: None
    """Gives URI and title of the user's own description of the definition at a path
    with an id."""
    naming: Callable[[str, str], Sequence[ListEntry]] = lambda _, __: ()
    """Gives the user's own documents that name the definition at a path with an id."""
    unnamed: Callable[[str], Sequence[tuple[str, tuple[str, ...]]]] = lambda _: ()
    """Gives the public names of a folder that none of them names, by file."""

    counts: dict[str, int] = field(default_factory=dict)
    """What the sections of a page have counted for its outline: how many files use the
    file, how many test it, what it imports."""

    _pages: dict[tuple[str, str], tuple[str, str]] = field(
        default_factory=dict, init=False, repr=False
    )
    """The documents of pages by kind and path, and what stands before ids there."""

    def docstring(
        self, path: str, kind: str = "", qualname: str = ""
    ) -> list[nodes.Node]:
        """Return the nodes of a docstring of a file; without more, of the module.

        They are what was read, and what was read again where they are shown again.
        """
        rendered = self.docstrings.get(path, {}).get((kind, qualname), [])
        if any(node.parent is not None for node in rendered):
            return [node.deepcopy() for node in rendered]
        return rendered

    def prefix(self, path: str, section: str = "", *, docname: str = "") -> str:
        """Return what stands before ids in a section of a file on the page *docname*.

        What this page shows again has its own; others lead to where it stands first.
        """
        docname = docname or self.docname
        again = docname == self.docname and path == self.shown
        written = "" if docname in self.code.by_docname else docname
        return id_prefix(
            path,
            written,
            single=not self.one_file and bool(written or not self.pages_elsewhere),
            serial=self.serials.get(section, 0) if again else 0,
        )

    def anchor(self, path: str, name: str, section: str = "") -> str:
        """Return the id on this page of what is called *name* in a file.

        :param section: the one in which it stands, where its name does not tell.
        """
        section = section or _section_of(name)
        shown = section if section in self.serials else ""
        return f"{self.prefix(path, shown)}{name}"

    def href(self, kind: str, path: str, name: str = "") -> str:
        """Return the URI of a page, or an empty string if it is not made.

        :param name: the id there: of a line, a definition or a section.
        """
        if not self.line_anchors and (match := _LINE.fullmatch(name)):
            return self._unanchored(path, int(match[1]))
        docname, prefix = self._page(kind, path, name)
        if docname:
            if kind == "docs" and self.code.settings.sections is not None:
                name = self._shown_id(docname, name)
            return self.uri(docname, prefix + name if name else "")
        return self.row(path) if kind in {"docs", "index"} else ""

    def _page(self, kind: str, path: str, name: str) -> tuple[str, str]:
        """Return the document that shows something, and what stands before ids there.

        :param name: the id that is looked for in the documentation of a file.
        """
        cached = self._pages.get((kind, path))
        if cached is None:
            page = self.code.page(kind, path)
            docname = page.docname if page else ""
            prefix = self.prefix(path, docname=docname) if docname else ""
            cached = self._pages[kind, path] = docname, prefix
        docname, prefix = cached
        if kind == "docs" and (self.pages_elsewhere or not docname):
            home = self.homes.get(FileSection(path, _section_of(name)), "")
            if home or not docname:
                docname = home
                prefix = self.prefix(path, _section_of(name), docname=home)
        return docname, prefix

    def _shown_id(self, docname: str, name: str) -> str:
        """Return an id in a document, empty where its section is left out there."""
        shown = self.code.settings.has_section(_section_of(name))
        return name if shown or docname not in self.code.by_docname else ""

    def part(self, path: str, name: str) -> str:
        """Return the URI of a part of a file's documentation, empty if it has none.

        :param name: the id there, of a definition or of its place in the listing.
        """
        if not self.line_anchors and _section_of(name) == LISTING_ID:
            return ""
        docname, prefix = self._page("docs", path, name)
        if self.code.settings.sections is not None:
            name = self._shown_id(docname, name)
        return self.uri(docname, prefix + name) if docname and name else ""

    def in_source(self, path: str, anchor: str) -> str:
        """Return the URI of a definition in the listing of its file.

        Where no listing is shown it is that of its description.
        :param anchor: the id of the description; empty for the file as a whole.
        """
        uri = self.part(path, source_anchor(anchor)) if anchor else ""
        return uri or self.href("docs", path, anchor)

    def definition_uri(self, path: str, qualname: str, kind: str = "") -> str:
        """Return the URI of a definition, or an empty string if it is not shown.

        :param kind: its kind; by default a class or function rather than an attribute
            or a variable of the same name.
        """
        kinds = self.code.anchors(path).get(qualname, {})
        anchor = kinds.get(kind or min(kinds, key=KINDS.index, default=""), "")
        return self.href("docs", path, anchor) if anchor else ""

    def definition_parts(self, path: str, names: Iterable[str]) -> list[Part]:
        """Return links to definitions of a file, by their qualified names."""
        return [Part(name, self.definition_uri(path, name), True) for name in names]

    def row(self, path: str) -> str:
        """Return the URI of the row of a file or folder that has no page of its own.

        Empty where there is no such row on any page.
        """
        row = self.code.index_row(path)
        page = self.code.page("index", row[0]) if row else None
        if row is None or page is None:
            return ""
        prefix = self.prefix(row[0], docname=page.docname)
        return self.uri(page.docname, prefix + row_id(*row))

    def page_href(self, page: Page | None) -> str:
        """Return the URI of a page, or an empty string for ``None``."""
        return self.uri(page.docname, "") if page else ""

    def line(self, path: str, line: int) -> str:
        """Return the URI of a line of a file in its listing."""
        return self.href("docs", path, f"L{line}")

    def in_twin(self, _content: Sequence[nodes.Node]) -> list[nodes.Node]:
        """Return nodes for the twin of a page alone, nothing where there is none."""
        return []

    def line_link(self, path: str, line: int, text: str = "") -> nodes.Node:
        """Return a link to a line of a file, by default with the text ``line 12``."""
        return link(text or at_line(line), self.line(path, line))

    def line_parts(self, path: str, lines: Iterable[int]) -> list[Part]:
        """Return links to lines of a file: ``line 12``, or ``lines 12`` and ``34``."""
        first, *rest = dict.fromkeys(lines)
        return [
            Part(at_lines(str(first), bool(rest)), self.line(path, first)),
            *(Part(str(line), self.line(path, line)) for line in rest),
        ]

    def _unanchored(self, path: str, line: int) -> str:
        """Return where a line can be seen: in the original file, or in the listing."""
        uri = self.original(path, line) if self.to_originals else ""
        return uri or self.href("docs", path, LISTING_ID)

    def original(self, path: str, line: int = 0) -> str:
        """Return the URI of an original file, or an empty string if none is known.

        :param line: the line to lead to, 0 for the file as a whole. Those of a notebook
            are lines of the script that is shown, and no lines of the file.
        """
        if is_notebook(path):
            line = 0
        if uri := self.code.settings.original(path, line):
            return uri
        beside = self.beside(path)
        return f"{beside}#L{line}" if beside and line else beside

    def original_folder(self, path: str) -> str:
        """Return the URI of a folder where its original files are, if one is known."""
        return self.code.settings.original_at(path, "tree")

    def file(self, path: str) -> nodes.Node:
        """Return a link to the documentation of a file."""
        return link(path, self.href("docs", path), literal=True)

    def file_list(
        self, paths: Iterable[str], *, shown: int = 0, folder: str = ""
    ) -> nodes.Node:
        """Return a list of links to the documentation of files.

        :param shown: how many a reader of HTML sees at first; 0 for all.
        :param folder: the folder whose page it is.
        """
        rows = (
            ListEntry(path_below(folder, path), self.href("docs", path))
            for path in paths
        )
        return entries(rows, shown=shown)

    def folder_href(self, path: str) -> str:
        """Return the URI of the documentation of a folder, or else of its index."""
        return self.href("doc", path) or self.href("index", path)

    def folder(self, path: str) -> nodes.Node:
        """Return a link to the index of a folder."""
        return link(*self.folder_part(path)[:2], literal=bool(path))

    def folder_part(self, path: str) -> Part:
        """Return a link to the index of a folder, for a field."""
        name = path or self.code.settings.title
        return Part(name, self.href("index", path), literal=bool(path))

    def heading(
        self, title: str, name: str, path: str, body: Iterable[nodes.Node]
    ) -> list[nodes.Node]:
        """Return *body* under a heading whose id is *name*.

        :param title: in English.
        """
        title = say(title)
        anchor = self.anchor(path, name)
        if self.generated:
            heading = nodes.title(title, title)
            return [nodes.section("", heading, *body, ids=[anchor])]
        return [nodes.rubric(title, title, ids=[anchor]), *body]


_LINE: Final = re.compile(r"L(\d+)")


def _section_of(name: str) -> str:
    """Return the id of the section in which something of a file stands."""
    begin = name[:4]
    if begin == "def-":
        return "detailed-analysis"
    if begin == "src-" or (begin[:1] == "L" and _LINE.fullmatch(name)):
        return LISTING_ID
    return name


@cache
def section_id(title: str) -> str:
    """Return the id of a section, as docutils makes it from a title."""
    return nodes.make_id(title)


#: The id of the section with all definitions of a file.
OUTLINE_ID: Final = section_id("Detailed Analysis")


def paragraph(*parts: nodes.Node | str) -> nodes.paragraph:
    """Return a paragraph of texts and links."""
    return nodes.paragraph(
        "", "", *(nodes.Text(part) if isinstance(part, str) else part for part in parts)
    )


def translated_nodes(
    text: str, /, **parts: nodes.Node | str | Sequence[nodes.Node | str]
) -> list[nodes.Node | str]:
    """Return the translation of a text, with nodes in the place of ``{name}``."""
    body: list[nodes.Node | str] = []
    for words, name, _, _ in Formatter().parse(say(text)):
        if words:
            body.append(words)
        if name:
            part = parts[name]
            body += [part] if isinstance(part, nodes.Node | str) else part
    return body


def translated_paragraph(
    text: str, /, **parts: nodes.Node | str | Sequence[nodes.Node | str]
) -> nodes.paragraph:
    """Return the translation of a text, with nodes in it, as a paragraph."""
    return paragraph(*translated_nodes(text, **parts))


def titled_list(
    title: str, items: Iterable[ListEntry], *, shown: int = 0
) -> list[nodes.Node]:
    """Return a list under a heading that stands in no contents; nothing for no entry.

    :param shown: how many a reader of HTML sees at first; 0 for all.
    """
    listed = entries(items, shown=shown)
    return [rubric(title), listed] if listed["entries"] else []


def counted_list(
    title: str, items: Iterable[ListEntry], *, shown: int = 0
) -> list[nodes.Node]:
    """Return a list under a heading with the number of entries; nothing for none.

    :param title: in English.
    """
    rows = list(items)
    return titled_list(f"{say(title)} ({figure(len(rows))})", rows, shown=shown)


def nothing_found(title: str, *looked_for: str) -> nodes.Element:
    """Return a line on what was not found.

    :param title: a sentence.
    :param looked_for: the checks that ran, a few words each, if that does not say it.
    """
    if not looked_for:
        return paragraph(title)
    return kw_checks("", title=title, checks=looked_for)


def none_found(missing: Sequence[tuple[str, ...]]) -> list[nodes.Node]:
    """Return a line on several things that were not found, if there are some.

    :param missing: of each what :func:`nothing_found` takes.
    """
    titles = [title for title, *_ in missing]
    checks = [check for _, *checks in missing for check in checks]
    return [nothing_found(" ".join(titles), *checks)] if missing else []


def joined(items: Iterable[nodes.Node], separator: str = ", ") -> list[nodes.Node]:
    """Return nodes with a separator between them."""
    parts: list[nodes.Node] = []
    for item in items:
        if parts:
            parts.append(nodes.Text(separator))
        parts.append(item)
    return parts


@dataclass
class TwinContext(Context):
    """Where nodes are to be shown in HTML, with links for the twin, too.

    :param twin: where the same nodes are to be shown in Markdown.
    """

    twin: Context = field(kw_only=True)

    def in_twin(self, content: Sequence[nodes.Node]) -> list[nodes.Node]:
        """Return nodes that the writer of HTML leaves out."""
        return [kw_twin("", *content)] if content else []

    def href(self, kind: str, path: str, name: str = "") -> str:
        """Return both URIs of a page."""
        twin = partial(self.twin.href, kind, path, name)
        return TwinUri(super().href(kind, path, name), twin)

    def part(self, path: str, name: str) -> str:
        """Return both URIs of a part of a file's documentation."""
        return TwinUri(super().part(path, name), partial(self.twin.part, path, name))

    def in_source(self, path: str, anchor: str) -> str:
        """Return both URIs of a definition: in the listing, where that has ids."""
        twin = partial(self.twin.in_source, path, anchor)
        return TwinUri(super().in_source(path, anchor), twin)

    def row(self, path: str) -> str:
        """Return both URIs of the row of a file or folder."""
        return TwinUri(super().row(path), partial(self.twin.row, path))

    def page_href(self, page: Page | None) -> str:
        """Return both URIs of a page."""
        return TwinUri(super().page_href(page), partial(self.twin.page_href, page))
