"""``kwindex tests``: the tests to run for what changed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..links.tree_paths import is_within
from ..model.english import first_names, number_of
from ..model.names import full_name
from .messages import BuildError, UsageError, message
from .printing import FOUND, NOTHING, most_like, print_json, write
from .printing import print_lines as _print
from .question_arguments import Parser, opened, parse_question, parser, path_in_tree

if TYPE_CHECKING:
    from ..codemap.code_map import CodeMap
    from ..codemap.testing.coverage_data import CoverageReader
    from ..exports.test_selection.test_order import TestToRun
    from ..model.names import Symbol

_DESCRIPTION: Final = (
    "Print the tests that may execute what changed, as pytest names them: first those"
    " that surely do, then those whose text has the words of its name. The uses of each"
    " definition are followed to the tests; nothing is imported or run."
)
#: What is said where a tree has no tests at all.
_NONE: Final = "; the tree has none (in Python, none that pytest collects)"
_EPILOG: Final = "Example: pytest $(kwindex tests --since main)."
_EXIT_CODES: Final = (
    "Exit codes: 0 found; 1 none; 2 wrong usage, no such commit; 3 failed."
)


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    arguments = parse_question(_parser(), argv)
    if bool(arguments.what) == bool(arguments.since):
        raise UsageError("name either files or definitions, or a commit with --since")
    data = _measured(arguments.coverage) if arguments.coverage else None
    with opened(arguments) as code:
        from ..codemap.testing.doctests import Doctests
        from ..exports.test_selection.tests_naming_it import naming_first
        from ..store.test_queries import number_of_tests

        tests, notes = _answer(code, arguments, data)
        if not arguments.all:
            tests, more = _likely(code, tests)
            notes += more
        tests = naming_first(code, tests)
        known = tests or number_of_tests(code.store) or code.once(Doctests).every
        none = "" if known else _NONE
    if arguments.sure:
        tests = [test for test in tests if test.sure]
    if not tests:
        notes.append(f"no test found{none}")
    if arguments.json:
        print_json({"tests": list(map(_as_dict, tests)), "notes": notes})
        return FOUND if tests else NOTHING
    for note in notes:
        message(note)
    lines = [_line(test, way=arguments.way) for test in tests]
    if arguments.files:
        files = (test.node_id.partition("::")[0] for test in tests)
        lines = list(dict.fromkeys(files))
    if arguments.null:
        # For a program, which takes them as they are.
        write("".join(f"{line}\0" for line in lines))
    else:
        _print(lines)
    return FOUND if tests else NOTHING


def _parser() -> Parser:
    made = parser("tests", _DESCRIPTION, _EPILOG, _EXIT_CODES)
    add = made.add_argument
    does = "what changed: a file, a folder, FILE::NAME, or a name"
    add("what", metavar="WHAT", nargs="*", help=does)
    does = "instead of WHAT: what the work tree changed since this commit"
    add("--since", metavar="REV", help=does)
    does = "print the tests that ran it, by coverage.py's data with contexts in FILE"
    add("--coverage", metavar="FILE", type=Path, help=does)
    add("--all", action="store_true", help="also print tests that seldom run it")
    add("--sure", action="store_true", help="print only tests that surely run it")
    add("--way", action="store_true", help="also print how each test leads to it")
    add("--files", action="store_true", help="print files instead of tests")
    add(
        "-0",
        "--null",
        action="store_true",
        help="end each with NUL instead of a line end, for xargs -0",
    )
    return made


def _answer(
    code: CodeMap, arguments: argparse.Namespace, data: CoverageReader | None
) -> tuple[list[TestToRun], list[str]]:
    """Return the tests to run for what the arguments name, and notes for the user.

    :param data: what was measured, if that was asked for.
    """
    from ..codemap.testing.coverage_data import CoverageError
    from ..exports.test_selection.measured_tests_to_run import Measurement, older_texts
    from ..exports.test_selection.tests_to_run import Search, tests_of_changes
    from ..scan.git import GitError, NoCommitError
    from ..scan.git_changes import changed_files

    measurement = Measurement(code, data) if data else None
    run = measurement.run if measurement else Search.run
    try:
        if arguments.since:
            changed = changed_files(code.root, arguments.since)
            if measurement:
                measurement.older = older_texts(code.root, changed)
            tests, notes = tests_of_changes(code, changed, run)
        else:
            places = [place for text in arguments.what for place in _places(code, text)]
            tests, notes = run(Search(code), places), []
    except NoCommitError as error:
        raise UsageError(str(error)) from error
    except GitError as error:
        reason = f"cannot compare with {arguments.since!r}: {error}"
        raise BuildError(reason) from error
    except CoverageError as error:
        raise _unusable(arguments.coverage, error) from error
    return tests, notes + (measurement.notes if measurement else [])


def _measured(file: Path) -> CoverageReader:
    """Open what coverage.py measured.

    :raises UsageError: if the file cannot be used.
    """
    from ..codemap.testing.coverage_data import (
        CoverageError,
        CoverageReader,
        coverage_file,
    )

    try:
        return CoverageReader(coverage_file(file))
    except CoverageError as error:
        raise _unusable(file, error) from error


def _unusable(file: Path, error: Exception) -> UsageError:
    return UsageError(f"cannot use {file}: {error}")


def _likely(code: CodeMap, tests: list[TestToRun]) -> tuple[list[TestToRun], list[str]]:
    """Return tests without those that seldom run it, and what to say of these."""
    from ..exports.test_selection.tests_naming_it import likely_tests

    kept = likely_tests(code, tests)
    left_out = set(tests) - set(kept)
    without_class = sum(test.no_object for test in left_out)
    importing = sum(test.at_import for test in left_out)
    reasons = (
        (without_class, "coming to it without naming its class or its key"),
        (importing, "only importing a module that runs it"),
        (
            len(left_out) - without_class - importing,
            "coming to it over several steps that are only likely",
        ),
    )
    return kept, [
        f"left out (see --all): {number_of(number, 'test')} {reason}"
        for number, reason in reasons
        if number
    ]


def _places(code: CodeMap, text: str) -> list[Symbol]:
    from ..exports.test_selection.changed_places import is_only_named, places_naming

    written, _, name = text.partition("::")
    path, qualname = path_in_tree(code, written), name.replace("::", ".")
    known = code.has_file(path)
    names = {row.qualname for row in code.definitions(path)} if known else set()
    if path in code.folders and not name:
        rows = (row for row in code.files_in() if is_within(row.path, path))
        return [(row.path, "") for row in rows if row.source]
    if known and qualname in {"", *names}:
        places = [(path, qualname)]
        if not qualname and is_only_named(code, path):
            places += places_naming(code, path)
        return places
    return [_named(code, text)]


def _named(code: CodeMap, text: str) -> Symbol:
    """Return what a name means, as ``kwindex query`` takes it.

    :raises UsageError: if that is nothing, or several.
    """
    from ..exports.answers.lookup import find

    meaning = find(code, text)
    places = {(match.path, match.qualname): match.target for match in meaning.matches}
    places |= {(path, ""): path for path in meaning.files}
    if len(places) == 1:
        return next(iter(places))
    if places:
        several = first_names(list(places.values()))
        raise UsageError(f"{text} may mean {len(places):,} definitions: {several}")
    hint = most_like(meaning.similar)
    raise UsageError(f"{text} is neither a file nor a definition of the tree{hint}")


def _line(test: TestToRun, *, way: bool) -> str:
    if not way:
        return test.node_id
    steps = " <- ".join(full_name(*place) for place in test.way)
    kind = " (measured)" if test.measured else "" if test.sure else " (likely)"
    return f"{test.node_id}{kind}{f'  {steps}' if steps else ''}"


def _as_dict(test: TestToRun) -> dict[str, object]:
    return {
        "id": test.node_id,
        "file": test.file,
        "class": test.owner,
        "name": test.name,
        "sure": test.sure,
        "measured": test.measured,
        "distance": test.distance,
        "at_import": test.at_import,
        "no_object": test.no_object,
        "way": [{"path": path, "name": name} for path, name in test.way],
    }
