"""The command ``kwindex``: documents a repository that has no Sphinx project.

It makes a Sphinx project of its own, without sources and without a ``conf.py``, in the
user's cache directory, and builds it with this extension. The arguments decide the
configuration, and the repository's own ``[tool.kwindex]`` as far as that can do no
harm: the repository is not trusted.

If the first argument is the name of a subcommand, that is run instead
(:mod:`.subcommands`).

Where nothing changed since the last run, Sphinx is not even loaded. So nothing here
imports it before it is needed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..model.rows import digest
from ..scan.scan import TRACKS_NOTHING, Scan, scan
from .arguments import Arguments, parse
from .cache_folder import CacheFolder
from .errors import BuildError, UsageError
from .output_folder import OutputFolder
from .pyproject import read_values
from .subcommands import subcommand
from .up_to_date import LastRun, Summary, inputs_digest

__all__ = ["main"]

#: Themes write the name of a project as it is, and this one may be the tree's.
_NO_MARKUP: Final = str.maketrans('<>"', "\u2039\u203a\u201d")
#: The default theme, which is an extra of the package, and the one in its place.
THEME, FALLBACK = "furo", "alabaster"
_NO_THEME: Final = (
    "the theme furo is not installed; using alabaster instead (to install furo:"
    " pip install 'sphinxcontrib-kwindex[command]')"
)
BUILT, UNPARSED, WRONG_USAGE, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    :param argv: the arguments, by default those of the process.
    :return: the exit code.
    """
    with suppress(AttributeError):  # names of files may be in any script
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    argv = sys.argv[1:] if argv is None else argv
    try:
        run = subcommand(argv)
        return run() if run else _run(parse(argv))
    except SystemExit as stop:  # of argparse: help, version, wrong usage
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE
    except UsageError as error:
        _message(f"error: {error}")
        return WRONG_USAGE
    except (BuildError, OSError) as error:  # a disk that is full, for one
        _message(f"error: {error}")
        return FAILED
    except KeyboardInterrupt:
        _message("interrupted; run the same command again to continue")
        return INTERRUPTED


def _run(arguments: Arguments) -> int:
    began = time.monotonic()
    root = _root(arguments.path)
    values = read_values(root, arguments.config, _warning) | arguments.values
    output = OutputFolder(arguments.output, arguments.path, root, arguments.builder)
    theme = arguments.theme or (THEME if find_spec(THEME) else FALLBACK)
    cache = CacheFolder(root, arguments.cache)
    scanned = _scan(root, values, [output.folder, cache.top])
    output.check()
    configuration = _configuration(root, cache, values, arguments, theme)
    with cache.locked():
        last_run = LastRun(cache.folder, output.folder)
        inputs = inputs_digest(
            scanned, configuration, arguments.builder, arguments.scip or ()
        )
        summary = last_run.result_for(inputs)
        if summary is not None:
            for path, reason in scanned.problems:
                _warning(f"{path}: {reason}")
            closing = f"Nothing changed: {_numbers(summary)}."
        else:
            from .build import build, check_theme

            check_theme(theme)
            if not arguments.theme and theme == FALLBACK and _has_theme(arguments):
                _warning(_NO_THEME)
            summary = build(arguments, configuration, cache, output, last_run)
            # What a file says may have changed while it was read; then the digest
            # is that of an earlier content, and the next run builds.
            last_run.save(inputs, summary)
            seconds = time.monotonic() - began
            closing = f"Built {_numbers(summary)} in {seconds:.1f} s."
    if not arguments.quiet:
        lines = [*_left_out(scanned), closing, f"Open {summary.first_page}"]
        print("\n".join(lines))  # noqa: T201
    if summary.unparsed:
        _warning(_unparsed(summary.unparsed))
    if arguments.open:
        import webbrowser

        webbrowser.open(Path(summary.first_page).as_uri())
    return UNPARSED if arguments.strict and summary.unparsed else BUILT


def _message(text: str) -> None:
    print(f"kwindex: {text}", file=sys.stderr, flush=True)  # noqa: T201


def _warning(text: str) -> None:
    _message(f"warning: {text}")


def _root(path: Path) -> Path:
    try:
        root = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "it is a link to itself"
        message = f"cannot open the folder {path}: {reason}"
        raise UsageError(message) from error
    if not root.is_dir():
        message = f"{path} is a file; pass the folder that contains it"
        raise UsageError(message)
    return root


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
    except ValueError as error:
        message = f"include or exclude: {error}"
        raise UsageError(message) from error
    if not scanned.files:
        problems = [f"{path}: {reason}" for path, reason in scanned.problems[:3]]
        reasons = "; ".join(problems + _left_out(scanned))
        message = (
            f"no files to document in {root}"
            f"{' match the patterns' if include or exclude else ''}"
            f"{f' ({reasons})' if reasons else ''}"
        )
        raise UsageError(message)
    return scanned


def _configuration(
    root: Path,
    cache: CacheFolder,
    values: dict[str, object],
    arguments: Arguments,
    theme: str,
) -> dict[str, object]:
    """Return the configuration of the Sphinx project."""
    title = str(values.get("title") or root.name or "Code map")
    name = title.translate(_NO_MARKUP)
    return {
        "extensions": ["sphinxcontrib_kwindex"],
        "project": name,
        "author": name,
        "version": digest(title)[:7] if arguments.builder == "epub" else "",
        "copyright": "",
        "html_show_copyright": False,
        "html_title": name,
        "html_theme": theme,
        "html_math_renderer": "kwindex-mathml",
        "epub_copyright": name,
        "epub_exclude_files": [OutputFolder.MARK],
        "kwindex_root": str(root),
        "kwindex_output": "",
        "kwindex_books": True,
        "kwindex_robots": "",
        # The package is an extra.
        "kwindex_markdown": find_spec("sphinx_markdown_builder") is not None,
        "kwindex_cache": str(cache.folder),
        **{f"kwindex_{key}": value for key, value in values.items()},
        "kwindex_title": title,
    }


def _has_theme(arguments: Arguments) -> bool:
    """Return whether the builder uses the theme."""
    return arguments.builder in {"html", "dirhtml", "singlehtml"}


def _left_out(scanned: Scan) -> list[str]:
    """Return a sentence for each way in which git decided what is documented."""
    lines = [TRACKS_NOTHING] if scanned.tracks_nothing else []
    if scanned.untracked:
        files = _count(scanned.untracked, "file")
        lines.append(f"{files} left out that git does not track (see --untracked)")
    return lines


def _numbers(summary: Summary) -> str:
    pages, files = _count(summary.pages, "page"), _count(summary.files, "file")
    return f"{pages} from {files} with {_count(summary.definitions, 'definition')}"


def _unparsed(paths: Sequence[str]) -> str:
    names = ", ".join(paths[:5])
    more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
    return f"{_count(len(paths), 'file')} could not be parsed: {names}{more}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
