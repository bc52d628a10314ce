"""Writes a file's text as a listing.

The text of a listing is the file's text and nothing else: line numbers are drawn by the
style sheet. Each line has an id.
"""

from __future__ import annotations

import re
from typing import Final

from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder

from ...i18n import say
from ...pages.control_characters import printable
from ...pages.nodes import kw_source
from .escaping import escaped
from .highlighting.highlighted_lines import highlight

#: Lines that a browser lays out together, or not yet; see kwindex.css.
GROUP: Final = 100
#: Of a listing with more lines the keyboard gets past all links at once.
SKIPPED: Final = 20
#: Where it matters how wide a tab is: behind other text, and where blanks indent, too.
_ALIGNED: Final = re.compile(r"[^\t\n]\t|^\t* {2}", re.MULTILINE)
#: Letters of Hebrew, Arabic and other scripts that are written from right to left.
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
#: The id of what is behind a listing.
BEHIND_LISTING: Final = "behind-listing"


def _original(node: kw_source) -> str:
    """Return the attributes that tell scripts where lines of an original file are."""
    url, after = map(escaped, node.get("original") or ("", ""))
    return f' data-original="{url}" data-range="{after}"' if url else ""


def listing(builder: Builder, node: kw_source) -> str:
    """Return a file's text, highlighted, with an id on every line."""
    language, prefix = escaped(node["language"]), escaped(node["prefix"])
    text = node["text"]
    embedded = isinstance(builder, Epub3Builder)
    if embedded:
        text = printable(text)
    correct = node.get("correct", True)
    lines = highlight(text, node["language"], node["links"], correct=correct)
    parts: list[str] = []
    put = parts.append
    if summary := node.get("folded"):
        put(f'<details class="kw-more"><summary>{escaped(summary)}</summary>\n')
    first_line = node.get("first", 1)
    skips = len(lines) > SKIPPED and first_line == 1 and not embedded
    if skips:
        put(
            f'<a class="kw-skip" href="#{prefix}{BEHIND_LISTING}">'
            f"{escaped(say('Skip the listing'))}</a>\n"
        )
    # What scrolls, sideways here, must be in reach of the keyboard.
    name = escaped(say("Source"))
    focus = "" if embedded else f' tabindex="0" role="group" aria-label="{name}"'
    # Scripts of highlight.js, which would put plain text in the place of it, heed that.
    pre = "kw-source nohighlight"
    if "\t" in text and not _ALIGNED.search(text):
        pre += " kw-indented"
    if not text.isascii() and _RIGHT_TO_LEFT.search(text):
        pre += " kw-bidi"
    put(
        f'<div class="highlight-{language} notranslate kw-listing">'
        f'<div class="highlight"><pre class="{pre}"{focus}{_original(node)}>'
    )
    # The style sheet numbers lines by hundreds: the first group has no line 0. Those of
    # a book it numbers one by one, and those of a part have their numbers.
    size, css, with_id = GROUP, "kw-lines", _begun
    if embedded or first_line > 1:
        css, with_id = "kw-lines kw-each", _wrapped
    numbered = [
        with_id(line, f"{prefix}L{number}")
        for number, line in enumerate(lines, first_line)
    ]
    if first_line > 1:
        size = len(lines) + 1
        numbered = [
            line.replace(">", f' data-line="{number}">', 1)
            for number, line in enumerate(numbered, first_line)
        ]
    for first in range(0, len(lines) + 1, size):
        group = numbered[max(first - 1, 0) : first + size - 1]
        if group:
            put(f'<span class="{css}">{"".join(group)}</span>')
    put("</pre></div></div>\n")
    if skips:
        put(f'<span id="{prefix}{BEHIND_LISTING}"></span>\n')
    if summary:
        put("</details>\n")
    return "".join(parts)


def _begun(line: str, name: str) -> str:
    """Return a line with an id on its first element, if that has no id of its own."""
    head, end, rest = line.partition(">")
    # Text is escaped, and has neither of them.
    text, _, tag = head.partition("<")
    if not end or ' id="' in tag:
        return _wrapped(line, name)
    tag, href, uri = tag.partition(" href=")
    return f'{text}<{tag} id="{name}"{href}{uri}>{rest}'


def _wrapped(line: str, name: str) -> str:
    """Return a line in an element with an id."""
    return f'<span id="{name}">{line}</span>'
