"""Which tests ran which definition, as coverage.py measured it.

Its data (``--cov-context=test`` of pytest-cov, or its own setting
``dynamic_context = test_function``) says which lines ran in which test, not of which
text. So the data of a file is only used where its lines fit the text: each that ran
holds code, each class and function of the module itself ran, and each body of which a
line ran from its beginning. Where something was added or removed since, lines behind it
are not where they were. Nothing of the module itself ran where it was imported before
measuring began, as it is by a plugin of pytest.
"""

from __future__ import annotations

import ast
import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import file_digest
from pathlib import Path
from typing import Final

from ...analysis.python.source.syntax_trees import module_tree
from ...model.named_tuple import NamedTuple
from ...store.connection import has_table
from ..code_map import CodeMap
from ..settings import CoverageFile

#: What brings the library with which the data is read.
EXTRA: Final = "coverage"
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class CoverageError(Exception):
    """A file cannot be used as data of coverage.py; why, in a sentence."""


class MeasuredFile(NamedTuple):
    """What was measured of a file."""

    fits: bool = True
    """Whether it is this text of the file that was measured."""
    contexts: Mapping[str, Collection[str]] = {}
    """By the qualified names of functions the contexts, usually tests, that ran one of
    their lines; also of functions that none ran. Empty if it was not measured."""
    outside: Collection[str] = ()
    """The functions of which a line ran outside of any test, as when a module is
    imported."""


def coverage_file(location: Path) -> CoverageFile:
    """Return a file with data after a look into it.

    :raises CoverageError: if it cannot be used.
    """
    try:
        with location.open("rb") as stream:
            content = file_digest(stream, "blake2b").hexdigest()
    except OSError as error:
        raise CoverageError(f"it could not be read: {error.strerror}") from error
    file = CoverageFile(content, location)
    if not CoverageReader(file).tests():
        message = "it has no contexts; pytest-cov records them with --cov-context=test"
        raise CoverageError(message)
    return file


class CoverageReader:
    """Reads the data in a file by the library of coverage.py.

    All of it raises :exc:`CoverageError`.
    """

    def __init__(self, file: CoverageFile) -> None:
        """Open the data."""
        try:
            from coverage import CoverageData
            from coverage.exceptions import CoverageException
        except ImportError as error:
            raise CoverageError(
                "coverage is not installed; install it with: pip install"
                f" 'sphinxcontrib-kwindex[{EXTRA}]'"
            ) from error
        self._data = CoverageData(str(file.location))
        # The library takes what is in the tables for what it has written.
        self._errors = (
            *(CoverageException, sqlite3.Error, OSError),
            *(TypeError, ValueError, AttributeError),
        )
        with self._reading("it is not coverage data"):
            # The library would make its tables in what is another database, or empty.
            if not has_table(file.location, "coverage_schema"):
                raise CoverageError("it is not coverage data: it has no such tables")
            self._data.read()
            self._files = {_slashes(path): path for path in self._data.measured_files()}

    @contextmanager
    def _reading(self, problem: str) -> Iterator[None]:
        try:
            yield
        except self._errors as error:
            raise CoverageError(f"{problem}: {error}") from error

    def tests(self) -> set[str]:
        """Return the contexts, each without its phase and its parameters."""
        with self._reading("it is not coverage data"):
            return set(map(_test, self._data.measured_contexts())) - {""}

    def lines(self, root: Path, path: str) -> Mapping[int, list[str]]:
        """Return by the lines of a file that ran the contexts in which they did."""
        contexts: Mapping[int, list[str]] = {}
        for name in (path, _slashes(str(root / path))):
            if name in self._files and not contexts:
                with self._reading(f"its data of {path} cannot be read"):
                    contexts = self._data.contexts_by_lineno(self._files[name])
        return contexts


def measured_file(code: CodeMap, path: str) -> MeasuredFile:
    """Return what was measured of a Python file."""
    file = code.settings.coverage
    if file is None or path not in code.parsed:
        return MeasuredFile()
    # A connection is not to be shared with the process that this one was forked from.
    key = CoverageReader, os.getpid()
    return code.keep(key, partial(_reading, code, file))(path)


def _reading(code: CodeMap, file: CoverageFile) -> Callable[[str], MeasuredFile]:
    """Return what reads what was measured of files."""
    data = CoverageReader(file)

    # A page asks several times.
    @lru_cache(4)
    def of_file(path: str) -> MeasuredFile:
        try:
            lines = data.lines(code.root, path)
        except CoverageError:
            return MeasuredFile(fits=False)
        return measured(code.source(path), lines)

    return of_file


def measured(source: str, lines: Mapping[int, list[str]]) -> MeasuredFile:
    """Return what was measured of a file with a text.

    :param lines: of :meth:`CoverageReader.lines`.
    """
    if not lines:
        return MeasuredFile()
    module = module_tree(source)
    if module is None or not _fits(module, source, lines):
        return MeasuredFile(fits=False)
    tests = {context: _test(context) for context in set().union(*lines.values())}
    tests_by_line = {
        line: {tests[context] for context in ran} - {""} for line, ran in lines.items()
    }
    contexts: defaultdict[str, set[str]] = defaultdict(set)
    outside = set()
    for qualname, body in _functions(module):
        contexts[qualname].update(*(tests_by_line.get(line, ()) for line in body))
        if any("" in lines.get(line, ()) for line in body):
            outside.add(qualname)
    in_order = {name: sorted(ran) for name, ran in contexts.items()}
    return MeasuredFile(contexts=in_order, outside=outside)


def _fits(module: ast.Module, source: str, lines: Mapping[int, object]) -> bool:
    defined = (*_FUNCTIONS, ast.ClassDef)
    ran = {_ran(node, lines) for node in module.body if isinstance(node, defined)}
    return (
        lines.keys() <= _lines_of_code(module, source)
        and len(ran) <= 1
        and all(
            _ran_from_beginning(node, lines)
            for node in ast.walk(module)
            if isinstance(node, _FUNCTIONS)
        )
    )


def _lines_of_code(module: ast.Module, source: str) -> set[int]:
    text = [line.strip() for line in source.split("\n")]
    return {
        line
        for statement in ast.walk(module)
        if isinstance(statement, ast.stmt)
        for line in _lines(statement)
        if text[line - 1] and not text[line - 1].startswith("#")
    }


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _ran(statement: ast.stmt, lines: Mapping[int, object]) -> bool:
    """Tell whether a class or function was defined."""
    return statement.lineno in lines or _first_line(statement) in lines


def _ran_from_beginning(function: ast.stmt, lines: Mapping[int, object]) -> bool:
    """Tell whether the first statement of a body ran, if any did."""
    body: list[ast.stmt] = getattr(function, "body", [])
    compiled = [statement for statement in body if not _makes_no_code(statement)]
    own = {line for statement in compiled for line in _lines(statement)}
    for node in ast.walk(function):
        if isinstance(node, _FUNCTIONS) and node is not function:
            own.difference_update(_lines(node))
    if compiled and not isinstance(compiled[0], _FUNCTIONS):
        return own.isdisjoint(lines) or any(
            line in lines for line in _lines(compiled[0])
        )
    return True


def _makes_no_code(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None
    return isinstance(statement, ast.Global | ast.Nonlocal)


def _lines(statement: ast.stmt) -> range:
    return range(_first_line(statement), (statement.end_lineno or 0) + 1)


def _functions(module: ast.Module) -> Iterator[tuple[str, range]]:
    """Yield the qualified name and the lines of the body of each function."""
    # An expression may be deeper than Python's stack.
    pending: list[tuple[ast.AST, str]] = [(module, "")]
    while pending:
        node, within = pending.pop()
        if isinstance(node, ast.ClassDef):
            within += f"{node.name}."
        elif isinstance(node, _FUNCTIONS):
            body = node.body[0].lineno
            if body > node.lineno:
                yield f"{within}{node.name}", range(body, (node.end_lineno or 0) + 1)
            within += f"{node.name}.<locals>."
        pending += ((child, within) for child in ast.iter_child_nodes(node))


def _test(context: str) -> str:
    """Return the test that a context is of: without its phase and its parameters."""
    return context.partition("|")[0].partition("[")[0]


def _slashes(path: str) -> str:
    return path.replace("\\", "/")
