"""Docutils' state machine for reStructuredText, whose states are made when needed.

A machine has fifteen states and each some fourteen transitions. Docutils makes all of
them for each list of a text, which then needs two or three; for a docstring with three
lists that takes longer than reading it. What the states do is docutils'.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, Final

from docutils.parsers.rst import states
from docutils.statemachine import State
from sphinx.application import Sphinx

from ..setup.build_state import build_state
from .shortcut import Shortcut


class _States(dict[str, Any]):
    """The states of a machine by name, each made when it is first asked for."""

    def __init__(self, machine: Any, classes: Iterable[type[State[Any]]]) -> None:
        super().__init__()
        self._machine = machine
        self._classes = {cls.__name__: cls for cls in classes}

    def __missing__(self, name: str) -> State[Any]:
        # A name that no state has is a KeyError, as docutils expects.
        state: Any = self._classes[name](self._machine, self._machine.debug)
        # Machines made for a part of the text, and the store of those to use again.
        state.nested_sm = _NestedMachine
        state.nested_sm_cache = _FREE_NESTED
        if getattr(self._machine, "memo", None) is not None:
            state.runtime_init()
        self[name] = state
        return state  # type: ignore[no-any-return]


class _WhenNeeded:
    """Makes the states of a machine when they are needed."""

    states: Any

    def add_states(self, state_classes: Iterable[type[State[Any]]]) -> None:
        """Note of which classes the states are."""
        self.states = _States(self, state_classes)


class _Machine(_WhenNeeded, states.RSTStateMachine):
    """A machine for a whole text."""

    def run(self, *arguments: Any, **options: Any) -> None:  # type: ignore[override]
        """Parse a text, and be there for the next one."""
        super().run(*arguments, **options)
        # One that an exception stopped halfway is not used again.
        _FREE.append(self)


class _NestedMachine(_WhenNeeded, states.NestedStateMachine):
    """A machine for a part of the text of another one."""


_FREE: Final[list[_Machine]] = []
_FREE_NESTED: Final[list[_NestedMachine]] = []


def new_machine() -> states.RSTStateMachine:
    """Return a machine for a docstring."""
    return _FREE.pop() if _FREE else _Machine(states.state_classes, "Body")


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have docstrings parsed by such machines."""
    state = build_state(app)
    undo.callback(setattr, state, "new_machine", state.new_machine)
    state.new_machine = new_machine


DOCSTRING_STATES: Final = Shortcut(
    "docstring_states",
    "making the fifteen states of docutils' machine, with all their transitions, for"
    " each docstring and each list in one",
    (
        "docutils.parsers.rst.states:state_classes",
        (
            "docutils.parsers.rst.states:RSTStateMachine.run"
            "(self, input_lines, document, input_offset, match_titles, inliner)"
        ),
        "docutils.parsers.rst.states:NestedStateMachine",
        "docutils.parsers.rst.states:RSTState.nested_sm",
        "docutils.parsers.rst.states:RSTState.nested_sm_cache",
        "docutils.statemachine:StateMachine.add_states(self, state_classes)",
        "docutils.statemachine:State.runtime_init(self)",
    ),
    install,
    saves="4 %",
)
