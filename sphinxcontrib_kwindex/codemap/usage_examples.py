"""Examples of how what a file defines is called."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import Final

from ..links.tree_paths import folder_distance
from ..model.named_tuple import NamedTuple
from ..model.rows import UseRow
from ..scan.test_paths import is_test_or_example
from .code_map import CodeMap

#: How many calls of a definition are shown, and of how many definitions of a file.
EXAMPLES: Final = 3
DEFINITIONS: Final = 10


class Example(NamedTuple):
    """A call of a definition in another file."""

    qualname: str
    path: str
    around: str
    """The qualified name of the definition around it; see :class:`.UseRow`."""
    anchor: str
    """The id of that on the page of its file."""
    text: str


def examples(code: CodeMap, path: str) -> list[Example]:
    """Return the shortest calls of the definitions of a file, the most used first.

    Those in tests, examples and documentation are preferred, one from each file. Who
    calls what another file declares calls what is defined here.
    """
    calls: defaultdict[str, list[UseRow]] = defaultdict(list)
    declared: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for other in code.counterparts(path):
        if not other.own_declares:
            declared[other.path][other.qualname] = other.own_name
    for row in chain(code.examples_of(path), *map(code.examples_of, declared)):
        if row.target == path:
            calls[row.qualname].append(row)
        elif name := declared[row.target].get(row.qualname):
            calls[name].append(row)
    most_used = sorted(calls, key=lambda name: (-len(calls[name]), name))
    shown = []
    for name in most_used[:DEFINITIONS]:
        by_text: dict[str, UseRow] = {}
        for row in sorted(calls[name], key=_order):
            by_text.setdefault(row.example, row)
        shown += [
            Example(name, row.path, row.around, row.around_anchor, text)
            for text, row in list(by_text.items())[:EXAMPLES]
        ]
    return shown


def _order(row: UseRow) -> tuple[bool, int, int, str]:
    distance = folder_distance(row.target, row.path)
    return not is_test_or_example(row.path), len(row.text), distance, row.path
