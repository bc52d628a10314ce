"""Which tests use a definition, as a folded list."""

from __future__ import annotations

from docutils import nodes

from ...codemap.tests_of_definitions import DefinitionTests, TestUse
from ...i18n import figure, noun, say
from ..nodes import ListEntry, Part, entries
from ..page_context import Context


def tested_by(context: Context, tests: DefinitionTests | None) -> list[nodes.Node]:
    """Return the nearest tests that use a definition, each with its way to it."""
    if tests is None:
        return []
    rows = [_row(context, use) for use in tests.nearest]
    direct = sum(not use.way for use in tests.nearest)
    through = len(rows) - direct
    if more := tests.direct - direct:
        rows.append(
            ListEntry(say("and {number} more", number=figure(more)), prose=True)
        )
    text = noun(tests.direct, "tested by {number} test", "tested by {number} tests")
    if through:
        text = noun(
            through,
            "tested by {number}, and through what uses it by at least {more} test",
            "tested by {number}, and through what uses it by at least {more} tests",
        )
        if not tests.direct:
            text = noun(
                through,
                "tested through what uses it, by at least {more} test",
                "tested through what uses it, by at least {more} tests",
            )
    title = text.format(number=figure(tests.direct), more=figure(through))
    return [entries(rows, title=title)]


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
