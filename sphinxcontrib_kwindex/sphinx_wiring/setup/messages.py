"""What a build says: messages, and warnings that the manual describes."""

from __future__ import annotations

from typing import Literal

from docutils import nodes
from sphinx.util import logging

from ...pages.control_characters import printable
from ...scan.test_paths import is_test_data

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
