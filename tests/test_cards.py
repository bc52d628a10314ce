"""The data of cards: what it says of definitions, and when it is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from check_cards import check
from projects import Build, Project, assert_same, make_project

from sphinxcontrib_kwindex.exports import cards
from sphinxcontrib_kwindex.exports.cards import data_key
from sphinxcontrib_kwindex.model.references import BASE

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": '''"""Carts."""


class Cart:
    """A cart. It has wheels."""

    @property
    def size(self) -> int:
        """How much fits in."""
        return 3

    def put(self, thing: str = "<b>") -> None:
        """Put something in."""


class Big(Cart):
    pass


def _unused(): ...
''',
    "shop/till.py": """from shop.cart import Cart


def pay(cart: Cart):
    return Cart().put("</script><b>"), cart.size


def ask(thing):
    thing.put(1)
""",
    "shop/other.py": "def one(): ...\n",
    "shop/empty.py": '"""Nothing."""\nprint(1)\n',
    "tests/test_cart.py": """from shop.cart import Cart
from shop.till import pay


def test_cart():
    assert Cart().size == 3


def test_pay():
    pay(Cart())
""",
}
CART = "pages/code/shop/cart.py_docs"


def folder(build: Build) -> Path:
    return build.outdir / "_kwindex"


def data(build: Build, key: str = CART) -> list[Any]:
    """Return the data of a page."""
    text = (folder(build) / f"{key}.js").read_text("ascii")
    assert "<" not in text
    assert text.startswith("kwindexData(")
    said, value = json.loads(f"[{text.removeprefix('kwindexData(')[:-3]}]")
    assert said == key
    return list(value)


def definition(build: Build, qualname: str, key: str = CART) -> list[Any]:
    """Return the row of a definition."""
    return next(row for row in data(build, key)[3] if row[1] == qualname)


def written(project: Project, **how: Any) -> set[str]:
    """Build, and return the names of the data that the build wrote."""
    pages = project.base / "out/html/_kwindex/pages"
    before = {path: path.stat().st_mtime_ns for path in pages.rglob("*.js")}
    build = project.build(**how)
    return {
        path.name
        for path in (folder(build) / "pages").rglob("*.js")
        if before.get(path) != path.stat().st_mtime_ns
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return make_project(tmp_path_factory.mktemp("cards"), FILES).build()


def test_what_is_told_of_a_definition(built: Build) -> None:
    path, has, files, definitions, importers = data(built)
    assert [files[number][0] for number in importers] == [
        *("shop/till.py", "tests/test_cart.py")
    ]
    assert path == "shop/cart.py"
    assert has == 3
    assert [row[1] for row in definitions] == [
        *("Cart", "Cart.size", "Cart.put", "Big", "_unused")
    ]
    assert files[0] == ["shop/cart.py", "code/shop/cart.py_docs.html", 0]
    assert ["tests/test_cart.py", "code/tests/test_cart.py_docs.html", 1] in files
    kind, name, anchor, line, marks, labels, signature, summary, *_ = definition(
        built, "Cart.size"
    )
    assert (kind, name, anchor, line, marks) == ("method", "Cart.size", "", 8, 1)
    assert (labels, signature) == ("property", "(self) -> int")
    assert summary == "How much fits in."
    assert definition(built, "_unused")[4] == 2


def test_uses_stand_by_file_with_line_and_statement(built: Build) -> None:
    files = data(built)[2]
    uses = {files[file][0]: places for file, places in definition(built, "Cart")[8]}
    assert list(uses) == ["shop/cart.py", "shop/till.py", "tests/test_cart.py"]
    assert uses["shop/cart.py"] == [["Big", 16, "class Big(Cart):", 3, 1]]
    [pay] = uses["shop/till.py"]
    assert pay == ["pay", 5, 'return Cart().put("</script><b>"), cart.size', 1, 2]
    tests = [place[:2] for place in uses["tests/test_cart.py"]]
    assert tests == [["test_cart", 6], ["test_pay", 10]]


def test_uses_by_name_are_told_apart(built: Build) -> None:
    roles = [
        (place[0], place[3])
        for _, places in definition(built, "Cart.put")[8]
        for place in places
    ]
    assert roles == [("pay", 1), ("ask", 9)]


def test_tests_through_callers(built: Build) -> None:
    files = data(built)[2]
    measured, through = definition(built, "Cart.put")[10]
    assert measured == 0
    [[file, name, way]] = through
    assert (files[file][0], name, way) == ("tests/test_cart.py", "test_pay", ["pay"])


def test_what_derives_through_others(tmp_path: Path) -> None:
    far = "from shop.cart import Big\n\n\nclass Bigger(Big): ...\n"
    project = make_project(tmp_path, {**FILES, "far/far.py": far})
    build = project.build()
    [[number, name, anchor]] = definition(build, "Cart")[12]
    assert data(build)[2][number][0] == "far/far.py"
    assert (name, anchor) == ("Bigger", "")
    assert definition(build, "Big")[12] == []
    project.write({"far/far.py": far.replace("Bigger", "Huge")})
    [[_, name, _]] = definition(project.build(), "Cart")[12]
    assert name == "Huge"


def test_what_defines_nothing_has_no_data(built: Build) -> None:
    assert not (folder(built) / "pages/code/shop/empty.py_docs.js").exists()


def test_keys_follow_from_addresses() -> None:
    assert data_key("code/a%20b.py_docs.html") == "pages/code/a b.py_docs"
    assert data_key("code/a.py_docs/") == "pages/code/a.py_docs"


def test_limits_are_said(tmp_path: Path) -> None:
    many = "".join(f"def f{n}(): Cart()\n" for n in range(cards.MOST))
    many = f"from shop.cart import Cart\n{many}"
    built = make_project(tmp_path, {**FILES, "shop/many.py": many}).build()
    *_, uses, more, _, _, _ = definition(built, "Cart")
    # The nearest, and one of the many is left out with those farther away.
    files = [data(built)[2][file][0] for file, _ in uses]
    assert files == ["shop/cart.py", "shop/many.py"]
    assert sum(len(places) for _, places in uses) == cards.MOST
    assert more == 5


def test_an_edit_writes_what_the_file_uses(
    built_project: Callable[..., Project], tmp_path: Path
) -> None:
    project = built_project(FILES)
    assert len(list((project.base / "out/html/_kwindex/pages").rglob("*.js"))) == 4
    assert written(project) == set()
    till = FILES["shop/till.py"]
    project.write({"shop/till.py": f"\n\n{till}"})
    assert written(project) == {"cart.py_docs.js", "till.py_docs.js"}
    assert definition(project.build(), "Cart")[8][1][1][0][1] == 7
    project.write({"shop/till.py": f"{till}\n\ndef more():\n    one()\n"})
    project.write({"shop/other.py": None})
    built = project.build()
    assert not (folder(built) / "pages/code/shop/other.py_docs.js").exists()
    clean = project.copy(tmp_path / "clean").build()
    assert_same(folder(built), folder(clean))


def test_the_record_goes_with_the_last_data(tmp_path: Path) -> None:
    project = make_project(tmp_path, {"one.py": "def one(): ...\n"})
    record = project.build().outdir / cards._RECORD
    assert record.is_file()
    project.write({"one.py": "print(1)\n"})
    assert written(project) == set()
    assert not record.exists()


def test_a_build_without_changes_writes_nothing(
    built_project: Callable[..., Project],
) -> None:
    project = built_project(FILES)
    record = project.base / "out/html" / cards._RECORD
    before = record.stat().st_mtime_ns
    built = project.build()
    assert record.stat().st_mtime_ns == before
    # Deleted data is written again.
    (folder(built) / f"{CART}.js").unlink()
    assert written(project) == {"cart.py_docs.js"}


def test_a_killed_build_is_made_good(built_project: Callable[..., Project]) -> None:
    project = built_project(FILES)
    outdir = project.base / "out/html"
    record = cards._read(outdir)
    file = outdir / "_kwindex" / f"{CART}.js"
    file.write_text("kwindex", "ascii")
    cards._save(outdir, "", {**record.digests, CART: ""})
    assert written(project) == {"cart.py_docs.js"}


def test_two_processes_write_the_same(tmp_path: Path, built: Build) -> None:
    other = make_project(tmp_path, FILES).build(parallel=2)
    assert data(other) == data(built)


def test_without_descriptions_and_listings(tmp_path: Path) -> None:
    sections = ["File Purpose"]
    built = make_project(tmp_path, FILES, kwindex_sections=sections).build()
    assert data(built)[1] == 0
    assert definition(built, "Cart.put")[10:] == [[0, []], [], []]
    assert data(built)[4] == []


def test_pages_say_it_without_scripts(tmp_path: Path) -> None:
    users = "\n\n".join(
        f"def use{n}(cart):\n    cart.put(\n        # Why.\n        {n}\n    )"
        for n in range(30)
    )
    far = "from shop.cart import Big\n\n\nclass Bigger(Big): ...\n"
    files = {**FILES, "far/users.py": f"{users}\n", "far/far.py": far}
    # Of importers in one folder the page names that once.
    files["far/more.py"] = "from shop.cart import Cart\n"
    project = make_project(tmp_path, files)
    built = project.build()
    found = check(built.outdir)
    assert found.missing == []
    assert found.facts["use"] >= 5
    assert found.facts["derived class"] == 1
    # Of the last ones the file alone is named, and its listing has the statements.
    assert found.facts["possible use in a file that is named"] >= 10
    page = built.outdir / "code/shop/cart.py_docs.html"
    text = page.read_text("utf-8")
    for said, kind in (
        ("Bigger", "derived class"),
        ("How much fits in.", "first sentence"),
        ("far/users.py", "possible use in a file that is named"),
        ("test_cart.py", "importer"),
        ("no use found", "unused"),
    ):
        assert said in text
        page.write_text(text.replace(said, "?"), "utf-8")
        assert kind in {missing[2] for missing in check(built.outdir).missing}, said


def test_folders_of_pages(tmp_path: Path) -> None:
    built = make_project(tmp_path, FILES).build("dirhtml")
    assert data(built)[2][0][1] == "code/shop/cart.py_docs/"


def test_books_have_none(tmp_path: Path) -> None:
    built = make_project(tmp_path, FILES).build("singlehtml")
    assert not folder(built).exists()


#: By the name of a file what derives from ``Base`` in it.
DERIVING = {
    "a.hpp": "struct Base {};\nstruct Other : public Base {};\n",
    "template.hpp": (
        "template <class T> struct Base {};\n"
        "namespace n {\nstruct Other : private ::Base<int> {};\n}\n"
    ),
    "a.ts": "class Base<T> {}\nclass Other extends Base<string> {}\n",
    "A.java": "class Base {}\nclass Other extends Base {}\n",
    "a.rs": "pub trait Base {}\nstruct Other;\nimpl Base for Other {}\n",
    "a.pyx": "cdef class Base:\n    pass\ncdef class Other(Base):\n    pass\n",
}


@pytest.fixture(scope="module")
def deriving(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return make_project(tmp_path_factory.mktemp("deriving"), DERIVING).build()


@pytest.mark.parametrize("name", DERIVING)
def test_classes_that_derive_are_told_apart_from_other_uses(
    deriving: Build, name: str
) -> None:
    found = definition(deriving, "Base", f"pages/code/{name}_docs")
    roles = [place[3] for _, places in found[8] for place in places]
    assert BASE in roles


def test_what_one_file_declares_and_another_defines_leads_there(tmp_path: Path) -> None:
    files = {
        "a/box.h": "class Box;\nint area(int side);\n",
        "b/box.cpp": '#include "../a/box.h"\nclass Box {};\n'
        "int area(int side) { return side * side; }\n",
        "c/use.cpp": '#include "../a/box.h"\nint use() { return area(2); }\n',
    }
    built = make_project(tmp_path, files).build()

    def elsewhere(path: str) -> dict[str, list[Any]]:
        return {one[1]: one[11] for one in data(built, f"pages/code/{path}_docs")[3]}

    place = "code/{}_docs.html#def-{}".format
    assert elsewhere("b/box.cpp")["area"] == [
        ["declaration", "a/box.h", 1, place("a/box.h", "area")]
    ]
    assert elsewhere("a/box.h") == {
        "Box": [["defined", "b/box.cpp", 0, place("b/box.cpp", "Box")]],
        "area": [["defined", "b/box.cpp", 0, place("b/box.cpp", "area")]],
    }


def test_what_is_declared_ahead_stands_behind_its_definition(tmp_path: Path) -> None:
    files = {"a.h": "class Box;\n", "long/path/box.h": "class Box {};\n"}
    built = make_project(tmp_path, files).build()
    rows = data(built, data(built, "names")[1][0][0])
    found = {row[0]: row[2] for row in rows if row[2]}
    assert found == {"a.h": ["0-Box"], "long/path/box.h": ["0+Box"]}
