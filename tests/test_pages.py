"""Whole pages: the tree `roots/test-pages`, and in `expected` what its pages look like.

The pages are those of Sphinx's text builder. With `KWINDEX_UPDATE_SNAPSHOTS=1` in the
environment they are written anew instead of compared; read the difference.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from projects import Build, Project

ROOT = Path(__file__).parent / "roots" / "test-pages"
EXPECTED = ROOT / "expected"
UPDATE = os.environ.get("KWINDEX_UPDATE_SNAPSHOTS") == "1"
TREE = {
    path.relative_to(ROOT).as_posix(): path.read_bytes()
    for path in sorted(ROOT.rglob("*"))
    if path.is_file() and EXPECTED not in path.parents
}


@pytest.fixture(scope="module")
def shapes(make_shared: Callable[..., Project]) -> Project:
    return make_shared(TREE, root_doc="index", project="Shapes")


@pytest.fixture(scope="module")
def text(shapes: Project) -> Build:
    """The tree, built as text."""
    return shapes.build("text")


@pytest.fixture(scope="module")
def pages(text: Build) -> dict[str, str]:
    """The pages by their names below the output, without the suffix."""
    code = text.outdir / "code"
    version = "Python {}.{}".format(*sys.version_info)
    return {
        path.relative_to(code).with_suffix("").as_posix(): (
            path.read_text("utf-8").replace(version, "Python 3.NN")
        )
        for path in sorted(code.rglob("*.txt"))
    }


def test_nothing_is_warned_of_but_the_broken_file(text: Build) -> None:
    (warning,) = text.warnings.splitlines()
    assert "broken.py:4: WARNING:" in warning
    assert "[kwindex.syntax]" in warning


def test_pages_are_as_expected(pages: dict[str, str]) -> None:
    if UPDATE:
        shutil.rmtree(EXPECTED, ignore_errors=True)
        for name, page in pages.items():
            path = EXPECTED / f"{name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, "utf-8")
    expected = {
        path.relative_to(EXPECTED).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in EXPECTED.rglob("*.txt")
    }
    assert sorted(pages) == sorted(expected)
    for name, page in pages.items():
        assert page == expected[name], name


#: What has nothing to read beyond its row in the index of its folder.
ROWS = {"empty.txt", "logo.bin"}
DOCUMENTED = [path for path in TREE if path not in ROWS]


def test_a_page_is_there_where_it_says_more_than_others(pages: dict[str, str]) -> None:
    names = {f"{path}_docs" for path in DOCUMENTED}
    names |= {f"{path}_kw" for path, _ in modules()}
    for folder in ("", "shapes/", "tests/"):
        names |= {f"{folder}{kind}" for kind in ("index", "doc", "sub")}
    # One file with keywords has nothing to be compared with.
    assert pages.keys() == names - {"tests/doc"} | {"keywords"}


# No sentence about something that is not there


def without_listings(page: str) -> str:
    """Return a page without its source listing."""
    head, mark, rest = page.partition("\nOriginal Source\n")
    tail = rest.partition("\nHigh-Level Overview\n")[2]
    return head + tail if mark else page


def parsed(path: str) -> ast.Module | None:
    try:
        return ast.parse(TREE[path]) if path.endswith((".py", ".pyi")) else None
    except SyntaxError:
        return None


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in TREE:
        if (tree := parsed(path)) is not None:
            yield path, tree


def test_every_path_on_a_page_is_in_the_tree(pages: dict[str, str]) -> None:
    known = set(TREE) | {path.rpartition("/")[2] for path in TREE}
    for name, page in pages.items():
        shown = without_listings(page)
        for path in re.findall(r"[\w./-]+\.(?:pyi?|md|rst|txt|bin)\b", shown):
            assert path in known, (name, path)


def test_every_line_on_a_page_is_in_its_file(pages: dict[str, str]) -> None:
    seen = 0
    for path in DOCUMENTED:
        lines = TREE[path].count(b"\n")
        for kind in ("docs", "kw"):
            shown = without_listings(pages.get(f"{path}_{kind}", ""))
            for numbers in re.findall(r"\blines? (\d+(?:, \d+)*)", shown):
                for number in numbers.split(", "):
                    assert 1 <= int(number) <= lines, (path, number)
                    seen += 1
    assert seen > len(DOCUMENTED)


def test_numbers_of_definitions_are_those_of_the_parser(pages: dict[str, str]) -> None:
    for path, tree in modules():
        said = re.search(r"\nDefines:\s+([^\n]*)", pages[f"{path}_docs"])
        names = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        found = re.search(r"(\d+)\s+class(es)?\b", said[1]) if said else None
        assert (int(found[1]) if found else 0) == len(names), path


def test_what_imports_nothing_says_so_and_nothing_else_does(
    pages: dict[str, str],
) -> None:
    for path, tree in modules():
        imports = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        said = "It imports nothing." in pages[f"{path}_docs"]
        assert said == (not imports), path
    for path in DOCUMENTED:
        if parsed(path) is None:
            assert "It imports" not in without_listings(pages[f"{path}_docs"]).replace(
                "definitions and imports", ""
            ), path


@pytest.mark.parametrize(
    ("sentence", "on"),
    [
        ("pytest collects", {"tests/test_plane.py_docs"}),
        ("can be run as a script", {"shapes/__main__.py_docs"}),
        ("It is the type stub of", {"shapes/plane.pyi_docs"}),
        ("It makes", {"shapes/__init__.py_docs"}),
        ("could not be analysed", {"broken.py_docs"}),
        ("Nothing is known about its content", {"broken.py_docs"}),
        ("Exports:", {"shapes/__init__.py_docs", "shapes/solid.py_docs"}),
        ("has a __main__ guard", {"index", "shapes/doc"}),
        ("binary file", {"index"}),
        ("empty", {"index"}),
    ],
)
def test_a_sentence_stands_only_where_it_is_true(
    pages: dict[str, str], sentence: str, on: set[str]
) -> None:
    found = {
        name
        for name, page in pages.items()
        if sentence in " ".join(without_listings(page).split())
    }
    assert found == on


def test_the_number_of_tests_is_what_pytest_collects(
    pages: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "test_plane.py").write_bytes(TREE["tests/test_plane.py"])
    (tmp_path / "shapes.py").write_text("Circle = plane = None\n")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-c", os.devnull]
    environment = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PATH": os.environ["PATH"]}
    ran = subprocess.run(
        [*command, "-p", "no:cacheprovider", "--rootdir=."],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    number = sum("::" in line for line in ran.stdout.splitlines())
    assert f"pytest collects {number} tests" in pages["tests/test_plane.py_docs"]


# The same pages elsewhere


def test_pages_say_nothing_of_the_machine(
    pages: dict[str, str], shapes: Project
) -> None:
    for page in pages.values():
        assert str(shapes.base) not in page
        assert shapes.base.name not in page


def test_every_link_and_anchor_of_the_html_pages_is_there(shapes: Project) -> None:
    shapes.build("html").check_links()


def test_listings_are_the_text_of_the_files(shapes: Project) -> None:
    built = shapes.build("html")
    for path in DOCUMENTED:
        content = TREE[path]
        page = built.text(f"code/{path}_docs.html")
        found = re.search(r'(?s)<pre class="kw-source[^>]*>(.*?)</pre>', page)
        assert found is not None, path
        shown = re.sub(r"<[^>]*>", "", found[1])
        for name, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
            shown = shown.replace(name, character)
        assert shown == content.decode(), path
