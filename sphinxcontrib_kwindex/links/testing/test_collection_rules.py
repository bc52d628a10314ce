"""Which tests a file holds, by the rules by which pytest and unittest collect them.

Both go by names, and so can whoever does not run them. pytest, where the project does
not say otherwise (:mod:`.pytest_configuration`), takes the files ``test_*.py`` and
``*_test.py``; in these the functions ``test*``, the methods ``test*`` of classes
``Test*`` without ``__init__`` or ``__new__``, and all cases of unittest, but no class
with methods that are still abstract. A hook ``pytest_pycollect_makeitem`` of the tree
that makes classes collectors takes classes by rules of its own: those with methods
``test*`` count, unless their names begin with an underscore. unittest's discovery takes
the files ``test*.py``, and in these the methods ``test*`` of classes that derive from
``unittest.TestCase``. For both it does not matter whether a class or function is
defined in the file or imported into it, and whether a class has its methods of its own
or from a base class, in whichever file.

Files of other languages have the definitions that their language marks as tests: by a
macro, an attribute, an annotation, a name. Who runs them is not said.

What is made at run time is not seen: classes that a call returns or a loop defines, and
names that are deleted again. A parametrised test is one test.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from ...model.facts import Definition, FileFacts, Import
from ...model.named_tuple import NamedTuple
from ...model.names import last_part
from ...model.python_suffixes import SOURCE
from ...model.record import Record
from ...model.rows import CollectedTest
from ...store.file_queries import parsed_modules
from ...store.link_rows import TestRow
from ...store.test_queries import marked_tests
from ..expressions.method_resolution import known_attributes
from ..imports.import_resolver import ImportResolver
from ..inheritance import ClassHierarchy, find_class
from ..languages.python import source_stem
from ..places import External, Target
from .pytest_configuration import PytestConfigurations, has_abc_meta

PYTEST: Final = "pytest"
UNITTEST: Final = "unittest"

ABSTRACT: Final = "abstractmethod"
#: The pattern of what is not collected, in its own and in other files.
FIXTURE: Final = "pytest fixture"
#: The decorators of functions that pytest collects in no case.
_NO_TESTS: Final = {"fixture", "nottest"}

_Members = dict[str, tuple[str, Definition]]
"""What a class has, its bases in the tree included, by name: with the file of each."""


def collected_test_rows(
    imports: ImportResolver, paths: Iterable[str] | None = None
) -> Iterator[TestRow]:
    """Yield the tests of each file.

    :param imports: what imports mean, with a store of the bases of classes.
    :param paths: the files; by default all.
    """
    store, collector = imports.store, _Collector(imports)
    for file in parsed_modules(store, paths):
        tests = sorted(
            collector.collect(file.path),
            key=lambda test: (test.at, test.owner, test.line, test.qualname),
        )
        for ordinal, test in enumerate(tests):
            place = (test.path, test.qualname, test.line, test.owner, test.at)
            yield TestRow(file.path, ordinal, *place, " ".join(test.runners))
    for path, marked in groupby(marked_tests(store, paths), itemgetter(0)):
        for ordinal, (_, qualname, line) in enumerate(marked):
            yield TestRow(path, ordinal, path, qualname, line, "", line, "")


class _Module(Record, frozen=True):
    """What collecting asks of a file."""

    imports: tuple[Import, ...]
    top_level: dict[str, Definition]
    """Classes, functions and data of the module itself, by name."""
    members: dict[str, dict[str, Definition]]
    """What stands in the body of each class, by its name there."""
    fixtures: frozenset[str]
    """Their qualified names."""

    @classmethod
    def of(cls, facts: FileFacts) -> _Module:
        """Return the same facts by name."""
        members: defaultdict[str, dict[str, Definition]] = defaultdict(dict)
        for definition in facts.definitions:
            owner, _, name = definition.qualname.rpartition(".")
            if owner.endswith("<locals>") or "instance" in definition.modifiers:
                continue
            # A definition comes before a binding.
            if name not in members[owner] or definition.kind not in {
                "attribute",
                "data",
            }:
                members[owner][name] = definition
        fixtures = frozenset(
            pattern.qualname for pattern in facts.patterns if pattern.name == FIXTURE
        )
        return cls(facts.imports, members.pop("", {}), members, fixtures)


class _Bound(NamedTuple):
    """A class or function that a name of a module is bound to."""

    target: Target
    name: str
    """What the module calls it."""
    at: int
    """The line of the module that binds it."""


class _Collector:
    """Collects as both runners do.

    :param imports: what imports mean.
    """

    def __init__(self, imports: ImportResolver) -> None:
        self._imports = imports
        self._classes = ClassHierarchy(imports.store)
        self._pytest = PytestConfigurations(imports)
        # Where the tree is Python's own library.
        self._test_case = find_class(imports, "unittest.TestCase")
        self._module: Callable[[str], _Module] = lru_cache(64)(self._read)
        self._is_case: Callable[[Target], bool] = cache(self._derives_from_test_case)

    def _read(self, path: str) -> _Module:
        # What is not shown is collected all the same.
        return _Module.of(self._imports.store.facts_of(path))

    def collect(self, path: str) -> Iterator[CollectedTest]:
        """Yield the tests of a file."""
        runners = self._runners_of(path)
        if not runners:
            return
        rules = self._pytest.of(path)
        module = self._module(path)
        names = {bound.name: bound for bound in self._bound(path, module)}
        if "load_tests" in names:
            # Who knows what it loads.
            runners -= {UNITTEST}
        if _is_switched_off(module.top_level.get("__test__")):
            runners -= {PYTEST}
        for bound in names.values():
            target = bound.target
            if target.path not in self._imports.modules.files:
                continue
            definition = self._module(target.path).top_level.get(target.qualname)
            if definition is None:
                continue
            by = runners
            if target.path != path and not rules.takes_imported:
                by -= {PYTEST}
            if definition.kind == "class":
                yield from self._from_class(path, bound, by)
            elif (
                PYTEST in by
                and rules.chooses(bound.name, "python_functions")
                and self._is_function(target.path, definition)
            ):
                yield CollectedTest(*target, definition.line, "", bound.at, (PYTEST,))

    def _runners_of(self, path: str) -> frozenset[str]:
        """Return who looks for tests in a file."""
        by_pytest = path.endswith(SOURCE) and self._pytest.leaving_out(path) is None
        stem = source_stem(path)
        by_unittest = stem.startswith("test") and stem.isidentifier()
        return frozenset([PYTEST] * by_pytest + [UNITTEST] * by_unittest)

    def _bound(self, path: str, module: _Module) -> Iterator[_Bound]:
        """Yield what a module imports and defines at its top level."""
        for statement in module.imports:
            if statement.lazy or statement.type_checking or not statement.name:
                continue
            names = [statement.bound]
            if statement.name == "*":
                names = list(self._star_names(path, statement, set()))
            for name in names:
                if imported := self._imports.find_definition(path, name):
                    yield _Bound(Target(*imported), name, statement.line)
        for name, definition in module.top_level.items():
            yield _Bound(Target(path, name), name, definition.line)

    def _star_names(self, path: str, star: Import, seen: set[str]) -> Iterator[str]:
        """Yield the names that a star import may bring."""
        source = self._imports.find_module(path, star.module, star.level)
        if source in seen or source not in self._imports.modules.files:
            return
        seen.add(source)
        module = self._module(source)
        yield from module.top_level
        for statement in module.imports:
            if statement.name == "*":
                yield from self._star_names(source, statement, seen)
            elif not statement.lazy:
                yield statement.bound

    def _is_function(self, path: str, definition: Definition) -> bool:
        return (
            definition.kind in {"function", "method"}
            and "property" not in definition.modifiers
            and definition.qualname not in self._module(path).fixtures
            # A project's own, which calls pytest's, or does what nose's does.
            and not any(
                decorator.partition("(")[0].rpartition(".")[2] in _NO_TESTS
                for decorator in definition.decorators
            )
        )

    # Classes

    def _from_class(
        self, path: str, bound: _Bound, runners: frozenset[str]
    ) -> Iterator[CollectedTest]:
        """Yield the tests of a class.

        :param path: the file that is collected.
        """
        cls, name, at = bound
        is_case = self._is_case(cls)
        runners &= {PYTEST, UNITTEST} if is_case else {PYTEST}
        members = self._members(cls) if runners else {}
        if self._is_abstract(cls, members):
            return
        switch = members.get("__test__", ("", None))[1]
        if _is_switched_off(switch) or not (
            is_case
            or (
                self._is_chosen(path, last_part(name), switch)
                # pytest makes an instance of it.
                and members.keys().isdisjoint({"__init__", "__new__"})
            )
        ):
            runners -= {PYTEST}
        if not runners:
            return

        def line_in_file(member_path: str, member: Definition) -> int:
            is_own = member.qualname.startswith(f"{cls.qualname}.")
            return member.line if member_path == path and is_own else at

        tests = [
            (where, member)
            for key, (where, member) in members.items()
            if (
                key.startswith("test")
                and member.kind == "method"
                and "property" not in member.modifiers
                if is_case
                else self._pytest.of(path).chooses(key, "python_functions")
                and self._is_function(where, member)
            )
        ]
        if is_case and not tests and "runTest" in members:
            tests = [members["runTest"]]
        for where, test in tests:
            line = line_in_file(where, test)
            yield CollectedTest(
                where, test.qualname, test.line, name, line, tuple(sorted(runners))
            )
        for key, (where, member) in members.items() if not is_case else ():
            if member.kind == "class":
                inner = Target(where, member.qualname)
                line = line_in_file(where, member)
                inner_bound = _Bound(inner, f"{name}.{key}", line)
                yield from self._from_class(path, inner_bound, runners)

    def _members(self, cls: Target) -> _Members:
        """Return what a class has, its bases in the tree included, by name.

        With the file that defines it, in the order of the files, its own first.
        """
        members: _Members = {}
        for base in self._with_bases(cls):
            own = self._module(base.path).members.get(base.qualname, {})
            for name, definition in own.items():
                members.setdefault(name, (base.path, definition))
        return members

    def _is_abstract(self, cls: Target, members: _Members) -> bool:
        """Tell whether a class surely has no instances, since it lacks some method."""
        if not any(ABSTRACT in member.modifiers for _, member in members.values()):
            return False
        above = self._classes.ancestors_of(*cls)
        outside = {
            base.dotted for base, _ in above.classes if isinstance(base, External)
        }
        return (
            above.complete
            and None not in map(known_attributes, outside)
            and (
                "abc.ABC" in outside
                or any(
                    has_abc_meta(definition)
                    for path, qualname in self._with_bases(cls)
                    if (definition := self._module(path).top_level.get(qualname))
                )
            )
        )

    def _with_bases(self, cls: Target) -> list[Target]:
        """Return a class and those of the tree above it."""
        return [cls, *self._classes.ancestors_of(*cls).inside]

    def _derives_from_test_case(self, cls: Target) -> bool:
        """Tell whether a class derives from ``unittest.TestCase``.

        Of what other projects bring along the names tell: ``HttpCase``.
        """
        return any(
            base.dotted.endswith("Case")
            if isinstance(base, External)
            else base == self._test_case
            for base, _ in self._classes.ancestors_of(*cls).classes
        )

    def _is_chosen(self, path: str, name: str, switch: Definition | None) -> bool:
        """Tell whether a class of a file is one of tests for pytest.

        :param switch: what it says of itself by ``__test__``.
        """
        if switch is not None and switch.value == "True":
            return True
        if self._pytest.class_hook(path):
            return not name.startswith("_")
        return self._pytest.of(path).chooses(name, "python_classes")


def _is_switched_off(switch: Definition | None) -> bool:
    """Tell whether ``__test__`` says that there is nothing to collect."""
    return switch is not None and switch.value == "False"
