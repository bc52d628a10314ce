"""Documentation comments of C#: XML.

After "Recommended XML tags for C# documentation comments" (learn.microsoft.com). A tag
that is not known is text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from .html import HtmlWriter
from .parts import Part

#: The elements at the top of a comment, and what each is a part of.
_PARTS: Final = {
    **dict.fromkeys(("summary", "remarks", "value", "example"), "text"),
    "param": "param",
    "typeparam": "typeparam",
    "returns": "returns",
    "exception": "throws",
    "seealso": "seealso",
}
_NAME: Final = (
    r"""\s+(?:name|cref|href|langword)\s*=\s*["'](?P<name>[^"'<>]{0,300})["']"""
)
_TOP: Final = re.compile(rf"<(?P<tag>{'|'.join(_PARTS)})(?:{_NAME})?\s*/?>")
#: What names something, with or without a text of its own.
_NAMING: Final = re.compile(
    rf"<(?:see|seealso|paramref|typeparamref){_NAME}\s*(?:/>|>(?P<text>[^<]*)</\w+>)"
)
#: What tells the compiler to take a comment from elsewhere.
_ELSEWHERE: Final = re.compile(r"<(?:inheritdoc|include)\b[^<>]{0,300}/>")
#: Between a word of a list and what it means.
_MEANING: Final = re.compile(r"(?<=</term>)\s*(?=<description>)")
#: What HTML calls the others.
_AS_HTML: Final = tuple(
    (re.compile(rf"<(/?){tag}(?:\s[^<>]{{0,100}})?>"), rf"<\1{html_tag}>")
    for tag, html_tag in (
        *(("code", "pre"), ("c", "code"), ("para", "p"), ("list", "ul")),
        *(("item", "li"), ("listheader", "li"), ("term", "b"), ("description", "span")),
    )
)
#: What stands before the name of what is meant: ``T:``, ``M:``.
_SORT: Final = re.compile(r"^[A-Z!]:")


def xmldoc_parts(text: str) -> list[Part]:
    """Return the parts of a comment of C#, without its marks."""
    text = _MEANING.sub(" – ", _ELSEWHERE.sub("", text))  # noqa: RUF001
    return [part for part in _parts(text) if part.text or part.name]


def _parts(text: str) -> Iterator[Part]:
    at = 0
    unclosed = set[str]()
    for match in _TOP.finditer(text):
        tag, end, inside = match["tag"], match.end(), ""
        if match.start() < at or tag in unclosed:
            continue
        if not match[0].endswith("/>"):
            close = text.find(f"</{tag}>", end)
            if close < 0:
                unclosed.add(tag)
                continue
            inside, end = text[end:close], close + len(f"</{tag}>")
        yield Part("text", _markdown(text[at : match.start()]))
        at = end
        kind, name, shown = _PARTS[tag], _short(match["name"] or ""), _markdown(inside)
        if kind == "seealso":
            yield Part(kind, shown or f"`{name}`")
        elif kind in {"text", "returns"}:
            yield Part(kind, shown)
        else:
            yield Part(kind, shown, name)
    yield Part("text", _markdown(text[at:]))


def _short(name: str) -> str:
    return _SORT.sub("", name)


def _markdown(text: str) -> str:
    """Return what stands in an element as Markdown."""
    if not text.strip():
        return ""
    text = _NAMING.sub(_named, text)
    for tag, html_tag in _AS_HTML:
        text = tag.sub(html_tag, text)
    writer = HtmlWriter(text, literal=True, language="csharp")
    writer.feed(text)
    return writer.result().strip()


def _named(match: re.Match[str]) -> str:
    shown = match["text"] or _short(match["name"])
    return f"<tt>{html.escape(html.unescape(shown), quote=False)}</tt>"
