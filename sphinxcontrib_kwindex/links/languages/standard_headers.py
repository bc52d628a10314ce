"""The headers that come with compilers and systems, and with no project."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).with_suffix(".txt")
#: Those of the parts of the file: what it is, C, C++, systems, folders of systems.
_PARTS: Final = tuple(
    frozenset(" ".join(part.splitlines()[1:]).split())
    for part in _FILE.read_text("utf-8").split("\n\n")
)
_OF_LANGUAGES: Final = _PARTS[1] | _PARTS[2]
_NAMES: Final = frozenset().union(*_PARTS[:-1])
_FOLDERS: Final = tuple(sorted(_PARTS[-1]))


def is_standard(header: str, *, quoted: bool = False) -> bool:
    """Tell whether a header comes with compilers or systems.

    :param header: its path as included; Windows does not care for case.
    :param quoted: whether it stands in quotation marks. Then only one of the languages
        themselves does: systems have theirs in angle brackets.
    """
    if quoted:
        return header in _OF_LANGUAGES
    is_known = header in _NAMES or header.lower() in _NAMES
    return is_known or header.startswith(_FOLDERS)
