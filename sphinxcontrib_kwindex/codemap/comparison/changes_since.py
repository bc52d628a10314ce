"""What is public and changed since a version that the configuration names, for pages.

They are in the store. Pages name no lines in other files, so what is kept has none, and
an edit that moves lines changes none of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ...i18n import mark
from ...model.rows import UseRow
from ..code_map import CodeMap
from .changes import ADDED, CHANGED, Change, Comparison, Where

#: What the store calls them.
_KEPT: Final = "changes"
#: What is said of definitions that came, and of those that are not as they were.
_LABELS: Final = {
    ADDED: mark("new since {version}"),
    CHANGED: mark("changed since {version}"),
}
_decoder = msgspec.json.Decoder(Comparison)


def keep(code: CodeMap, comparison: Comparison | None) -> bool:
    """Keep what is public of a comparison in the store of the tree.

    :param comparison: ``None`` if nothing is known of the past.
    :return: whether it is something else than what was kept before.
    """
    text = ""
    if comparison is not None:
        public = (change for change in comparison.changes if change.public)
        shown = Comparison(tuple(map(_without_lines, public)))
        text = msgspec.json.encode(shown).decode()
    code.kept.pop(_read, None)
    code.kept.pop(_changed_by_file, None)
    if code.store.meta(_KEPT) == text:
        return False
    code.store.set_meta(_KEPT, text)
    return True


def changes_since(code: CodeMap) -> Comparison | None:
    """Return the public changes that are kept; ``None`` if nothing is known of them."""
    return code.once(_read)


def _read(code: CodeMap) -> Comparison | None:
    text = code.store.meta(_KEPT) if code.settings.changes_since else ""
    return _decoder.decode(text) if text else None


def labels(code: CodeMap, path: str) -> dict[str, str]:
    """Return what is said of definitions of a file, by qualified name.

    What stands in something new is as new, and nothing is said of it.
    """
    changed = changed_definitions(code, path)
    return {name: _LABELS[what] for name, what in changed.items()}


def changed_definitions(code: CodeMap, path: str) -> dict[str, str]:
    """Return what of a file was added or changed, by qualified name.

    :return: :data:`.ADDED` or :data:`.CHANGED`.
    """
    return code.once(_changed_by_file).get(path, {})


def _changed_by_file(code: CodeMap) -> dict[str, dict[str, str]]:
    changed: dict[str, dict[str, str]] = {}
    comparison = changes_since(code)
    for change in comparison.changes if comparison else ():
        where, what = change.new, change.what
        if where and where.qualname and what in _LABELS and change.kind != "import":
            changed.setdefault(where.path, {})[where.qualname] = what
    return changed


def _without_lines(change: Change) -> Change:
    return replace(
        change,
        old=_without_line(change.old),
        new=_without_line(change.new),
        users=tuple(_files(change.users)),
    )


def _without_line(where: Where | None) -> Where | None:
    return where and where._replace(line=0)


def _files(users: Sequence[UseRow]) -> list[UseRow]:
    """Return one user in each file, without what moves with the lines there."""
    first = {row.path: row for row in reversed(users)}
    return [
        # The store has a number where a row has a truth value.
        row._replace(by_name=False, line=0, text="", example="", count=0)
        for row in dict.fromkeys(first[user.path] for user in users)
    ]
