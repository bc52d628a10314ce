"""How many lines of a file are what: code, comments, docstrings, blank.

Each line is one of the four. A line of a docstring is a docstring also where it is
blank; a blank line inside any other string is code, as is a ``#`` there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from astroid import nodes

from ....model.facts import LineKinds

# Comments and strings, so that neither is taken for the other. Strings on one line
# matter for the quotes and hashes that they hold. Each alternative begins with a
# character, not with a group: so the search skips to where one may begin.
_TOKENS: Final = re.compile(
    r"\#[^\n]*+"
    r"|\"\"\"[^\"\\]*+(?:(?:\\.|\"(?!\"\"))[^\"\\]*+)*+\"\"\""
    r"|'''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+'''"
    r"|\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\""
    r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'",
    re.DOTALL,
)
_LONG: Final = ('"""', "'''")


def python_lines(text: str, docstrings: Iterable[nodes.Const]) -> LineKinds:
    """Return the number of lines of each kind of a Python source.

    :param docstrings: the nodes of its docstrings.
    """
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    docstring_lines = {
        number
        for node in docstrings
        for number in range(node.lineno or 0, (node.end_lineno or 0) + 1)
    }
    in_strings: set[int] = set()
    comments: set[int] = set()
    at, line = 0, 1
    for match in _TOKENS.finditer(text):
        token = match[0]
        comment = token[0] == "#"
        if not comment and not token.startswith(_LONG):
            continue
        line += text.count("\n", at, match.start())
        at = match.start()
        if comment:
            if not lines[line - 1][: at - text.rfind("\n", 0, at) - 1].strip():
                comments.add(line)
        else:
            breaks = token.count("\n")
            in_strings.update(range(line + 1, line + breaks + 1))
    comments -= docstring_lines | in_strings
    blank = {
        number
        for number, content in enumerate(lines, 1)
        if not content.strip()
        and number not in docstring_lines
        and number not in in_strings
    }
    return LineKinds(
        code=len(lines) - len(comments) - len(docstring_lines) - len(blank),
        comments=len(comments),
        docstrings=len(docstring_lines),
        blank=len(blank),
    )
