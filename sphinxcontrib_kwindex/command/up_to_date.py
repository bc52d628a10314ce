"""Whether the output is up to date, so that there is nothing to build.

Everything that decides about the output is one digest: the files of the tree by their
content, the configuration, and what does the work. Beside it stand the digests of the
files that were written. Where all are as the last run left them, there is nothing
to do. As everywhere, digests decide and not times.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import file_digest
from pathlib import Path

import msgspec

from ..analysis.project.moved_file import MOVED_FILE
from ..model.digests import digest
from ..model.record import Record
from ..scan.git import GitError, commit
from ..scan.own_folders import read_record
from ..scan.scan import Scan, SourceFile, revision
from .cache_folder import short_digest
from .tree_state import files_below, program_state


class Summary(Record, frozen=True):
    """What a run made."""

    files: int
    definitions: int
    pages: int
    first_page: str
    """The file, or else the folder, to open first."""
    unparsed: list[str]
    """The paths of files that could not be parsed or read."""


class _Saved(Record, frozen=True):
    """What is kept of a run."""

    inputs: str
    outputs: dict[str, str]
    """By the names of the files that were written a digest of each."""
    summary: Summary


class LastRun:
    """A record of the last run into an output folder.

    :param folder: where that is kept.
    """

    def __init__(self, folder: Path, output: Path) -> None:
        self._file = folder / f"run-{short_digest(output)}.json"
        self._output = output
        self._saved = read_record(self._file, _Saved)

    @property
    def is_intact(self) -> bool:
        """Whether all that the last run wrote is there as it was written."""
        return not self._saved or all(
            _content(self._output / name) == content
            for name, content in self._saved.outputs.items()
        )

    def result_for(self, inputs: str) -> Summary | None:
        """Return the summary of the last run if this one would make the same."""
        saved = self._saved
        same = saved is not None and saved.inputs == inputs and self.is_intact
        return saved.summary if saved and same else None

    def forget(self) -> None:
        """Delete the record, before the output changes."""
        self._file.unlink(missing_ok=True)

    def save(self, inputs: str, summary: Summary) -> None:
        """Keep the record of a run."""
        outputs = {
            path.relative_to(self._output).as_posix(): _content(path)
            for path in files_below(self._output)
        }
        saved = msgspec.to_builtins(_Saved(inputs, outputs, summary))
        self._file.write_text(json.dumps(saved), "utf-8")


def inputs_digest(
    scanned: Scan,
    configuration: dict[str, object],
    builder: str,
    indexes: Iterable[Path] = (),
) -> str:
    """Return a digest of all that decides about the output.

    :param indexes: those that links are taken from.
    """
    return digest(
        [(file.path, file.withheld, _file_state(file)) for file in scanned.files],
        scanned.untracked,
        scanned.submodules,
        scanned.problems,
        revision(scanned.root),
        _compared_with(scanned.root, configuration.get("kwindex_changes_since")),
        # Perhaps git does not track it yet.
        _content(scanned.root / MOVED_FILE),
        sorted(configuration.items()),
        [_content(index) for index in indexes],
        builder,
        program_state(),
    )


def _compared_with(root: Path, name: object) -> str:
    """Return the commit that pages compare with; empty for none, or none there."""
    try:
        return commit(root, name) if isinstance(name, str) and name else ""
    except GitError:
        return ""


def _file_state(file: SourceFile) -> str:
    """Return the state of a file as far as pages show it."""
    if not file.withheld:
        return _content(file.location)
    try:
        return str(file.location.stat().st_size)
    except OSError as error:
        return f"unreadable: {error.strerror}"


def _content(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return file_digest(stream, "blake2b").hexdigest()[:32]
    except OSError as error:
        return f"unreadable: {error.strerror}"
