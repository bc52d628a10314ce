"""What a build says: messages, how far it is, and warnings, which the manual lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.display import status_iterator

from ...model.english import number_of
from ...pages.control_characters import printable
from ...scan.test_paths import is_test_data

T = TypeVar("T")

logger = logging.getLogger(__name__)

#: What stands behind ``kwindex.`` in ``suppress_warnings``: the manual describes each.
Subtype = Literal[
    "config",
    "syntax",
    "limit",
    "unreadable",
    "page",
    "internal",
    "theme",
    "store",
    "executor",
    "language",
    "fast_lane",
    "scan",
    "changes",
    "coverage",
    "scip",
    "ruff",
    "directive",
    "withheld",
    "reference",
    "moved",
    "docname",
    "lost",
    "section",
    "detector",
    "export",
    "book",
]


def inform(text: str) -> None:
    """Say something among the messages of a build."""
    logger.info("kwindex: %s", printable(text))


def warn(
    text: str, *, subtype: Subtype, location: str | nodes.Node | None = None
) -> None:
    """Warn of something.

    :param location: a docname, a path with a line, or the node that it is about.
    """
    place = printable(location) if isinstance(location, str) else location
    shown = printable(" ".join(text.split("\n")))
    logger.warning("%s", shown, type="kwindex", subtype=subtype, location=place)


def warn_of_file(path: str, text: str, *, subtype: Subtype, line: int = 0) -> None:
    """Warn of a file of the tree.

    Data of tests and project templates may be broken on purpose: of these a message
    tells, which ends no build with ``-W``.

    :param line: 0 for the file as a whole, whose path the text has.
    """
    place = f"{path}:{line}" if line else None
    # Folders of Cookiecutter's templates are called "{{cookiecutter.name}}".
    if is_test_data(path) or "{{" in path:
        inform(f"{place}: {text}" if place else text)
    else:
        # Without a line Sphinx takes a location for the name of a document.
        warn(text, subtype=subtype, location=place)


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
