"""The findings of Ruff in a file, as two sections show them.

Where nothing was found the page says which checks ran, never that all is well.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ...analysis.linter_rules import SECURITY, Finding
from ...i18n import at_line, counted, figure, mark, say
from ..nodes import ListEntry, Part, entries, rubric
from ..page_context import Context, nothing_found, paragraph

#: How Ruff ends a message on what it counted: "Too many branches (14 > 12)".
_COUNTED: Final = re.compile(r"\(\d+ > \d+\)$")


def lint_findings(
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
        shown = ", ".join(selected)
        if without := rules.without(group):
            others = ", ".join(without)
            shown = say("{rules} without {others}", rules=shown, others=others)
        text = say("violations of Ruff rules ({rules})", rules=shown)
        looked = [*looked, text]
    if looked:
        body.append(nothing_found(say("No findings."), *looked))
    return body


def _finding_list(
    context: Context, path: str, findings: Iterable[Finding]
) -> nodes.Node:
    """Return what was counted of each function, then a row for each other rule.

    Such a row has the lines where the rule says the same.
    """
    functions = {row.line: row.qualname for row in context.code.facts(path).measures}
    counted_of: defaultdict[int, list[Part]] = defaultdict(list)
    rules: defaultdict[str, defaultdict[str, list[Finding]]]
    rules = defaultdict(lambda: defaultdict(list))
    for finding in findings:
        # Ruff marks code as Markdown does.
        message = finding.message.replace("`", "")
        line = finding.line
        if line in functions and _COUNTED.search(message):
            name = functions[line].rpartition(".")[2]
            said = message.removeprefix(f"{name} is ")
            text = f"{finding.rule} {said[:1].lower()}{said[1:]}"
            counted_of[line].append(Part(text, finding.url))
        else:
            rules[finding.rule][message].append(finding)
    rows = [
        ListEntry(
            functions[line],
            context.definition_uri(path, functions[line]),
            where=at_line(line),
            where_uri=context.line(path, line),
            parts=tuple(parts),
        )
        for line, parts in counted_of.items()
    ]
    for rule, messages in rules.items():
        several = len(messages) > 1
        if several:
            (first, *_), *_ = messages.values()
            number = sum(map(len, messages.values()))
            where = counted(number, "{number} finding", "{number} findings")
            rows.append(ListEntry(rule, first.url, where=where))
        for message, alike in messages.items():
            lines = context.line_parts(path, (finding.line for finding in alike))
            rows.append(
                ListEntry(message, prose=True, level=1, parts=tuple(lines))
                if several
                else ListEntry(rule, alike[0].url, summary=message, parts=tuple(lines))
            )
    return entries(rows)
