"""Shell, Make, CMake, Docker, SQL, Protocol Buffers: what pages show of their files."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from importlib.util import find_spec
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.model.references import CALLED
from sphinxcontrib_kwindex.store.use_queries import uses_by

Make = Callable[..., Project]

#: Its grammar is an extra.
CMAKE = find_spec("tree_sitter_cmake") is not None
needs_cmake = pytest.mark.skipif(not CMAKE, reason="tree-sitter-cmake is not installed")

FILES = {
    "run.sh": (
        "#!/bin/bash\n. ./lib.sh\n"
        "# Says hello.\nhello() {\n  log hi\n}\nhello | missing\n"
    ),
    "lib.sh": 'log() { echo "$1"; }\n',
    "plain.sh": "log nothing\n",
    "Makefile": (
        "include common.mk\nCC := gcc\n"
        "# Builds all.\nall: help main.o\n\t$(CC) -o x main.o\nmain.o: main.c\n"
        ".PHONY: all\n"
    ),
    "common.mk": "help:\n\techo\n",
    "Makefile.am": (
        "bin_PROGRAMS = x\nif DOCS\nDOC = a.txt\nifeq ($(A),b)\nB = c\nendif\n"
        "else\nDOC = b.txt\nendif\nsrc-clean:\n\trm -f x\n"
    ),
    "CMakeLists.txt": (
        'include(cmake/Util.cmake)\nadd_subdirectory(src)\noption(WITH_X "X" ON)\n'
        "util_x(1)\nadd_library(foo a.cc)\n"
    ),
    "cmake/Util.cmake": "# Does it.\nfunction(util_x a)\n  set(x 1)\nendfunction()\n",
    "src/CMakeLists.txt": "add_executable(sub a.cc)\ntarget_link_libraries(sub foo)\n",
    "Dockerfile": "ARG VERSION=3\nFROM python:3.11 AS base\nFROM base AS build\n",
    "schema.sql": (
        "-- Users.\nCREATE TABLE app.users (\n  id INTEGER -- the id\n);\n"
        "CREATE VIEW active AS SELECT u.id FROM app.users u;\n"
    ),
    "shop.proto": (
        'syntax = "proto3";\npackage shop.v1;\nimport "common.proto";\n'
        'option (x) = { a: 1 b { c: "}" } };\n'
        "// An order.\nmessage Order {\n  string id = 1; // Its id.\n"
        "  map<string, Item> items = 2 [(v) = {min: 1}];\n"
        "  oneof payment { Common card = 3; }\n  enum State { NONE = 0; }\n}\n"
        "message Item {}\n"
        "service Shop {\n  rpc Buy(Order) returns (stream Item) { option a = {}; }\n}\n"
    ),
    "shop.py": "def buy(shop):\n    return shop.Buy(shop.CC)\n",
    "common.proto": 'syntax = "proto3";\nmessage Common { int32 a = 1; }\n',
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("run.sh", "function hello 4-6"),
        ("Makefile", "data CC 2-2, target all 4-5"),
        (
            "Makefile.am",
            "data bin_PROGRAMS 1-1, data DOC 3-3, data B 5-5, target src-clean 10-11",
        ),
        pytest.param(
            "CMakeLists.txt", "data WITH_X 3-3, target foo 5-5", marks=needs_cmake
        ),
        pytest.param("cmake/Util.cmake", "function util_x 2-4", marks=needs_cmake),
        ("Dockerfile", "data VERSION 1-1, target base 2-2, target build 3-3"),
        (
            "schema.sql",
            "class app.users 2-4, field app.users.id 3-3, class active 5-5",
        ),
        (
            "shop.proto",
            (
                "namespace shop.v1 2-2, class shop.v1.Order 6-11, "
                "field shop.v1.Order.id 7-7, field shop.v1.Order.items 8-8, "
                "field shop.v1.Order.payment 9-9, field shop.v1.Order.card 9-9, "
                "enum shop.v1.Order.State 10-10, "
                "constant shop.v1.Order.State.NONE 10-10, class shop.v1.Item 12-12, "
                "interface shop.v1.Shop 13-15, method shop.v1.Shop.Buy 14-14"
            ),
        ),
        ("plain.sh", ""),
    ],
)
def test_definitions(path: str, expected: str) -> None:
    facts = analyse(path.rpartition("/")[2], FILES[path].encode())
    found = (
        f"{row.kind} {row.qualname} {row.line}-{row.end_line}"
        for row in facts.definitions
    )
    assert ", ".join(found) == expected
    assert facts.source == bool(expected)
    assert facts.problem is None


def test_comments(built: Build) -> None:
    for path, text in {
        "run.sh": "Says hello.",
        "Makefile": "Builds all.",
        **({"cmake/Util.cmake": "Does it."} if CMAKE else {}),
        "schema.sql": "Users.",
        "shop.proto": "Its id.",
    }.items():
        assert text in built.body(f"code/{path}_docs").partition("Detailed")[2], path
    assert "table" in built.body("code/schema.sql_kw")


@pytest.mark.parametrize("name", ["functions", ".functions"])
def test_the_first_line_of_a_script_says_its_language(name: str) -> None:
    facts = analyse(name, b"#!/usr/bin/env bash\nmkd() { :; }\n")
    assert [row.qualname for row in facts.definitions] == ["mkd"]


def test_what_is_said_of_a_message_is_not_said_of_what_it_holds() -> None:
    text = (
        "// An order.\nmessage Order { string id = 1; }\n"
        "// States.\nenum State { NONE = 0; }  // So far.\n"
    )
    rows = analyse("a.proto", text.encode()).definitions
    said = {row.qualname: row.summary for row in rows if row.summary}
    assert said == {"Order": "An order.", "State": "States.", "State.NONE": "So far."}


@pytest.mark.parametrize(
    ("path", "target", "name"),
    [
        ("run.sh", "lib.sh_docs.html", "./lib.sh"),
        ("run.sh", "lib.sh_docs.html#src-log", "log"),
        ("run.sh", "#src-hello", "hello"),
        ("Makefile", "common.mk_docs.html", "common.mk"),
        ("Makefile", "#src-CC", "CC"),
        ("Makefile", "#src-all", "all"),
        pytest.param(
            "CMakeLists.txt",
            "cmake/Util.cmake_docs.html",
            "cmake/Util.cmake",
            marks=needs_cmake,
        ),
        pytest.param(
            "CMakeLists.txt", "src/CMakeLists.txt_docs.html", "src", marks=needs_cmake
        ),
        pytest.param(
            "CMakeLists.txt",
            "cmake/Util.cmake_docs.html#src-util_x",
            "util_x",
            marks=needs_cmake,
        ),
        pytest.param(
            "src/CMakeLists.txt",
            "../CMakeLists.txt_docs.html#src-foo",
            "foo",
            marks=needs_cmake,
        ),
        ("Dockerfile", "#src-base", "base"),
        ("schema.sql", "#src-app.users", "users"),
        ("shop.proto", "common.proto_docs.html", '"common.proto"'),
        ("shop.proto", "common.proto_docs.html#src-Common", "Common"),
        ("shop.proto", "#src-shop.v1.Item", "Item"),
    ],
)
def test_links(built: Build, path: str, target: str, name: str) -> None:
    listing = built.text(f"code/{path}_docs").partition('class="kw-source')[2]
    links = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', listing)
    plain = [(uri, unescape(re.sub("<[^>]*>", "", text))) for uri, text in links]
    assert (target, name) in plain


def test_python_does_not_mean_them_by_their_names(built: Build) -> None:
    code = built.text("code/shop.py_docs").partition("</pre>")[0]
    assert "shop.proto_docs.html#" not in code
    assert "Makefile_docs.html#" not in code


def test_what_defines_nothing_is_text(built: Build) -> None:
    page = built.body("code/plain.sh_docs")
    assert "Testing & Usage" not in page.replace("&amp;", "&")
    assert not built.path("code/plain.sh_kw").exists()


def test_what_is_cut_or_wrong_costs_what_it_is_in() -> None:
    for path, text in FILES.items():
        if path.endswith(".py"):
            continue
        for end in range(0, len(text), 7):
            data = (text[:end] + "{[(\n" + text[end + 3 :]).encode()
            facts = analyse(path.rpartition("/")[2], data)
            assert facts.problem is None
            assert all(row.line <= facts.lines for row in facts.definitions)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("\\set ON 0\n\\set V default\nCREATE TABLE a (x int);", ["a", "a.x"]),
        (
            'ALTER TABLE "b"."a" ADD COLUMN "x" INT, ALTER y SET NOT NULL, ADD z t;',
            ["b.a.x", "b.a.z"],
        ),
        (
            (
                "WITH f AS (\n MERGE INTO t USING s ON (true)\n WHEN MATCHED THEN "
                "DELETE RETURNING *)\nSELECT * FROM f;\nCOMMAND 'a; -- b';\n\\d\n"
                "-- A;\nCREATE TABLE a (x int);"
            ),
            ["a", "a.x"],
        ),
        ("CREATE MATERIALIZED VIEW a WITH (t.b, t.c = 1) AS SELECT 1;", ["a"]),
        (
            (
                "CREATE FUNCTION a() RETURNS x LANGUAGE x AS $$\nBEGIN\n"
                "  IF s('x')::bool THEN\n    RAISE WARNING 'w';\n  END IF;\nEND$$\n"
                "SET path TO c;\nCREATE TABLE b (x int);"
            ),
            ["a", "b", "b.x"],
        ),
    ],
)
def test_statements_that_no_grammar_knows_cost_no_definition(
    text: str, names: list[str]
) -> None:
    facts = analyse("a.sql", text.encode())
    assert [row.qualname for row in facts.definitions] == names


def test_columns_whose_types_have_arguments() -> None:
    text = (
        "-- CreateTable\nCREATE TABLE u (\n  at TIMESTAMPTZ(6) DEFAULT now(),\n"
        '  "b" LowCardinality(Nullable(String)),\n  c VARCHAR(9) NOT NULL,\n'
        "  d vector(3) NOT NULL,\n  PRIMARY KEY(c),\n  UNIQUE (b)\n);\n"
        "-- Name: v; Schema: x\nCREATE TABLE x.v (id int);\n-- Dear readers\n"
        "CREATE TABLE w (id int);\n"
    )
    rows = analyse("a.sql", text.encode()).definitions
    columns = {row.qualname: row.annotation for row in rows if row.kind == "field"}
    assert columns == {
        "u.at": "TIMESTAMPTZ(6)",
        "u.b": "LowCardinality(Nullable(String))",
        "u.c": "VARCHAR(9)",
        "u.d": "vector(3)",
        "x.v.id": "int",
        "w.id": "int",
    }
    comments = [row.docstring for row in rows if row.kind != "field"]
    assert comments == ["", "", "Dear readers"]


def test_a_table_before_columns_is_not_called(tmp_path: Path) -> None:
    text = """
        CREATE FUNCTION f(a int) RETURNS int AS $$ BEGIN RETURN a; END; $$;
        CREATE TABLE a(id int);
        CREATE TABLE b (of int REFERENCES a(id), FOREIGN KEY (of) REFERENCES a(id));
        CREATE INDEX i ON b(of);
        INSERT INTO a(id) VALUES (f(1));
    """
    code = surveyed(tmp_path / "tree", {"a.sql": text})
    rows = list(uses_by(code.store, ["a.sql"]))
    assert {row.qualname for row in rows if row.role == CALLED} == {"f"}
    assert {row.qualname for row in rows} == {"a", "b", "f"}


def test_what_is_behind_a_trigger_of_sqlite() -> None:
    text = (
        "CREATE TRIGGER IF NOT EXISTS t AFTER UPDATE ON a FOR EACH ROW BEGIN\n"
        "  UPDATE a SET at = 1 WHERE rowid = old.rowid;\nEND;\n"
        "DROP TABLE IF EXISTS c;\nCREATE TABLE b (id INTEGER);\n"
    )
    rows = analyse("a.sql", text.encode()).definitions
    assert [(row.qualname, row.line) for row in rows] == [("b", 5), ("b.id", 5)]


def test_a_command_calls_its_function(tmp_path: Path) -> None:
    text = (
        "log() { :; }\ngo() { log x; y=$(log a); if log; then :; fi; }\ntrap log EXIT\n"
    )
    code = surveyed(tmp_path / "tree", {"a.sh": text})
    rows = list(uses_by(code.store, ["a.sh"]))
    assert {(row.around, row.role) for row in rows} == {("go", CALLED)}


def test_a_variable_of_docker_whose_value_is_below() -> None:
    text = "FROM a AS b\nENV A \\\n\tone \\\n\ttwo\nRUN x\nENV B 1\nFROM c AS d\n"
    rows = analyse("Dockerfile", text.encode()).definitions
    found = [(row.qualname, row.line, row.value) for row in rows]
    assert found == [("b", 1, ""), ("A", 2, ""), ("B", 6, "1"), ("d", 7, "")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("CC?=gcc\nifdef V\n\tB := 1\n\texport C ?= $(B)\nendif\n", ["CC", "B", "C"]),
        # What a shell runs is no variable of Make.
        ("a:\n\tx=1; echo $$x\n\ttest x = 1\n\techo y := 1\n", ["a"]),
    ],
)
def test_variables_of_make(text: str, names: list[str]) -> None:
    facts = analyse("Makefile", text.encode())
    assert [row.qualname for row in facts.definitions] == names


def test_an_edit_ends_as_a_clean_build(follow_edits: Callable[..., None]) -> None:
    follow_edits(
        FILES,
        {
            "lib.sh": "logs() { :; }\n",
            "common.proto": 'syntax = "proto3";\nmessage Commons { int32 a = 1; }\n',
            "plain.sh": "f() { :; }\n",
            "cmake/Util.cmake": "set(x 1)\n",
        },
    )


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("Dockerfile", "ARG BASE=a\nFROM x/$BASE AS one\nFROM ${BASE}\n", ["BASE"] * 2),
        ("Dockerfile", "FROM a AS one\nCOPY --from=one x y\n", ["a", "--from=one"]),
        (
            "Dockerfile",
            'ARG A\nRUN if [ "${A}" ]; then echo A $A \\$A; fi\nRUN <<X\n$A\nX\n',
            ["A"] * 3,
        ),
        ("Makefile", "a: X=' (b)'\na: b\n\nb: c\n\tc\n", ["b", "c"]),
        ("Makefile", "a: b \x0c\\\n c\nb:\n\ttrue\nc:\n\ttrue\n", ["b", "c"]),
        ("a.proto", "message A { = b c; A d = 1; }\n", ["A"]),
        ("a.proto", 'import "a\\\nb";\nmessage A { A d = 1; }\n', ["A"]),
    ],
)
def test_places_of_identifiers(name: str, text: str, shown: list[str]) -> None:
    facts = analyse(name, text.encode())
    assert facts.definitions
    lines = text.split("\n")
    found = [
        lines[one.line - 1][one.column : one.column + one.length]
        for one in facts.references.iterate()
    ]
    assert found == shown


@pytest.mark.parametrize(
    ("above", "said"),
    [
        ("#!/bin/bash\n", ""),
        ("#!/bin/bash\n# Logs.\n", "Logs."),
        ("# shellcheck disable=SC2034\n", ""),
        ("# Logs.\n# shellcheck disable=SC2034\n", "Logs."),
    ],
)
def test_lines_for_programs_document_no_function(above: str, said: str) -> None:
    (found,) = analyse("a.sh", f"{above}log() {{ echo; }}\n".encode()).definitions
    assert found.docstring == said


def test_a_file_of_another_suffix_says_that_its_names_are_not_read(
    make_project: Make,
) -> None:
    script = "main() { echo; }\n"
    files = {"other.sh": "X=1\n", "poem": "a\n", "page.html": "<p>Text</p>\n"}
    scripts = {"alter.sql": "ALTER TABLE a DROP b;\n", "run.sh": "echo\n"}
    project = make_project({"tool.ebuild": script, **files, **scripts})
    built = project.build()
    said = built.body("code/tool.ebuild_docs")
    assert "Bash (listing only: names are read from *.sh, *.bash" in said
    assert "listing only" not in built.body("code/other.sh_docs")
    assert "listing only" not in built.body("code/poem_docs")
    for path in scripts:
        assert "listing only" not in built.body(f"code/{path}_docs")
    assert "listing only" not in built.body("code/page.html_docs")


SCRIPTS = {
    "bin/tool": (
        "#!/usr/bin/env python3\nimport subprocess\nimport requests\n"
        "from helpers import task\n\n"
        "def main():\n    task()\n    subprocess.run('ls', shell=True)\n\n"
        "if __name__ == '__main__':\n    main()\n"
    ),
    "bin/helpers.py": "def task():\n    pass\n",
    "bin/run": "#! /bin/sh -e\n. ./lib\nlog hi\n",
    "bin/lib": "#!/bin/bash\nlog() { echo; }\n",
    "bin/old": "#!/usr/bin/python2.7\ndef aged(): pass\n",
    "poem": "def no_code(): pass\n",
    "pyproject.toml": '[project]\nname = "x"\ndependencies = ["requests"]\n',
}


def test_scripts_without_a_suffix_are_read_by_their_first_line(
    make_project: Make,
) -> None:
    built = make_project(SCRIPTS).build()
    tool = built.text("code/bin/tool_docs")
    assert 'id="def-main"' in tool
    assert "module " not in tool.partition("Original Source")[0]
    assert "pyproject.toml" in tool
    assert "S602" in tool or "subprocess" in tool
    assert re.search(r'href="helpers\.py_docs\.html#src-task"[^>]*>task<', tool)
    assert 'href="lib_docs.html#src-log"' in built.text("code/bin/run_docs")
    assert "bin/tool" in built.text("code/bin/helpers.py_docs")
    assert 'id="def-aged"' in built.text("code/bin/old_docs")
    assert 'id="def-' not in built.text("code/poem_docs")


def test_what_is_private_in_a_script_may_be_left_out(make_project: Make) -> None:
    script = "#!/usr/bin/python3\ndef _own(): pass\ndef known(): pass\n"
    built = make_project({"tool": script}, kwindex_private=False).build()
    assert 'id="def-known"' in built.text("code/tool_docs")
    assert 'id="def-_own"' not in built.text("code/tool_docs")


def test_editing_the_first_line_of_a_script_links_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    rest = {path: SCRIPTS[path].split("\n", 1)[1] for path in ("bin/tool", "bin/lib")}
    firsts = "# no longer", "#!/usr/bin/perl", "#!/usr/bin/python", "#!/bin/sh"
    follow_edits(
        SCRIPTS,
        *(
            {path: f"{first}\n{text}" for path, text in rest.items()}
            for first in firsts
        ),
    )


def test_names_that_end_with_what_parts_names(make_project: Make) -> None:
    files = {
        "a.sh": "a.() { b; }\n",
        "b.rb": 'class B\n  define_method("x.") { }\nend\n',
        "c.sql": 'CREATE TABLE "c." (d int);\n',
    }
    build = make_project(files).build()
    assert build.warnings == ""
    build.check_links()
    for name in ("a.", "B::x.", "c."):
        assert name in build.body("code/keywords"), name


def test_of_languages_without_imports_none_is_missed(make_project: Make) -> None:
    files = {
        "Dockerfile": "FROM python:3.11 AS base\n",
        "a.sql": "CREATE TABLE one (id INT);\n",
        "a.sh": "one() { :; }\n",
    }
    built = make_project(files).build()
    for path in files:
        body = built.body(f"code/{path}_docs")
        assert ("No file imports it." in body) == path.endswith(".sh")
        assert ("It imports nothing." in body) == path.endswith(".sh")
    assert "No mentions found. Checked for: paths in other files." in (
        built.body("code/Dockerfile_docs")
    )
