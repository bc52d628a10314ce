"""rustdoc: Markdown in which code is Rust and brackets may hold the name of an item.

After "The rustdoc book": "Documentation tests", "Linking to items by name".
"""

from __future__ import annotations

import re
from typing import Final

from .html import html_as_markdown
from .markdown import CODE_SPAN, segments
from .parts import Part

#: What may stand behind a fence around Rust, by commas or blanks.
_RUST: Final = frozenset(
    """rust rs no_run ignore should_panic compile_fail test_harness standalone
    standalone_crate edition2015 edition2018 edition2021 edition2024""".split()  # noqa: SIM905
)
_WORD: Final = re.compile(r"[\w{}.-]+")
_ERROR: Final = re.compile(r"E\d{4}|ignore-\w+|custom|\{.*\}")
#: ``[`Name`]``, ``[`Name`][path::Name]``, ``[path::Name]``, ``[struct@Name]`` that
#: are no links otherwise.
_ITEM: Final = re.compile(
    rf"""(?=[\[`])(?:(?<![\w\])\\!])\[(?:
        (?P<code>`[^`\n\[\]]{{1,200}}`)(?:\]\[(?P<label>[^\n\[\]]{{0,200}}))?
      | (?P<path>(?:(?:struct|enum|trait|union|mod|module|const|constant|fn|function
          |method|field|variant|macro|type|value|derive|prim|primitive)@)?
          (?P<name>[A-Za-z_]\w{{0,99}}(?:::[A-Za-z_]\w{{0,99}}){{0,20}}(?:\(\)|!)?))
      )\](?![\[(:])
      | (?P<span>{CODE_SPAN}))""",
    re.VERBOSE,
)
_DEFINITION: Final = re.compile(r"^ {0,3}\[([^\]\n]{1,200})\]:", re.MULTILINE)


def rustdoc_parts(text: str) -> list[Part]:
    """Return a comment of Rust, without its marks, as one part."""
    return [Part("text", rustdoc_markdown(text))] if text.strip() else []


def rustdoc_markdown(text: str) -> str:
    """Return rustdoc's Markdown as it is in general."""
    defined = {name.lower() for name in _DEFINITION.findall(text)}

    def item(match: re.Match[str]) -> str:
        label = match["label"] or match["code"] or match["path"]
        if match["span"] or label.lower() in defined:
            return match[0]
        if match["code"]:
            return match["code"]
        name = match["name"]
        # Any other word in brackets is one.
        is_item = name != match["path"] or name[0].isupper() or name[-1] in ")!"
        return f"`{name}`" if is_item or "::" in name else match[0]

    written: list[str] = []
    for segment in segments(text.split("\n")):
        if segment.info is not None:
            written += _code(segment.lines, segment.info)
            continue
        prose = "\n".join(segment.lines)
        if "[" in prose:
            prose = _ITEM.sub(item, prose)
        written.append(html_as_markdown(prose, "rust"))
    return "\n".join(written)


def _code(lines: list[str], info: str) -> list[str]:
    """Return a block of code with its language, without the lines that are hidden."""
    words = _WORD.findall(info)
    if not all(word in _RUST or _ERROR.fullmatch(word) for word in words):
        return lines
    first, *rest = lines
    opening = first.rstrip().removesuffix(info).rstrip()
    return [f"{opening}rust", *(_shown(line) for line in rest if not _is_hidden(line))]


def _is_hidden(line: str) -> bool:
    text = line.strip()
    return text == "#" or text.startswith("# ")


def _shown(line: str) -> str:
    text = line.lstrip()
    return line.replace("##", "#", 1) if text.startswith("##") else line
