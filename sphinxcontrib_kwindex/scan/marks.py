"""The files by which folders are known that this package writes to."""

from __future__ import annotations

from typing import Final

#: The file by which the extension marks a folder that it writes to.
OUTPUT_RECORD: Final = ".kwindex"
#: The file by which the command marks its output, before anything is in it.
COMMAND_MARK: Final = f"{OUTPUT_RECORD}-command"
