"""Recognises test methods of Java, Kotlin and C# by their annotations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...model.kinds import AROUND_TESTS

#: Those of JUnit, TestNG, kotlin.test, xUnit, NUnit and MSTest that make one a test.
#: Others are called like these: ``RetryingTest``, ``SkippableFact``.
_TEST: Final = re.compile(
    r"(?!\w*(?:Before|After|For|In|By|Not?|Ignored?|Disabled?)Test$)\w*(?:Test|Fact|Theory)"
    r"|Test(?:Factory|Template|Case|CaseSource|Method)|DataTestMethod"
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
        "test" if _TEST.fullmatch(name) else AROUND_TESTS
        for name in annotations
        if _TEST.fullmatch(name) or _AROUND.fullmatch(name)
    }
    return tuple(sorted(words))
