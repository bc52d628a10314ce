"""What is said of what the analysis of a tree lacked, and what pages are without then.

There are warnings, and a last word that says how much of the tree could not be shown.
"""

from __future__ import annotations

from sphinx.application import Sphinx

from ...analysis.languages.registry import take_failures
from ...analysis.project.moved_file import MOVED_FILE
from ...codemap.code_map import CodeMap
from ...codemap.names.moved_places import problems
from ...model.english import first_names, number_of
from ...store.file_queries import keys_of_problem_files
from ...store.ingest import NOT_READ
from .build_state import build_state
from .messages import inform, warn


def warn_of_languages() -> None:
    """Warn of languages that failed, or whose grammar is not installed."""
    for name, reason in take_failures().items():
        warn(
            f"the language {name} failed: {reason}; its files are shown without what it"
            " adds",
            subtype="language",
        )


def warn_of_moved_file(code: CodeMap) -> None:
    """Warn of lines about moved definitions that are wrong: as of :func:`.problems`."""
    for problem in problems(code):
        where = f"{MOVED_FILE}:{problem.line}"
        warn(f"{MOVED_FILE}: {problem.text}", subtype="moved", location=where)


def warn_of_errors(unexpected: list[str]) -> None:
    """Warn of internal errors."""
    for problem in unexpected:
        text = f"{problem}; pages are without what depends on it; please report it"
        warn(text, subtype="internal")


def warn_of_ruff(reason: str) -> None:
    """Warn that Ruff did not run."""
    warn(f"{reason}; pages are without what Ruff finds", subtype="ruff")


def warn_of_executor(text: str) -> None:
    """Warn of an executor that failed, or cannot be used."""
    warn(
        f"kwindex_executor: {text}; the remaining files are analysed without it",
        subtype="executor",
    )


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Say which files could not be parsed or were left out, if there are any."""
    state = build_state(app)
    if exception is None and state.code is not None:
        for line in shortcomings(state.code, state.scan_problems, state.untracked):
            inform(line)


def shortcomings(code: CodeMap, left_out: int = 0, untracked: int = 0) -> list[str]:
    """Return a sentence for each way in which files are not shown as others are.

    :param left_out: how many paths the scan did not take for input.
    :param untracked: how many files it left out because git does not track them.
    """
    unparsed: list[str] = []
    unread: list[str] = []
    for path, key in keys_of_problem_files(code.store).items():
        (unread if key.startswith(NOT_READ) else unparsed).append(path)
    withheld = sorted(code.withheld)
    sentences = []
    for paths, shortcoming in (
        (unparsed, "could not be parsed"),
        (unread, "not analysed, as too large, too slow or unreadable"),
        (withheld, "listed without content, as the name suggests credentials"),
    ):
        if paths:
            files = number_of(len(paths), "file")
            sentences.append(f"{files} {shortcoming} ({first_names(paths)})")
    if left_out:
        paths_ = number_of(left_out, "path")
        sentences.append(f"{paths_} left out; see the warnings above")
    if untracked:
        files = number_of(untracked, "file")
        sentences.append(
            f"{files} left out that git does not track (see kwindex_untracked)"
        )
    return sentences
