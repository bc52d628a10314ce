"""Where the command writes: its own folder in the cache, and the output."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from ..scan.scan import COMMAND_MARK, OUTPUT_RECORD
from .errors import UsageError


def short_digest(path: Path) -> str:
    """Return a digest of an absolute path."""
    text = os.path.normcase(path).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(text, digest_size=6).hexdigest()


class Workshop:
    """A root's folder in the cache: doctrees, store, and what the last run did.

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
            message = f"{root} is in the cache directory of kwindex itself"
            raise UsageError(message)

    @property
    def source(self) -> Path:
        """The source directory of the Sphinx project; there is nothing in it."""
        return self.folder / "source"

    def doctrees(self, builder: str) -> Path:
        """Return the doctree directory; epub needs a configuration of its own."""
        return self.folder / ("doctrees-epub" if builder == "epub" else "doctrees")

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Make the folder, and keep it from any other run meanwhile.

        :raises UsageError: if that cannot be done.
        """
        lock = None
        try:
            self.source.mkdir(parents=True, exist_ok=True)
            # A cache within a tree is no part of it.
            (self.top / OUTPUT_RECORD).touch()
            # A lock that every system gives back when its process ends.
            lock = sqlite3.connect(self.folder / "lock.sqlite", timeout=0)
            lock.isolation_level = None
            lock.execute("BEGIN EXCLUSIVE")
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from error
        except sqlite3.OperationalError as error:
            if lock is not None:
                lock.close()
            if "locked" in str(error):
                message = "another run is at work on this folder; wait for it"
                raise UsageError(message) from error
            raise self._unusable(str(error)) from error
        except sqlite3.DatabaseError as error:
            raise self._unusable(str(error)) from error
        with closing(lock):
            yield

    def _unusable(self, reason: str) -> UsageError:
        return UsageError(
            f"the cache folder {self.folder} cannot be used ({reason}); choose another"
            " with --cache"
        )


class Output:
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
        place = (
            Path(os.path.relpath(root, self.folder)).as_posix()
            if inside
            else short_digest(root)
        )
        self._mark = {"builder": builder, "root": place}
        named = Path(os.path.abspath(given))  # noqa: PTH100, links stay
        tops = (root, Path(os.path.abspath(path)))  # noqa: PTH100
        self._led_out = not inside and any(named.is_relative_to(top) for top in tops)

    def check(self) -> None:
        """Look whether the folder may be written to, and leave it as it is.

        :raises UsageError: if not.
        """
        if self.root.is_relative_to(self.folder):
            which = "is" if self.root == self.folder else "holds"
            message = (
                f"the output folder {self.given} {which} the folder to document; name"
                " another with -o"
            )
            raise UsageError(message)
        if self._led_out:
            message = (
                f"the output folder {self.given} is a symbolic link that leads out of"
                " the folder to document; name the folder itself with -o"
            )
            raise UsageError(message)
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
                message = f"the output {self.given} is a file; name a folder with -o"
                raise UsageError(message) from None
            raise
        if first is None:
            return
        mark = self._read_mark()
        if mark is None:
            message = (
                f"the output folder {self.given} holds something else, {first.name!r}"
                " for one; empty it, or name another with -o"
            )
            raise UsageError(message)
        for key, what in (("root", "folder"), ("builder", "builder")):
            if mark.get(key) != self._mark[key]:
                message = (
                    f"the output folder {self.given} is that of another {what}; delete"
                    " it, or name another with -o"
                )
                raise UsageError(message)

    def _read_mark(self) -> dict[str, object] | None:
        place = self.folder / self.MARK
        if place.is_symlink() or not place.is_file():
            return None
        with suppress(ValueError):
            mark = json.loads(place.read_text("utf-8"))
            return mark if isinstance(mark, dict) else None
        return None

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
                    place = Path(folder, name)
                    if place.is_symlink():
                        message = (
                            f"{place} in the output folder is a symbolic link, which"
                            " kwindex never makes; delete it"
                        )
                        raise UsageError(message)
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

    def _unusable(self, error: OSError) -> UsageError:
        reason = error.strerror or str(error)
        return UsageError(
            f"the output folder {self.given} cannot be written ({reason}); name another"
            " with -o"
        )
