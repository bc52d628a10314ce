"""The export of a tags file."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from projects import Project, contents
from trees import surveyed
from trees import write as write_tree

from sphinxcontrib_kwindex.command.main import main
from sphinxcontrib_kwindex.exports import etags
from sphinxcontrib_kwindex.exports.ctags import write

FILES = {
    "pkg/shapes.py": '''
        """Shapes."""

        class Square(Shape, metaclass=Meta):
            side: int = 1

            def __init__(self, side: int = 2) -> None:
                self.edge = side

            def _area(self):
                class Unit: ...
                def inside(): ...

            @property
            def __size(self): ...

        LIMIT = 1
        LIMIT = 2  # a/b \\\\ c$
        ''',
    "src/shapes.hpp": """
        namespace geo {
        struct Point { int x; private: void move(int by); };
        void draw(Point p);
        }
        """,
    "src/line.cpp": "void geo::Line::cut(int by) {}\n",
    "run.sh": "start() {\n\techo $1\n}\n",
}


EXPECTED = """\
LIMIT ~ pkg/shapes.py ~ /^LIMIT = 1$/;" ~ v ~ line:17 ~ language:Python ~ access:public ~ end:17
Square ~ pkg/shapes.py ~ /^class Square(Shape, metaclass=Meta):$/;" ~ c ~ line:4 ~ language:Python ~ inherits:Shape ~ access:public ~ end:15
Unit ~ pkg/shapes.py ~ /^        class Unit: ...$/;" ~ c ~ line:11 ~ language:Python ~ member:Square._area ~ access:public ~ end:11
__init__ ~ pkg/shapes.py ~ /^    def __init__(self, side: int = 2) -> None:$/;" ~ m ~ line:7 ~ language:Python ~ class:Square ~ access:public ~ signature:(self, side: int = 2) -> None ~ end:8
__size ~ pkg/shapes.py ~ /^    def __size(self): ...$/;" ~ m ~ line:15 ~ language:Python ~ class:Square ~ access:private ~ signature:(self) ~ end:15
_area ~ pkg/shapes.py ~ /^    def _area(self):$/;" ~ m ~ line:10 ~ language:Python ~ class:Square ~ access:protected ~ signature:(self) ~ end:12
edge ~ pkg/shapes.py ~ /^        self.edge = side$/;" ~ v ~ line:8 ~ language:Python ~ class:Square ~ access:public ~ end:8
inside ~ pkg/shapes.py ~ /^        def inside(): ...$/;" ~ f ~ line:12 ~ language:Python ~ member:Square._area ~ access:public ~ signature:() ~ end:12
side ~ pkg/shapes.py ~ /^    side: int = 1$/;" ~ v ~ line:5 ~ language:Python ~ class:Square ~ typeref:typename:int ~ access:public ~ end:5
"""  # noqa: E501


def tags_of(root: Path, files: dict[str, Any]) -> tuple[list[str], list[Any]]:
    """Return the lines of both files that are written of a tree."""
    code = surveyed(root, files)
    folder = root.with_name("tags")
    folder.mkdir()
    write(code, folder)
    lines = (folder / "tags").read_text("utf-8").split("\n")
    rows = (folder / "tags.json").read_text("utf-8").splitlines()
    assert lines.pop() == ""
    return lines, [json.loads(row) for row in rows]


def test_tags(tmp_path: Path) -> None:
    lines, _ = tags_of(tmp_path / "tree", FILES)
    found = [line.replace("\t", " ~ ") for line in lines if "\tpkg/" in line]
    assert found == EXPECTED.splitlines()
    assert lines == sorted(lines, key=str.encode)
    assert lines[0].startswith("!_TAG_FIELD_DESCRIPTION\t")
    assert "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/" in lines
    assert "!_TAG_KIND_DESCRIPTION!Python\tm,member\t//" in lines


def test_other_languages(tmp_path: Path) -> None:
    _, rows = tags_of(tmp_path / "tree", FILES)
    kinds = {row["name"]: row for row in rows if row["_type"] == "tag"}
    assert kinds["Point"]["kind"] == "struct"
    assert (kinds["Point"]["scope"], kinds["Point"]["scopeKind"]) == (
        "geo",
        "namespace",
    )
    assert kinds["draw"]["kind"] == kinds["move"]["kind"] == "prototype"
    assert kinds["move"]["access"] == "private"
    assert (kinds["cut"]["scope"], kinds["cut"]["scopeKind"]) == ("geo::Line", "class")
    assert kinds["start"]["language"] == "Sh"


def test_json_lines(tmp_path: Path) -> None:
    _, rows = tags_of(tmp_path / "tree", FILES)
    assert rows[0] == {
        "_type": "ptag",
        "name": "JSON_OUTPUT_VERSION",
        "path": "0.0",
        "pattern": "",
    }
    assert {
        "_type": "tag",
        "name": "__init__",
        "path": "pkg/shapes.py",
        "pattern": "/^    def __init__(self, side: int = 2) -> None:$/",
        "language": "Python",
        "line": 7,
        "kind": "member",
        "access": "public",
        "signature": "(self, side: int = 2) -> None",
        "end": 8,
        "scope": "Square",
        "scopeKind": "class",
    } in rows


def test_only_the_name_of_a_notebook_has_lines(tmp_path: Path) -> None:
    cell = {
        "cell_type": "code",
        "source": "def f(): ...",
        "metadata": {},
        "outputs": [],
    }
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    files = {"n.ipynb": json.dumps(notebook), "m.py": "def g(): ...\n"}
    _, rows = tags_of(tmp_path / "tree", files)
    assert [row["name"] for row in rows if row["_type"] == "tag"] == ["g"]


HOSTILE = {
    "a.py": "def f(x='\\\\/;\"\tm\t/'): ...  # $/;\"\tm\tline:9\nx = 1; y = '$'\n"
    "z = '\x1b[2J'\nlong = '" + "é" * 100 + "'\nw = 2  # \x9b2J $",
    'b\tm;"\t1.py': "def g(): ...\n",
    "`touch run`.py": "def h(): ...\n",
    "a|touch run.py": "def i(): ...\n",
    "table.sql": 'CREATE TABLE "!_TAG_FILE_SORTED\t0\t//" (a INT);\n'
    'CREATE TABLE "new\nforged\ta.py\t1" (a INT);\n'
    'CREATE TABLE "\x1b]0;title\x07" (a INT);\n',
}


def test_names_and_lines_forge_no_tag(tmp_path: Path) -> None:
    lines, rows = tags_of(tmp_path / "tree", HOSTILE)
    entries = [line for line in lines if not line.startswith("!_")]
    paths = {line.split("\t")[1] for line in entries}
    assert paths == {"a.py", r"b\tm;\"\t1.py".replace('\\"', '"'), "table.sql"}
    assert all(line.replace("\t", "").isprintable() for line in lines)
    assert sum(line.startswith("!_TAG_FILE_SORTED") for line in lines) == 1
    names = {row["name"] for row in rows if row["_type"] == "tag"}
    assert {"f", "g", "h", "i", "x", "y", "z", "long", "w"} <= names
    assert len(entries) == len(
        {(row["path"], row["line"], row["name"]) for row in rows if "line" in row}
    ) - len("hi")
    by_name = {line.split("\t")[0]: line for line in entries}
    assert by_name["f"].startswith(
        "f\ta.py\t/^def f(x='\\\\\\\\\\/;\"\tm\t\\/'): ...  #"
    )
    assert by_name["y"].startswith("y\ta.py\t/^x = 1; y = '$'$/;\"\tv\tline:2\t")
    # A line that a terminal cannot show is told by its number.
    assert by_name["z"].startswith('z\ta.py\t3;"\tv\tline:3\t')
    assert by_name["w"].startswith('w\ta.py\t5;"\tv\tline:5\t')
    assert by_name["long"].startswith(f"long\ta.py\t/^long = '{'é' * 44}/;\"\t")


@pytest.mark.skipif(not shutil.which("readtags"), reason="readtags is not installed")
def test_readtags_reads_what_is_written(tmp_path: Path) -> None:
    _, rows = tags_of(tmp_path / "tree", FILES | HOSTILE)
    command = ["readtags", "-en", "-t", str(tmp_path / "tags" / "tags"), "-l"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    found = {
        (line.split("\t")[0], int(line.rpartition("\tline:")[2].partition("\t")[0]))
        for line in listed.stdout.splitlines()
        if line.split("\t")[1] in {"a.py", "pkg/shapes.py"}
    }
    assert found == {
        (row["name"], row["line"])
        for row in rows
        if row["path"] in {"a.py", "pkg/shapes.py"}
    }


@pytest.mark.skipif(not shutil.which("vim"), reason="Vim is not installed")
def test_vim_goes_to_tags(tmp_path: Path) -> None:
    tags_of(tmp_path / "tree", FILES | HOSTILE)
    places = tmp_path / "places"
    for name in ("__init__", "Unit", "f", "y", "w", "start", "h", "i"):
        commands = (
            f"set tags={tmp_path}/tags/tags notagrelative",
            f"silent! tag {name}",
            f"call writefile([expand('%') . ':' . line('.')], '{places}', 'a')",
            "qa!",
        )
        options = [part for line in commands for part in ("-c", line)]
        program = ["vim", "-es", "-u", "NONE", "-i", "NONE", *options]
        subprocess.run(program, cwd=tmp_path / "tree", check=False, timeout=20)
    assert places.read_text("utf-8").split() == [
        *("pkg/shapes.py:7", "pkg/shapes.py:11", "a.py:1", "a.py:2", "a.py:5"),
        *("run.sh:1", ":1", ":1"),
    ]
    assert not (tmp_path / "tree" / "run").exists()


def test_an_edit_changes_the_exports_as_a_clean_build_does(
    make_project: Callable[..., Project],
) -> None:
    files = {path: dedent(text) for path, text in FILES.items()}
    project = make_project(files, kwindex_exports=["ctags", "etags", "scip"])
    built = project.build()
    assert not built.warnings
    before = (built.outdir / "exports" / "tags").read_bytes()
    # Only a line moves, a value changes, a file goes, one comes.
    for edit in (
        {"pkg/shapes.py": "\n" + files["pkg/shapes.py"]},
        {"pyproject.toml": '[project]\nname = "other"\n'},
        {"run.sh": None, "new.py": "def new(): ...\n"},
    ):
        project.write(edit)
        built = project.build()
        fresh = project.base / "fresh"
        doctrees = project.base / "fresh-doctrees"
        project.build(outdir=fresh, doctrees=doctrees, fresh=True)
        assert contents(built.outdir / "exports") == contents(fresh / "exports")
    names = {"tags", "tags.json", "emacs.TAGS", "index.scip"}
    assert contents(fresh / "exports").keys() == names
    assert b"new.py" in (fresh / "exports" / "tags").read_bytes()
    assert (fresh / "exports" / "tags").read_bytes() != before


def test_a_tags_table_for_emacs(tmp_path: Path) -> None:
    files = {"pkg/ä.py": "é = 1\n\n\nclass Square:\n    def area(self): ...\n"}
    (tmp_path / "out").mkdir()
    etags.write(surveyed(tmp_path / "tree", files), tmp_path / "out")
    table = (tmp_path / "out" / etags.TABLE).read_bytes().decode()
    entries = (
        "é\x7fé\x011,0\nclass Square\x7fSquare\x014,9\n    def area\x7farea\x015,23\n"
    )
    assert table == f"\f\npkg/ä.py,{len(entries.encode())}\n{entries}"


@pytest.mark.parametrize("name", ["ctags", "etags", "json"])
def test_what_is_printed_is_no_order_to_a_runner_of_pipelines(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    files = {
        "a.cpp": "int f() {\n  return 1;\n}\n  ::error::B g() {\n  return 1;\n}\n",
        "b.py": "X = '##vso[task]'\n\n\ndef h(a='##[set-env]'):\n    \"##vso[a]b.\"\n",
    }
    if os.name != "nt":
        files["::error::c.py"] = "y = 1\n"
    tree, cache = write_tree(tmp_path / "tree", files), str(tmp_path / "cache")
    arguments = ["export", str(tree), "-f", name, "-o", "-", "-q", "--cache", cache]
    assert main(arguments) == 0
    printed = capfd.readouterr().out
    assert not re.search(r"^\s*::|##\w*\[", printed, re.MULTILINE)
    for known in "fgX":
        assert re.search(rf"\b{known}\b", printed)


@pytest.mark.skipif(not shutil.which("emacs"), reason="no Emacs")
def test_emacs_finds_definitions(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    files = {path: dedent(text) for path, text in FILES.items()}
    etags.write(surveyed(tree, files), tree)
    for name, place in {"Square": "shapes.py:4", "_area": "shapes.py:10"}.items():
        program = (
            f'(progn (visit-tags-table "{tree / etags.TABLE}")'
            f' (set-buffer (find-tag-noselect "{name}"))'
            ' (princ (format "%s:%d" (buffer-name) (line-number-at-pos))))'
        )
        done = subprocess.run(
            ["emacs", "-Q", "--batch", "-l", "etags", "--eval", program],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert done.stdout == place
