"""What a build says: messages, and warnings that the manual describes."""

from __future__ import annotations

from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger(__name__)


def inform(text: str) -> None:
    """Say something among the messages of a build."""
    logger.info("kwindex: %s", text)


def warn(text: str, *, subtype: str, location: str | nodes.Node | None = None) -> None:
    """Warn of something.

    :param subtype: what stands behind ``kwindex.`` in ``suppress_warnings``.
    :param location: a docname, a path with a line, or the node that it is about.
    """
    logger.warning("%s", text, type="kwindex", subtype=subtype, location=location)
