"""What reads most docstrings, and what may be replaced by something faster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from docutils import nodes
from docutils.parsers.rst import states


def docutils_machine() -> states.RSTStateMachine:
    """Return a machine as docutils makes one for each document."""
    return states.RSTStateMachine(states.state_classes, "Body")


def no_paragraphs(_docstring: str) -> None:
    """Have a docstring parsed, whatever is in it."""


@dataclass(slots=True)
class ReaderTools:
    """What a reader of docstrings works with.

    :param new_machine: makes the state machine for a text in reStructuredText.
    :param plain_paragraphs: makes the paragraphs of a text without any markup; it
        returns ``None`` for any other, which is then parsed.
    """

    new_machine: Callable[[], states.RSTStateMachine] = docutils_machine
    plain_paragraphs: Callable[[str], list[nodes.Node] | None] = no_paragraphs
