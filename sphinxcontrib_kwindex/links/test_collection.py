"""Which tests a file holds, by the rules by which pytest and unittest collect them.

Both go by names, and so can whoever does not run them. pytest, without configuration,
takes the files ``test_*.py`` and ``*_test.py``; in these the functions ``test*``, the
methods ``test*`` of classes ``Test*`` without ``__init__`` or ``__new__``, and all
cases of unittest. unittest's discovery takes the files ``test*.py``, and in these the
methods ``test*`` of classes that derive from ``unittest.TestCase``. For both it is all
one whether a class or function is defined in the file or imported into it, and whether
a class has its methods of its own or from a base class, in whichever file.

What is made at run time is not seen: classes that a call returns or a loop defines, and
names that are deleted again. A parametrised test is one test.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.facts import Definition, FileFacts, Import
from ..store.database import Store
from .identifiers import External, Target
from .imports import ImportResolver
from .inheritance import ClassHierarchy, find_class

PYTEST: Final = "pytest"
UNITTEST: Final = "unittest"

#: The patterns that decide what is collected, here and in other files.
DECISIVE_PATTERNS: Final = frozenset({"pytest fixture", "dataclass", "attrs class"})

TestRow = tuple[str, int, str, str, int, str, int, str]


@dataclass(frozen=True, slots=True)
class CollectedTest:
    """A test that a file is collected for."""

    path: str
    """The file that defines it."""
    qualname: str
    """Its qualified name there."""
    line: int
    """Its line there."""
    owner: str
    """The class by which it is collected, as the file that is collected names it;
    empty for a function."""
    at: int
    """The line of the file that is collected: that of the test, or of the class or
    import by which it gets there."""
    runners: tuple[str, ...]
    """Who collects it."""


def runners_of(path: str) -> tuple[str, ...]:
    """Return who looks for tests in a file, by its name."""
    name = path.rpartition("/")[2]
    stem = name.removesuffix(".py")
    if stem == name:
        return ()
    found = []
    if stem.startswith("test_") or stem.endswith("_test"):
        found.append(PYTEST)
    if stem.startswith("test") and stem.isidentifier():
        found.append(UNITTEST)
    return tuple(found)


def collected_test_rows(
    store: Store, links: ImportResolver, paths: Container[str] | None = None
) -> Iterator[TestRow]:
    """Yield the tests of each file, as rows of ``test``.

    :param store: with the table ``base``.
    :param paths: the files; by default all.
    """
    collector = _Collector(store, links)
    for file in store.files():
        if paths is not None and file.path not in paths:
            continue
        runners = runners_of(file.path)
        if not runners or file.problem:
            continue
        tests = sorted(
            collector.collect(file.path, runners),
            key=lambda one: (one.at, one.owner, one.line, one.qualname),
        )
        for ordinal, one in enumerate(tests):
            found = (one.path, one.qualname, one.line, one.owner, one.at)
            yield file.path, ordinal, *found, " ".join(one.runners)


@dataclass(frozen=True, slots=True)
class _Module:
    """What collecting asks of a file."""

    facts: FileFacts
    top: dict[str, Definition]
    """Classes, functions and data of the module itself, by name."""
    members: dict[str, dict[str, Definition]]
    """What stands in the body of each class, by its name there."""
    told: frozenset[tuple[str, str]]
    """Names of patterns and what they are about."""

    @classmethod
    def of(cls, facts: FileFacts) -> _Module:
        """Return the same facts by name."""
        top: dict[str, Definition] = {}
        members: dict[str, dict[str, Definition]] = {}
        for one in facts.definitions:
            owner, _, name = one.qualname.rpartition(".")
            if owner.endswith("<locals>") or "instance" in one.modifiers:
                continue
            names = members.setdefault(owner, {}) if owner else top
            # A definition has its say over a binding.
            if name not in names or one.kind not in {"attribute", "data"}:
                names[name] = one
        told = frozenset(
            (one.name, one.qualname)
            for one in facts.patterns
            if one.name in DECISIVE_PATTERNS
        )
        return cls(facts, top, members, told)


class _Place(NamedTuple):
    """A class or function that a module has."""

    target: Target
    name: str
    """What the module calls it."""
    at: int
    """The line of the module that brings it there."""


class _Collector:
    """Collects as both runners do.

    :param links: what imports mean.
    """

    def __init__(self, store: Store, links: ImportResolver) -> None:
        self._store = store
        self._links = links
        self._classes = ClassHierarchy(store)
        # Where the tree is Python's own library.
        self._root = find_class(links, "unittest.TestCase")
        self._module: Callable[[str], _Module] = lru_cache(64)(self._read)
        self._cases: dict[Target, bool] = {}

    def _read(self, path: str) -> _Module:
        # What is not shown is collected all the same.
        return _Module.of(self._store.get_facts(self._store.file_key(path) or ""))

    def collect(self, path: str, runners: tuple[str, ...]) -> Iterator[CollectedTest]:
        """Yield the tests of a file that these look for tests in."""
        module = self._module(path)
        names = {one.name: one for one in self._bound(path, module)}
        if "load_tests" in names:
            # Who knows what it loads.
            runners = tuple(one for one in runners if one != UNITTEST)
        if PYTEST in runners and _switched_off(module.top):
            runners = tuple(one for one in runners if one != PYTEST)
        for target, name, at in names.values():
            if target.path not in self._links.modules.files:
                continue
            one = self._module(target.path).top.get(target.qualname)
            if one is None:
                continue
            if one.kind == "class":
                yield from self._from_class(path, _Place(target, name, at), runners)
            elif PYTEST in runners and self._test_function(target.path, name, one):
                yield CollectedTest(*target, one.line, "", at, (PYTEST,))

    def _bound(self, path: str, module: _Module) -> Iterator[_Place]:
        """Yield what a module imports and defines at its top level."""
        for one in module.facts.imports:
            if one.lazy or one.type_checking:
                continue
            if one.name == "*":
                for name in self._offered(path, one, set()):
                    if found := self._links.find_definition(path, name):
                        yield _Place(Target(*found), name, one.line)
            elif one.name and (found := self._links.find_definition(path, one.bound)):
                yield _Place(Target(*found), one.bound, one.line)
        for name, definition in module.top.items():
            yield _Place(Target(path, name), name, definition.line)

    def _offered(self, path: str, star: Import, seen: set[str]) -> Iterator[str]:
        """Yield the names that a star import may bring."""
        source = self._links.find_module(path, star.module, star.level)
        if source in seen or source not in self._links.modules.files:
            return
        seen.add(source)
        module = self._module(source)
        yield from module.top
        for one in module.facts.imports:
            if one.name == "*":
                yield from self._offered(source, one, seen)
            elif not one.lazy:
                yield one.bound

    # Functions

    def _test_function(self, path: str, name: str, one: Definition) -> bool:
        return (
            name.startswith("test")
            and one.kind in {"function", "method"}
            and "property" not in one.modifiers
            and ("pytest fixture", one.qualname) not in self._module(path).told
        )

    # Classes

    def _from_class(
        self, home: str, place: _Place, runners: tuple[str, ...]
    ) -> Iterator[CollectedTest]:
        """Yield the tests of a class.

        :param home: the file that is collected.
        """
        own, name, at = place
        case = self._is_case(own)
        if not case and (PYTEST not in runners or not _last(name).startswith("Test")):
            return
        members = self._members(own)
        if PYTEST in runners and (
            _switched_off({key: one for key, (_, one) in members.items()})
            or not (case or self._plain(own, members))
        ):
            runners = tuple(one for one in runners if one != PYTEST)
        if not case:
            runners = tuple(one for one in runners if one == PYTEST)
        if not runners:
            return
        tests = [
            (path, one)
            for key, (path, one) in members.items()
            if key.startswith("test") and self._is_test(path, key, one, case=case)
        ]
        if case and not tests and "runTest" in members:
            tests = [members["runTest"]]
        for path, one in tests:
            line = one.line if path == home and _within(own, one) else at
            yield CollectedTest(path, one.qualname, one.line, name, line, runners)
        if case:
            return
        for key, (path, one) in members.items():
            if one.kind == "class":
                line = one.line if path == home and _within(own, one) else at
                inner = _Place(Target(path, one.qualname), f"{name}.{key}", line)
                yield from self._from_class(home, inner, runners)

    def _is_test(self, path: str, name: str, one: Definition, *, case: bool) -> bool:
        if case:
            return one.kind == "method" and "property" not in one.modifiers
        return self._test_function(path, name, one)

    def _members(self, own: Target) -> dict[str, tuple[str, Definition]]:
        """Return what a class has, its bases in the tree included, by name.

        With the file that defines it, in the order of the files, its own first.
        """
        found: dict[str, tuple[str, Definition]] = {}
        above = self._classes.ancestors_of(*own).classes
        for base in (own, *(one.base for one in above)):
            if isinstance(base, Target):
                members = self._module(base.path).members.get(base.qualname, {})
                for name, one in members.items():
                    found.setdefault(name, (base.path, one))
        return found

    def _is_case(self, own: Target) -> bool:
        """Tell whether a class derives from ``unittest.TestCase``.

        Of what other projects bring along the names tell.
        """
        found = self._cases.get(own)
        if found is None:
            found = self._cases[own] = any(
                one.base.dotted.endswith("TestCase")
                if isinstance(one.base, External)
                else one.base == self._root
                for one in self._classes.ancestors_of(*own).classes
            )
        return found

    def _plain(self, own: Target, members: dict[str, tuple[str, Definition]]) -> bool:
        """Tell whether pytest can make an instance of a class."""
        if "__init__" in members or "__new__" in members:
            return False
        above = (one.base for one in self._classes.ancestors_of(*own).classes)
        return not any(
            (pattern, one.qualname) in self._module(one.path).told
            for one in (own, *above)
            if isinstance(one, Target)
            for pattern in ("dataclass", "attrs class")
        )


def _within(own: Target, one: Definition) -> bool:
    return one.qualname.startswith(f"{own.qualname}.")


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _switched_off(names: dict[str, Definition]) -> bool:
    """Tell whether ``__test__`` says that there is nothing to collect."""
    return "__test__" in names and names["__test__"].value == "False"
