"""Build a host with names that are as long as names get, and measure its pages.

    python benchmarks/check_widths.py                        # every theme installed
    python benchmarks/check_widths.py --themes furo,alabaster --widths 390
    python benchmarks/check_widths.py --pictures DIR         # also draws the pages

The host has a manual of its own and, below it, a repository with deep folders, long
paths, names, signatures and lines, folders of data, prose and configuration. Each page
kind is opened in headless Chromium at each width. At fault is

- a generated page that is wider than the screen, where the host's own pages are not:
  by how many pixels, and which element reaches farthest;
- something of ours that is cut off, because what is around it hides what is too wide;
- something of ours that is drawn over what stands beside it;
- an empty local contents list, where that of the host's own page has entries;
- a row, a definition or a line that is covered by what the theme has at the top, or
  stays folded, when an address leads to it.

With ``--pictures`` each page is drawn, light and dark, into ``DIR`` to be looked at.
"""

from __future__ import annotations

import argparse
import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from check_scripts import PATIENCE, PROGRAMS, Browser, browser, served
from markup import escape_output

CHECKOUT: Final = Path(__file__).resolve().parents[1]
#: Themes, with options without which something would be fetched.
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "alabaster": {},
    "furo": {},
    "sphinx_rtd_theme": {},
    "pydata_sphinx_theme": {},
    "sphinx_book_theme": {},
    "sphinx_immaterial": {"font": False, "palette": {"scheme": "default"}},
    "sphinxawesome_theme": {},
    "shibuya": {},
}
#: How themes are made dark that do not go by the system alone.
DARK: Final = {
    "sphinx_immaterial": "document.body.dataset.mdColorScheme = 'slate'",
    "sphinxawesome_theme": "document.documentElement.classList.add('dark')",
}
WIDTHS: Final = (390, 900, 1440)
HEIGHT: Final = 900
#: By so many pixels more than the host's pages may be too wide: rounding.
SLACK: Final = 1
#: And results of a search, whose names have other letters, as many.
LETTERS: Final = 30

FOLDER: Final = (
    "src/organisation_of_everything/infrastructure_components/"
    "implementation_details/serialization_strategies"
)
STEM: Final = "asynchronous_configuration_serializer_registry"
FILE: Final = f"{FOLDER}/{STEM}.py"
MODULE: Final = f"{FOLDER.removeprefix('src/')}/{STEM}".replace("/", ".")
CLASS: Final = "AsynchronousConfigurationSerializerRegistryFactoryBuilderSingleton"
FUNCTION: Final = (
    "register_every_known_configuration_serializer_for_the_given_application_context"
)
CONSTANT: Final = "DEFAULT_MAXIMUM_NUMBER_OF_CONCURRENT_SERIALIZATION_OPERATIONS"
#: A file of prose, one whose name is a digest.
PROSE: Final = "documentation/Architecture_Decision_Records_And_Other_Considerations.md"
DIGEST: Final = "0123456789abcdef" * 5

#: Page kinds: of the host, then ours. Addresses may end in a query.
OWN: Final = {"own": "index", "own guide": "guide"}
OURS: Final = {
    "start": "code/index",
    "folder": f"code/{FOLDER}/index",
    "data": "code/assets/index",
    "folder doc": f"code/{FOLDER}/doc",
    "subtree": f"code/{FOLDER}/sub",
    "many": "code/assets/many/index",
    "file": f"code/{FILE}_docs",
    "names": f"code/{FILE}_kw",
    "prose": f"code/{PROSE}_docs",
    "settings": "code/pyproject.toml_docs",
    "tests": f"code/tests/test_{STEM}_with_every_supported_backend.py_docs",
    "keywords": "code/keywords",
    "handwritten": "embedded",
    "search name": f"search?q={quote(FUNCTION)}",
    "search file": f"search?q={quote(STEM)}",
    "search words": "search?q=serialization",
}

#: Those with sections enough for a contents list, and the themes without one.
LONG: Final = ("file", "prose", "settings", "tests")
#: Those whose rows, definitions and lines are gone to.
ANCHORS: Final = ("folder", "many", "file")
NO_CONTENTS: Final = ("alabaster", "sphinx_rtd_theme")

PYTHON: Final = f'''"""Strategies, which are looked up by the name of a type.

See :class:`{MODULE}.{CLASS}` and ``{MODULE}.{FUNCTION}``, or
https://example.org/a/very/long/address/{"/".join(["that_does_not_end"] * 6)}.
"""

from __future__ import annotations

import collections.abc
import concurrent.futures.thread
import json
from organisation_of_everything.infrastructure_components import implementation_details
from organisation_of_everything.infrastructure_components.implementation_details.\\
serialization_strategies.base import {CLASS}Base

__all__ = ["{CLASS}", "{FUNCTION}"]

{CONSTANT} = {{"{"x" * 90}": "{DIGEST}"}}
TINY = 1


class {CLASS}({CLASS}Base, collections.abc.MutableMapping):
    """Registers serializers of configurations.

    :param {CONSTANT.lower()}: how many at most, of
        ``{MODULE}.{CONSTANT}``
    :type {CONSTANT.lower()}: collections.abc.Mapping[str, collections.abc.Sequence]
    :raises {MODULE}.{CLASS}Error: if there are more

    .. code-block:: python

       registry = {CLASS}({CONSTANT.lower()}={CONSTANT}, **{{"{"y" * 60}": 1}})

    ============================= ============================= ==================
    A column                      Another column                ``{"z" * 12}``
    ============================= ============================= ==================
    {"a" * 29} {"b" * 29} {"c" * 18}
    ============================= ============================= ==================
    """

    {CONSTANT}: collections.abc.Mapping[str, collections.abc.Sequence[int]] = TINY
    short = 1

    @concurrent.futures.thread.some_decorator(argument="{DIGEST}")
    async def {FUNCTION}(
        self,
        {CONSTANT.lower()}: collections.abc.Mapping[str, collections.abc.Sequence[int]],
        context: str = "{DIGEST}",
        *arguments: object,
        **{CONSTANT.lower()}_by_name: object,
    ) -> collections.abc.Mapping[str, collections.abc.Sequence[{CLASS}Base]]:
        """Register them."""
        def {FUNCTION}_inside():
            """Stands in another one."""
            class {CLASS}Inside:
                """Stands in it, too."""
                def {FUNCTION}_deepest(self): return {CONSTANT}
        try:
            assert context, "{"a long message " * 12}"
            return eval(json.dumps({{}})) # {"a comment that goes on " * 9}
        except Exception:
            pass

    def __setitem__(self, key, value): self.{CONSTANT.lower()} = value


def {FUNCTION}(
    {CONSTANT.lower()}: collections.abc.Mapping[str, collections.abc.Sequence[int]],
) -> {CLASS}:
    """Register them at once, whatever the context of the application may be by then.

    >>> {FUNCTION}({CONSTANT})
    """
    return {CLASS}()


def short(a, b=1): return a
'''

GUIDE: Final = f"""Guide
=====

A page of the host with what its pages have.

First part
----------

Words and ``literals`` and :doc:`links <index>`, and :py:func:`fill`.

.. code-block:: python

   value = {"some_function(" * 12}{")" * 12}

Second part
-----------

- An item
- Another item
"""
#: Names of the host's own that are as long as the longest of the repository.
OWN_FUNCTION: Final = FUNCTION.replace(
    "configuration_serializer", "manual_and_its_own_guide"
)
API: Final = f"""API
===

.. py:function:: {OWN_FUNCTION}()

   Nothing.

.. py:function:: fill(box: Box, number=1, *, lid=None) -> Box

   Fill a box.

   :param box: a box
   :returns: the box

.. py:class:: Box

   A box.

   .. py:method:: close(other: Box)

      Close it.
"""
#: All that is coloured in listings stands on a page of the host, too.
LISTINGS: Final = f"""Listings
========

.. literalinclude:: ../{FILE}
   :language: python

.. literalinclude:: ../pyproject.toml
   :language: toml
"""
INDEX: Final = """Host
====

A manual that somebody wrote.

.. toctree::

   guide
   api
   listings
   embedded
"""
EMBEDDED: Final = f"""Embedded
========

See :kw:file:`base.py`.

.. kwfile:: {FILE}

.. kwfolder:: {FOLDER}
"""


def files() -> dict[str, str | bytes]:
    """Return the files of the host by path."""
    found: dict[str, str | bytes] = {
        "docs/index.rst": INDEX,
        "docs/guide.rst": GUIDE,
        "docs/api.rst": API,
        "docs/listings.rst": LISTINGS,
        "docs/embedded.rst": EMBEDDED,
        FILE: PYTHON,
        f"{FOLDER}/base.py": f'"""Bases."""\n\n\nclass {CLASS}Base:\n    """It."""\n',
        PROSE: f"# Decisions\n\nSee [it](../{FILE}) and `{FILE}`.\n\n"
        f"## The {CLASS} decision\n\nWords about `{MODULE}.{FUNCTION}`.\n\n"
        f"| a | b |\n|---|---|\n| `{DIGEST}` | {DIGEST} |\n",
        "README.md": "# Host\n\nA host with long names.\n",
        "pyproject.toml": f'[project]\nname = "host"\nversion = "1"\n\n'
        f'[project.scripts]\n{STEM} = "{MODULE}:{FUNCTION}"\n\n'
        f'[tool.host.{STEM}]\n{CONSTANT.lower()} = "{DIGEST}"\n',
        f"tests/test_{STEM}_with_every_supported_backend.py": (
            f"from {MODULE} import {FUNCTION}\n\n\n"
            f"def test_{FUNCTION}():\n    assert {FUNCTION}({{}})\n"
        ),
        f"assets/{DIGEST}.json.gz": b"\0" * 2000,
        f"assets/{STEM}_screenshot_of_the_settings_dialogue.png": b"\0" * 3000,
        "assets/logo.png": b"\0",
        f"assets/{STEM}.min.js": "x = 1;\n",
        f"assets/{CLASS}.js": f"function {CLASS}() {{}}\n",
    }
    names = ("of_the_manual", "of_the_examples", "of_the_website", DIGEST)
    for name in names:
        found[f"assets/pictures_and_other_media_{name}/one.png"] = b"\0" * 1000
    for language in ("de", "fr", "pt_BR"):
        found[f"assets/locale/{language}/LC_MESSAGES/messages.po"] = 'msgid ""\n'
    for number in range(40):
        found[f"assets/many/{number:02}.png"] = b"\0"
    found["assets/many/code.py"] = '"""Code beside data."""\n\n\ndef f():\n    pass\n'
    path = FOLDER
    while path != "src":
        found[f"{path}/__init__.py"] = f'"""The part {path.replace("/", ".")}."""\n'
        path = path.rpartition("/")[0]
    for number in range(12):
        found[f"{FOLDER}/{STEM}_number_{number:02}.py"] = (
            f'"""Number {number} of the modules that use all of it.\n\n'
            f'It does so in various ways."""\n\n'
            f"from {MODULE} import {CLASS}\n\n\n"
            f"class {CLASS}Number{number}({CLASS}):\n    pass\n"
        )
    return found


def write_host(folder: Path, theme: str) -> Path:
    """Write the host's sources, to be built with a theme, and return where they are."""
    repo = folder / theme / "repo"
    for name, content in files().items():
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    extensions = ["sphinxcontrib_kwindex"]
    extensions += ["sphinx_immaterial"] if theme == "sphinx_immaterial" else []
    values = {
        "project": "Host",
        "extensions": extensions,
        "html_theme": theme,
        "html_theme_options": OPTIONS.get(theme, {}),
    }
    conf = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    (repo / "docs/conf.py").write_text(conf, "utf-8")
    # Not the repository around a temporary folder.
    if git := shutil.which("git"):
        for words in (("init", "-q"), ("add", "-A")):
            subprocess.run([git, *words], cwd=repo, check=True)
    return repo


def build(folder: Path, theme: str) -> Path:
    """Make the host's site with a theme and the checkout that this script is in."""
    repo = write_host(folder, theme)
    site = folder / theme / "site"
    place = ["-d", str(folder / theme / "doctrees"), str(repo / "docs"), str(site)]
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", *place],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        check=True,
    )
    return site


#: Returns how much wider than the screen the page is, what reaches farthest, what is
#: cut off or drawn over others, and how many entries the local contents have.
MEASURE: Final = """
(() => {
  const slack = 1, padding = 6;
  const screen = document.scrollingElement;
  const room = screen.clientWidth;
  const told = one => {
    let name = one.localName;
    if (one.id) name += "#" + one.id;
    if (one.classList.length) name += "." + [...one.classList].join(".");
    const text = one.textContent.trim().slice(0, 40);
    return name.slice(0, 60) + " " + JSON.stringify(text);
  };
  const seen = one => one.checkVisibility({opacityProperty: true,
    visibilityProperty: true}) && one.getClientRects().length > 0;
  const main = document.querySelector("h1")?.closest("section, article, main")
    ?? document.querySelector("[role=main], main, article, .body") ?? document.body;
  // The nearest box around an element that has a scroll bar, or hides what is too wide.
  const holder = one => {
    for (let box = one.parentElement; box && box !== screen && box !== document.body;
         box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.overflowX !== "visible" && style.display !== "inline") return box;
    }
    return null;
  };
  let widest = null, reach = room;
  const cut = [], beside = [];
  for (const one of document.body.querySelectorAll("*")) {
    if (!seen(one)) continue;
    const right = Math.round(one.getBoundingClientRect().right + scrollX);
    const box = holder(one);
    if (!box && right > reach && getComputedStyle(one).position !== "fixed") {
      reach = right;
      widest = one;
    }
    if (!box || !one.closest(".kw-map") || one.closest(".headerlink, svg")) continue;
    // Boxes of ours may scroll; one of the theme around them was made for other things.
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX);
    if (!(scrolls && main.contains(box) && box !== main)
        && right > box.getBoundingClientRect().right + slack)
      cut.push(told(one));
  }
  const blocks = "p, dt, dd, li, h1, h2, h3, h4, summary, td";
  for (const one of main.querySelectorAll(blocks)) {
    const style = getComputedStyle(one);
    if (!seen(one) || one.closest("pre, svg, table") || one.querySelector("pre, table")
        || style.overflowX !== "visible" || style.display === "inline") continue;
    const text = document.createRange();
    text.selectNodeContents(one);
    const rights = [...text.getClientRects()].filter(r => r.width).map(r => r.right);
    const over = Math.max(0, ...rights) - one.getBoundingClientRect().right;
    if (over > padding) beside.push(told(one) + " by " + Math.round(over));
  }
  const contents = [...document.querySelectorAll("a[href^='#']")].filter(one =>
    one.hash?.length > 1 && (!main.contains(one) || one.closest('.kw-side'))
    && one.textContent.trim() && seen(one)
    && [...one.getClientRects()].some(r => r.right > 0 && r.left < innerWidth)
    && main.contains(document.getElementById(decodeURIComponent(one.hash.slice(1)))));
  return {
    over: Math.max(0, screen.scrollWidth - room),
    widest: widest ? told(widest) : "",
    cut: cut.slice(0, 3),
    beside: beside.slice(0, 3),
    contents: contents.length,
  };
})()
"""
#: Returns what a theme's head covers, or a fold hides, when an address leads there.
JUMP: Final = """
(async () => {
  document.documentElement.style.scrollBehavior = "auto";
  const hidden = [];
  for (const kind of ["li[id]", "dt[id]", ".kw-lines > [id]:not([data-to])"]) {
    const all = [...document.querySelectorAll(kind)];
    for (const one of new Set([all[Math.floor(all.length / 2)], all.at(-1)])) {
      if (!one) continue;
      location.hash = "#" + encodeURIComponent(one.id);
      await new Promise(done => setTimeout(done, 150));
      const box = one.getClientRects()[0];
      const at = box && document.elementFromPoint(box.left + 12, box.top + 6);
      if (!at || !(one.contains(at) || at.contains(one))) hidden.push(one.id);
    }
  }
  return hidden;
})()
"""


def show(one: Browser, width: int, *, dark: bool = False) -> None:
    """Have pages drawn as on a screen of a width, light or dark."""
    one.ask(
        "Emulation.setDeviceMetricsOverride",
        width=width,
        height=HEIGHT,
        deviceScaleFactor=1,
        mobile=False,
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    one.ask("Emulation.setEmulatedMedia", features=[scheme])


def open_page(one: Browser, origin: str, address: str) -> None:
    """Open a page; one of a search when it has found something."""
    page, _, query = address.partition("?")
    one.open(f"{origin}/{quote(page)}.html" + (f"?{query}" if query else ""))
    if not query:
        return
    before, count = -1, 0
    deadline = time.monotonic() + PATIENCE / 6
    while (before != count or not count) and time.monotonic() < deadline:
        before = count
        time.sleep(0.3)
        count = one.value("document.querySelectorAll('a[href*=\".html\"]').length")
    # What is quoted there of a page has lost where the page may break it.
    one.value("document.querySelectorAll('p.context').forEach(one => one.remove())")


def measure(one: Browser, origin: str, address: str) -> dict[str, Any]:
    """Return what :data:`MEASURE` says of a page."""
    open_page(one, origin, address)
    found = one.value(MEASURE)
    if not isinstance(found, dict):
        raise SystemExit(f"nothing could be measured at {address}")
    return found


def has_search(site: Path) -> bool:
    """Return whether a theme has the search of Sphinx."""
    return (site / "search.html").is_file()


def jump(one: Browser) -> list[str]:
    """Return what :data:`JUMP` says of the page that is open."""
    said = one.ask(
        "Runtime.evaluate", expression=JUMP, awaitPromise=True, returnByValue=True
    )
    return list(said["result"]["value"])


def faults(
    one: Browser,
    site: Path,
    origin: str,
    theme: str,
    width: int,
    kinds: Iterable[str] = tuple(OURS),
) -> Iterator[tuple[str, str]]:
    """Yield page kinds, and what is wrong with a page of that kind."""
    show(one, width)
    own = [measure(one, origin, address) for address in OWN.values()]
    allowed = max(page["over"] for page in own)
    search = f"search?q={OWN_FUNCTION}"
    searched = measure(one, origin, search)["over"] if has_search(site) else 0
    # Two show the navigation there, in which generated pages do not stand.
    has_contents = theme not in NO_CONTENTS and any(page["contents"] for page in own)
    for kind in kinds:
        address = OURS[kind]
        name = address.partition("?")[0]
        if name == "search":
            # Nothing of ours has a style there: names are as wide as the host's.
            over = measure(one, origin, address)["over"] if has_search(site) else 0
            if over > searched + LETTERS:
                yield kind, f"{over} pixels too wide, the host's own {searched}"
            continue
        if not (site / f"{name}.html").is_file():
            yield kind, f"there is no {name}.html"
            continue
        page = measure(one, origin, address)
        if page["over"] > allowed + SLACK:
            yield kind, f"{page['over']} pixels too wide: {page['widest']}"
        for what in jump(one) if kind in ANCHORS else ():
            yield kind, f"hidden when an address leads to it: {what}"
        for what in page["cut"]:
            yield kind, f"cut off: {what}"
        for what in page["beside"]:
            yield kind, f"wider than its place: {what}"
        if has_contents and kind in LONG and not page["contents"]:
            yield kind, "the contents list is empty"


def draw(
    one: Browser, site: Path, origin: str, folder: Path, theme: str, width: int
) -> None:
    """Draw each page, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for dark in (False, True):
        show(one, width, dark=dark)
        for kind, address in (OWN | OURS).items():
            if not (site / f"{address.partition('?')[0]}.html").is_file():
                continue
            open_page(one, origin, address)
            if dark and theme in DARK:
                one.value(DARK[theme])
            time.sleep(0.2)
            data = one.ask("Page.captureScreenshot", format="png")["data"]
            name = f"{theme}-{width}-{'dark' if dark else 'light'}-{kind}.png"
            (folder / name.replace(" ", "_")).write_bytes(base64.b64decode(data))


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 1 if a page is at fault, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--themes", default=",".join(OPTIONS), metavar="A,B")
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)), metavar="N,N")
    parser.add_argument("--pictures", type=Path, metavar="DIR")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="leave the sites there"
    )
    given = parser.parse_args(arguments)
    escape_output()
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        print(f"skipped: there is no Chromium ({', '.join(PROGRAMS)}) on PATH")
        return 0
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        for theme in given.themes.split(","):
            if find_spec(theme) is None:
                print(f"{theme}: skipped, not installed")
                continue
            site = build(given.keep or Path(name), theme)
            with served(site) as origin, browser(program) as one:
                for width in map(int, given.widths.split(",")):
                    found = list(faults(one, site, origin, theme, width))
                    wrong += len(found)
                    print(f"{theme} at {width}: {len(found)} faults")
                    for kind, said in found:
                        print(f"  {kind}: {said}")
                    if given.pictures:
                        draw(one, site, origin, given.pictures, theme, width)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
