"""Which fixtures of pytest a file asks for, and where each is defined.

A test or a fixture asks for what its parameters are called. pytest looks for that in
the class and those above it, the file, then ``conftest.py`` upwards through the
folders, the plugins of the project, and knows some itself. A class below another may
have its own fixture of a name; the tests that it inherits get that. Parameters that get
their value otherwise (``parametrize``, ``mock.patch``, a decorator that is not known)
ask for nothing. What is in none of these places may come from another plugin, and is
left out.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from ...analysis.decoding import valid_text
from ...analysis.project.pytest_options import CONFIGURATIONS
from ...analysis.python.source.syntax_trees import expression_tree
from ...links.imports.pytest_plugins import PytestPlugins
from ...links.places import Target
from ...model.facts import Definition, FileFacts
from ...model.names import outer_name
from ...model.record import Record
from ...scan.test_paths import is_test
from ...store.change_queries import files_importing_from
from ..code_map import CodeMap
from ..signatures import is_required, parse_signature
from .collected_tests import CollectedTests, collected_tests

#: The fixtures that pytest defines, by its reference.
BUILT_IN: Final = frozenset(
    {
        *("cache", "capfd", "capfdbinary", "caplog", "capsys", "capsysbinary"),
        *("capteesys", "doctest_namespace", "monkeypatch", "pytestconfig"),
        *("pytester", "record_property", "record_testsuite_property"),
        *("record_xml_attribute", "recwarn", "request", "subtests", "testdir"),
        *("tmp_path", "tmp_path_factory", "tmpdir", "tmpdir_factory"),
    }
)


class Fixture(Record, frozen=True, order=True):
    """A fixture and where it is defined."""

    name: str
    path: str = ""
    """Empty for those of pytest itself."""
    qualname: str = ""
    line: int = 0
    autouse: bool = False
    """Whether all tests where it is known have it without asking."""


Fixtures = dict[tuple[str, str], Fixture]
"""Fixtures of a file by the class they are in and their name."""


def fixtures_of(code: CodeMap, path: str, collected: CollectedTests) -> list[Fixture]:
    """Return the fixtures that a file defines or asks for, its own first.

    :param collected: the tests of the file.
    """
    facts = code.facts(path)
    own = defined_fixtures(facts, path)
    if "pytest" not in collected.runners and not own:
        return []
    fixtures = set(own.values())
    fixtures.update(fixture for _, fixture in _requested(code, path, collected, own))
    return sorted(fixtures, key=lambda item: (item.path != path, not item.path, item))


def _requested(
    code: CodeMap, path: str, collected: CollectedTests, own: Fixtures
) -> Iterator[tuple[str, Fixture]]:
    """Yield the fixtures that a file asks for, each with who does: its qualified name.

    :param own: those of the file.
    """
    tests = {test.qualname for test in collected.tests if test.path == path}
    for user, scope, name, fixture in set(_requests(code.facts(path), tests, own)):
        # A fixture that asks for its own name means the fixture that it replaces.
        requested = _find(code, path, own, scope, name, replaced=fixture == name)
        if requested is not None:
            yield user, requested


def _replacing(code: CodeMap, path: str, scope: str, name: str) -> Iterator[Fixture]:
    """Yield the fixtures that classes below a class have by a name.

    What the class asks for by that is one of these, in the tests that they inherit.
    """
    for cls in code.class_hierarchy.below([Target(path, scope)]) if scope else ():
        if fixture := _known_fixtures(code, cls.path).get((cls.qualname, name)):
            yield fixture


class FixtureRequests:
    """Who asks for the fixtures of a tree."""

    def __init__(self, code: CodeMap) -> None:
        self._code = code
        self._requests_in = cache(self._read)

    def users(self, path: str, qualname: str) -> set[tuple[str, str]]:
        """Return the tests, classes of tests and fixtures that ask for a fixture.

        :param path: the file that may define a fixture.
        :param qualname: of the definition that may be one.
        :return: path and qualified name of each.
        """
        code = self._code
        if not (is_test(path) or path in code.test_files):
            return set()
        known = _known_fixtures(code, path).values()
        if all(fixture.qualname != qualname for fixture in known):
            return set()
        files = {path, *files_importing_from(code.store, path, qualname)}
        if scope := qualname.rpartition(".")[0]:
            files |= {
                cls.path for cls in code.class_hierarchy.below([Target(path, scope)])
            }
            files |= {cls.path for cls in _classes_above(code, path, scope)}
        for file in list(files):
            below = files_that_know(code, file)
            files.update(
                file for file in below if file in code.test_files or is_conftest(file)
            )
        return {
            (file, user)
            for file in files
            for user in self._requests_in(file).get((path, qualname), ())
        }

    def _read(self, path: str) -> Mapping[tuple[str, str], set[str]]:
        """Return by fixture who in a file asks for it."""
        users: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        collected = collected_tests(self._code, path)
        own = _known_fixtures(self._code, path)
        of = {test.owner or test.qualname for test in collected.tests}

        def within(scope: str) -> set[str]:
            return {
                user for user in of if not scope or f"{user}.".startswith(f"{scope}.")
            }

        if "pytest" in collected.runners or own:
            for user, fixture in _requested(self._code, path, collected, own):
                users[fixture.path, fixture.qualname] |= within(user) or {user}
        tests = {test.qualname for test in collected.tests if test.path == path}
        for user, scope, name, _ in _requests(self._code.facts(path), tests, own):
            for fixture in _replacing(self._code, path, scope, name):
                users[fixture.path, fixture.qualname] |= within(user) or {user}
        for scope, fixture in self._autouse(path) if collected.runners else ():
            users[fixture.path, fixture.qualname] |= within(scope)
        for owner in {test.owner for test in collected.tests} - {""}:
            for cls in _classes_above(self._code, path, owner):
                known = _known_fixtures(self._code, cls.path)
                for (scope, _), fixture in known.items():
                    if fixture.autouse and scope == cls.qualname:
                        users[fixture.path, fixture.qualname].add(owner)
        return users

    def _autouse(self, path: str) -> Iterator[tuple[str, Fixture]]:
        """Yield the fixtures that tests of a file have without asking.

        :return: each with the class whose tests have it, empty for all.
        """
        for file in {path, *self._code.once(_plugins).known_to(path)}:
            for (scope, _), fixture in _known_fixtures(self._code, file).items():
                if fixture.autouse:
                    yield scope, fixture


def _plugins(code: CodeMap) -> PytestPlugins:
    return PytestPlugins(code.import_resolver)


def files_that_know(code: CodeMap, path: str) -> Iterable[str]:
    """Return the files whose tests have fixtures by a file without importing it."""
    folder, _, name = path.rpartition("/")
    if name in {"conftest.py", *CONFIGURATIONS}:
        return code.python_sources_below(folder)
    # What is gone may have been a plugin.
    may_be_plugin = path in code.once(_plugins).files or not code.has_file(path)
    return code.python_sources_below("") if may_be_plugin else []


def is_conftest(path: str) -> bool:
    """Tell whether all tests in the folder of a file and below have its fixtures."""
    return path.rpartition("/")[2] == "conftest.py"


def _find(
    code: CodeMap, path: str, own: Fixtures, scope: str, name: str, *, replaced: bool
) -> Fixture | None:
    """Return the fixture that a name means in a class of a file.

    :param own: those of the file.
    :param replaced: whether the fixture that is in the class itself is not meant; where
        there is no class, none of the file.
    """
    if not replaced and (fixture := own.get((scope, name))):
        return fixture
    for cls in _classes_above(code, path, scope):
        if fixture := _known_fixtures(code, cls.path).get((cls.qualname, name)):
            return fixture
    if replaced and not scope:
        return _find_in_conftest(code, path, name)
    return (
        own.get(("", name))
        or _find_imported(code, path, name)
        or _find_in_conftest(code, path, name)
    )


def _classes_above(code: CodeMap, path: str, scope: str) -> Iterator[Target]:
    """Yield the classes of the tree above a class, if there is one."""
    above = code.class_hierarchy.known_ancestors(path, scope) if scope else ()
    yield from (cls for cls in above if isinstance(cls, Target))


def _find_in_conftest(code: CodeMap, path: str, name: str) -> Fixture | None:
    """Return the fixture that the folders above, plugins or pytest have by a name."""
    for file in code.once(_plugins).known_to(path):
        fixtures = _known_fixtures(code, file)
        if fixture := fixtures.get(("", name)) or _find_imported(code, file, name):
            return fixture
    return Fixture(name) if name in BUILT_IN else None


def _find_imported(code: CodeMap, path: str, name: str) -> Fixture | None:
    """Return the fixture that a file imports by a name."""
    for row in code.imported_as(path, name):
        for fixture in _known_fixtures(code, row.target).values():
            if fixture.qualname == row.qualname:
                return fixture
    return None


def _known_fixtures(code: CodeMap, path: str) -> Fixtures:
    """Return the fixtures of a file that many ask for."""
    return code.keep((Fixture, path), lambda: defined_fixtures(code.facts(path), path))


def defined_fixtures(facts: FileFacts, path: str) -> Fixtures:
    """Return the fixtures that a file defines."""
    names = {row.qualname for row in facts.patterns if row.name == "pytest fixture"}
    fixtures: Fixtures = {}
    for definition in facts.definitions if names else ():
        if definition.qualname in names and "<locals>" not in definition.qualname:
            name, autouse = definition.name, False
            for call in filter(None, map(_call, definition.decorators)):
                if _dotted(call.func).endswith("fixture"):
                    name = next(iter(_strings(_keyword(call, "name"))), name)
                    value = _keyword(call, "autouse")
                    autouse = isinstance(value, ast.Constant) and value.value is True
            scope = definition.qualname.rpartition(".")[0]
            fixtures[scope, name] = Fixture(
                name, path, definition.qualname, definition.line, autouse
            )
    return fixtures


def _requests(
    facts: FileFacts, tests: set[str], own: Fixtures
) -> Iterator[tuple[str, str, str, str]]:
    """Yield who requests a fixture by a name.

    :return: the qualified name of who does, empty for all of the file; its class, the
        name, and what it is called if it is a fixture.
    """
    names = {fixture.qualname: fixture.name for fixture in own.values()}
    shared = _shared_marks(facts)
    for definition in facts.definitions:
        qualname = definition.qualname
        is_class = definition.kind == "class"
        scope = qualname if is_class else qualname.rpartition(".")[0]
        user, marks = qualname, list(definition.decorators)
        if definition.name == "pytestmark":
            user = outer_name(qualname)
            marks.append(definition.value)
        for call in _calls(mark for mark in marks if "usefixtures" in mark):
            if _dotted(call.func).endswith("usefixtures"):
                for name in _strings(*call.args):
                    yield user, scope, name, ""
        if qualname in names or qualname in tests:
            for name in _requested_parameters(definition, shared):
                yield qualname, scope, name, names.get(qualname, "")


def all_requests(facts: FileFacts) -> set[tuple[str, str, str, str]]:
    """Return what functions of a file would ask for if they were tests."""
    functions = {
        definition.qualname for definition in facts.definitions if definition.signatures
    }
    return set(_requests(facts, functions, defined_fixtures(facts, "")))


def files_with_fixtures(code: CodeMap) -> set[str]:
    """Return the files that tests of other files may have fixtures from."""
    conftests = {path for path in code.parsed if is_conftest(path)}
    imported = (link.target for path in conftests for link in code.links(path))
    plugins = code.once(_plugins).files
    return conftests.union((path for path in imported if is_test(path)), plugins)


def _shared_marks(facts: FileFacts) -> Mapping[str, list[str]]:
    """Return by class what is written at it; what holds for the module by nothing."""
    marks: defaultdict[str, list[str]] = defaultdict(list)
    for definition in facts.definitions:
        if definition.kind == "class":
            marks[definition.qualname] += definition.decorators
        elif definition.name == "pytestmark":
            marks[outer_name(definition.qualname)].append(definition.value)
    return marks


def _requested_parameters(
    definition: Definition, shared: Mapping[str, list[str]]
) -> list[str]:
    """Return the parameters of a test or a fixture that ask for fixtures.

    :param shared: :func:`_shared_marks` of its file.
    """
    signature = definition.signatures[0] if definition.signatures else "()"
    is_method = definition.kind == "method" and "staticmethod" not in (
        definition.modifiers
    )
    if signature == "()" or (is_method and "," not in signature):
        return []
    for decorator in filter(None, map(_call, definition.decorators)):
        parts = _dotted(decorator.func).split(".")
        if (
            parts[0] not in {"pytest", "pytest_asyncio"}
            and {"mark", "patch"}.isdisjoint(parts)
            and not parts[-1].endswith(("fixture", "parametrize"))
        ):
            # It may hand over anything.
            return []
    marks = list(definition.decorators)
    scope = definition.qualname
    while scope:
        scope = outer_name(scope)
        marks += shared.get(scope, ())
    given: set[str] = set()
    patched = 0
    for call in _calls(
        mark for mark in marks if "parametrize" in mark or "patch" in mark
    ):
        name = _dotted(call.func)
        if name.endswith("parametrize"):
            values = _parametrized(call)
            if values is None:
                return []
            given |= values
        elif "patch" in name.split("."):
            patched += _injects(call, name)
    parsed = parse_signature(signature)
    parameters = parsed.parameters.values() if parsed else ()
    required = [parameter.name for parameter in parameters if is_required(parameter)]
    return [name for name in required[is_method:][patched:] if name not in given]


def _parametrized(call: ast.Call) -> set[str] | None:
    """Return the parameters that ``parametrize`` itself has the values of.

    :return: ``None`` where that is not written there.
    """
    first = call.args[0] if call.args else _keyword(call, "argnames")
    names = {name.strip() for text in _strings(first) for name in text.split(",")}
    if not names:
        return None
    indirect = _keyword(call, "indirect")
    if isinstance(indirect, ast.Constant) and indirect.value is True:
        return set()
    return names.difference(_strings(indirect))


def _injects(call: ast.Call, name: str) -> bool:
    """Tell whether a ``patch`` hands its mock over as an argument."""
    position = {"": 1, ".object": 2}.get(name.rpartition("patch")[2], 0)
    return len(call.args) <= position > 0 and _keyword(call, "new") is None


# Expressions of decorators and marks.


_expression = lru_cache(256)(expression_tree)


def _call(text: str) -> ast.Call | None:
    tree = _expression(text)
    return tree if isinstance(tree, ast.Call) else None


def _calls(texts: Iterable[str]) -> Iterator[ast.Call]:
    """Yield the calls that are in expressions."""
    for tree in filter(None, map(_expression, texts)):
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _dotted(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((item.value for item in call.keywords if item.arg == name), None)


def _strings(*nodes: ast.expr | None) -> list[str]:
    """Return the texts that literals are, or have in them."""
    texts = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(valid_text(node.value))
        elif isinstance(node, (ast.List, ast.Tuple)):
            texts += _strings(*node.elts)
    return texts
