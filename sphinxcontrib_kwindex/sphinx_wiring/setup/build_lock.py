"""Has builds over one doctree directory, or one cache, wait for each other.

Sphinx keeps what it read there and reads it again while it writes; the store holds
one tree. Of two builds at once each would find what the other one made.
"""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import SphinxError
from sphinx.util import logging

from .config import store_path
from .turns import OccupiedError, end_turn, take_turn

logger = logging.getLogger(__name__)

#: Seconds that a build waits for another one.
PATIENCE: Final = 600.0


class AnotherBuildError(SphinxError):
    """Another build does not end."""

    category = "kwindex"


def lock_path(app: Sphinx) -> Path:
    """Return where the lock is: beside the store."""
    return store_path(app).with_suffix(".lock")


def config_inited(app: Sphinx, config: Config) -> None:
    """Wait for another build, before Sphinx looks at what that one leaves."""
    if not config.kwindex_generate and not store_path(app).exists():
        # Loaded for its roles alone, as it seems: nothing is kept.
        return
    path = lock_path(app)

    def waits() -> None:
        logger.info("kwindex: waiting for another build that uses %s", path.parent)

    try:
        take_turn(path, waits, PATIENCE)
    except OccupiedError:
        raise AnotherBuildError(
            f"another build has been using {path.parent} for more than"
            f" {PATIENCE:.0f} seconds; give one of the two a different doctree"
            " directory (-d) or kwindex_cache"
        ) from None
    # One that is never built ends its turn when it is forgotten.
    ends = weakref.finalize(app, end_turn, path)
    app.connect("build-finished", lambda _app, _exc: ends(), priority=10_000)


def setup_turns(app: Sphinx) -> None:
    """Register the handler."""
    # Behind those that check or change values.
    app.connect("config-inited", config_inited, priority=10_000)
