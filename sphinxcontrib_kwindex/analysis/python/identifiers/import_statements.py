"""The words of an import statement, each with the module or name that it means.

In ``from ..a.b import c as d`` the words are ``a`` and ``b``, which stand for modules,
and ``c`` and ``d``, which both stand for the name ``c`` of a module. A tree says what
is imported but not where in the statement each word is, so they are read off the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from astroid import nodes

from ....model.named_tuple import NamedTuple
from ..source.source_segments import character_index

_WORD: Final = re.compile(r"#[^\n]*|[^\W\d]\w*")


class ImportWord(NamedTuple):
    """A word in an import statement, which stands for a module or a name in it."""

    line: int
    column: int
    """In characters."""
    word: str
    module: str = ""
    """As written, with leading dots."""
    name: str = ""


def import_words(
    node: nodes.Import | nodes.ImportFrom, lines: list[str]
) -> Iterator[ImportWord]:
    """Yield the words of an import statement in their order.

    :param lines: the lines of the text that it is in.
    """
    words = _words(node, lines)
    # The first is "from" or "import".
    next(words)
    if isinstance(node, nodes.Import):
        for module, alias in node.names:
            yield from _module_words(words, module, "")
            if alias:
                next(words)
                yield next(words)._replace(module=module)
        return
    dots = "." * (node.level or 0)
    if node.modname:
        yield from _module_words(words, node.modname, dots)
    next(words)
    module = dots + (node.modname or "")
    for name, alias in node.names:
        if name == "*":
            continue
        yield next(words)._replace(module=module, name=name)
        if alias:
            next(words)
            yield next(words)._replace(module=module, name=name)


def _module_words(
    words: Iterator[ImportWord], module: str, dots: str
) -> Iterator[ImportWord]:
    for part in accumulate(module.split("."), "{}.{}".format):
        yield next(words)._replace(module=dots + part)


def _words(
    node: nodes.Import | nodes.ImportFrom, lines: list[str]
) -> Iterator[ImportWord]:
    """Yield the words of a statement, without what they mean."""
    end = node.end_lineno or node.lineno
    for number in range(node.lineno, end + 1):
        line = lines[number - 1]
        start, stop = 0, len(line)
        if number == node.lineno:
            start = character_index(line, node.col_offset)
        if number == end:
            stop = character_index(line, node.end_col_offset)
        for match in _WORD.finditer(line, start, stop):
            if not match[0].startswith("#"):
                yield ImportWord(number, match.start(), match[0])
