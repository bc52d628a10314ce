"""Which calls of JavaScript are tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from projects import Project
from tree_sitter import Node

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.grammars.grammar import (
    Found,
    Grammar,
    Outer,
    Syntax,
)
from sphinxcontrib_kwindex.analysis.grammars.read_file import read_file
from sphinxcontrib_kwindex.analysis.languages.ecmascript_tests import define_test
from sphinxcontrib_kwindex.model.facts import FileFacts
from sphinxcontrib_kwindex.model.names import last_part, outer_name

pytest.importorskip("tree_sitter_javascript")

SOURCE = """
import { add } from "../add";
describe("add", () => {
  beforeEach(() => { reset(); });
  it("adds 1.5 (and more)", () => { expect(add(1, 2)).toBe(3); });
  describe.skip(`of nothing`, function () {
    test.only("is zero", async () => { add(); });
  });
});
test.each([1, 2])("takes %i", (n) => { add(n); });
test("has no body yet");
it(title, () => {});
contest("none", () => {});
"""


def _define(node: Node, syntax: Syntax, _outer: Outer | None) -> Iterator[Found]:
    return define_test(node, syntax)


def test_which_calls_are_tests() -> None:
    grammar = Grammar("tree-sitter-javascript", ("ecmascript_tests",), _define)
    facts = read_file(grammar, SOURCE, FileFacts("JavaScript", "javascript", 1))
    found = [(row.qualname, row.line, row.end_line) for row in facts.definitions]
    assert found == [
        ('describe("add").it("adds 1.5 and more")', 5, 5),
        ('describe("add").describe("of nothing").test("is zero")', 7, 7),
        ('test("takes %i")', 10, 10),
    ]
    assert {row.modifiers for row in facts.definitions} == {("test",)}
    first = facts.definitions[0].qualname
    assert (outer_name(first), last_part(first)) == (
        'describe("add")',
        'it("adds 1.5 and more")',
    )


def test_long_titles_are_cut_between_words() -> None:
    grammar = Grammar("tree-sitter-javascript", ("ecmascript_tests",), _define)
    source = f'test("adds {"numbers " * 12}", () => {{}});\n'
    facts = read_file(grammar, source, FileFacts("JavaScript", "javascript", 1))
    (row,) = facts.definitions
    assert row.qualname == f'test("adds {"numbers " * 8}numbers…")'


def test_tests_of_deno() -> None:
    text = (
        'Deno.test("adds", () => { add(); });\n'
        'Deno.test({\n  name: "takes",\n  async fn() { take(); },\n});\n'
        "Deno.test({ ignore: true, name: `lets`, fn: () => let_() });\n"
        "Deno.test({ name, fn() {} });\nDeno.serve({ name: 'a', fn() {} });\n"
    )
    rows = analyse("a.test.ts", text.encode()).definitions
    assert [(row.qualname, row.line, row.sort) for row in rows] == [
        ('test("adds")', 1, "test"),
        ('test("takes")', 3, "test"),
        ('test("lets")', 6, "test"),
    ]


def test_tests_are_no_functions(make_project: Callable[..., Project]) -> None:
    text = "it('a', () => {});\nit('b', () => {});\nfunction help() {}\n"
    project = make_project({"a/x.test.js": text, "a/y.js": text, "a/z.js": ""})
    page = project.build().text("code/a/doc")
    assert "3 files, all JavaScript." in page
    assert "They define 2 functions, 4 tests." in page
    project.write({"b/x.test.js": text, "b/test_x.py": "def test_a(): pass\n"})
    assert "They define 4 functions." in project.build().text("code/b/doc")


def test_tests_are_called_what_they_say(make_project: Callable[..., Project]) -> None:
    text = "".join(
        f"describe('{name}', () => {{\n  it('{title} it', async () => {{\n  }});\n}});"
        for name in ("Carts", "Sums")
        for title in ("makes", "takes", "fills")
    )
    built = make_project({"x.test.js": text, "y.js": ""}).build()
    # A row of the folder names what they are about.
    shown = unescape(built.body("code/index"))
    assert 'describe("Carts"), describe("Sums") ' in shown
    heads = re.findall(r"(?s)<dt [^>]*>(.*?)</dt>", built.text("code/x.test.js_docs"))
    head = unescape(re.sub("<[^>]*>", "", heads[0]))
    assert head == 'it("makes it") line 2 test'
