"""The suite itself: it tests what the package does, and not what it is made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = "sphinxcontrib_kwindex"
#: So many places may replace a part of the package.
MOST = 15
#: What replaces a part of what it is given first.
REPLACING = {"setattr", "delattr", "setitem", "delitem", "patch", "object", "dict"}


class Replacements(ast.NodeVisitor):
    """Finds the places of a module that replace a part of the package.

    What is not known to be of somebody else is taken for a part of it.
    """

    def __init__(self) -> None:
        self.lines: list[int] = []
        #: By name, whether it is the package's.
        self._ours: dict[str, bool] = {}

    def visit_Import(self, node: ast.Import) -> None:
        for one in node.names:
            name = one.asname or one.name.partition(".")[0]
            self._ours[name] = one.name.startswith(PACKAGE)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for one in node.names:
            ours = (node.module or "").startswith(PACKAGE)
            self._ours[one.asname or one.name] = ours

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._ours[node.name] = False
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in REPLACING and node.args and self._is_ours(node.args[0]):
            owner = getattr(node.func, "value", None)
            # Only these are also the names of other things.
            if name not in {"object", "dict"} or getattr(owner, "attr", "") == "patch":
                self.lines.append(node.lineno)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._assigned(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._assigned(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Look into programs for other processes."""
        if isinstance(node.value, str) and PACKAGE in node.value:
            inner = Replacements()
            try:
                inner.visit(ast.parse(node.value))
            except SyntaxError:
                return
            self.lines += [node.lineno] * len(inner.lines)

    def _assigned(self, node: ast.Attribute | ast.Subscript) -> None:
        root = self._root(node)
        known = isinstance(root, ast.Name) and self._ours.get(root.id, False)
        if not isinstance(node.ctx, ast.Load) and known:
            self.lines.append(node.lineno)
        self.generic_visit(node)

    def _is_ours(self, target: ast.expr) -> bool:
        root = self._root(target)
        if isinstance(root, ast.Constant):
            return str(root.value).startswith(PACKAGE)
        return not isinstance(root, ast.Name) or self._ours.get(root.id, True)

    @staticmethod
    def _root(node: ast.expr) -> ast.expr:
        while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
            node = node.func if isinstance(node, ast.Call) else node.value
        return node


def replacements(text: str) -> list[int]:
    """Return the lines of a module that replace a part of the package."""
    finder = Replacements()
    finder.visit(ast.parse(text))
    return finder.lines


def places() -> Iterator[str]:
    """Yield where the suite replaces a part of the package."""
    for path in sorted(HERE.rglob("*.py")):
        name = path.relative_to(HERE)
        if name.parts[0] not in {"roots", "sources"}:
            for line in replacements(path.read_text("utf-8")):
                yield f"{name.as_posix()}:{line}"


def test_what_a_replacement_is() -> None:
    code = f"""\
import os
import {PACKAGE}.i18n as words
from sphinx.application import Sphinx
from {PACKAGE}.scan import git
class Local: ...
def test(monkeypatch, mock, other):
    monkeypatch.setattr(git, "TIMEOUT", 1)
    monkeypatch.setattr("{PACKAGE}.scan.git.TIMEOUT", 1)
    monkeypatch.setattr(git.subprocess, "run", print)
    monkeypatch.setitem(git.TABLE, "a", 1)
    mock.patch.object(git, "TIMEOUT")
    git.TIMEOUT = 1
    git.TABLE["a"] = 1
    setattr(words, "say", print)
    monkeypatch.setattr(other, print)
    del words.say
    subprocess.run("from {PACKAGE}.scan import git; git.TIMEOUT = 1")
    run("import {PACKAGE}.scan.git as git\\ngit.TIMEOUT = 1")
    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr(Sphinx, "build", print)
    monkeypatch.setattr("os.name", "nt")
    monkeypatch.setenv("A", "b")
    Local.a = other.b = os.environ["a"] = git.TIMEOUT
    dict(git.TABLE)
"""
    assert replacements(code) == [*range(7, 19)]


def test_few_places_replace_parts_of_the_package() -> None:
    found = list(places())
    assert len(found) <= MOST, "\n".join(found)
