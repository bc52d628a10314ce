"""Check that pages say without scripts what the cards of a site show with them.

    python benchmarks/check_cards.py SITE

A card is made of the data of a page. Each fact in it is looked for in the text of the
entry of its definition there: labels, signature, first sentence, line, uses with the
definitions around them, tests that use it through others, names that it may be used by,
and that no use was found. What derives from a class and who imports a file is looked
for on the whole page, and uses that an entry leaves to the list of all that have its
name there. Of a use with many others, the entry may name the file alone, whose page
then has the statement, and of a use in the same file its line. White space and signs
do not count.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any, Final

from data_links import DATA, data, id_of, page_of
from markup import escape_output, read_text, resolve, site_files

SHOWN: Final = 50
#: Numbers in the data, as exports/cards.py and model/references.py have them.
UNUSED: Final = 2
BASE: Final = 3
BY_NAME: Final = 8
#: In front of the entry of each definition.
ENTRY: Final = re.compile(r'<dt class="sig sig-object" id="([^"]*)">')
#: Links to lists of all uses of a name.
LISTED: Final = re.compile(r'href="([^"#]*)#(uses-[^"]*)"')
TAG: Final = re.compile(r"<[^>]*>")
COMMENT: Final = re.compile(r'<span class="c1"[^>]*>.*?</span>')
HREF: Final = re.compile(r'href="([^"#]+)')
NO_LETTER: Final = re.compile(r"\W+")


@dataclass
class Findings:
    """What a pass over a site found."""

    facts: Counter[str] = field(default_factory=Counter)
    """How many there are of each kind."""
    missing: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Page, definition, kind of fact and text of what stands on no page."""


def plain(text: str) -> str:
    """Return the letters and digits of a text."""
    return NO_LETTER.sub("", text)


def text_of(markup: str) -> str:
    """Return the letters and digits of markup that are seen."""
    return plain(unescape(TAG.sub("", markup)))


class Site:
    """The pages of a site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files = site_files(folder)
        self._page = lru_cache(64)(lambda name: read_text(folder / name))
        # Statements are told without the comments in them.
        self.text = lru_cache(256)(
            lambda name: text_of(COMMENT.sub("", self._page(name)))
        )

    def entries(self, page: str) -> dict[str, str]:
        """Return the markup of each entry by its id, and that of all by no id."""
        whole = self._page(page)
        _, *parts = ENTRY.split(whole)
        return {"": whole, **dict(zip(parts[::2], parts[1::2], strict=True))}

    def dependencies(self, page: str) -> set[str]:
        """Return the files to which a page leads where it says what imports what."""
        _, _, behind = self._page(page).partition('<section id="dependencies">')
        addresses = set(HREF.findall(behind.partition('<section id="')[0]))
        return {resolve(page, address, self._files) for address in addresses}

    def listed(self, page: str, entry: str) -> str:
        """Return the text of the lists to which an entry leads."""
        texts = []
        for address, anchor in LISTED.findall(entry):
            other = self._page(resolve(page, address, self._files))
            _, _, behind = other.partition(f'id="{anchor}"')
            texts.append(text_of(behind.partition('<li id="')[0]))
        return "".join(texts)


def facts(card: Any, definition: Any) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each fact of a card that is no use."""
    files = card[2]
    _, name, _, line, marks, labels, signature, summary, _, _, tested, *more = (
        definition
    )
    (measured, tests), possible, derived, *head = tested, *more
    yield "name", name.rpartition(".")[2].rpartition("::")[2]
    yield from (("label", label) for label in labels.split())
    yield "signature", (head[0] if head else signature)
    # A browser counts a list.
    yield "first sentence", summary.removesuffix(": 1.")
    yield "line", str(line)
    if marks & UNUSED:
        yield "unused", "no use found"
    if measured:
        yield "measured tests", str(measured)
    for number, test, way in tests:
        yield from (("test", part) for part in (test, files[number][0], *way))
    yield from (("name in use", name) for _, name, *_ in possible)
    yield from (("derived class", name) for _, name, _ in derived)


def uses(card: Any, definition: Any) -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, file, definition around it, and statement of each use of a card."""
    for number, places in definition[8]:
        for around, _, code, role, _ in places:
            kind = "use" if role < BY_NAME else "possible use"
            yield (
                "subclass" if role == BASE else kind,
                card[2][number][0],
                around,
                code,
            )


def check(folder: Path) -> Findings:
    """Look for what all cards of a site show."""
    site = Site(folder)
    found = Findings()
    for file in sorted((folder / DATA / "pages").rglob("*.js")):
        key, card = data(file)
        page = page_of(folder, key.removeprefix("pages/"))
        for name, kind, said, places in expected(site, page, card):
            found.facts[kind] += 1
            if not any(plain(said) in place for place in places):
                found.missing.append((page, name, kind, said))
    return found


def expected(
    site: Site, page: str, card: Any
) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield definition, kind and text of each fact, and the texts of which one has it.

    :param card: the data of the page.
    """
    entries = site.entries(page)
    whole = text_of(entries[""])
    pages = {path: address.partition("#")[0] for path, address, _ in card[2]}
    linked = site.dependencies(page)
    for number in card[4]:
        path = card[2][number][0]
        # Where several are in one folder, that is named once.
        yield "", "importer", path, [plain(path) if pages[path] in linked else whole]
    for definition in card[3]:
        name, anchor = definition[1:3]
        entry = entries.get(anchor or f"def-{id_of(name)}", "")
        text = text_of(entry)
        listed = site.listed(page, entry)
        for kind, said in facts(card, definition):
            yield name, kind, said, [whole if kind == "derived class" else text]
        for kind, path, around, code in uses(card, definition):
            if kind == "subclass":
                yield name, kind, around or path, [whole]
            elif plain(code) in text and plain(around) in text:
                yield name, kind, code, [text]
            elif pages[path] == page:
                # The entry leads to the line, and the listing is on the page.
                said = site.text(page)
                yield name, kind, code, [said if plain(around) in text else ""]
            else:
                named = plain(path) in text or plain(path) in listed
                there = [site.text(pages[path])] if named and pages[path] else []
                yield name, f"{kind} in a file that is named", code, there


def main() -> int:
    """Return 0 where pages say all that cards show, else 1."""
    parser = argparse.ArgumentParser(description="Compare cards with pages.")
    parser.add_argument("site", type=Path, help="folder of HTML pages")
    arguments = parser.parse_args()
    escape_output()
    found = check(arguments.site)
    kinds = ", ".join(f"{kind} {n:,}" for kind, n in found.facts.most_common())
    print(f"{found.facts.total():,} facts in cards ({kinds or 'none'})")
    count = Counter(kind for *_, kind, _ in found.missing)
    print(f"{len(found.missing):,} on no page: {dict(count) or 'nothing'}")
    for page, name, kind, said in found.missing[:SHOWN]:
        print(f"  {page} {name}: {kind} {said!r}")
    if not found.facts:
        print("no card to check", file=sys.stderr)
        return 1
    return int(bool(found.missing))


if __name__ == "__main__":
    sys.exit(main())
