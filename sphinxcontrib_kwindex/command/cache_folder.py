"""The command's folder in the user's cache directory, and the one of the pages."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final

from ..model.digests import blake2b
from ..scan.own_folders import COMMAND_MARK, OUTPUT_RECORD, read_record
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


_CHOOSE: Final = "choose another one with -o"


class OutputFolder:
    """The folder for the pages, which is new, empty, or of an earlier run.

    :param given: as the user named it.
    :param path: the root as the user named it.
    :param root: absolute, with symbolic links resolved.
    """

    #: The name of the file that says which run made the folder.
    MARK: Final = COMMAND_MARK

    def __init__(self, given: Path, path: Path, root: Path, builder: str) -> None:
        self.given = given
        self.folder = given.resolve()
        self.root = root
        self._made: list[Path] = []
        inside = self.folder.is_relative_to(root)
        # A folder in the tree may be moved and shared with it.
        identity = (
            Path(os.path.relpath(root, self.folder)).as_posix()
            if inside
            else short_digest(root)
        )
        self._mark = {"builder": builder, "root": identity}
        named = Path(os.path.abspath(given))  # noqa: PTH100, links stay
        tops = (root, Path(os.path.abspath(path)))  # noqa: PTH100
        self._led_out = not inside and any(named.is_relative_to(top) for top in tops)

    def check(self) -> None:
        """Look whether the folder may be written to, and leave it as it is.

        :raises UsageError: if not.
        """
        if self.root.is_relative_to(self.folder):
            which = "is" if self.root == self.folder else "contains"
            raise self._refused(f"{which} the folder to document; {_CHOOSE}")
        if self._led_out:
            raise self._refused(
                "is a symbolic link that points outside the folder to document; pass"
                " its target with -o"
            )
        try:
            self._check_content()
        except OSError as error:
            raise self._unusable(error) from error

    def _check_content(self) -> None:
        try:
            first = next(self.folder.iterdir(), None)
        except FileNotFoundError:
            return
        except NotADirectoryError:
            if self.folder.exists():
                raise self._refused(f"is a file; {_CHOOSE}") from None
            raise
        if first is None:
            return
        mark = self._read_mark()
        if mark is None:
            raise self._refused(
                f"was not created by kwindex and is not empty (it contains"
                f" {first.name!r}); empty it or {_CHOOSE}"
            )
        for key, what in (("root", "folder"), ("builder", "builder")):
            if mark.get(key) != self._mark[key]:
                raise self._refused(
                    f"was created for another {what}; delete it or {_CHOOSE}"
                )

    def _read_mark(self) -> dict[str, object] | None:
        path = self.folder / self.MARK
        if path.is_symlink() or not path.is_file():
            return None
        return read_record(path, dict[str, object])

    def claim(self) -> None:
        """Make the folder and mark it.

        :raises UsageError: if that cannot be done, or would write elsewhere.
        """
        try:
            missing = [self.folder, *self.folder.parents]
            self._made = [folder for folder in missing if not folder.exists()]
            self.folder.mkdir(parents=True, exist_ok=True)
            # The tree may have come with a folder that looks like one of ours.
            for folder, folders, files in os.walk(self.folder):
                for name in (*folders, *files):
                    path = Path(folder, name)
                    if path.is_symlink():
                        raise self._refused(
                            f"contains the symbolic link {path}, which kwindex did not"
                            " create; delete it"
                        )
            text = json.dumps(self._mark)
            (self.folder / self.MARK).write_text(text + "\n", "utf-8")
        except OSError as error:
            self.release()
            raise self._unusable(error) from error

    def release(self) -> None:
        """Remove what :meth:`claim` made, where a run ends before it has begun."""
        if self._made:
            # It was not there, so all that is in it is ours.
            shutil.rmtree(self.folder, ignore_errors=True)
        for folder in self._made[1:]:
            with suppress(OSError):
                folder.rmdir()

    def _refused(self, reason: str) -> UsageError:
        return UsageError(f"the output folder {self.given} {reason}")

    def _unusable(self, error: OSError) -> UsageError:
        return self._refused(
            f"cannot be written ({error.strerror or error}); {_CHOOSE}"
        )
