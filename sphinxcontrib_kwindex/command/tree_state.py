"""Whether a tree, and what analyses it, is still as it was when it was analysed.

To read all files takes long. So, as git does, what the system says of each file tells:
its size and when it changed. A tree in which something changed just before it was
looked at is not trusted, since what changes twice within the same tick has one time.
"""

from __future__ import annotations

import json
import os
import sys
import time
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ..model.digests import blake2b, digest

#: Nanoseconds within which times may be the same though files are not.
TICK: Final = 2_000_000_000
#: Of a time, as many as there is place for: until 2262.
_BITS: Final = (1 << 63) - 1


class TreeState:
    """A record of how a tree was.

    :param file: where that is kept.
    :param root: absolute.
    :param tick: nanoseconds within which times may be the same though files are not.
    """

    def __init__(self, file: Path, root: Path, tick: int = TICK) -> None:
        self._file = file
        self._root = root
        self._began = time.time_ns()
        self._tick = tick

    def unchanged_since(self, key: str) -> Any:
        """Return what was kept with the record, if the tree is as it was.

        :param key: of all that decides besides the tree.
        """
        with suppress(OSError, ValueError, KeyError, TypeError):
            saved = json.loads(self._file.read_text("utf-8"))
            top = f"{self._root}{os.sep}"
            paths = [top + path for path in saved["paths"].split("\0")]
            paths += saved["elsewhere"]
            if saved["key"] == key and _digest(_states(paths)) == saved["state"]:
                return saved["kept"]
        return None

    def save(self, key: str, paths: Iterable[str], kept: object) -> None:
        """Keep a record of how the tree is, unless it changes at this time.

        :param paths: the files, and the folders in which others may appear, relative
            to the root or absolute.
        :param kept: what can be written as JSON.
        """
        elsewhere = list(map(str, git_records(self._root)))
        below: list[str] = []
        for path in paths:
            (elsewhere if os.path.isabs(path) else below).append(path)  # noqa: PTH117
        top = f"{self._root}{os.sep}"
        states = _states([*(top + path for path in below), *elsewhere])
        first, last = self._began - self._tick, time.time_ns() + self._tick
        # A time that is still to come, of a clock that was wrong, says nothing.
        if any(first <= when <= last for when in (*states[1::3], *states[2::3])):
            self.forget()
            return
        record = {
            "key": key,
            "state": _digest(states),
            "paths": "\0".join(below),
            "elsewhere": elsewhere,
            "kept": kept,
        }
        self._file.write_text(json.dumps(record), "utf-8")

    def forget(self) -> None:
        """Have the tree analysed again."""
        self._file.unlink(missing_ok=True)


def _states(paths: Iterable[str]) -> array[int]:
    """Return size, time of the last change and of that of the entry of each file."""
    # There are many, and answers are to come at once.
    states = array("q")
    for path in paths:
        try:
            status = os.stat(path)  # noqa: PTH116
        except OSError:
            states.extend((0, 0, 0))
        else:
            states.append(status.st_size)
            states.append(status.st_mtime_ns & _BITS)
            states.append(status.st_ctime_ns & _BITS)
    return states


def _digest(states: array[int]) -> str:
    return blake2b(states.tobytes(), digest_size=12).hexdigest()


def folders_below(root: Path) -> Iterator[str]:
    """Yield the folders in which files may appear, relative to *root*.

    Not those whose names begin with a dot, and not virtual environments.
    """
    for where, folders, files in os.walk(root):
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        yield os.path.relpath(where, root)
        folders[:] = [name for name in folders if not name.startswith(".")]


def git_records(root: Path) -> Iterator[Path]:
    """Yield the files that git changes when it tracks others, or checks out others."""
    for folder in (root, *root.parents):
        git = folder / ".git"
        if git.is_file():
            with suppress(OSError, ValueError):
                git = folder / git.read_text("utf-8").removeprefix("gitdir:").strip()
        if os.path.isdir(git):  # noqa: PTH112  the name may be too long
            yield from (git / "index", git / "HEAD", git / "logs" / "HEAD")
            return


#: What the files of this package end in that decide about the output.
_SUFFIXES: Final = (".py", ".css", ".js", ".html", ".mo", ".toml")


def program_state() -> str:
    """Return a digest of what does the work: Python, and the packages."""
    package = Path(__file__).parents[1]
    return digest(sys.version, _distributions(), package_state(package))


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder."""
    for where, _, names in os.walk(folder):
        for name in names:
            yield Path(where, name)


def _distributions() -> list[str]:
    """Return name and version of everything that is installed.

    Their folders have both in their names, and reading those takes no time.
    """
    names: set[str] = set()
    for folder in sys.path:
        with suppress(OSError):
            names.update(os.listdir(folder or "."))  # noqa: PTH208
    return sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))


def package_state(package: Path) -> list[tuple[str, int, int]]:
    """Return the state of a package's files, which may change within a version.

    Those of an installation are what its `RECORD
    <https://packaging.python.org/specifications/recording-installed-packages/>`__
    lists; those of a checkout are looked at one by one.
    """
    for record in package.parent.glob(f"{package.name}-*.dist-info/RECORD"):
        status = record.stat()
        return [(str(record), status.st_size, status.st_mtime_ns)]
    folders = [str(package)]
    states = []
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(_SUFFIXES):
                    status = entry.stat()
                    states.append((entry.path, status.st_size, status.st_mtime_ns))
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append(entry.path)
    return sorted(states)
