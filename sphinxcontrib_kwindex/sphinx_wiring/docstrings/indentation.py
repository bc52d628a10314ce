"""Indentation that reStructuredText does not expect.

Authors write a list or an indented example straight below a sentence, without
the blank line that reStructuredText asks for. Docutils then reports an error and
joins the lines. Nearly all errors that concern the structure of a docstring are of
this kind (each of 651 in PyTorch and Django), and the lines themselves show what was
meant: :func:`repaired` writes it out, for that paragraph alone, so that the rest of
the docstring keeps its markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

#: Name of the directive that shows its content as it stands.
AS_WRITTEN: Final = "kw-as-written"

_MARK: Final = r"[-+*\u2022]|\(?(?:[0-9]+|[a-zA-Z]|#)[.)]"
#: The first line of a list's item or of a directive.
_ITEM: Final = re.compile(rf"\s*(?:{_MARK}|\.\.)\s+\S")
#: What a paragraph may stand behind on its first line: an item's mark, a field.
_LEAD: Final = re.compile(rf"\s*(?:{_MARK}|:(?:[^:\n]|:(?! ))+:)\s+")


def repaired(text: list[str], errors: Iterable[int]) -> list[str] | None:
    """Return the lines with the indentation explained, ``None`` if it cannot be.

    :param errors: the lines, counted from 0, whose indentation docutils did not
        expect.
    """
    lines = list(text)
    untouched = len(lines)  # from here on the lines are repaired already
    for error in sorted(set(errors), reverse=True):
        if error >= untouched:
            continue
        start = _repair(lines, error)
        if start is None:
            return None
        untouched = start
    return lines


def _repair(lines: list[str], error: int) -> int | None:
    """Repair the paragraph above the line *error*; return where it begins."""
    if not 0 < error < len(lines) or not lines[error].strip():
        return None
    margin = _margin(lines[error - 1])
    if margin >= _margin(lines[error]) or not lines[error - 1].strip():
        return None
    start = error - 1
    while start and lines[start - 1].strip() and _margin(lines[start - 1]) == margin:
        start -= 1
    end = error
    while end < len(lines) and lines[end].strip() and _margin(lines[end]) >= margin:
        end += 1
    above = lines[start - 1] if start else ""
    lead = _LEAD.match(above)
    first = start if lead and lead.end() < len(above) else start + 1
    for number in range(first, error + 1):
        if _ITEM.match(lines[number]):
            lines.insert(number, "")
            return start
    if first == start and lead:
        lines[start - 1] = f"{above[: lead.end()]}| {above[lead.end() :]}"
        lines[start:end] = [
            f"{line[:margin]}| {line[margin:]}" for line in lines[start:end]
        ]
        return start - 1
    lines[start:end] = [
        f"{' ' * margin}.. {AS_WRITTEN}::",
        "",
        *(f"   {line}" for line in lines[start:end]),
        "",
    ]
    return start


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())
