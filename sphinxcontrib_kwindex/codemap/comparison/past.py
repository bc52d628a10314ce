"""Compares a tree with the version that its configuration names."""

from __future__ import annotations

from ...store.database import Store
from ..code_map import CodeMap
from .compare import compare
from .kept import keep
from .version import Rules, version_of_commit, work_tree


def keep_changes(code: CodeMap, name: str, store: Store, rules: Rules) -> bool:
    """Find out what changed since a commit, and keep it in the store of the tree.

    :param name: what names the commit.
    :param store: that of the commit.
    :return: whether it is something else than what was kept before.
    :raises GitError: if git cannot say, or there is no such commit.
    :raises MissingContentError: if the clone does not have its contents.
    :raises OSError: if its files cannot be written.
    """
    old = version_of_commit(
        code.root, name, store, rules=rules, facts=[code.store.path]
    )
    return keep(code, compare(old, work_tree(code)))
