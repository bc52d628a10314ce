"""What a section of file documentation is: the row that each file here has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...model.facts import FileFacts
from ..page_context import Context, section_id


def parsed(facts: FileFacts) -> bool:
    """Return whether a file is Python that could be parsed."""
    return facts.python and facts.problem is None


def linted(facts: FileFacts) -> bool:
    """Return whether a file is one that the linter looks at."""
    return parsed(facts) and facts.notebook is None


def parsed_source(facts: FileFacts) -> bool:
    """Return whether a file is the source of a language that could be parsed."""
    return facts.source and facts.problem is None


def own_facts(_: CodeMap, __: str) -> object:
    """Return that a section shows nothing but the facts and the text of its file."""
    return None


@dataclass(frozen=True)
class Section:
    """A section of the documentation of a file.

    :param title: its heading, in English. Its id is made of it as docutils makes it.
    :param body: called with a :class:`.Context` and the path of a file when its page is
        written, perhaps in another process; returns the docutils nodes below the
        heading. Without nodes there is no heading either.
    :param inputs: called with a :class:`.CodeMap` and a path when pages are planned;
        returns what the section shows beside the facts and the text of that file, as
        plain data (texts, numbers, tuples, lists): when that changes, the page is made
        again. It is called for every file, so it should be quick.
    :param applies: whether a file with these facts has the section; by default any.
    :param version: what else decides about what it shows, such as the version of the
        code, or a digest of a file outside of the tree.
    """

    title: str
    body: Callable[[Context, str], list[nodes.Node]] = field(repr=False)
    inputs: Callable[[CodeMap, str], object] = field(default=own_facts, repr=False)
    applies: Callable[[FileFacts], bool] = field(default=lambda _: True, repr=False)
    version: str = ""

    @property
    def id(self) -> str:
        """The id of its heading."""
        return section_id(self.title)
