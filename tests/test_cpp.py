"""C and C++: what pages show of their files."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Build, Project, assert_same

Make = Callable[..., Project]

FILES = {
    "inc/add.h": (
        "namespace at { namespace native {\n"
        "/// A base.\n"
        "struct Base { int x; virtual int get() const; };\n"
        "int add(int a, int b);\n"
        "class Derived : public Base {\n"
        " public:\n"
        "  int get() const override { return x + add(1, 2); }\n"
        "};\n"
        "}}\n"
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
    ),
    "src/add.cpp": (
        '#include "../inc/add.h"\n'
        "#include <vector>\n"
        "namespace at::native {\n"
        "int add(int a, int b) { return MAX(a, b) + a; }\n"
        "int Base::get() const { return x; }\n"
        "}\n"
        "int main() { at::native::Derived d; return at::native::add(1, 2); }\n"
    ),
    "src/other.cpp": "int lonely() { return MAX(1, 2); }\n",
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def listing(build: Build, path: str) -> str:
    text = build.text(f"code/{path}_docs")
    return text.partition('class="kw-source')[2].partition("</pre>")[0]


def test_definitions(built: Build) -> None:
    header = built.text("code/inc/add.h_docs")
    for anchor in ("at.native", "at.native.Base", "at.native.Base.x", "MAX"):
        assert f'id="def-{anchor}"' in header, anchor
    assert "A base." in built.body("code/inc/add.h_kw")
    assert "struct" in built.body("code/inc/add.h_docs")


def test_names_lead_by_scopes_and_includes(built: Build) -> None:
    code = listing(built, "src/add.cpp")
    header = "../inc/add.h_docs.html"
    assert f'href="{header}">' in code
    for name in ("at.native.Base", "at.native.Base.x", "at.native.Derived", "MAX"):
        assert f'href="{header}#src-{name}"' in code, name
    assert 'href="#src-at.native.add"' in code
    # The parameter is nobody else's.
    assert "(a)</a>" not in code


def test_members_are_those_of_declared_types(make_project: Make) -> None:
    header = (
        "namespace shop {\n"
        "struct Item { int price; Item(int p); int cost() const; };\n"
        "struct Gift : Item { int wrapped; };\n"
        "struct Other { int price; int cost() const; };\n"
        "}\n"
    )
    source = (
        '#include "shop.h"\n'
        "using namespace shop;\n"
        "int pay(const Item& item, Gift *gift, int price) {\n"
        "  Other other{}; auto any = other;\n"
        "  return item.price + gift->cost() + other.price + any.cost() + price;\n"
        "}\n"
    )
    built = make_project({"shop.h": header, "pay.cpp": source}).build()
    assert built.warnings == ""
    code = listing(built, "pay.cpp").partition(">return<")[2]
    assert code.count('href="shop.h_docs.html#src-shop.Item.price"') == 1
    assert 'href="shop.h_docs.html#src-shop.Item.cost"' in code
    assert 'href="shop.h_docs.html#src-shop.Other.price"' in code
    # Of what its type is not known several may be meant.
    assert 'kw-byname" href="shop.h_docs.html#src-shop.Item.cost"' in code
    # A class is meant by its name, and not its constructor.
    assert 'href="shop.h_docs.html#src-shop.Item"' in listing(built, "pay.cpp")


def test_what_is_not_included_is_by_name(built: Build) -> None:
    code = listing(built, "src/other.cpp")
    assert 'kw-byname" href="../inc/add.h_docs.html#src-MAX"' in code


def test_includes_are_told_both_ways(built: Build) -> None:
    assert "#include &lt;vector&gt;" in built.text("code/src/add.cpp_docs")
    imported = built.text("code/inc/add.h_docs").partition("Included by (1 file)")[2]
    assert 'href="../src/add.cpp_docs.html"' in imported


def test_an_edit_ends_as_a_clean_build(make_project: Make) -> None:
    project = make_project(FILES)
    for changed in (
        {"inc/add.h": FILES["inc/add.h"].replace("int add(", "int minus(")},
        {"src/other.cpp": '#include "../inc/add.h"\n' + FILES["src/other.cpp"]},
    ):
        project.build()
        project.write(changed)
        built = project.build()
        fresh = project.base / "fresh"
        project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
        assert_same(built.outdir, fresh)
