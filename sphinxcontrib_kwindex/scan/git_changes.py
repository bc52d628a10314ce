"""Which lines of the work tree differ from a commit, by git."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from ..model.named_tuple import NamedTuple
from .git import COMPARING, GitError, commit, reason, run_git, unquoted

_DIFF: Final = ("diff", *COMPARING, "--no-renames")
_RAW: Final = ("--raw", "--no-abbrev", "-z")
_LINES: Final = (
    *("-U0", "--inter-hunk-context=0", "--no-prefix", "--submodule=short"),
    *("--diff-algorithm=default", "--indent-heuristic"),
)
_HUNK: Final = re.compile(rb"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


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
    compared = _compare(root, *_RAW, base).stdout.split(b"\0")
    entries = [
        (told.decode("ascii").split(" "), os.fsdecode(path))
        for told, path in zip(compared[::2], compared[1::2], strict=False)
    ]
    lines = _changed_lines(root, base) if entries else {}
    return [
        ChangedFile(path, True, (), before)
        if status.startswith("D")
        else ChangedFile(path, False, tuple(lines.get(path, ())), before)
        for (_, _, before, _, status), path in entries
    ]


def _compare(
    root: Path, *options: str, into: IO[bytes] | None = None
) -> subprocess.CompletedProcess[bytes]:
    done = run_git(root, *_DIFF, *options, "--", ".", into=into)
    if done.returncode:
        raise GitError(f"git could not compare the files ({reason(done.stderr)})")
    return done


def _changed_lines(root: Path, base: str) -> dict[str, list[tuple[int, int]]]:
    """Return by path what :attr:`ChangedFile.lines` has."""
    lines: dict[str, list[tuple[int, int]]] = {}
    of_file: list[tuple[int, int]] = []
    in_head = False
    with TemporaryFile() as differences:
        _compare(root, *_LINES, base, into=differences)
        differences.seek(0)
        # Lines of files begin with a plus, a minus or a backslash.
        for line in differences:
            if line.startswith(b"diff --git "):
                in_head = True
            elif in_head and line.startswith(b"+++ "):
                # Behind a name with a blank is a tab.
                name = line[4:].removesuffix(b"\n").removesuffix(b"\t")
                of_file = lines.setdefault(os.fsdecode(unquoted(name)), [])
                in_head = False
            elif match := _HUNK.match(line):
                first = int(match[1])
                number = 1 if match[2] is None else int(match[2])
                of_file.append(
                    (first, first + number - 1) if number else (first + 1, first)
                )
    return lines
