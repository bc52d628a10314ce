"""Has builds over one doctree directory, or one cache, wait for each other.

Sphinx keeps what it read there and reads it again while it writes; the store holds
one tree. Of two builds at once each would find what the other made. The operating
system releases the lock of a process that dies.

When the pages are written, another extension may have Sphinx build once more with the
same doctrees, and wait for that (atsphinx-mini18n does so while its builder finishes,
sphinx-llm behind that): that build does not wait for us.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import SphinxError

from .build_state import build_state, replace
from .config import store_path
from .messages import inform

#: How long a build waits for another, in seconds.
PATIENCE: Final = 600.0
#: The environment variable with the lock of the build that started this one.
_HELD: Final = "_KWINDEX_LOCK_OF_FINISHED_BUILD"


class AnotherBuildError(SphinxError):
    """Another build does not end."""

    category = "kwindex"


def lock_path(app: Sphinx) -> Path:
    """Return where the lock is: beside the store."""
    return store_path(app).with_suffix(".lock")


def config_inited(app: Sphinx, config: Config) -> None:
    """Wait for another build, before Sphinx looks at what that build leaves."""
    if not config.kwindex_generate and not store_path(app).exists():
        # Loaded for its roles alone, as it seems: nothing is kept.
        return
    path = lock_path(app)
    if os.environ.get(_HELD) == str(path):
        return
    # Applications in one process share the lock and do not wait for each other. It is
    # released with the last of them, also where some are never built.
    lock = FileLock(path, thread_local=False, is_singleton=True)
    try:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            inform(f"waiting for another build that uses {path.parent}")
            lock.acquire(timeout=PATIENCE)
    except Timeout:
        raise AnotherBuildError(
            f"another build has been using {path.parent} for more than"
            f" {PATIENCE:.0f} seconds; give one of the two a different doctree"
            " directory (-d) or kwindex_cache"
        ) from None
    except (OSError, NotImplementedError):
        # The file system has no locks, or the folder cannot be written.
        return
    build_state(app).undo.callback(lock.release)


def builder_inited(app: Sphinx) -> None:
    """Have builders finish as those do that others may start builds in."""
    finish = app.builder.finish

    def finish_for_others() -> None:
        _leave_to_others(app)
        finish()

    replace(build_state(app).undo, app.builder, "finish", finish_for_others)


def build_finished(app: Sphinx, _exception: Exception | None) -> None:
    """Let builds that others start now, and wait for, have the lock."""
    _leave_to_others(app)


def _leave_to_others(app: Sphinx) -> None:
    path = str(lock_path(app))
    if os.environ.get(_HELD) == path or not store_path(app).exists():
        return
    os.environ[_HELD] = path
    if code := build_state(app).code:
        code.store.end_reading()
    build_state(app).undo.callback(os.environ.pop, _HELD, None)
