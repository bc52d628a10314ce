"""Definitions of the kinds that other languages have, on all pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from projects import Project, assert_same
from sphinx.util.inventory import InventoryFile
from test_languages import install

from sphinxcontrib_kwindex.model.anchors import definition_anchor, definition_anchors
from sphinxcontrib_kwindex.model.definition_heads import name_in_head
from sphinxcontrib_kwindex.model.facts import (
    Definition,
    FileFacts,
    Import,
)
from sphinxcontrib_kwindex.model.kinds import KIND_NUMBERS, KINDS, PYTHON_KINDS
from sphinxcontrib_kwindex.model.names import (
    enclosing,
    is_inside,
    last_part,
    parts_of,
    split_name,
)
from sphinxcontrib_kwindex.model.outermost_definitions import top_level

Make = Callable[..., Project]
Install = Callable[..., None]
__all__ = ["install"]

#: A line is a definition: kind, qualified name, modifiers, head, with bars between.
LANGUAGE = """
from dataclasses import replace
from posixpath import dirname, join, normpath

from sphinxcontrib_kwindex.analysis.languages.language import Language
from sphinxcontrib_kwindex.model.facts import Definition, Import


def analyse(text, facts, rules):
    definitions, imports = [], []
    lines = text.split("\\n")
    for number, line in enumerate(lines, 1):
        if line.startswith("#include"):
            name = line.split('"')[1]
            imports.append(Import(name, number, text=line))
        elif line.count("|") == 3:
            kind, name, words, head = map(str.strip, line.split("|"))
            definitions.append(
                Definition(
                    kind, name, (number,), number,
                    modifiers=tuple(words.split()), head=head, summary="It is.",
                )
            )
    return replace(facts, definitions=tuple(definitions), imports=tuple(imports))


def resolve(importer, module, files):
    near = normpath(join(dirname(importer), module))
    return near if near in files else module


C = Language(
    "Plus", analyse, "1", (".hplus", ".plus"), resolve=resolve, lexer="cpp",
    family="plus", import_word="include",
)
"""
HEADER = """\
macro | MAX | | #define MAX(a, b)
namespace | at | | namespace at {
class | at::Shape | struct | template <typename T> struct Shape : Base<T>
field | at::Shape::size | const | const int size
method | at::Shape::operator<< | declaration | Shape& operator<<(int)
method | at::Shape::~Shape | virtual | virtual ~Shape()
method | at::Shape::hidden | private | void hidden()
enum | at::Color | | enum class Color
constant | at::Color::red | | red
type | at::Sizes | | using Sizes = vector<Shape>
function | at::add | declaration | int add(int, int);
function | at::_inner | | int _inner()
"""
SOURCE = """\
#include "include/shape.hplus"
#include "lost.hplus"
method | at::Shape::operator<< | | Shape& Shape::operator<<(int x)
function | at::add | | int add(int a, int b)
"""
FILES = {
    "include/shape.hplus": HEADER,
    "src/shape.plus": SOURCE,
    "src/other.plus": "function | at::sub | static | static int sub()\n",
    "main.py": "def add():\n    return 1\n",
}
#: Roles that all have one target.
ROLES = """\
Manual
======

:kw:macro:`MAX` :kw:type:`at::Sizes` :kw:field:`at::Shape::size` :kw:enum:`Color`
:kw:meth:`include/shape.hplus::at::Shape::operator<<` :kw:constant:`~at::Color::red`
:kw:func:`src/shape.plus::at::add` :kw:namespace:`at` :kw:class:`shape.hplus::at::Shape`
"""


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a", ["a"]),
        ("Class.method", ["Class", "method"]),
        ("outer.<locals>.inner", ["outer", "<locals>", "inner"]),
        ("at::native::add", ["at", "native", "add"]),
        ("Foo::operator<<", ["Foo", "operator<<"]),
        ("Foo::operator()", ["Foo", "operator()"]),
        (
            "a::Foo::operator std::vector<a::B>",
            ["a", "Foo", "operator std::vector<a::B>"],
        ),
        ("operator.get", ["operator", "get"]),
        ("a::operators::b", ["a", "operators", "b"]),
        ("Foo::~Foo", ["Foo", "~Foo"]),
        ("Map<std::pair<a::b, c>>::at", ["Map<std::pair<a::b, c>>", "at"]),
        ("List.[Symbol.iterator]", ["List", "[Symbol.iterator]"]),
        ("(anonymous namespace)::f", ["(anonymous namespace)", "f"]),
    ],
)
def test_names_are_taken_apart(name: str, parts: list[str]) -> None:
    assert parts_of(name) == parts
    assert last_part(name) == parts[-1]
    outer, last = split_name(name)
    assert name in {last, f"{outer}.{last}", f"{outer}::{last}"}
    assert enclosing(name) == outer.removesuffix(".<locals>")
    assert not outer or is_inside(name, outer)


def test_ids_hold_nothing_that_ends_them() -> None:
    names = [
        *("a::b", "a::operator<", "a::operator>", "a::operator std::string", "a::~b"),
        *('a::operator""_x', "a::$b", "a::b-c", "a::b/c", "a.b'", "a::operator()"),
        # Pages show other characters for these.
        *("a\x1b", "a\x9b", "a\u2028", "a\u202e", "a\u2066", "a\U000e0041"),
    ]
    ids = {definition_anchor(name) for name in names}
    assert len(ids) == len(names)
    assert all(re.fullmatch(r"[\w.-]+", one) for one in ids)
    assert definition_anchor("at::native::add") == "def-at.native.add"
    # Those of Python stay.
    for name in ("a", "C.m", "f.<locals>.g", "naïve.é", "क्षि"):
        assert definition_anchor(name) == f"def-{name.replace('.<locals>.', '..')}"
    twice = [Definition("data", name, (1,), 1) for name in ("a::b", "a.b")]
    assert len(set(definition_anchors(twice).values())) == 2


def test_kinds_of_python_keep_order_and_numbers() -> None:
    assert tuple(kind for kind in KINDS if kind in PYTHON_KINDS) == PYTHON_KINDS
    assert [KIND_NUMBERS[kind] for kind in PYTHON_KINDS] == [0, 1, 2, 3, 4]
    assert KIND_NUMBERS.keys() == set(KINDS)


@pytest.mark.parametrize(
    ("kind", "name", "head", "at"),
    [
        ("method", "Foo::Foo", "Foo::Foo(int x)", 5),
        ("function", "make", "make_it make(make other)", 8),
        ("class", "Foo", "struct Foo : Bar<Foo>", 7),
        ("method", "F::operator<<", "F& F::operator<<(int)", 6),
        ("method", "F::~F", "F::~F()", 3),
        ("function", "f", "MACRO(g)", -1),
    ],
)
def test_name_in_head(kind: str, name: str, head: str, at: int) -> None:
    assert name_in_head(Definition(kind, name, (1,), 1, head=head)) == at


def test_private_is_what_the_language_says() -> None:
    definitions = (
        Definition("class", "_a", (1,), 1),
        Definition("class", "b", (2,), 2, modifiers=("private",)),
        Definition("method", "b::c", (3,), 3),
    )
    facts = FileFacts("C++", "cpp", 1, definitions=definitions, source=True)
    assert facts.private_names() == {"b", "b::c"}
    assert replace(facts, type="Python").private_names() == {"_a"}
    spaces = (
        Definition("namespace", "n", (1,), 1),
        Definition("type", "n::t", (2,), 2),
    )
    assert top_level((*definitions, *spaces)) == [*definitions[:2], *spaces]
    assert Import("a", 1, text="use a::{b}").written == "use a::{b}"


@pytest.mark.parametrize("builder", ["html", "markdown"])
def test_pages_of_another_language(
    make_project: Make, install: Install, builder: str
) -> None:
    install(LANGUAGE, entry="plus = kwindex_toy:C")
    project = make_project(FILES, {"index.rst": ROLES})
    build = project.build(builder)
    assert build.warnings == ""
    if builder == "markdown":
        page = build.path("code/include/shape.hplus_docs.md").read_text("utf-8")
        assert "template <typename T> struct Shape : Base<T>" in page
        assert "defined in" in page
        return
    page = build.text("code/include/shape.hplus_docs")
    body = build.body("code/include/shape.hplus_docs")
    for name in ("at", "at.Shape", "at.Shape.operator-3c--3c-", "at.Shape.-7e-Shape"):
        assert f'id="def-{name}"' in page
    assert "template &lt;typename T&gt; struct" in page
    assert "def MAX" not in body
    assert "class Shape" not in body
    assert "__dunder__" not in body
    assert "doctests" not in body
    assert "Module" not in body
    # Who declares and who defines.
    assert 'href="../src/shape.plus_docs.html#def-at.add"' in page
    source = build.text("code/src/shape.plus_docs")
    assert 'declared in <a href="../include/shape.hplus_docs.html#def-at.add"' in source
    assert 'href="../include/shape.hplus_docs.html#def-at.add"' in source
    assert "Includes" in build.body("code/src/shape.plus_kw")
    assert '#include "include/shape.hplus"' in build.body("code/src/shape.plus_docs")
    assert "Included by (1 file)" in body
    assert "1 macro" in build.body("code/index")
    keywords = build.body("code/include/shape.hplus_kw")
    for title in ("Namespaces", "Enums", "Types", "Macros", "Fields", "Constants"):
        assert title in keywords
    assert "struct" in build.body("code/keywords")
    with build.path("objects.inv").absolute().open("rb") as stream:
        inventory = InventoryFile.load(stream, "", lambda *parts: "".join(parts))
    assert "include/shape.hplus::at::Sizes" in inventory["kw:type"]
    assert "include/shape.hplus::at::Shape::operator<<" in inventory["kw:method"]
    roles = build.text("index")
    for name in ("MAX", "at.Sizes", "at.Shape.operator-3c--3c-", "at.Color.red"):
        assert f'shape.hplus_docs.html#def-{name}"' in roles
    assert ">red</" in roles
    build.check_links()


@pytest.mark.parametrize(
    "edit",
    [
        {"src/shape.plus": SOURCE.replace("at::add", "at::plus")},
        {"src/other.plus": "function | at::add | | int add()\n"},
        {
            "include/shape.hplus": HEADER.replace(
                "| at::add | declaration", "| at::add |"
            )
        },
        {"include/shape.hplus": HEADER.replace("struct |", "union |")},
        {"include/shape.hplus": HEADER.replace("_inner | |", "_inner | private |")},
    ],
    ids=["renamed", "another", "defined", "sort", "private"],
)
def test_edits_end_as_a_clean_build(
    make_project: Make, built_project: Make, install: Install, edit: dict[str, str]
) -> None:
    install(LANGUAGE, entry="plus = kwindex_toy:C")
    project = built_project(FILES)
    project.write(edit)
    assert_same(project.build().outdir, make_project({**FILES, **edit}).build().outdir)
