"""HTML in comments, as Markdown.

Javadoc is written in HTML; Doxygen, JSDoc and rustdoc take some within their Markdown.
Tags that are not known here, and those that are never closed, are text: a type
``List<T>`` is more common than a mistake.
"""

from __future__ import annotations

import html
import re
import textwrap
from typing import Final

from .markdown import CODE_SPAN, code_span, escaped, fenced, tidied

_TAG_ALONE: Final = r"""
        <!--(?P<comment>(?:[^-]|-(?!->)){0,500})-->
      | <(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,9})
        (?P<attributes>(?:\s{1,9}[\w:-]{1,30}
          (?:\s?=\s?(?:"[^"<>]{0,500}"|'[^'<>]{0,500}'|[^\s"'<>]{1,500}))?){0,9})
        \s{0,9}/?>"""
_TAG: Final = re.compile(rf"(?P<code>(?!)) | {_TAG_ALONE}", re.VERBOSE)
_TAG_OR_CODE: Final = re.compile(rf"(?P<code>{CODE_SPAN}) | {_TAG_ALONE}", re.VERBOSE)
_CLOSING: Final = re.compile(r"</([A-Za-z0-9]{1,10})")
_HREF: Final = re.compile(
    r"\bhref\s?=\s?[\"']?((?:https?|mailto|ftp):[^\s\"'<>]{1,500})", re.IGNORECASE
)
_ALT: Final = re.compile(
    r"\balt\s?=\s?(?:\"([^\"]{1,300})\"|'([^']{1,300})')", re.IGNORECASE
)
#: Markdown's for ``<br>``.
_LINE_BREAK: Final = "\\\n"
_BLANK_LINE: Final = re.compile(r"(?:\n[ ]*\n|\A)[ ]*\Z")
_PARAGRAPH: Final = re.compile(r"[ ]*\n[ ]*\n")

_EMPHASIS: Final = {
    **dict.fromkeys(("b", "strong"), "**"),
    **dict.fromkeys(("i", "em", "cite", "var", "dfn"), "*"),
}
_CODE: Final = frozenset({"code", "tt", "kbd", "samp"})
_BREAKS: Final = frozenset({"p", "div", "blockquote", "section", "center", "caption"})
_LISTS: Final = {"ul": "-", "ol": "1.", "dl": "-"}
_ITEMS: Final = frozenset({"li", "dt"})
_IGNORED: Final = frozenset(
    {"span", "font", "u", "small", "big", "nobr"}
    | {"thead", "tbody", "tfoot", "colgroup", "col"}
)
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
#: Those that are text without their end.
_PAIRED: Final = frozenset(
    {*_EMPHASIS, *_CODE, *_LISTS, *_HEADINGS, "a", "pre", "table", "sup", "sub"}
)
#: What is written for tags that need nothing else.
_OPENED: Final = {
    **_EMPHASIS,
    **dict.fromkeys(_HEADINGS, "\n\n#### "),
    **dict.fromkeys(_BREAKS, "\n\n"),
    "sup": "\\^",
    "sub": "\\_",
    "dd": " \N{EN DASH} ",
    "hr": "\n\n---\n\n",
}
_KNOWN: Final = (
    _PAIRED | _BREAKS | _ITEMS | _IGNORED | {"br", "hr", "img", "dd", "tr", "td", "th"}
)


class HtmlWriter:
    """Writes Markdown from HTML, piece by piece.

    :param text: all that will be written, for the tags that end somewhere.
    :param literal: whether text between tags has no meaning in Markdown.
    :param language: that of the code in ``<pre><code>``.
    """

    def __init__(self, text: str, *, literal: bool, language: str = "") -> None:
        self._closed = {name.lower() for name in _CLOSING.findall(text)}
        self._literal = literal
        self._language = language
        self._out: list[str] = []
        self._lists: list[str] = []
        self._collected: list[str] | None = None
        """What stands in ``<code>`` or ``<pre>``."""
        self._until = ""
        self._is_code = False
        self._links: list[str] = []
        self._rows: list[list[int]] = []
        self._table: int | None = None
        self._starts_line = False

    def feed(self, text: str) -> None:
        """Write a text with tags."""
        if "<" not in text:
            self.text(text)
            return
        at = 0
        for tag in (_TAG if self._literal else _TAG_OR_CODE).finditer(text):
            self.text(text[at : tag.start()])
            at = tag.end()
            if tag["comment"] is not None:
                continue
            name = (tag["name"] or "").lower()
            if self._collected is not None:
                if tag["code"] is not None:
                    self._collected.append(tag[0])
                elif tag["close"] and name == self._until:
                    self._end_code()
                elif name in _CODE and self._until == "pre":
                    self._is_code = True
                elif name not in _EMPHASIS and name not in {"a", "span", "p", "br"}:
                    self._collected.append(tag[0])
            elif (
                tag["code"] is not None
                or name not in _KNOWN
                or (name in _PAIRED and not tag["close"] and name not in self._closed)
            ):
                self._write(tag[0] if tag["code"] else self._plain(tag[0]))
            elif tag["close"]:
                self._close(name)
            else:
                self._open(name, tag["attributes"])
        self.text(text[at:])

    def text(self, text: str) -> None:
        """Write a text without tags."""
        if self._collected is not None:
            self._collected.append(html.unescape(text))
            return
        if self._breaks_line and _PARAGRAPH.match(text):
            self._out[-1] = "\n\n"
        if shown := self._plain(text.lstrip() if self._starts_line else text):
            self._write(shown)

    def code(self, text: str) -> None:
        """Write code as it stands."""
        if self._collected is None:
            self._write(code_span(text))
        else:
            self._is_code = True
            self._collected.append(text)

    def markdown(self, text: str) -> None:
        """Write Markdown, of the same line."""
        if self._collected is None:
            self._write(text)
        else:
            self._collected.append(text)

    def result(self) -> str:
        """Return what was written."""
        if self._collected is not None:
            self._end_code()
        if self._table is not None:
            self._end_table()
        text = "".join(self._out)
        # Of an emphasis or a link that is not closed a mark is left, of others nothing.
        return re.sub(r"\n(?:[ ]*\n){2,}", "\n\n", text).strip("\n")

    def _plain(self, text: str) -> str:
        if not self._literal:
            return text
        lines = escaped(text).split("\n")
        return "\n".join([lines[0], *map(str.lstrip, lines[1:])])

    @property
    def _breaks_line(self) -> bool:
        """Whether a line break was written last."""
        return self._starts_line and self._out[-1].startswith(_LINE_BREAK)

    @property
    def _indent(self) -> str:
        return "".join("  " if mark == "-" else "   " for mark in self._lists)

    def _write(self, text: str) -> None:
        self._starts_line = False
        indent = self._indent
        self._out.append(text.replace("\n", f"\n{indent}") if indent else text)

    def _open(self, name: str, attributes: str) -> None:
        """Write what an opening tag stands for in Markdown."""
        if name in _OPENED:
            self._write(_OPENED[name])
        elif name in _CODE or name == "pre":
            self._collected, self._until, self._is_code = [], name, False
        elif name in _LISTS:
            if not self._lists:
                self._write("\n\n")
            self._lists.append(_LISTS[name])
        elif name in _ITEMS:
            self._item()
        elif name == "a":
            link = _HREF.search(attributes)
            self._links.append(link[1] if link else "")
            self._write("[" if link else "")
        elif name == "br":
            # One that stands by itself parts two paragraphs, which are parted already.
            if self._breaks_line:
                self._out[-1] = "\n\n"
            elif not _BLANK_LINE.search("".join(self._out[-2:])):
                self._trim()
                self._write(_LINE_BREAK)
                self._starts_line = True
        elif name == "img":
            alt = _ALT.search(attributes)
            self._write(escaped(alt[1] or alt[2]) if alt else "")
        elif name in {"table", "tr", "td", "th"}:
            self._open_table(name)

    def _item(self) -> None:
        if not self._lists:
            self._out.append("\n- ")
            return
        # The mark stands where the text of the list around it does.
        mark = self._lists.pop()
        self._write(f"\n{mark} ")
        self._lists.append(mark)
        self._starts_line = True

    def _trim(self) -> None:
        """Take white space off the end of what was written."""
        while self._out:
            text = self._out.pop().rstrip()
            if text:
                self._out.append(text)
                break

    def _close(self, name: str) -> None:
        if name in _EMPHASIS:
            self._trim()
            self._write(_EMPHASIS[name])
        elif name in _LISTS:
            if self._lists:
                self._lists.pop()
            self._write("\n" if self._lists else "\n\n")
        elif name == "a" and self._links:
            link = self._links.pop()
            self._write(f"](<{link}>)" if link else "")
        elif name in _HEADINGS or name in _BREAKS:
            self._write("\n\n")
        elif name == "table" and self._table is not None:
            self._end_table()

    def _end_code(self) -> None:
        text = "".join(self._collected or ())
        self._collected = None
        if self._until != "pre":
            self._write(code_span(text))
        elif text.strip():
            language = self._language if self._is_code else ""
            lines = [line.rstrip() for line in text.rstrip().split("\n")]
            while not lines[0]:
                del lines[0]
            text = textwrap.dedent("\n".join(lines))
            block = "\n".join(fenced(text, language))
            self._write(f"\n\n{block}\n\n")

    def _open_table(self, name: str) -> None:
        if name == "table" or self._table is None:
            if self._table is None:
                self._table, self._rows = len(self._out), []
            if name == "table":
                return
        if name == "tr" or not self._rows:
            self._rows.append([])
        if name != "tr":
            self._rows[-1].append(len(self._out))

    def _end_table(self) -> None:
        """Make a table of Markdown of what was written since it began."""
        starts = [start for row in self._rows for start in row]
        ends = [*starts[1:], len(self._out)]
        cells = {
            start: " ".join("".join(self._out[start:end]).split())
            for start, end in zip(starts, ends, strict=False)
        }
        before = "".join(self._out[self._table : starts[0]]) if starts else ""
        rows = [[cells[start] for start in row] for row in self._rows if row]
        del self._out[self._table :]
        self._table = None
        width = max(map(len, rows), default=0)
        lines = [
            "| " + " | ".join([*row, *[""] * (width - len(row))]) + " |" for row in rows
        ]
        if lines:
            lines.insert(1, "|" + " --- |" * width)
        text = "\n".join(lines)
        self._write(f"{before}\n\n{text}\n\n")


def html_as_markdown(text: str, language: str) -> str:
    """Return Markdown with the HTML in it, and addresses, as Markdown."""
    text = tidied(text)
    if "<" not in text:
        return text
    writer = HtmlWriter(text, literal=False, language=language)
    writer.feed(text)
    return writer.result()
