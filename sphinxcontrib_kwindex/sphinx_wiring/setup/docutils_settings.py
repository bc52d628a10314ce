"""Docutils' settings, with those of the project's ``docutils.conf``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docutils.core import Publisher
from docutils.parsers import Parser
from docutils.readers import standalone


def document_settings(parser: Parser, defaults: Mapping[str, Any]) -> Any:
    """Return the settings of a document, as Sphinx makes them for each.

    :param defaults: those of the environment, which ``docutils.conf`` overrides.
    """
    publisher = Publisher(standalone.Reader(), parser)
    publisher.process_programmatic_settings(None, dict(defaults), None)
    return publisher.settings
