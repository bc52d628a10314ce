"""What tests are called that have a title in the place of a name: ``it("adds")``."""

from __future__ import annotations

import re
from typing import Final

#: Characters of a title that are kept.
_LONGEST: Final = 80
#: What would end the part of a qualified name that stands in parentheses.
_BRACKETS: Final = re.compile(r"[()\[\]<>]")


def titled(word: str, written: str) -> str:
    """Return the name of a test, or of a group of tests.

    :param word: the function that is called.
    :param written: the title with its quotation marks.
    """
    title = _BRACKETS.sub("", written[1:-1])
    if len(title) > _LONGEST:
        cut = title[:_LONGEST]
        title = f"{cut.rpartition(' ')[0] or cut}…"
    return f'{word}("{title}")'
