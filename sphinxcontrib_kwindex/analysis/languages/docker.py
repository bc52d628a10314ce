"""Dockerfiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from ...model.references import Spec
from ..grammars.grammar import Found, Grammar, Imported, Outer, Syntax, blank
from ..grammars.read_file import read_script

#: The option that names a stage.
_FROM: Final = "--from="
#: A variable whose value begins on the next line, which the grammar does not know.
_BELOW: Final = re.compile(
    r"^([ \t]*ENV[ \t]+\w+[ \t]*)\\\n((?:[^\n]*\\\n)*[^\n]*)",
    re.MULTILINE | re.IGNORECASE,
)


def _prepare(text: str) -> str:
    return _BELOW.sub(lambda match: f"{match[1]}x\n{blank(match[2])}", text)


def _define(node: Node, syntax: Syntax, _outer: Outer | None) -> Iterator[Found]:
    name = node.child_by_field_name("as" if node.type == "from_instruction" else "name")
    if name is None:
        return
    if node.type == "from_instruction":
        yield Found("target", syntax.of(name), name, modifiers=("stage",))
    else:
        field = "value" if node.type == "env_pair" else "default"
        value = syntax.line(node.child_by_field_name(field)).removeprefix("\\")
        yield Found("data", syntax.of(name), name, value=value)


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    option = syntax.of(node)
    if option.startswith(_FROM) and option.split() == [option]:
        spec = Spec("def", option.removeprefix(_FROM))
        yield Imported(places=((node, spec),))


GRAMMAR: Final = Grammar(
    "tree-sitter-dockerfile",
    ("docker",),
    _define,
    _imports,
    this=(),
    own=True,
    prepare=_prepare,
)
DOCKER: Final = replace(
    GRAMMAR.language("Docker", read_script),
    version=f"1, {GRAMMAR.version}",
    suffixes=(".dockerfile", ".containerfile"),
    names=("Dockerfile", "Dockerfile.*", "Containerfile", "Containerfile.*"),
    lexer="docker",
)
