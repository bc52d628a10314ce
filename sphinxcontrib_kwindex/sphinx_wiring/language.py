"""Has the fixed words of the pages translated into the language of the build."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import get_translator, translators

from ..words import CATALOGUE, speak

#: Where the catalogues are.
LOCALE: Final = Path(__file__).parent.with_name("locale")
#: Behind handlers that change the language.
_LATE: Final = 900


def config_inited(app: Sphinx, config: Config) -> None:
    """Load the catalogue of the language."""
    # Sphinx keeps the last one where the language has none.
    translators.pop(("general", CATALOGUE), None)
    app.add_message_catalog(CATALOGUE, LOCALE)
    speak(get_translator(CATALOGUE))


def setup_language(app: Sphinx) -> None:
    """Register the handler."""
    app.connect("config-inited", config_inited, priority=_LATE)
