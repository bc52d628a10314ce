"""Handlers of this package, with a fence: what they raise does not end a host's build.

An error that nobody expected costs what the handler does, and is one warning. What is
wrong in the configuration, and what the machine does, ends the build as before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.errors import SphinxError

from ...model.errors import OF_THE_MACHINE, described
from .build_state import build_state
from .messages import warn

#: What handlers of events return that have nothing to add, where it is not ``None``.
_NOTHING: Final[dict[str, object]] = {"html-collect-pages": ()}


class _Warned(set[Callable[..., Any]]):
    """The handlers of a build of which a warning told."""


def fenced(event: str, handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a handler of an event that warns of what another one raises."""

    @wraps(handler)
    def call(app: Sphinx, *args: Any) -> Any:
        try:
            return handler(app, *args)
        except (SphinxError, *OF_THE_MACHINE):
            raise
        except Exception as error:
            _failed(app, handler, error)
            return _NOTHING.get(event)

    return call


def _failed(app: Sphinx, handler: Callable[..., Any], error: Exception) -> None:
    """Warn of an error, once for each handler."""
    state = build_state(app)
    state.error = state.error or error
    warned = state.shared(_Warned, _Warned)
    if handler not in warned:
        warned.add(handler)
        what = (handler.__doc__ or handler.__qualname__).partition("\n")[0].rstrip(".")
        warn(
            f'internal error in the step "{what}": {described(error)}; the build goes'
            " on without it; please report it",
            subtype="internal",
        )
