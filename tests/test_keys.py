"""TOML, YAML and JSON are outlined by their keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import make_project

from sphinxcontrib_kwindex.analysis.analyse import analyse

TOML = '[project]\nname = "x"\n[tool.ruff]\nline-length = 88\n[tool.ruff.lint]\n'
JSON = '{\n  "name": "a: \\"{",\n  "scripts": {"build": "make"},\n  "files": []\n}\n'
YAML = "# CI.\non: [push]\njobs:\n  test:\n    steps: |\n      a: b\n---\nx: &a !t 1\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.toml", TOML, [("project", 1, 1), ("tool", 3, 1), ("tool.ruff", 3, 2)]),
        ("a.json", JSON, [("name", 2, 1), ("scripts", 3, 1), ("files", 4, 1)]),
        ("a.yaml", YAML, [("on", 2, 1), ("jobs", 3, 1), ("x", 8, 1)]),
        ("a.toml", "[project\n", []),
        ("a.json", '{"a": 1', []),
        ("a.json", "[" * 100_000, []),
        ("a.json", '["a", {"b": 1}]', []),
        ("a.yml", "a: [\n", []),
        ("a.yml", "- a: 1\n", []),
        ("a.json", "{{{}}}".format(", ".join(f'"k{n}": 1' for n in range(101))), []),
        ("a.txt", "a: 1\n", []),
    ],
)
def test_keys(name: str, text: str, expected: list[tuple[str, int, int]]) -> None:
    facts = analyse(name, text.encode())
    assert [(one.text, one.line, one.level) for one in facts.headings] == expected
    assert not facts.source
    assert facts.problem is None


def test_pages(tmp_path: Path) -> None:
    built = make_project(tmp_path, {"settings.toml": TOML, "a.py": "x = 1\n"}).build()
    assert built.warnings == ""
    built.check_links()
    page = built.text("code/settings.toml_docs")
    assert "tool.ruff" in page.partition('id="high-level-overview"')[2]
    assert 'href="#L3"' in page
    # Keys are no names of the project's.
    assert not built.path("code/settings.toml_kw").exists()
    assert "tool.ruff" not in built.text("code/keywords")
