"""What a shortcut is, and the check whether what it relies on is there."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from inspect import signature
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ...model.record import Record
from ..setup.event_priorities import NORMAL
from ..setup.guarded_handlers import fenced

_NAME: Final = re.compile(r"(?:(\w[\w.]*):)?([\w.]+)(?:\((.*)\))?")


class Shortcut(Record, frozen=True):
    """A row of the table.

    :param name: what ``kwindex_fast_lane`` calls it.
    :param instead_of: what is no longer done, as a phrase for the manual.
    :param relies_on: the names that have to be there: ``module:object``, or
        ``module:function(parameters)`` where the parameters have to be these, or an
        attribute of the application (``env.all_docs``).
    :param install: called when the builder is ready. It takes back what it does by
        what it pushes onto the stack.
    :param concerns: whether there is anything to save in a build.
    :param saves: its share of a build in the slow lane; empty if it was not measured.
    """

    name: str
    instead_of: str
    relies_on: tuple[str, ...]
    install: Callable[[Sphinx, ExitStack], None]
    concerns: Callable[[Sphinx], bool] = lambda _app: True
    saves: str = ""

    @property
    def projects(self) -> set[str]:
        """The packages that it relies on: Sphinx, and those of the names."""
        modules = [name.partition(":")[0] for name in self.relies_on if ":" in name]
        return {module.partition(".")[0] for module in modules} | {"sphinx"}


def makes_html(app: Sphinx) -> bool:
    """Return whether the builder is one of those that make HTML."""
    return isinstance(app.builder, StandaloneHTMLBuilder)


def missing(shortcut: Shortcut, app: Sphinx) -> str:
    """Return the first name that is not there as expected, or an empty string."""
    return next((name for name in shortcut.relies_on if not is_there(name, app)), "")


def is_there(name: str, app: Sphinx) -> bool:
    """Return whether something is there, with the expected parameters if it has any.

    :param name: as in :attr:`Shortcut.relies_on`.
    """
    parts = _NAME.fullmatch(name)
    assert parts is not None
    module, path, parameters = parts.groups()
    try:
        value: Any = import_module(module) if module else app
        for attribute in path.split("."):
            value = getattr(value, attribute)
        return (
            parameters is None or ", ".join(signature(value).parameters) == parameters
        )
    except (ImportError, AttributeError, TypeError, ValueError):
        return False


def connect(
    undo: ExitStack,
    app: Sphinx,
    event: str,
    handler: Callable[..., Any],
    priority: int = NORMAL,
) -> None:
    """Connect a handler until the shortcut is taken back.

    :param undo: what takes it back.
    :param event: the event's name.
    :param priority: as in :mod:`..setup.event_priorities`.
    """
    step = fenced(event, handler)
    undo.callback(app.disconnect, app.connect(event, step, priority=priority))
