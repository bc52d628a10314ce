"""Whether a run would make what is there already.

Everything that decides about the output is one digest: the files of the tree by their
content, the configuration, and what does the work. Beside it stand the digests of the
files that were written. Where all are as the last run left them, there is nothing
to do. As everywhere, digests decide and not times.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path

from ..model.rows import digest
from ..scan.scan import Scan, SourceFile, revision
from .locations import short_digest


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run made."""

    files: int
    definitions: int
    pages: int
    entrance: str
    """The file, or the folder, to look at first."""
    unparsed: list[str]
    """The paths of files that could not be parsed or read."""


class State:
    """What the last run into an output folder did.

    :param folder: where that is kept.
    """

    def __init__(self, folder: Path, output: Path) -> None:
        self._file = folder / f"run-{short_digest(output)}.json"
        self._output = output
        self._inputs = ""
        self._outputs: dict[str, str] = {}
        self._summary: Summary | None = None
        try:
            saved = json.loads(self._file.read_text("utf-8"))
            self._inputs = str(saved["inputs"])
            self._outputs = dict(saved["outputs"])
            self._summary = Summary(**saved["summary"])
        except (OSError, ValueError, KeyError, TypeError):
            pass

    @property
    def is_whole(self) -> bool:
        """Whether all that the last run wrote is there as it was written."""
        return all(
            _content(self._output / name) == content
            for name, content in self._outputs.items()
        )

    def unchanged(self, inputs: str) -> Summary | None:
        """Return what the last run made if this one would make the same."""
        if self._summary is None or self._inputs != inputs or not self.is_whole:
            return None
        return self._summary

    def forget(self) -> None:
        """Forget it, before something else is made."""
        self._file.unlink(missing_ok=True)

    def save(self, inputs: str, summary: Summary) -> None:
        """Keep what a run did."""
        outputs = {
            path.relative_to(self._output).as_posix(): _content(path)
            for path in _files(self._output)
        }
        saved = {"inputs": inputs, "outputs": outputs, "summary": asdict(summary)}
        self._file.write_text(json.dumps(saved), "utf-8")


def inputs_digest(found: Scan, overrides: dict[str, object], builder: str) -> str:
    """Return a digest of all that decides about the output."""
    return digest(
        [(file.path, file.withheld, _state(file)) for file in found.files],
        found.untracked,
        found.submodules,
        found.problems,
        revision(found.root),
        sorted(overrides.items()),
        builder,
        sys.version,
        _distributions(),
        _package(),
    )


def _state(file: SourceFile) -> str:
    """Return what of a file decides about the output."""
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


def _files(folder: Path) -> Iterator[Path]:
    for where, _, names in os.walk(folder):
        for name in names:
            yield Path(where, name)


def _distributions() -> list[str]:
    """Return name and version of everything that is installed.

    Their folders have both in their names, and reading those takes no time.
    """
    found = set()
    for place in sys.path:
        try:
            found |= {
                name
                for name in os.listdir(place or ".")  # noqa: PTH208
                if name.endswith((".dist-info", ".egg-info"))
            }
        except OSError:
            continue
    return sorted(found)


def _package() -> list[tuple[str, int, int]]:
    """Return what tells that this package is another one, of the same version too."""
    folder = Path(__file__).parents[1]
    return sorted(
        (path.relative_to(folder).as_posix(), status.st_size, status.st_mtime_ns)
        for path in _files(folder)
        if path.suffix in {".py", ".css", ".js", ".html", ".mo"}
        for status in [path.stat()]
    )
