"""What docutils makes a document with: settings, with those of ``docutils.conf``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from docutils.core import Publisher
from docutils.parsers import Parser
from docutils.parsers.rst import states
from docutils.readers import standalone

#: Makes what parses reStructuredText, as docutils does for each document.
NEW_MACHINE: Final = partial(states.RSTStateMachine, states.state_classes, "Body")


def document_settings(parser: Parser, defaults: Mapping[str, Any]) -> Any:
    """Return the settings of a document, as Sphinx makes them for each.

    :param defaults: those of the environment, which ``docutils.conf`` overrides.
    """
    publisher = Publisher(standalone.Reader(), parser)
    publisher.process_programmatic_settings(None, dict(defaults), None)
    return publisher.settings
