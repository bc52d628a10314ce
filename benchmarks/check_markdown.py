"""Checks a tree of Markdown files as GitHub would read them.

    python benchmarks/check_markdown.py FOLDER

Every file is parsed with markdown-it-py (the GFM tables, strikethrough and autolinks)
and compared with what it should be:

- every relative link leads to a file that exists, and every fragment to an anchor in
  it: an ``<a id>`` or the id that GitHub makes of a heading;
- each table has as many cells in every row as in its head, as written;
- each fence is closed, by a fence of its own length;
- there is no raw HTML but anchors and ``<details>`` with its ``<summary>``;
- no link has another scheme than ``http``, ``https`` or ``mailto``.

Links out of the folder are checked against the file system too.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

_ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
_ALLOWED = re.compile(
    r'(<a id="[^"<>]*"></a>|</?details>|<summary>[^<]*</summary>|</?summary>|\s)+'
)
_INLINE = re.compile(r'<a id="[^"<>]*">|</a>')
_LINE = re.compile(r"L\d+(-L\d+)?")


class Page(NamedTuple):
    """What is to be known of a file."""

    tokens: list[Token]
    anchors: frozenset[str]
    lines: list[str]


def markdown() -> MarkdownIt:
    """Return a parser for what GitHub understands."""
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


@cache
def page(path: Path) -> Page:
    """Return a file, parsed."""
    text = path.read_text("utf-8")
    tokens = markdown().parse(text)
    anchors = {unescape(name) for name in _ANCHOR.findall(text)}
    seen: Counter[str] = Counter()
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            name = slug("".join(pieces(token)))
            anchors.add(f"{name}-{seen[name]}" if seen[name] else name)
            seen[name] += 1
    return Page(tokens, frozenset(anchors), text.split("\n"))


def unescape(name: str) -> str:
    """Return an attribute's value."""
    for raw, escaped in (("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("&", "&amp;")):
        name = name.replace(escaped, raw)
    return name


def slug(text: str) -> str:
    """Return the id that GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def pieces(inline: Token) -> Iterator[str]:
    """Yield the texts of a run of text."""
    for child in inline.children or ():
        if child.type in {"text", "code_inline"}:
            yield child.content
        elif child.type in {"softbreak", "hardbreak"}:
            yield " "


def problems(path: Path, folder: Path) -> Iterator[str]:
    """Yield what is wrong with a file of a folder."""
    tokens, _, lines = page(path)
    for token in tokens:
        where = f"line {token.map[0] + 1}: " if token.map else ""
        if token.type == "html_block" and not _ALLOWED.fullmatch(token.content):
            yield f"{where}raw HTML {token.content.strip()[:60]!r}"
        if token.type == "fence" and token.map:
            last = lines[token.map[1] - 1].strip().strip("> ")
            if set(last) != {token.markup[0]} or len(last) < len(token.markup):
                yield f"{where}fence is not closed"
        if token.type == "table_open" and token.map:
            yield from table_problems(lines[slice(*token.map)], where)
        for child in token.children or ():
            if child.type == "html_inline" and not _INLINE.fullmatch(child.content):
                yield f"{where}raw HTML {child.content[:60]!r}"
            target = str(child.attrs.get("href") or child.attrs.get("src") or "")
            if target and (problem := link_problem(path, folder, target)):
                yield f"{where}{problem}"


def table_problems(rows: list[str], where: str) -> Iterator[str]:
    """Yield the rows that have another number of cells than the head."""
    counts = [cells(row) for row in rows]
    for number, count in enumerate(counts):
        if count != counts[0]:
            yield f"{where}row {number} has {count} cells, the head {counts[0]}"


def cells(row: str) -> int:
    """Return how many cells a row has: a backslash hides a bar, also in code."""
    row = row.strip().lstrip("> ").strip()
    return len(re.split(r"(?<!\\)\|", row.strip("|"))) if row else 0


def link_problem(path: Path, folder: Path, target: str) -> str:
    """Return what is wrong with a link of a file, or an empty string."""
    if scheme := re.match(r"([A-Za-z][\w+.-]*):", target):
        known = scheme[1].lower() in {"http", "https", "mailto"}
        return "" if known else f"link with the scheme {scheme[1]!r}"
    name, _, fragment = unquote(target).partition("#")
    there = path if not name else Path(path.parent, name)
    if not there.exists():
        return f"dead link to {target!r}"
    if not fragment or there.is_dir():
        return ""
    there = there.resolve()
    if there.suffix != ".md" or not there.is_relative_to(folder):
        # An original file, which has lines.
        return "" if _LINE.fullmatch(fragment) else f"fragment of a file: {target!r}"
    found = fragment in page(there).anchors
    return "" if found else f"dead anchor {target!r}"


def main() -> int:
    """Check all files below a folder; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    files = sorted(folder.rglob("*.md"))
    count: Counter[str] = Counter()
    for path in files:
        for problem in problems(path, folder):
            kind = " ".join(problem.partition(": ")[2].split()[:2])
            count[kind] += 1
            if count[kind] <= 20:
                print(f"{path.relative_to(folder)}: {problem}")
        for token in page(path).tokens:
            count["links, checked"] += sum(
                "href" in child.attrs for child in token.children or ()
            )
    links = count.pop("links, checked", 0)
    print(f"{len(files)} files, {links} links, {count.total()} problems")
    for kind, number in count.most_common():
        print(f"  {number} {kind}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
