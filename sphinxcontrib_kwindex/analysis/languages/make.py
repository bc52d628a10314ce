"""Makefiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Found, Grammar, Imported, Outer, Syntax
from ..grammars.nodes import child_of
from ..grammars.read_file import read_script

#: Targets that are no files, patterns or special targets.
_NAME: Final = re.compile(r"\w[\w-]*")
#: A variable of one target. The grammar takes brackets in its value for the end.
_OF_TARGET: Final = re.compile(
    r"^[^\s#:=][^:=#\n]*:[ \t]*[\w.-]+[ \t]*[:+?]?=[^$\n]*$", re.MULTILINE
)
_BRACKETS: Final = str.maketrans("()", "__")
#: What is before a variable on a line that the grammar takes for one of a recipe.
_INDENT: Final = re.compile(
    r"^\t+(?=(?:(?:export|override)[ \t]+)?[\w.-]+(?:[ \t]+[:+?]?|:{1,2}|[+?])=)",
    re.MULTILINE,
)
#: Conditions of Automake, and of make between them, which the grammar knows alone.
_OF_AUTOMAKE: Final = re.compile(r"^if[ \t]+!?\w+[ \t]*$", re.MULTILINE)
_CONDITION: Final = re.compile(
    r"^(?:if[ \t]+!?\w+|(?:else|endif|ifn?def|ifn?eq)\b[^\n]*)[ \t]*$", re.MULTILINE
)


def _prepare(text: str) -> str:
    if _OF_AUTOMAKE.search(text):
        text = _CONDITION.sub(lambda match: " " * len(match[0]), text)
    text = _INDENT.sub(lambda match: " " * len(match[0]), text)
    return _OF_TARGET.sub(lambda match: match[0].translate(_BRACKETS), text)


def _define(node: Node, syntax: Syntax, _outer: Outer | None) -> Iterator[Found]:
    if node.type == "rule":
        targets, recipe = child_of(node, "targets"), child_of(node, "recipe")
        for target in targets.named_children if targets is not None else ():
            if target.type == "word" and _NAME.fullmatch(syntax.of(target)):
                yield Found("target", syntax.of(target), target, body=recipe)
        return
    name = node.child_by_field_name("name")
    # The sign of "CC?=gcc" is part of the name to the grammar.
    text = syntax.of(name).rstrip("?+:")
    if name is None or not _NAME.fullmatch(text):
        return
    value = node.child_by_field_name("value")
    if node.type == "define_directive":
        yield Found("macro", text, name, body=value)
    else:
        yield Found("data", text, name, value=syntax.line(value))


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    files = node.child_by_field_name("filenames")
    for path in files.named_children if files is not None else ():
        module = syntax.of(path).removeprefix("./")
        if module and module.split() == [module]:
            yield syntax.imported(node, path, module)


GRAMMAR: Final = Grammar(
    "tree-sitter-make",
    ("make",),
    _define,
    _imports,
    this=(),
    own=True,
    prepare=_prepare,
)
MAKE: Final = replace(
    GRAMMAR.language("Makefile", read_script),
    version=f"3, {GRAMMAR.version}",
    suffixes=(".mk", ".mak", ".make", ".makefile"),
    names=(
        *("Makefile", "Makefile.*", "makefile", "makefile.*", "Makefile.inc"),
        *("GNUmakefile", "BSDmakefile", "Kbuild"),
    ),
    lexer="make",
    import_word="include",
    found_by="imports",
)
