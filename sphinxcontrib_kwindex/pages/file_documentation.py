"""The documentation of a file: its sections, in their order.

A section is a function from a context and a path to nodes, and a row of
:data:`SECTIONS` with its title and the files it applies to. To add a section is to
add a function and its row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..codemap.settings import Settings
from ..links.text_links import TEXT_TYPES
from ..model.facts import FileFacts
from .page_context import Context, section_id
from .page_navigation import cross_references, cross_references_shows
from .sections.architecture import architecture, architecture_shows
from .sections.code_patterns import idioms, idioms_shows
from .sections.dependencies import dependencies, dependencies_shows
from .sections.detailed_analysis import outline, outline_shows
from .sections.lint_findings import linting_shows, performance, security
from .sections.metadata import file_metadata, metadata_shows
from .sections.original_source import listing_shows, original_source
from .sections.overview import overview, overview_shows
from .sections.purpose import file_purpose, purpose_shows
from .sections.related_files import related, related_shows
from .sections.testing import testing, testing_shows


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page, under a heading."""

    title: str
    """In English."""
    applies: Callable[[FileFacts], bool]
    body: Callable[[Context, str], list[nodes.Node]]
    shows: Callable[[CodeMap, str], object] = lambda _, __: None
    """What it shows of other files, as plain data, without making it: for the digest
    of the page. Asked for every file."""

    @property
    def id(self) -> str:
        """The id of its heading."""
        return section_id(self.title)


def _always(_: FileFacts) -> bool:
    return True


def _parsed(facts: FileFacts) -> bool:
    return facts.python and facts.problem is None


def _told(facts: FileFacts) -> bool:
    asks = facts.requirements or facts.entry_points
    texts = facts.type in TEXT_TYPES or facts.notebook is not None
    return facts.python or texts or bool(asks)


def _linked(facts: FileFacts) -> bool:
    # Any file may be named by others.
    return _parsed(facts) or not facts.python


#: The sections of a file documentation, in the order of the page set.
SECTIONS: Final = (
    Section("File Metadata", _always, file_metadata, shows=metadata_shows),
    Section("File Purpose", _always, file_purpose, shows=purpose_shows),
    Section("Original Source", _always, original_source, shows=listing_shows),
    Section("High-Level Overview", _told, overview, shows=overview_shows),
    Section(
        "Detailed Analysis",
        lambda facts: bool(facts.definitions),
        outline,
        shows=outline_shows,
    ),
    Section("Architecture & Design", _parsed, architecture, shows=architecture_shows),
    Section("Dependencies", _linked, dependencies, shows=dependencies_shows),
    Section("Code Patterns & Idioms", _parsed, idioms, shows=idioms_shows),
    Section("Performance Considerations", _parsed, performance, shows=linting_shows),
    Section("Security & Safety", _parsed, security),
    Section("Testing & Usage", _parsed, testing, shows=testing_shows),
    Section("Related Files", _always, related, shows=related_shows),
    Section(
        "Cross-References", _always, cross_references, shows=cross_references_shows
    ),
)


def sections_of(facts: FileFacts, settings: Settings | None = None) -> list[Section]:
    """Return the sections that the documentation of a file has.

    :param settings: those that leave sections out; without, none is left out.
    """
    return [
        section
        for section in SECTIONS
        if section.applies(facts)
        and (settings is None or settings.has_section(section.id))
    ]


def file_documentation(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a file documentation."""
    found: list[nodes.Node] = []
    code = context.code
    for section in sections_of(code.facts(path), code.settings):
        body = section.body(context, path)
        found.extend(context.heading(section.title, section.id, path, body))
    return found
