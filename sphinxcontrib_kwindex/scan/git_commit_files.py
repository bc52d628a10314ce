"""The files of a commit, as git keeps them; nothing is checked out."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path
from typing import Final

from ..model.named_tuple import NamedTuple
from .credentials import holds_credentials
from .file_classes import FileClassifier
from .git import commit, read_git
from .git_renames import Contents

#: Larger files, in bytes, are written without their content.
_LARGEST: Final = 10_000_000
#: As many links are followed by Linux.
_MOST_LINKS: Final = 40
_LINK, _SUBMODULE = "120000", "160000"


class Revision(NamedTuple):
    """The files of a commit below a folder."""

    commit: str
    """Its name."""
    files: dict[str, str]
    """By path from the folder the name of the content, for :class:`.Contents`."""


class MissingContentError(Exception):
    """The clone has the commit, but not the contents of its files."""


def revision_files(root: Path, name: str) -> Revision:
    """Return the files that a commit has below a folder.

    A symbolic link to another of these files is that file; other links, submodules and
    paths that no file system should get are left out.

    :param name: what names the commit: a tag, a branch, ``HEAD~3``.
    :raises GitError: if git cannot say, or there is no such commit.
    """
    digest = commit(root, name)
    files: dict[str, str] = {}
    links: dict[str, str] = {}
    for entry in read_git(root, "ls-tree", "-r", "-z", digest):
        about, _, path = os.fsdecode(entry).partition("\t")
        mode, _, content = about.split(" ")
        if mode == _LINK:
            links[path] = content
        elif mode != _SUBMODULE and _is_safe(path):
            files[path] = content
    targets: dict[str, str] = {}
    if links:
        with Contents(root) as contents:
            for path, content in links.items():
                target = os.fsdecode(contents.read(content))
                beside = posixpath.join(posixpath.dirname(path), target)
                targets[path] = posixpath.normpath(beside)
    ends = {path: _end(path, targets) for path in targets if _is_safe(path)}
    linked = {path: files[end] for path, end in ends.items() if end in files}
    return Revision(digest, files | linked)


def _end(path: str, targets: dict[str, str]) -> str:
    """Return where a link leads that may lead to other links."""
    for _ in range(_MOST_LINKS):
        path = targets.get(path, path)
    return path


def _is_safe(path: str) -> bool:
    """Tell whether a path leads to a file below the folder that it is written to."""
    # A tree that somebody made by hand may hold any name.
    parts = path.replace("\\", "/").split("/")
    return not any(part in {"", ".", ".."} or ":" in part for part in parts)


def write_files(root: Path, revision: Revision, folder: Path) -> None:
    """Write the files of a commit into an empty folder.

    What holds credentials by its name, and what is very large, has no content there,
    and data that a partial clone lacks the name of its content.

    :param root: where the repository is.
    :raises GitError: if git cannot say.
    :raises MissingContentError: if the clone does not have a content.
    :raises OSError: if a file cannot be written.
    """
    by_name = FileClassifier()
    with Contents(root, _LARGEST) as contents:
        for path, name in revision.files.items():
            data = b"" if holds_credentials(path) else contents.get(name)
            if data is None:
                if by_name.classify(path).read:
                    raise MissingContentError(path)
                data = name.encode("ascii")  # the same for the same content
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
