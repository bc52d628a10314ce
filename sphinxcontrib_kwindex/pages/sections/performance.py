"""Performance Considerations: findings, deep loops, complex functions, caches."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...analysis.linter_rules import PERFORMANCE
from ...analysis.patterns.pattern_names import NAMES
from ...codemap.code_map import CodeMap
from ...i18n import at_line, say
from ...model.name_rule import PERFORMANCE as PERFORMANCE_ROWS
from ..nodes import ListEntry, rubric
from ..page_context import Context, titled_list
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
        body += [rubric(say("Performance-related constructs")), used]
    deep = [measure for measure in facts.measures if measure.loop_depth >= DEEP]
    deep.sort(key=lambda measure: (-measure.loop_depth, measure.loop_line))
    rows = []
    for measure in deep:
        text = say("loops nested {number} deep", number=measure.loop_depth)
        rows.append(_entry(context, path, measure.qualname, measure.loop_line, text))
    body += titled_list(say("Deepest loops"), rows, shown=MOST_COMPLEX)
    limit = context.code.settings.rules.max_complexity
    # What Ruff finds too complex stands below.
    reported_lines = {
        finding.line
        for finding in context.code.findings(path)[0]
        if finding.rule == "C901"
    }
    rows = []
    for measure in sorted(facts.measures, key=lambda row: (-row.complexity, row.line)):
        if measure.complexity > limit and measure.line not in reported_lines:
            text = say("complexity {number}", number=measure.complexity)
            rows.append(_entry(context, path, measure.qualname, measure.line, text))
    body += titled_list(say("Most complex functions"), rows, shown=MOST_COMPLEX)
    looked = [
        *map(say, names),
        say("loops nested at least {number} deep", number=DEEP),
        say("complexity above {number}", number=limit),
    ]
    return body + lint_findings(context, path, PERFORMANCE, [] if body else looked)


def _entry(
    context: Context, path: str, qualname: str, line: int, summary: str
) -> ListEntry:
    """Return the entry of a function."""
    return ListEntry(
        qualname,
        context.definition_uri(path, qualname),
        where=at_line(line),
        where_uri=context.line(path, line),
        summary=summary,
    )


SECTION: Final = Section(
    "Performance Considerations", performance, performance_inputs, linted
)
