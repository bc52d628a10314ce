"""Check that every link inside a built site leads somewhere.

A link is good when the file it names exists and, with a fragment, when the page
has an element of that ``id`` (or an ``a`` of that ``name``). Each page is read
once: links within it are answered on the spot, links to other pages are collected
by target, and in the end each target's anchors are looked at once, however many
pages point there. So are the links that scripts make of data. On the way every page is
checked for an ``id`` that occurs twice. Links to other sites are counted by scheme and
not followed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from data_links import data_links
from markup import escape_output, read_markup, read_text, resolve, site_files

SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
SHOWN = 50


@dataclass
class Findings:
    """What a pass over a site found."""

    pages: int = 0
    anchors: int = 0
    links: int = 0
    """Links inside the site, every occurrence."""
    data_links: int = 0
    """Links that scripts make."""
    external: Counter[str] = field(default_factory=Counter)
    """Links to elsewhere, by scheme."""
    dead: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """For each target that does not exist (``page`` or ``page#fragment``) the
    pages that point there."""
    repeated: list[tuple[str, str, int]] = field(default_factory=list)
    """Page, id and count of each id that a page has more than once."""

    @property
    def good(self) -> bool:
        """Whether nothing is to be reported."""
        return not self.dead and not self.repeated


def check(site: Path) -> Findings:
    """Read every HTML page below `site` and check its links and ids."""
    found = Findings()
    files = site_files(site)
    anchors: dict[str, str] = {}  # joined: a set of them takes ten times the memory
    wanted: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for page in sorted(name for name in files if name.endswith(".html")):
        markup = read_markup(read_text(site / page))
        own = markup.anchors
        anchors[page] = "\0".join(own)
        found.pages += 1
        found.anchors += len(own)
        if len(markup.ids) != len(set(markup.ids)):
            counts = Counter(markup.ids)
            found.repeated += [(page, i, n) for i, n in counts.items() if n > 1]
        targets: dict[str, str] = {}
        for link, count in Counter(markup.links).items():
            if link.startswith("//"):
                found.external["//"] += count
                continue
            if match := SCHEME.match(link):
                found.external[match[1].lower()] += count
                continue
            found.links += count
            address, _, fragment = link.partition("#")
            address = address.partition("?")[0].strip()
            target = targets.get(address)
            if target is None:
                target = targets[address] = resolve(page, address, files)
                if target not in files:
                    found.dead[target].append(page)
            fragment = unquote(fragment)
            if fragment in ("", "top") or not target.endswith(".html"):
                continue
            if target != page:
                if target in files:
                    wanted[target][fragment].append(page)
            elif fragment not in own:
                found.dead[f"{page}#{fragment}"].append(page)
    for target, fragments in wanted.items():
        has = set(anchors[target].split("\0"))
        for fragment, sources in fragments.items():
            if fragment not in has:
                found.dead[f"{target}#{fragment}"] += sources
    _check_data(site, files, anchors, found)
    return found


def _check_data(
    site: Path, files: set[str], anchors: dict[str, str], found: Findings
) -> None:
    known, has = "", set[str]()
    for file, page, ids in data_links(site):
        found.data_links += 1
        target = page if page in files else resolve("", page or ".", files)
        if target not in files:
            found.dead[target].append(file)
        elif ids:
            if target != known:
                known, has = target, set(anchors[target].split("\0"))
            if has.isdisjoint(ids):
                found.dead[f"{target}#{ids[-1]}"].append(file)


def report(found: Findings) -> None:
    """Print the counts, then the first of what is wrong."""
    print(
        f"{found.pages:,} pages, {found.anchors:,} anchors, "
        f"{found.links:,} links inside the site, {found.data_links:,} in data"
    )
    schemes = ", ".join(f"{name} {n:,}" for name, n in found.external.most_common())
    print(f"{found.external.total():,} links to elsewhere ({schemes or 'none'})")
    print(f"{len(found.dead):,} dead targets")
    for target, sources in sorted(found.dead.items())[:SHOWN]:
        others = f" and {len(sources) - 1:,} more pages" if len(sources) > 1 else ""
        print(f"  {target}  from {sources[0]}{others}")
    print(f"{len(found.repeated):,} ids that occur twice in a page")
    for page, name, count in found.repeated[:SHOWN]:
        print(f"  {page}  {name!r}, {count} times")


def main() -> int:
    """Return 0 where every link leads somewhere and every id is unique, else 1."""
    parser = argparse.ArgumentParser(description="Check the links inside a built site.")
    parser.add_argument("site", type=Path, help="folder of HTML pages")
    arguments = parser.parse_args()
    escape_output()
    found = check(arguments.site)
    report(found)
    if not found.pages:
        print("no page to check", file=sys.stderr)
        return 1
    return 0 if found.good else 1


if __name__ == "__main__":
    sys.exit(main())
