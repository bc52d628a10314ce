"""Ask the search of documentation that others wrote what it finds first.

    python benchmarks/check_search.py PROJECT ...   # unpacked source distributions
    python benchmarks/check_search.py --keep FOLDER PROJECT

Each project is copied, and its documentation built twice with the Python that runs the
script, in which it needs to have what its ``conf.py`` asks for: as it is, and with one
line more, which adds the extension. Neither build asks the network (intersphinx has no
inventories) nor runs examples and notebooks. Then Sphinx's search is asked for

- every object in the inventory of the first build (labels and documents are none);
- every title in the index of the first build,

and a question is at fault if the first result is a page of the map, or none where
without the map there is one. What finds nothing of theirs without the map either is
listed: names that autodoc has for what is documented under another one, which Sphinx
keeps out of its search. Two more things are counted: questions with another list of
results of theirs than without the map, and those where a result of the map stands
between two of theirs.

The script of the site runs in headless Chromium, in its own search page; without a
browser, or with ``--node``, under Node with what it needs of one. In a browser some
questions (``--typed``) are asked as a reader does, by the page's address, and the first
link that the page shows is compared.
"""

from __future__ import annotations

import argparse
import json
import os
import posixpath
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from check_scripts import PATIENCE, PROGRAMS, Browser, browser, served
from markup import escape_output
from sphinx.util.inventory import InventoryFile

#: Behind the ``conf.py`` of a project: what needs the network, or takes long.
OFFLINE: Final = """
intersphinx_mapping = {}
nb_execution_mode = "off"
plot_formats = [("png", 20)]
if "sphinx_gallery_conf" in globals():
    sphinx_gallery_conf["plot_gallery"] = "False"
"""
ONE_LINE: Final = '\nextensions.append("sphinxcontrib_kwindex")\n'
SCRIPT: Final = Path(__file__).with_name("search.mjs")
SHOWN: Final = 20
#: So many questions are asked at once.
BATCH: Final = 200
#: What is asked in the page; a result's first parts are docname, title and anchor.
QUESTION: Final = """
JSON.stringify(%s.map(
  query => Search._performSearch(...Search._parseQuery(query)).reverse()))
"""
FIRST: Final = 'document.querySelector("#search-results ul.search li a")?.href ?? ""'
#: They are shown one after the other, best first.
SHOWS: Final = f"({FIRST}) || Search.status?.innerText"

Result = tuple[str, str, str, Any, int, str, str]


def build(project: Path, folder: Path) -> tuple[Path, Path]:
    """Build the documentation of a project without the extension and with it."""
    sites = []
    for name, more in (("without", OFFLINE), ("with", OFFLINE + ONE_LINE)):
        copy, site = folder / name / project.name, folder / f"{name}-html"
        shutil.copytree(project, copy, symlinks=True)
        (conf,) = [
            path
            for path in (copy / "docs/conf.py", copy / "doc/conf.py")
            if path.exists()
        ]
        conf.write_text(conf.read_text("utf-8") + more, "utf-8")
        root = Path(__file__).resolve().parents[1]
        subprocess.run(
            [sys.executable, "-m", "sphinx", "-qq", str(conf.parent), str(site)],
            cwd=conf.parent,
            env={**os.environ, "PYTHONPATH": str(root)},
            stderr=subprocess.DEVNULL,
            check=True,
        )
        sites.append(site)
    return sites[0], sites[1]


def questions(site: Path) -> tuple[list[str], list[str]]:
    """Return the names of the objects that a site documents, and its titles."""
    with (site / "objects.inv").open("rb") as stream:
        found = InventoryFile.load(stream, "", posixpath.join)
    # Sphinx 8.1 gives a dictionary.
    kinds = getattr(found, "data", found)
    objects = {
        name
        for kind, names in kinds.items()
        if kind not in {"std:label", "std:doc"}
        for name in names
    }
    return sorted(objects), sorted(index(site)["alltitles"])


def index(site: Path) -> dict[str, Any]:
    """Return the search index of a site."""
    text = (site / "searchindex.js").read_text("utf-8")
    found: dict[str, Any] = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return found


class Node:
    """Asks under Node."""

    def __init__(self, site: Path) -> None:
        self._site = site

    def ask(self, queries: Sequence[str]) -> list[list[Result]]:
        """Return what is found for each question, best first."""
        done = subprocess.run(
            ["node", str(SCRIPT), str(self._site)],
            input=json.dumps(queries),
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return [[tuple(one) for one in found] for found in json.loads(done.stdout)]


class Page:
    """Asks in the search page of a site."""

    def __init__(self, one: Browser, origin: str) -> None:
        self._browser = one
        self._origin = origin
        one.open(f"{origin}/search.html")
        self._wait("Search.hasIndex()")

    def _wait(self, condition: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self._browser.value(condition):
            if time.monotonic() > deadline:
                raise TimeoutError(condition)
            time.sleep(0.05)

    def ask(self, queries: Sequence[str]) -> list[list[Result]]:
        """Return what is found for each question, best first."""
        found = self._browser.value(QUESTION % json.dumps(queries))
        return [[tuple(one) for one in results] for results in json.loads(found)]

    def typed(self, query: str) -> str:
        """Ask by address; return the path of the first link, or an empty string."""
        self._browser.open(f"{self._origin}/search.html?q={quote(query)}")
        self._wait(SHOWS)
        address = urlsplit(self._browser.value(FIRST) or "")
        # What it still fetches would fail when the next page is opened.
        self._browser.open("about:blank")
        return unquote(address.path).lstrip("/")


@contextmanager
def searches(site: Path, program: str | None) -> Iterator[Node | Page]:
    """Yield what asks the search of a site."""
    if program is None:
        yield Node(site)
        return
    with served(site) as origin, browser(program) as one:
        yield Page(one, origin)


def batches(queries: Sequence[str]) -> Iterable[Sequence[str]]:
    """Yield questions by the batch."""
    for number in range(0, len(queries), BATCH):
        yield queries[number : number + BATCH]


def check(without: Path, with_map: Path, program: str | None, typed: int) -> int:
    """Compare two sites, and print what is found; return how many faults there are."""
    objects, titles = questions(without)
    theirs = {*index(without)["docnames"]}
    queries = [*objects, *titles]
    faults: list[str] = []
    others: list[str] = []
    mixed: list[str] = []
    nothing: list[str] = []
    firsts: dict[str, str] = {}
    with searches(without, program) as before, searches(with_map, program) as now:
        for batch in batches(queries):
            for query, old, new in zip(
                batch, before.ask(batch), now.ask(batch), strict=True
            ):
                own = [one for one in new if one[0] in theirs]
                firsts[query] = f"{new[0][0]}.html" if new else ""
                if not old and not own:
                    nothing.append(query)
                elif new[0][0] not in theirs:
                    faults.append(f"{query}: {new[0][0]}, not {old[0][0]}")
                if own != old:
                    others.append(query)
                # Sphinx shows other entries of the index behind everything.
                places = [one[0] in theirs for one in new if one[6] != "index"]
                if places != sorted(places, reverse=True):
                    mixed.append(query)
        if isinstance(now, Page):
            step = max(1, len(queries) // typed) if typed else len(queries) + 1
            for query in queries[::step]:
                shown = now.typed(query)
                if shown != firsts[query]:
                    faults.append(
                        f"{query}: the page shows {shown}, not {firsts[query]}"
                    )
    print(f"  {len(objects):,} objects, {len(titles):,} titles")
    print(f"  {len(nothing)} find nothing of theirs without the map either")
    print(f"  {len(faults)} of the others do not find a page of theirs first")
    print(f"  {len(others)} with other results of theirs than without the map")
    print(f"  {len(mixed)} with the map between them")
    sizes = [(site / "searchindex.js").stat().st_size for site in (without, with_map)]
    print(f"  searchindex.js: {sizes[0]:,} bytes without the map, {sizes[1]:,} with it")
    for said in (nothing, faults, others, mixed):
        for line in said[:SHOWN]:
            print(f"    {line}")
    return len(faults) + len(others) + len(mixed)


def main() -> int:
    """Return 1 if a question is at fault, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("projects", type=Path, nargs="+", metavar="PROJECT")
    parser.add_argument("--node", action="store_true", help="ask under Node")
    parser.add_argument("--typed", type=int, default=20, help="asked by address")
    parser.add_argument("--keep", type=Path, help="where the sites are left")
    arguments = parser.parse_args()
    escape_output()
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if arguments.node or program is None:
        program = None
        if not shutil.which("node"):
            print("skipped: there is neither Chromium nor Node on PATH")
            return 0
    wrong = 0
    for project in arguments.projects:
        with tempfile.TemporaryDirectory() as temporary:
            folder = (
                arguments.keep / project.name if arguments.keep else Path(temporary)
            )
            print(project.name, "in Chromium" if program else "under Node", flush=True)
            if not (folder / "with-html/searchindex.js").exists():
                build(project.resolve(), folder)
            sites = folder / "without-html", folder / "with-html"
            wrong += check(*sites, program, arguments.typed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
