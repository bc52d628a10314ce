"""The nodes that docutils does not have.

A tree of a hundred thousand entries is not affordable as paragraphs in list items
with references in them: docutils spends most of its time walking from node to
node. Lists of entries, definitions with their signatures and source listings are
therefore single nodes that hold plain data. A builder with a visitor of ours
writes them at once, every other gets what :meth:`plain` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import unquote

from docutils import nodes

from ..i18n import figure, noun, say
from ..model.named_tuple import NamedTuple
from .control_characters import printable

if TYPE_CHECKING:
    from .pictures.drawing import Picture

#: Writers indent what is nested, and LaTeX allows six levels: below this level
#: definitions stand side by side, with their qualified names.
_NESTED_AT_MOST: Final = 2


class Part(NamedTuple):
    """A piece of a field's value, or of what is said of an entry."""

    text: str
    uri: str = ""
    literal: bool = False


class ListEntry(NamedTuple):
    """A line of a list: a name and where it leads."""

    text: str
    uri: str = ""
    """Empty where there is nothing to lead to."""
    kind: str = ""
    """A word about what it is."""
    where: str = ""
    """Words about where it stands: ``line 12``, a path."""
    where_uri: str = ""
    summary: str = ""
    prose: bool = False
    """Whether the text is words and no name."""
    code: str = ""
    """The code that is there: a line, or several."""
    language: str = "python"
    """The alias of the lexer of that code."""
    parts: tuple[Part, ...] = ()
    """Names and places that go with it."""
    level: int = 0
    """Those of a higher level stand below the last entry of a lower level."""
    anchors: tuple[str, ...] = ()
    """The ids by which links lead to it."""
    facts: str = ""
    """What a list can be filtered by; see :mod:`.definition_facts`."""


class kw_entries(nodes.General, nodes.Element):
    """A list of :class:`ListEntry` in the attribute ``entries``.

    Of ``shown`` entries, 0 for all, HTML shows the rest when asked; below a ``title``,
    ``fold_from`` entries or more. What is ``brief`` has little markup there.
    """

    def plain(self) -> nodes.Element:
        """Return the same as a bullet list, with lists in it for deeper entries."""
        top = nodes.bullet_list("", bullet="-")
        lists = [top]
        for entry, depth in zip(self["entries"], depths(self["entries"]), strict=True):
            depth = min(depth, _NESTED_AT_MOST + 1)
            if depth == len(lists):
                lists.append(nodes.bullet_list("", bullet="-"))
                last = lists[-2].children[-1]
                assert isinstance(last, nodes.list_item)
                last += lists[-1]
            del lists[depth + 1 :]
            lists[-1] += _plain_entry(entry)
        if self["title"]:
            title = nodes.paragraph(self["title"], self["title"])
            return nodes.compound("", title, top)
        return top


def depths(items: Iterable[ListEntry | OutlineEntry]) -> Iterator[int]:
    """Yield for each entry of a list how many others it stands below."""
    above: list[int] = []
    for entry in items:
        while above and above[-1] >= entry.level:
            above.pop()
        yield len(above)
        above.append(entry.level)


#: Entries of a list that are shown at first, where the list grows with the tree.
SHOWN: Final = 15
#: From so many entries on a list with a title is shown when asked.
FOLDED: Final = 10


def entries(
    items: Iterable[ListEntry],
    *,
    shown: int = 0,
    title: str = "",
    fold_from: int = FOLDED,
) -> kw_entries:
    """Return a list of entries as one node.

    :param shown: how many a reader of HTML sees at first; 0 for all.
    :param title: what stands above it and tells what it is.
    :param fold_from: of how many entries below a title a reader of HTML sees the title
        alone at first.
    """
    return kw_entries(
        "", entries=tuple(items), shown=shown, title=title, fold_from=fold_from
    )


def more_entries(number: int, uri: str = "") -> list[ListEntry]:
    """Return the line that says how many more there are; none for none.

    :param uri: where these are.
    """
    text = say("and {number} more", number=figure(number))
    return [ListEntry(text, uri, prose=True)] if number > 0 else []


class LinkTarget(NamedTuple):
    """Where an identifier in a listing leads, and what leads to it."""

    uri: str = ""
    """Empty where others lead here, but there is nothing to lead to."""
    title: str = ""
    """What hovering shows, where the URI does not say it all."""
    css: str = ""
    """CSS classes."""
    anchor: str = ""
    """Its id."""
    last: str = ""
    """Of what takes several lines the number of the last."""


SourceLink: TypeAlias = tuple[int, int, int, LinkTarget]
"""An identifier in a listing: its line, its column in characters from 0, its length,
and where it leads. It is a plain tuple because fields with names would cost a large
tree seconds."""


class kw_fields(nodes.General, nodes.Element):
    """Names with values: in ``fields`` pairs of a name and its :class:`Part` s.

    With a ``line`` that says the most of it, HTML shows the rest when asked. The last
    ``turns`` lead to the pages before and behind, and are left out there.
    """

    def plain(self) -> nodes.Element:
        """Return the same as a field list."""
        field_list = nodes.field_list()
        for name, parts in self["fields"]:
            line = nodes.paragraph()
            for number, part in enumerate(parts):
                if number:
                    line += nodes.Text(" · ")
                line += link(part.text, part.uri, literal=part.literal)
            field_list += nodes.field(
                "", nodes.field_name(name, name), nodes.field_body("", line)
            )
        return field_list


Row: TypeAlias = tuple[str, str | Part | Sequence[Part]]
"""A name and its value."""


def fields(rows: Iterable[Row], *, line: str = "", turns: int = 0) -> kw_fields:
    """Return names and values as one node; values may be links, or several.

    :param line: what a reader of HTML sees at first.
    :param turns: how many of the last a reader of HTML has from the theme.
    """
    pairs = []
    for name, value in rows:
        if isinstance(value, str):
            value = Part(value)
        pairs.append((name, (value,) if isinstance(value, Part) else tuple(value)))
    return kw_fields("", fields=tuple(pairs), line=line, turns=turns)


def rubric(text: str) -> nodes.rubric:
    """Return a heading that stands in no table of contents."""
    return nodes.rubric(text, text)


def literal(text: str) -> nodes.literal:
    """Return a text in the type of code."""
    return nodes.literal(text, text)


class TwinUri(str):
    """The URI of a place in HTML, that knows the one in the Markdown twin of the page.

    :param twin: returns it; most are never asked for.
    """

    __slots__ = ("twin",)
    twin: Callable[[], str]

    def __new__(cls, uri: str, twin: Callable[[], str]) -> TwinUri:
        """Return a URI."""
        self = super().__new__(cls, uri)
        self.twin = twin
        return self


def link(text: str, uri: str, *, literal: bool = False) -> nodes.Node:
    """Return a reference to a URI that is ready, or just the text without one."""
    child = nodes.literal(text, text) if literal else nodes.Text(text)
    return links_to(uri, child) if uri else child


def links_to(uri: str, *content: nodes.Node) -> nodes.reference:
    """Return a reference to a URI that is ready."""
    if uri.startswith("#"):
        where: dict[str, object] = {"internal": True, "refid": unquote(uri[1:])}
    else:
        where = {"internal": "://" not in uri, "refuri": uri}
    if isinstance(uri, TwinUri):
        where["twin"] = uri.twin
    return nodes.reference("", "", *content, **where)


class kw_name(nodes.reference):
    """A link with a name in the type of code: HTML has one element for it."""

    def plain(self) -> nodes.reference:
        """Return the same as docutils has it."""
        return nodes.reference("", "", *self.children, **self.attributes)


def _plain_entry(entry: ListEntry) -> nodes.list_item:
    line = nodes.paragraph("", "", link(entry.text, entry.uri, literal=not entry.prose))
    if entry.anchors:
        line.insert(0, nodes.target("", "", ids=[*entry.anchors]))
    if entry.kind:
        line += nodes.Text(f" ({entry.kind})")
    if entry.where:
        line += [nodes.Text(", "), link(entry.where, entry.where_uri)]
    if entry.summary:
        line += nodes.Text(f": {entry.summary}")
    code = printable(entry.code)
    block = "\n" in code
    if code and not block:
        line += [nodes.Text(": "), literal(code)]
    said = entry.summary or entry.code
    for number, part in enumerate(entry.parts):
        line += nodes.Text(", " if number else " · " if said else ": ")
        line += link(part.text, part.uri, literal=part.literal)
    item = nodes.list_item("", line)
    if block:
        item += nodes.literal_block(code, code, language=entry.language, force=True)
    return item


class kw_definition(nodes.General, nodes.Element):
    """A definition: its head in attributes, what is said of it as children.

    ``anchor`` is its id, ``decorators`` are as written, ``heads`` are what stands
    before the ``name`` (``class ``, ``async def ``) and what follows it, for each
    definition of it. ``body`` tells whether it has lines of its own, ``language`` is
    the alias of the lexer, ``lines`` are pairs of a line and its URI, ``labels`` words
    about it, ``private`` whether it is not for all, ``reference`` URI and title of its
    description in the user's own documents, or ``None``.
    """

    def unwritten_labels(self) -> list[str]:
        """Return the labels that are not names of decorators, which are shown, too."""
        calls = (decorator.partition("(")[0] for decorator in self["decorators"])
        written = {name.rpartition(".")[2] for name in calls}
        return [label for label in self["labels"] if label not in written]

    def plain(self, depth: int = 0) -> nodes.Element:
        """Return the same as an item of a definition list.

        :param depth: how many definitions are around it.
        """
        term = nodes.term("", "", ids=[self["anchor"]])
        name = self["qualname" if depth > _NESTED_AT_MOST else "name"]
        for number, (before, after) in enumerate(self["heads"]):
            text = printable(f"{before}{name}{after}")
            if number:
                term += nodes.Text(" / ")
            term += nodes.literal(text, text)
        for number, (line, uri) in enumerate(self["lines"]):
            term += [
                nodes.Text(", " if number else f" ({noun(1, 'line', 'lines')} "),
                link(str(line), uri),
            ]
        if self.get("reference"):
            term += [nodes.Text(", "), link(say("reference"), self["reference"][0])]
        term += nodes.Text(")")
        body = nodes.definition()
        if self["labels"]:
            labels = ", ".join(self["labels"])
            body += nodes.paragraph("", "", nodes.emphasis(labels, labels))
        if above := self.get("above"):
            parts = (link(part.text, part.uri, literal=part.literal) for part in above)
            body += nodes.paragraph("", "", *parts)
        inner = [child for child in self.children if isinstance(child, kw_definition)]
        description: list[nodes.Node] = []
        for child in self.children:
            if isinstance(child, kw_users | kw_entries):
                description.append(child.plain())
            elif child not in inner:
                description.append(child.deepcopy())
        nested = [child.plain(depth + 1) for child in inner]
        body.extend(description)
        beside: list[nodes.Element] = []
        if depth < _NESTED_AT_MOST:
            body.extend(nested)
        else:
            beside = nested
        if not body.children:
            body += nodes.paragraph()
        definition_list = nodes.definition_list(
            "", nodes.definition_list_item("", term, body)
        )
        for other in beside:
            definition_list.extend(other.children)
        return definition_list


class kw_users(nodes.General, nodes.Element):
    """Who uses a definition, and what it calls.

    ``summary`` counts the places where it is used, ``entries`` are these; ``calls`` are
    :class:`Part` s. HTML shows the places when asked, and of many calls the rest.
    """

    def calls(self) -> Sequence[Part]:
        """Return the sentence on what is called, empty if nothing is."""
        parts: list[Part] = []
        for part in self["calls"]:
            parts += [Part(", ") if parts else Part(say("calls ")), part]
        return parts

    def plain(self) -> nodes.Element:
        """Return the same as paragraphs, with a list between them."""
        body = nodes.compound()
        if self["summary"]:
            body += nodes.paragraph(self["summary"], self["summary"])
        if self["entries"]:
            body += entries(self["entries"]).plain()
        if self["calls"]:
            parts = (link(text, uri, literal=code) for text, uri, code in self.calls())
            body += nodes.paragraph("", "", *parts)
        return body


class OutlineEntry(NamedTuple):
    """A line of the outline beside a listing."""

    name: str
    uri: str
    kind: str = ""
    level: int = 0


class kw_outline(nodes.General, nodes.Element):
    """What stands beside a listing, in HTML alone: the rest of the page has it all.

    ``ways`` are :class:`Part` s that lead to what is asked next, ``entries``
    :class:`OutlineEntry` s that lead to lines of the listing.
    """


class kw_navigation(nodes.General, nodes.Element):
    """A line of links to other pages; ``label`` is what it is called.

    ``links`` are :class:`Part` s with ``between`` between them; of those the one at
    ``current``, if there is one, is the page itself.
    """

    def plain(self) -> nodes.Element:
        """Return the same as a paragraph."""
        line = nodes.paragraph()
        for number, part in enumerate(self["links"]):
            if number:
                line += nodes.Text(self["between"])
            if number == self["current"]:
                line += nodes.strong(part.text, part.text)
            else:
                line += link(part.text, part.uri)
        return line


class kw_source(nodes.General, nodes.Element):
    """The whole text of a file, in ``text``, with a line anchor for each line.

    ``language`` is a Pygments lexer's alias, ``prefix`` stands before each line's
    id, ``links`` are :data:`SourceLink` s in the order of the text; ``original`` may be
    :meth:`.Settings.original_lines`. Of a part of a file ``first`` is its first line,
    from which the lines of its links are counted too. One that is ``folded`` HTML shows
    when asked, by that text. ``correct`` is false where it is
    known to be no source of its language.
    """

    def plain(self) -> nodes.Element:
        """Return the same as a literal block."""
        text = printable(self["text"])
        return nodes.literal_block(
            *(text, text),
            language=self["language"],
            force=True,
            linenos=True,
            highlight_args={"linenostart": self.get("first", 1)},
        )


class kw_checks(nodes.General, nodes.Element):
    """A line on what was not found: in ``title`` what, in ``checks`` what was tried.

    HTML shows the checks when asked.
    """

    def plain(self) -> nodes.paragraph:
        """Return the same as a paragraph."""
        text = f"{self['title']} {checked_for(self['checks'])}"
        return nodes.paragraph(text, text)


def checked_for(checks: Iterable[str]) -> str:
    """Return ``Looked for: a, b.``"""
    return say("Checked for: {checks}.", checks=", ".join(checks))


class kw_picture(nodes.General, nodes.Element):
    """A picture, and the text that says the same.

    ``picture`` is a :class:`.drawing.Picture`, ``legend`` says how to read it. The
    children are the text: builders that do not draw show it alone, HTML shows it when
    asked, but not where ``listed``, as the page says the same elsewhere.
    """

    def plain(self) -> nodes.Element:
        """Return the text."""
        return nodes.compound("", *replace_own(self.children))


def picture(
    shown: Picture, *text: nodes.Node, legend: str = "", listed: bool = False
) -> kw_picture:
    """Return a picture as one node.

    :param text: what says the same.
    :param legend: how to read the picture.
    :param listed: whether the page says the same elsewhere.
    """
    return kw_picture("", *text, picture=shown, legend=legend, listed=listed)


#: Those of the nodes that have to be replaced for a builder that does not know them.
OWN_NODES = (
    *(kw_entries, kw_fields, kw_navigation, kw_definition, kw_source, kw_picture),
    *(kw_checks, kw_users, kw_name),
)


def replace_own(tree: list[nodes.Node]) -> list[nodes.Node]:
    """Return *tree* with docutils' own nodes in the place of ours.

    Of the containers that are there for style sheets the content is left.
    """
    root = nodes.Element("", *tree)
    for box in list(root.findall(nodes.container)):
        if any(name.startswith("kw-") for name in box["classes"]):
            box.replace_self(box.children)
    for node in list(root.findall(lambda node: isinstance(node, OWN_NODES))):
        # Definitions contain definitions: the outermost definition replaces all.
        if _root_of(node) is root and isinstance(node, OWN_NODES):
            node.replace_self(node.plain())
    return list(root.children)


def _root_of(node: nodes.Node) -> nodes.Node:
    while node.parent is not None:
        node = node.parent
    return node
