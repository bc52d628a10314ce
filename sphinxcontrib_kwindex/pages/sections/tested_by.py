"""The tests of a definition that are not among its users, as a folded list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from docutils import nodes

from ...codemap.testing.tests_of_definitions import NEAREST, DefinitionTests, TestUse
from ...i18n import counted, say
from ...model.names import Symbol
from ..nodes import ListEntry, Part, entries, more_entries
from ..page_context import Context

#: Of how many files with further tests that ran it there is an entry: a page has very
#: many definitions.
_FILES: Final = 20


def direct_tests(tests: DefinitionTests, users: Collection[Symbol]) -> str:
    """Say how many tests use a definition directly, if they are among its users.

    :param users: the functions that use it, all of which are shown.
    :return: nothing where it takes a list of its own to say which.
    """
    direct = [use for use in tests.nearest if not use.way]
    if tests.measured or not direct or any(use.test not in users for use in direct):
        return ""
    return "; ".join(_direct(tests))


def tested_by(context: Context, tests: DefinitionTests, uri: str) -> list[nodes.Node]:
    """Return the tests of a definition, those in which it surely ran first.

    :param uri: where all that use it are.
    """
    direct = [use for use in tests.nearest if not use.way]
    others = [use for use in tests.nearest if use.test not in tests.ran_in]
    rows = [_measured(context, test) for test in tests.ran_in[:NEAREST]]
    rows += _further(context, tests.ran_in[NEAREST:])
    using = [_row(context, use) for use in others if not use.way]
    if using:
        using += more_entries(tests.direct - len(direct), uri)
    rows += using
    rows += [_row(context, use) for use in others if use.way]
    if not rows:
        return []
    title = _title(tests, len(tests.nearest) - len(direct))
    node = entries(rows, title=title, fold_from=0)
    # A page has very many of them.
    node["brief"] = True
    return [node]


def _title(tests: DefinitionTests, through: int) -> str:
    """Say how many tests there are.

    :param through: how many of them use the definition through others.
    """
    said = []
    if measured := tests.measured:
        said.append(counted(measured, "ran in {number} test", "ran in {number} tests"))
    said += _direct(tests)
    if through:
        said.append(
            counted(
                through,
                "used through its callers by at least {number} test",
                "used through its callers by at least {number} tests",
            )
        )
    return "; ".join(said)


def _direct(tests: DefinitionTests) -> Iterator[str]:
    """Yield how many tests surely use a definition directly, and how many may."""
    if number := tests.direct - tests.possible:
        yield counted(
            number, "used directly by {number} test", "used directly by {number} tests"
        )
    if number := tests.possible:
        yield counted(
            number,
            "possibly used directly by {number} test",
            "possibly used directly by {number} tests",
        )


def _measured(context: Context, test: Symbol) -> ListEntry:
    path, name = test
    uri = context.definition_uri(path, name) if path else ""
    return ListEntry(name, uri, kind=say("measured"), where=path)


def _further(context: Context, tests: Iterable[Symbol]) -> Iterator[ListEntry]:
    """Yield in which files further tests are, some of them, and how many are left."""
    by_file = Counter(path for path, _ in tests)
    for path, number in list(by_file.items())[:_FILES]:
        text = counted(number, "{number} more test", "{number} more tests")
        if path:
            yield ListEntry(path, context.href("docs", path), where=text)
        else:
            yield ListEntry(text, prose=True)
    yield from more_entries(sum(list(by_file.values())[_FILES:]))


def _row(context: Context, use: TestUse) -> ListEntry:
    path, qualname = use.test
    way = [
        Part(name, context.definition_uri(file, name), literal=True)
        for file, name in use.way
    ]
    return ListEntry(
        qualname,
        context.definition_uri(path, qualname),
        kind=say("by name") if use.by_name else "",
        where=path,
        summary=say("through") if way else "",
        parts=tuple(way),
    )
