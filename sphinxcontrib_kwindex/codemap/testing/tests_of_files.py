"""Which files test a file, and which files a test file uses."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from msgspec.structs import replace

from ...analysis.named_paths import COMMANDS
from ...links.tree_paths import folder_distance
from ...model.python_suffixes import SOURCE
from ...model.record import Record
from ...scan.test_paths import is_test
from ..code_map import CodeMap
from ..file_users import sure_users
from .files_with_tests import holds_tests

#: Most files in a list, or most that have names or are seen at first, and most names
#: for each file.
FILES: Final = 10
NAMES: Final = 8

_Names = dict[tuple[str, str], int]
"""Qualified names and ids of definitions, each with the number of its uses."""


class FileUse(Record, frozen=True):
    """A file and which names it uses, or which of its names are used."""

    path: str
    names: tuple[tuple[str, str], ...]
    """Qualified name and id of the first of them, the most used first."""
    number: int
    """How many names there are."""
    by_name: bool = False
    """Whether nothing but names tell of the use."""
    through: bool = False
    """Whether it uses them only through others."""


def tests_of_file(code: CodeMap, path: str, *, through: bool) -> tuple[FileUse, ...]:
    """Return the test files that import a file or use its names, nearest first.

    Those count, too, that call a command of Django by its name.

    :param through: whether behind them come those that only use them through others.
    """
    names = _tests_using(code, path)
    farther: dict[str, _Names] = {}
    sure, direct = set(names), set(names)
    if through:
        # It takes a while to import, and answers without are to come at once.
        from .tests_of_definitions import definition_tests

        for qualname, tests in definition_tests(code, path).items():
            name = qualname, next(iter(code.anchors(path)[qualname].values()))
            for use in (use for use in tests.nearest if use.test[0] not in names):
                farther.setdefault(use.test[0], {})[name] = 1
                if not use.by_name:
                    sure.add(use.test[0])
                if not use.way:
                    # By the declaration in a header.
                    direct.add(use.test[0])
    names |= farther
    folder, called = path.rpartition("/")[0], _names_of_tests(path)

    def order(test: str) -> tuple[object, ...]:
        name = test.rpartition("/")[2].partition(".")[0]
        places = sum(names[test].values())
        beside = test.startswith(f"{folder}/") if folder else "/" not in test
        far = folder_distance(path, test)
        return name not in called, test in farther, not beside, far, -places, test

    ordered = sorted(names, key=order)
    shown = [
        _file_use(test, names[test]) if number < FILES else FileUse(test, (), 0)
        for number, test in enumerate(ordered)
    ]
    return tuple(
        replace(use, by_name=use.path not in sure, through=use.path not in direct)
        for use in shown
    )


def _tests_using(code: CodeMap, path: str) -> dict[str, _Names]:
    """Return the test files that import a file or use its names, with these."""
    names: dict[str, _Names] = {
        user: {} for user in code.all_importers(path) if holds_tests(code, user)
    }
    for user in code.mentioned_in(path) if COMMANDS in path else ():
        if is_test(user) and user.endswith(SOURCE):
            names.setdefault(user, {})
    for row in sure_users(code, path):
        if holds_tests(code, row.path):
            used = names.setdefault(row.path, {})
            name = row.qualname, row.anchor
            used[name] = used.get(name, 0) + row.places
    return names


def _names_of_tests(path: str) -> set[str]:
    """Return what files with tests of a file may be called, up to the first point."""
    folder, _, base = path.rpartition("/")
    stem = base.partition(".")[0]
    # The tests of a package are called after its folder.
    stem = folder.rpartition("/")[2] if stem == "__init__" else stem.strip("_")
    names = {f"test_{stem}", f"{stem}_test"}
    if not path.endswith(SOURCE):
        # "stem.test.ts", "StemTest.java"
        names |= {stem, f"{stem}Test", f"{stem}Tests", f"Test{stem}"}
        names.add(f"{stem}_unittest")
    return names


def tested_by_file(code: CodeMap, path: str) -> tuple[FileUse, ...]:
    """Return the files that are no tests and that a file imports or uses."""
    used: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for target, qualname, anchor, number in code.names_used_by(path):
        if not holds_tests(code, target):
            used[target][qualname, anchor] = number
    for imported in code.links(path):
        if imported.category == "file" and not holds_tests(code, imported.target):
            used.setdefault(imported.target, Counter())
    ordered = sorted(used, key=lambda target: (-sum(used[target].values()), target))
    return tuple(_file_use(target, used[target]) for target in ordered)


def _file_use(path: str, names: _Names) -> FileUse:
    anchors: dict[str, str] = {}
    # In TypeScript a value and its type may have one name.
    for name, anchor in sorted(names, key=lambda name: (-names[name], name)):
        anchors.setdefault(name, anchor)
    return FileUse(path, tuple(anchors.items())[:NAMES], len(anchors))
