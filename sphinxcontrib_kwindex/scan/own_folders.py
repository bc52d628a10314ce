"""Folders that this package writes to: how they are known, what changes there."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

#: The file by which the extension marks a folder that it writes to.
OUTPUT_RECORD: Final = ".kwindex"
#: The file by which the command marks its output, before anything is in it.
COMMAND_MARK: Final = f"{OUTPUT_RECORD}-command"


def read_record(record: Path, kind: type[T]) -> T | None:
    """Return what a record in JSON keeps; ``None`` if it is damaged, or not there.

    :param kind: what it has to be.
    """
    try:
        return msgspec.convert(json.loads(record.read_text("utf-8")), kind)
    # Older versions of msgspec have no ValueError.
    except (OSError, ValueError, RecursionError, msgspec.ValidationError):
        return None


def read_names(record: Path) -> set[str]:
    """Return the names of files that a record keeps; none if it is damaged."""
    return read_record(record, set[str]) or set()


def keep_record(record: Path, value: object) -> None:
    """Keep a value in a record, in JSON; there is none for one that is empty."""
    if value:
        record.write_text(json.dumps(value, indent=0), "utf-8")
    else:
        record.unlink(missing_ok=True)


def keep_names(record: Path, names: Iterable[str]) -> None:
    """Keep names of files in a record."""
    keep_record(record, sorted(names))


def write_changed(path: Path, content: bytes) -> None:
    """Write a file, if what is there is something else.

    What is the same keeps its time, for whoever copies the files that changed.
    """
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def folded(name: str) -> str:
    """Return what is the same for names that some file system takes for the same."""
    return unicodedata.normalize("NFC", name.casefold())


def remove_all(gone: Iterable[Path], kept: Iterable[Path], top: Path) -> None:
    """Delete files as :func:`remove` does, but for those that are wanted today.

    :param kept: files that are. A file system that takes names for the same that differ
        in their case has one of them by the name that is gone: it is renamed.
    """
    files = set(gone)
    if not files:
        return
    files -= (wanted := set(kept))
    by_folded = {folded(str(file)): file for file in wanted}
    for file in files:
        today = by_folded.get(folded(str(file)))
        if today and file.exists() and today.exists() and file.samefile(today):
            file.rename(today)
        else:
            remove(file, top)


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
