"""Counts which sentences stand on how many documentations of files.

Usage: ``python benchmarks/check_prose.py HTML``, the output of the ``html`` builder.
A sentence of prose is one of a paragraph outside of docstrings, listings, headings and
field lists. Names (code and links), quotations and numbers in it count as alike. Lines
that say which checks ran are counted apart. Prints the ten most frequent of each, and
fails if a sentence of prose stands on more than half of all pages.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

CHECKS = re.compile(r"Checked for:|Not checked by Ruff:")
SKIPPED_CLASSES = {"kw-definition", "kw-entries", "kw-breadcrumbs", "kw-tabs"}
SKIPPED_CLASSES |= {"rubric", "admonition-title", "highlight", "kw-picture"}
SKIPPED_CLASSES |= {"field-list", "toctree-wrapper", "related"}
SKIPPED_TAGS = {"h1", "h2", "h3", "h4", "h5", "h6", "pre", "svg", "script", "style"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"}
VOID |= {"source", "track", "wbr"}


class Paragraphs(HTMLParser):
    """Collects the paragraphs of a page's sections, names as ``[name]``."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._doing = ""
        self._text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element."""
        if tag in VOID:
            return
        classes = set((dict(attrs).get("class") or "").split())
        doing = self._doing
        if doing == "skip":
            pass
        elif tag in SKIPPED_TAGS or classes & SKIPPED_CLASSES:
            doing = "skip"
        elif tag == "section":
            doing = "section"
        elif tag == "p" and doing == "section":
            doing = "text"
            self._text = []
        elif tag in {"a", "code"} and doing == "text":
            self._text.append("[name]")
            doing = "name"
        self._open.append((tag, self._doing))
        self._doing = doing

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        while self._open:
            opened, before = self._open.pop()
            if opened == tag:
                if tag == "p" and self._doing == "text":
                    self.found.append("".join(self._text))
                self._doing = before
                return
            self._doing = before

    def handle_data(self, data: str) -> None:
        """Take a text."""
        if self._doing == "text":
            self._text.append(data)


def sentences(page: str) -> set[str]:
    """Return the sentences of a page's prose, names and numbers as placeholders."""
    parser = Paragraphs()
    parser.feed(page)
    found: set[str] = set()
    for text in parser.found:
        text = re.sub(r"“[^”]*”", "[text]", " ".join(text.split()))
        text = re.sub(r"\d[\d,.]*\b", "#", text)
        text = re.sub(r"\[name\](?:(?:, | and )\[name\])+", "[names]", text)
        if CHECKS.match(text):
            found.add(f"check {text}")
            continue
        found.update(
            f"prose {one}" for one in re.split(r"(?<=[.!?]) (?=[A-Z\[])", text)
        )
    return found


def main(folder: Path) -> int:
    """Count the sentences of all pages below *folder*."""
    pages = sorted(folder.rglob("*_docs.html"))
    numbers: Counter[str] = Counter()
    for page in pages:
        numbers.update(sentences(page.read_text("utf-8")))
    print(f"{len(pages):,} documentations of files")
    often = 0
    for group, title in (("prose", "Prose"), ("check", "Which checks ran")):
        print(f"{title}:")
        rows = [row for row in numbers.most_common() if row[0].startswith(group)]
        for text, number in rows[:10]:
            share = number / len(pages)
            often += group == "prose" and share > 0.5
            print(f"  {share:6.1%} {number:6,}  {text.partition(' ')[2][:150]}")
    print(f"{often} sentences of prose stand on more than half of all pages")
    return 1 if often or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
