"""Which fixtures of pytest a file asks for, and where each is defined.

A test or a fixture asks for what its parameters are called. pytest looks for that in
the class, the file, then ``conftest.py`` upwards through the folders, and knows some
itself. Parameters that something else gives (``parametrize``, ``mock.patch``, a
decorator that is not known) ask for nothing, and what is found nowhere here may come
from a plugin: no more is said of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from ..model.facts import Definition, FileFacts
from .code_map import CodeMap
from .collected_tests import Collected

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


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """A fixture and where it is defined."""

    name: str
    path: str = ""
    """Empty for those of pytest itself."""
    qualname: str = ""
    line: int = 0


def fixtures(code: CodeMap, path: str, collected: Collected) -> list[Fixture]:
    """Return the fixtures that a file defines or asks for, its own first.

    :param collected: the tests of the file.
    """
    facts = code.facts(path)
    own = defined(facts, path)
    if "pytest" not in collected.runners and not own:
        return []
    found: dict[Fixture, None] = dict.fromkeys(own.values())
    tests = {test.qualname for test in collected.tests if test.path == path}
    asked = set()
    for scope, name, defines in _asked(facts, tests, own):
        asked.add((scope, name, defines))
    for scope, name, defines in sorted(asked):
        fixture = _find(code, path, own, scope, name, above=defines == name)
        if fixture is not None:
            found[fixture] = None
    return sorted(found, key=lambda one: (one.path != path, not one.path, one))


def _find(
    code: CodeMap,
    path: str,
    own: dict[tuple[str, str], Fixture],
    scope: str,
    name: str,
    *,
    above: bool,
) -> Fixture | None:
    """Return the fixture that a name means in a class of a file.

    :param above: whether it is the fixture of that name in the file that asks.
    """
    if not above:
        for place in dict.fromkeys((scope, "")):
            if (place, name) in own:
                return own[place, name]
        if imported := _imported(code, path, name):
            return imported
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        conftest = f"{folder}/conftest.py".lstrip("/")
        if conftest == path or code.store.file_key(conftest) is None:
            continue
        there = _others(code, conftest).get(("", name))
        if found := there or _imported(code, conftest, name):
            return found
    return Fixture(name) if name in BUILT_IN else None


def _imported(code: CodeMap, path: str, name: str) -> Fixture | None:
    """Return the fixture that a file imports by a name."""
    rows = code.store.select(
        "SELECT target, qualname FROM link JOIN import USING (path, ordinal)"
        " WHERE path = ? AND bound = ? AND qualname <> ''",
        (path, name),
    )
    for target, qualname in list(rows):
        for one in _others(code, target).values():
            if one.qualname == qualname:
                return one
    return None


#: What is known of files that others get fixtures from.
_known: WeakKeyDictionary[CodeMap, dict[str, dict[tuple[str, str], Fixture]]]
_known = WeakKeyDictionary()


def _others(code: CodeMap, path: str) -> dict[tuple[str, str], Fixture]:
    """Return what :func:`defined` says of a file that many ask for."""
    known = _known.setdefault(code, {})
    if path not in known:
        known[path] = defined(code.facts(path), path)
    return known[path]


def defined(facts: FileFacts, path: str) -> dict[tuple[str, str], Fixture]:
    """Return the fixtures of a file by the class they are in and their name."""
    names = {one.qualname for one in facts.patterns if one.name == "pytest fixture"}
    found: dict[tuple[str, str], Fixture] = {}
    if not names:
        return found
    for one in facts.definitions:
        if one.qualname in names and "<locals>" not in one.qualname:
            name = one.name
            for call in map(_call, one.decorators):
                if call is not None and _dotted(call.func).endswith("fixture"):
                    name = next(iter(_texts(_keyword(call, "name"))), name)
            scope = one.qualname.rpartition(".")[0]
            found[scope, name] = Fixture(name, path, one.qualname, one.line)
    return found


def _asked(
    facts: FileFacts, tests: set[str], own: dict[tuple[str, str], Fixture]
) -> Iterator[tuple[str, str, str]]:
    """Yield the class, the name asked for, and the fixture that asks if it is one."""
    names = {fixture.qualname: fixture.name for fixture in own.values()}
    for one in facts.definitions:
        marks = (*one.decorators, *((one.value,) if one.name == "pytestmark" else ()))
        scope = one.qualname if one.kind == "class" else one.qualname.rpartition(".")[0]
        for mark in marks:
            if "usefixtures" in mark:
                for name in _used_by_mark(mark):
                    yield scope, name, ""
        if one.qualname in names or one.qualname in tests:
            for name in _parameters(one, facts):
                yield scope, name, names.get(one.qualname, "")


def _parameters(one: Definition, facts: FileFacts) -> list[str]:
    """Return the parameters of a test or a fixture that ask for fixtures."""
    signature = one.signatures[0] if one.signatures else "()"
    method = one.kind == "method" and "staticmethod" not in one.modifiers
    if signature == "()" or (method and "," not in signature):
        return []
    classes = one.qualname.split(".")[:-1]
    outer = [
        mark
        for other in facts.definitions
        if (other.kind == "class" and other.qualname.split(".") == classes)
        for mark in other.decorators
    ]
    outer += [other.value for other in facts.definitions if other.name == "pytestmark"]
    given: set[str] = set()
    patched = 0
    for mark in one.decorators:
        call = _call(mark)
        name = _dotted(call.func) if call is not None else mark
        if name.split(".")[-1] == "parametrize" and call is not None:
            values = _given(call)
            if values is None:
                return []
            given |= values
        elif "patch" in name.split("."):
            patched += call is not None and _injects(call, name)
        elif call is not None and not name.startswith(("pytest.", "pytest_asyncio.")):
            # It may hand over anything.
            return []
    for mark in outer:
        if "parametrize" in mark or "patch" in mark:
            tree = _tree(mark)
            for node in ast.walk(tree) if tree is not None else ():
                if isinstance(node, ast.Call):
                    name = _dotted(node.func)
                    if name.endswith("parametrize"):
                        values = _given(node)
                        if values is None:
                            return []
                        given |= values
                    elif "patch" in name.split("."):
                        patched += _injects(node, name)
    names = _without_default(signature)[method:]
    return [name for name in names[patched:] if name not in given]


@lru_cache(256)
def _without_default(signature: str) -> tuple[str, ...]:
    try:
        tree = ast.parse(f"def f{signature}: pass").body[0]
    except (SyntaxError, ValueError):
        return ()
    assert isinstance(tree, ast.FunctionDef)
    arguments = tree.args
    both = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    if arguments.defaults:
        both = both[: -len(arguments.defaults)]
    named = [
        one.arg
        for one, default in zip(
            arguments.kwonlyargs, arguments.kw_defaults, strict=True
        )
        if default is None
    ]
    return (*both, *named)


def _given(call: ast.Call) -> set[str] | None:
    """Return the parameters that ``parametrize`` itself has the values of.

    :return: ``None`` where that is not written there.
    """
    first = call.args[0] if call.args else _keyword(call, "argnames")
    names = {name.strip() for text in _texts(first) for name in text.split(",")}
    if not names:
        return None
    indirect = _keyword(call, "indirect")
    if isinstance(indirect, ast.Constant) and indirect.value is True:
        return set()
    return names - set(_texts(indirect))


def _injects(call: ast.Call, name: str) -> bool:
    """Tell whether a ``patch`` hands its mock over as an argument."""
    kind = name.rpartition("patch")[2]
    position = {"": 1, ".object": 2}.get(kind, 0)
    keywords = {one.arg for one in call.keywords}
    return bool(position) and len(call.args) <= position and "new" not in keywords


def _used_by_mark(mark: str) -> Iterator[str]:
    tree = _tree(mark)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Call) and _dotted(node.func).endswith("usefixtures"):
            for argument in node.args:
                yield from _texts(argument)


@lru_cache(256)
def _tree(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _call(text: str) -> ast.Call | None:
    tree = _tree(text)
    return tree if isinstance(tree, ast.Call) else None


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return ast.unparse(node) if isinstance(node, ast.Attribute) else ""


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((one.value for one in call.keywords if one.arg == name), None)


def _texts(node: ast.expr | None) -> list[str]:
    """Return the text that a literal is, or the texts in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, (ast.List, ast.Tuple)):
        return [text for one in node.elts for text in _texts(one)]
    return []
