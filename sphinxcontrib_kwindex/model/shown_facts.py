"""The facts of a file without what is not to be shown."""

from __future__ import annotations

from collections.abc import Set

from msgspec.structs import replace

from .facts import FileFacts


def shown_facts(facts: FileFacts, hidden: Set[tuple[str, str]]) -> FileFacts:
    """Return the facts without some definitions.

    :param hidden: the kind and the qualified name of each.
    """
    if not hidden:
        return facts
    shown = tuple(
        definition
        for definition in facts.definitions
        if (definition.kind, definition.qualname) not in hidden
    )
    # What else is known of them is not shown either.
    names = {name for _, name in hidden} - {row.qualname for row in shown}
    return replace(
        facts,
        definitions=shown,
        patterns=tuple(row for row in facts.patterns if row.qualname not in names),
        bases=tuple(row for row in facts.bases if row.qualname not in names),
        measures=tuple(row for row in facts.measures if row.qualname not in names),
    )


def with_summary(facts: FileFacts, summary: str) -> FileFacts:
    """Return the facts with another of the sentences as the summary, or with none."""
    if facts.summary == summary:
        return facts
    lines = {sentence.text: sentence.line for sentence in facts.sentences}
    return replace(facts, summary=summary, docstring_line=lines.get(summary, 0))
