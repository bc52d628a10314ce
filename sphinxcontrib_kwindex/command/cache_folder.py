"""The command's folder in the user's cache directory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final

from ..model.digests import blake2b
from ..scan.own_folders import OUTPUT_RECORD
from .messages import UsageError, message

#: For how many seconds it is waited for another run.
_PATIENCE: Final = 600


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
            lock = _acquired(self.folder / "command.lock")
        except TimeoutError as error:
            reason = f"another kwindex process is using {self.folder}"
            raise UsageError(reason) from error
        except (OSError, NotImplementedError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            text = f"cannot use the cache folder {self.folder} ({reason}); choose"
            raise UsageError(f"{text} another one with --cache") from error
        with lock:
            yield


def _acquired(path: Path) -> AbstractContextManager[object]:
    """Return a lock, which every system gives back when its process ends.

    :raises TimeoutError: if another process keeps it.
    :raises OSError: if the file can be neither made nor opened.
    :raises NotImplementedError: if the file system has no locks.
    """
    # It takes long to import, and where nothing changed nobody locks anything.
    from filelock import FileLock

    lock = FileLock(path)
    with suppress(TimeoutError):
        return lock.acquire(timeout=0)
    message("waiting for another kwindex process")
    return lock.acquire(timeout=_PATIENCE)
