"""The names of each folder that most other files use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from heapq import nsmallest
from itertools import groupby
from typing import Final

from ..links.tree_paths import folders_above
from ..model.kinds import KINDS, MEMBERS
from ..model.rows import MostUsed
from ..scan.test_paths import is_test
from ..store import definition_queries, use_queries
from .code_map import CodeMap

#: Most names of a folder.
NUMBER: Final = 10
#: What says what a folder is for: neither what a class has nor what holds everything.
_KINDS: Final = [kind for kind in KINDS if kind not in {*MEMBERS, "namespace"}]


def most_used_names(code: CodeMap, folder: str) -> tuple[MostUsed, ...]:
    """Return the names of a folder that most other files surely import or use.

    Files outside of it count, or all others where none outside uses anything of it. A
    use counts in whatever way the file came by the name: ``models.CharField`` as well
    as what is imported by its own name. What tests define counts in folders of tests.
    """
    return code.once(_by_folder).get(folder, ())


def _by_folder(code: CodeMap) -> dict[str, tuple[MostUsed, ...]]:
    anchors: dict[tuple[str, str], str] = {}
    for path, qualname, anchor in definition_queries.own_anchors(code.store, _KINDS):
        anchors.setdefault((path, qualname), anchor)
    outside: defaultdict[str, list[MostUsed]] = defaultdict(list)
    anywhere: defaultdict[str, list[MostUsed]] = defaultdict(list)
    rows = use_queries.users_of_definitions(code.store)
    for (path, qualname), of_name in groupby(rows, lambda row: row[:2]):
        if (path, qualname) not in anchors:
            continue
        users = [user for _, _, user in of_name]
        name = MostUsed(path, qualname, anchors[path, qualname], len(users))
        for folder in folders_above(path):
            if is_test(path) and not is_test(f"{folder}/a"):
                break
            anywhere[folder].append(name)
            inside = f"{folder}/" if folder else ""
            users = [user for user in users if not user.startswith(inside)]
            if users:
                outside[folder].append(name._replace(users=len(users), outside=True))
    return {
        folder: _best(outside.get(folder, names)) for folder, names in anywhere.items()
    }


def _best(names: Iterable[MostUsed]) -> tuple[MostUsed, ...]:
    def rank(name: MostUsed) -> tuple[int, str, str]:
        return -name.users, name.qualname, name.path

    return tuple(nsmallest(NUMBER, names, key=rank))
