"""What ``setup.py`` gives to ``setup()``: requirements, entry points, folders.

It is never run: read are literals, and names that the module binds to them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from ..python.source.syntax_trees import module_tree

#: The arguments with requirements, and their groups.
_REQUIRES: Final = {"install_requires": "", "setup_requires": "build"}


class SetupArguments:
    """The texts in the arguments of ``setup()``, each with its line."""

    def __init__(self, text: str) -> None:
        """Read the text of the file; of what is no Python nothing is known."""
        self._named: dict[str, ast.expr] = {}
        self._arguments: dict[str, ast.expr] = {}
        module = module_tree(text) or ast.Module([], [])
        for statement in module.body:
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        self._named[target.id] = statement.value
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and _last_name(node.func) == "setup":
                for keyword in node.keywords:
                    if keyword.arg:
                        self._arguments.setdefault(keyword.arg, keyword.value)

    def requirements(self) -> Iterator[tuple[str, int, str]]:
        """Yield each requirement as written, its line and its group."""
        for name, group in _REQUIRES.items():
            for text, line in self._texts(self._arguments.get(name)):
                yield text, line, group
        for extra, value in self._items("extras_require"):
            for text, line in self._texts(value):
                yield text, line, f"extra {extra}"

    def entry_points(self) -> Iterator[tuple[str, int, str]]:
        """Yield each entry point as written (``name = a.b:c``), its line and group."""
        for group, value in self._items("entry_points"):
            for text, line in self._texts(value):
                yield text, line, group
        group = ""
        for text, line in self._texts(self._arguments.get("entry_points")):
            if text.startswith("[") and text.endswith("]"):
                group = text[1:-1].strip()
            elif group:
                yield text, line, group

    def package_folders(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the folder of each package that has one of its own."""
        for name, value in self._items("package_dir"):
            yield from ((name, folder) for folder, _ in self._texts(value))

    def _items(self, argument: str) -> Iterator[tuple[str, ast.expr]]:
        """Yield the items of a dictionary that an argument is."""
        value = self._arguments.get(argument)
        if isinstance(value, ast.Name):
            value = self._named.get(value.id)
        if isinstance(value, ast.Dict):
            for key, item in zip(value.keys, value.values, strict=True):
                if isinstance(key, ast.Constant):
                    yield str(key.value), item

    def _texts(self, value: ast.expr | None) -> Iterator[tuple[str, int]]:
        """Yield the lines of the texts in a value that are not empty."""
        waiting, seen = [value], set[str]()
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Name) and node.id not in seen:
                seen.add(node.id)
                waiting.append(self._named.get(node.id))
            elif isinstance(node, ast.BinOp):
                waiting += node.right, node.left
            elif isinstance(node, ast.List | ast.Tuple | ast.Set):
                waiting += reversed(node.elts)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                for number, line in enumerate(node.value.split("\n"), node.lineno):
                    if line.strip():
                        yield line.strip(), number


def _last_name(function: ast.expr) -> str:
    """Return ``c`` of ``a.b.c``."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
