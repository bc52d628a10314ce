"""Javadoc: HTML with block tags and inline tags.

After the "JavaDoc Documentation Comment Specification for the Standard Doclet".
"""

from __future__ import annotations

import re
from typing import Final

from .block_tags import inline_tags, tagged_sections
from .html import HtmlWriter
from .markdown import code_span, escaped
from .parts import NAMED, Part, Passage, kind_of

#: ``pkg.Class#member(Type, Type)`` and what stands behind it.
_TARGET: Final = re.compile(
    r"(?P<target>[^\s(]{1,300}(?:\([^()]{0,300}\))?)\s*(?P<label>.*)\Z", re.DOTALL
)
_TYPE_PARAMETER: Final = re.compile(r"<(\w+)>\s*")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"\s*\Z")


def javadoc_parts(text: str) -> list[Part]:
    """Return the parts of a comment of Java, without its marks."""
    return [
        part for section in tagged_sections(text) if (part := _read_passage(section))
    ]


def _read_passage(section: Passage) -> Part | None:
    name, text = section.command, section.text
    if not name:
        return Part("text", javadoc_markdown(text)) if text.strip() else None
    if not text.strip() and name != "deprecated":
        return Part("text", code_span(f"@{name}"))
    if name == "see":
        return Part("seealso", _see(text))
    if name in NAMED:
        kind = kind_of(name)
        if kind == "param" and (parameter := _TYPE_PARAMETER.match(text)):
            return Part(
                "typeparam", javadoc_markdown(text[parameter.end() :]), parameter[1]
            )
        words = text.split(maxsplit=1)
        shown = javadoc_markdown(words[1]) if len(words) > 1 else ""
        return Part(kind, shown, words[0])
    return Part(kind_of(name), javadoc_markdown(text))


def _see(text: str) -> str:
    if text.lstrip().startswith("<"):
        return javadoc_markdown(text)
    if quoted := _QUOTED.match(text.strip()):
        return escaped(quoted[1])
    return _link(text.strip(), as_code=True)


def javadoc_markdown(text: str) -> str:
    """Return HTML with inline tags as Markdown."""
    writer = HtmlWriter(text, literal=True, language="java")
    at = 0
    for tag in inline_tags(text):
        writer.feed(text[at : tag.start])
        at = tag.end
        content = tag.content.strip()
        if tag.name == "code":
            writer.code(tag.content.removeprefix(" "))
        elif tag.name == "literal":
            writer.markdown(escaped(content))
        elif tag.name in {"link", "linkplain", "value"} and content:
            writer.markdown(_link(content, as_code=tag.name != "linkplain"))
        elif tag.name in {"index", "systemProperty", "summary", "return"}:
            writer.feed(content)
        else:
            writer.code(f"{{@{tag.name} {content}".rstrip() + "}")
    writer.feed(text[at:])
    return writer.result()


def _link(content: str, *, as_code: bool) -> str:
    """Return what a reference shows: its label or else its target."""
    match = _TARGET.match(content)
    if not match:
        return code_span(content)
    label = " ".join(match["label"].split())
    shown = label or match["target"].lstrip("#").replace("#", ".")
    return code_span(shown) if as_code else escaped(shown)
