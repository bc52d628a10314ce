"""The facts that every text file has, and the problem of a failed analysis."""

from __future__ import annotations

from ..model.errors import error_line
from ..model.facts import FileFacts, Problem
from .decoding import Source, line_count
from .file_types import FileType


def common_facts(kind: FileType, source: Source, size: int) -> FileFacts:
    """Return the facts that need no analysis.

    :param size: in bytes.
    """
    return FileFacts(
        type=kind.name,
        language=kind.alias,
        size=size,
        lines=line_count(source.text),
        encoding=source.encoding,
        source=kind.source,
        blank=source.encoding != "" and not source.text.strip(),
    )


def problem_of(error: Exception) -> Problem:
    """Return the problem that an exception during an analysis stands for."""
    if isinstance(error, RecursionError):
        return Problem("nested too deeply to be analysed")
    if isinstance(error, MemoryError):
        return Problem("too complex to be parsed")
    return Problem(error_line(error))
