"""What declarations in other files say of the definitions of a file.

Of a function of C or C++ the header usually has the documentation.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache, partial

from ..links.tree_paths import folder_distance
from ..store.definition_queries import Counterpart
from .code_map import CodeMap


def declared_summaries(code: CodeMap, path: str) -> dict[str, str]:
    """Return the first sentences that declarations have, of the nearest one.

    :return: by the ids of the definitions in the file that have none of their own.
    """
    return code.once(_Summaries).of_file(path)


class _Summaries:
    def __init__(self, code: CodeMap) -> None:
        # A page asks more than once.
        self.of_file = lru_cache(4)(partial(_read, code))


def _read(code: CodeMap, path: str) -> dict[str, str]:
    declarations: defaultdict[str, list[Counterpart]] = defaultdict(list)
    silent = {row.anchor for row in code.definitions(path) if not row.documented}
    for row in code.counterparts(path):
        if row.own in silent and not row.own_declares:
            declarations[row.path].append(row)
    summaries: dict[str, str] = {}
    for other in sorted(declarations, key=lambda it: (folder_distance(path, it), it)):
        known = {(it.kind, it.qualname): it for it in code.facts(other).definitions}
        for row in declarations[other]:
            declaration = known.get((row.kind, row.qualname))
            if declaration and declaration.summary:
                summaries.setdefault(row.own, declaration.summary)
    return summaries
