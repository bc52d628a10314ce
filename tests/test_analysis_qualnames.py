"""Qualified names, against an independent computation with :mod:`ast`.

`expected_names` shares nothing with the analysis but PEP 3155. Run as a program
with folders as arguments, this compares every Python file in them.
"""

from __future__ import annotations

import ast
import sys
import warnings
from pathlib import Path

import pytest

from sphinxcontrib_kwindex.analysis.analyse import analyse

FILES = [Path(__file__).parent / "sources" / "shapes.py"]
# A few modules of the standard library with unusual definitions.
STANDARD = ["typing", "dataclasses", "enum", "functools", "inspect", "socket", "ast"]


Names = set[tuple[str, str, int]]


def expected_names(source: bytes) -> Names:
    """Return qualified name, kind and line of each class and function."""
    names: Names = set()

    def declared_global(body: list[ast.stmt]) -> set[str]:
        found: set[str] = set()
        todo: list[ast.AST] = list(body)
        while todo:
            node = todo.pop()
            if isinstance(node, ast.Global):
                found.update(node.names)
            if not isinstance(
                node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
            ):
                todo.extend(ast.iter_child_nodes(node))
        return found

    def visit(node: ast.AST, prefix: str, in_class: bool, bare: set[str]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                name = child.name if child.name in bare else prefix + child.name
                names.add((name, "class", child.lineno))
                visit(child, name + ".", True, declared_global(child.body))
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                name = child.name if child.name in bare else prefix + child.name
                kind = "method" if in_class else "function"
                names.add((name, kind, child.lineno))
                visit(child, name + ".<locals>.", False, declared_global(child.body))
            else:
                visit(child, prefix, in_class, bare)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        visit(ast.parse(source), "", False, set())
    return names


def analysed_names(source: bytes) -> Names:
    facts = analyse("module.py", source)
    assert facts.problem is None, facts.problem
    kinds = {"class", "function", "method"}
    return {
        (d.qualname, d.kind, line)
        for d in facts.definitions
        if d.kind in kinds
        for line in d.lines
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_names_of_sources(path: Path) -> None:
    assert analysed_names(path.read_bytes()) == expected_names(path.read_bytes())


@pytest.mark.parametrize("module", STANDARD)
def test_names_of_the_standard_library(module: str) -> None:
    source = Path(ast.__file__).with_name(f"{module}.py").read_bytes()
    assert analysed_names(source) == expected_names(source)


if __name__ == "__main__":
    count = wrong = 0
    for folder in sys.argv[1:]:
        for path in sorted(Path(folder).rglob("*.py")):
            count += 1
            source = path.read_bytes()
            try:
                expected = expected_names(source)
            except (SyntaxError, ValueError):
                continue
            facts = analyse(path.name, source)
            if facts.problem or analysed_names(source) != expected:
                wrong += 1
                print(path, facts.problem)
    print(f"{count} files, {wrong} with other names")
