"""The package's layout: rooms that know only what stands before them, one with SQL."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import sphinxcontrib_kwindex

ROOT = Path(sphinxcontrib_kwindex.__file__).parent
FILES = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*.py")}

#: In the order in which data moves.
ROOMS = (
    *("i18n", "model", "scan", "analysis", "store", "links", "codemap", "pages"),
    *("exports", "sphinx_wiring", "command", "api", "__main__"),
)
MOST_LINES = 500

SQL = re.compile(
    r"\b(?:SELECT|INSERT|REPLACE INTO|DELETE FROM|UPDATE|WHERE|(?:ORDER|GROUP) BY"
    r"|PRAGMA|json_each)\b|\"BEGIN\b"
)
#: What the store is asked with SQL or with names of tables; for its own queries only.
RAW = {"select", "definitions", "count", "replace", "renew"}


@cache
def nodes(name: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(FILES[name].read_text("utf-8"))))


def imports(name: str) -> Iterator[str]:
    """Yield the files that a file imports, wherever the statement stands in it."""
    folder = name.split("/")[:-1]
    for node in nodes(name):
        if isinstance(node, ast.ImportFrom):
            module = node.module.split(".") if node.module else []
            if node.level:
                parts = folder[: len(folder) + 1 - node.level] + module
            elif module[0] == ROOT.name:
                parts = module[1:]
            else:
                continue
            for one in node.names:
                yield located([*parts, one.name]) or located(parts)
        elif isinstance(node, ast.Import):
            assert not any(one.name.startswith(ROOT.name) for one in node.names)


def located(parts: list[str]) -> str:
    base = "/".join(parts)
    candidates = (f"{base}.py", f"{base}/__init__.py".lstrip("/"))
    return next((name for name in candidates if name in FILES), "")


@pytest.fixture(scope="module")
def imported() -> dict[str, set[str]]:
    """By file the files that it imports."""
    return {name: set(imports(name)) - {name} for name in FILES}


def room(name: str) -> int:
    return ROOMS.index(name.partition("/")[0].removesuffix(".py"))


def test_no_room_imports_one_that_stands_later(imported: dict[str, set[str]]) -> None:
    assert all(map(all, imported.values())), "an import leads to no file"
    assert [
        (name, other)
        for name, others in imported.items()
        for other in others
        if "__init__.py" not in {name, other} and room(name) < room(other)
    ] == []


@pytest.mark.parametrize("room", ["analysis/python", "links", "codemap", "exports"])
def test_no_circle_of_folders(room: str, imported: dict[str, set[str]]) -> None:
    """Of the folders in a room, one imports from those before it alone."""
    folders: dict[str, set[str]] = {}
    for name, others in imported.items():
        if folder := folder_in(room, name):
            folders.setdefault(folder, set()).update(
                folder_in(room, other) for other in others
            )
    assert len(folders) > 1
    before = {folder: to - {"", folder} for folder, to in folders.items()}
    TopologicalSorter(before).prepare()


def folder_in(room: str, name: str) -> str:
    """Return the folder in a room that a file is in; empty if it is in none."""
    inside = name.removeprefix(f"{room}/")
    return inside.rpartition("/")[0].partition("/")[0] if inside != name else ""


def test_no_circle_of_imports(imported: dict[str, set[str]]) -> None:
    TopologicalSorter(imported).prepare()


def test_no_file_is_long() -> None:
    lines = {name: len(path.read_bytes().splitlines()) for name, path in FILES.items()}
    assert {name: n for name, n in lines.items() if n > MOST_LINES} == {}


def sql_in(name: str) -> Iterator[int]:
    """Yield the lines with SQL, and those that give the store a part of a query."""
    lines = FILES[name].read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if SQL.search(line):
            yield number
    for node in nodes(name):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value).rpartition(".")[2]
            if owner.strip("_") == "store" and node.func.attr in RAW:
                yield node.lineno


def test_only_the_store_holds_sql() -> None:
    lines = {
        name: list(sql_in(name)) for name in FILES if not name.startswith("store/")
    }
    assert {name: numbers for name, numbers in lines.items() if numbers} == {}


def test_no_style_is_computed_for_all_elements_again() -> None:
    """Chromium would when an element comes or goes: a tenth of a second for a card."""
    for path in (ROOT / "static").rglob("*.css"):
        for selector in re.findall(r"[^{}]*(?={)", path.read_text("utf-8")):
            assert not re.search(r":has\(.*\) *[ >~+] *\*\s*(,|$)", selector), path
            # It would take four fifths of the time for the styles of a long listing.
            assert not re.search(r"~ *\*\s*(,|$)", selector), path


def test_nothing_moves_by_itself() -> None:
    """So that those who asked for less motion get it."""
    for path in (ROOT / "static").rglob("*.[cj]s*"):
        text = path.read_text("utf-8")
        # What goes with the scrolling of the reader does not.
        scrolled = r"(?s)@supports \(animation-timeline: scroll\([\w ]*\)\) \{.*?\n\}"
        text = re.sub(scrolled, "", text)
        assert not re.search(r"\b(transition|animation|animate|smooth)\b", text), path
        for how in re.findall(r"\.scroll(?:IntoView|To|By)\((.*)\)", text):
            # Else a theme could have it scroll smoothly.
            assert 'behavior: "instant"' in how, path
