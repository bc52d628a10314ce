"""Where includes lead: by folders that compilers were told, by endings of paths."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same
from trees import surveyed

Make = Callable[..., Project]

FILES = {
    "lib/include/shapes/circle.h": '#include "point.h"\nint area(int r);\n',
    "lib/include/shapes/point.h": "struct Point { int x; };\n",
    "lib/src/circle.c": (
        "#include <shapes/circle.h>\n"
        "#include <math.h>\n"
        "#include <zlib.h>\n"
        '#include "config.h"\n'
        '#include "made.h"\n'
        "int area(int r) { return 3 * r * r; }\n"
    ),
    "lib/src/made.h.in": "#define MADE @MADE@\n",
    # Nobody means these by the names of system headers.
    "other/math.h": "#define M_PI 3\n",
    "one/config.h": "#define ONE 1\n",
    "two/config.h": "#define TWO 2\n",
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_the_end_of_a_path_leads_to_it(built: Build) -> None:
    text = built.listing("lib/src/circle.c")
    assert 'href="../include/shapes/circle.h_docs.html"' in text
    assert 'href="point.h_docs.html"' in built.listing("lib/include/shapes/circle.h")
    # A template stands for what is made of it.
    assert "made.h.in" in text
    for path in ("other/math.h", "one/config.h", "two/config.h"):
        assert path not in text, path


def test_a_path_upwards_begins_in_a_folder_around(make_project: Make) -> None:
    project = make_project(
        {
            "src/tree/node.h": "struct Node { int x; };\n",
            # From the folder "tests/cpp", as compilers are told.
            "tests/cpp/tree/a.c": (
                '#include "../../src/tree/node.h"\n#include "../../src/made.h"\n'
                "struct Node node;\n"
            ),
        }
    )
    build = project.build()
    text = build.listing("tests/cpp/tree/a.c")
    assert 'href="../../../src/tree/node.h_docs.html"' in text
    body = build.body("code/tests/cpp/tree/a.c_docs")
    assert "Third party" not in body
    assert "made.h" in body.partition("Not in the source tree (1)")[2]


def test_header_and_source_are_related(built: Build) -> None:
    related = built.text("code/lib/include/shapes/circle.h_docs")
    related = related.partition('id="related-files"')[2]
    entry = related[related.index("../../src/circle.c_docs.html") :][:400]
    assert "same name" in entry


def test_what_is_not_in_the_tree_is_told_apart(built: Build) -> None:
    text = built.text("code/lib/src/circle.c_docs")
    standard, third, several = (
        text.index(name)
        for name in ("Standard library", "Third party", "One of several files")
    )
    assert standard < text.index("&lt;math.h&gt;", standard) < third
    assert third < text.index("&lt;zlib.h&gt;", third) < several
    assert "config.h" in text[several:]


def test_one_of_several_files_is_not_said_to_be_missing(
    make_project: Make, tmp_path: Path
) -> None:
    files = {"a.c": '#include "platform.h"\n', "linux/platform.h": "int f(void);\n"}
    project = make_project(files)
    project.build()
    for folder, said in (
        ("bsd", "One of several files of the source tree (1)"),
        ("", "This repository (1)"),
    ):
        project.write({f"{folder}/platform.h".lstrip("/"): "int f(void);\n"})
        built = project.build()
        assert said in built.body("code/a.c_docs")
        assert "Not in the source tree" not in built.body("code/a.c_docs")
        clean = project.copy(tmp_path / folder / "clean").build()
        assert_same(built.outdir, clean.outdir)


@pytest.mark.parametrize("form", ["arguments", "command"])
def test_compilers_were_told_folders(built_project: Make, form: str) -> None:
    words = ["cc", "-I../../two", "-isystem", "/src/tree/other", "-c", "circle.c"]
    command = {
        "directory": "/src/tree/lib/src",
        "file": "circle.c",
        form: words if form == "arguments" else " ".join(words),
    }
    project = built_project(FILES)
    # As an edit it does what a clean build does.
    project.write({"compile_commands.json": json.dumps([command])})
    built = project.build()
    text = built.listing("lib/src/circle.c")
    assert 'href="../../two/config.h_docs.html"' in text
    assert 'href="../../other/math.h_docs.html"' in text
    fresh = project.base / "fresh"
    command[form] = [] if form == "arguments" else ""
    project.write({"compile_commands.json": json.dumps([command])})
    built = project.build()
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)
    assert "two/config.h" not in built.listing("lib/src/circle.c")


def test_what_stands_in_quotation_marks_is_seldom_a_system_s(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path,
        {
            "programs/util.h": "int size(void);\n",
            "compat/math.h": "int sin(void);\n",
            "tests/a.c": '#include "util.h"\n#include "math.h"\n',
            "tests/b.c": "#include <util.h>\n",
        },
    )
    assert [row.target for row in code.links("tests/a.c")] == ["programs/util.h", ""]
    assert [row.target for row in code.links("tests/b.c")] == [""]
