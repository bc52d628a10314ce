"""When each file was changed last, and how often, by git's history.

One ``git log`` tells it for the whole tree, read as it comes. Merges are no changes;
a file that was renamed begins anew.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ..model.named_tuple import NamedTuple
from .git import PLAIN_LOG, GitError, NoCommitError, commit, read_log, run_git

_LOG: Final = (*PLAIN_LOG, "--name-only", "--date-order", "--no-renames")


class Checkout(NamedTuple):
    """The commit that is checked out, and how much of its history is there."""

    revision: str
    """The commit's whole hash."""
    boundary: frozenset[str] = frozenset()
    """Of a shallow clone the commits whose parents are not there. git shows such a
    commit as if it had made all files."""

    @property
    def shallow(self) -> bool:
        """Whether a part of the history is not there."""
        return bool(self.boundary)


class FileHistory(NamedTuple):
    """What git knows of the changes of one file."""

    path: str
    date: str
    """The day in UTC on which the last change was committed, as ISO 8601 has it."""
    revision: str
    """The hash of that commit, its first seven digits."""
    changes: int
    """How many commits changed the file; in a shallow clone at least that many."""


def checkout(root: Path) -> Checkout:
    """Return what is checked out at *root*.

    :raises GitError: if git cannot say.
    """
    try:
        revision = commit(root, "HEAD")
    except NoCommitError as error:
        raise NoCommitError("there are no commits") from error
    done = run_git(
        root, "rev-parse", "--is-shallow-repository", "--git-path", "shallow"
    )
    shallow, _, path = os.fsdecode(done.stdout).strip().partition("\n")
    if shallow != "true":
        return Checkout(revision)
    try:
        commits = Path(root, path).read_text("ascii").split()
    except (OSError, ValueError) as error:
        raise GitError("cannot read the boundary of the shallow clone") from error
    return Checkout(revision, frozenset(commits))


def history(
    root: Path, checked_out: Checkout, paths: Collection[str]
) -> tuple[FileHistory, ...]:
    """Return what git knows of the files at *root*, ordered by path.

    :param paths: the POSIX paths from *root* of the files to tell of. Those of which
        no change is known are left out.
    :raises GitError: if git cannot say.
    """
    wanted = {os.fsencode(path): path for path in paths}
    last: dict[str, tuple[int, str]] = {}
    changes: dict[str, int] = {}
    for told, names in read_log(root, *_LOG, checked_out.revision):
        revision, seconds = told.split(" ")
        if revision not in checked_out.boundary:
            for path in filter(None, map(wanted.get, names)):
                last.setdefault(path, (int(seconds), revision))
                changes[path] = changes.get(path, 0) + 1
    return tuple(
        FileHistory(path, _day(last[path][0]), last[path][1][:7], changes[path])
        for path in sorted(last)
    )


def _day(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (OverflowError, OSError, ValueError):
        return "?"  # git takes any number
