"""Compares a tree with the version that its configuration names."""

from __future__ import annotations

from ..code_map import CodeMap
from .compare import compare
from .kept import keep
from .version import Version, work_tree


def keep_changes(code: CodeMap, old: Version) -> bool:
    """Find out what changed since a version, and keep it in the store of the tree.

    :return: whether it is something else than what was kept before.
    """
    return keep(code, compare(old, work_tree(code)))
