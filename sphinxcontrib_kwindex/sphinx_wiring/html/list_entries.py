"""Writes lists of entries, and who uses a definition, in few elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from sphinx.builders import Builder

from ...i18n import and_more, figure, say
from ...pages.control_characters import printable
from ...pages.folded_entries import in_two
from ...pages.nodes import ListEntry, Part, kw_entries, kw_users
from ..documents.books_without_map import makes_site
from .escaping import escaped
from .highlighting.highlighted_lines import highlight
from .line_breaks import breakable
from .outline import nested_list

#: Of what a definition calls, and others of a sentence, the rest is folded.
NAMED: Final = 8
#: Links to names in other files behind which, of the users of a definition, files alone
#: are links.
LINKS_TO_USERS: Final = 100
_COMMA: Final = Part(", ")
#: Uses in the same file, if there are no others, up to which nothing is folded.
_IN_SIGHT: Final = 3


def entry_list(_: Builder, node: kw_entries) -> str:
    """Return a list of entries, what is too much of it in an element that opens."""
    items = node["entries"]
    css, written = f"kw-entries simple{_look(items)}", _entry
    if node.get("brief"):
        css, written = "kw-entries kw-brief", _brief_item
        if len(items) == 1:
            return _line("kw-note", node["title"], items[0])
    shown, rest, number = in_two(node)
    markup = nested_list(shown, written, css)
    if title := node.get("title"):
        markup = folded(title, markup, is_open=len(items) < node["fold_from"])
    if rest:
        more = say("{number} more", number=figure(number))
        markup += folded(more, nested_list(rest, written, css), "kw-more kw-rest")
    return markup


def opening(summary: str, css: str = "kw-more", *, is_open: bool = False) -> str:
    """Return the beginning of an element that opens when its summary is clicked on."""
    now = " open" if is_open else ""
    return f'<details class="{css}"{now}><summary>{escaped(summary)}</summary>\n'


def folded(
    summary: str, markup: str, css: str = "kw-more", *, is_open: bool = False
) -> str:
    """Return markup in an element that opens."""
    return f"{opening(summary, css, is_open=is_open)}{markup}</details>\n"


def _look(items: Sequence[ListEntry]) -> str:
    """Return the class of a list that has rows, or names alone, which have columns."""
    if any(entry.level or entry.code for entry in items):
        return ""
    if any(
        entry.kind or entry.where or entry.summary or entry.parts for entry in items
    ):
        return " kw-rows"
    return " kw-names"


def _entry(entry: ListEntry) -> str:
    """Return an entry, not closed."""
    name = "" if entry.prose else "kw-name"
    parts = [_begun(entry), _word("code", entry.text, entry.uri, name)]
    if entry.kind:
        parts.append(f' <span class="kw-kind">{escaped(entry.kind)}</span>')
    if entry.where:
        parts.append(" " + _word("span", entry.where, entry.where_uri, "kw-where"))
    if entry.summary:
        parts.append(f' <span class="kw-summary">{escaped(entry.summary)}</span>')
    if entry.parts:
        names = ", ".join(part_markup(part) for part in entry.parts)
        parts.append(f' <span class="kw-parts">{names}</span>')
    if entry.code:
        lines = "".join(highlight(printable(entry.code), entry.language))
        parts.append(
            f'\n<div class="highlight-{entry.language} notranslate">'
            f'<div class="highlight"><pre>{lines}</pre></div></div>\n'
        )
    return "".join(parts)


def _begun(entry: ListEntry) -> str:
    """Return the start tag of an entry, and its further ids."""
    ids = [escaped(anchor) for anchor in entry.anchors]
    facts = f' data-kw="{escaped(entry.facts)}"' if entry.facts else ""
    own = f' id="{ids[0]}"' if ids else ""
    return f"<li{own}{facts}>" + "".join(
        f'<span id="{anchor}"></span>' for anchor in ids[1:]
    )


def _word(tag: str, text: str, uri: str, css: str) -> str:
    """Return a text as one element: a link, or what it is where it leads nowhere."""
    markup = breakable(text)
    if uri:
        return link(markup, uri, css)
    return f'<{tag} class="{css}">{markup}</{tag}>' if css else markup


def part_markup(part: Part, *, narrow: bool = False) -> str:
    """Return a part, which may break between its words."""
    return _linked(breakable(part.text, narrow=narrow), part)


def _name(part: Part) -> str:
    return _linked(escaped(part.text), part)


def _linked(markup: str, part: Part) -> str:
    """Return a part as one element: the style sheet has links in the type of code.

    :param markup: its text.
    """
    if not part.uri:
        return f"<code>{markup}</code>" if part.literal else markup
    return link(markup, part.uri, "" if part.literal else "kw-text")


def link(markup: str, uri: str, css: str = "") -> str:
    """Return a link. Those within the site have no class: there are very many."""
    if not uri:
        return markup
    if "://" in uri:
        css = f"reference external {css}".rstrip()
    attribute = f' class="{css}"' if css else ""
    return f'<a{attribute} href="{escaped(uri)}">{markup}</a>'


def users(builder: Builder, node: kw_users) -> str:
    """Return who uses a definition, and what it calls."""
    summary, entries, markup = node["summary"], node["entries"], ""
    if len(entries) <= (_IN_SIGHT if all(map(_is_here, entries)) else 1) and entries:
        markup = _line("kw-users kw-note", summary, *entries)
    elif entries:
        written = _use if makes_site(builder) else _brief_item
        listed = nested_list([*_with_few_links(entries)], written, "kw-entries")
        markup = folded(summary, listed, "kw-users")
    elif summary:
        markup = f'<div class="kw-users">{escaped(summary)}</div>\n'
    parts = node.calls()
    return markup + sentence(parts) if parts else markup


def _is_here(entry: ListEntry) -> bool:
    """Return whether an entry leads to a line of the listing on its page."""
    return entry.where_uri.startswith("#")


def _with_few_links(entries: Iterable[ListEntry]) -> Iterator[ListEntry]:
    """Yield entries, those behind many links with names that lead nowhere.

    A header may have thousands of users in hundreds of files.
    """
    left = LINKS_TO_USERS
    for entry in entries:
        away = [part for part in entry.parts if part.uri and part.uri[0] != "#"]
        if away and left <= 0:
            names = tuple(part._replace(uri="") for part in entry.parts)
            entry = entry._replace(parts=names)
        left -= len(away)
        yield entry


def sentence(parts: Sequence[Part]) -> str:
    """Return a sentence with links, those behind the first :data:`NAMED` folded."""
    # Each has something before it.
    commas = (n for n, part in enumerate(parts) if n >= 2 * NAMED and part == _COMMA)
    end = next(commas, len(parts))
    text = "".join(map(_name, parts[:end]))
    if rest := parts[end + 1 :]:
        more = escaped(and_more(sum(bool(part.uri) for part in rest)).lstrip())
        behind = "".join(map(_name, rest))
        text += f" <details><summary>{more}</summary>{behind}</details>"
    return f'<div class="kw-note">{text}</div>\n'


def _line(css: str, title: str, *entries: ListEntry) -> str:
    """Return a list of few entries as a line: nothing is hidden to save that."""
    before = f"{escaped(title)}: " if title else ""
    return f'<div class="{css}">{before}{"; ".join(map(_brief, entries))}</div>\n'


def _use(entry: ListEntry) -> str:
    """Return an entry about a use, not closed.

    What is a line of this page's listing is no text once more: lists.js shows it. Of
    several places the text need not be that of the line.
    """
    if _is_here(entry) and not entry.parts:
        entry = entry._replace(code="")
    return _brief_item(entry)


def _brief_item(entry: ListEntry) -> str:
    """Return an entry of a list, not closed."""
    return f"{_begun(entry)}{_brief(entry)}"


def _brief(entry: ListEntry) -> str:
    """Return an entry in few elements: there are very many of them."""
    text, uri, where = entry.text, entry.uri, escaped(entry.where)
    if entry.where_uri:
        # A line leads to where the definition around it is in sight.
        text, uri, where = f"{text} {entry.where}", entry.where_uri, ""
    said = [_name(Part(text, uri, not entry.prose))]
    if entry.kind:
        said.append(f'<span class="kw-kind">{escaped(entry.kind)}</span>')
    if where:
        said.append(where)
    if entry.summary:
        said.append(escaped(entry.summary))
    if entry.code:
        said.append(f"<code>{escaped(entry.code)}</code>")
    if entry.parts:
        said.append(", ".join(_names(entry.parts)))
    return " ".join(said)


def _names(parts: Iterable[Part]) -> Iterator[str]:
    """Yield parts, names in a row that lead nowhere as one element."""
    for code, some in groupby(parts, lambda part: part.literal and not part.uri):
        if code:
            yield f"<code>{escaped(', '.join(part.text for part in some))}</code>"
        else:
            yield from map(_name, some)
