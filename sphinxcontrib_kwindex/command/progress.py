"""What the command shows while it, or Sphinx, works."""

from __future__ import annotations

import io
import re
from typing import Final, TextIO

from ..pages.control_characters import CONTROLS
from .messages import without_conf_py

_ESCAPES: Final = re.compile("\x1b\\[[0-9;]*[A-Za-z]")
#: "reading sources... [ 50%] name" of Sphinx.
_STEP: Final = re.compile(r"(\w[\w ]*?)\.\.\. *\[ *(\d+)%\]")


class Progress(io.StringIO):
    """Takes the status messages of Sphinx, and shows one line of progress.

    :param terminal: where it is shown. Where that is a file, each step is named once.
    """

    def __init__(self, terminal: TextIO) -> None:
        super().__init__()
        self._terminal = terminal
        self._single = terminal.isatty()
        self._shown = ""

    def isatty(self) -> bool:
        """Return ``True``, so that Sphinx writes each step."""
        return True

    def write(self, text: str) -> int:
        """Show the step that *text* names, if any."""
        for step, percent in _STEP.findall(_ESCAPES.sub("", text)):
            self.show(step, int(percent) / 100)
        return len(text)

    def show(self, step: str, part: float) -> None:
        """Show how much of a step is done, from 0 to 1."""
        line = f"{step} {part:.0%}"
        if line == self._shown:
            return
        if self._single:
            blanks = " " * (len(self._shown) - len(line))
            self._terminal.write(f"\r{line}{blanks}")
            self._shown = line
        elif step != self._shown:
            self._terminal.write(f"{step}\n")
            self._shown = step
        else:
            return
        self._terminal.flush()

    def clear(self) -> None:
        """Clear the line."""
        if self._single and self._shown:
            self._terminal.write(f"\r{' ' * len(self._shown)}\r")
            self._terminal.flush()
            self._shown = ""


class Messages(io.StringIO):
    """Shows the messages of Sphinx, without control characters that a name may hold.

    :param progress: the line of progress on the same terminal.
    """

    def __init__(self, terminal: TextIO, progress: Progress | None = None) -> None:
        super().__init__()
        self._terminal = terminal
        self._progress = progress

    def write(self, text: str) -> int:
        """Show *text*."""
        if self._progress is not None:
            self._progress.clear()
        text = _ESCAPES.sub("", without_conf_py(text)).replace("\r", "")
        self._terminal.write(CONTROLS.sub("", text))
        self._terminal.flush()
        return len(text)
