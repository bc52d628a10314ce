"""What costs time in a file: Ruff's findings, deep loops, complex functions, caches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ...analysis.linter_rules import PERFORMANCE
from ...analysis.patterns.pattern_names import NAMES
from ...codemap.code_map import CodeMap
from ...i18n import at_line, say
from ...model.facts import Measure
from ...model.name_rule import PERFORMANCE as PERFORMANCE_ROWS
from ..nodes import ListEntry, entries, rubric
from ..page_context import Context
from .code_patterns import inherited_inputs, pattern_list
from .lint_findings import lint_findings
from .section import Section, linted

#: The nesting depth, counted from 1, from which loops are listed.
DEEP: Final = 3
#: Most functions in the list of the most complex.
MOST_COMPLEX: Final = 5


def performance_inputs(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    inherited = inherited_inputs(code, path, NAMES[PERFORMANCE_ROWS])
    return code.findings(path), code.linter, inherited


def performance(context: Context, path: str) -> list[nodes.Node]:
    """Return caches, threads and the like, deep loops, complex functions, findings."""
    facts = context.code.facts(path)
    names = NAMES[PERFORMANCE_ROWS]
    body: list[nodes.Node] = []
    used = pattern_list(context, path, names)
    if used is not None:
        body.append(rubric(say("Performance-related constructs")))
        body.append(used)
    deep = [measure for measure in facts.measures if measure.loop_depth >= DEEP]
    if deep:
        body.append(rubric(say("Deepest loops")))
        deep.sort(key=lambda measure: (-measure.loop_depth, measure.loop_line))
        body.append(_measures(context, path, deep, loops=True))
    limit = context.code.settings.rules.max_complexity
    # What Ruff finds too complex stands below.
    reported_lines = {
        finding.line
        for finding in context.code.findings(path)[0]
        if finding.rule == "C901"
    }
    complex_functions = [
        measure
        for measure in facts.measures
        if measure.complexity > limit and measure.line not in reported_lines
    ]
    if complex_functions:
        complex_functions.sort(key=lambda measure: (-measure.complexity, measure.line))
        body.append(rubric(say("Most complex functions")))
        body.append(_measures(context, path, complex_functions, loops=False))
    looked = [
        *map(say, names),
        say("loops nested at least {number} deep", number=DEEP),
        say("complexity above {number}", number=limit),
    ]
    return body + lint_findings(context, path, PERFORMANCE, [] if body else looked)


def _measures(
    context: Context, path: str, measures: Iterable[Measure], *, loops: bool
) -> nodes.Node:
    listed = []
    for measure in measures:
        line = measure.loop_line if loops else measure.line
        listed.append(
            ListEntry(
                measure.qualname,
                context.definition_uri(path, measure.qualname),
                where=at_line(line),
                where_uri=context.line(path, line),
                summary=say("loops nested {number} deep", number=measure.loop_depth)
                if loops
                else say("complexity {number}", number=measure.complexity),
            )
        )
    return entries(listed, shown=MOST_COMPLEX)


SECTION: Final = Section(
    "Performance Considerations", performance, performance_inputs, applies=linted
)
