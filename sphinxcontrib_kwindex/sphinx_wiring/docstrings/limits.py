"""Limits on the docstrings that are parsed.

The parsers of markup, and the expressions in them, need the square of what they are
given in places, or its cube, and nobody ends them: a page is made in Sphinx's own
process. No docstring that somebody wrote by hand comes near to these limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from docutils import nodes

#: Characters of a docstring, and of one of its lines.
LENGTH: Final = 100_000
WIDTH: Final = 5_000
#: Levels of indentation, and levels that begin in one line.
DEPTH: Final = 40
#: Steps from a mark of inline markup to the end of its paragraph, in all of them; and
#: from a fence, which may have its end anywhere.
STEPS: Final = 10_000_000
#: The same for a line, all of which Napoleon tries for an end from each mark.
TRIES: Final = 10_000_000
#: Substitutions in a docstring, those in what is substituted included.
SUBSTITUTED: Final = 10_000

_MARK: Final = re.compile(r"[`*_|\[]")
#: What Napoleon looks for in a line of a section.
_SECTION_MARK: Final = re.compile(r"[(`:<\"']")
_LEADS: Final = re.compile(
    r"\s*(?:(?:[-*+•>|]|\(?\w{1,4}[.)]|\.\.|[\w:-]{1,30}::)\s+)*"
)
_REFERENCE: Final = nodes.substitution_reference
_LEVEL: Final = re.compile(r"\S+\s+")


def parsable(docstring: str) -> bool:
    """Return whether a docstring can be parsed in reasonable time."""
    if len(docstring) > LENGTH:
        return False
    lines = docstring.split("\n")
    return (
        max(map(len, lines)) <= WIDTH
        and _depth(lines) <= DEPTH
        and sum(_steps(lines)) <= STEPS
        and docstring.count("```") * len(docstring) <= STEPS
    )


def has_readable_sections(docstring: str) -> bool:
    """Return whether Napoleon can read the sections of a docstring."""
    tries = 0
    for line in docstring.split("\n"):
        marks = len(_SECTION_MARK.findall(line))
        # Of a line that a person wrote a few are left.
        if marks > 10:
            tries += marks * len(line) ** 2
    return tries <= TRIES


def nested_too_deeply(parsed: Sequence[nodes.Node]) -> bool:
    """Return whether nodes are nested more deeply than writers can follow."""
    level = list(parsed)
    for _ in range(3 * DEPTH):
        level = [child for node in level for child in node.children]
    return bool(level)


def substitution_count(document: nodes.document) -> int:
    """Return how many substitutions there are in a document, roughly.

    Each may stand for two others, and so on: a few lines for millions.
    """
    inside = {
        name: [_name(document, reference) for reference in node.findall(_REFERENCE)]
        for name, node in document.substitution_defs.items()
    }
    numbers: dict[str, int] = {}

    def number(name: str, depth: int = 0) -> int:
        if name not in numbers:
            # A substitution that goes round is an error of its own.
            numbers[name] = 1
            if depth > DEPTH:
                return SUBSTITUTED + 1
            below = sum(number(other, depth + 1) for other in inside.get(name, ()))
            numbers[name] = min(1 + below, SUBSTITUTED + 1)
        return numbers[name]

    return sum(number(_name(document, node)) for node in document.findall(_REFERENCE))


def _name(document: nodes.document, reference: nodes.Element) -> str:
    name = str(reference["refname"])
    if name in document.substitution_defs:
        return name
    return str(document.substitution_names.get(name.lower(), name))


def _depth(lines: Iterable[str]) -> int:
    """Return how deeply blocks may be nested."""
    levels: list[int] = []
    deepest = 0
    for line in lines:
        text = line.lstrip()
        if not text:
            continue
        indent = len(line) - len(text)
        while levels and levels[-1] >= indent:
            levels.pop()
        levels.append(indent)
        leads = _LEADS.match(text)
        inside = len(_LEVEL.findall(leads[0])) if leads else 0
        deepest = max(deepest, len(levels) + inside)
    return deepest


def _steps(lines: Iterable[str]) -> Iterator[int]:
    """Yield for each paragraph the marks in it, times its length."""
    marks = length = 0
    for line in lines:
        if line.strip():
            marks += len(_MARK.findall(line))
            length += len(line)
        else:
            yield marks * length
            marks = length = 0
    yield marks * length
