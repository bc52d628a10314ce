"""The command's folder in the user's cache directory."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from ..model.digests import blake2b
from ..scan.own_folders import OUTPUT_RECORD
from ..store.connection import exclusive_lock
from .messages import UsageError, message

#: For how many seconds it is waited for another run.
_PATIENCE: Final = 600
#: Seconds after which it is looked again whether another run has ended.
_PAUSE: Final = 0.2


def short_digest(path: Path) -> str:
    """Return a digest of an absolute path."""
    text = os.path.normcase(path).encode("utf-8", "surrogateescape")
    return blake2b(text, digest_size=6).hexdigest()


class CacheFolder:
    """A root's folder in the cache: doctrees, store, and a record of the last run.

    :param root: absolute, with symbolic links resolved.
    :param cache: the cache directory, by default the user's.
    """

    def __init__(self, root: Path, cache: Path | None) -> None:
        if cache is None:
            import platformdirs

            cache = platformdirs.user_cache_path("kwindex", appauthor=False)
        self.top = cache.absolute()
        name = re.sub(r"[^\w.-]+", "-", root.name)[:40].strip("-.")
        self.folder = self.top / "-".join(filter(None, (name, short_digest(root))))
        if root.is_relative_to(self.top.resolve()):
            raise UsageError(f"{root} is inside the cache directory of kwindex")

    @property
    def source(self) -> Path:
        """The source directory of the Sphinx project; there is nothing in it."""
        return self.folder / "source"

    def doctrees(self, builder: str) -> Path:
        """Return the doctree directory; epub needs a configuration of its own."""
        return self.folder / ("doctrees-epub" if builder == "epub" else "doctrees")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder, wait for another run, and keep others out meanwhile.

        :raises UsageError: if that cannot be done.
        """
        try:
            self.source.mkdir(parents=True, exist_ok=True)
            # A cache within a tree is no part of it.
            (self.top / OUTPUT_RECORD).touch()
            lock = self._lock()
        except BlockingIOError as error:
            reason = f"another kwindex process is using {self.folder}"
            raise UsageError(reason) from error
        except OSError as error:
            reason = error.strerror or str(error)
            text = f"cannot use the cache folder {self.folder} ({reason}); choose"
            raise UsageError(f"{text} another one with --cache") from error
        with lock:
            yield

    def _lock(self) -> AbstractContextManager[object]:
        end = time.monotonic() + _PATIENCE
        waiting = False
        while True:
            try:
                return exclusive_lock(self.folder / "lock.sqlite")
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise
            if not waiting:
                message("waiting for another kwindex process")
            waiting = True
            time.sleep(_PAUSE)
