"""What pages show of the tests of languages other than Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from projects import Project, assert_same

Make = Callable[..., Project]

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
LANGUAGES = [
    pytest.param(JAVA, "Checks.doubles", "Add.twice", id="JUnit"),
    pytest.param(CPP, "Add::doubles", "org::twice", id="googletest"),
]


@pytest.mark.parametrize(("files", "test", "tested"), LANGUAGES)
def test_marked_tests(
    make_project: Make, files: Mapping[str, str], test: str, tested: str
) -> None:
    project = make_project(files)
    built = project.build()
    assert built.warnings == ""
    built.check_links()
    source, tests = files
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
    assert test in page
    assert tested in used

    project.write({tests: files[tests].replace("doubles", "is_double")})
    built = project.build()
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


def test_a_constructor_has_the_tests_that_make_an_instance(make_project: Make) -> None:
    page = make_project(JAVA).build().body("code/src/org/x/Add.java_docs")
    constructor = page.partition("Add.Add")[2].partition("Add.add")[0]
    assert "used directly by 1 test" in page, constructor
