"""What a link checker must know of an HTML page, read with regular expressions.

A site of thousands of pages holds millions of ``<span>`` elements that only give
a token its colour. A real parser makes an event of each; here one expression
skips them while it looks for the tags that have attributes of interest, which
makes the difference between two minutes and half an hour. It relies on what every
HTML writer does: in text ``<`` is written ``&lt;``, so an unescaped one begins a
tag, a comment or the content of a script, and quotes in attributes come in pairs.
Text such as ``id="x"`` outside a tag is therefore never taken for an attribute.
"""

from __future__ import annotations

import io
import os
import posixpath
import re
import sys
from html import unescape
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Comments, and scripts and styles with their content; group 1 is what to keep.
RAW: Final = re.compile(
    r"<!--.*?-->|(<(script|style)\b[^>]*>).*?</\2\s*>", re.DOTALL | re.IGNORECASE
)

#: Between the name of a tag and its ``>``; a ``>`` in a quoted value is skipped.
ATTRIBUTES: Final = r"""[^>"']*+(?:"[^"]*"[^>"']*+|'[^']*'[^>"']*+)*+"""

#: Any tag, opening or closing.
ANY_TAG: Final = re.compile(rf"</?[a-zA-Z]{ATTRIBUTES}>")

#: An opening tag that may have an attribute of interest: its name, its attributes.
TAG: Final = re.compile(
    rf"""<(?!span(?: class="[^"<>]*")?>)([a-zA-Z][^\s/>]*)(\s{ATTRIBUTES})>"""
)

#: One attribute: its name and its value in double quotes, single ones, or none.
ATTRIBUTE: Final = re.compile(
    r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?"""
)

#: Attributes whose value is an address.
ADDRESSES: Final = frozenset({"href", "src", "action", "xlink:href"})


class Markup(NamedTuple):
    """The anchors and the links of one page, in its order, repetitions included."""

    ids: list[str]
    """Values of ``id``, of every element."""
    names: list[str]
    """Values of ``name``, of ``a`` elements only: those alone are anchors."""
    links: list[str]
    """Values of :data:`ADDRESSES`, character references replaced."""

    @property
    def anchors(self) -> set[str]:
        """What a fragment may name."""
        return {*self.ids, *self.names}


def attributes(text: str) -> Iterator[tuple[str, str]]:
    """Yield names (in lower case) and values of the attributes of one tag."""
    for name, double, single, bare in ATTRIBUTE.findall(text):
        value = double or single or bare
        yield name.lower(), unescape(value) if "&" in value else value


def read_text(path: Path) -> str:
    r"""Return the text of a page as a browser sees it: UTF-8, lines end in ``\n``."""
    return path.read_text(encoding="utf-8", errors="replace")


def read_markup(html: str) -> Markup:
    """Return the anchors and links of a page."""
    markup = Markup([], [], [])
    for tag, rest in TAG.findall(RAW.sub(r"\1", html)):
        for name, value in attributes(rest):
            if name == "id":
                markup.ids.append(value)
            elif name in ADDRESSES:
                markup.links.append(value)
            elif name == "name" and tag in "aA":
                markup.names.append(value)
    return markup


def site_files(site: Path) -> set[str]:
    """Return every file below `site` as a POSIX path from there."""
    found: set[str] = set()
    for folder, _, names in os.walk(site):
        relative = os.path.relpath(folder, site).replace(os.sep, "/")
        prefix = "" if relative == "." else f"{relative}/"
        found.update(prefix + name for name in names)
    return found


def resolve(page: str, address: str, files: set[str]) -> str:
    """Return the file that the path of a URL means, seen from `page`.

    `page` and the result are POSIX paths from the site's root; `address` has
    neither query nor fragment and may be percent-encoded. A path that begins with
    a slash counts from the site's root, a folder means its ``index.html``. The
    result need not be in `files`.
    """
    if not address:
        return page
    path = unquote(address)
    base = "" if path.startswith("/") else posixpath.dirname(page)
    target = posixpath.normpath(posixpath.join(base, path.lstrip("/")))
    if target in files:
        return target
    index = posixpath.normpath(posixpath.join(target, "index.html"))
    return index if path.endswith("/") or index in files else target


def escape_output() -> None:
    """Let standard output take any path, also one that its encoding cannot write."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
