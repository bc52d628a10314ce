"""Comments in the format of Linux and GTK, as Doxygen would have them.

After Linux's "Writing kernel-doc comments" and GTK-Doc's manual, "Documenting symbols".
The first line names what is documented, lines with ``@name:`` describe parameters and
members. Doxygen, whose commands have the same mark, has no colon behind them.
"""

from __future__ import annotations

import re
import textwrap
from typing import Final

from .markdown import CODE_SPAN, code_span, fenced, segments

#: ``name() - what it does``, ``struct name - what it is``, ``name:``.
_HEAD: Final = re.compile(
    r"""\s*(?P<type>(?:struct|union|enum|typedef|define)[ \t]{1,9})?
      (?P<name>[A-Za-z_]\w{0,199})(?P<call>\(\))?
      (?:[ \t]{0,9}(?:-{1,2}(?=\s)|\Z)|:)[ \t]*(?P<rest>.*)\Z""",
    re.VERBOSE,
)
#: A name that is no word of a sentence: ``list_add``, ``ListModel``.
_OF_CODE: Final = re.compile(
    r"\w*?(?:[A-Za-z0-9]_[A-Za-z0-9]|[a-z][A-Z]|[A-Z]{2}[a-z])"
)
_ENTRY: Final = re.compile(
    r"\s*@(?P<name>(?:[A-Za-z_][\w.]{0,199}|\.\.\.)(?:,[ ]?@\w{1,99}){0,9})"
    r"[ ]?:(?!:)[ \t]*(?P<rest>.*)\Z"
)
#: Doxygen's commands that some write a colon behind, here as well.
_COMMANDS: Final = frozenset(
    "brief deprecated note param retval return returns see since todo warning".split()  # noqa: SIM905
)
#: Those that name no parameter where nothing else does.
_DOXYGENS: Final = _COMMANDS | frozenset(
    """attention author authors bug code copyright date details example exception file
    post pre result sa short test throw throws version""".split()  # noqa: SIM905
)
_SECTION: Final = re.compile(
    r"\s*(?P<name>Return|Since|Deprecated|Note)s?[ ]?:[ \t]*(?P<rest>.*)\Z",
    re.IGNORECASE,
)
#: What tools for other languages read: ``(transfer full) (nullable):``.
_ANNOTATIONS: Final = re.compile(r"(?:\([a-z][^()\n]{0,99}\)[ \t]?){1,9}:[ \t]*")
_EXAMPLE: Final = re.compile(
    r"\|\[(?:[ \t]{0,9}<!--[^\n]{0,99}-->)?((?:(?!\|\[)[\s\S]){0,9000}?)\]\|"
)
#: A block of code of reStructuredText, which Linux has: what is indented below a line
#: that ends with two colons.
_BLOCK: Final = re.compile(
    r"""^(?P<indent>[ \t]*+)
      (?:\.\.[ ]code(?:-block)?::[ \t]*(?P<language>\w*)|(?P<lead>.*\S)::)[ \t]*\n
      (?:(?P=indent)[ \t]+:[a-z]+:.*\n)*+[ \t]*\n
      (?P<code>(?:(?P=indent)[ \t]+\S.*(?:\n|\Z)|[ \t]*\n)++)""",
    re.MULTILINE | re.VERBOSE,
)
_INLINE: Final = re.compile(
    rf"""{CODE_SPAN} | (?<![\w%&@\\/])
      (?: %(?P<constant>-?\w{{1,99}}) | @(?P<argument>[A-Za-z_]\w{{0,99}})(?![\w(@{{])
        | [#&](?P<type>(?:(?:struct|union|enum|typedef)[ ])?[A-Za-z_]\w{{1,99}}
            (?:(?:->|\.)\w{{1,99}})?)(?![\w;]) )""",
    re.VERBOSE,
)


def as_doxygen(text: str) -> str:
    """Return a comment in this format as one of Doxygen's, any other as it is.

    :param text: without its marks.
    """
    first, _, rest = text.lstrip("\n").partition("\n")
    head = _HEAD.match(first)
    describes = "@" in text and any(
        (entry := _ENTRY.match(line)) and entry["name"] not in _DOXYGENS
        for line in text.split("\n")
    )
    if head and not _names_definition(head, describes=describes):
        head = None
    if not head and not describes:
        return text
    described = "param"
    if head:
        text = f"{head['rest']}\n{rest}"
        if head["type"] or not (head["call"] or head["name"].islower()):
            described = "field"
    elif text.count("@") == 1 and (only := _ENTRY.match(first)):
        # Above a member, in the midst of its structure.
        text = f"{only['rest']}\n{rest}"
    text = _EXAMPLE.sub(lambda match: _fenced(match[1], "c"), text)
    text = _BLOCK.sub(_fenced_block, text)
    return "\n".join(
        line if part.info is not None else _line(line, described)
        for part in segments(text.split("\n"))
        for line in part.lines
    ).strip("\n")


def _names_definition(head: re.Match[str], *, describes: bool) -> bool:
    """Tell whether a first line is a name and what it is, and no sentence.

    :param describes: whether the comment describes parameters.
    """
    if head["type"] or head["call"]:
        return describes or bool(head["rest"])
    if _OF_CODE.match(head["name"]):
        return describes or (not head["rest"] and ":" in head[0])
    if not describes or head["name"].lower() in _DOXYGENS:
        return False
    return not head["rest"] or head["name"].islower()


def _line(line: str, described: str) -> str:
    """Return a line of prose with Doxygen's commands.

    :param described: the command for what has an entry.
    """
    entry = _ENTRY.match(line)
    section = None if entry else _SECTION.match(line)
    if entry and entry["name"] not in _COMMANDS:
        command = f"@{described} {re.sub('[ @]', '', entry['name'])} "
        line = entry["rest"]
    elif section:
        command = f"@{section['name'].lower()} "
        line = section["rest"]
    else:
        return _INLINE.sub(_code, line)
    return command + _INLINE.sub(_code, _ANNOTATIONS.sub("", line, count=1))


def _code(match: re.Match[str]) -> str:
    name = match["constant"] or match["argument"] or match["type"]
    is_command = name in _COMMANDS and not match.string[: match.start()].strip()
    return match[0] if not name or is_command else code_span(name)


def _fenced_block(match: re.Match[str]) -> str:
    lead = f"{match['indent']}{match['lead']}:\n" if match["lead"] else ""
    return lead + _fenced(match["code"], match["language"] or "c")


def _fenced(code: str, language: str) -> str:
    text = textwrap.dedent(code).strip("\n")
    return "\n".join(["", *fenced(text, language), "", ""])
