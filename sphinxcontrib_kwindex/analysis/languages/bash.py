"""Scripts of the shell: Bash, and what its grammar reads of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Grammar, Imported, Outer, Syntax
from ..grammars.read_file import read_script

#: What stands for a folder before a path: ``$HERE/``, ``${0%/*}/``, ``$(dirname x)/``.
_FOLDER: Final = re.compile(r"""^["']?\$(?:\w+|\{.*\}|\(.*\))["']?/""")


def _define(node: Node, syntax: Syntax, _outer: Outer | None) -> Iterator[Found]:
    name = node.child_by_field_name("name")
    if name is not None:
        body = node.child_by_field_name("body")
        yield Found("function", syntax.of(name), name, body=body)


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    path = node.child_by_field_name("argument")
    if path is None:
        return
    module = _FOLDER.sub("", syntax.line(path)).strip("\"'").removeprefix("./")
    yield syntax.imported(node, path, module)


GRAMMAR: Final = Grammar("tree-sitter-bash", ("bash",), _define, _imports, this=())
BASH: Final = replace(
    GRAMMAR.language("Bash", read_script),
    suffixes=(".sh", ".bash", ".bats", ".ksh", ".zsh"),
    interpreters=("sh", "bash", "dash", "ash", "ksh", "zsh", "bats"),
    names=(
        *(".bashrc", ".bash_profile", ".bash_aliases", ".bash_logout", ".profile"),
        *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".envrc", "PKGBUILD"),
    ),
    lexer="bash",
    found_by="imports",
)
