"""CMake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Grammar, Imported, Outer, Syntax
from ..grammars.nodes import child_of
from ..grammars.read_file import read_script

#: What files of a folder are called, which ``add_subdirectory`` reads.
LISTS: Final = "CMakeLists.txt"
#: What stands for a folder before a path.
_FOLDER: Final = re.compile(r"^\$\{[^}]*\}/")
#: Names, and not files or values.
_NAME: Final = re.compile(r"[A-Za-z_][\w.:+-]*")


def _arguments(node: Node) -> list[Node]:
    """Return the arguments of a command."""
    return [
        argument
        for child in node.named_children
        if child.type == "argument_list"
        for argument in child.named_children
        if argument.type == "argument"
    ]


def _define(node: Node, syntax: Syntax, _outer: Outer | None) -> Iterator[Found]:
    if node.type == "normal_command":
        arguments = _arguments(node)
        if not arguments or not _NAME.fullmatch(syntax.of(arguments[0])):
            return
        at = arguments[0]
        if syntax.of(node.named_children[0]).lower() == "option":
            value = syntax.line(arguments[2]) if len(arguments) > 2 else ""
            yield Found("data", syntax.of(at), at, value=value)
        else:
            yield Found("target", syntax.of(at), at)
        return
    arguments = _arguments(node.named_children[0]) if node.named_children else []
    if arguments:
        parameters = " ".join(map(syntax.of, arguments[1:]))
        yield Found(
            "macro" if node.type == "macro_def" else "function",
            syntax.of(arguments[0]),
            arguments[0],
            body=child_of(node, "body"),
            signature=f"({parameters})",
        )


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    arguments = _arguments(node)
    if not arguments:
        return
    module = _FOLDER.sub("", syntax.of(arguments[0]).strip('"')).rstrip("/")
    if syntax.of(node.named_children[0]).lower() != "include":
        module = f"{module}/{LISTS}"
    elif not module.endswith(".cmake"):
        module = f"{module}.cmake"
    yield syntax.imported(node, arguments[0], module)


GRAMMAR: Final = Grammar(
    "tree-sitter-cmake", ("cmake",), _define, _imports, separator="::", this=()
)
CMAKE: Final = replace(
    GRAMMAR.language("CMake", read_script),
    suffixes=(".cmake",),
    names=(LISTS,),
    lexer="cmake",
    import_word="include",
    found_by="imports",
)
