"""The names of each folder that most files outside of it use."""

from __future__ import annotations

from collections import defaultdict
from heapq import nsmallest
from itertools import groupby
from typing import Final

from ..links.tree_paths import folders_above
from ..model.kinds import KINDS, MEMBERS
from ..model.rows import MostUsed
from ..store import definition_queries, use_queries
from .code_map import CodeMap

#: Most names of a folder.
NUMBER: Final = 10
#: What says what a folder is for: neither what a class has nor what holds everything.
_KINDS: Final = [kind for kind in KINDS if kind not in {*MEMBERS, "namespace"}]


def most_used_names(code: CodeMap, folder: str) -> tuple[MostUsed, ...]:
    """Return the names of a folder that most files outside of it surely import or use.

    A use counts in whatever way the file came by the name: ``models.CharField`` as
    well as what is imported by its own name. None of the root: nobody is outside.
    """
    return code.once(_by_folder).get(folder, ())


def _by_folder(code: CodeMap) -> dict[str, tuple[MostUsed, ...]]:
    anchors: dict[tuple[str, str], str] = {}
    for path, qualname, anchor in definition_queries.anchors_of_kinds(
        code.store, _KINDS
    ):
        anchors.setdefault((path, qualname), anchor)
    names: defaultdict[str, list[MostUsed]] = defaultdict(list)
    rows = use_queries.users_of_definitions(code.store)
    for (path, qualname), of_name in groupby(rows, lambda row: row[:2]):
        if (path, qualname) not in anchors:
            continue
        anchor = anchors[path, qualname]
        users = [user for _, _, user in of_name]
        for folder in folders_above(path):
            users = [user for user in users if not user.startswith(f"{folder}/")]
            if folder and users:
                names[folder].append(MostUsed(path, qualname, anchor, len(users)))
    return {
        folder: tuple(nsmallest(NUMBER, found, key=_rank))
        for folder, found in names.items()
    }


def _rank(name: MostUsed) -> tuple[int, str, str]:
    return -name.users, name.qualname, name.path
