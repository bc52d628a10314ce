"""The keyword index of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from docutils import nodes

from ..codemap.declared_documentation import shown_summary
from ..i18n import at_line, at_lines, mark, say
from ..model.facts import Definition, FileFacts
from ..model.kinds import KINDS
from .definition_facts import definition_facts
from .file_documentation import sections_of
from .nodes import ListEntry, Part, entries, fields
from .page_context import OUTLINE_ID, Context
from .quantities import DECLARED, PLURALS, count_kinds, kind_word, pluralize
from .sections import SECTIONS
from .sections.definition_uses import NO_USE
from .sections.dependencies import import_entries
from .sections.import_words import import_words

#: The headings of the groups of keywords, in their order.
GROUPS: Final = {kind: PLURALS[kind].title() for kind in KINDS}

Choose = Callable[[Definition], bool]


def file_keywords(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of the keyword index of a file."""
    facts = context.code.facts(path)
    body = context.heading(
        "File Information", "file-information", path, [_information(context, path)]
    )
    groups = [
        node
        for title, group in keyword_groups(context, path, facts)
        for node in context.heading(title, f"keywords-{title.lower()}", path, [group])
    ]
    body += context.heading("Keywords", "keywords", path, groups)
    if listed := _section_map(context, path, facts):
        title = "Keyword to Section Map"
        body += context.heading(title, "sections", path, [entries(listed)])
    return body


def keyword_groups(
    context: Context,
    path: str,
    facts: FileFacts,
    *,
    kinds: Iterable[str] = KINDS,
    imports: bool = True,
    choose: Choose = lambda _: True,
    by_name: bool = False,
) -> list[tuple[str, nodes.Node]]:
    """Return the keywords of a file as lists with their titles, empty ones left out.

    :param kinds: of definitions, in the order of the lists.
    :param imports: whether imports are the last list.
    :param choose: tells whether a definition is among them.
    :param by_name: whether the entries of a list are sorted by name, and not by line.
    """
    definitions = [definition for definition in facts.definitions if choose(definition)]
    if by_name:
        definitions.sort(
            key=lambda definition: (definition.name.casefold(), definition.qualname)
        )
    groups: list[tuple[str, nodes.Node]] = []
    private = facts.private_names()
    for kind in kinds:
        group = [
            _entry(context, path, definition, private=definition.qualname in private)
            for definition in definitions
            if definition.kind == kind
        ]
        if group:
            groups.append((GROUPS[kind], entries(group)))
    if imports and facts.imports:
        pairs = zip(facts.imports, context.code.links(path), strict=True)
        listed = list(import_entries(context, path, pairs))
        if by_name:
            listed.sort(key=lambda entry: entry.text.lstrip(".").casefold())
        groups.append((import_words(path).heading, entries(listed)))
    if facts.headings:
        headings = (
            ListEntry(
                heading.text,
                context.line(path, heading.line),
                where=at_line(heading.line),
                where_uri=context.line(path, heading.line),
                prose=True,
            )
            for heading in facts.headings
        )
        groups.append((mark("Headings"), entries(headings)))
    return groups


def _entry(
    context: Context, path: str, definition: Definition, *, private: bool
) -> ListEntry:
    """Return the entry of a definition in the index of its file."""
    lines = ", ".join(str(line) for line in definition.lines)
    notes = [] if definition.sort == definition.kind else [kind_word(definition.sort)]
    notes += [say(DECLARED)] * definition.declaration
    notes += [say(NO_USE)] * (definition.qualname in context.code.unused[path])
    summary = shown_summary(context.code, path, definition)
    return ListEntry(
        definition.qualname,
        context.definition_uri(path, definition.qualname, definition.kind),
        kind=", ".join(notes),
        where=at_lines(lines, len(definition.lines) > 1),
        where_uri=context.line(path, definition.line),
        summary=summary,
        facts=definition_facts(
            context.code,
            path,
            definition.kind,
            definition.qualname,
            documented=bool(summary),
            private=private,
        ),
    )


def _information(context: Context, path: str) -> nodes.Node:
    folder = path.rpartition("/")[0]
    original = context.code.settings.original(path) or context.href(
        "docs", path, "original-source"
    )
    rows = [(say("Original file"), Part(path, original, literal=True))]
    if context.code.page("docs", path):
        name = path.rpartition("/")[2]
        documentation = Part(name, context.href("docs", path), literal=True)
        rows.append((say("Documentation"), documentation))
    return fields([*rows, (say("Folder"), context.folder_part(folder))])


def _section_map(context: Context, path: str, facts: FileFacts) -> list[ListEntry]:
    contents = {
        "original-source": "" if facts.binary else pluralize(facts.lines, "line"),
        OUTLINE_ID: ", ".join(count_kinds(facts)),
        "dependencies": pluralize(len(facts.imports), import_words(path).unit)
        if facts.source
        else "",
    }
    return [
        ListEntry(
            say(section.title),
            context.href("docs", path, section.id),
            summary=contents.get(section.id, ""),
            prose=True,
        )
        for section in sections_of(context.code, path)
        # One that others added may have nothing to show.
        if section.id in SECTIONS
    ]
