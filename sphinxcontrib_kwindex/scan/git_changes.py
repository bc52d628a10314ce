"""Which lines of the work tree differ from a commit, by git."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from ..model.named_tuple import NamedTuple
from .git import GitError, commit, reason, run_git

_DIFF: Final = (
    *("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"),
    "--relative",
)
_HUNK: Final = re.compile(rb"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


class ChangedFile(NamedTuple):
    """A file that differs from a commit."""

    path: str
    """From the root."""
    gone: bool
    """Whether it is not there any more."""
    lines: tuple[tuple[int, int], ...]
    """First and last line of what is new. Where lines were only deleted, the last is
    the line before the gap, and the first is one more. Empty if git cannot tell."""
    before: str = ""
    """The name of its content in the commit, for :class:`~.git_renames.Contents`."""


def changed_files(root: Path, since: str) -> list[ChangedFile]:
    """Return the files below *root* that git tracks and that differ from a commit.

    :raises GitError: if git cannot say, or there is no such commit.
    """
    base = commit(root, since)
    raw = ("--raw", "--no-abbrev", "-z")
    done = run_git(root, *_DIFF, *raw, base, "--", ".")
    if done.returncode:
        raise GitError(f"git could not compare the files ({reason(done.stderr)})")
    entries = done.stdout.split(b"\0")
    return [
        _changed(root, base, told.decode("ascii"), os.fsdecode(path))
        for told, path in zip(entries[::2], entries[1::2], strict=False)
    ]


def _changed(root: Path, base: str, told: str, path: str) -> ChangedFile:
    _, _, before, _, status = told.split(" ")
    if status.startswith("D"):
        return ChangedFile(path, True, (), before)
    done = run_git(root, *_DIFF, "-U0", base, "--", f":(literal){path}")
    lines = []
    for match in _HUNK.finditer(done.stdout):
        first = int(match[1])
        number = 1 if match[2] is None else int(match[2])
        lines.append((first, first + number - 1) if number else (first + 1, first))
    return ChangedFile(path, False, tuple(lines), before)
