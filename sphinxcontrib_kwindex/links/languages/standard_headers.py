"""The headers that come with compilers and systems, and with no project."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).with_suffix(".txt")
_LINES: Final = _FILE.read_text("utf-8").splitlines()
_KNOWN: Final = frozenset(
    word for line in _LINES if not line.startswith("#") for word in line.split()
)
_FOLDERS: Final = tuple(sorted(word for word in _KNOWN if word.endswith("/")))


def is_standard(header: str) -> bool:
    """Tell whether a header comes with compilers or systems.

    :param header: its path as included; Windows does not care for case.
    """
    is_known = header in _KNOWN or header.lower() in _KNOWN
    return is_known or header.startswith(_FOLDERS)
