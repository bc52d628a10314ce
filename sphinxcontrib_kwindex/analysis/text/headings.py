"""The headings and the first paragraph of Markdown and reStructuredText.

Markdown is parsed into blocks, since only a parser knows which ``#`` is in a
fence. For reStructuredText a scanner over lines does: titles and their adornments
stand at the left margin, while literal blocks, the content of directives and of
comments are indented.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import unescape
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from ...model.facts import Heading
from ...model.named_tuple import NamedTuple
from ..first_sentence import PROSE_LIMIT, plain
from .first_paragraph import Paragraphs, html_paragraphs, without_pictures
from .markdown_tables import block_parser


class Outline(NamedTuple):
    """What a document shows of itself."""

    headings: tuple[Heading, ...] = ()
    paragraph: str = ""
    """The first paragraph that says something, markup and line ends included.

    References are written out, so that it can stand on any page."""
    line: int = 0
    """The line on which it begins, 0 without a paragraph."""


_CODE: Final = r"(?P<code>(`+)[^`].*?(?<!`)\2(?!`))"
# Code, which is left alone; badges, HTML, MyST's targets and comments, footnotes.
_NO_MARKDOWN_TEXT: Final = re.compile(
    rf"{_CODE}|"
    r"\[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?\](?:\([^)]*\)|\[[^\]]*\])"
    r"|!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|</?[A-Za-z](?![\w+.-]*:)[^<>]*>"
    r"|\A\([\w:. -]+\)=\Z|^%.*$|<!--.*?-->|^\[\^[^\]]+\]:.*$|\[\^[^\]]+\]",
    re.MULTILINE | re.DOTALL,
)
# Code, which is left alone; ``_text_``; ``[text][label]``, ``[label][]``, ``[label]``.
_REFERENCE: Final = re.compile(
    rf"{_CODE}|"
    r"(?<![^\s(\[\"'])_(?P<emphasis>(?=[^\s_])(?:[^_]|(?<=\w)_(?=\w))*[^\s_])_"
    r"(?![^\s.,:;!?)\]\"'])"
    r"|\[(?P<text>[^\[\]]+)\](?:\[(?P<label>[^\[\]]*)\]|(?![\[(]))",
    re.DOTALL,
)
#: What a quotation of one paragraph consists of, and what stands above a tagline.
_QUOTATION: Final = [
    *("blockquote_open", "paragraph_open", "inline"),
    *("paragraph_close", "blockquote_close"),
]
_TITLE_ENDS: Final = ("heading_close", "html_block")
#: Characters at the beginning of a quotation that tell whether it is a note.
_LABEL: Final = 100
#: How that begins, and what only somebody said.
_ADMONITION: Final = re.compile(
    r"[*_]*[\"“]|[\W_]*(?:\w+\s+)?(?:\[!|note|warning|caution|important|attention|notice|deprecated|tip|update)",
    re.IGNORECASE,
)
#: Front matter between other marks than those that the parser knows.
_TOML_MATTER: Final = re.compile(
    r"\A\+{3}[ \t]*\n(.*?^)\+{3}[ \t]*$", re.MULTILINE | re.DOTALL
)
_UNSAFE: Final = str.maketrans({"(": "%28", ")": "%29", " ": "%20"})


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    # Blocks only: what is inside a paragraph is left to `plain`.
    return block_parser().disable("inline")


def markdown_outline(text: str) -> Outline:
    """Return the headings and the first paragraph of Markdown *text*.

    Of front matter only a description is read; what stands in quotations and lists is
    left out, but a quotation right below the title is what the project calls itself.
    """
    headings: list[Heading] = []
    paragraphs = Paragraphs()
    env: dict[str, Any] = {}
    tokens = _markdown().parse(_TOML_MATTER.sub(r"---\n\1---", text), env)
    targets = {
        key: reference["href"] for key, reference in env.get("references", {}).items()
    }
    for number, token in enumerate(tokens):
        if token.level or not token.map:
            continue
        if token.type == "front_matter":
            paragraphs.describe(token.content)
        elif token.type == "heading_open":
            title = plain(_text(tokens[number + 1].content, targets))
            headings.append(Heading(title, token.map[0] + 1, int(token.tag[1:])))
        elif paragraphs.wants_more(headings):
            if token.type == "html_block":
                # Where a title is centred, what follows it is so, too.
                for paragraph, before in html_paragraphs(token.content):
                    paragraphs.add(paragraph, token.map[0] + 1 + before, headings)
            elif token.type == "blockquote_open":
                if tagline := _tagline(tokens, number):
                    paragraphs.add(_text(tagline, targets), token.map[0] + 1, headings)
            elif token.type == "paragraph_open":
                candidate = _text(tokens[number + 1].content, targets).strip()
                paragraphs.add(candidate, token.map[0] + 1, headings)
            elif token.type == "fence":
                paragraphs.note_code(headings)
    paragraphs.end(headings)
    return Outline(tuple(headings), paragraphs.first, paragraphs.line)


def _tagline(tokens: Sequence[Token], number: int) -> str:
    """Return what a quotation says if it is one paragraph right below the title.

    Badges may stand between them.

    :param number: of the token that opens it.
    """
    types = [token.type for token in tokens[number : number + 5]]
    above = number
    while (
        above
        and tokens[above - 1].type == "paragraph_close"
        and not _text(tokens[above - 2].content, {}).strip()
    ):
        above -= 3
    below_title = above and tokens[above - 1].type in _TITLE_ENDS
    tagline = tokens[number + 2].content if below_title and types == _QUOTATION else ""
    return "" if _ADMONITION.match(tagline, 0, _LABEL) else tagline


def _text(content: str, targets: dict[str, str]) -> str:
    """Return what is text in a paragraph; all of a paragraph that is too long to tell.

    :param targets: where references lead, by their labels.
    """
    content = unescape(without_pictures(content))
    if len(content) > PROSE_LIMIT:
        return content

    def resolved(match: re.Match[str]) -> str:
        if emphasis := match["emphasis"]:
            return f"*{emphasis}*"
        target = targets.get(normalizeReference(match["label"] or match["text"] or ""))
        if target is None:
            return match[0]
        return f"[{match['text']}]({target.translate(_UNSAFE)})"

    text = _NO_MARKDOWN_TEXT.sub(_without_tags, content)
    return _REFERENCE.sub(resolved, text)


def _without_tags(match: re.Match[str]) -> str:
    """Leave code alone; put a space for a line break between words."""
    breaks = match[0][:3].lower() == "<br"
    between = breaks and match.string[match.end() : match.end() + 1].isalnum()
    return match["code"] or " " * between


_ADORNMENT: Final = re.compile(r"([!-/:-@\[-`{-~])\1+")
# Directives, comments, fields, options; lists, line blocks, tables, doctests; what
# stands in a template.
_NO_RST_TEXT: Final = re.compile(
    r"\{[#%]|"
    r"\.\.(?:\s|$)|__ |:[^:`\s][^:`]*:(?:\s|$)|[-*+•]\s|\(?(?:\d+|#|[a-zA-Z])[.)]\s"
    r"|\||\+[-=]|>>>|-{1,2}\w|={2,} +="
)


_TARGET: Final = re.compile(
    r"^\.\. _(?:`(?P<quoted>[^`]+)`|(?P<name>(?:\\.|[^:\\`\s])(?:\\.|[^:\\`])*)):"
    r"(?:[ \t]+(?P<url>\S+))?[ \t]*$",
    re.MULTILINE,
)
_SUBSTITUTION: Final = re.compile(
    r"^\.\. \|(?P<name>[^|\s][^|]*)\| (?P<type>\w+)::[ \t]*(?P<text>.*)$", re.MULTILINE
)
# Literals and roles, which are left alone; ``|x|``, ```x y`_``, ``x_``.
_RST_REFERENCE: Final = re.compile(
    r"``.+?``(?!`)|:`[^`]+`|\|(?P<substitution>[^|\s][^|]*)\|_{0,2}"
    r"|`(?P<title>[^`<]+)<(?P<alias>[^`>]+)_>`__?|`(?P<phrase>[^`<]+)`_(?!\w)|(?<![\w`])(?P<word>[^\W_](?:[\w.+-]*[^\W_])?)_(?![\w])",
    re.DOTALL,
)
#: Sphinx's own, which are no words.
_RELEASES: Final = frozenset({"version", "release", "today"})


@lru_cache(maxsize=1)
def _defined(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return where references of a text lead, and what stands for substitutions."""
    targets = {
        _normal(match["quoted"] or match["name"]): match["url"] or ""
        for match in _TARGET.finditer(text)
    }
    replacements = {
        match["name"]: match["text"] if match["type"] == "replace" else ""
        for match in _SUBSTITUTION.finditer(text)
    }
    return targets, replacements


def _without_references(paragraph: str, text: str) -> str:
    """Write out the references and substitutions in a paragraph of a *text*."""
    if len(paragraph) > PROSE_LIMIT or not re.search(r"_|\|", paragraph):
        return paragraph
    targets, replacements = _defined(text)

    def resolved(match: re.Match[str]) -> str:
        if name := match["substitution"]:
            return replacements.get(name, "" if name in _RELEASES else match[0])
        shown = match["title"] or match["phrase"] or match["word"]
        if not shown:
            return match[0]
        shown = shown.strip()
        url = targets.get(_normal(match["alias"] or shown))
        if url is None:
            return match["title"] or match[0]
        return shown if not url or url.endswith("_") else f"`{shown} <{url}>`__"

    return _RST_REFERENCE.sub(resolved, paragraph).strip()


def _normal(name: str) -> str:
    return " ".join(name.replace("\\", "").casefold().split())


def rst_outline(text: str) -> Outline:
    """Return the headings and the first paragraph of reStructuredText.

    The level of a heading is the place of its adornment among those met before
    (Docutils, *reStructuredText Markup Specification*, Sections).
    """
    lines = [line.rstrip() for line in text.expandtabs(8).split("\n")]
    lines += ["", ""]
    headings: list[Heading] = []
    styles: list[tuple[str, bool]] = []
    paragraphs = Paragraphs()
    number = 0
    fresh = True
    while number < len(lines) - 2:
        line = lines[number]
        title = _rst_title(lines, number) if fresh else None
        if title is not None:
            name, style, height = title
            if style not in styles:
                styles.append(style)
            at = number + 2 if style[1] else number + 1
            headings.append(Heading(plain(name), at, styles.index(style) + 1))
            number += height
            continue
        # What is indented below a line defines a term.
        is_term = lines[number + 1][:1] == " " and line[:1] != " "
        is_text = fresh and _is_rst_text(line) and not is_term
        if is_text and paragraphs.wants_more(headings):
            end = number
            while lines[end]:
                end += 1
            candidate = _without_references("\n".join(lines[number:end]), text)
            if candidate.endswith("::"):
                # A literal block that follows is not part of the text.
                candidate = f"{candidate[:-2].rstrip()}:"
            paragraphs.add(candidate, number + 1, headings)
        # A title stands behind a blank line, or behind what is not text.
        fresh = not line or line[0] == " " or line.startswith("..")
        number += 1
    paragraphs.end(headings)
    return Outline(tuple(headings), paragraphs.first, paragraphs.line)


def _rst_title(
    lines: list[str], number: int
) -> tuple[str, tuple[str, bool], int] | None:
    """Return a title, its style and the lines that it takes, if a title begins here."""
    first, second, third = lines[number : number + 3]
    if not first:
        return None
    if _ADORNMENT.fullmatch(first):
        if (
            second.strip()
            and third == first
            and (len(first) >= len(second.strip()) or len(first) >= 4)
            and not _ADORNMENT.fullmatch(second)
        ):
            return second.strip(), (first[0], True), 3
        if not _ADORNMENT.fullmatch(second) or len(first) >= 4:
            return None
    if (
        first[0] != " "
        and _ADORNMENT.fullmatch(second)
        and (len(second) >= len(first) or len(second) >= 4)
        and not first.startswith(".. ")
    ):
        return first, (second[0], False), 2
    return None


def _is_rst_text(line: str) -> bool:
    return bool(
        line
        and line[0] != " "
        and not _NO_RST_TEXT.match(line)
        and not _ADORNMENT.fullmatch(line)
    )
