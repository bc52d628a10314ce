"""Guards around the handlers of this package that Sphinx calls.

An error that nobody expected costs what was being done, and is one warning; it does not
end the build of a host. What is wrong in the configuration, and what the machine does,
ends it as before; that a builder has no URI for a document is for Sphinx to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import NoUri, SphinxError

from ...model.errors import OF_THE_MACHINE, described
from .build_state import BuildState, build_state
from .messages import warn

#: What handlers of events return that have nothing to add, where it is not ``None``.
_NOTHING: Final[dict[str, object]] = {"html-collect-pages": ()}


class _Warned(set[str]):
    """What warnings of a build told of."""


@contextmanager
def fence(
    state: BuildState, what: str, location: str | nodes.Node | None = None
) -> Iterator[None]:
    """Warn of an error inside, once for each thing that is done.

    :param what: what is done, as a phrase that goes on after "cannot".
    :param location: a docname, or a node.
    """
    try:
        yield
    except (SphinxError, NoUri, *OF_THE_MACHINE):
        raise
    except Exception as error:
        state.error = state.error or error
        warned = state.shared(_Warned, _Warned)
        if what not in warned:
            warned.add(what)
            text = f"cannot {what}: {described(error)}; please report it"
            warn(text, subtype="internal", location=location)


def fenced(event: str, handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a handler of an event that warns of what another one raises.

    The first line of its documentation says what it does.
    """
    line = (handler.__doc__ or handler.__qualname__).partition("\n")[0].rstrip(".")
    what = line[:1].lower() + line[1:]

    @wraps(handler)
    def call(app: Sphinx, *args: Any) -> Any:
        with fence(build_state(app), what):
            return handler(app, *args)
        return _NOTHING.get(event)

    return call
