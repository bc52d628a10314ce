"""Everything that tests may reach: a quick filter for what is tested.

The uses of the tests are followed forwards. That leaves most definitions of a tree
out at once, and is kept in the store: answers are to come at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from ...model.names import Symbol, last_part
from ...model.rows import UseRow
from ...scan.test_paths import is_test
from ...store.counterpart_queries import Counterpart, counterparts
from ...store.database import Store
from ...store.file_queries import source_files
from ...store.test_queries import tests_by_class
from ...store.use_queries import names_used_in, uses_by

#: Most steps from a test to a definition.
STEPS: Final = 3
#: What is run around the tests of a class, or those in none, by unittest, Django,
#: pytest, PHPUnit and googletest.
SET_UP: Final = frozenset(
    {"setUp", "setUpClass", "setUpTestData", "asyncSetUp", "setUpBeforeClass"}
    | {"tearDown", "tearDownClass", "asyncTearDown", "tearDownAfterClass"}
    | {"setup_method", "setup_class", "teardown_method", "teardown_class"}
    | {"setup_function", "teardown_function"}
    | {"SetUp", "SetUpTestSuite", "SetUpTestCase"}
    | {"TearDown", "TearDownTestSuite", "TearDownTestCase"}
)
#: What is run around all tests of a module.
SET_UP_MODULE: Final = frozenset(
    {"setUpModule", "setup_module", "tearDownModule", "teardown_module"}
)
#: What is run when an instance of a class is made.
CONSTRUCTORS: Final = frozenset(
    {"__init__", "__new__", "__post_init__", "__attrs_post_init__", "model_post_init"}
)


def tested_rows(store: Store) -> list[Symbol]:
    """Return what tests and fixtures may use within :data:`STEPS`.

    :param store: with the uses and the tests of the tree.
    """
    collected = {path for row in tests_by_class(store) for path in (row[0], row[2])}
    files = {path for path in source_files(store) if path in collected or is_test(path)}
    used = {(row.target, row.qualname) for row in uses_by(store, files)}
    return sorted(used_by(store, used, {}))


def used_by(
    store: Store, places: Iterable[Symbol], also: Mapping[str, list[UseRow]]
) -> set[Symbol]:
    """Return definitions, and all that they may use within one step less.

    Who uses what is only declared uses what defines it.

    :param places: paths and qualified names.
    :param also: uses that are no more by file.
    """

    @cache
    def used_in(path: str) -> list[tuple[str, str, str]]:
        rows = list(names_used_in(store, path))
        return rows + [
            (use.around, use.target, use.qualname) for use in also.get(path, ())
        ]

    @cache
    def defined_elsewhere(path: str) -> list[Counterpart]:
        return [row for row in counterparts(store, path) if row.own_declares]

    new = set(places)
    reached: set[Symbol] = set()
    run = ("", *(f".{name}" for name in CONSTRUCTORS | SET_UP))
    for _ in range(STEPS):
        reached |= new
        users: defaultdict[str, set[str]] = defaultdict(set)
        for path, name in new:
            users[path].update(f"{name}{end}" for end in (*run, *_constructors(name)))
        for path, names in list(users.items()):
            for row in defined_elsewhere(path):
                if row.own_name in names:
                    users[row.path].add(row.qualname)
                    reached.add((row.path, row.qualname))
        new = {
            (target, qualname)
            for path, names in users.items()
            for around, target, qualname in used_in(path)
            if outermost_function(around) in names
        } - reached
    return reached


def outermost_function(around: str) -> str:
    """Return the outermost function: what is defined in it is a part of it."""
    return around.partition(".<locals>")[0]


def _constructors(qualname: str) -> tuple[str, ...]:
    """Return what may stand behind the name of a class in that of its constructor."""
    name = last_part(qualname)
    return f".{name}", f"::{name}"
