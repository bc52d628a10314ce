r"""Check that the source listings of a site are the files, character for character.

A reader who selects a listing and copies it must get the file. So the text of the
element with the class ``kw-source`` (tags removed, character references replaced,
as a browser's ``textContent``) must equal the file's text, decoded as Python
decodes it, with lines that end in ``\n``. And a link to line 12 must arrive at
line 12: the page has an element ``L12``, and where that stands inside the listing
eleven line ends stand before it.
"""

from __future__ import annotations

import argparse
import re
import sys
import tokenize
from collections import defaultdict
from html import unescape
from pathlib import Path

from markup import (
    ANY_TAG,
    ATTRIBUTES,
    RAW,
    TAG,
    attributes,
    escape_output,
    read_markup,
    read_text,
)

SUFFIX = "_docs.html"
SHOWN = 20
LINE = re.compile(r"L(\d+)")

#: A line end right after ``<pre>`` is markup, not text (HTML, section 13.2.6.4.7).
PRE = re.compile(rf"(<pre\b{ATTRIBUTES}>)\n", re.IGNORECASE)


def file_text(path: Path) -> str | None:
    r"""Return a file's text, lines ending in ``\n``; ``None`` where it is binary or
    not in the encoding that its kind has (PEP 263 for Python, else UTF-8).
    """
    data = path.read_bytes()
    if b"\0" in data:
        return None
    encoding = "utf-8-sig"
    try:
        if path.suffix in (".py", ".pyi", ".pyw"):
            lines = iter(data.splitlines(keepends=True))
            encoding = tokenize.detect_encoding(lambda: next(lines, b""))[0]
        text = data.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def listings(html: str) -> list[str]:
    """Return the inner HTML of every element with the class ``kw-source``."""
    found = []
    html = RAW.sub(r"\1", html)
    for opening in TAG.finditer(html):
        classes = dict(attributes(opening[2])).get("class", "")
        if "kw-source" not in classes.split():
            continue
        depth = 1
        same = re.compile(rf"<(/?){opening[1]}\b{ATTRIBUTES}>", re.IGNORECASE)
        for tag in same.finditer(html, opening.end()):
            depth += -1 if tag[1] else 1
            if not depth:
                inner = opening[0] + html[opening.end() : tag.start()]
                found.append(PRE.sub(r"\1", inner)[len(opening[0]) :])
                break
    return found


def first_difference(shown: str, text: str) -> str:
    """Describe where two texts part, by line."""
    if shown.rstrip("\n") == text.rstrip("\n"):
        ends = (len(side) - len(side.rstrip("\n")) for side in (shown, text))
        return "differs in the line ends at its end: {} shown, {} in the file".format(
            *ends
        )
    pairs = enumerate(zip(shown.split("\n"), text.split("\n"), strict=False), 1)
    for number, (left, right) in pairs:
        if left != right:
            return f"line {number}: shown {left[:60]!r}, in the file {right[:60]!r}"
    return (
        f"{shown.count(chr(10)):,} line ends shown, {text.count(chr(10)):,} in the file"
    )


def misplaced(listing: str) -> list[int]:
    """Return the numbers of the line anchors that stand on another line."""
    wrong = []
    line, done = 1, 0
    for tag in TAG.finditer(listing):
        line += listing.count("\n", done, tag.start())
        done = tag.end()
        match = LINE.fullmatch(dict(attributes(tag[2])).get("id", ""))
        if match and int(match[1]) != line:
            wrong.append(int(match[1]))
    return wrong


def problems(html: str, text: str) -> list[tuple[str, str]]:
    """Return what is wrong with the page of a file: the kind of problem, details."""
    found = []
    sources = listings(html)
    if len(sources) != 1:
        if sources or text:
            found.append((f"{len(sources)} listings on the page", ""))
        if not sources:
            return found
    shown = unescape(ANY_TAG.sub("", sources[0]))
    if shown != text:
        found.append(("text differs", first_difference(shown, text)))
    lines = text.count("\n") + (not text.endswith("\n") if text else 0)
    ids = set(read_markup(html).ids)
    missing = [n for n in range(1, lines + 1) if f"L{n}" not in ids]
    if missing:
        found.append(
            ("lines without an anchor", f"{len(missing):,}, first L{missing[0]}")
        )
    if wrong := misplaced(sources[0]):
        found.append(("anchors on another line", f"{len(wrong):,}, first L{wrong[0]}"))
    return found


def main() -> int:
    """Return 0 where every listing is its file, else 1."""
    parser = argparse.ArgumentParser(
        description="Compare the source listings of a site with the files."
    )
    parser.add_argument("site", type=Path, help="folder of HTML pages")
    parser.add_argument("root", type=Path, help="folder that the site shows")
    parser.add_argument("--prefix", default="code", help="folder of generated pages")
    arguments = parser.parse_args()
    escape_output()
    base = arguments.site / arguments.prefix
    compared = lines = 0
    passed: dict[str, list[str]] = defaultdict(list)
    found: dict[str, list[str]] = defaultdict(list)
    for page in sorted(base.rglob(f"*{SUFFIX}")):
        path = page.relative_to(base).as_posix().removesuffix(SUFFIX)
        file = arguments.root / path
        if not file.is_file():
            found["pages without a file"].append(path)
            continue
        text = file_text(file)
        if text is None:
            passed["files that are not text, not compared"].append(path)
            continue
        compared += 1
        lines += text.count("\n")
        for kind, detail in problems(read_text(page), text):
            found[kind].append(f"{path}: {detail}" if detail else path)
    print(f"{compared:,} listings compared, {lines:,} line ends")
    for title, paths in [*passed.items(), *found.items()]:
        print(f"{len(paths):,} {title}")
        for path in paths[:SHOWN]:
            print(f"  {path}")
    if not compared:
        print("nothing to compare", file=sys.stderr)
        return 1
    if not found:
        print("no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
