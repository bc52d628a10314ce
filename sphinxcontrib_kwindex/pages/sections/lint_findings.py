"""What costs time in a file and what may be unsafe: Ruff's findings and our own.

Where nothing was found the page says which checks ran, never that all is well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ...analysis.patterns.detectors import NAMES
from ...analysis.patterns.detectors import PERFORMANCE as PERFORMANCE_ROWS
from ...analysis.ruff import PERFORMANCE, SECURITY, Finding
from ...codemap.code_map import CodeMap
from ...i18n import at_line, figure, mark, say
from ...model.facts import Measure
from ..nodes import ListEntry, entries, nothing_found, rubric
from ..page_context import Context, paragraph
from .code_patterns import inherited_inputs, pattern_list

#: The nesting depth, counted from 1, from which loops are listed.
DEEP: Final = 3
#: Most functions in the list of the most complex.
MOST_COMPLEX: Final = 5


def lint_inputs(code: CodeMap, path: str) -> object:
    """Return what the sections show beside the facts of the file."""
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
        body.append(_measures(context, path, sorted(deep, key=_by_depth), loops=True))
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
        best = sorted(complex_functions, key=_by_complexity)[:MOST_COMPLEX]
        body.append(rubric(say("Most complex functions")))
        body.append(_measures(context, path, best, loops=False))
    looked = [
        *map(say, names),
        say("loops nested at least {number} deep", number=DEEP),
        say("complexity above {number}", number=limit),
    ]
    return body + _findings(context, path, PERFORMANCE, [] if body else looked)


def security(context: Context, path: str) -> list[nodes.Node]:
    """Return the findings of the security rules."""
    return _findings(context, path, SECURITY, [])


def _findings(
    context: Context, path: str, group: str, looked: list[str]
) -> list[nodes.Node]:
    """Return what Ruff found, or which checks found nothing.

    :param looked: the checks of our own that found nothing.
    """
    rules = context.code.settings.rules
    selected = rules.security if group == SECURITY else rules.performance
    findings, problem = context.code.findings(path)
    if not selected:
        problem = mark("no rules are configured")
    in_group = [finding for finding in findings if rules.group(finding.rule) == group]
    if in_group:
        return [
            rubric(say("Findings ({number})", number=figure(len(in_group)))),
            _finding_list(context, path, in_group),
        ]
    body: list[nodes.Node] = []
    if problem:
        text = say("Not checked by Ruff: {reason}.", reason=say(problem))
        body.append(paragraph(text))
    else:
        text = say("violations of Ruff rules ({rules})", rules=", ".join(selected))
        looked = [*looked, text]
    if looked:
        body.append(nothing_found(say("No findings."), *looked))
    return body


def _finding_list(
    context: Context, path: str, findings: Iterable[Finding]
) -> nodes.Node:
    return entries(
        ListEntry(
            finding.rule,
            finding.url,
            where=at_line(finding.line),
            where_uri=context.line(path, finding.line),
            summary=finding.message,
        )
        for finding in findings
    )


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
    return entries(listed)


def _by_depth(measure: Measure) -> tuple[int, int]:
    return -measure.loop_depth, measure.loop_line


def _by_complexity(measure: Measure) -> tuple[int, int]:
    return -measure.complexity, measure.line
