"""Has the fixed words of the pages translated into the language of the build."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders.gettext import MessageCatalogBuilder
from sphinx.config import Config
from sphinx.locale import get_translator, translators
from sphinx.util.i18n import docname_to_domain

from ...i18n import CATALOGUE, set_language
from .build_state import build_state

#: Where the catalogues are.
LOCALE: Final = Path(__file__).parents[2] / "locale"


def config_inited(app: Sphinx, config: Config) -> None:
    """Load the catalogue of the language."""
    # Sphinx keeps the last catalogue where the language has none.
    translators.pop(("general", CATALOGUE), None)
    app.add_message_catalog(CATALOGUE, LOCALE)
    set_language(get_translator(CATALOGUE))


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Remove the catalogues of generated pages, in which there is no message.

    Their words are in the catalogue above, and not the user's to translate.
    """
    if exception is not None or not isinstance(app.builder, MessageCatalogBuilder):
        return
    compact = app.config.gettext_compact
    ours = {docname_to_domain(page, compact) for page in build_state(app).pages}
    for name in ours & app.builder.catalogs.keys():
        if app.builder.catalogs[name].messages:
            continue
        path = Path(app.outdir, f"{name}.pot")
        path.unlink(missing_ok=True)
        # The folders made for it, unless there is something else.
        with suppress(OSError):
            for folder in path.relative_to(app.outdir).parents[:-1]:
                Path(app.outdir, folder).rmdir()
