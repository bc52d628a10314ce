"""Which tests use a definition: directly, through a fixture, or through its callers.

The uses of the tree are followed backwards, from a definition to what it is used in,
until a test is reached: at most :data:`~.used_by_tests.STEPS` times. Of the tests that
use a definition through others the :data:`NEAREST` are kept, each with the shortest
way. As a use of what it is used in count for a fixture those who ask for it by name,
for a constructor the calls of its class, for a class of tests its tests, and for
``setUp`` and its like the tests of its class and of those that derive from that, or of
its module; for what another file declares the uses of the declaration. What a module
does when it is imported leads nowhere; nor do annotations and what is raised, except in
the tests themselves: a caller that is tested seldom fails.

What is known of one definition is kept for all others that are used in it, so each is
looked at once for a whole tree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import Final

from ...links.testing.used_by_tests import (
    CONSTRUCTORS,
    SET_UP,
    SET_UP_MODULE,
    STEPS,
    outermost_function,
    used_by,
)
from ...links.tree_paths import folder_distance
from ...model.facts import FileFacts
from ...model.grouped import grouped
from ...model.kinds import AROUND_TESTS, CALLABLES
from ...model.named_tuple import NamedTuple
from ...model.names import Symbol, last_part, outer_name, split_name
from ...model.python_suffixes import SOURCE
from ...model.references import ANNOTATION, BASE, CALLED
from ...model.rows import UseRow
from ...scan.test_paths import is_test
from ...store.counterpart_queries import named_alike
from ...store.test_queries import tested_definitions, tests_by_class
from ...store.use_queries import users_of, uses_by
from ..code_map import CodeMap
from .coverage_data import measured_file
from .files_with_tests import holds_tests, is_in_tests
from .pytest_fixtures import FixtureRequests

#: Most tests that are kept of each definition.
NEAREST: Final = 5
#: The kinds of what is tested. A field may have the name of a method, not its tests.
TESTED: Final = CALLABLES | {"class"}
#: Stands for all classes of a file.
_EVERY: Final = "*"


class TestUse(NamedTuple):
    """A test that uses a definition."""

    test: Symbol
    way: tuple[Symbol, ...] = ()
    """Through what it does, the test's own side first."""
    by_name: bool = False
    """Whether on the way is a use that nothing but a name tells."""


class _User(NamedTuple):
    """What a definition is used in."""

    place: Symbol
    by_name: bool
    roles: int
    """What for: the sum of 2 to the power of each :attr:`.UseRow.role`."""


class DefinitionTests(NamedTuple):
    """The tests that use a definition."""

    measured: int = 0
    """In how many it ran, as coverage.py measured."""
    ran_in: tuple[Symbol, ...] = ()
    """These, the nearest first; with an empty path those that are not in the tree."""
    direct: int = 0
    """How many use it directly."""
    nearest: tuple[TestUse, ...] = ()
    """Some of these, and then of those that use it through others."""
    possible: int = 0
    """How many of those that use it directly nothing but its name tells."""

    def through_others(self) -> DefinitionTests:
        """Return those that use it through others."""
        return DefinitionTests(nearest=tuple(use for use in self.nearest if use.way))


class GraphOfTests:
    """The uses of the tree, backwards from definitions to tests.

    :param untested: whether what no test may use is kept among the users, too.
    """

    def __init__(self, code: CodeMap, *, untested: bool = False) -> None:
        self._code = code
        self._untested = untested
        self._users_in = cache(self._read_users)
        self._declared_in = cache(self._read_declaring)
        self._annotated_in = cache(lambda path: annotated_set_ups(code.facts(path)))
        # One object for each, as often as it uses something.
        self._places: dict[Symbol, Symbol] = {}
        self._finds_any = cache(lambda place: self.of(*place) != DefinitionTests())
        self._reached: Callable[[Symbol, int], tuple[TestUse, ...]] = cache(self._reach)
        self._fixtures = FixtureRequests(code)

    @cached_property
    def _of_class(self) -> Mapping[Symbol, list[Symbol]]:
        """The tests of each class; those of no class by an empty name, and all of a
        file by :data:`_EVERY`.
        """
        by_class: defaultdict[Symbol, dict[Symbol, None]] = defaultdict(dict)
        for path, owner, target, qualname in tests_by_class(self._code.store):
            for place in (
                *((path, owner), (path, _EVERY)),
                (target, outer_name(qualname)),
            ):
                by_class[place][target, qualname] = None
        return {place: list(tests) for place, tests in by_class.items()}

    @cached_property
    def tests(self) -> frozenset[Symbol]:
        """All tests."""
        return frozenset(test for tests in self._of_class.values() for test in tests)

    @cached_property
    def _defined(self) -> Mapping[Symbol, Symbol]:
        """Where each test is defined, by the file and the class it is collected for."""
        return {
            (path, f"{owner}.{qualname.rpartition('.')[2]}"): (target, qualname)
            for path, owner, target, qualname in tests_by_class(self._code.store)
            if owner
        }

    def of(self, path: str, qualname: str) -> DefinitionTests:
        """Return the tests that use a definition, those beside its file first."""
        place = (path, qualname)
        direct: dict[Symbol, bool] = {}
        nearest: Sequence[TestUse] = ()
        if self._may_be_tested(place):
            for test, by_name in self.users(place):
                if test in self.tests:
                    direct[test] = by_name and direct.get(test, True)
            direct.pop(place, None)
            nearest = self._reached(place, STEPS) if place not in self.tests else ()
        contexts = measured_file(self._code, path).contexts.get(qualname, ())
        ran_in = sorted(
            set(map(self.place, contexts)),
            key=lambda test: (folder_distance(path, test[0]), test),
        )
        numbers = len(ran_in), tuple(ran_in), len(direct)
        return DefinitionTests(*numbers, tuple(nearest), sum(direct.values()))

    @cached_property
    def has_any(self) -> bool:
        """Whether any test is known."""
        return bool(self.tests or self._code.settings.coverage)

    def is_used(self, path: str, qualname: str) -> bool:
        """Return whether :meth:`of` knows a test of a definition."""
        if not self.has_any:
            return False
        place = path, qualname
        if not self._code.settings.coverage and not self._may_be_tested(place):
            # That is known at once, and of most.
            return False
        return self._finds_any(place)

    def place(self, context: str) -> Symbol:
        """Return the test that a context of coverage.py names.

        :return: an empty path, and the context, if that is not in the tree.
        """
        path, *names = context.split("::")
        if names:
            place = path, ".".join(names)
            known = place if self._code.has_file(path) else ("", context)
            return self._defined.get(place, known)
        parts = context.split(".")
        for end in range(len(parts) - 1, 0, -1):
            files = self._code.modules.called(".".join(parts[:end]))
            if files:
                return files[0], ".".join(parts[end:])
        return "", context

    def _reach(self, place: Symbol, steps: int) -> tuple[TestUse, ...]:
        """Return the nearest tests within some steps."""
        nearest: dict[Symbol, TestUse] = {}

        def order(use: TestUse) -> tuple[object, ...]:
            distance = folder_distance(place[0], use.test[0])
            return len(use.way), use.by_name, distance, use.test, use.way

        def keep(uses: Iterable[TestUse]) -> None:
            for use in sorted(uses, key=order):
                if use.test != place:
                    nearest.setdefault(use.test, use)

        users = list(self.users(place))
        keep(TestUse(user, (), by) for user, by in users if user in self.tests)
        if steps > 1 and len(nearest) < NEAREST:
            keep(
                TestUse(use.test, (*use.way, user), by or use.by_name)
                for user, by in users
                if user not in self.tests and user != place
                if self._may_be_tested(user)
                for use in self._reached(user, steps - 1)
                if place not in use.way
            )
        return tuple(sorted(nearest.values(), key=order)[:NEAREST])

    @cached_property
    def _used_by_tests(self) -> frozenset[Symbol]:
        """What tests and fixtures may use, directly or through others.

        The other way round it is known of few definitions where there are few tests.
        """
        return frozenset(tested_definitions(self._code.store))

    @cached_property
    def _test_files(self) -> frozenset[str]:
        """The files that tests are collected for, and those that define them."""
        return frozenset(path for path, _ in chain(self._of_class, self.tests))

    def _has_tests(self, path: str) -> bool:
        """Tell whether there may be tests or fixtures in a file."""
        return is_test(path) or path in self._test_files

    def _may_be_tested(self, place: Symbol) -> bool:
        """Tell whether a test may use a definition."""
        path, qualname = place
        if place in self._used_by_tests or self._has_tests(path):
            return True
        outer, name = split_name(qualname)
        is_run = name in SET_UP or _is_constructor(path, qualname)
        return is_run and (path, outer) in self._used_by_tests

    def users(self, place: Symbol) -> Iterator[tuple[Symbol, bool]]:
        """Yield what a definition is used in, each with whether only by name.

        What no test may use is not among it unless that was asked for.
        """
        path, qualname = place
        for declared in (place, *self._declared_in(path).get(qualname, ())):
            yield from self._users_of(*declared)

    def _users_of(self, path: str, qualname: str) -> Iterator[tuple[Symbol, bool]]:
        outer, name = split_name(qualname)
        users = self._users_in(path).get(qualname, ())
        yield from (user[:2] for user in users)
        yield from ((test, False) for test in self._of_class.get((path, qualname), ()))
        is_constructor = _is_constructor(path, qualname)
        role = CALLED if is_constructor else BASE
        if is_constructor or name in SET_UP:
            users = self._users_in(path).get(outer, ())
            yield from (user[:2] for user in users if user.roles & 1 << role)
        of = _EVERY if name in SET_UP_MODULE and not outer else outer
        is_annotated = self._has_tests(path) and qualname in self._annotated_in(path)
        if name in SET_UP or of == _EVERY or is_annotated:
            yield from ((test, False) for test in self._of_class.get((path, of), ()))
        for user in self._fixtures.users(path, qualname):
            # Of a class all tests ask for it.
            yield from ((test, False) for test in self._of_class.get(user, [user]))

    def _read_declaring(self, path: str) -> Mapping[str, list[Symbol]]:
        """Return by definition the declarations of those of a file."""
        return grouped(
            (row.own_name, (row.path, row.qualname))
            for row in self._code.counterparts(path)
            if not row.own_declares
        )

    def _read_users(self, path: str) -> Mapping[str, tuple[_User, ...]]:
        """Return by definition what uses those of a file."""
        users: defaultdict[str, dict[Symbol, _User]] = defaultdict(dict)
        for name, file, around, by_name, role, raises in users_of(
            self._code.store, path
        ):
            place = file, outermost_function(around)
            if place in self.tests:
                leads = True
            else:
                tells = role != ANNOTATION and not raises
                leads = tells and (self._untested or self._may_be_tested(place))
            if leads and place[1] and place != (path, name):
                place = self._places.setdefault(place, place)
                known = users[name].get(place, _User(place, True, 0))
                by_name = known.by_name and bool(by_name)
                users[name][place] = _User(place, by_name, known.roles | 1 << role)
        return {name: tuple(places.values()) for name, places in users.items()}

    # After edits

    def reached_by(
        self,
        uses: Iterable[UseRow],
        files: Iterable[str],
        redefined: Iterable[Symbol] = (),
    ) -> set[Symbol]:
        """Return the definitions that other tests may use after edits.

        A way from a test to a definition that came or went has a first use that came or
        went, and what that stands in is still reached by the test, or is one.

        :param uses: those that came or went.
        :param files: those with other tests, or other fixtures.
        :param redefined: what edited files define otherwise than before. Others may no
            longer declare it, or define what it declares.
        """
        from ...analysis.languages.registry import may_declare

        changed = list(uses)
        also: defaultdict[str, list[UseRow]] = defaultdict(list)
        new: set[Symbol] = set()
        for row in changed:
            also[row.path].append(row)
            around = row.path, outermost_function(row.around)
            if (
                not self._is_there(around)
                or around in self.tests
                or self._reached(around, STEPS - 1)
            ):
                new.add((row.target, row.qualname))
        new |= {(row.target, row.qualname) for row in uses_by(self._code.store, files)}
        new |= {
            place
            for path, name in (*new, *redefined)
            if may_declare(path)
            for place in named_alike(self._code.store, name)
        }
        reached = used_by(self._code.store, new, also)
        # Who uses a class uses what is run with it.
        run = {
            (path, f"{qualname}.{name}")
            for path, qualname in reached
            for name in CONSTRUCTORS | SET_UP
        }
        return reached | set(filter(self._is_there, run))

    def _is_there(self, place: Symbol) -> bool:
        """Tell whether a file is there, and a definition in it if one is named."""
        path, name = place
        return self._code.has_file(path) and (
            not name or name in self._code.anchors(path)
        )


def annotated_set_ups(facts: FileFacts) -> frozenset[str]:
    """Return what annotations of JUnit, NUnit and the like say to run around tests."""
    rows = facts.definitions
    return frozenset(row.qualname for row in rows if AROUND_TESTS in row.modifiers)


def definition_tests(code: CodeMap, path: str) -> dict[str, DefinitionTests]:
    """Return the tests of the classes and functions of a file, by qualified name.

    Those without any are left out, and all where the file is one of tests itself.
    """
    graph = code.once(GraphOfTests)
    if holds_tests(code, path) or not graph.has_any:
        return {}
    names = {
        row.qualname
        for row in code.definitions(path)
        if row.kind in TESTED and not is_in_tests(code, path, row.qualname)
    }
    by_name = {name: graph.of(path, name) for name in sorted(names)}
    return {
        name: tests for name, tests in by_name.items() if tests != DefinitionTests()
    }


def is_tested(code: CodeMap, path: str, kind: str, qualname: str) -> bool | None:
    """Return whether a test is found that uses a definition.

    :return: ``None`` if nobody asks that of it, as of what a test defines.
    """
    if kind not in TESTED or is_in_tests(code, path, qualname):
        return None
    return code.once(GraphOfTests).is_used(path, qualname)


def _is_constructor(path: str, qualname: str) -> bool:
    """Return whether a name is that of a constructor.

    In C++ and Java it has the name of its class.
    """
    outer, name = split_name(qualname)
    if path.endswith(SOURCE):
        return name in CONSTRUCTORS
    return bool(outer) and last_part(outer) == name
