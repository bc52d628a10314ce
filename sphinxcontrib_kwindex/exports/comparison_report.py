"""What differs between two versions, as text, as Markdown and as JSON.

All that comes from the tree stands on one line each, with its control characters
replaced, and in Markdown in code spans: no name can pass for a line of the report.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from posixpath import basename
from typing import Final

from ..analysis.languages.registry import is_of_python
from ..codemap.comparison.changes import (
    ADDED,
    CHANGED,
    REMOVED,
    RENAMED,
    RULES,
    WHATS,
    Breakage,
    Change,
    Comparison,
    Where,
    shortened,
)
from ..model.anchors import definition_anchor
from ..model.english import number_of
from ..model.kinds import MEMBERS
from ..model.named_tuple import NamedTuple
from ..model.names import last_part
from ..pages.control_characters import printable
from ..pages.page_plan import docname_for

#: Of the JSON; raised when something in it gets another meaning.
FORMAT_VERSION: Final = 1
#: Characters of a text that are shown, and how many users.
_LONGEST: Final = 100
_MOST_USERS: Final = 5
#: What is told of a user.
_USER: Final = ("path", "line", "around", "text")
_of_user: Final = attrgetter(*_USER)
_TITLES: Final = {
    "breaking": "Breaking",
    "mild": "Changed defaults, results and values",
    REMOVED: "Removed",
    RENAMED: "Moved or renamed",
    CHANGED: "With another signature",
    ADDED: "Added",
}


class Side(NamedTuple):
    """A version, as a report calls it."""

    name: str
    """As it was asked for."""
    commit: str = ""
    """Empty for the work tree."""


class Report(NamedTuple):
    """What is reported."""

    old: Side
    new: Side
    comparison: Comparison
    private: bool = False
    """Whether what is not public is listed, too."""


def line(text: str) -> str:
    """Return a text of the tree as one line of bounded length."""
    shown = printable(" ".join(text.split()))
    shown = "".join(char if char.isprintable() else "\ufffd" for char in shown)
    # With the marks that a text was shortened by.
    return shown if len(shown) <= _LONGEST + 2 else f"{shown[:_LONGEST]}…"


def code_span(text: str) -> str:
    """Return a text of the tree as a code span of Markdown."""
    shown = line(text)
    longest = max(map(len, re.findall("`+", shown)), default=0)
    pad = " " if longest or shown != shown.strip() else ""
    fence = "`" * (longest + 1)
    return f"{fence}{pad}{shown}{pad}{fence}" if shown else ""


def sentence(breakage: Breakage, write: Callable[[str], str] = line) -> str:
    """Return what a change breaks.

    :param write: returns what stands for a text of the tree.
    """
    values = {key: write(text) for key, text in breakage.values(_LONGEST).items()}
    return RULES[breakage.rule].format_map(values)


def summary(report: Report) -> str:
    """Return how much there is of what, as a sentence."""
    changes = report.comparison.breaking
    breaking = sum(change.breaks for change in changes)
    return (
        f"{line(report.old.name)}..{line(report.new.name)}: {breaking} breaking,"
        f" {len(changes) - breaking} that may change what is done,"
        f" {sum(1 for _ in report.comparison.of(ADDED, public=True))} added"
    )


def _parts(report: Report) -> Iterator[tuple[str, list[Change]]]:
    """Yield the titles of a report, each with its changes."""
    comparison = report.comparison
    yield from ((_TITLES[part], changes) for part, changes in comparison.parts())
    if report.private:
        for what in WHATS:
            changes = list(comparison.of(what, public=False))
            yield f"{_TITLES[what]}, not public", changes


def as_text(report: Report) -> Iterator[str]:
    """Yield the lines of a report for people at a terminal."""
    yield summary(report)
    for title, changes in _parts(report):
        if changes:
            yield ""
            yield f"{title} ({len(changes)})"
        for change in changes:
            yield f"  {_head(change, line)}"
            yield from (f"    {row}" for row in _details(change, line, "- ", "+ "))
    yield from _not_listed(report)


def as_markdown(report: Report) -> Iterator[str]:
    """Yield the lines of a report for a pull request."""
    old, new = code_span(report.old.name), code_span(report.new.name)
    yield f"## Changes from {old} to {new}"
    if not report.comparison.changes:
        yield from ("", "No definition is found to differ.")
    for title, changes in _parts(report):
        if changes:
            yield from ("", f"### {title} ({len(changes)})", "")
        for change in changes:
            yield f"- {_head(change, code_span)}"
            rows = _details(change, code_span, "before: ", "now: ")
            yield from (f"  - {row}" for row in rows)
    yield from _not_listed(report)


def _not_listed(report: Report) -> Iterator[str]:
    private = [change for change in report.comparison.changes if not change.public]
    if private and not report.private:
        yield ""
        number = number_of(len(private), "change")
        yield f"Not listed (--all): {number} of what is not public."


def _head(change: Change, write: Callable[[str], str]) -> str:
    where = change.place
    place = f"{where.path}:{where.line}" if where.line else where.path
    name = change.public[0] if change.public else where.qualname
    inside = (
        f", {number_of(change.inside, 'definition')} in it" if change.inside else ""
    )
    what = f"{change.kind} {write(name)}" if name else change.kind
    verb = change.what
    if change.what == RENAMED and change.old:
        # Its public name is the old one.
        place = f"{change.old.name} -> {where.name}"
        same = _own_name(change.old) == _own_name(where)
        verb = "moved" if same else verb
    return f"{what}: {verb}, {write(place)}{inside}"


def _own_name(where: Where) -> str:
    return last_part(where.qualname) or basename(where.path)


def _details(
    change: Change, write: Callable[[str], str], before: str, after: str
) -> Iterator[str]:
    if change.what in {CHANGED, RENAMED} and change.before != change.after:
        was, now = shortened(change.before, change.after, _LONGEST)
        yield f"{before}{write(was) or 'nothing'}"
        yield f"{after}{write(now) or 'nothing'}"
    for breakage in change.sentences():
        yield sentence(breakage, write)
    if change.users and (change.breakages or not _is_judged(change)):
        places = [f"{row.path}:{row.line}" for row in change.users]
        shown = ", ".join(write(place) for place in places[:_MOST_USERS])
        more = len(places) - _MOST_USERS
        asked = "used" if change.kind in MEMBERS else "imported"
        gone = change.is_gone or change.what == REMOVED
        verb = f"still {asked}" if gone else "used"
        rest = number_of(more, "more place")
        yield f"{verb} in {shown}" + (f" and {rest}" if more > 0 else "")


def _is_judged(change: Change) -> bool:
    """Whether it would be told what the change breaks."""
    return bool(change.public) and is_of_python(change.place.path)


def as_json(report: Report) -> str:
    """Return a report for programs: all changes, with all their users."""
    data = {
        "format": "kwindex-diff",
        "version": FORMAT_VERSION,
        "old": report.old._asdict(),
        "new": report.new._asdict(),
        "breaking": sum(change.breaks for change in report.comparison.changes),
        "changes": list(map(_plain, report.comparison.changes)),
    }
    return json.dumps(data, indent=1, ensure_ascii=True)


def _plain(change: Change) -> dict[str, object]:
    moved = change.what == RENAMED
    return {
        "what": change.what,
        "kind": change.kind,
        "old": _where(change.old, with_page=moved),
        "new": _where(change.new, with_page=moved),
        "public": change.public,
        "before": change.before,
        "after": change.after,
        "breaks": change.breaks,
        "breakages": [
            breakage._asdict() | {"mild": breakage.mild, "text": sentence(breakage)}
            for breakage in change.breakages
        ],
        "inside": change.inside,
        "users": [dict(zip(_USER, _of_user(row), strict=True)) for row in change.users],
    }


def _where(where: Where | None, *, with_page: bool) -> dict[str, object] | None:
    if where is None:
        return None
    fields = where._asdict()
    if with_page:
        anchor = f"#{definition_anchor(where.qualname)}" if where.qualname else ""
        fields["page"] = docname_for("", f"{where.path}_docs") + anchor
    return fields


REPORTS: Final[dict[str, Callable[[Report], Iterable[str]]]] = {
    "text": as_text,
    "markdown": as_markdown,
    "json": lambda report: [as_json(report)],
}
