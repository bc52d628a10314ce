"""What an export is, and the list of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..codemap.code_map import CodeMap


@dataclass(frozen=True, slots=True)
class Export:
    """Files for programs that are written beside the pages.

    :param name: what ``kwindex_exports`` calls it.
    :param write: called with a :class:`.CodeMap` and an empty folder, into which it
        writes its files, with the names that they have in the output directory. What it
        raises becomes a warning, and none of its files is kept then.
    :param version: to be raised when the same tree gives other files.
    """

    name: str
    write: Callable[[CodeMap, Path], None]
    version: str = ""


#: Our own exports.
EXPORTS: Final[tuple[Export, ...]] = ()
