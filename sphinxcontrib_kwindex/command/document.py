"""``kwindex PATH``: documents a repository that has no Sphinx project.

It makes a Sphinx project of its own, without sources and without a ``conf.py``, in the
user's cache directory, and builds it with this extension. The arguments decide the
configuration, and the repository's own ``[tool.kwindex]`` as far as that can do no
harm: the repository is not trusted.

Where nothing changed since the last run, Sphinx is not even loaded. So nothing here
imports it before it is needed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..model.english import first_names, number_of
from ..scan.input_filter import PatternError
from ..scan.scan import TRACKS_NOTHING, Scan, scan
from .build_arguments import Arguments
from .cache_folder import CacheFolder
from .messages import UsageError, warning
from .output_folder import OutputFolder
from .printing import print_lines
from .pyproject import read_values
from .sphinx_project import project_configuration, root_folder
from .up_to_date import LastRun, Summary, inputs_digest

#: The default theme, which is an extra of the package, and the one in its place.
THEME, FALLBACK = "furo", "alabaster"
_NO_THEME: Final = (
    "the theme furo is not installed; using alabaster instead (to install furo:"
    " pip install 'sphinxcontrib-kwindex[command]')"
)
#: Exit codes.
BUILT, UNPARSED = 0, 1


def document(arguments: Arguments) -> int:
    """Document a tree, and return the exit code."""
    began = time.monotonic()
    root = root_folder(arguments.path)
    values = read_values(root, arguments.config, warning) | arguments.values
    output = OutputFolder(arguments.output, arguments.path, root, arguments.builder)
    theme = arguments.theme or (THEME if find_spec(THEME) else FALLBACK)
    cache = CacheFolder(root, arguments.cache)
    output.check()
    scanned = _scan(root, values, [output.folder, cache.top])
    configuration = project_configuration(root, cache, values, theme, arguments.builder)
    indexes = arguments.scip or ()
    inputs = inputs_digest(scanned, configuration, arguments.builder, indexes)
    summary = LastRun(cache.folder, output.folder).result_for(inputs)
    closing = ""
    if summary is None:
        with cache.locked():
            # Another process may just have built it.
            last_run = LastRun(cache.folder, output.folder)
            summary = last_run.result_for(inputs)
            if summary is None:
                from .build import build, check_theme

                check_theme(theme)
                has_theme = arguments.builder in {"html", "dirhtml", "singlehtml"}
                if has_theme and not arguments.theme and theme == FALLBACK:
                    warning(_NO_THEME)
                summary = build(arguments, configuration, cache, output, last_run)
                # What a file says may have changed while it was read; then the digest
                # is that of an earlier content, and the next run builds.
                last_run.save(inputs, summary)
                seconds = time.monotonic() - began
                closing = f"Built {_numbers(summary)} in {seconds:.1f} s."
    if not closing:
        for path, reason in scanned.problems:
            warning(f"{path}: {reason}")
        closing = f"Nothing changed: {_numbers(summary)}."
    if not arguments.quiet:
        print_lines([*_left_out(scanned), closing, f"Open {summary.first_page}"])
    if summary.unparsed:
        warning(_unparsed(summary.unparsed))
    if arguments.open:
        import webbrowser

        webbrowser.open(Path(summary.first_page).as_uri())
    return UNPARSED if arguments.strict and summary.unparsed else BUILT


def _scan(root: Path, values: dict[str, object], outputs: list[Path]) -> Scan:
    include, exclude = values.get("include", []), values.get("exclude", [])
    assert isinstance(include, list)
    assert isinstance(exclude, list)
    try:
        scanned = scan(
            root,
            include=include,
            exclude=exclude,
            outputs=outputs,
            untracked=bool(values.get("untracked")),
        )
    except PatternError as error:
        raise UsageError(str(error)) from error
    if not scanned.files:
        problems = [f"{path}: {reason}" for path, reason in scanned.problems[:3]]
        reasons = "; ".join(problems + _left_out(scanned))
        raise UsageError(
            f"no files to document in {root}"
            f"{' match the patterns' if include or exclude else ''}"
            f"{f' ({reasons})' if reasons else ''}"
        )
    return scanned


def _left_out(scanned: Scan) -> list[str]:
    """Return a sentence for each way in which git decided what is documented."""
    lines = [TRACKS_NOTHING] if scanned.tracks_nothing else []
    if scanned.untracked:
        files = number_of(scanned.untracked, "file")
        lines.append(f"{files} left out that git does not track (see --untracked)")
    return lines


def _numbers(summary: Summary) -> str:
    pages, files = number_of(summary.pages, "page"), number_of(summary.files, "file")
    return f"{pages} from {files} with {number_of(summary.definitions, 'definition')}"


def _unparsed(paths: Sequence[str]) -> str:
    files = number_of(len(paths), "file")
    return f"{files} could not be analysed: {first_names(paths)}"
