"""Tells how far a part of the work is: on a terminal, and in a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.display import status_iterator

from ...model.english import number_of

logger = logging.getLogger(__name__)

T = TypeVar("T")


def with_progress(
    app: Sphinx,
    items: Sequence[T],
    what: str,
    name: Callable[[T], str] = str,
    *,
    total: int = 0,
) -> Iterator[T]:
    """Yield *items*, and say which of them it is.

    In a log one line says how many there are; with ``-v`` there is a line for each.

    :param what: what is done: ``analysing code``.
    :param total: of how many files, if not of *items*.
    """
    if app.verbosity < 1 and not _on_terminal(app):
        logger.info("%s... %s", what, number_of(total or len(items), "file"))
        yield from items
        return
    yield from status_iterator(
        items, f"{what}... ", "purple", len(items), app.verbosity, name
    )


def _on_terminal(app: Sphinx) -> bool:
    """Return whether somebody looks on; Sphinx asks the standard output only."""
    stream = getattr(app, "_status", None)
    try:
        return stream is not None and bool(stream.isatty())
    except (AttributeError, ValueError):
        return False
