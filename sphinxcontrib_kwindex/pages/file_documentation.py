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
from .sections.architecture import architecture, architecture_inputs
from .sections.code_patterns import idioms, idioms_inputs
from .sections.cross_references import cross_references, cross_references_inputs
from .sections.dependencies import dependencies, dependencies_inputs
from .sections.detailed_analysis import detailed_analysis, detailed_analysis_inputs
from .sections.file_metadata import file_metadata, metadata_inputs
from .sections.file_purpose import file_purpose, purpose_inputs
from .sections.lint_findings import lint_inputs, performance, security
from .sections.original_source import original_source, original_source_inputs
from .sections.overview import overview, overview_inputs
from .sections.related_files import related_files, related_files_inputs
from .sections.testing import testing, testing_inputs


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page, under a heading."""

    title: str
    """In English."""
    applies: Callable[[FileFacts], bool]
    body: Callable[[Context, str], list[nodes.Node]]
    inputs: Callable[[CodeMap, str], object] = lambda _, __: None
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


def _has_overview(facts: FileFacts) -> bool:
    asks = facts.requirements or facts.entry_points
    texts = facts.type in TEXT_TYPES or facts.notebook is not None
    return facts.source or texts or bool(asks)


def _has_dependencies(facts: FileFacts) -> bool:
    # Any file may be named by others.
    return facts.problem is None or not facts.source


#: The sections of a file documentation, in the order of the page set.
SECTIONS: Final = (
    Section("File Metadata", _always, file_metadata, inputs=metadata_inputs),
    Section("File Purpose", _always, file_purpose, inputs=purpose_inputs),
    Section("Original Source", _always, original_source, inputs=original_source_inputs),
    Section("High-Level Overview", _has_overview, overview, inputs=overview_inputs),
    Section(
        "Detailed Analysis",
        lambda facts: bool(facts.definitions),
        detailed_analysis,
        inputs=detailed_analysis_inputs,
    ),
    Section("Architecture & Design", _parsed, architecture, inputs=architecture_inputs),
    Section(
        "Dependencies", _has_dependencies, dependencies, inputs=dependencies_inputs
    ),
    Section("Code Patterns & Idioms", _parsed, idioms, inputs=idioms_inputs),
    Section("Performance Considerations", _parsed, performance, inputs=lint_inputs),
    Section("Security & Safety", _parsed, security),
    Section("Testing & Usage", _parsed, testing, inputs=testing_inputs),
    Section("Related Files", _always, related_files, inputs=related_files_inputs),
    Section(
        "Cross-References", _always, cross_references, inputs=cross_references_inputs
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


def has_documentation(code: CodeMap, path: str, docs: bool) -> bool:
    """Tell whether a file has a page of documentation.

    :param docs: whether it would have a page with all sections.
    """
    if not docs or code.settings.sections is None:
        return docs
    return bool(sections_of(code.facts(path), code.settings))


def file_documentation(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a file documentation."""
    body: list[nodes.Node] = []
    code = context.code
    for section in sections_of(code.facts(path), code.settings):
        content = section.body(context, path)
        body.extend(context.heading(section.title, section.id, path, content))
    return body
