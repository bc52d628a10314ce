"""What reads most docstrings, and may be replaced by something faster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from docutils.parsers.rst import states


def docutils_machine() -> states.RSTStateMachine:
    """Return a machine as docutils makes one for each document."""
    return states.RSTStateMachine(states.state_classes, "Body")


@dataclass
class ReaderTools:
    """What a reader of docstrings works with."""

    new_machine: Callable[[], states.RSTStateMachine] = docutils_machine
    """Makes the state machine for a text in reStructuredText."""
