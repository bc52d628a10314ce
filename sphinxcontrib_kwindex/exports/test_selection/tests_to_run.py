"""Which tests to run for what changed: all that may come to execute it.

Uses are followed backwards from a definition to the tests, as on the pages
(:mod:`.tests_of_definitions`), but to the end, and also where it is only likely that
one leads to the other: a test too many costs time, a test that is left out a fault.
Such steps are:

- from a method to the uses of what it overrides, and from those that Python calls by
  itself (``__eq__``), or that files and mappings have, too, to the uses of their class;
- from what tells whether something is an object of a class to what names the class;
- from a method that Python calls for an operator (``__add__``) or for ``with`` to what
  uses that, unless many do;
- from a method that lists and texts have, too, to what asks anything for it;
- from what a module or a class body runs to all that imports the module, or names its
  file;
- from what a program of the project begins with to what names the program;
- from a nested function to the function around it, which may return it;
- from what a decorator registers to that with which it does (:mod:`.registrations`);
- from a name that many methods have, or one that is set (``A.run = f``), to wherever
  a member of unknown things has it, but not from Python to JavaScript, PHP or Ruby,
  or the other way round;
- from a method to what looks up members by names like its own: ``f"visit_{kind}"``.

Where pytest runs doctests, they are tests as well (:mod:`.doctests`). How all are
ordered is written in :mod:`.test_order`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property
from heapq import heappop, heappush
from typing import Final

from msgspec.structs import replace

from ...analysis.project.pytest_options import CONFIGURATIONS
from ...codemap.code_map import CodeMap
from ...codemap.comparison.users import still_importing
from ...codemap.testing.doctests import Doctests
from ...codemap.testing.tests_of_definitions import GraphOfTests
from ...links.builtin_types import BUILTIN_NAMES
from ...links.expressions.method_resolution import known_attributes
from ...links.places import External, Target
from ...links.testing.used_by_tests import outermost_function
from ...links.tree_paths import folder_distance, is_within
from ...model.english import first_names
from ...model.grouped import grouped
from ...model.kinds import MEMBERS, VALUES
from ...model.names import Symbol, split_name
from ...model.python_suffixes import SOURCE
from ...model.references import ANNOTATION, BASE, CALLED, DECORATOR, ComputedName
from ...model.rows import UseRow
from ...scan.git_changes import ChangedFile
from ...scan.test_paths import is_test
from ...store.definition_queries import computed_names
from ...store.file_languages import apart
from ...store.test_queries import collected_tests
from ...store.use_queries import uses_of_name, uses_with_lines
from ..answers.computed_lookups import looking_up
from .changed_places import changed_places, is_only_named, places_naming
from .keyed_entries import Entry, KeyedEntries, keys_of
from .needed_objects import (
    MemberName,
    Runner,
    Tree,
    only_asks,
    only_imports,
    reaching_tests,
)
from .programs_by_name import running
from .registrations import Registrations
from .test_order import LIKELY, SURE, Test, TestToRun, order
from .uses_in_sources import (
    as_program,
    asking_for,
    asking_for_set,
    bound_at,
    checking,
    innermost,
    makes_object,
    using_operator,
)

#: What a call of a class surely runs.
_MAKING: Final = frozenset({"__init__", "__new__"})
#: What a metaclass is asked for its classes.
_CHECKING: Final = frozenset({"__instancecheck__", "__subclasscheck__"})
_LOCALS: Final = ".<locals>"

Step = tuple[Runner, int]
"""What may run something, and the cost of the step."""
Run = Callable[["Search", Iterable[Symbol]], list["TestToRun"]]


def tests_of_changes(
    code: CodeMap, changed: Iterable[ChangedFile], run: Run
) -> tuple[list[TestToRun], list[str]]:
    """Return the tests to run for changed files, and what is to be said of them.

    :param run: what returns those that may execute some definitions.
    """
    places: dict[Symbol, None] = {}
    alone: dict[str, str] = {}
    notes = []
    unsure: defaultdict[str, list[str]] = defaultdict(list)
    for file in changed:
        path = file.path
        name = path.rpartition("/")[2]
        if name in CONFIGURATIONS:
            notes.append(f"{path} configures pytest, so all tests are listed")
            alone[path] = ""
        elif name == "conftest.py":
            folder = path.rpartition("/")[0]
            notes.append(f"{path} changed, so all tests below its folder are listed")
            alone[path] = folder
        elif file.gone and not code.has_file(path):
            users = still_importing(code, path)
            places.update(dict.fromkeys((user, "") for user in users))
            unsure["deleted, so other users are unknown"].append(path)
        elif not code.has_file(path):
            unsure["not in the map"].append(path)
        else:
            places.update(dict.fromkeys(changed_places(code, file)))
            if is_only_named(code, path):
                naming = dict.fromkeys(places_naming(code, path))
                places.update(naming)
                if not naming:
                    unsure["no known users"].append(path)
    for what, paths in unsure.items():
        notes.append(f"{what}: {first_names(paths)}")
    search = Search(code)
    to_run = run(search, places)
    tests = {(test.file, test.owner, test.name): test for test in to_run}
    for path, folder in alone.items():
        for key in search.collected_below(folder):
            known = tests.get(key)
            if known is None or known.may_be_left_out:
                tests[key] = TestToRun(False, False, LIKELY, *key, ((path, ""),))
    return sorted(tests.values(), key=order), notes


class Search:
    """Follows uses to tests."""

    def __init__(self, code: CodeMap) -> None:
        """Begin without any."""
        self._code = code
        self._graph = GraphOfTests(code, untested=True)
        self._doctests = code.once(Doctests)
        self._uses_in = cache(self._read_uses)
        self._kinds_in = cache(self._read_kinds)
        self._registrations = Registrations(code, self._kinds_in)
        self._keyed = KeyedEntries(code, self._uses_in)
        self._importers = cache(code.all_importers)
        self._naming = cache(lambda path: tuple(places_naming(code, path)))
        self._changed: set[Symbol] = set()
        self._steps: Callable[[Runner], tuple[Step, ...]]

    def run(self, changed: Iterable[Symbol]) -> list[TestToRun]:
        """Return the tests that may execute some definitions, nearest first."""
        seen: set[Runner] = set()
        queue: list[tuple[bool, int, int, Symbol, Runner, tuple[Symbol, ...]]] = []
        tests: dict[Test, TestToRun] = {}
        self._changed = {start for place in changed for start in self.starts(place)}
        self._steps = cache(lambda runner: tuple(self._users(runner)))
        for start in self._changed:
            heappush(queue, (False, 0, 0, start, start, ()))
        while queue:
            at_import, cost, far, _, runner, way = heappop(queue)
            if runner in seen:
                continue
            seen.add(runner)
            after = way
            if isinstance(runner, tuple):
                after = (runner, *way)
                for test in self.collected.get(runner, ()):
                    tests.setdefault(
                        test, TestToRun(at_import, False, cost, *test, way)
                    )
            for user, step in self._steps(runner):
                if user not in seen:
                    place = user if isinstance(user, tuple) else ("", repr(user))
                    distance = folder_distance(after[0][0], place[0]) if place[0] else 0
                    imported = at_import or only_imports(user, runner)
                    rank = (imported, cost + step, far + distance, place)
                    heappush(queue, (*rank, user, after))
        return sorted(self._with_objects(tests))

    def _with_objects(self, tests: Mapping[Test, TestToRun]) -> Iterator[TestToRun]:
        """Yield tests, with a mark where they lack an object of a class on the way."""
        tree = Tree(
            self._visible_users,
            self._class_of,
            self._subclasses,
            self._own_tests,
            self.collected,
        )
        able = reaching_tests(self._changed, tree)
        for key, test in tests.items():
            yield replace(test, no_object=not test.at_import and key not in able)

    def _visible_users(self, runner: Runner) -> Iterator[tuple[Runner, bool]]:
        """Yield what runs something, without that modules are imported."""
        for user, step in self._steps(runner):
            if not only_imports(user, runner):
                yield user, step >= LIKELY

    def _class_of(self, place: Symbol) -> Symbol | None:
        """Return the class that has a method or attribute of Python.

        Of what is asked of a metaclass classes are the objects, which are always there.
        """
        path, qualname = place
        outer, name = split_name(qualname)
        if name in _CHECKING:
            return None
        kinds = self._kinds_in(path).get(outer, ()) if path.endswith(SOURCE) else ()
        return (path, outer) if "class" in kinds else None

    def _subclasses(self, cls: Symbol) -> Iterator[Symbol]:
        """Yield the classes that derive from a class at once."""
        for sub in self._code.class_hierarchy.subclasses_of(Target(*cls)):
            yield sub.path, sub.qualname

    def _own_tests(self, place: Runner) -> Set[Test] | None:
        """Return the tests of a class, or of the one that has a method, and below.

        Of what is in a table by a key those that name the key.
        """
        if isinstance(place, Entry):
            return self._keyed.tests_of(place, self.collected)
        if isinstance(place, MemberName):
            return None
        cls = place if place in self._by_class else self._class_of(place)
        return (self._by_class.get(cls) or None) if cls else None

    @cached_property
    def _by_class(self) -> Mapping[Symbol, set[Test]]:
        """The tests that objects of each class, or of one below it, may run."""
        tests: defaultdict[Symbol, set[Test]] = defaultdict(set)
        hierarchy = self._code.class_hierarchy
        below = cache(lambda cls: [cls, *map(tuple, hierarchy.below([Target(*cls)]))])
        for place, collected in self.collected.items():
            cls = self._class_of(place)
            for test in collected if cls else ():
                # A file may import the class that it is collected for.
                named = [sub for sub in below(cls) if sub[1] == test[1]]
                for sub in named or below(cls):
                    tests[sub].add(test)
        for cls in list(tests):
            for base in hierarchy.known_ancestors(*cls):
                # One of the tree's own may have objects that are no tests.
                if isinstance(base, Target) and is_test(base.path):
                    tests[base.path, base.qualname] |= tests[cls]
        return tests

    def collected_below(self, folder: str) -> Iterator[Test]:
        """Return the tests that are collected below a folder."""
        return (test for test in self.tests if is_within(test[0], folder))

    @cached_property
    def collected(self) -> Mapping[Symbol, list[Test]]:
        """Where each test is defined, and what runs before it."""
        where: defaultdict[Symbol, list[Test]] = defaultdict(list)
        store = self._code.store
        for path in self._code.test_files:
            for test in collected_tests(store, path):
                # Only tests of Python are named by their class.
                name = split_name(test.qualname)[1] if test.owner else test.qualname
                where[test.path, test.qualname].append((path, test.owner, name))
                # What runs when the file is imported, runs before each test.
                where[path, ""].append((path, test.owner, name))
        for doctest in self._doctests.every:
            for place in doctest.place, (doctest.path, ""):
                where[place].append((doctest.path, "", doctest.name))
        return where

    @cached_property
    def tests(self) -> frozenset[Test]:
        """All tests."""
        return frozenset(test for tests in self.collected.values() for test in tests)

    def starts(self, place: Symbol) -> Iterator[Symbol]:
        """Yield what is to be followed of what changed."""
        path, qualname = place
        yield place
        kinds = self._kinds_in(path)
        if not qualname:
            yield from ((path, name) for name in kinds)
        elif "class" in kinds.get(qualname, ()):
            # With a class changed what is in it.
            yield from ((path, it) for it in kinds if it.startswith(f"{qualname}."))

    def _users(self, runner: Runner) -> Iterator[Step]:
        """Yield what may run something, with the cost of the step."""
        if isinstance(runner, tuple):
            yield from self._users_of_place(runner)
            return
        if isinstance(runner, Entry):
            yield (runner.path, runner.name), SURE
            return
        for row in uses_of_name(self._code.store, runner.name):
            family = runner.family and apart(self._code.store, row.path)
            if family in {runner.family, ""}:
                steps = self._user(row, changed=False)
                yield from ((user, 0) for user, _ in steps)
        for place in self._doctests.naming(runner.name):
            if apart(self._code.store, place[0]) in {runner.family, ""}:
                yield place, 0

    def _users_of_place(self, place: Symbol) -> Iterator[Step]:
        """Yield what may run a definition, or a module, with the cost of the step."""
        path, qualname = place
        for test, by_name in self._doctests.users(place):
            yield test, LIKELY if by_name else SURE
        yield from ((user, LIKELY) for user in running(self._code, place))
        if not qualname:
            yield from (((user, ""), SURE) for user in self._importers(path))
            yield from ((user, LIKELY) for user in self._naming(path))
            return
        asking = set()
        changed = place in self._changed
        is_class = "class" in self._kinds_in(path).get(qualname, ())
        for row in self._uses_in(path).get(qualname, ()):
            asks = is_class and not changed and only_asks(row)
            if asks or (row.around and self._bound(row)):
                asking.add((row.path, row.around))
            if not asks:
                yield from self._user(row, changed=changed)
        yield from ((user, LIKELY) for user in self._users_of_registered(place))
        for user, by_name in self._graph.users(place):
            if user not in asking:
                yield user, LIKELY if by_name else SURE
        outer, name = split_name(qualname)
        if outer.endswith(_LOCALS):
            yield (path, outer.removesuffix(_LOCALS)), SURE
        elif MEMBERS & (kinds := set(self._kinds_in(path).get(qualname, ()))):
            yield from self._users_of_member(path, outer, name)
            if "method" in kinds:
                yield from self._setting(Target(path, outer), name)

    def _users_of_registered(self, place: Symbol) -> Iterator[Runner]:
        """Yield what uses that with which a definition is registered."""
        registrations = list(self._registrations.of(place))
        for row in self._uses_in(place[0]).get(place[1], ()):
            registrations += self._registrations.by_call(row)
        for holder, function in registrations:
            path, name = holder
            yield from running(self._code, holder)
            if function is None and MEMBERS.intersection(self._kinds_in(path)[name]):
                yield holder
                continue
            for row in self._uses_in(path).get(name, ()):
                # What else is registered with it does not run this.
                around = row.path, outermost_function(row.around)
                if row.role != DECORATOR and around != function:
                    yield from (user for user, _ in self._user(row, changed=False))

    def _users_of_member(self, path: str, outer: str, name: str) -> Iterator[Step]:
        """Yield what may run a method without naming it, or by its name alone."""
        special = name.startswith("__") and name.endswith("__")
        others = list(self._overridden(path, outer, name))
        others += looking_up(
            Target(path, outer),
            name,
            self._computed_names,
            self._code.class_hierarchy,
            lambda of: "class" in self._kinds_in(of.path).get(of.qualname, ()),
            lambda of: self._uses_in(of.path).get(of.qualname, ()),
        )
        yield from ((other, LIKELY) for other in others)
        if not special:
            yield MemberName(name, apart(self._code.store, path)), LIKELY
        if name in _CHECKING:
            yield from (
                (place, LIKELY)
                for place in checking(self._code, self._uses_in, path, outer)
            )
        unnamed = special or name in BUILTIN_NAMES
        asked = using_operator if special else asking_for
        if (asking := asked(self._code, name)) is not None:
            yield from ((place, LIKELY) for place in asking)
        elif unnamed or (self._is_of_library(path, outer, name) and not others):
            # Python calls it, or a library that knows a class above its own.
            yield from self._users_of_class(path, outer, name)

    def _setting(self, cls: Target, name: str) -> Iterator[Step]:
        """Yield what sets a property by ``self.name = …``, in a class below, too."""
        for sub in (cls, *self._code.class_hierarchy.below([cls])):
            own = sub.member(name)
            kinds = self._kinds_in(own.path).get(own.qualname, ())
            if VALUES.isdisjoint(kinds) or (sub != cls and "method" in kinds):
                continue
            known = self._code.facts(own.path).definitions
            lines = (
                line
                for value in known
                if value.qualname == own.qualname
                and value.kind in VALUES
                and (sub == cls or "instance" in value.modifiers)
                for line in value.lines
            )
            for line in lines:
                if around := innermost(known, line, line):
                    yield (own.path, around.qualname), SURE

    def _is_of_library(self, path: str, outer: str, name: str) -> bool:
        """Tell whether a library may call a method, and nothing in the tree does."""
        bases = self._code.class_hierarchy.order_of_lookup(path, outer)[1:]
        known = [
            known_attributes(base.dotted)
            for base in bases
            if isinstance(base, External) and not base.dotted.startswith("builtins.")
        ]
        return (
            any(names is None or name in names for names in known)
            and not self._uses_in(path).get(f"{outer}.{name}")
            and not uses_of_name(self._code.store, name)
        )

    @cached_property
    def _computed_names(self) -> Sequence[tuple[str, ComputedName]]:
        return list(computed_names(self._code.store))

    def _users_of_class(self, path: str, outer: str, name: str) -> Iterator[Step]:
        """Yield what uses a class, one of whose methods Python calls by itself."""
        changed = (path, outer) in self._changed
        for test, _ in self._doctests.users((path, outer)):
            yield test, LIKELY
        for row in self._uses_in(path).get(outer, ()):
            if row.role != ANNOTATION and not only_asks(row):
                makes = name in _MAKING and makes_object(row, self._kinds_in, name)
                least = SURE if makes else LIKELY
                for user, cost in self._user(row, changed=changed):
                    yield user, max(cost, least)

    def _user(self, row: UseRow, *, changed: bool) -> Iterator[Step]:
        """Yield what runs where something is used, which may be what changed."""
        cost = LIKELY if row.by_name else SURE
        if row.role == ANNOTATION:
            return
        if row.role == DECORATOR and row.around:
            # It runs where the function is defined, and is a part of that.
            outer, _ = split_name(row.around)
            yield (row.path, self._running(row.path, outer)), cost
        yield from ((place, LIKELY) for place in asking_for_set(self._code, row))
        runner, bound = self._running(row.path, row.around), self._bound(row)
        if row.around and not bound:
            yield (row.path, row.around), cost
        if runner:
            yield (row.path, runner), cost
            return
        if row.role in {CALLED, DECORATOR}:
            if not as_program(self._code.facts(row.path), row):
                yield (row.path, ""), cost
            # Who names a program may run it, without an import.
            by_name = (*self._naming(row.path), *running(self._code, (row.path, "")))
            yield from ((user, LIKELY) for user in by_name)
        if row.role == BASE:
            if changed:
                yield (row.path, ""), cost
        else:
            # "value = function()", "table = {"name": function}": whoever uses that.
            keys = keys_of(row)
            for name in bound:
                place = row.path, name
                yield Entry(*place, keys) if keys else place, LIKELY

    def _bound(self, row: UseRow) -> list[str]:
        """Return the variables that get their values where something is used."""
        if self._running(row.path, row.around):
            return []
        path = row.path
        definitions = self._code.facts(path).definitions
        return bound_at(definitions, row, lambda: self._code.text(path))

    def _running(self, path: str, around: str) -> str:
        """Return the function that runs what stands in a class; empty for a module."""
        while around and "class" in self._kinds_in(path).get(around, ()):
            around, _ = split_name(around)
        return around.removesuffix(_LOCALS)

    def _overridden(self, path: str, outer: str, name: str) -> Iterator[Symbol]:
        """Yield what classes of the tree above a class define by a name."""
        for base in self._code.class_hierarchy.known_ancestors(path, outer):
            # Who makes an object of a class above makes none of this one.
            if isinstance(base, Target) and name not in _MAKING:
                qualname = f"{base.qualname}.{name}"
                if qualname in self._kinds_in(base.path):
                    yield base.path, qualname

    def _read_uses(self, path: str) -> Mapping[str, list[UseRow]]:
        rows = uses_with_lines(self._code.store, path)
        return grouped((row.qualname, row) for row in rows)

    def _read_kinds(self, path: str) -> Mapping[str, list[str]]:
        rows = self._code.definitions(path)
        return grouped((row.qualname, row.kind) for row in rows)
