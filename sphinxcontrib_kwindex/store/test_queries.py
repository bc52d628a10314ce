"""Queries about the tests in files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.rows import CollectedTest
from .database import Store, among


def collected_tests(store: Store, path: str) -> Iterator[CollectedTest]:
    """Iterate over the tests that a file is collected for, in its order."""
    query = (
        "SELECT target, qualname, line, owner, at, runners FROM test WHERE path = ?"
        " ORDER BY ordinal"
    )
    for target, qualname, line, owner, at, runners in store.select(query, (path,)):
        yield CollectedTest(target, qualname, line, owner, at, tuple(runners.split()))


def marked_tests(
    store: Store, paths: Iterable[str] | None = None
) -> Iterator[tuple[str, str, int]]:
    """Iterate over the definitions shown that their languages mark as tests.

    :param paths: the files; by default all.
    :return: path, qualified name and line of each, file by file.
    """
    where, values = among(paths)
    return store.select(
        f"SELECT path, qualname, line FROM definition WHERE {where}"
        " AND ' ' || traits || ' ' LIKE '% test %' ORDER BY path, ordinal",
        values,
    )


def number_of_tests(store: Store) -> int:
    """Return how many tests are collected."""
    rows = "SELECT DISTINCT path, owner, qualname FROM test"
    ((number,),) = store.select(f"SELECT count(*) FROM ({rows})")
    return int(number)


def files_with_tests(store: Store) -> Iterator[str]:
    """Iterate over the files from which tests are collected."""
    return store.column("SELECT DISTINCT path FROM test")


def tests_outside_python(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of the tests in other languages."""
    return store.select(
        "SELECT DISTINCT target, qualname FROM test WHERE target NOT IN"
        " (SELECT path FROM file WHERE python) ORDER BY 1, 2"
    )


def tests_in(store: Store, paths: Iterable[str]) -> set[tuple[str, str]]:
    """Return path and qualified name of the tests that some files define."""
    where, values = among(paths, "target")
    return set(store.select(f"SELECT target, qualname FROM test WHERE {where}", values))


def tested_definitions(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of what tests may use."""
    return store.select("SELECT path, qualname FROM tested")


def tests_by_class(store: Store) -> Iterator[tuple[str, str, str, str]]:
    """Iterate over all tests.

    :return: the file that is collected and the class there, empty for a function; the
        file that defines the test, and its qualified name.
    """
    return store.select("SELECT path, owner, target, qualname FROM test")
