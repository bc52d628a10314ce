"""Entry points of the project, and files that are programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..codemap.distributions import ProjectEntryPoint
from ..codemap.folders import path_below
from ..i18n import at_line, say
from ..links.tree_paths import is_within
from ..model.rows import Program
from ..scan.test_paths import counts_in, stands_aside
from .nodes import FOLDED, ListEntry, entries
from .page_context import Context
from .sections.file_roles import entry_point_entry

#: How many are seen at first.
_SHOWN: Final = 10


def programs(code: CodeMap, folder: str) -> tuple[Program, ...]:
    """Return the files below a folder that are run.

    Tests that can be run count in folders of tests.
    """
    below = code.programs_below(folder)
    return tuple(program for program in below if counts_in(folder, program.path))


def project_entry_points(code: CodeMap, folder: str) -> tuple[ProjectEntryPoint, ...]:
    """Return the entry points of the project that lead to files below a folder.

    Those of projects among tests count in folders of tests.
    """
    points = code.distributions.entry_points
    return tuple(
        point
        for point in points
        if is_within(point.target, folder) and counts_in(folder, point.path)
    )


def _how_run(*, python: bool, line: int) -> str:
    """Say how a program is told."""
    if not python:
        return say("a program starts here")
    return say("has a __main__ guard") if line else say("run with python -m")


def entry_point_lists(
    context: Context,
    called: Sequence[ProjectEntryPoint],
    run: Sequence[Program],
    folder: str = "",
) -> list[nodes.Node]:
    """Return what calls from outside lead to, and what is run, as a list each.

    What is there for tests or examples is a list of its own, unless the folder is.
    """
    points = ((point.path, entry_point_entry(context, point)) for point in called)
    rows = (
        (
            path,
            ListEntry(
                path_below(folder, path),
                context.href("docs", path),
                where=at_line(line) if line else "",
                where_uri=context.line(path, line) if line else "",
                summary=_how_run(python=bool(python), line=line),
            ),
        )
        for path, line, python in run
    )
    own: tuple[list[ListEntry], list[ListEntry]] = [], []
    aside: list[ListEntry] = []
    is_aside = stands_aside(f"{folder}/a")
    for listed, some in zip(own, (points, rows), strict=True):
        for path, entry in some:
            (aside if stands_aside(path) and not is_aside else listed).append(entry)
    lists: list[nodes.Node] = [entries(some, shown=_SHOWN) for some in own if some]
    if aside:
        title = say("In tests, examples, documentation or benchmarks")
        lists.append(entries(aside, title=title, fold_from=1 if lists else FOLDED))
    return lists
