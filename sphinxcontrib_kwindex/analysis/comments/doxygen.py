r"""Doxygen's comments: Markdown with commands, ``@param`` or ``\param``.

After Doxygen's manual, "Special Commands". A command that is not known here is text.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Final

from .html import html_as_markdown
from .kernel_doc import as_doxygen
from .markdown import (
    CODE_SPAN,
    MATH,
    code_span,
    fenced,
    math_span,
    outside_code,
    segments,
)
from .parts import NAMED, NOTES, PROSE, UNNAMED, Part, Passage, kind_of

#: What shows the documentation of something else.
_COPIES: Final = frozenset({"copydoc", "copybrief", "copydetails"})
#: What says it all in a sentence is shown first, wherever it stands.
_FIRST: Final = frozenset({"brief", "short"})
#: Sections that end at a blank line.
_SECTIONS: Final = _COPIES | frozenset(
    {*NAMED, *UNNAMED, *NOTES, *PROSE}
    | {"since", "version", "author", "authors", "date", "copyright", "pre", "post"}
    | {"invariant", "bug", "test", "addtogroup", "defgroup", "weakgroup", "par"}
)
#: Those that say what the comment is about, or how Doxygen is to show it.
_UNSEEN: Final = frozenset(
    """class struct union enum fn var def typedef namespace interface property
    headerfile file private public protected static pure internal endinternal
    privatesection publicsection protectedsection hideinitializer showinitializer
    ingroup relates relatesalso related relatedalso memberof
    nosubgrouping callgraph callergraph hidecallgraph hidecallergraph cond endcond
    parblock endparblock hideincludegraph { }""".split()  # noqa: SIM905
)
_COMMAND: Final = re.compile(
    r"\s*[\\@](?P<name>[A-Za-z]+|[{}])(?::(?=\s))?(?P<rest>.*)\Z", re.DOTALL
)
#: What is shown as it stands, to its end.
_VERBATIM: Final = re.compile(
    r"""(?P<lead>.*?) (?<![\\@`]) [\\@] (?: (?P<name> code|verbatim|dot|msc|htmlonly
        |latexonly|rtfonly|manonly|xmlonly|docbookonly|startuml|rst) \b
        (?P<options>\{[^}]{0,99}\})?
      | (?P<tex> f\[ | f\{ [^{}]{1,40} \}\{? ) ) (?P<rest>.*) \Z""",
    re.VERBOSE,
)
_HEADINGS: Final = {"section": "##", "subsection": "###", "subsubsection": "####"}
_GAP: Final = r"(?:[ \t]{1,9}|[ \t]{0,9}\n[ \t]{0,40})"
_INLINE: Final = re.compile(
    rf"""(?P<span>{CODE_SPAN})
      | [\\@]f\$(?P<math>(?:[^\\@]|[\\@](?!f\$)){{1,900}})[\\@]f\$
      | [\\@]f\((?P<paren>(?:[^\\@]|[\\@](?!f\))){{1,900}})[\\@]f\)
      | (?<![\w\\@])[\\@](?P<style>c|p|a|em?|b){_GAP}(?P<word>[^\s`]{{1,200}})
      | (?<![\w\\@])[\\@](?P<refers>ref|subpage|cite){_GAP}(?P<target>[^\s`]{{1,200}})
          (?:[ ]"(?P<title>[^"\n]{{1,200}})")?
      | (?<![\w\\@])[\\@]link[ ](?P<link>[^\s`]{{1,200}})
          (?P<shown>[^\\@]{{0,300}})[\\@]endlink\b
      | (?<![\w\\@])[\\@](?P<newline>n)(?=\s)
      | (?<![\w\\@])[\\@](?P<anchor>anchor)[ ]+\S+[ ]?
      | (?<![\w\\@])[\\@](?:snippet|(?:dont|verb)?include)\w*(?:\{{[^}}\n]*\}})?[ ]+
          (?P<file>[^\s`]{{1,200}})[^\n]*
      | (?<![\w\\@])[\\@](?P<image>image)(?:\{{[^}}\n]*\}})?[ ]+[a-z]+[ ]+\S+[ ]*
          (?:"(?P<caption>[^"\n]{{0,300}})")?[^\n]*
      | (?P<at>@@)
      | (?<![\w\\&/.#\[(`'"])(?P<sharp>[#])(?P<name>[A-Za-z_][\w:]{{2,200}}(?:\(\))?)
      | (?<![^\s(])%(?P<unlinked>[A-Z]\w{{1,99}})
    """,
    re.VERBOSE,
)
_DIRECTION: Final = re.compile(r"\s*\[\s*([a-z]+(?:\s*,\s*[a-z]+)*)\s*\]")
_NUMBERED: Final = re.compile(r"^(\s*)-#(?=\s)")
_DASH: Final = re.compile(r"\A(?:-{1,2}|:)\s+")


def doxygen_parts(text: str) -> list[Part]:
    """Return the parts of one of Doxygen's comments, or of kernel-doc's.

    :param text: without its marks.
    """
    sections = sorted(
        _sections(as_doxygen(text)), key=lambda section: section.command not in _FIRST
    )
    return [part for section in sections if (part := _read_section(section))]


def _sections(text: str) -> Iterator[Passage]:
    """Yield the sections; blocks of code are fenced in them."""
    current = Passage()
    blocks = 0  # \parblock … \endparblock
    for code, line in _lines(text):
        lines = current.lines
        if code:
            lines.append(line)
            continue
        command = _COMMAND.match(line) if "@" in line or "\\" in line else None
        word = command["name"] if command else ""
        argument = command["rest"] if command else ""
        if word == "parblock":
            blocks += 1
            lines.append(argument)
        elif word == "endparblock":
            blocks = max(0, blocks - 1)
        elif word == "rst":
            yield current
            yield Passage("rst", [argument])
            current = Passage()
        elif word in _SECTIONS and (not argument or argument[0] in " \t["):
            yield current
            current = Passage(word, [argument])
        elif word in _UNSEEN and (not argument or argument[0] in " \t"):
            continue
        elif word in _HEADINGS:
            heading = argument.split(maxsplit=1)[-1:]
            if current.command:
                yield current
                current = Passage()
            shown = f"{_HEADINGS[word]} {''.join(heading)}"
            current.lines += ["", shown, ""]
        elif word == "name":
            lines += ["", f"**{argument.strip()}**", ""] if argument.strip() else []
        elif word in {"li", "arg"} and command:
            lines.append(f"- {argument.strip()}")
        elif not line.strip() and current.command and current.text and not blocks:
            yield current
            current = Passage()
        else:
            numbered = "-#" in line
            lines.append(_NUMBERED.sub(r"\g<1>1.", line) if numbered else line)
    yield current


def _lines(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the lines of a text, and whether they are code; commands of code fenced."""
    lines: list[str] = []
    ends: re.Pattern[str] | None = None
    name = options = indent = ""
    for segment in segments(text.split("\n")):
        if segment.info is not None and not ends:
            yield from ((True, line) for line in segment.lines)
            continue
        for line in segment.lines:
            if not ends:
                opening = _VERBATIM.match(line) if "@" in line or "\\" in line else None
                if not opening:
                    yield False, line
                    continue
                if opening["lead"].strip():
                    yield False, opening["lead"].rstrip()
                name, options = opening["name"] or MATH, opening["options"] or ""
                indent = " " * (len(line) - len(line.lstrip()))
                ends, lines = _end(name, opening["tex"]), []
                line = opening["rest"]
            closing = ends.search(line)
            if not closing:
                lines.append(line)
                continue
            lines.append(line[: closing.start()])
            yield from _verbatim(name, options, lines, indent)
            ends = None
            if rest := line[closing.end() :].strip():
                yield False, rest
    if ends:
        yield from _verbatim(name, options, lines, indent)


def _end(name: str, tex: str | None) -> re.Pattern[str]:
    if tex:
        return re.compile(r"[\\@]f\]" if tex == "f[" else r"[\\@]f\}")
    return re.compile(rf"[\\@]end{name.removeprefix('start')}\b")


def _verbatim(
    name: str, options: str, lines: list[str], indent: str
) -> Iterator[tuple[bool, str]]:
    text = textwrap.dedent("\n".join(lines)).strip("\n").rstrip()
    if name == "rst":
        yield False, f"@rst\n{text}"
        return
    info = {"code": options.strip("{}. ") or "cpp", MATH: MATH}.get(name, "")
    for line in ["", *fenced(text, info)]:
        yield True, f"{indent}{line}" if line else ""


def _read_section(section: Passage) -> Part | None:
    """Return a section as a part, none for one without text."""
    name, text = section.command, section.text
    if name == "rst":
        return Part("rst", text)
    if name in _COPIES:
        return Part("seealso", code_span(text))
    if name == "par":
        title, _, text = text.partition("\n")
        text = f"**{title.strip()}**\n\n{text}" if title.strip() else text
        return Part("text", doxygen_markdown(text)) if text else None
    if name in NAMED:
        direction = _DIRECTION.match(text)
        text = text[direction.end() :] if direction else text
        words = text.split(maxsplit=1)
        rest = _DASH.sub("", words[1], count=1) if len(words) > 1 else ""
        shown = doxygen_markdown(_dedented(rest))
        given = direction[1] if direction else ""
        return Part(kind_of(name), shown, words[0] if words else "", given)
    if not text.strip():
        return None
    if name:
        text = _dedented(text)
    return Part(kind_of(name) if name else "text", doxygen_markdown(text))


def _dedented(text: str) -> str:
    """Return the text of a section without the indentation below its first line."""
    first, _, rest = text.partition("\n")
    return f"{first.strip()}\n{textwrap.dedent(rest)}" if rest else first.strip()


def doxygen_markdown(text: str) -> str:
    """Return prose with Doxygen's commands for words as Markdown."""
    return outside_code(text, _converted)


def _converted(text: str) -> str:
    if "@" in text or "\\" in text or "#" in text or "%" in text:
        text = _INLINE.sub(_inline, text)
    return html_as_markdown(_headings_underlined(text), "cpp")


def _headings_underlined(text: str) -> str:
    if "~~~" not in text:
        return text
    return re.sub(r"^(\S.*)\n~{3,}[ ]*$", r"\1\n---", text, flags=re.MULTILINE)


def _inline(match: re.Match[str]) -> str:
    """Return a command in a line as Markdown."""
    if tex := match["math"] or match["paren"]:
        return math_span(tex)
    if style := match["style"]:
        word, behind = _word(match["word"])
        if style in "cp":
            return code_span(word) + behind
        marks = "**" if style == "b" else "*"
        return f"{marks}{word}{marks}{behind}" if word else behind
    if match["refers"]:
        word, behind = _word(match["target"])
        if match["refers"] == "cite":
            return f"[{word}]{behind}"
        return (match["title"] or code_span(word)) + behind
    if match["link"]:
        return match["shown"].strip() or code_span(match["link"])
    if match["newline"] or match["anchor"] or match["image"]:
        return match["caption"] or ""
    if match["file"]:
        return code_span(match["file"])
    if match["at"]:
        return "@"
    if match["sharp"]:
        word, behind = _word(match["name"])
        return code_span(word.rstrip(":")) + behind
    return match["unlinked"] or match[0]


def _word(text: str) -> tuple[str, str]:
    """Part a word from the punctuation behind it."""
    word = text.rstrip(".,;:!?'\"")
    while (
        word
        and word[-1] in ")]}>"
        and word.count(word[-1])
        > word.count({")": "(", "]": "[", "}": "{", ">": "<"}[word[-1]])
    ):
        word = word[:-1].rstrip(".,;:!?'\"")
    return word, text[len(word) :]
