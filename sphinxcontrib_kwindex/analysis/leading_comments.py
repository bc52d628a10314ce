"""The comment at the top of a file that says what the file is for.

How a comment begins and ends is much the same in all languages. Pygments' lexers know
it for each of them, and to have them say so took longer than all else that is known of
a text; so there is one table for all, used for every file whose type is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from itertools import islice
from typing import Final

from ..model.facts import Remark
from .boilerplate import is_filler, is_legal, is_note, is_tool_comment
from .file_header import says_generated
from .first_sentence import first_sentence

#: The number of characters at the top that are looked at.
HEAD: Final = 4000
#: A comment with fewer words is a heading of what follows.
_FEWEST: Final = 3
#: The number of sentences of a comment that are kept.
_MOST: Final = 3
#: The types of texts in which comments are seldom about the file, or not at all.
NOT_IN: Final = frozenset({"diff", "markdown", "output", "pot", "rst", "text"})

# What stands before the first comment: shebang, XML declaration, "<?php", doctype.
_OPENING: Final = re.compile(
    r"(?:\s+|#!.*\n|<\?xml[^>]*>|<\?php\b|<!doctype[^>]*>|@echo\s+off\b)*",
    re.IGNORECASE,
)
#: A docstring behind blank lines and comments.
_DOCSTRING: Final = re.compile(
    r"(?:\s+|\#[^\n]*\n)*+[rRuU]?(?P<mark>\"{3}|'{3}|[\"'](?![\"']))"
    r"(?P<text>(?:\\.|(?!(?P=mark)).)*)(?P=mark)",
    re.DOTALL,
)
_COMMENT: Final = re.compile(
    r"""
      /\*.*?(?:\*/|\Z) | <!--.*?(?:-->|\Z) | \(\*.*?(?:\*\)|\Z) | \{-.*?(?:-\}|\Z)
    | \{\#.*?(?:\#\}|\Z) | <\#.*?(?:\#>|\Z) | (?:\#|--)\[(=*)\[.*?(?:\]\1\]|\Z)
    | (?:\#(?!!\[)(?=[\s#*=!-]|(?-i:[A-Z][a-z]+\s)|\Z)|//|(?:--+|;+|%+|["'!]|::)(?=\s)
      |@?rem\b|dnl\b)[^\n]*
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
# What frames the lines of a comment, and its end.
_MARKS: Final = re.compile(
    r"\A\s*(?:<!--+|\(\*+|\{[-#]+|<#|/[*/]+!?|(?:#|--)\[=*\[|[#%;*!|'\"]+:?|--+|::"
    r"|@?rem\b|dnl\b)[-=*#]*[ \t]?",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    r"(?:\s*(?:\*+/|-+->|\*\)|[-#]\}|#>|\]=*\]|[*#=-]{2,}/?|\*?\|)"
    r"|\s+(?:[*#;%]+|//))\s*\Z"
)
#: ``-*- C++ -*-``, as editors read it.
_MODE: Final = re.compile(r"\s*-+\*-\s.*-\*-.*\Z")
#: A name or a label before the sentence: ``@file``, ``x.c - ``, ``Purpose: ``.
_LABEL: Final = re.compile(
    r"(?:@file(?:overview)?\s+)?(?:[\w/-]+\.\w{1,5}\s*(?:-+|[:–—])\s)?\s*"  # noqa: RUF001
    r"(?:(?:description|overview|purpose|summary|synopsis)\s*(?:::?|-)\s*)?",
    re.IGNORECASE,
)
#: What begins an item of a numbered list.
_ITEM: Final = re.compile(r"\(?\d{1,2}[.)]\s")
#: A comment right above code is about that code, unless it says what it is about.
_ITSELF: Final = re.compile(
    r"(?:th(?:is|ese)|here|our)\b|.*\bth(?:is|e)\s+(?:\w+\s+)?"
    r"(?:file|script|module|workflow|makefile|dockerfile|config\w*|playbook|stylesheet"
    r"|style sheet|template|schema|program|package|image|pipeline)\b",
    re.IGNORECASE | re.DOTALL,
)


#: What code that is commented out looks like at its end, or JSON anywhere.
_CODE: Final = re.compile(r"[;{}]\Z|\)\s*\{|\": [\[{]")
#: Code that is about the file as a whole, and so is a comment right above it.
_PACKAGE: Final = re.compile(r"package[ \t]+[\w.:`]+[ \t]*(?:;|\n|\Z)")
#: Imports and guards of headers are what a block of several lines may stand above.
_BLOCK: Final = re.compile(r"/\*[^\n]*\n(?:(?!\*/).)*\*/", re.DOTALL)
_IMPORTS: Final = re.compile(
    r"#[ \t]*(?:include|import|pragma|if(?:n?def)?)\b"
    r"|(?:import|use|using|from|require|extern)\b(?![ \t]*[=.:])"
)


#: That a file says nothing of itself.
NOTHING: Final = Remark("", 0)


def leading_docstring(text: str) -> Remark | None:
    """Return the first sentence of the docstring of a Python script, if it has one."""
    match = _DOCSTRING.match(text[:HEAD])
    if match and (summary := first_sentence(cleandoc(match["text"]))):
        line = text.count("\n", 0, match.start("text")) + 1
        return Remark(summary, line)
    return None


def leading_comment(text: str, language: str) -> tuple[Remark, ...]:
    """Return the first sentences of a comment that may say what a file is for.

    Licences, copyright lines and comments for tools are passed over, and so is a
    comment that stands right above what it is about.

    :param language: the alias of a lexer.
    :return: the likeliest first, with the lines of their paragraphs.
    """
    return tuple(islice(_sentences(text, language), _MOST))


def _sentences(text: str, language: str) -> Iterator[Remark]:
    """Yield what a comment may say of its file."""
    if language in NOT_IN:
        return
    head = text[:HEAD]
    lines, touches = _comment_lines(head)
    # A script needs no blank line between its comment and its first command.
    touches = touches and not head.startswith("#!")
    # A licence may stand between the purpose and the code.
    last = max((number for number, line in lines if line), default=0)
    for line, text_lines in _paragraphs(lines):
        summary = first_sentence(_LABEL.sub("", "\n".join(text_lines), count=1))
        if (
            sum(any(map(str.isalpha, word)) for word in summary.split()) >= _FEWEST
            and (summary[0].isalpha() or summary[0] in "`\"'(")
            # A list or a command follows, or this is an item of a list.
            and not summary.endswith(":")
            and not _ITEM.match(summary)
            and not is_filler(summary)
            and not is_note(summary)
            and not _CODE.search(summary)
            and (
                not touches or line + len(text_lines) <= last or _ITSELF.match(summary)
            )
        ):
            yield Remark(summary, line)


def _paragraphs(lines: list[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the paragraphs of a comment that are about the file, with their lines.

    Comments for tools stand at their head, licences may follow on the line.
    """
    paragraph: list[str] = []
    start = last = 0
    legal = False
    for line, text in [*lines, (0, "")]:
        if not text or line != last + 1:
            if paragraph:
                yield start, paragraph
            paragraph, legal = [], False
        last = line
        if not legal and (is_legal(text) or says_generated(text)):
            legal = True
            # What goes on in it is no whole sentence.
            if text[0].islower() and paragraph and paragraph[-1][-1] not in ".!?:":
                paragraph = []
        if text and not legal and (paragraph or not is_tool_comment(text)):
            start = start if paragraph else line
            paragraph.append(text)


def _comment_lines(head: str) -> tuple[list[tuple[int, str]], bool]:
    """Return the lines of the comments at the top of a text without their marks.

    :return: with their numbers; and whether what the last one may be about follows on
        the next line.
    """
    opening = _OPENING.match(head)
    assert opening is not None
    start = at = opening.end()
    end = start
    while match := _COMMENT.match(head, at):
        end = at = match.end()
        while at < len(head) and head[at].isspace():
            at += 1
    if end == start:
        return [], False
    first = head.count("\n", 0, start) + 1
    lines = enumerate(head[start:end].split("\n"), first)
    touches = at < len(head) and head.count("\n", end, at) <= 1
    touches = touches and not _PACKAGE.match(head, at)
    if _BLOCK.fullmatch(head, start, end):
        touches = touches and not _IMPORTS.match(head, at)
    return [(number, _unmarked(line)) for number, line in lines], touches


def _unmarked(line: str) -> str:
    """Return the text of a line of a comment; empty for a frame."""
    # The expressions may need the square of white space.
    text = _MARKS.sub("", " ".join(line.split()), count=1)
    text = _ENDS.sub("", _MODE.sub("", text)).strip()
    return text if any(map(str.isalpha, text)) else ""
