"""Answers on the command line and from programs: query, file, where, map."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from filelock import FileLock
from trees import surveyed, write

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.command.main import main
from sphinxcontrib_kwindex.command.open_tree import open_tree
from sphinxcontrib_kwindex.exports.answers import tokens
from sphinxcontrib_kwindex.exports.answers.lookup import explain, find
from sphinxcontrib_kwindex.exports.answers.map import repository_map
from sphinxcontrib_kwindex.exports.answers.where import where

FILES = {
    "shop/__init__.py": '"""A shop."""\nfrom .prices import *\n',
    "shop/prices.py": '''"""Prices of goods."""
from decimal import Decimal


class Price:
    """What something costs."""

    def with_tax(self, rate: float = 0.2) -> Decimal:
        """Return the price with a tax. More of it."""
        return _rounded(rate)


class NetPrice(Price):
    def with_tax(self, rate=0):
        return super().with_tax(rate)


def _rounded(value):
    return Decimal(value)


def _unknown(thing):
    return thing.with_tax()
''',
    "shop/cart.py": '''"""The cart."""
from shop import Price


def total(count):
    """Add up."""
    return Price().with_tax() * count


def receipt(count):
    return str(total(count))
''',
    "tests/test_cart.py": """from shop.cart import receipt, total


def test_total():
    assert total(1)


def test_receipt():
    assert receipt(2)
""",
    "web/page.js": "export function show(cart) { return cart; }\n",
    "README.md": "# The shop\n\nAll about it.\n",
}
TWO_LANGUAGES = {
    "shop/prices.py": FILES["shop/prices.py"],
    "src/tensor.rs": "pub struct Tensor;\nimpl Tensor {\n    pub fn read(&self) {}\n}\n"
    "pub fn of_two() {}\npub fn tensors_read() {}\n",
}

Run = Callable[..., "Result"]


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("answers") / "tree"
    write(root, FILES)
    # A tree that has just changed is looked at anew, and the store may be held open.
    with open_tree(root, cache=root.parent / "cache", tick=0):
        pass
    return root


@pytest.fixture
def run(tree: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str, root: Path = tree) -> Result:
        cache = str(root.parent / "cache")
        code = main([*arguments, "-C", str(root), "--cache", cache])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture
def code(tree: Path) -> Iterator[CodeMap]:
    with open_tree(tree, cache=tree.parent / "cache") as opened:
        yield opened


def test_query(run: Run) -> None:
    result = run("query", "total")
    assert result.code == 0
    assert result.out == (
        "shop/cart.py:5: function total\n"
        "    def total(count)\n"
        "    Add up.\n"
        "Callers (1):\n"
        "  shop/cart.py receipt\n"
        "Uses (1):\n"
        "  shop/cart.py:11: receipt: return str(total(count))\n"
        "Uses in tests (1):\n"
        "  tests/test_cart.py:5: test_total: assert total(1)\n"
        "Tests (1):\n"
        "  tests/test_cart.py:4: test_total\n"
    )
    member = "Members (1):\n  8: def with_tax(self, rate: float = 0.2) -> Decimal\n"
    assert member in run("query", "Price").out
    through = run("query", "Price.with_tax", "--tests")
    assert "test_cart.py:4: test_total (through total)" in through.out
    assert "test_total" not in run("query", "Price.with_tax").out


def test_a_query_says_of_a_structure_that_it_is_one(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "tree", {"a.go": "package a\n\ntype Box struct{}\n"})
    out = run("query", "Box", root=tmp_path / "tree").out
    assert out.startswith("a.go:3: struct Box\n")


@pytest.mark.parametrize(
    "name",
    ["Price", "shop.Price", "shop.prices.Price", "prices.py::Price"],
)
def test_names_of_one_definition(name: str, code: CodeMap) -> None:
    (match,) = find(code, name).matches
    assert match.target == "shop/prices.py::Price"


def test_names_by_which_a_package_offers_what_others_define(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "big/__init__.py": "",
            "big/shop/__init__.py": "from .prices import *\nfrom .carts import Cart\n",
            "big/shop/prices.py": "class Price:\n    def tax(self): ...\n",
            "big/shop/carts.py": "class Cart:\n    size = 0\n",
            "small/__init__.py": "",
            "small/shop/__init__.py": "from .wagons import Cart\n",
            "small/shop/wagons.py": "class Cart: ...\n",
        },
    )

    def targets(name: str) -> list[str]:
        return [match.target for match in find(code, name).matches]

    assert targets("shop.Price") == ["big/shop/prices.py::Price"]
    assert targets("shop.Price.tax") == ["big/shop/prices.py::Price.tax"]
    assert targets("small.shop.Cart") == ["small/shop/wagons.py::Cart"]
    assert targets("big.shop.Cart.size") == ["big/shop/carts.py::Cart.size"]
    # Two packages offer one of that name.
    both = ["big/shop/carts.py::Cart", "small/shop/wagons.py::Cart"]
    assert targets("shop.Cart") == both


def test_what_is_known_of_a_class_and_a_method(code: CodeMap) -> None:
    (match,) = find(code, "Price").matches
    known = explain(code, match)
    assert [it.qualname for it in known.subclasses] == ["NetPrice"]
    assert (match.signature, match.summary) == ("class Price", "What something costs.")
    assert [(it.line, it.qualname) for it in known.members] == [(8, "Price.with_tax")]
    (method,) = find(code, "Price.with_tax").matches
    known = explain(code, method)
    assert method.signature == "def with_tax(self, rate: float = 0.2) -> Decimal"
    assert [it.qualname for it in known.overridden_by] == ["NetPrice.with_tax"]
    assert {(it.path, it.around) for it in known.callers if it.sure} == {
        ("shop/prices.py", "NetPrice.with_tax"),
        ("shop/cart.py", "total"),
    }
    assert {it.around for it in known.uses if not it.sure} == {"_unknown"}
    (below,) = find(code, "NetPrice.with_tax").matches
    assert [it.qualname for it in explain(code, below).overrides] == ["Price.with_tax"]
    (unused,) = find(code, "_unknown").matches
    assert explain(code, unused).unused
    assert not known.unused


def test_a_definition_and_its_stub_are_one(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "other"
    stub = "class Sum:\n    def add(self) -> int: ...\ndef alone(): ...\n"
    files = {"a.py": "class Sum:\n    def add(self): return 1\n", "a.pyi": stub}
    write(root, files | {"use.py": "from a import Sum\nSum().add()\n"})
    said = run("query", "Sum.add", root=root).out
    assert said.startswith("a.py:2: method Sum.add\n")
    assert "Callers (1):" in said
    assert run("query", "alone", root=root).out.startswith("a.pyi:3: function alone\n")
    # A package may have it in another file than its stub.
    write(root, {"pkg/__init__.pyi": "class Log: ...\n", "pkg/log.py": "class Log: 1"})
    said = run("query", "Log", root=root).out
    assert said.index("pkg/log.py:1") < said.index("pkg/__init__.pyi:1")


def test_a_definition_and_its_declaration_are_one(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "tree"
    files = {
        "add.h": "/** Doubles a number. */\nint twice(int a);\n",
        "add.c": '#include "add.h"\nint twice(int a) { return 2 * a; }\n'
        "int own(int a) { return twice(a); }\n",
        "one.c": '#include "add.h"\nint one() { return twice(1); }\n',
    }
    write(root, files)
    answer = run("query", "twice", root=root).out
    assert answer.startswith("add.c:2: function twice\n    int twice(int a)\n")
    assert "    Doubles a number.\nDeclared in (1):\n  add.h:2: twice\n" in answer
    callers = "Callers (2):\n  add.c own\n  one.c one\n"
    assert callers in answer
    declaration = run("query", "add.h::twice", root=root).out
    assert "Defined in (1):\n  add.c:2: twice\n" in declaration
    assert "Callers (2):" in declaration
    told = json.loads(run("query", "twice", "--json", root=root).out)
    (known,) = told["definitions"]
    assert known["docstring"] == "Doubles a number."
    assert [it["path"] for it in known["uses"]] == ["add.c", "one.c"]


def test_a_class_comes_before_its_constructor(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "tree"
    files = {
        "a.h": "namespace shop {\nclass Cart {\npublic:\n  Cart();\n};\n}\n",
        "a.cc": '#include "a.h"\nshop::Cart::Cart() {}\n',
        "b.h": "namespace a {\nnamespace box {\nclass box {};\n}\n}\n",
    }
    write(root, files)
    said = run("query", "Cart", root=root).out
    assert said.startswith("a.h:2: class shop::Cart\n")
    assert "Members (1):" in said
    method = run("query", "Cart::Cart", root=root).out
    assert method.startswith("a.cc:2: method shop::Cart::Cart\n")
    assert "2 definitions" in run("query", "box", root=root).out


def test_several_and_none(run: Run) -> None:
    several = run("query", "with_tax")
    assert several.code == 0
    assert several.out.endswith(
        "2 definitions; to see one: shop/prices.py::Price.with_tax\n"
    )
    assert run("query", "with_tax", "-a").out.count("Uses (") == 1
    assert run("query", "with_tax", "-n", "1").out.count("method") == 1
    none = run("query", "totl")
    assert (none.code, none.out) == (1, "")
    assert "nothing is called 'totl'; most like it: shop/cart.py::total" in none.err
    for wrong in ("shop/cart.py::totl", "shop/crt.py::total"):
        told = f"nothing is called '{wrong}'; most like it: shop/cart.py::total"
        assert told in run("query", wrong).err
    data = run("query", "totl", "--json")
    assert data.code == 1
    assert data.data["definitions"] == []
    assert "shop/cart.py::total" in data.data["similar"]


def test_what_a_whole_name_ends_is_named(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "two"
    write(
        root,
        {"a.py": "def save(): ...\n", "b.py": "class B:\n    def save(self): ...\n"},
    )
    told = run("query", "save", root=root).out
    assert told.startswith("a.py:1: function save\n")
    assert told.endswith("Other definitions of that name (1):\n  b.py::B.save\n")
    assert run("query", "save", "--json", root=root).data["others"] == ["b.py::B.save"]
    assert "Other" not in run("query", "B.save", root=root).out


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("Price#with_tax", "shop/prices.py::Price.with_tax"),
        ("Price::with_tax()", "shop/prices.py::Price.with_tax"),
        ("prices::Price::with_tax", "shop/prices.py::Price.with_tax"),
        ("prices.py::Price#with_tax", "shop/prices.py::Price.with_tax"),
        ("shop/prices.py#Price.with_tax", "shop/prices.py::Price.with_tax"),
        ("shop.prices:Price.with_tax", "shop/prices.py::Price.with_tax"),
        ("shop/prices.py:8", "shop/prices.py::Price.with_tax"),
        ("prices.py:10:16:", "shop/prices.py::Price.with_tax"),
        ("tensor.rs:3", "src/tensor.rs::Tensor::read"),
        ("Tensor.read", "src/tensor.rs::Tensor::read"),
        ("tensor::Tensor.read", "src/tensor.rs::Tensor::read"),
        ("tensor::of_two", "src/tensor.rs::of_two"),
        ("crate::tensor::Tensor::read", "src/tensor.rs::Tensor::read"),
    ],
)
def test_a_name_with_the_signs_of_another_language(
    run: Run, tmp_path: Path, asked: str, meant: str
) -> None:
    write(tmp_path / "two", TWO_LANGUAGES)
    told = run("query", asked, "--json", root=tmp_path / "two").data
    path, _, name = meant.partition("::")
    assert [(it["path"], it["qualname"]) for it in told["definitions"]] == [
        (path, name)
    ]
    assert run("where", asked, root=tmp_path / "two").out.startswith(f"{path}:")


def test_a_line_in_no_definition_means_its_file(run: Run) -> None:
    assert run("query", "shop/prices.py:2").out.startswith("shop/prices.py: Python")
    assert run("query", "shop/nothing.py:2").code == 1
    assert run("file", "shop/prices.py:2").out.startswith("shop/prices.py: Python")
    assert run("file", "shop/nothing.py:2").code == 1


def test_what_looks_most_like_a_name_comes_first(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "two"
    write(root, TWO_LANGUAGES)
    similar = run("query", "Tensors.reed", "--json", root=root).data["similar"]
    assert similar[0] == "src/tensor.rs::Tensor::read"
    for signs in ("", ".", "::", "#"):
        assert "similar" not in run("query", signs, root=root).err


def test_a_file_without_its_suffix(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "other"
    paths = ("src/walk.rs", "src/a/main.rs", "src/b/main.go", ".walk")
    write(root, dict.fromkeys(paths, "// Goes.\n"))
    for asked in (("query", "walk"), ("file", "walk"), ("file", "src/walk")):
        assert run(*asked, root=root).out.startswith("src/walk.rs: Rust")
    assert run("query", "a/main", root=root).out.startswith("src/a/main.rs: Rust")
    several = run("query", "main", root=root)
    assert several.code == 1
    assert "most like it: src/a/main.rs, src/b/main.go\n" in several.err
    assert run("file", "alk", root=root).code == 1
    assert run("query", "", root=root).code == 1


def test_json_has_everything(run: Run) -> None:
    (known,) = run("query", "total", "--json").data["definitions"]
    assert known["path"] == "shop/cart.py"
    assert (known["lines"], known["end_line"]) == ([5], 7)
    assert [use["role"] for use in known["uses"]].count("call") == 2
    assert known["tests"][0]["qualname"] == "test_total"
    (file,) = run("file", "shop/cart.py", "--json").data["files"]
    assert file["imports"] == ["shop/__init__.py"]
    assert file["definitions"][0]["users"] == 1
    assert run("where", "total", "--json").data["matches"][0] == {
        "path": "shop/cart.py",
        "line": 5,
        "kind": "function",
        "qualname": "total",
    }


def test_modules_that_a_package_is_asked_for_are_imported(
    run: Run, tmp_path: Path
) -> None:
    root = tmp_path / "other"
    files = {"shop/cart.py": "from . import prices\nfrom shop import Price\n"}
    write(root, FILES | files)
    (file,) = run("file", "shop/cart.py", "--json", root=root).data["files"]
    # The class is another's to import.
    assert file["imports"] == ["shop/__init__.py", "shop/prices.py"]
    (file,) = run("file", "shop/prices.py", "--json", root=root).data["files"]
    assert "shop/cart.py" in file["imported_by"]


def test_file(run: Run, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("file", "shop/cart.py")
    assert result.out.startswith("shop/cart.py: Python, 11 lines\n    The cart.\n")
    assert "  5: def total(count)  (used by 1 file)\n" in result.out
    assert "Tests (1):\n  tests/test_cart.py\n" in result.out
    assert run("query", "shop.cart").out == result.out
    assert run("file", str(tree / "shop" / "cart.py")).out == result.out
    assert run("file", "cart.py").out == run("file", "shop.cart").out == result.out
    monkeypatch.chdir(tree / "shop")
    assert run("file", "cart.py").out == result.out
    for name in ("shop/crt.py", "crt.py"):
        none = run("file", name)
        assert none.code == 1
        assert "shop/cart.py" in none.err
        none = run("file", name, "--json")
        assert (none.code, none.data["files"]) == (1, [])
        assert "shop/cart.py" in none.data["similar"]
    outside = run("file", "../../x.py")
    assert outside.code == 2


def test_a_path_as_a_shell_completes_it_may_be_asked_for(
    run: Run, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_file = run("query", "shop/cart.py").out
    of_name = run("query", "total").out
    whole = tree / "shop" / "cart.py"
    for name in ("./shop/cart.py", str(whole)):
        assert run("query", name).out == of_file
        assert run("query", f"{name}::total").out == of_name
    of_folder = run("file", "shop").out
    for name in ("shop/", "./shop", str(tree / "shop")):
        assert run("query", name).out == of_folder
    monkeypatch.chdir(tree / "tests")
    assert run("query", "../shop/cart.py::total").out == of_name


def test_what_rust_offers_to_python_is_not_private(run: Run, tmp_path: Path) -> None:
    text = (
        "#[pyclass]\nstruct Item {}\n\n"
        "#[pymethods]\nimpl Item {\n    fn ids(&self) {}\n}\n\n"
        "impl Item {\n    fn own(&self) {}\n}\n"
    )
    root = write(tmp_path / "tree", {"lib.rs": text})
    out = run("file", "lib.rs", root=root).out
    assert "6:   fn ids(&self)" in out
    assert "Private definitions: 1 " in out
    assert "fn own" not in run("query", "Item", root=root).out


def test_folder(run: Run, monkeypatch: pytest.MonkeyPatch, tree: Path) -> None:
    assert run("file", "shop/").out.splitlines() == [
        "shop: folder, 3 files",
        "    A shop.",
        "Most used (3):",
        "  shop/prices.py::Price: What something costs.  (used by 1 file)",
        "  shop/cart.py::receipt  (used by 1 test)",
        "  shop/cart.py::total: Add up.  (used by 1 test)",
        "Files (3):",
        "  shop/__init__.py: A shop.",
        "  shop/cart.py: The cart.",
        "  shop/prices.py: Prices of goods.",
    ]
    monkeypatch.chdir(tree / "shop")
    assert run("file", ".").out == run("file", "shop").out
    (root,) = run("file", str(tree), "--json").data["folders"]
    assert root["folder"] == "."
    assert root["files"] == [{"path": "README.md", "summary": "All about it."}]
    assert {"path": "shop", "summary": "A shop.", "files": 3} in root["folders"]
    assert "  shop/: A shop.  (3 files)" in run("file", "..").out.splitlines()


def test_files_with_tests_through_others_are_asked_for(run: Run) -> None:
    assert "Tests" not in run("file", "shop/prices.py").out
    for command in (["file", "shop/prices.py", "-t"], ["query", "shop.prices", "-t"]):
        assert "Tests (1):\n  tests/test_cart.py\n" in run(*command).out


def test_what_one_address_has_is_not_told_by_it(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, {"a.py": "class mark: ...\n\n\nif mark:\n    def mark(f): ...\n"})
    out = run("query", "mark", root=root).out
    assert out.endswith("2 definitions; to see each: -a\n")


def test_of_overloads_what_implements_them_is_shown(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "tree"
    text = "@overload\ndef f() -> int: ...\n@overload\ndef f(a: str) -> str: ...\n"
    write(root, {"a.py": f"from typing import overload\n{text}def f(a=''): ...\n"})
    assert "\n    def f(a='')\n" in run("query", "f", root=root).out
    assert "def f(a='')\n" in run("map", root=root).out


def test_source_comes_before_examples_and_declarations(
    tmp_path: Path, run: Run
) -> None:
    files = {
        "app/base.py": "class App:\n    def __init__(self):\n        self.depth = 1\n",
        "examples/conf.py": "depth = 2\n",
        "tests/test_app.py": "class Mock:\n    depth = 3\n",
        "lib/option.js": "export class Option {\n  pick(values) {}\n}\n",
        "typings/index.d.ts": "export class Option {\n  pick(values: any): this;\n}\n",
    }
    root = write(tmp_path / "tree", files)
    found = run("query", "depth", "--json", root=root).data
    where = [match["path"] for match in found["definitions"]]
    assert where == ["app/base.py", "examples/conf.py"]
    assert found["others"] == ["tests/test_app.py::Mock.depth"]
    lines = run("where", "dept", root=root).out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [*where, "tests/test_app.py"]
    found = run("query", "Option.pick", "--json", root=root).data
    assert [match["path"] for match in found["definitions"]] == ["lib/option.js"]
    assert found["others"] == ["typings/index.d.ts::Option.pick"]


def test_what_looks_up_a_method_by_a_part_of_its_name(tmp_path: Path, run: Run) -> None:
    source = (
        "class Base:\n    def run(self, name):\n"
        "        return getattr(self, f'do_{name}')()\n\n"
        "class Shell(Base):\n    def do_quit(self): ...\n\n"
        "class Other:\n    def do_quit(self): ...\n"
    )
    root = write(tmp_path / "tree", {"shell.py": source})
    told = "Perhaps looked up by a part of its name (1):\n  shell.py:2: Base.run\n"
    assert told in run("query", "Shell.do_quit", root=root).out
    assert "looked up" not in run("query", "Other.do_quit", root=root).out
    assert "looked up" not in run("query", "Base.run", root=root).out


def test_only_some_of_several_definitions_are_described(code: CodeMap) -> None:
    every = find(code, "with_tax")
    assert every.number == len(every.matches) == 2
    some = find(code, "with_tax", at_most=1)
    assert (some.matches, some.number) == (every.matches[:1], 2)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("total", ["total", "test_total"]),
        ("with tax", ["Price.with_tax", "NetPrice.with_tax"]),
        ("net PRICE", []),
        ("net price", ["NetPrice", "NetPrice.with_tax"]),
        ("wtax", ["Price.with_tax", "NetPrice.with_tax"]),
        ("*price", ["Price", "NetPrice"]),
        ("*Price", ["Price", "NetPrice"]),
        ("[P]rice", ["Price"]),
        ("with_", ["Price.with_tax", "NetPrice.with_tax"]),
        ("\u212awith", []),
        ("*Price*", ["Price", "NetPrice"]),
        ("*Price.with_tax", ["Price.with_tax", "NetPrice.with_tax"]),
        ("TOTAL", []),
        ("[", []),
        ("shop.prices.Price", ["Price"]),
        ("shop.Price.with_tax", ["Price.with_tax"]),
        ("cart.py::total", ["total"]),
        ("shop.prices.Pr", []),
    ],
)
def test_patterns(pattern: str, found: list[str], code: CodeMap) -> None:
    assert [match.qualname for match in where(code, pattern)] == found


def test_what_redefines_a_method_in_other_languages(tmp_path: Path, run: Run) -> None:
    java = "class A { void go() {} }\nclass B extends A { void go() {} }\n"
    hpp = "struct A { virtual void go(); };\nstruct B : A { void go() override; };\n"
    root = write(tmp_path / "tree", {"A.java": java, "a.hpp": hpp})
    for file, dot in (("A.java", "."), ("a.hpp", "::")):
        below = run("query", f"{file}::A{dot}go", root=root).out
        assert f"Overridden by (1):\n  {file}:2: B{dot}go\n" in below
        above = run("query", f"{file}::B{dot}go", root=root).out
        assert f"Overrides (1):\n  {file}:1: A{dot}go\n" in above


def test_names_with_packages(tmp_path: Path, run: Run) -> None:
    files = {
        "src/com/shop/Cart.java": "package com.shop;\nclass Cart {}\nclass Row {}\n",
        "goods/item.go": "package shop\n\ntype Item struct{}\n",
        "goods/shop.go": "package shop\n\nfunc New() {}\n",
        "shop/mock.go": "package mock\n\nfunc New() {}\n",
        "Basket.php": "<?php\nnamespace App\\Shop;\nclass Basket {}\n",
    }
    root = write(tmp_path / "tree", files)
    for name, place in (
        ("com.shop.Cart", "src/com/shop/Cart.java:2"),
        ("shop.Row", "src/com/shop/Cart.java:3"),
        ("shop.Item", "goods/item.go:3"),
        # Not that of the folder which is only called like the package.
        ("shop.New", "goods/shop.go:3"),
        ("App\\Shop\\Basket", "Basket.php:3"),
    ):
        assert run("query", name, root=root).out.startswith(f"{place}: "), name
        assert run("where", name, root=root).out.startswith(f"{place}: "), name


def test_patterns_of_names_with_colons(tmp_path: Path, run: Run) -> None:
    source = "namespace a { struct S { void f(); }; }\nvoid f();\n"
    root = write(tmp_path / "tree", {"s.hpp": source})
    found = run("where", "a::S::*", root=root).out
    assert found == "s.hpp:1: method a::S::f\n"
    assert run("where", "*::f", root=root).out == found
    assert run("where", "f*", root=root).out.count("\n") == 2


def test_scattered_letters_are_looked_for_where_no_name_has_them_together(
    tmp_path: Path, run: Run
) -> None:
    files = {"a.py": "def make_key(): ...\ndef monkey(): ...\ndef mkeyed(): ...\n"}
    root = write(tmp_path / "tree", files)
    assert run("where", "mkey", root=root).out == "a.py:3: function mkeyed\n"
    assert run("where", "mky", root=root).out.count("\n") == 3


def test_where(run: Run) -> None:
    result = run("where", "^re.*t$", "-E")
    assert result.out == "shop/cart.py:10: function receipt\n"
    # Capitals of the syntax are none of the name.
    assert run("where", r"^RE.*T\Z", "-E").code == 1
    assert run("where", r"^(?P<a>NET|net)\Wx|^netp\S", "-E").code == 1
    assert "class NetPrice\n" in run("where", r"^(?P<a>net)p\S", "-E").out
    assert run("where", "*", "--kind", "class").out.count("\n") == 2
    limited = run("where", "*", "-n", "1")
    assert limited.out.count("\n") == 1
    assert "more (-n 0 for all)" in limited.err
    limited = run("where", "*", "--kind", "class", "-n", "1")
    assert "not shown: 1 more (-n 0 for all)" in limited.err
    assert run("where", "xyzzy").code == 1
    assert "not a regular expression: " in run("where", "(", "-E").err
    for long in (["x" * 1001], ["x" * 1001, "-E"]):
        assert "error: the pattern has more than 1,000" in run("where", *long).err
    assert run("where", "(", "-E").code == 2
    assert run("where", "x", "--kind", "thing").code == 2
    assert run("where").code == 2


@pytest.mark.parametrize("command", ["check", "file", "map", "query", "tests", "where"])
def test_a_name_that_is_not_unicode(command: str, run: Run) -> None:
    refused = run(command, "caf\udce9")
    assert refused.code == 2
    assert "'caf\\udce9' is not valid Unicode" in refused.err


@pytest.mark.parametrize("most", [1, 5, 20, 60, 200, 8000])
def test_a_map_is_never_too_long(most: int, run: Run, code: CodeMap) -> None:
    made = repository_map(code, most, counter=ESTIMATE)
    assert tokens.estimated_tokens(made.text) == made.tokens <= most
    assert made == repository_map(code, most, counter=ESTIMATE)
    result = run("map", "--tokens", str(most), "--json")
    assert result.data["tokens"] <= most
    assert result.code == (0 if made.files else 1)


ESTIMATE = tokens.Counter(tokens.ESTIMATE, tokens.estimated_tokens)


def test_what_a_map_begins_with(run: Run, code: CodeMap) -> None:
    everything = repository_map(code, 8000)
    # What most depends on.
    assert everything.files[0].path == "shop/prices.py"
    assert "class Price\n" in everything.text
    asked = repository_map(code, 8000, names=["receipts"])
    assert asked.files[0].path == "shop/cart.py"
    worked_on = repository_map(code, 60, files=["tests/test_cart.py"])
    assert worked_on.files[0].path == "shop/cart.py"
    below = run("map", "web").out
    assert below.startswith("web/page.js\n")
    assert "shop" not in below
    nothing = run("map", "nowhere")
    assert (nothing.code, nothing.out) == (1, "")
    assert "'nowhere' is not in the map" in nothing.err
    like = "'shop/crat.py' is not in the map; most like it: shop/cart.py"
    assert like in run("map", "shop/crat.py").err
    assert "repeat --names" in run("map", "--names", "cart", "total").err
    (code.root.parent / "empty").mkdir()
    empty = run("map", root=code.root.parent / "empty")
    assert (empty.code, empty.out) == (1, "")
    assert "there are no files in empty" in empty.err
    for option in ("--files", "--names"):
        assert run("map", option, "x", option, "y", "web").out == below
    missing = run("map", "web", "--files", "shop/none.py")
    assert (missing.code, missing.out) == (0, below)
    assert "shop/none.py is not a file of the tree" in missing.err


def test_words_of_a_map_are_those_of_the_source(tmp_path: Path, run: Run) -> None:
    tests = "".join(f"def test_reload_of_sockets_{i}(): ...\n" for i in range(50))
    files = {
        "net/watch.py": "class Reloader:\n    def look(self): ...\n",
        "net/check.py": "def validate(): ...\n",
        "tests/test_net.py": tests,
        # The name of a test suite is no definition.
        "tests/a.test.js": "describe('environment', () => { test('it', () => {}) })\n",
    }
    root = write(tmp_path / "tree", files)

    def first(*words: str) -> str:
        names = (part for word in words for part in ("--names", word))
        return run("map", "--tokens", "200", *names, root=root).out.partition("\n")[0]

    assert first("reload", "environment") == "net/watch.py"
    assert first("validation") == first("validator") == "net/check.py"
    assert first("test", "reload") == "tests/test_net.py"


def test_where_prefers_the_case_that_was_written(tmp_path: Path, run: Run) -> None:
    root = tmp_path / "case"
    root.mkdir()
    (root / "a.py").write_text("def GET(): ...\nclass Page:\n    def get(self): ...\n")
    found = run("where", "get", root=root).out.splitlines()
    assert found == ["a.py:3: method Page.get", "a.py:1: function GET"]


def test_methods_stand_in_their_classes(code: CodeMap) -> None:
    text = repository_map(code, 8000, names=["with_tax"]).text
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if "def with_tax" in line)
    assert lines[at - 1].endswith("class Price")


def test_a_map_by_the_name_of_a_class_that_is_not_there(
    tmp_path: Path, run: Run
) -> None:
    (tmp_path / "a.cpp").write_text("int Widget::draw() { return 1; }\n")
    asked = run("map", "--names", "Widget", "--names", "draw", root=tmp_path)
    assert "int Widget::draw()" in asked.out


def test_that_no_use_is_found_may_not_be_sure(tmp_path: Path, run: Run) -> None:
    made = "struct Line;\nimpl Line { fn parse(&self) {} }\n"
    (tmp_path / "a.rs").write_text(f"{made}fn two(it: &X) {{ it.parse() }}\n")
    (tmp_path / "b.py").write_text("def lone(): ...\n")
    unsure = "    No use is found, but there may be some.\n"
    assert run("query", "Line::parse", root=tmp_path).out.endswith(unsure)
    sure = "    Nothing is found to use it.\n"
    assert run("query", "lone", root=tmp_path).out.endswith(sure)


def test_the_estimate_is_on_the_safe_side() -> None:
    # Of tiktoken's o200k_base: 10, 8, 7 and 6.
    for text, number in {
        "def get_cache_key(request):\n    return 12345\n": 12,
        "class HTTPResponseRedirect(Base)": 8,
        "größer als 北京": 7,
        "x=[1,2]": 6,
    }.items():
        assert tokens.estimated_tokens(text) >= number


def test_nothing_is_fetched_to_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    write(
        tmp_path / "lib",
        {"tiktoken/__init__.py": "raise SystemExit('it was imported')\n"},
    )
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    assert tokens.token_counter().name == tokens.ESTIMATE


HOSTILE = {
    "a.py": 'def f(x="\x1b]0;owned\x07"):\n    """Is \x1b[31mred\u202e.\n\nMore."""\n'
    "    return f\n",
    "b\u202e.py": '"""kwindex: error: \x1b[2Jgone."""\nimport a\n\na.f()\n',
    "test_a.py": "from a import f\n\n\ndef test_f():\n    f('\x7f')\n",
    **({"c\nd.py:1: function forged.py": "x = 1\n"} if os.name != "nt" else {}),
    "-p_test.py": "from a import f\ndef test_f(): f()\n",
    **({"::error::x.py": '"""##[set-env]x."""\n'} if os.name != "nt" else {}),
    **({"kwindex: run me.py": "::x = 1\n"} if os.name != "nt" else {}),
    "a.js": "/** ::error::x ##vso[task]x. */\nexport function told() {}\n",
}


@pytest.mark.parametrize(
    "arguments",
    [
        ("query", "f"),
        ("query", "f", "--json"),
        ("query", "f", "--all", "--tests"),
        ("query", "\x1b[2Jnone"),
        ("query", "told"),
        ("query", "##[none]"),
        ("file", "a.js"),
        ("file", "a.py"),
        ("file", "."),
        ("file", "none\x1b\nd.py:1: function forged"),
        ("tests", "a.py::f", "--way"),
        ("tests", "a.py::f", "--json"),
        ("tests", "a.py::none\x1b\nd.py:1: function forged"),
        ("check",),
        ("check", "--json"),
        ("where", "*"),
        ("where", "*", "--json"),
        ("map",),
        ("map", "--json"),
        ("map", "--names", "error"),
    ],
    ids=" ".join,
)
def test_a_tree_says_nothing_to_a_terminal(
    arguments: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    root = tmp_path / "tree"
    write(root, HOSTILE)
    result = run(*arguments, root=root)
    for text in (result.out, result.err):
        assert all(line.isprintable() for line in text.split("\n"))
        forged = ("d.py:1: function forged", "::error", "kwindex: run")
        assert not any(line.lstrip().startswith(forged) for line in text.splitlines())
        assert not re.search(r"##\w*\[", text)


def test_what_a_warm_answer_loads(tree: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    arguments = ["query", "total", "-C", str(tree), "--cache", cache]
    program = (
        "import sys; from sphinxcontrib_kwindex.command.main import main\n"
        f"code = main({arguments!r})\n"
        "print(code, *sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    with open_tree(tree, cache=Path(cache), tick=0):
        pass
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert loaded[0] == "0"
    slow = {"sphinx", "docutils", "astroid", "pygments", "tree_sitter", "email"}
    slow |= {"pathspec", "identify", "subprocess", "socket", "logging", "tomllib"}
    slow |= {"hashlib", "_hashlib"}
    if sys.version_info[:2] != (3, 14):  # whose argparse takes them for its colours
        slow |= {"dataclasses", "inspect"}
    assert not slow.intersection(loaded)


MANUAL = Path(__file__).parents[1] / "demo_docs"
HOWTO = (MANUAL / "howto" / "answers.rst").read_text("utf-8")


def _block(head: str) -> str:
    """Return a block of code of the manual."""
    found = re.search(rf"(?m)^ *{re.escape(head)}\n\n((?:   .*\n|\n)+)", HOWTO)
    assert found, head
    return textwrap.dedent(found[1]).strip() + "\n"


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "example"
    for path in ("shop/prices.py", "shop/cart.py"):
        write(root, {path: _block(f":caption: {path}")})
    monkeypatch.chdir(root)
    monkeypatch.setattr(
        "platformdirs.user_cache_path", lambda *_, **__: tmp_path / "cache"
    )
    return root


def test_the_current_folder_is_the_root_without_git(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["file", "shop/prices.py"]) == 0
    assert "shop/cart.py" in capsys.readouterr().out
    assert main(["map", "shop", "--tokens", "300"]) == 0
    assert "shop/cart.py" in capsys.readouterr().out
    # Nothing says of which tree a file elsewhere is a part, as of /etc/passwd.
    other = example.parent / "other"
    write(other, {"alone.py": "def lonely(): ...\n"})
    assert main(["file", str(other / "alone.py")]) == 2
    assert "Name the root of its tree with --root DIR" in capsys.readouterr().err
    assert main(["file", str(other / "alone.py"), "--root", str(other)]) == 0
    assert "lonely" in capsys.readouterr().out
    # A folder elsewhere is one.
    assert main(["file", str(other)]) == 0
    assert "alone.py" in capsys.readouterr().out


def test_commands_of_the_manual(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, *commands = _block(".. code-block:: console").split("$ kwindex ")
    assert len(commands) == 3
    for text in commands:
        arguments, _, said = text.partition("\n")
        assert main(arguments.split()) == 0
        assert capsys.readouterr().out == said


def test_programs_of_the_manual(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = doctest.testfile(str(MANUAL / "howto" / "answers.rst"), False)
    assert result.attempted > 5
    assert result.failed == 0, capsys.readouterr().out
    exec(_block(":caption: Print public functions that nothing uses"), {})
    assert capsys.readouterr().out == "shop/cart.py:6: total\n"


@pytest.mark.parametrize("name", ["query", "file", "where", "map"])
def test_options_are_in_the_manual(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    manual = (MANUAL / "reference" / "answers.rst").read_text("utf-8")
    assert main([name, "--help"]) == 0
    for option in re.findall(r"(?m)^  (-[^ ,]+(?:, --\w+)?)", capsys.readouterr().out):
        for one in option.split(", "):
            assert one in {"-h", "--help"} or f"``{one}" in manual


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["--help"], ["query", "--help"]])
def test_help_that_cannot_be_written_is_an_error(
    arguments: list[str], unbuffered: str
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sphinxcontrib_kwindex", *arguments],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.startswith("kwindex: error: no space is left")


def test_a_store_that_is_lost_is_made_again(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where the record of the tree says that nothing changed."""
    arguments = ["query", "total", "-C", str(tree)]
    arguments += ["--cache", str(tmp_path / "cache")]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    (store,) = (tmp_path / "cache").glob("tree-*/kwindex.sqlite")
    for content in (b"", b"rubbish" * 1000):
        assert (store.parent / "tree.json").exists()
        store.unlink()
        if content:
            store.write_bytes(content)
        assert main(arguments) == 0
        assert capsys.readouterr().out == first


def test_questions_at_the_same_time_wait_for_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "tree", FILES)
    arguments = ["query", "total", "-C", str(tmp_path / "tree")]
    arguments += ["--cache", str(tmp_path / "cache")]
    assert main(arguments) == 0
    (folder,) = (tmp_path / "cache").glob("tree-*")
    (folder / "tree.json").unlink(missing_ok=True)
    lock = FileLock(folder / "command.lock", thread_local=False)
    lock.acquire()
    Timer(0.5, lock.release).start()
    assert main(arguments) == 0
    assert "waiting for another kwindex process" in capsys.readouterr().err
