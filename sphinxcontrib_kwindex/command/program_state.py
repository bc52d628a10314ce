"""What does the work: Python, the packages, and this one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..model.rows import digest

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
