"""Which files each commit changed, and which it renamed, by git's history."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from ..model.named_tuple import NamedTuple
from .git import GIT_LOG_TIMEOUT, PLAIN_LOG, GitError, commit, read_log, started
from .overdue_process import killed_after

_LOG: Final = (
    *(*PLAIN_LOG, "--raw", "--no-abbrev", "-M", "-l1000", "--topo-order", "--reverse"),
    "--no-rename-empty",
)
#: Bytes of a larger file are not returned.
_LARGEST: Final = 2_000_000
#: Bytes that are read at once.
_BLOCK: Final = 1 << 20


class Change(NamedTuple):
    """What a commit did with a file."""

    old: str
    """Its path before; empty if it is new."""
    new: str
    """Its path; empty if it went."""
    before: str
    """The name of its content before, for :class:`Contents`; empty if it is new."""
    after: str


def changes(root: Path, since: str = "") -> Iterator[list[Change]]:
    """Yield the changes of each commit that is no merge, those before others first.

    Paths are from *root*; what lies outside is left out.

    :param since: a commit; those that it follows are left out.
    :raises GitError: if git cannot say, or there is no such commit.
    """
    span = f"{commit(root, since)}..HEAD" if since else "HEAD"
    for _, entries in read_log(root, *_LOG, span):
        rest = map(os.fsdecode, entries)
        if of_commit := [_change(told, rest) for told in rest]:
            yield of_commit


def _change(told: str, rest: Iterator[str]) -> Change:
    """Return a change, with the paths that follow what is told of it."""
    _, _, before, after, status = told.split(" ")
    old = new = next(rest)
    if status[0] in "RC":
        new = next(rest)
    if status[0] in "AC":
        old = before = ""
    if status[0] == "D":
        new = after = ""
    return Change(old, new, before, after)


class Contents:
    """Gives contents of files by their names in git.

    It is a context manager: a process of git answers as long as it is open.

    :param largest: bytes of a larger file are not returned.
    """

    def __init__(self, root: Path, largest: int = _LARGEST) -> None:
        self._largest = largest
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        self._process = started(root, "cat-file", "--batch", stdin=pipe, stderr=nowhere)

    def __enter__(self) -> Contents:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End git."""
        self._process.kill()
        self._process.communicate()

    def read(self, name: str) -> bytes:
        """Return a content; empty if it is not there, or too large.

        :raises GitError: if git ended.
        """
        return (self.get(name) or b"") if name.strip("0") else b""

    def get(self, name: str) -> bytes | None:
        """Return a content; empty if it is too large, ``None`` if it is not there.

        :raises GitError: if git ended.
        """
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        try:
            with killed_after(self._process, GIT_LOG_TIMEOUT):
                asked.write(name.encode("ascii") + b"\n")
                asked.flush()
                return _answer(told, self._largest)
        except OSError as error:
            raise GitError(f"git ended ({type(error).__name__})") from error


def _answer(told: IO[bytes], largest: int) -> bytes | None:
    head = told.readline().split()
    if len(head) != 3 or not head[2].isdigit():
        if not head:
            raise GitError("git ended")
        return None
    size = int(head[2])
    wanted = head[1] == b"blob" and size <= largest
    content, left = bytearray(), size + 1  # a line end follows
    while left:
        block = told.read(min(left, _BLOCK))
        if not block:
            raise GitError("git ended")
        left -= len(block)
        if wanted:
            content += block
    return bytes(content[:-1])
