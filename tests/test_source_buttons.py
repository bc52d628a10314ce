"""Links between the user's API reference, our listings, and other projects."""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable, Iterable
from html import unescape
from pathlib import Path

import pytest
from projects import Build, Project, assert_same
from trees import surveyed

from sphinxcontrib_kwindex.codemap.names.documented_objects import find_documented

Make = Callable[..., Project]

CORE = '''"""The core."""

import os.path
from collections.abc import Mapping


def first(x: Mapping) -> str:
    if len(x) > 3:
        raise ValueError(os.path.join("a", "b"))
    return str.join(os.nowhere, x)


class Box:
    size = 1

    @property
    def full(self):
        return True

    def fill(self):
        self.level = other.path
'''
FILES = {
    "pkg/__init__.py": (
        "from .core import Box, first as start\nfrom .stars import *\n"
        "from . import core as kernel\n"
    ),
    "pkg/core.py": CORE,
    "pkg/stars.py": "def shiny(): pass\ndef _dull(): pass\n",
    "pkg/stub.pyi": "def both(): ...\n",
    "pkg/stub.py": "\n\ndef both(): pass\n",
    "one/same.py": "def f(): pass\n",
    "two/same.py": "def f(): pass\n",
    "other.py": "import json\n",
}
API = """\
API
===

.. py:module:: pkg.core

.. py:class:: Box

   .. py:attribute:: size

   .. py:property:: full

   .. py:method:: fill()
                  fill(more)

.. py:function:: nothing()

.. py:function:: first(x)
"""
NAMES = """\
Names
=====

.. py:function:: pkg.start(x)

.. py:function:: pkg.shiny()

.. py:function:: same.f()

.. py:function:: first()

.. js:function:: pkg.core.first()
"""
PLAIN = "Plain\n=====\n\nNothing of the tree.\n"
INDEX = "Manual\n======\n\n.. toctree::\n\n   api\n   names\n   plain\n"
DOCS = {"index.rst": INDEX, "api.rst": API, "names.rst": NAMES, "plain.rst": PLAIN}
PAGE = "code/pkg/core.py_docs"


def buttons(page: str) -> dict[str, str]:
    """Return where the buttons of a page lead, by the id of the signature."""
    found = {}
    for anchor, inside in re.findall(
        r'(?s)<dt class="sig sig-object \w+"(?: id="([^"]*)")?>(.*?)</dt>', page
    ):
        links = re.findall(
            r'<a class="reference internal" href="([^"]*)"><span class="viewcode-link">'
            r'<span class="pre">\[source\]</span></span></a>',
            inside,
        )
        assert len(links) <= 1
        if links:
            found[anchor] = links[0]
    return found


def back(page: str) -> dict[str, str]:
    """Return where the entries of definitions lead back to, by their ids."""
    return {
        anchor: href
        for anchor, inside in re.findall(
            r'(?s)<dt class="sig sig-object" id="([^"]*)">(.*?)</dt>', page
        )
        for href in re.findall(r'kw-reference" href="([^"]*)"', inside)
    }


LINES = {
    "pkg.core.Box": 13,
    "pkg.core.Box.size": 14,
    "pkg.core.Box.full": 17,
    "pkg.core.Box.fill": 20,
    "pkg.core.first": 7,
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES, DOCS).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_buttons(built: Build) -> None:
    assert buttons(built.text("api")) == {
        name: f"{PAGE}.html#L{line}" for name, line in LINES.items()
    }
    assert buttons(built.text("names")) == {
        "pkg.start": f"{PAGE}.html#L7",
        "pkg.shiny": "code/pkg/stars.py_docs.html#L1",
    }


def test_back(built: Build) -> None:
    assert back(built.text(PAGE)) == {
        f"def-{name.removeprefix('pkg.core.')}": f"../../api.html#{name}"
        for name in LINES
    }
    # By another name, where there is no description by its own.
    assert back(built.text("code/pkg/stars.py_docs")) == {
        "def-shiny": "../../names.html#pkg.shiny"
    }
    assert back(built.text("code/one/same.py_docs")) == {}


INHERITED = """\
Inherited
=========

.. py:class:: app.Crate

   .. py:method:: fill()

   .. py:method:: open()

   .. py:attribute:: size

   .. py:method:: update()

.. py:method:: app.Mapping.fill()

.. py:method:: pkg.Box.fill()
"""


def test_inherited_members_lead_to_their_definition(make_project: Make) -> None:
    files = FILES | {
        "app/__init__.py": "from .crates import Crate, Mapping\n",
        "app/crates.py": (
            "from typing import Generic, TypeVar\nfrom pkg import Box\n\n\n"
            "class Lid:\n    def open(self): ...\n\n\n"
            "class Base(Box, Generic[TypeVar('T')]): ...\n\n\n"
            "class Crate(Base, Lid, dict):\n    pass\n\n\n"
            "class Mapping(dict, Box): ...\n"
        ),
    }
    docs = {"index.rst": INHERITED}
    project = make_project(files, docs)
    built = project.build()
    assert built.warnings == ""
    built.check_links()
    crates = "code/app/crates.py_docs.html"
    # A dictionary updates itself: what has no source here has no button.
    assert buttons(built.text("index")) == {
        "app.Crate": f"{crates}#L12",
        "app.Crate.fill": f"{PAGE}.html#L20",
        "app.Crate.open": f"{crates}#L6",
        "app.Crate.size": f"{PAGE}.html#L14",
        "app.Mapping.fill": f"{PAGE}.html#L20",
        "pkg.Box.fill": f"{PAGE}.html#L20",
    }
    # The way back is to the class that has it itself, not to the first one.
    assert back(built.text(PAGE))["def-Box.fill"].endswith("#pkg.Box.fill")
    # Another base is followed without the document being read.
    project.write(
        {"app/crates.py": files["app/crates.py"].replace("Crate(Base, ", "Crate(")}
    )
    built = project.build()
    assert "index" not in built.read
    found = buttons(built.text("index"))
    assert found.keys() == {
        *("app.Crate", "app.Crate.open", "app.Mapping.fill", "pkg.Box.fill")
    }
    assert_same(built.outdir, clean(project).outdir)


def clean(project: Project) -> Build:
    """Build a copy of a project from nothing."""
    return project.copy(project.base / "clean").build()


def test_neither_search_nor_inventory_knows_of_buttons(
    built: Build, make_project: Make
) -> None:
    without = make_project(FILES, DOCS, kwindex_source_buttons=False).build()
    assert buttons(without.text("api")) == {}
    assert len(back(without.text(PAGE))) == len(LINES)
    for name in ("searchindex.js", "objects.inv"):
        assert (without.outdir / name).read_bytes() == (
            built.outdir / name
        ).read_bytes()


@pytest.mark.parametrize("parallel", [1, 2])
def test_dirhtml(make_project: Make, parallel: int) -> None:
    if parallel == 2 and sys.platform == "win32":
        pytest.skip("Sphinx reads in parallel where processes fork")
    more = {
        f"more{n}.rst": f"More {n}\n=======\n\n.. py:function:: pkg.shiny\n"
        "   :no-index:\n"
        for n in range(8)
    }
    index = INDEX + "".join(f"   more{n}\n" for n in range(8))
    project = make_project(FILES, DOCS | more | {"index.rst": index})
    built = project.build("dirhtml", parallel=parallel)
    built.check_links()
    found = buttons(built.text("api/index.html"))
    assert found["pkg.core.first"] == "../code/pkg/core.py_docs/#L7"
    assert len(found) == len(LINES)
    page = built.text("code/pkg/core.py_docs/index.html")
    assert back(page)["def-Box"] == "../../../api/#pkg.core.Box"
    assert '<a class="reference internal"' in built.text("more7/index.html")
    assert "#L1" in built.text("more7/index.html")
    assert not project.build("dirhtml", parallel=parallel).written


def test_singlehtml(make_project: Make) -> None:
    built = make_project(FILES, DOCS, kwindex_books=True).build("singlehtml")
    page = built.text("index.html")
    found = buttons(page)
    assert found["pkg.core.first"] == "#pkg--core.py-L7"
    assert set(found) == {*LINES, "pkg.start", "pkg.shiny"}
    ids = set(re.findall(r'id="([^"]*)"', page))
    assert {href[1:] for href in found.values()} <= ids
    assert back(page)["pkg--core.py-def-Box"] == "#pkg.core.Box"


@pytest.mark.parametrize("builder", ["text", "latex", "xml", "man", "texinfo"])
def test_other_builders(make_project: Make, builder: str) -> None:
    built = make_project(FILES, DOCS).build(builder)
    for path in built.outdir.rglob("*"):
        if path.is_file() and path.suffix in {".txt", ".tex", ".xml", ".texi", ".1"}:
            text = path.read_text("utf-8")
            assert "[source]" not in text
            assert "kw_button" not in text
    assert "kw_button" not in built.warnings


def test_gettext(make_project: Make) -> None:
    one = make_project(FILES, DOCS).build("gettext")
    assert "[source]" not in one.text("api.pot")


def test_beside_viewcode(make_project: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(
        {"seen_by_viewcode.py": "def f(): pass\n\n\nclass C:\n    x = 1\n"},
        {
            "index.rst": "A\n=\n\n.. py:function:: seen_by_viewcode.f()\n\n"
            ".. py:module:: seen_by_viewcode\n\n.. py:class:: C\n\n"
            "   .. py:attribute:: x\n"
        },
        extensions=["sphinx.ext.viewcode", "sphinxcontrib_kwindex"],
    )
    monkeypatch.syspath_prepend(project.repo)
    page = project.build().text("index")
    assert page.count("[source]") == 3
    # Of attributes viewcode knows nothing, and without a module neither.
    found = buttons(page)
    assert "_modules/" in found["seen_by_viewcode.C"]
    assert found["seen_by_viewcode.C.x"].startswith("code/")
    assert found["seen_by_viewcode.f"].startswith("code/")
    # viewcode does nothing here.
    single = project.build("singlehtml", kwindex_books=True).text("index.html")
    assert len(buttons(single)) == 3


def test_autodoc(make_project: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(
        {
            "seen_by_autodoc/__init__.py": "from ._inner import C\n",
            "seen_by_autodoc/_inner.py": (
                'class C:\n    """A class."""\n\n    def f(self):\n        """Do."""\n'
            ),
        },
        {"index.rst": "A\n=\n\n.. autoclass:: seen_by_autodoc.C\n   :members:\n"},
        extensions=["sphinx.ext.autodoc", "sphinxcontrib_kwindex"],
    )
    monkeypatch.syspath_prepend(project.repo)
    built = project.build()
    page = "code/seen_by_autodoc/_inner.py_docs"
    assert buttons(built.text("index")) == {
        "seen_by_autodoc.C": f"{page}.html#L1",
        "seen_by_autodoc.C.f": f"{page}.html#L4",
    }
    assert back(built.text(page)) == {
        "def-C": "../../index.html#seen_by_autodoc.C",
        "def-C.f": "../../index.html#seen_by_autodoc.C.f",
    }


def test_without_pages_of_ours(make_project: Make) -> None:
    project = make_project(FILES, DOCS, kwindex_generate=False)
    built = project.build()
    assert buttons(built.text("api")) == {}
    # Where a hand-written page shows the listing, it is there.
    shown = "Core\n====\n\n.. kwfile:: pkg/core.py\n"
    project.write({"docs/core.rst": ":orphan:\n\n" + shown})
    built = project.build()
    assert buttons(built.text("api"))["pkg.core.first"] == "core.html#pkg--core.py-L7"
    assert built.read == {"core"}
    assert built.written >= {"core", "api", "names"}
    assert "plain" not in built.written
    page = built.text("core")
    assert back(page)["pkg--core.py-def-first"] == "api.html#pkg.core.first"


# Names


@pytest.mark.parametrize(
    ("dotted", "objtype", "found"),
    [
        ("pkg.core.first", "function", "pkg/core.py:7"),
        ("pkg.core.Box.fill", "method", "pkg/core.py:20"),
        ("pkg.core.Box.level", "attribute", "pkg/core.py:21"),
        ("pkg.Box.fill", "method", "pkg/core.py:20"),
        ("pkg.start", "function", "pkg/core.py:7"),
        ("pkg.shiny", "function", "pkg/stars.py:1"),
        ("pkg.kernel.first", "function", "pkg/core.py:7"),
        ("pkg.stub.both", "function", "pkg/stub.py:3"),
        # Not exported by the star, ambiguous, endings, of others, not there.
        ("pkg._dull", "function", ""),
        ("same.f", "function", ""),
        ("first", "function", ""),
        ("core.first", "function", ""),
        ("elsewhere.pkg.core.first", "function", ""),
        ("pkg.core.Box.first", "method", ""),
        ("pkg.core.Mapping", "class", ""),
        ("pkg.core", "module", ""),
    ],
)
def test_documented_names(
    tmp_path: Path, dotted: str, objtype: str, found: str
) -> None:
    row = find_documented(surveyed(tmp_path / "tree", FILES), dotted, objtype)
    assert (f"{row.path}:{row.line}" if row else "") == found


# Later builds


def test_nothing_changed(built_project: Make) -> None:
    project = built_project(FILES, DOCS)
    again = project.build()
    assert not again.read
    assert not again.written


def assert_clean(built: Build) -> None:
    """Fail where a clean build would have ended otherwise."""
    fresh = built.project.copy(built.project.base / "clean").build()
    assert_same(built.outdir, fresh.outdir)


def test_lines_that_moved(built_project: Make) -> None:
    project = built_project(FILES, DOCS)
    project.write({"pkg/core.py": CORE.replace("class Box", "\nclass Box")})
    again = project.build()
    assert again.read.isdisjoint({"api", "names", "plain"})
    # What names.rst describes has not moved.
    assert again.written & {"api", "names", "plain"} == {"api"}
    assert buttons(again.text("api"))["pkg.core.Box"] == f"{PAGE}.html#L14"
    project.write({"other.py": "import json\n\n\ndef more(): pass\n"})
    again = project.build()
    assert again.written.isdisjoint({"api", "names", "plain", PAGE})
    assert_clean(again)


def test_definitions_that_come_and_go(built_project: Make) -> None:
    project = built_project(FILES, DOCS)
    project.write({"pkg/core.py": f"{CORE}\n\ndef nothing(): pass\n"})
    again = project.build()
    assert "api" in again.written
    assert "pkg.core.nothing" in buttons(again.text("api"))
    project.write({"pkg/core.py": CORE})
    again = project.build()
    assert "api" in again.written
    assert "pkg.core.nothing" not in buttons(again.text("api"))
    project.write({"pkg/core.py": None})
    again = project.build()
    assert buttons(again.text("api")) == {}


def test_descriptions_that_come_and_go(built_project: Make) -> None:
    project = built_project(FILES, DOCS)
    project.write({"docs/names.rst": NAMES.replace("pkg.shiny", "pkg.dim")})
    again = project.build()
    assert again.read == {"names"}
    assert again.written == {"names", "index", "code/pkg/stars.py_docs", "code/pkg/doc"}
    assert back(again.text("code/pkg/stars.py_docs")) == {}
    more = (
        f"{NAMES}\n.. py:class:: pkg.stars.shiny\n\n.. py:class:: pkg.core.Box.None\n"
    )
    project.write({"docs/names.rst": more})
    again = project.build()
    assert again.written == {"names", "index", "code/pkg/stars.py_docs", "code/pkg/doc"}
    assert back(again.text("code/pkg/stars.py_docs")) == {
        "def-shiny": "../../names.html#pkg.stars.shiny"
    }
    assert_clean(again)


def test_switch(built_project: Make) -> None:
    project = built_project(FILES, DOCS)
    project.configure(kwindex_source_buttons=False)
    again = project.build()
    assert not again.read
    # The index has them in its toctree.
    assert again.written == {"api", "names", "index"}
    assert buttons(again.text("api")) == {}
    project.configure(kwindex_source_buttons=True)
    assert len(buttons(project.build().text("api"))) == len(LINES)


# Other projects

PYTHON = {
    "os": "module",
    "os.path": "module",
    "os.path.join": "function",
    "len": "function",
    "ValueError": "exception",
    "collections.abc.Mapping": "class",
    "str.join": "method",
    "join": "function",
    "shiny": "function",
    "pkg.core.first": "function",
}


def inventory(path: Path, objects: dict[str, str], name: str = "Python") -> None:
    """Write an inventory."""
    head = f"# Sphinx inventory version 2\n# Project: {name}\n# Version: 3.13\n"
    head += "# The remainder of this file is compressed using zlib.\n"
    lines = [f"{name} py:{kind} 1 lib.html#$ -\n" for name, kind in objects.items()]
    path.write_bytes(head.encode() + zlib.compress("".join(lines).encode()))


def mapped(make_project: Make, **more: object) -> Project:
    """Return a project with an inventory of Python's."""
    project = make_project(
        FILES,
        DOCS,
        extensions=["sphinx.ext.intersphinx", "sphinxcontrib_kwindex"],
        intersphinx_mapping={"python": ("https://python.invalid/3", "python.inv")},
        **more,
    )
    inventory(project.docs / "python.inv", PYTHON)
    return project


def listed(page: str) -> list[tuple[str, str, str]]:
    """Return text, URI and title of what a listing links out of the tree."""
    listing = page.partition('class="kw-source')[2].partition("</pre>")[0]
    return [
        (re.sub("<[^>]*>", "", text), unescape(href), unescape(title))
        for href, title, text in re.findall(
            r'<a (?:class="[^"]*" )?(?:id="L\d+" )?href="([^"]*)"(?: title="([^"]*)")?>'
            "(.*?)</a>",
            listing,
        )
        if "code/" not in href and not href.startswith("#")
    ]


def sections(page: str, texts: Iterable[str]) -> dict[str, str]:
    """Return where the names of imports lead."""
    return {
        text: href
        for text in texts
        for href in re.findall(f'kw-name" href="([^"]*)">{re.escape(text)}</a>', page)
    }


def test_identifiers_of_other_projects(make_project: Make) -> None:
    built = mapped(make_project).build()
    assert built.warnings == ""
    lib = "https://python.invalid/3/lib.html#"
    found = [
        (text, href.removeprefix(lib), title)
        for text, href, title in listed(built.text(PAGE))
        if "../" not in href
    ]
    assert found == [
        ("os", "os", "module os (in Python v3.13)"),
        ("path", "os.path", "module os.path (in Python v3.13)"),
        *[
            (
                "Mapping",
                "collections.abc.Mapping",
                "class collections.abc.Mapping (in Python v3.13)",
            )
        ]
        * 2,
        ("len", "len", "function len (in Python v3.13)"),
        ("ValueError", "ValueError", "exception ValueError (in Python v3.13)"),
        ("os", "os", "module os (in Python v3.13)"),
        ("path", "os.path", "module os.path (in Python v3.13)"),
        ("join", "os.path.join", "function os.path.join (in Python v3.13)"),
        ("join", "str.join", "method str.join (in Python v3.13)"),
        ("os", "os", "module os (in Python v3.13)"),
    ]
    imports = {
        "os.path": f"{lib}os.path",
        "collections.abc.Mapping": f"{lib}collections.abc.Mapping",
    }
    for page in (PAGE, "code/pkg/core.py_kw"):
        assert sections(built.text(page), imports) == imports
    # What is in the tree stays there.
    assert f"{lib}pkg" not in built.text("code/pkg/__init__.py_docs")


def test_builtins_of_other_projects_are_none(make_project: Make) -> None:
    project = mapped(make_project)
    inventory(project.docs / "python.inv", PYTHON, "Snake")
    built = project.build()
    names = [title for _, _, title in listed(built.text(PAGE)) if "Snake" in title]
    assert "function len (in Snake v3.13)" not in names
    assert "function os.path.join (in Snake v3.13)" in names


def test_relative_inventory(make_project: Make) -> None:
    project = mapped(make_project)
    project.configure(intersphinx_mapping={"python": ("../python", "python.inv")})
    built = project.build()
    assert (
        "len",
        "../../../python/lib.html#len",
        "function len (in Python v3.13)",
    ) in (listed(built.text(PAGE)))


def test_inventory_that_changes(make_project: Make) -> None:
    project = mapped(make_project)
    project.build()
    again = project.build()
    assert not again.read
    assert not again.written
    # Nobody asks for this.
    inventory(project.docs / "python.inv", PYTHON | {"os.nobody": "function"})
    again = project.build(intersphinx_cache_limit=0)
    assert not again.written
    inventory(project.docs / "python.inv", PYTHON | {"json": "module"})
    again = project.build(intersphinx_cache_limit=0)
    assert not again.read
    assert again.written - {"index"} == {"code/other.py_docs", "code/other.py_kw"}
    inventory(project.docs / "python.inv", {"json": "module", "os": "module"})
    again = project.build(intersphinx_cache_limit=0)
    assert again.written - {"index"} == {PAGE, "code/pkg/core.py_kw"}
    assert "function len" not in again.text(PAGE)
    # The mapping is gone, and so are the links.
    project.configure(extensions=["sphinxcontrib_kwindex"], intersphinx_mapping={})
    again = project.build()
    assert "python.invalid" not in again.text(PAGE)
    assert "python.invalid" not in again.text("code/other.py_docs")


def test_new_reference_in_a_body(make_project: Make) -> None:
    project = mapped(make_project)
    project.build()
    project.write({"pkg/core.py": CORE.replace("return True", "return len")})
    again = project.build()
    # The keyword index shows imports only.
    assert again.written - {"index"} == {PAGE}


def test_in_the_code_map_of_others_nothing_is_linked(built: Build) -> None:
    assert not [one for one in listed(built.text(PAGE)) if "(in " in one[2]]
