"""Entries of definitions lead to the pages of the manual that name them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same

Make = Callable[..., Project]

TREE = {
    "pkg/__init__.py": '"""A shop."""\n\nfrom pkg._cart import Cart, empty, full\n',
    "pkg/_cart.py": '''"""Carts."""


class Cart:
    """A cart."""

    def put(self, what): ...

    def take(self): ...


def empty(): ...


def full(): ...
''',
    "pkg/more.py": "def lost(): ...\n\n\ndef found(): ...\n\n\ndef _own(): ...\n",
    "tests/test_cart.py": "from pkg import full\n\n\ndef test_it():\n    full()\n",
}
RST = """Guide
=====

.. py:currentmodule:: pkg

A :py:class:`Cart` and :py:meth:`~pkg.Cart.put`, :py:func:`missing`,
:kw:func:`found`.

.. code-block:: python

   from pkg import empty
   import pkg as shop
   import os

   os.path.join(shop.full(), "x")

.. code-block:: c

   pkg.more.lost();
"""
MYST = """# Start

```python
import pkg.more
```

{py:class}`pkg.Cart`, {kw:func}`found`

```pycon
>>> pkg.more.found()
1
```

```python
pkg.more.lost(
```
"""
API = """API
===

.. py:class:: pkg.Cart

   .. py:method:: take()

      See :py:meth:`put`.
"""
DOCS = {
    "index.rst": "Manual\n======\n\n.. toctree::\n   :glob:\n\n   *\n",
    "guide.rst": RST,
    "start.md": MYST,
    "api.rst": API,
}
CART, MORE = "code/pkg/_cart.py_docs", "code/pkg/more.py_docs"


EXTENSIONS = ["myst_parser", "sphinxcontrib_kwindex"]


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    return make_shared(TREE, DOCS, extensions=EXTENSIONS).build()


def named(build: Build, page: str, name: str) -> dict[str, str]:
    """Return the titles of the pages that name a definition, and where they lead."""
    entry = build.text(page).partition(f'id="def-{name}"')[2].partition("<dt")[0]
    listed = re.split(r"named on \d pages? of the manual", entry)
    if len(listed) == 1:
        return {}
    rows = re.findall(r'<a [^>]*href="([^"]*)">([^<]*)</a>([^<]*)', listed[1])
    kinds = re.findall(r"<li.*?</li>", listed[1], re.DOTALL)
    return {
        title: f"{uri}{' example' if 'example' in kind else ''}"
        for (uri, title, _), kind in zip(rows, kinds, strict=False)
    }


def main(build: Build, page: str) -> str:
    """Return the body of a page, without the navigation, which is Sphinx's."""
    return build.text(page).partition('class="body"')[2].partition('class="sphinxs')[0]


def test_pages_that_name_a_definition(built: Build) -> None:
    assert built.warnings == ""
    guide, start = "../../guide.html", "../../start.html"
    assert named(built, CART, "Cart") == {"Guide": guide, "Start": start}
    assert named(built, CART, "Cart.put") == {"API": "../../api.html", "Guide": guide}
    # What describes it is led to from its signature.
    assert named(built, CART, "Cart.take") == {}
    assert named(built, CART, "empty") == {"Guide": f"{guide} example"}
    assert named(built, CART, "full") == {"Guide": f"{guide} example"}
    assert named(built, MORE, "found") == {"Guide": guide, "Start": start}
    assert named(built, MORE, "lost") == {}
    built.check_links()


def test_pages_beyond_the_first_are_folded(make_project: Make) -> None:
    text = "P\n=\n\n.. code-block:: python\n\n   import pkg\n   pkg.full()\n"
    pages = {f"p{number}.rst": f":orphan:\n\n{text}" for number in range(23)}
    build = make_project(TREE, {"index.rst": text, **pages}).build()
    listed = build.text(CART).partition("named on 24 pages of the manual")[2]
    first, _, rest = listed.partition("<summary>4 more</summary>")
    assert first.count("<li") == 20
    assert rest.partition("</details>")[0].count("<li") == 4


def test_examples_warn_of_nothing(
    make_project: Make, recwarn: pytest.WarningsRecorder
) -> None:
    text = "A\n=\n\n.. code-block:: python\n\n   import pkg\n   pkg.full('\\d')\n"
    build = make_project(TREE, {"index.rst": text}).build()
    assert build.warnings == ""
    assert not [one for one in recwarn if "escape" in str(one.message)]
    assert named(build, CART, "full") == {"A": "../../index.html example"}


def test_what_no_page_names(built: Build) -> None:
    text = built.body("code/pkg/doc")
    listed = text.partition("Not in the Manual")[2]
    assert "more.py: lost" in listed.replace(" :", ":") or "more.py lost" in listed
    for name in ("found", "empty", "full", "Cart", "_own"):
        assert not re.search(rf"\b{name}\b", listed.partition("describes these")[2])


def test_nothing_is_said_where_a_manual_names_nothing(make_project: Make) -> None:
    build = make_project(TREE, {"index.rst": "Manual\n======\n\nText.\n"}).build()
    assert "Not in the Manual" not in build.text("code/pkg/doc")
    assert "of the manual" not in build.text(CART)


def test_markdown_names_the_pages(make_project: Make) -> None:
    project = make_project(TREE, DOCS, extensions=EXTENSIONS)
    text = project.build("markdown").text("code/pkg/_cart.py_docs.md")
    assert "named on 2 pages of the manual" in text
    assert "[Guide](../../guide.md)" in text


@pytest.mark.parametrize(
    ("change", "written"),
    [
        ({"docs/guide.rst": RST.replace("empty", "full")}, {CART}),
        ({"docs/guide.rst": RST.replace("Guide\n", "Guided\n")}, {CART, MORE}),
        ({"docs/guide.rst": RST + "\nMore.\n"}, set()),
        ({"docs/start.md": MYST + "\n{py:func}`pkg.more.lost`\n"}, {MORE}),
        ({"docs/start.md": None}, {CART, MORE}),
    ],
)
def test_an_edit_ends_as_a_clean_build(
    built_project: Make,
    change: dict[str, str | None],
    written: set[str],
) -> None:
    project = built_project(TREE, DOCS, extensions=EXTENSIONS)
    project.write(change)
    build = project.build()
    files = {name for name in build.written if name.endswith(".py_docs")}
    assert files == written
    base = project.base
    clean = project.build(outdir=base / "clean", doctrees=base / "clean-trees")
    for page in (CART, MORE, "code/pkg/doc"):
        assert main(build, page) == main(clean, page)


def test_parallel_readers_name_the_same(built: Build, tmp_path: Path) -> None:
    both = built.project.build(
        outdir=tmp_path / "two", doctrees=tmp_path / "trees", parallel=2
    )
    assert_same(built.outdir, both.outdir)
