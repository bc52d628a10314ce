"""The documentation of a file: its sections, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..codemap.names.moved_places import departed
from ..i18n import say
from ..model.anchors import former_anchors
from . import sections
from .nodes import ListEntry, entries, kw_checks, kw_source, rubric
from .outline import outline
from .page_context import LISTING_ID, Context
from .prose_nodes import kw_twin
from .sections.section import Section, own_facts

#: The rows of our own sections.
OWN_SECTIONS: Final[tuple[Section, ...]] = tuple(
    import_module(f".{name}", sections.__name__).SECTION
    for name in sections.SECTIONS.values()
)

#: Sections whose content says what they are.
_WITHOUT_HEADING: Final = ("file-metadata", "file-purpose", LISTING_ID)


def added_sections(code: CodeMap) -> Iterator[Section]:
    """Yield the rows of sections that others added."""
    return (row for row in code.settings.added_sections if isinstance(row, Section))


def sections_of(code: CodeMap, path: str, *, every: bool = False) -> list[Section]:
    """Return the sections that the documentation of a file has.

    :param every: whether those count that the settings leave out.
    """
    facts = code.facts(path)
    return [
        section
        for section in (*OWN_SECTIONS, *added_sections(code))
        if section.applies(facts) and (every or code.settings.has_section(section.id))
    ]


def has_documentation(code: CodeMap, path: str, docs: bool) -> bool:
    """Tell whether a file has a page of documentation.

    :param docs: whether it would have a page with all sections.
    """
    if not docs or code.settings.sections is None:
        return docs
    return bool(sections_of(code, path))


def sections_inputs(code: CodeMap, path: str) -> object:
    """Return what the sections show beside the facts of the file.

    Of those that are left out, too: what several show is said by one of them.
    """
    own = [section.inputs(code, path) for section in OWN_SECTIONS]
    added = [section.inputs(code, path) for section in added_sections(code)]
    return (own, repr(added)) if added else own


def added_sections_ask_others(code: CodeMap) -> bool:
    """Tell whether sections that others added show more than the facts of a file."""
    return any(section.inputs is not own_facts for section in added_sections(code))


def file_documentation(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a file documentation.

    In HTML what says what the file is comes without headings, and then the outline, so
    that the code is in sight.
    """
    made = [
        (section, content)
        for section in sections_of(context.code, path)
        if (content := section_nodes(context, section, path))
    ]
    body: list[nodes.Node] = []
    for section, content in made:
        if section.id in _WITHOUT_HEADING:
            for part in content:
                if isinstance(part, nodes.section):
                    part["classes"].append("kw-quiet")
        # Elsewhere nothing stands beside anything.
        if section.id == LISTING_ID and context.line_anchors and _is_listing(content):
            telling = [one for one, content in made if not _only_checks(content)]
            body.append(outline(context, path, telling))
        body += content
    return body


def purpose_first(page: list[nodes.Node]) -> list[nodes.Node]:
    """Return the parts of a page with the purpose of a file before its metadata.

    Excerpts of a search begin there.
    """
    sections = (part for part in page if isinstance(part, nodes.section))
    at = {name: page.index(part) for part in sections for name in part["ids"]}
    if "file-metadata" not in at or "file-purpose" not in at:
        return page
    purpose = page[at["file-purpose"]]
    others = [part for part in page if part is not purpose]
    others.insert(at["file-metadata"], purpose)
    return others


def _is_listing(content: Iterable[nodes.Node]) -> bool:
    return any(next(iter(node.findall(kw_source)), None) for node in content)


def _only_checks(content: Sequence[nodes.Node]) -> bool:
    """Tell whether a section has nothing but what was looked for in vain."""
    if isinstance(content[0], nodes.section):
        content = content[0].children
    return all(isinstance(node, kw_checks) for node in content[1:])


def section_nodes(context: Context, section: Section, path: str) -> list[nodes.Node]:
    """Return a section under its heading; nothing where the section has no nodes."""
    content = section.body(context, path)
    whole = context.heading(section.title, section.id, path, content)
    if any(not isinstance(node, kw_twin) for node in content):
        return whole
    context.code.empty_sections.add((section.id, path))
    return context.in_twin(whole) if content else []


#: How many are shown at first.
_SHOWN: Final = 5


def former_definitions(context: Context, path: str) -> list[nodes.Node]:
    """Return the definitions that left a file, each where its old address leads."""
    listed = [
        ListEntry(
            qualname,
            kind=say("moved to"),
            where=new.name,
            where_uri=context.definition_uri(new.path, new.qualname),
            anchors=tuple(
                context.anchor(path, name) for name in former_anchors(qualname)
            ),
        )
        for qualname, new in departed(context.code, path)
    ]
    if not listed:
        return []
    title = rubric(say("What was here"))
    return [
        nodes.container("", title, entries(listed, shown=_SHOWN), classes=["kw-moved"])
    ]
