"""What pages show of the tests of languages other than Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape

import pytest
from projects import Project, assert_same

from sphinxcontrib_kwindex.analysis.analyse import analyse

from check_edits import Followed  # isort: skip - on the path by projects

Make = Callable[..., Project]
Follow = Callable[..., Followed]

JAVA = {
    "src/org/x/Add.java": (
        "package org.x;\n\npublic class Add {\n"
        "    public Add() { }\n"
        "    public int add(int a) { return inner(a); }\n"
        "    int inner(int a) { return a; }\n"
        "    static int twice(int a) { return 2 * a; }\n"
        "}\n"
    ),
    "check/org/x/Checks.java": (
        "package org.x;\n\nimport org.junit.jupiter.api.Test;\n\nclass Checks {\n"
        "    @Test\n    void doubles() { new Add(); Add.twice(2); }\n"
        "    void helper() { }\n"
        "}\n"
    ),
}
CPP = {
    "src/add.h": (
        "namespace org {\nint inner(int a);\ninline int twice(int a)"
        " { return inner(2 * a); }\n}\n"
    ),
    "check/checks.cpp": (
        '#include "../src/add.h"\n#include <gtest/gtest.h>\n'
        "TEST(Add, doubles) { EXPECT_EQ(org::twice(2), 4); }\n"
        "int helper() { return 1; }\n"
    ),
}
GO = {
    "add/add.go": (
        "package add\n\nfunc inner(a int) int { return a }\n\n"
        "func Twice(a int) int { return inner(2 * a) }\n"
    ),
    "add/add_test.go": (
        'package add\n\nimport "testing"\n\n'
        "func TestDoubles(t *testing.T) {\n\tif Twice(2) != 4 {\n\t\tt.Fail()\n\t}\n}\n"
        "\nfunc helper() {}\n"
    ),
}
GO_SUITE = {
    **GO,
    "add/add_test.go": (
        'package add\n\nimport "github.com/stretchr/testify/suite"\n\n'
        "type AddSuite struct {\n\tsuite.Suite\n}\n\n"
        "func (s *AddSuite) TestDoubles() {\n\ts.Equal(4, Twice(2))\n}\n"
        "\nfunc (s *AddSuite) helper() {}\n\nfunc (s *AddSuite) TestCase() int {\n"
        "\treturn 1\n}\n\ntype Testing struct{}\n\nfunc (t Testing) TestAll() {}\n"
    ),
}
GO_CHECK = {
    **GO,
    "add/add_test.go": (
        'package add\n\nimport . "gopkg.in/check.v1"\n\ntype S struct{}\n\n'
        "func (s *S) TestDoubles(c *C) {\n\tc.Check(Twice(2), Equals, 4)\n}\n"
        "\nfunc (s *S) helper(c *C) {}\n"
    ),
}
RUST = {
    "src/add.rs": (
        "pub fn inner(a: i32) -> i32 { a }\n"
        "pub fn twice(a: i32) -> i32 { inner(2 * a) }\n"
    ),
    "src/lib.rs": (
        "pub mod add;\n\n#[cfg(test)]\nmod checks {\n    use crate::add::twice;\n"
        "    #[test]\n    fn doubles() { assert_eq!(twice(2), 4); }\n"
        "    fn helper() {}\n}\n"
    ),
    "Cargo.toml": '[package]\nname = "adding"\n',
}
JAVASCRIPT = {
    "src/add.js": (
        "function inner(a) { return a; }\n"
        "export function twice(a) { return inner(2 * a); }\n"
    ),
    "src/add.test.js": (
        'import { twice } from "./add";\n\n'
        'describe("add", () => {\n'
        '  it("doubles", () => { expect(twice(2)).toBe(4); });\n'
        "});\nfunction helper() {}\n"
    ),
}
LANGUAGES = [
    pytest.param(JAVA, "Checks.doubles", "Add.twice", id="JUnit"),
    pytest.param(CPP, "Add.doubles", "org::twice", id="googletest"),
    pytest.param(GO, "TestDoubles", "Twice", id="Go"),
    pytest.param(GO_SUITE, "AddSuite.TestDoubles", "Twice", id="testify"),
    pytest.param(GO_CHECK, "S.TestDoubles", "Twice", id="gocheck"),
    pytest.param(RUST, "checks::doubles", "twice", id="Rust"),
    pytest.param(JAVASCRIPT, 'describe("add").it("doubles")', "twice", id="JavaScript"),
]


def test_a_file_is_for_more_than_the_tests_in_it(make_project: Make) -> None:
    lines = "".join(f"    let a{number} = {number};\n" for number in range(9))
    test = f"    #[test]\n    fn adds() {{\n{lines}    }}\n"
    text = f"pub fn add() {{\n{lines}}}\n\n#[cfg(test)]\nmod tests {{\n{test}}}\n"
    built = make_project({"src/lib.rs": text}).build()
    page = built.body("code/src/lib.rs_docs")
    assert "Function: add · 40% of the lines" in page
    assert page.count("of the lines") == 1
    assert "It holds 1 test, the first at " in page


def test_tests_do_not_make_a_file_longer(make_project: Make) -> None:
    lines = "".join(f"    let a{number} = {number};\n" for number in range(9))
    code = f"pub fn add() {{\n{lines}}}\n\npub fn join() {{\n{lines}}}\n"
    small = "".join(f"pub fn add{number}() {{}}\n" for number in range(5))
    helper = f"    fn helper() {{\n{9 * lines}    }}\n"
    tests = f"#[cfg(test)]\nmod tests {{\n    #[test]\n    fn adds() {{}}\n{helper}}}\n"
    files = {"src/lib.rs": code + tests, "src/small.rs": small + tests}
    built = make_project(files).build()
    page = built.body("code/src/lib.rs_docs")
    assert "Function: add · 9% of the lines" in page
    assert "Function: join · 9% of the lines" in page
    assert page.count("of the lines") == 2
    page = built.body("code/src/small.rs_docs")
    assert "The file does not state its purpose." in page
    assert "It holds 1 test, the first at " in page


def test_tests_of_one_name_are_several(make_project: Make) -> None:
    pytest.importorskip("tree_sitter_javascript")
    case = 'test("adds", () => {\n  f();\n});\n'
    page = make_project({"a.spec.js": 2 * case}).build().body("code/a.spec.js_docs")
    assert "It holds 2 tests, the first at " in page
    assert 'Test cases (2) functions 2 tests test("adds")' in page.replace(
        "&quot;", '"'
    )


#: What the frameworks of C and C++ have: a file, and the tests in it.
IN_C = {
    "GLib": (
        "a.c",
        (
            "static void adds(void) {}\nstatic void set_up(F *f) {}\n"
            "static void fixed(F *f) {}\nstatic void other(void) {}\n"
            "int main(void) {\n"
            '    g_test_add_func("/adds, twice", adds);\n'
            '    g_test_add("/fixed", F, NULL, set_up, fixed, NULL);\n'
            "    other();\n    return g_test_run();\n}\n"
        ),
        ["adds", "fixed"],
    ),
    "cmocka": (
        "a.c",
        (
            "static int set_up(void **s) {}\nstatic void adds(void **s) {}\n"
            "static void joins(void **s) {}\nint main(void) {\n"
            "    const struct CMUnitTest tests[] = {\n"
            "        cmocka_unit_test(adds),\n"
            "        cmocka_unit_test_setup_teardown(joins, set_up, NULL),\n"
            "    };\n}\n"
        ),
        ["adds", "joins"],
    ),
    "Unity": (
        "a.c",
        (
            "void setUp(void) {}\nvoid adds(void) {}\nint main(void) {\n"
            "    UNITY_BEGIN();\n    RUN_TEST(adds);\n    return UNITY_END();\n}\n"
        ),
        ["adds"],
    ),
    "Check": (
        "a.c",
        (
            "START_TEST(adds)\n{\n    ck_assert_int_eq(f(), 1);\n}\nEND_TEST\n"
            "int main(void) {\n    tcase_add_test(core, adds);\n}\n"
        ),
        ["adds"],
    ),
    "Criterion": (
        "a.c",
        ("Test(maths, adds) {\n    cr_assert(f());\n}\n"),
        ["maths.adds"],
    ),
    "Boost.Test": (
        "a.cpp",
        (
            "BOOST_AUTO_TEST_SUITE(maths)\nBOOST_AUTO_TEST_CASE(adds) { f(); }\n"
            "BOOST_FIXTURE_TEST_CASE(joins, Fixture)\n{ f(); }\n"
            "BOOST_AUTO_TEST_SUITE_END()\n"
        ),
        ["adds", "joins"],
    ),
    "Qt Test": (
        "a.cpp",
        (
            "class TestMaths : public QObject {\n    Q_OBJECT\nprivate slots:\n"
            "    void initTestCase() {}\n    void adds_data() {}\n"
            "    void adds();\n};\n"
            "void TestMaths::adds() { f(); }\nclass Other { private: void it() {} };\n"
            "QTEST_APPLESS_MAIN(TestMaths)\n"
        ),
        ["TestMaths::adds"],
    ),
}


@pytest.mark.parametrize("framework", IN_C)
def test_tests_of_c(framework: str) -> None:
    path, text, tests = IN_C[framework]
    rows = analyse(path, text.encode()).definitions
    assert [row.qualname for row in rows if "test" in row.modifiers] == tests


def test_a_value_and_its_type_of_one_name_are_listed_once(build: Make) -> None:
    files = {
        "key.ts": "export const key = Symbol();\nexport type key = typeof key;\n",
        "key.test.ts": (
            "import { key } from './key';\n"
            "it('is a key', () => { const one: key = key; });\n"
        ),
    }
    built = build(files)
    used = built.body("code/key.ts_docs").partition("Used by tests (1 file)")[2]
    assert used.split()[:3] == ["key.test.ts", "key", "Related"]
    used = built.body("code/key.test.ts_docs").partition("Tested files (1)")[2]
    assert used.split()[:3] == ["key.ts", "key", "Test"]


def test_tests_with_titles_are_no_names(build: Make) -> None:
    text = "it('is one', () => {});\n"
    built = build({"a.test.ts": text, "b.test.ts": f"{text}function f() {{}}\n"})
    page = built.body("code/a.test.ts_docs")
    assert "It defines no top-level names." in page
    page = built.body("code/b.test.ts_docs")
    assert "Top-level names: 1 public" in page


def test_tests_that_use_it_by_its_name_are_said_to_be_possible(build: Make) -> None:
    head = "package p;\nimport org.junit.jupiter.api.Test;\n"
    unknown = "void {name}() {{ q.Other.make().setSize(1); }}"
    tests = [f"  @Test {unknown.format(name=name)}\n" for name in ("one", "two")]
    sure = "  @Test void three() { new A().setSize(1); }\n"
    a = "package p;\npublic class A {\n  public void setSize(int size) {}\n}\n"
    for more, said in (
        ("", "2 possible uses by name; possibly used directly by 2 tests"),
        (sure, "by name; used directly by 1 test; possibly used directly by 2 tests"),
    ):
        test = f"{head}class ATest {{\n{''.join(tests)}{more}}}\n"
        built = build({"src/main/java/p/A.java": a, "src/test/java/p/ATest.java": test})
        assert said in built.body("code/src/main/java/p/A.java_docs")


@pytest.mark.parametrize(("files", "test", "tested"), LANGUAGES)
def test_marked_tests(
    build: Make,
    follow_edits: Callable[..., None],
    files: Mapping[str, str],
    test: str,
    tested: str,
) -> None:
    built = build(files)
    assert built.warnings == ""
    built.check_links()
    source, tests, *_ = files
    page = built.body(f"code/{tests}_docs")
    assert "It holds 1 test, the first at " in page
    assert "Test cases (1)" in page
    assert "Collected by" not in page
    assert "Run with" not in page
    assert f"Tested files (1) {source}" in page
    page = built.body(f"code/{source}_docs")
    used = page.partition("Used by tests (1 file)")[2]
    assert used.lstrip().startswith(f"{tests} ")
    assert "used directly by 1 test" in page
    assert escape(test) in page
    assert tested in used

    follow_edits(files, {tests: files[tests].replace("oubles", "oublet")})


def test_a_constructor_has_the_tests_that_make_an_instance(make_project: Make) -> None:
    page = make_project(JAVA).build().body("code/src/org/x/Add.java_docs")
    constructor = page.partition("Add.Add")[2].partition("Add.add")[0]
    assert "used directly by 1 test" in page, constructor


def test_code_with_a_module_of_tests_is_code(make_project: Make) -> None:
    files = {
        "src/lib.rs": (
            "pub fn inner(a: i32) -> i32 { a }\n"
            "pub fn twice(a: i32) -> i32 { inner(2 * a) }\n\n"
            "#[cfg(test)]\nmod checks {\n    use super::twice;\n"
            "    #[test]\n    fn doubles() { assert_eq!(twice(2), 4); }\n}\n"
        ),
        "src/checks.rs": "#[test]\nfn it_is() {}\n",
        "Cargo.toml": '[package]\nname = "adding"\n',
    }
    build = make_project(files).build()
    page = build.body("code/src/lib.rs_docs")
    assert "used directly by 1 test" in page
    assert "in tests (1)" in page
    assert "in this file" in page
    # What is outside of the module is no test.
    assert not re.search(r"inner.{0,80}in tests", page)


def test_a_test_beside_code_makes_it_no_test(make_project: Make) -> None:
    files = {
        "src/lib.rs": "pub mod run;\npub fn inner(a: i32) -> i32 { a }\n",
        "src/run.rs": (
            "use crate::inner;\npub fn run() -> i32 { inner(2) }\n"
            "#[test]\nfn runs() { inner(run()); }\n"
        ),
        "src/checks.rs": "use crate::inner;\n#[test]\nfn it() { inner(help()); }\n"
        "fn help() -> i32 { inner(1) }\n",
        "Cargo.toml": '[package]\nname = "running"\n',
    }
    page = make_project(files).build().body("code/src/lib.rs_docs")
    code, _, tests = page.partition("used in 4 places in 2 files")[2].partition(
        "in tests"
    )
    assert "(2 with tests); used directly by 2 tests run src/run.rs" in code
    assert re.search(r"\A \(3\) src/checks\.rs help .* it .* runs src/run\.rs", tests)


def test_tests_of_what_a_header_declares(make_project: Make) -> None:
    files = {
        "add.h": "int twice(int a);\n",
        "add.cc": '#include "add.h"\nint twice(int a) { return 2 * a; }\n',
        "add_test.cc": '#include "add.h"\nTEST(Add, doubles) { twice(2); }\n',
    }
    project = make_project(files)
    built = project.build()
    page = built.body("code/add.cc_docs")
    assert "Used by tests (1 file) add_test.cc" in page
    example = page.partition("Calls from other files")[2]
    assert "TEST(Add, doubles) { twice(2); }" in example
    assert "Used by tests (1 file)" in built.body("code/add.h_docs")

    project.write({"add.h": "int thrice(int a);\n"})
    built = project.build()
    assert "declared in" not in built.body("code/add.cc_docs")
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


def test_a_definition_says_who_uses_its_declaration(make_project: Make) -> None:
    """Who calls it includes the header, and so leads to the declaration."""
    files = {
        "add.h": "int twice(int a);\nint unused(int a);\n",
        "add.c": '#include "add.h"\nint twice(int a) { return 2 * a; }\n'
        "int unused(int a) { return twice(a); }\n"
        + "".join(f"int own{number}(int a) {{ return a; }}\n" for number in range(8)),
        "one.c": '#include "add.h"\nint one() { return twice(1) + twice(2); }\n',
        "two.c": '#include "add.h"\nint two() { return twice(1); }\n',
        # No test of a framework, but one that is run.
        "tests/main.c": '#include "add.h"\nint main() { return unused(1); }\n',
    }
    project = make_project(files)
    built = project.build()
    page = built.body("code/add.c_docs")
    assert "declared in add.h (used in 3 places in 2 files)" in page
    assert "Used by tests (1 file) tests/main.c unused" in page
    header = built.body("code/add.h_docs")
    assert "defined in add.c (used in 1 place in 1 file)" in header
    overview = page.partition("High-Level Overview")[2].partition("Detailed")[0]
    assert "twice function used in 2 other files" in overview

    project.write({"two.c": '#include "add.h"\nint two() { return 1; }\n'})
    built = project.build()
    page = built.body("code/add.c_docs")
    assert "declared in add.h (used in 2 places in 1 file)" in page
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


CALLED_BY_TESTS = {
    "add.h": "int twice(int a);\n",
    "add.cc": '#include "add.h"\n#include "sum.h"\n'
    "int twice(int a) { return sum(a, a); }\n",
    "sum.h": "int sum(int a, int b);\n",
    "sum.cc": '#include "sum.h"\nint sum(int a, int b) { return a + b; }\n',
    "add_test.cc": '#include "add.h"\nTEST(Add, doubles) { twice(2); }\n',
}


def test_tests_of_definitions_through_their_declarations(build: Make) -> None:
    built = build(CALLED_BY_TESTS)
    direct = "used directly by 1 test: Add.doubles add_test.cc"
    assert direct in built.body("code/add.cc_docs")
    through = "used through its callers by at least 1 test: Add.doubles add_test.cc"
    assert through in built.body("code/sum.cc_docs")


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("add.cc", "int twice", "static int twice"),
        ("add.cc", "sum(a, a)", "a"),
        ("add.h", "int twice", "int thrice"),
        ("sum.h", "int sum", "int other"),
        ("sum.cc", "int sum", "int total"),
        ("add_test.cc", "twice(2);", ""),
    ],
)
def test_edited_ways_through_declarations(
    follow: Follow, path: str, old: str, new: str
) -> None:
    followed = follow(CALLED_BY_TESTS)
    edited = followed.root / path
    for text in (CALLED_BY_TESTS[path].replace(old, new), CALLED_BY_TESTS[path]):
        edited.write_text(text)
        assert "code/sum.cc_docs" in followed.follow()
        assert list(followed.differences()) == []


def test_a_field_has_not_the_tests_of_the_method_of_its_name(
    make_project: Make,
) -> None:
    code = (
        "pub struct Cup { size: u8 }\n"
        "impl Cup {\n    pub fn size(&self) -> u8 { self.size }\n"
        "    pub fn new() -> Cup { Cup { size: 1 } }\n}\n"
    )
    test = (
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn holds() {\n"
    )
    test += (
        "        let cup = Cup::new();\n        assert!(cup.size() == 1);\n    }\n}\n"
    )
    page = (
        make_project({"src/lib.rs": code + test}).build().body("code/src/lib.rs_docs")
    )
    field, _, method = page.partition("size: u8 line 1")[2].partition("fn size(")
    assert "used directly by 1 test" not in field
    assert "used directly by 1 test" in method


def test_a_test_by_a_macro_hides_nothing_that_is_called_as_its_argument(
    make_project: Make,
) -> None:
    built = make_project(
        {
            "list.h": "int list_find(int);\n",
            "list.c": '#include "list.h"\nint list_find(int x) {\n  return x;\n}\n',
            "test-list.c": '#include "list.h"\n#include "tests.h"\n'
            "TEST(list_find) {\n  assert_se(list_find(1) == 1);\n}\n",
        }
    ).build()
    page = built.body("code/test-list.c_docs")
    assert "TEST(list_find)" in page
    assert "declared in" not in page
    listing = built.text("code/test-list.c_docs")
    assert 'href="list.h_docs.html#src-list_find">list_find</a>(' in listing
    assert "in tests (1) TEST(list_find)" in built.body("code/list.h_docs")


def test_tests_of_ruby_with_titles(make_project: Make) -> None:
    files = {
        "lib/shop.rb": "class Shop\n  def sell\n  end\nend\n",
        "test/spec_shop.rb": """\
            require_relative "../lib/shop"
            describe Shop do
              it "sells (all)" do
                Shop.new.sell
              end
              it("buys") { Shop.new }
              it "waits"
              describe "deep" do
                specify "a::b.c" do
                  def self.helper; end
                end
              end
            end
            """,
        "test/shop_test.rb": """\
            class ShopTest < ActiveSupport::TestCase
              test "closes" do
                Shop.new
              end
            end
            """,
    }
    built = make_project(files).build()
    built.check_links()
    text = built.body("code/test/spec_shop.rb_docs")
    assert "It holds 3 tests, the first at line 3." in text
    assert "Test cases (3)" in text
    for name in ('it("sells all")', 'it("buys")', 'specify("a::b.c")'):
        assert name.replace('"', "&quot;") in text.replace('"', "&quot;")
    body = built.body("code/test/shop_test.rb_docs")
    assert 'test("closes")' in body.replace("&quot;", '"')
    assert "Used by tests (2 files)" in built.body("code/lib/shop.rb_docs")
