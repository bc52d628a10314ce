"""The data of the dialog that leads to names; the dialog itself is in ``browser``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import Build, Project, assert_same
from sphinx.errors import ConfigError

from sphinxcontrib_kwindex.exports import palette_data
from sphinxcontrib_kwindex.exports.script_data import data_script

Make = Callable[..., Project]

FILES = {
    "a/one.py": "class One:\n    def _hidden(self): ...\n    def seen(self): ...\n",
    "a/two.py": "def outer():\n    def inner(): ...\n",
    "b/three.py": "x = 1\n\n\ndef x(): ...\n",
    "b/__init__.py": "",
    "data.bin": b"\0",
}


def read(output: Path, key: str) -> Any:
    """Return a file of data as the scripts see it."""
    text = (output / "_kwindex" / f"{key}.js").read_text("ascii")
    there, value = json.loads(f"[{text.removeprefix('kwindexData(')[:-3]}]")
    assert there == key
    return value


def rows(build: Build) -> dict[str, tuple[str, list[Any]]]:
    """Return address and definitions of all names by path."""
    _, parts = read(build.outdir, "names")
    found = [row for key, _ in parts for row in read(build.outdir, key)]
    assert sum(number for _, number in parts) == sum(1 + len(row[2]) for row in found)
    assert [row[0] for row in found] == sorted(row[0] for row in found)
    return {path: (address, definitions) for path, address, definitions, *_ in found}


def files(build: Build) -> dict[str, int]:
    """Return when the files of names were written; those of pages are the cards'."""
    folder = build.outdir / "_kwindex"
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns
        for path in folder.rglob("*.js")
        if folder / "pages" not in path.parents
    }


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_names_of_all_files_and_definitions(make_project: Make, builder: str) -> None:
    built = make_project(FILES).build(builder)
    shown = rows(built)
    end, index = ("/", "") if builder == "dirhtml" else (".html", "index.html")
    assert shown == {
        "/": (f"code/{index}", []),
        "a/": (f"code/a/{index}", []),
        "a/one.py": (
            f"code/a/one.py_docs{end}",
            ["0+One", "2-One._hidden", "2+One.seen"],
        ),
        "a/two.py": (f"code/a/two.py_docs{end}", ["1+outer", "1+outer.<locals>.inner"]),
        "b/": (f"code/b/{index}", []),
        "b/__init__.py": (f"code/b/{index}#row-__init__.py", []),
        "b/three.py": (
            f"code/b/three.py_docs{end}",
            [["3+x", "def-x-data"], "1+x"],
        ),
        "data.bin": (f"code/{index}#row-data.bin", []),
    }
    for address, definitions in shown.values():
        page, _, anchor = address.partition("#")
        file = f"{page}index.html" if page.endswith("/") else page
        text = built.text(file)
        assert not anchor or f'id="{anchor}"' in text
        for definition in definitions:
            if isinstance(definition, list):
                anchor = definition[1]
            else:
                anchor = f"def-{definition[2:].replace('.<locals>.', '..')}"
            assert f'id="{anchor}"' in text


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_files_of_each_folder(make_project: Make, builder: str) -> None:
    more = {"c/d/ä b.py": "x = 1\n", "a/d": "#!/usr/bin/env python3\nx = 1\n"}
    built = make_project({**FILES, **more}).build(builder)
    end, index = ("/", "") if builder == "dirhtml" else (".html", "index.html")
    assert read(built.outdir, "files") == [
        "code/",
        f"_docs{end}",
        [
            ["", f"code/{index}", ["data.bin", "#row-data.bin"]],
            ["a", f"code/a/{index}", "d", "one.py", "two.py"],
            ["b", f"code/b/{index}", ["__init__.py", "#row-__init__.py"], "three.py"],
            # Its folder has no index.
            ["c/d", f"code/c/d/{index}", "ä b.py"],
        ],
    ]


def test_edit_leaves_list_of_files(make_project: Make) -> None:
    project = make_project(FILES)
    before = files(project.build())["files.js"]
    project.write({"a/one.py": "class Another: ...\n"})
    assert files(project.build())["files.js"] == before
    project.write({"a/new.py": "x = 1\n"})
    built = project.build()
    assert files(built)["files.js"] != before
    assert "new.py" in read(built.outdir, "files")[2][1]


def test_an_edit_writes_one_part(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(palette_data, "MOST", 2 * palette_data.FEW)
    many = "".join(f"x{number} = 1\n" for number in range(palette_data.MOST // 2))
    project = make_project(FILES | {f"{name}/many.py": many for name in "abcd"})
    before = files(project.build())
    shared = ["texts", "names", "files"]
    assert len(before) == len([*shared, "a", "b", "c", "d", "the rest"])
    assert files(project.build()) == before
    # What definitions hold is no name.
    project.write({"a/two.py": "def outer():\n    def inner(): return 1\n"})
    assert files(project.build()) == before
    project.write({"a/two.py": "def outer():\n    def other(): ...\n"})
    edited = project.build()
    after = files(edited)
    gone, new = before.keys() - after.keys(), after.keys() - before.keys()
    assert len(gone) == len(new) == 1
    changed = {
        name for name in before.keys() & after.keys() if before[name] != after[name]
    }
    assert changed == {"names.js"}
    project.write({"a/two.py": None})
    removed = project.build()
    clean = project.copy(project.base.with_name("clean")).build(parallel=2)
    assert_same(removed.outdir, clean.outdir)


def test_parts_stay_where_they_are() -> None:
    def row(path: str, number: int) -> palette_data.Row:
        return path, "", [str(n) for n in range(number)]

    paths = [f"{folder}/{name}.py" for folder in ("aa", "ab", "b") for name in "pqrst"]
    rows = [row(path, 300) for path in paths]
    before = {str(part) for part in palette_data._parts(rows)}
    assert len(before) > 2
    for at in range(len(rows) + 1):
        path = f"{rows[at - 1][0]}i" if at else "a"
        more = [*rows[:at], row(path, 1), *rows[at:]]
        after = {str(part) for part in palette_data._parts(more)}
        assert len(after - before) == 1, path


@pytest.mark.parametrize(
    ("builder", "conf"),
    [
        ("singlehtml", {"kwindex_books": True}),
        ("epub", {"kwindex_books": True}),
        ("text", {}),
        ("markdown", {}),
        ("json", {}),
        ("html", {"kwindex_palette": False}),
    ],
)
def test_without_names(make_project: Make, builder: str, conf: dict[str, Any]) -> None:
    built = make_project(FILES, **conf).build(builder)
    assert not (built.outdir / "_kwindex" / "names.js").exists()
    if builder == "html":
        page = built.text("code/a/one.py_docs")
        assert "kwindex.js" in page
        assert "data-find" not in page


def test_the_dialog_on_all_pages(make_project: Make) -> None:
    project = make_project(FILES)
    built = project.build()
    assert "kwindex" not in built.text("index")
    everywhere = project.build(kwindex_palette="everywhere")
    for name in ("index", "search", "genindex", "code/a/one.py_docs"):
        assert 'data-find="Find"' in everywhere.text(name)
    assert not everywhere.read
    back = project.build()
    for name in ("index", "search", "genindex"):
        assert "kwindex" not in back.text(name)
    with pytest.raises(ConfigError, match='"map" nor "everywhere" nor False'):
        project.build(kwindex_palette="anywhere")


def test_a_record_that_is_lost(make_project: Make) -> None:
    project = make_project(FILES)
    built = project.build()
    (built.outdir / ".kwindex-exports").unlink()
    again = project.build()
    assert again.warnings == ""
    assert rows(again) == rows(built)


def test_values_are_data() -> None:
    script = data_script("a", ["</script>\u2028", "\udc80"])
    assert script == 'kwindexData("a",["\\u003c/script>\\u2028","\\udc80"]);\n'
