"""What an export is, and the list of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
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
    :param folder: the folder of the output directory that its files are in, by default
        the output directory itself.
    """

    name: str
    write: Callable[[CodeMap, Path], None]
    version: str = ""
    folder: str = ""


def _own(name: str, module: str, version: str) -> Export:
    """Return an export of a file of this folder, which has a function ``write``.

    It is not loaded before it runs.
    """

    def write(code: CodeMap, folder: Path) -> None:
        import_module(f".{module}", __package__).write(code, folder)

    return Export(name, write, version, "exports")


#: Our own exports.
EXPORTS: Final = (
    _own("json", "kwindex_json.write", "2"),
    _own("ctags", "ctags", "1"),
    _own("etags", "etags", "1"),
    _own("scip", "scip", "2"),
)
