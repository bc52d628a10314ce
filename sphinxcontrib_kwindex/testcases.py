"""Which tests a file holds, and what runs them.

Told from the file alone: names as pytest and unittest look for by default, and
classes with a base that is called like a test case.
"""

from __future__ import annotations

from dataclasses import dataclass

from .codemap import CodeMap
from .facts import Definition, FileFacts


@dataclass(frozen=True, slots=True)
class Case:
    """A test."""

    path: str
    """The file that defines it."""
    qualname: str
    line: int


@dataclass(frozen=True, slots=True)
class Collected:
    """What is run of a file."""

    runners: tuple[str, ...] = ()
    """Which of ``pytest`` and ``unittest`` find tests in it."""
    tests: tuple[Case, ...] = ()


def collected(code: CodeMap, path: str) -> Collected:
    """Return the tests that are collected from the file at *path*."""
    name = path.rpartition("/")[2]
    stem = name.removesuffix(".py")
    if stem == name:
        return Collected()
    by_pytest = stem.startswith("test_") or stem.endswith("_test")
    by_unittest = stem.startswith("test")
    if not by_pytest and not by_unittest:
        return Collected()
    facts = code.facts(path)
    cases = _cases(facts)
    runners, tests = set(), []
    for one in facts.definitions:
        if not one.name.startswith("test") or one.kind not in {"function", "method"}:
            continue
        owner = one.qualname.rpartition(".")[0]
        found = set()
        if by_unittest and owner in cases:
            found.add("unittest")
        if by_pytest and (not owner or owner in cases or owner.startswith("Test")):
            found.add("pytest")
        if found:
            tests.append(Case(path, one.qualname, one.line))
            runners |= found
    return Collected(tuple(sorted(runners)), tuple(tests))


def _cases(facts: FileFacts) -> set[str]:
    def is_case(one: Definition) -> bool:
        last = {base.rpartition(".")[2] for base in one.bases}
        return any(base.endswith("TestCase") for base in last) or bool(last & cases)

    cases: set[str] = set()
    for one in facts.definitions:
        if one.kind == "class" and is_case(one):
            cases.add(one.qualname)
    return cases
