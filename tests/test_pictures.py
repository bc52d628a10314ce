"""Pictures: what they show, and that their markup is sound."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docutils import nodes
from trees import surveyed

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.import_contracts import judgements
from sphinxcontrib_kwindex.pages.nodes import kw_picture
from sphinxcontrib_kwindex.pages.page_context import Context
from sphinxcontrib_kwindex.pages.pictures.contracts import contracts_body
from sphinxcontrib_kwindex.pages.pictures.drawing import (
    NAME_WIDTH,
    Box,
    Drawing,
    GraphNode,
    name_within,
    path_within,
    wide,
)
from sphinxcontrib_kwindex.pages.pictures.folder_imports import (
    folder_imports,
    folder_imports_body,
)
from sphinxcontrib_kwindex.pages.pictures.folder_map import (
    Rectangle,
    folder_map,
    folder_map_body,
    squares,
)
from sphinxcontrib_kwindex.pages.pictures.import_matrix import import_order
from sphinxcontrib_kwindex.pages.pictures.neighbourhood import Around
from sphinxcontrib_kwindex.sphinx_wiring.html.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


def check_svg(markup: str) -> ElementTree.Element:
    """Check what holds of all pictures, and return the element."""
    root = ElementTree.fromstring(markup)[0]
    assert root.tag == f"{SVG}svg"
    # An image has no links in it for those who hear the page.
    assert root.get("role") == "group"
    assert root.get("aria-label")
    width, height = (float(root.get(name, "")) for name in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    for element in root.iter():
        assert not {"id", "style"} & element.attrib.keys()
    for box in root.iter(f"{SVG}rect"):
        x, y, across, down = (
            float(box.get(name, "")) for name in ("x", "y", "width", "height")
        )
        assert 0 <= x < x + across <= width
        assert 0 <= y < y + down <= height
    for link in root.iter(f"{SVG}a"):
        text = link.find(f"{SVG}text")
        hint = link.find(f"{SVG}title")
        assert any(one is not None and one.text for one in (hint, text))
    return root


AROUND = Around(
    "a & b",
    (
        GraphNode("here & <now>.py", title="pkg/here & <now>.py"),
        GraphNode("in.py", "in.html?a=1&b=2", caption="pkg", title="pkg/in.py"),
        GraphNode(
            "a_name_of_more_than_twenty.py",
            "x",
            caption="very/long/way/down/to/the/last/folder/of/all",
        ),
        GraphNode("both.py", "both.html", caption="pkg", title="pkg/both.py"),
        GraphNode("+9 more", "#dependencies", note=True),
        GraphNode("top.py"),
    ),
    ((2, 1), (2, 5), (1, 0), (2, 0), (3, 0), (0, 3), (4, 0), (0, 5)),
)


def test_neighbourhood() -> None:
    markup = svg(AROUND)
    assert markup == svg(AROUND)
    root = check_svg(markup)
    assert root.get("aria-label") == "a & b"
    # Importers stand before those that they import.
    assert [one.get("href") for one in root.iter(f"{SVG}a")] == [
        *("x", "in.html?a=1&b=2", "#dependencies", "both.html"),
    ]
    texts = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert "pkg/here & <now>.py" in texts
    assert all(len(text) <= 51 for text in texts)
    assert "a_name_of_mor…enty.py" in texts
    # Of lines among the others those within a side.
    (faint,) = [one for one in root if one.get("class") == "kw-edge kw-faint"]
    assert faint.get("d", "").count("M") == 1


def test_texts_that_do_not_fit() -> None:
    assert name_within("name", 60) == "name"
    assert name_within("a_name_of_some_length", 90) == "a_name…gth"
    assert name_within("name", 30) == ""
    assert name_within("some::inner::name", 140) == "some::inner::name"
    assert name_within("some::inner::name", 120) == "inner::name"
    assert name_within("some::a_name_of_some_length", 90) == "a_name…gth"
    assert name_within("some::Map<std::string>", 150) == "Map<std::string>"
    assert name_within("test_cli_insert.py", 60) == ""
    assert path_within("a/long/way", 60) == "…ng/way"
    for text in ("漢字漢字漢字漢字漢字", "n" * 40, "é" * 30):
        for width in range(200):
            assert wide(name_within(text, width)) * NAME_WIDTH <= width
    start = time.process_time()
    assert path_within("é" * 50_000, 60) == "…éééééé"
    assert name_within("é" * 50_000, 90) == "éééééé…ééé"
    assert time.process_time() - start < 1


# Maps


@pytest.mark.parametrize("sizes", [[1], [5, 5], [3, 9], [100, 40, 3, 1, 1], [7] * 50])
def test_squares_fill_the_area(sizes: list[float]) -> None:
    parts = squares(sizes, Rectangle(10, 20, 300, 200))
    for size, part in zip(sizes, parts, strict=True):
        share = part.width * part.height / (300 * 200)
        assert share == pytest.approx(size / sum(sizes))
        assert part.x >= 10 - 1e-6
        assert part.x + part.width <= 310 + 1e-6
        assert part.y >= 20 - 1e-6
        assert part.y + part.height <= 220 + 1e-6
    for number, one in enumerate(parts):
        for other in parts[:number]:
            apart_x = min(one.x + one.width, other.x + other.width) <= (
                max(one.x, other.x) + 1e-6
            )
            apart_y = min(one.y + one.height, other.y + other.height) <= (
                max(one.y, other.y) + 1e-6
            )
            assert apart_x or apart_y
    worst = max(max(p.width / p.height, p.height / p.width) for p in parts)
    assert worst < 8


TREE = {
    "app/__init__.py": "",
    "app/big.py": "import app.low\n" + "x = 1\n" * 400,
    "app/low.py": "import app.sub.one\n" + "y = 1\n" * 99,
    "app/sub/one.py": "import app.big\n" + "z = 1\n" * 199,
    "app/sub/two.py": "import app.sub.one\nimport app.low\n",
    "deep/er/only.py": "import app.big\n",
    **{f"app/small{number}.py": "a = 1\n" for number in range(3)},
}
HOSTILE = ("<script>alert(1)</script>", 'a"onload="x', "j'avascript&amp;", "``x``{y}")


def context(code: CodeMap) -> Context:
    return Context(code, "here", lambda docname, name: f"{docname}.html#{name}")


def pictures(body: list[nodes.Node]) -> list[kw_picture]:
    return [node for node in body if isinstance(node, kw_picture)]


def test_map_of_a_folder(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", TREE)
    app, deep = folder_map(code, "")
    assert (app.path, app.lines, app.importers) == ("app", 710, 1)
    assert (deep.path, deep.folder, deep.lines) == ("deep/er", True, 1)
    shown = [(area.path, area.files, area.lines) for area in app.inside]
    assert shown == [
        ("app/big.py", 0, 400),
        ("app/sub", 0, 200),
        ("app/low.py", 0, 100),
        ("app", 3, 3),
    ]
    assert folder_map(code, "deep") == ()
    (node,) = pictures(folder_map_body(context(code), "", (app, deep)))
    root = check_svg(svg(node["picture"]))
    # A folder stands around what is in it.
    assert len(root.findall(f".//{SVG}rect[@class='kw-group']")) == 1
    text = node.plain().astext()
    assert "big.py" in text
    assert "imported by 2 files" in text
    assert "The stronger its colour" in node["legend"]


def test_a_map_leaves_out_folders_that_hold_nearly_all(tmp_path: Path) -> None:
    """Then what is inside of them is seen, and what is beside them is counted."""
    files = {
        "one/src/main/java/a/b/C.java": "int x;\n" * 60,
        "one/src/test/java/a/b/CTest.java": "int x;\n" * 120,
        "one/make.py": "x = 1\n" * 3,
        "two/setup.py": "x = 1\n" * 40,
        "two/pkg/core.py": "x = 1\n" * 40,
        # No language has this suffix.
        "two/books.beancount": "2024-01-01 open\n" * 900,
    }
    code = surveyed(tmp_path / "repo", files)
    areas = folder_map(code, "")
    assert [(area.path, area.lines) for area in areas] == [("one", 180), ("two", 80)]
    main, tests, beside = areas[0].inside
    assert (main.path, main.lines) == ("one/src/main/java/a/b", 60)
    assert (tests.path, tests.tests) == ("one/src/test/java/a/b", True)
    assert (beside.path, beside.files, beside.lines) == ("one", 1, 3)
    assert [area.path for area in areas[1].inside] == ["two/pkg", "two/setup.py"]
    (node,) = pictures(folder_map_body(context(code), "", areas))
    labels = [box.label for box in node["picture"].drawing().boxes]
    assert "src/main/java/a/b/" in labels
    assert "src/main/java/a/b/" in node.plain().astext()
    # No file imports another: all have one colour.
    assert "colour" not in node["legend"]


def test_map_of_nothing_but_small_files_is_none(tmp_path: Path) -> None:
    small = {f"one/m{number}.py": "x = 1\n" for number in range(700)}
    code = surveyed(tmp_path / "repo", small | {"two.py": "x = 1\n" * 700})
    assert [area.path for area in folder_map(code, "")] == ["one", "two.py"]
    assert folder_map(code, "")[0].inside == ()
    assert folder_map(code, "one") == ()


def test_tests_stand_behind_all_else_on_a_map(tmp_path: Path) -> None:
    files = {
        f"tests/test_{number}.py": "x = 1\n" * (100 + number) for number in range(3)
    } | {"app/one.py": "x = 1\n" * 90, "app/two.py": "x = 1\n" * 20}
    code = surveyed(tmp_path / "repo", files)
    areas = folder_map(code, "")
    assert [area.path for area in areas] == ["app", "tests"]
    (node,) = pictures(folder_map_body(context(code), "", areas))
    outer = [box for box in node["picture"].drawing().boxes if box.kind == "group"]
    # As large as before: beside one another, or one below the other.
    (app, tests) = outer
    assert app.label == "app/"
    assert (app.x, app.y) < (tests.x, tests.y)
    assert app.width * app.height < tests.width * tests.height


def test_no_name_is_drawn_beyond_its_box() -> None:
    class Flat:
        title = "Flat"

        def drawing(self) -> Drawing:
            low = Box(0, 0, 90, 4, "low", "low.html", title="low.py")
            return Drawing(90, 40, [low, Box(0, 20, 90, 14, "high")])

    root = check_svg(svg(Flat()))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["high"]
    assert "low.py" in "".join(root.itertext())


def test_a_name_is_read_upwards_in_a_narrow_box() -> None:
    class Tall:
        title = "Tall"

        def drawing(self) -> Drawing:
            boxes = [
                Box(x, 0, width, 90, "examples/") for x, width in ((0, 30), (50, 9))
            ]
            return Drawing(90, 90, boxes)

    (text,) = check_svg(svg(Tall())).iter(f"{SVG}text")
    assert text.text == "examples/"
    assert text.get("transform") == "rotate(-90 15 45)"


def test_map_stays_with_a_line_more(tmp_path: Path) -> None:
    before = folder_map(surveyed(tmp_path / "one", TREE), "")
    more = TREE | {"app/big.py": TREE["app/big.py"] + "w = 1\n"}
    assert folder_map(surveyed(tmp_path / "two", more), "") == before


# Imports


@pytest.mark.parametrize(
    ("imports", "groups"),
    [
        ({"a": "b", "b": "c"}, [["a"], ["b"], ["c"]]),
        ({"c": "a", "b": "a"}, [["b"], ["c"], ["a"]]),
        ({"a": "b", "b": "ac", "z": "a"}, [["z"], ["a", "b"], ["c"]]),
        ({"a": "bbb", "b": "a", "c": "d", "d": "c"}, [["a", "b"], ["c", "d"]]),
    ],
)
def test_import_order(imports: Mapping[str, str], groups: list[list[str]]) -> None:
    weights = {
        name: {other: others.count(other) for other in others}
        for name, others in imports.items()
    }
    assert import_order(weights) == groups


def test_imports_of_a_folder(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", TREE)
    found = folder_imports(code, "app")
    assert found is not None
    parts = dict(enumerate(found.parts))
    assert {(parts[a], parts[b]): n for a, b, n in found.imports} == {
        ("app/big.py", "app/low.py"): 1,
        ("app/low.py", "app/sub/"): 1,
        ("app/sub/", "app/big.py"): 1,
        ("app/sub/", "app/low.py"): 1,
    }
    assert [len(cycle) for cycle in found.cycles] == [3]
    body = folder_imports_body(context(code), "app", found)
    root = check_svg(svg(pictures(body)[0]["picture"]))
    assert root.find(f"{SVG}path[@class='kw-edge kw-marked']") is not None
    assert "sub/" in body[-1].astext()
    assert folder_imports(code, "deep") is None


def test_imported_packages_are_folders(tmp_path: Path) -> None:
    files = {
        "go.mod": "module a.org/app\n",
        "main.go": 'package app\n\nimport "a.org/app/net/dns"\n',
        "net/net.go": 'package net\n\nimport "a.org/app/net/dns"\n',
        "net/dns/dns.go": "package dns\n",
        "app.go": "package app\n\nfunc Run() {}\n",
        "doc.go": "// Package app is one.\npackage app\n",
        "cmd/one/one.go": 'package main\n\nimport "a.org/app"\n',
    }
    code = surveyed(tmp_path / "repo", files)
    for folder, expected in (
        ("", {("main.go", "net/"), ("cmd/", "./")}),
        ("net", {("net/net.go", "net/dns/")}),
    ):
        found = folder_imports(code, folder)
        assert found is not None
        parts = found.parts
        assert {(parts[a], parts[b]) for a, b, _ in found.imports} == expected
    assert folder_imports(code, "net/dns") is None
    found = folder_imports(code, "")
    assert found is not None
    body = folder_imports_body(context(code), "", found)
    assert "the package of this folder" in str(body[0].attributes)


def imports_between(code: CodeMap, folder: str) -> set[tuple[str, str]]:
    found = folder_imports(code, folder)
    if found is None:
        return set()
    parts = [part.removeprefix(f"{folder}/") for part in found.parts]
    return {(parts[a], parts[b]) for a, b, _ in found.imports}


def test_modules_of_a_crate_need_those_that_define_what_they_take(
    tmp_path: Path,
) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "app"\n',
        "src/lib.rs": """
            mod error;
            mod glob;
            pub mod util;
            pub use crate::error::Error;
            pub use glob::Glob;
            pub use self::util::*;
            #[cfg(test)]
            mod testing;
            pub struct Options;
            """,
        "src/error.rs": "pub struct Error;\n",
        "src/glob.rs": """
            use crate::util::{self, depth};
            use crate::{Error, Options};
            pub struct Glob;
            #[cfg(all(test, not(loom)))]
            mod tests { use crate::testing::Probe; }
            """,
        "src/util.rs": "use super::Error;\npub fn depth() {}\n",
        "src/testing.rs": "use crate::Glob;\npub struct Probe;\n",
    }
    code = surveyed(tmp_path / "repo", files)
    assert imports_between(code, "src") == {
        ("glob.rs", "util.rs"),
        ("glob.rs", "error.rs"),
        ("glob.rs", "lib.rs"),
        ("util.rs", "error.rs"),
        ("testing.rs", "glob.rs"),
    }
    # What is named on the way to a module is not imported.
    importers = code.import_graph.importers
    assert importers["src/lib.rs"] == {"src/glob.rs", "src/util.rs", "src/testing.rs"}
    assert importers["src/util.rs"] == {"src/lib.rs", "src/glob.rs"}


def test_a_crate_needs_another_whose_names_it_offers(tmp_path: Path) -> None:
    files = {
        "one/Cargo.toml": '[package]\nname = "one"\n',
        "one/src/lib.rs": "pub use two::deep::Two;\n",
        "two/Cargo.toml": '[package]\nname = "two"\n',
        "two/src/lib.rs": "pub mod deep;\n",
        "two/src/deep.rs": "pub struct Two;\n",
    }
    code = surveyed(tmp_path / "repo", files)
    assert imports_between(code, "") == {("one/", "two/")}


def test_tests_among_code_close_no_cycles(tmp_path: Path) -> None:
    files = {
        "one/__init__.py": "import two\n",
        "one/tests/test_one.py": "import one, three\n",
        "two/__init__.py": "",
        "two/test_two.py": "import one\n",
        "three/__init__.py": "",
        "tests/test_all.py": "import one\n",
    }
    code = surveyed(tmp_path / "repo", files)
    assert imports_between(code, "") == {("one/", "two/"), ("tests/", "one/")}
    found = folder_imports(code, "")
    assert found is not None
    assert found.cycles == ()
    text = " ".join(
        one.astext() for one in folder_imports_body(context(code), "", found)
    )
    assert "Imports by tests within the parts are left out." in text


def test_many_parts_are_a_matrix(tmp_path: Path) -> None:
    names = [f"m{number:03}" for number in range(40)]
    files = {
        f"{name}.py": f"import {names[number - 1]}\n"
        for number, name in enumerate(names[:20])
        if number
    }
    files |= {f"{name}.py": "import m000\n" for name in names[20:]}
    files["m000.py"] = "import m005, base\n"
    files["base.py"] = ""
    code = surveyed(tmp_path / "repo", files)
    found = folder_imports(code, "")
    assert found is not None
    (node,) = pictures(folder_imports_body(context(code), "", found))
    root = check_svg(svg(node["picture"]))
    marks = root.findall(f".//{SVG}rect/..")
    titles = [one.text or "" for one in root.iter(f"{SVG}title")]
    assert "m001.py → m000.py: 1 import" in titles
    assert len(titles) == len(found.imports)
    assert marks
    # One import closes the cycle of six.
    kinds = [one.get("class", "") for one in root.iter(f"{SVG}rect")]
    assert sum("kw-marked" in kind for kind in kinds) == 1
    assert kinds.count("kw-frame") == 1
    # What nothing imports has no column; what is imported first stands first.
    columns = [one.text for one in root.iter(f"{SVG}text") if one.get("transform")]
    imported = {f"m{number:03}.py" for number in range(19)} | {"base.py"}
    assert columns == [part for part in reversed(found.parts) if part in imported]
    # What imports nothing has no row. Read aloud are the names of the rows, once.
    for silent in root.findall(f"{SVG}g[@aria-hidden='true']"):
        assert silent.find(f".//{SVG}a") is None
        root.remove(silent)
    spoken = ["".join(one.itertext()).strip() for one in root]
    rows = [part for part in reversed(found.parts) if part != "base.py"]
    assert [name for name in spoken if name] == rows


def test_too_many_files_are_one_part(tmp_path: Path) -> None:
    files = {f"m{number}.py": "import sub.one\n" for number in range(205)}
    files["sub/one.py"] = ""
    code = surveyed(tmp_path / "repo", files)
    found = folder_imports(code, "")
    assert found is not None
    assert found.parts == ("", "sub/")
    text = " ".join(
        node.astext() for node in folder_imports_body(context(code), "", found)
    )
    assert "There are too many files to be shown one by one." in text


def test_names_are_text(tmp_path: Path) -> None:
    files = {f"{name}{n}/a.py": "" for n, name in enumerate(("<i>x", 'a"b', "q&a"))}
    files |= {
        "top.py": "x = 1\n" * 9,
        "m<b>.py": "import top\n",
        "z.py": "import top\n",
    }
    files |= {"y.py": "import z\n"}
    code = surveyed(tmp_path / "repo", files)
    found = folder_imports(code, "")
    assert found is not None
    for node in (
        *pictures(folder_imports_body(context(code), "", found)),
        *pictures(folder_map_body(context(code), "", folder_map(code, ""))),
    ):
        root = check_svg(svg(node["picture"]))
        known = {"svg", "a", "g", "rect", "text", "path", "title"}
        assert {one.tag.removeprefix(SVG) for one in root.iter()} <= known
    around = tuple(GraphNode(name, name) for name in HOSTILE)
    root = check_svg(svg(Around(HOSTILE[0], around, ((1, 0), (0, 2), (3, 0)))))
    assert {one.get("href") for one in root.iter(f"{SVG}a")} == set(HOSTILE[1:])


# Contracts

LAYERED = {
    "pkg/__init__.py": "",
    "pkg/high.py": "import pkg.low\n",
    "pkg/mid.py": "def f():\n    from pkg import high\n",
    "pkg/low.py": "import os\nfrom pkg import aside\n",
    "pkg/aside.py": "from .high import x\n",
    "pkg/typed.py": "if TYPE_CHECKING:\n    import pkg.high\n",
}


def judged(
    tmp_path: Path, *lines: str, toml: str = "", files: dict[str, str] = LAYERED
) -> list[tuple[str, list[str]]]:
    """Return why each contract is not judged, and the chains that break it."""
    files = dict(files)
    head = "[importlinter]\nroot_package = pkg\n"
    files[".importlinter"] = head + "\n".join(lines) + "\n"
    if toml:
        del files[".importlinter"]
        files["pyproject.toml"] = toml
    code = surveyed(tmp_path / "repo", files)
    found = judgements(code, "")
    for node in pictures(contracts_body(context(code), found)):
        check_svg(svg(node["picture"]))
    return [
        (
            one.about,
            [
                " ".join(
                    [f"{step.module}:{step.line}" for step in row.steps]
                    + [row.steps[-1].imported]
                )
                for row in one.violations
            ],
        )
        for one in found
    ]


def contract(kind: str, **options: str) -> list[str]:
    lines = ["[importlinter:contract:a]", "name = A", f"type = {kind}"]
    for name, values in options.items():
        lines += [f"{name} =", *(f"    {value}" for value in values.split(","))]
    return lines


@pytest.mark.parametrize(
    ("lines", "chains"),
    [
        (
            contract("layers", layers="pkg.high,pkg.mid,pkg.low"),
            ["pkg.mid:2 pkg.high", "pkg.low:2 pkg.aside:1 pkg.high"],
        ),
        (
            contract("layers", containers="pkg", layers="high,(gone),aside,low"),
            ["pkg.aside:1 pkg.high", "pkg.low:2 pkg.aside"],
        ),
        (contract("layers", layers="pkg.high : pkg.mid"), []),
        (contract("layers", layers="pkg.high | pkg.mid"), ["pkg.mid:2 pkg.high"]),
        (
            contract(
                "layers",
                layers="pkg.high,pkg.mid",
                ignore_imports="pkg.m* -> pkg.*, pkg.mid -> pkg.high",
            ),
            [],
        ),
        (
            contract("forbidden", source_modules="pkg.mid", forbidden_modules="os"),
            ["pkg.mid:2 pkg.high:1 pkg.low:1 os"],
        ),
        (
            contract(
                "forbidden",
                source_modules="pkg.mid",
                forbidden_modules="os",
                allow_indirect_imports="True",
            ),
            [],
        ),
        (
            contract("independence", modules="pkg.low,pkg.mid"),
            ["pkg.mid:2 pkg.high:1 pkg.low"],
        ),
        (
            contract(
                "protected", protected_modules="pkg.low", allowed_importers="pkg.mid"
            ),
            ["pkg.high:1 pkg.low"],
        ),
        (
            contract("forbidden", source_modules="pkg.typed", forbidden_modules="os"),
            ["pkg.typed:2 pkg.high:1 pkg.low:1 os"],
        ),
        (
            contract("acyclic_siblings", ancestors="pkg"),
            ["pkg.aside:1 pkg.high", "pkg.high:1 pkg.low", "pkg.low:2 pkg.aside"],
        ),
        (
            contract(
                "acyclic_siblings",
                ancestors="pkg",
                ignore_imports="pkg.low -> pkg.aside",
            ),
            [],
        ),
    ],
)
def test_contracts(tmp_path: Path, lines: list[str], chains: list[str]) -> None:
    assert judged(tmp_path, *lines) == [("", chains)]


def test_expressions_of_many_parts_take_no_time(tmp_path: Path) -> None:
    ignored = ".".join(["pkg", *["**"] * 20, "no"])
    lines = contract("independence", modules="pkg", ignore_imports=f"{ignored} -> os")
    deep = "pkg" + "/a" * 40
    files = {"pkg/__init__.py": "", f"{deep}/b.py": "import os\n"}
    assert judged(tmp_path, *lines, files=files) == [("", [])]


@pytest.mark.parametrize(
    ("options", "broken"),
    [
        ({}, ["pkg.a.x.y:1 pkg.a.z", "pkg.a.z:1 pkg.a.x.y"]),
        ({"depth": "1"}, ["pkg.a.x.y:1 pkg.a.z", "pkg.a.z:1 pkg.a.x.y"]),
        ({"depth": "0"}, []),
        ({"skip_descendants": "pkg.*"}, []),
        ({"skip_descendants": "pkg.**"}, []),
        (
            {"skip_descendants": "pkg.**.a"},
            ["pkg.a.x.y:1 pkg.a.z", "pkg.a.z:1 pkg.a.x.y"],
        ),
        (
            {"skip_descendants": "pkg.a.x"},
            ["pkg.a.x.y:1 pkg.a.z", "pkg.a.z:1 pkg.a.x.y"],
        ),
    ],
)
def test_siblings_of_lower_generations(
    tmp_path: Path, options: dict[str, str], broken: list[str]
) -> None:
    files = {
        "pkg/__init__.py": "import pkg.b\n",
        "pkg/a/__init__.py": "import pkg.b\n",
        "pkg/a/x/__init__.py": "from . import y\n",
        "pkg/a/x/y.py": "from ..z import f\nimport pkg.a.x\n",
        "pkg/a/z.py": "import pkg.a.x.y\n",
        "pkg/b.py": "import pkg, os\n",
    }
    assert judged(
        tmp_path,
        *contract("acyclic_siblings", ancestors="pkg", **options),
        files=files,
    ) == [("", broken)]


def test_contracts_in_toml(tmp_path: Path) -> None:
    toml = (
        "[tool.importlinter]\nroot_packages = ['pkg']\n"
        "exclude_type_checking_imports = true\n"
        "[[tool.importlinter.contracts]]\nname = 'A'\ntype = 'forbidden'\n"
        "source_modules = ['pkg.typed']\nforbidden_modules = ['pkg.high']\n"
    )
    assert judged(tmp_path, toml=toml) == [("", [])]


def test_what_cannot_be_judged_is_said(tmp_path: Path) -> None:
    assert judged(
        tmp_path,
        *contract("layers", layers="pkg.high,pkg.gone"),
        "[importlinter:contract:b]\nname = B\ntype = their_own",
    ) == [("pkg.gone", []), ("their_own", [])]
