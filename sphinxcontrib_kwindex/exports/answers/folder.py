"""What is known of a folder, in short: what its documentation says first."""

from __future__ import annotations

from ...codemap.code_map import CodeMap
from ...codemap.most_used import most_used, summary_of
from ...model.record import Record


class FolderName(Record, frozen=True):
    """A name that a folder defines and that many files use."""

    path: str
    name: str
    summary: str
    files: int
    """How many other files import or use it, without tests."""
    tests: int
    """How many tests do."""


class FolderFile(Record, frozen=True):
    """A file that is directly in a folder."""

    path: str
    summary: str


class Subfolder(Record, frozen=True):
    """A folder that is directly in another."""

    path: str
    summary: str
    files: int
    """Those below it."""


class FolderAnswer(Record, frozen=True):
    """A folder."""

    folder: str
    """The path; ``.`` for the root."""
    summary: str
    """The sentence that says what it is for; empty without any."""
    most_used: tuple[FolderName, ...]
    files: tuple[FolderFile, ...]
    folders: tuple[Subfolder, ...]


def describe_folder(code: CodeMap, path: str) -> FolderAnswer:
    """Return what is known of a folder.

    :raises KeyError: if it is not in the tree.
    """
    folder = code.folders[path]
    return FolderAnswer(
        folder.name,
        code.summary(path),
        tuple(
            FolderName(
                *(name.path, name.qualname, summary_of(code, name)),
                *(name.users, name.tests),
            )
            for name in most_used(code, path).names
        ),
        tuple(FolderFile(row.path, row.summary) for row in code.files_in(path)),
        tuple(
            Subfolder(subfolder, code.summary(subfolder), code.count_files(subfolder))
            for subfolder in folder.subfolders
        ),
    )
