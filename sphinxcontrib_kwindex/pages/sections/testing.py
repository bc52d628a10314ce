"""Testing & Usage: the tests of a file, or what a test file tests."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from docutils import nodes

from ...analysis.languages.language import NO_LANGUAGE
from ...codemap.code_map import CodeMap
from ...codemap.testing.collected_tests import (
    CollectedTests,
    collected_tests,
    count_cases,
)
from ...codemap.testing.coverage_data import measured_file
from ...codemap.testing.doctests import examples_of
from ...codemap.testing.pytest_fixtures import Fixture, fixtures_of
from ...codemap.testing.tests_of_files import (
    FILES,
    FileUse,
    tested_by_file,
    tests_of_file,
)
from ...codemap.usage_examples import Example, examples
from ...i18n import and_more, at_line, figure, mark, noun, say
from ...links.testing.pytest_configuration import Rule
from ...model.facts import FileFacts
from ...model.grouped import grouped
from ...model.names import last_part, outer_name
from ...model.record import Record
from ...model.rows import CollectedTest
from ...scan.test_paths import is_test
from ..nodes import ListEntry, Part, entries, fields, link, literal, rubric
from ..page_context import (
    OUTLINE_ID,
    Context,
    counted_list,
    joined,
    nothing_found,
    paragraph,
    titled_list,
    translated_nodes,
    translated_paragraph,
)
from ..quantities import pluralize
from .section import Section, parsed_source

#: How many groups of tests, fixtures and docstrings are shown at first, and how many
#: tests of each group in all.
ROWS: Final = 20
TESTS: Final = 20
_FIXTURES_URI: Final = "https://docs.pytest.org/en/stable/reference/fixtures.html"


class Usage(Record, frozen=True):
    """What the section shows of other files."""

    tests: tuple[FileUse, ...] = ()
    """The test files that import the file or use its names, also through others."""
    measured: bool = True
    """Whether what coverage.py measured of the file, if it did, is of this text."""
    examples: tuple[Example, ...] = ()
    tested: tuple[FileUse, ...] = ()
    """What a test file uses that is no test, the most used first."""
    collected: CollectedTests = CollectedTests()
    """The tests that a test file holds."""
    fixtures: tuple[Fixture, ...] = ()
    doctests: Rule | None = None
    """The option by which pytest runs its doctests."""


def testing_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return usage(code, path) if code.language_of(path) else None


def usage(code: CodeMap, path: str) -> Usage:
    """Return what the section shows of other files."""
    tests: tuple[FileUse, ...] = ()
    calls: tuple[Example, ...] = ()
    collected = collected_tests(code, path)
    doctests = code.pytest.running_doctests(path)
    if not collected.tests:
        tests = tests_of_file(code, path, through=True)
        calls = tuple(examples(code, path))
        if not is_test(path):
            measured = measured_file(code, path).fits
            return Usage(tests, measured, calls, doctests=doctests)
    tested = tested_by_file(code, path)
    fixtures = tuple(fixtures_of(code, path, collected))
    return Usage(tests, True, calls, tested, collected, fixtures, doctests)


def testing(context: Context, path: str) -> list[nodes.Node]:
    """Which tests and users a file has, or what a test file tests."""
    facts = context.code.facts(path)
    shown = usage(context.code, path)
    doctests = _doctests(context, path, facts, shown.doctests)
    body: list[nodes.Node] = []
    if shown.collected.runners:
        body.append(fields(_how_to_run(context, path, shown.collected)))
    elif shown.collected.rules:
        body.append(_found_none(context, shown.collected.rules))
    elif shown.collected.inherits_more:
        body.append(
            paragraph(
                say("Its classes derive from classes in the tests of another project.")
            )
        )
    if shown.tested:
        title = "Tested files ({number})"
        if not shown.collected.tests:
            title = "Non-test files used ({number})"
        body.append(rubric(say(title, number=figure(len(shown.tested)))))
        body.append(_file_list(context, shown.tested))
    if shown.collected.tests:
        body += _test_list(context, path, shown.collected)
    body += _fixture_list(context, path, shown)
    if shown.tests:
        number = context.counts["tests"] = len(shown.tests)
        files = pluralize(number, "file")
        if any(use.through for use in shown.tests):
            # Of those that use it through others only the nearest are known.
            files = say("at least {number}", number=files)
        body.append(rubric(say("Used by tests ({files})", files=files)))
        body.append(_file_list(context, shown.tests, owner=path))
    elif shown.examples and not is_test(path) and not (shown.doctests and doctests):
        looked = say("imports and sure uses in test files")
        body.append(nothing_found(say("No tests found."), looked))
    if not shown.measured:
        text = "The coverage data is of another version of this file and is not used."
        body.append(paragraph(say(text)))
    body += _examples(context, path, shown.examples)
    body += doctests
    if not body:
        body.append(_no_tests(path, facts))
    return body


def _found_none(context: Context, rules: Iterable[Rule]) -> nodes.Node:
    """Say by which rules pytest finds no tests in a file."""
    parts: list[nodes.Node | str] = []
    for rule in rules:
        if parts:
            parts.append(", ")
        values = joined(map(literal, rule.values))
        where = _place(context, rule) or nodes.Text(say("default"))
        text = "{option} = {values} ({where})"
        option = literal(rule.name)
        parts += translated_nodes(text, option=option, values=values, where=where)
    return translated_paragraph(
        "pytest collects no tests from it: {rules}.", rules=parts
    )


def _place(context: Context, rule: Rule) -> nodes.Node | None:
    if not rule.path:
        return None
    return link(f"{rule.path}:{rule.line}", context.line(rule.path, rule.line))


def _no_tests(path: str, facts: FileFacts) -> nodes.Node:
    """Say what was looked for in vain."""
    if is_test(path):
        none = say("No tests found.")
        if facts.type == "Rust":
            # What is a test may depend on a macro of another file.
            none = say("No tests found outside of macros.")
        return nothing_found(
            none,
            say("tests"),
            *([say("fixtures")] if facts.python else []),
            say("names from the source tree that it uses"),
            say("files that use its names"),
        )
    looked = [say("imports and sure uses in test files")]
    if facts.definitions:
        looked.append(say("sure calls from other files"))
        looked += [say("doctests")] if facts.python else []
    return nothing_found(say("No tests or examples found."), *looked)


def _file_list(
    context: Context, others: Iterable[FileUse], owner: str = ""
) -> nodes.Node:
    """Return a list of files with names.

    :param owner: the file that the names are of, if it is not the file listed.
    """
    rows = []
    for other in others:
        names = [
            Part(name, context.href("docs", owner or other.path, anchor), literal=True)
            for name, anchor in other.names
        ]
        uri = context.href("docs", other.path)
        if more := other.number - len(names):
            names.append(Part(and_more(more).lstrip(), uri))
        kinds = [say("indirectly")] if other.through else []
        kinds += [say("by name")] if other.by_name else []
        kind = ", ".join(kinds)
        rows.append(ListEntry(other.path, uri, kind=kind, parts=tuple(names)))
    return entries(rows, shown=FILES)


def _how_to_run(
    context: Context, path: str, tests: CollectedTests
) -> list[tuple[str, str | Part | list[Part]]]:
    """Return rows of a table: what collects the tests, and what runs them."""
    by = [Part(", ".join(tests.runners))]
    by += [
        Part(hook.name, context.line(hook.path, hook.line), literal=True)
        for hook in tests.rules
    ]
    rows: list[tuple[str, str | Part | list[Part]]] = [(say("Collected by"), by)]
    if tests.may_change:
        changing: list[Part] = []
        for rule in tests.may_change:
            uri = context.line(rule.path, rule.line)
            changing.append(Part(f"{rule.path}::{rule.name}", uri, literal=True))
        rows.append((say("May be changed by"), changing))
    command, folder = run_command(context.code, path, tests)
    if command:
        parts = [Part(command, literal=True)]
        if folder:
            parts.append(
                Part(
                    say("in {folder}", folder=f"{folder}/"),
                    context.href("index", folder),
                )
            )
        rows.append((say("Run with"), parts))
    return rows


def run_command(code: CodeMap, path: str, tests: CollectedTests) -> tuple[str, str]:
    """Return the command that runs the tests of a file, and in which folder.

    :return: two empty strings where none is known.
    """
    if "pytest" in tests.runners:
        quoted = f'"{path}"' if " " in path else path
        return f"python -m pytest {quoted}", ""
    root = code.modules.root_of(path)
    if "unittest" not in tests.runners or (not root and code.modules.root_name):
        return "", ""
    dotted = code.modules.name(path)
    parts = dotted.split(".")
    if not all(part.isidentifier() and not keyword.iskeyword(part) for part in parts):
        return "", ""
    return f"python -m unittest {dotted}", root


def _test_list(
    context: Context, path: str, collected: CollectedTests
) -> list[nodes.Node]:
    """Return the tests of a file by their classes."""
    # Tests that a class inherits are its own.
    groups = grouped(
        (test.owner or outer_name(test.qualname), test) for test in collected.tests
    )
    items = []
    for owner, tests in groups.items():
        shown = [_test_part(context, path, test) for test in tests[:TESTS]]
        # What is imported is collected, too.
        first = tests[0].path
        holder = outer_name(tests[0].qualname)
        places = (path, owner), (first, owner), (first, holder)
        uri = next(
            filter(None, (context.definition_uri(*place) for place in places)), ""
        )
        if more := len(tests) - len(shown):
            outline = context.href("docs", first, OUTLINE_ID)
            shown.append(Part(and_more(more).lstrip(), uri or outline))
        number = pluralize(_number(context, path, tests, collected), "test")
        name = owner or noun(2, "function", "functions")
        items.append(
            ListEntry(name, uri, where=number, prose=not owner, parts=tuple(shown))
        )
    held = figure(_number(context, path, collected.tests, collected))
    if collected.inherits_more:
        held = say("at least {number}", number=held)
    return titled_list(say("Test cases ({number})", number=held), items, shown=ROWS)


def _test_part(context: Context, path: str, test: CollectedTest) -> Part:
    name = last_part(test.qualname)
    if test.path != path:
        name = f"{name} ({test.path})"
    return Part(name, context.line(test.path, test.line), literal=True)


def _number(
    context: Context,
    path: str,
    tests: Sequence[CollectedTest],
    collected: CollectedTests,
) -> int:
    if collected.runners:
        return len(tests)
    return count_cases(context.code, path, tests)


def _fixture_list(context: Context, path: str, shown: Usage) -> list[nodes.Node]:
    items = []
    for fixture in shown.fixtures:
        if fixture.path:
            where = at_line(fixture.line) if fixture.path == path else fixture.path
            uri = context.line(fixture.path, fixture.line)
            items.append(ListEntry(fixture.name, uri, where=where, where_uri=uri))
        else:
            items.append(ListEntry(fixture.name, _FIXTURES_URI, kind="pytest"))
    return counted_list(mark("Fixtures"), items, shown=ROWS)


def _examples(
    context: Context, path: str, calls: Iterable[Example]
) -> list[nodes.Node]:
    """Return calls as they stand in other files, by what they call."""
    rows: list[ListEntry] = []
    for qualname, group in groupby(calls, attrgetter("qualname")):
        rows.append(ListEntry(qualname, context.definition_uri(path, qualname)))
        rows += [
            ListEntry(
                # The file, if the call is in no definition.
                around or user,
                context.href("docs", user, anchor),
                where=user if around else "",
                code=text,
                language=(context.code.language_of(user) or NO_LANGUAGE).lexer,
                level=1,
            )
            for _, user, around, anchor, text in group
        ]
    return titled_list(say("Calls from other files"), rows)


def _doctests(
    context: Context, path: str, facts: FileFacts, running: Rule | None
) -> list[nodes.Node]:
    """Return the docstrings that hold examples, as doctest looks for them.

    :param running: the option by which pytest runs them.
    """
    if not facts.python:
        return []
    numbers = {name: len(sources) for name, sources in examples_of(facts)}
    items = [
        ListEntry(
            name or say("module docstring"),
            context.definition_uri(path, name)
            if name
            else context.line(path, facts.docstring_line),
            where=pluralize(number, "example"),
            prose=not name,
        )
        for name, number in numbers.items()
    ]
    held = pluralize(sum(numbers.values()), "example")
    shown = titled_list(say("Doctests ({examples})", examples=held), items, shown=ROWS)
    if running and shown:
        said, where = literal(running.name), _place(context, running) or say("default")
        text = "pytest runs them ({option}, {where})."
        shown.insert(1, translated_paragraph(text, option=said, where=where))
    return shown


SECTION: Final = Section("Testing & Usage", testing, testing_inputs, parsed_source)
