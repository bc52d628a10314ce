"""Folders that this package writes to: how they are known, what is deleted there."""

from __future__ import annotations

from pathlib import Path
from typing import Final

#: The file by which the extension marks a folder that it writes to.
OUTPUT_RECORD: Final = ".kwindex"
#: The file by which the command marks its output, before anything is in it.
COMMAND_MARK: Final = f"{OUTPUT_RECORD}-command"


def remove(file: Path, top: Path) -> None:
    """Delete a file below a folder if it is there, and folders that are empty then.

    Nothing elsewhere is: the record that names it may have come with the tree.
    """
    if ".." in file.parts or not file.is_relative_to(top):
        return
    file.unlink(missing_ok=True)
    for folder in file.parents:
        if folder == top:
            return
        try:
            folder.rmdir()
        except OSError:
            return
