"""Recognises test methods of Java, Kotlin and C# by their annotations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...model.kinds import AROUND_TESTS

#: Those of JUnit, TestNG, kotlin.test, xUnit, NUnit and MSTest that make one a test.
_TESTS: Final = frozenset(
    {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"}
    | {"Fact", "Theory", "ConditionalFact", "ConditionalTheory"}
    | {"TestCase", "TestCaseSource", "TestMethod", "DataTestMethod"}
)
#: Those of the same by which it is run before or after tests.
_AROUND: Final = re.compile(
    r"(?:Before|After)(?:All|Class|Each|Method|Test)?"
    r"|(?:OneTime)?(?:SetUp|TearDown)|(?:Test|Class)(?:Initialize|Cleanup)"
)


def test_words(annotations: Iterable[str]) -> tuple[str, ...]:
    """Return what is to stand among the modifiers of a method.

    :param annotations: their names, without packages.
    """
    words = {
        "test" if name in _TESTS else AROUND_TESTS
        for name in annotations
        if name in _TESTS or _AROUND.fullmatch(name)
    }
    return tuple(sorted(words))
