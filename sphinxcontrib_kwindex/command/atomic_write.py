"""Writes a file that people keep: whole, or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from .messages import BuildError


def write_whole(file: Path, text: str) -> None:
    """Write a text beside a file, and put it in its place.

    A link stays, and what it leads to is replaced; a device is written to.

    :raises BuildError: if it cannot be written; then it is as it was.
    """
    try:
        target = file.resolve()
        if target.exists() and not target.is_file():
            target.write_text(text, "utf-8")
            return
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        with beside.open("x", encoding="utf-8", newline="\n") as whole:
            try:
                whole.write(text)
                whole.flush()
                if target.exists():
                    shutil.copymode(target, beside)
            except BaseException:
                with suppress(OSError):
                    beside.unlink()
                raise
        beside.replace(target)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BuildError(f"cannot write {file} ({reason})") from error
