"""JSDoc and TSDoc: Markdown with block tags and inline tags.

After jsdoc.app and tsdoc.org. A tag that neither knows is a section of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...model.kinds import TAGGED
from .block_tags import inline_tags, leading_type, tagged_sections
from .html import html_as_markdown
from .markdown import CODE_SPAN, code_span, fenced, outside_code
from .parts import NAMED, UNNAMED, Part, Passage, kind_of

#: Tags whose text is that of the comment; they may name the file.
_PROSE: Final = frozenset(
    {"file", "fileoverview", "overview", "packageDocumentation", "remarks"}
)
#: Tags that say by themselves for whom something is, or how it is to be used.
_MODIFIERS: Final = frozenset(
    {"public", "readonly", "abstract", "override", "static", "async", "virtual"}
    | {"sealed", "final", "alpha", "beta", "experimental"}
    | {tag.removeprefix("@") for tag in TAGGED}
)
_TOGETHER: Final = re.compile(
    rf"^[ \t]*(?:@(?:{'|'.join(sorted(_MODIFIERS))})[ \t]+)+(?=@[A-Za-z])", re.MULTILINE
)
#: Tags that say it by a word behind them: of JSDoc, and of dox before it.
_ACCESS: Final = frozenset({"access", "api"})
#: Tags that say what the code says; with a text they name something.
_SORTS: Final = frozenset(
    {"class", "const", "constant", "constructor", "decorator", "enum", "event", "func"}
    | {"eventProperty", "export", "function", "generator", "global", "hideconstructor"}
    | {"inner", "instance", "interface", "member", "method", "module", "namespace"}
    | {"overload", "static", "var"}
)
#: What KDoc links to: ``[Outer.name]``, and no link of Markdown.
_KOTLIN_NAME: Final = re.compile(r"(?<![\w\]\\!`])\[([^\W\d][\w.]{0,200})\](?![\[(:`])")
#: The type behind a tag of KDoc, which may be in brackets.
_KOTLIN_TYPE: Final = re.compile(
    r"^([ \t]*@(?:throws|exception)[ \t]+)\[?([\w.]+)\]?(?:[ \t]+|$)", re.MULTILINE
)
_CAPTION: Final = re.compile(
    r"\s*<caption>(.{0,500}?)</caption>", re.DOTALL | re.IGNORECASE
)
_DASH: Final = re.compile(r"\A\s*(?:-{1,2}|\N{EN DASH}|\N{EM DASH})\s+")
_ADDRESS: Final = re.compile(r"(?:https?|mailto|ftp):\S+\Z")
_TITLED: Final = re.compile(r"\[([^\[\]\n]{1,300})\]\Z")
#: The type behind a tag of PHP.
_PHP_TYPE: Final = re.compile(
    r"^([ \t]*@(?:param|property(?:-read|-write)?|return|throws|var)[ \t]+)(?!\$|\{)"
    r"([^\s<({]*[<({][^>)}\n]{0,200}[>)}]+(?::\s?\S+|\S*)|\S+)(?:[ \t]+|$)",
    re.MULTILINE,
)
#: What stands before the name of a variable of PHP.
_PHP_VARIABLE: Final = re.compile(r"\A(?:&|\.\.\.)*\$")
#: ``[name=value]``, or a word.
_NAME: Final = re.compile(
    r"\[[^\[\]\n]{1,300}(?:\[[^\[\]\n]{0,100}\][^\[\]\n]{0,100})?\]|\S+"
)
#: A type in front of the text, after the tags that have one.
_TYPED: Final = frozenset(
    {*NAMED, *UNNAMED, "type", "typedef", "member", "var", "const", "constant", "enum"}
    | {"this", "extends", "augments", "implements", "callback", "default", "satisfies"}
)


def jsdoc_parts(text: str) -> list[Part]:
    """Return the parts of a comment of JavaScript or TypeScript, without its marks."""
    return [part for section in _sections(text) if (part := _read_passage(section))]


def phpdoc_parts(text: str) -> list[Part]:
    """Return the parts of a comment of PHP (PSR-19), without its marks.

    They are those of JSDoc, but for types, which have no braces, and for variables,
    which begin with ``$``; what does not is the text.
    """
    return list(map(_of_php, jsdoc_parts(_PHP_TYPE.sub(r"\1{\2} ", text))))


def kdoc_parts(text: str) -> list[Part]:
    """Return the parts of a comment of Kotlin, without its marks.

    They are those of JSDoc, but for types, which have no braces, and for names in
    square brackets, which lead to what they name (https://kotlinlang.org/docs/kotlin-doc.html).
    """
    text = _KOTLIN_TYPE.sub(r"\1{\2} ", text)
    return jsdoc_parts(_KOTLIN_NAME.sub(r"`\1`", text))


def _of_php(part: Part) -> Part:
    if part.kind not in {"param", "property"}:
        return part
    name = _PHP_VARIABLE.sub("", part.name)
    if name != part.name or not part.type:
        return part._replace(name=name)
    return part._replace(name="", text=f"{name} {part.text}".strip())


def jsdoc_modifiers(text: str) -> Iterator[str]:
    """Yield the modifiers that the tags of a comment are, ``public`` among them."""
    for section in _sections(text):
        name = _modifier(section)
        if name in _MODIFIERS:
            yield f"@{name}" if f"@{name}" in TAGGED else name


def _sections(text: str) -> Iterator[Passage]:
    """Yield the sections of a comment; several modifiers may stand on one line."""
    return tagged_sections(
        _TOGETHER.sub(lambda match: match[0].rstrip().replace(" @", "\n@") + "\n", text)
    )


def _modifier(section: Passage) -> str:
    """Return the name of the tag that says what a section does."""
    word = section.text.strip()
    return (
        word if section.command in _ACCESS and word in _MODIFIERS else section.command
    )


def _read_passage(section: Passage) -> Part | None:
    name, text = section.command, section.text
    if not name or name in _PROSE:
        return Part("text", jsdoc_markdown(text)) if text.strip() else None
    if name in _ACCESS and _modifier(section) != name:
        return None
    if name in _MODIFIERS or (name in _SORTS and not text.strip()):
        # What stands behind goes on with the comment.
        text = _DASH.sub("", f" {text}", count=1).strip("\n")
        return Part("text", jsdoc_markdown(text.lstrip())) if text.strip() else None
    if name in _TYPED:
        type_, text = leading_type(text)
        if name in NAMED:
            return _named(name, type_, text)
        if name in UNNAMED:
            return Part(
                kind_of(name), jsdoc_markdown(_DASH.sub("", text, count=1)), "", type_
            )
        text = f"{code_span(type_)} {text}".strip()
    if name == "example":
        return Part(name, _example(text))
    if not text.strip() and name != "deprecated":
        return Part("text", code_span(f"@{name}"))
    return Part(kind_of(name), jsdoc_markdown(text))


def _named(name: str, type_: str, text: str) -> Part:
    kind = kind_of(name)
    # A type tells which exception, with or without text.
    if kind == "throws":
        return Part(kind, jsdoc_markdown(text), type_)
    match = _NAME.match(text)
    shown = text[match.end() :] if match else text
    if not type_:
        type_, shown = leading_type(shown)
    text = jsdoc_markdown(_DASH.sub("", f" {shown}", count=1).strip())
    return Part(kind, text, match[0] if match else "", type_)


def _example(text: str) -> str:
    """Return an example, which is code unless it has code."""
    caption = _CAPTION.match(text)
    before = [jsdoc_markdown(caption[1]), ""] if caption else []
    text = (text[caption.end() :] if caption else text).strip("\n")
    if "```" in text or "~~~" in text:
        return "\n".join([*before, jsdoc_markdown(text)])
    return "\n".join([*before, *(fenced(text, "js") if text.strip() else ())])


def jsdoc_markdown(text: str) -> str:
    """Return prose with inline tags and HTML as Markdown."""
    return outside_code(text, _converted)


_SPAN: Final = re.compile(CODE_SPAN)


def _converted(text: str) -> str:
    if "{@" in text:
        text = _without_tags(text)
    return html_as_markdown(text, "js")


def _without_tags(text: str) -> str:
    spans = [span.span() for span in _SPAN.finditer(text)] if "`" in text else []
    written: list[str] = []
    at = 0
    for tag in inline_tags(text):
        while spans and spans[0][1] <= tag.start:
            del spans[0]
        if spans and spans[0][0] < tag.start:
            continue
        before = text[at : tag.start]
        title = _TITLED.search(before) if tag.name.startswith("link") else None
        if title:
            before = before[: title.start()]
        written += [
            before,
            _inline(tag.name, tag.content.strip(), title[1] if title else ""),
        ]
        at = tag.end
    return "".join([*written, text[at:]])


def _inline(name: str, content: str, title: str) -> str:
    if name in {"link", "linkcode", "linkplain", "tutorial"}:
        target, bar, label = content.partition("|")
        if not bar:
            target, _, label = content.partition(" ")
        target, title = target.strip(), title or label.strip()
        if _ADDRESS.match(target):
            shown = title.replace("[", "\\[").replace("]", "\\]")
            return f"[{shown}](<{target}>)" if title else f"<{target}>"
        if not title:
            return code_span(target)
        return code_span(title) if name == "linkcode" else title
    if name in {"code", "literal"}:
        return code_span(content)
    if name == "inheritDoc":
        return code_span(content or "inheritDoc")
    return code_span(f"{{@{name} {content}}}")
