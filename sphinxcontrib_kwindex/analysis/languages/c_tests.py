"""The tests of C and C++: what a macro defines, and what is handed to a framework."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from ...model.facts import Definition
from ...model.names import ends_with

#: Macros that define a test: of googletest, Catch2, doctest, Boost.Test, Check,
#: Criterion, MinUnit and utest.h.
TEST_MACROS: Final = frozenset(
    """TEST TEST_F TEST_P TYPED_TEST TYPED_TEST_P GTEST_TEST TEST_CASE TEST_CASE_METHOD
    TEST_CASE_TEMPLATE TEST_CASE_FIXTURE TEMPLATE_TEST_CASE TEMPLATE_TEST_CASE_SIG
    TEMPLATE_TEST_CASE_METHOD TEMPLATE_TEST_CASE_METHOD_SIG TEMPLATE_LIST_TEST_CASE
    TEMPLATE_PRODUCT_TEST_CASE TEMPLATE_PRODUCT_TEST_CASE_SIG SCENARIO SCENARIO_METHOD
    BOOST_AUTO_TEST_CASE BOOST_FIXTURE_TEST_CASE BOOST_DATA_TEST_CASE
    BOOST_AUTO_TEST_CASE_TEMPLATE START_TEST Test ParameterizedTest MU_TEST UTEST
    UTEST_F UTEST_I""".split()  # noqa: SIM905
)
#: Of these those after whose argument the function or class is called.
_NAMED: Final = frozenset(
    """BOOST_AUTO_TEST_CASE BOOST_FIXTURE_TEST_CASE BOOST_DATA_TEST_CASE
    BOOST_AUTO_TEST_CASE_TEMPLATE START_TEST MU_TEST""".split()  # noqa: SIM905
)
#: What begins and ends tests, on a line of its own.
SUITE: Final = re.compile(
    r"\n[ \t]*+(BOOST_(?:AUTO|FIXTURE)_TEST_SUITE(?:_END)?\([^()\n]*+\)|END_TEST)"
    r"(?=[ \t]*;?[ \t]*(?://|/\*|\n|\Z))"
)
#: For which types a test of Catch2 is run, behind its name.
TEST_TYPES: Final = re.compile(
    r"\nTEMPLATE_(?:[A-Z]+_)?TEST_CASE(?:_[A-Z]+)*+\(\s*(?:\w+\s*,\s*)?\"[^\"\n]*\""
    r"((?:[^()]|\((?:[^()]|\([^()]{0,200}+\)){0,400}+\)){1,4000}+)(?=\)\s*\{)"
)
#: One of them is in each name below: to look for words takes little.
_WORDS: Final = ("test", "TEST", "Test", "CASE")
#: What may be the end of the name of a function that takes a test.
_CALL: Final = re.compile(r"(?:test|TEST|Test|CASE)\w{0,40}[ \t]{0,4}\(")
#: Those of GLib, cmocka, Check, CUnit, Unity, MinUnit and KUnit, and what others call
#: the like: ``g_test_add_func``, ``cmocka_unit_test``, ``tcase_add_test``.
_TAKES_TEST: Final = re.compile(
    r"""(?:\w*_)?(?:add|run|register|unit)_?(?:loop_|exit_)?test
        (?:_(?:case|func|setup|teardown|prestate|raise)\w*)?
      | \w*test_add(?:_(?:data_)?func\w*)? | kunit_case\w*""",
    re.IGNORECASE | re.VERBOSE,
)
_WORD_BEFORE: Final = re.compile(r"\w{0,40}\Z")
_ARGUMENTS: Final = re.compile(r"[^;{}]{0,400}")
_NAME: Final = re.compile(r'"[^"\n]*"|&?\b([A-Za-z_]\w*)\b(?!\s*\()')
#: ``g_test_add(path, Fixture, data, set_up, test, tear_down)``
_WITH_FIXTURE: Final = "g_test_add"
#: The class whose slots Qt Test runs, but for those that prepare others.
_QT_CLASS: Final = re.compile(
    r"QTEST_(?<!\wQTEST_)(?:\w{1,20}_)?MAIN\s*\(\s*([\w:]+)\s*\)"
)
_PREPARES: Final = re.compile(r"(?:init|cleanup)(?:TestCase)?(?:_data)?|\w+_data")


def test_name(macro: str, *parts: str) -> str:
    """Return what a test is called that a macro defines with some arguments.

    Many of one argument test the function of that name, and are called otherwise.
    """
    if len(parts) == 1 and macro not in _NAMED:
        return f"{macro}({parts[0]})"
    # As runners call it; "::" would make it a member of the class it tests.
    return ".".join(filter(None, parts)) or macro


def with_tests(rows: Sequence[Definition], text: str) -> tuple[Definition, ...]:
    """Return the definitions of a file, tests of frameworks as such."""
    if not any(word in text for word in _WORDS):
        return tuple(rows)
    functions = {row.qualname for row in rows if row.kind == "function"}
    tests = set(_handed_over(text, functions))
    for qt_class in _QT_CLASS.findall(text):
        tests.update(_slots(rows, qt_class))
    if not tests:
        return tuple(rows)
    return tuple(
        replace(row, modifiers=(*row.modifiers, "test"))
        if row.qualname in tests and row.kind in {"function", "method"}
        else row
        for row in rows
    )


def _handed_over(text: str, functions: set[str]) -> Iterator[str]:
    """Yield the functions of a file that a call takes that takes tests."""
    for call in _CALL.finditer(text):
        before = _WORD_BEFORE.search(text, max(0, call.start() - 40), call.start())
        name = f"{before[0] if before else ''}{call[0]}".rstrip("( \t")
        if not _TAKES_TEST.fullmatch(name):
            continue
        arguments = _ARGUMENTS.match(text, call.end())
        parts = arguments[0].split(",") if arguments else []
        if name == _WITH_FIXTURE:
            parts = parts[4:5]
        named = (match[1] for part in parts for match in _NAME.finditer(part))
        yield from [test for test in named if test in functions][:1]


def _slots(rows: Sequence[Definition], qt_class: str) -> Iterator[str]:
    for row in rows:
        outer, _, name = row.qualname.rpartition("::")
        is_its = outer == qt_class or ends_with(outer, qt_class)
        is_slot = row.kind == "method" and "private" in row.modifiers
        if is_its and is_slot and not _PREPARES.fullmatch(name):
            yield row.qualname
