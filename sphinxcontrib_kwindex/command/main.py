"""The command ``kwindex``: documents a repository that has no Sphinx project.

It makes a Sphinx project of its own, without sources and without a ``conf.py``, in the
user's cache directory, and builds it with this extension. What it is told decides the
configuration, and what the repository says of itself in ``[tool.kwindex]`` as far as
that can do no harm: the repository is not trusted.

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
from .errors import UsageError
from .locations import Output, Workshop
from .tool_table import read_values
from .up_to_date import State, Summary, inputs_digest

__all__ = ["main"]

#: Themes write the name of a project as it is, and this one may be the tree's.
_NO_MARKUP: Final = str.maketrans('<>"', "\u2039\u203a\u201d")
#: The default theme, which is an extra of the package, and the one in its place.
THEME, FALLBACK = "furo", "alabaster"
_NO_THEME: Final = (
    "the theme furo is not installed; the pages have Sphinx's alabaster (to install it:"
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
    try:
        return _run(parse(argv))
    except SystemExit as stop:  # of argparse: help, version, wrong usage
        return stop.code if isinstance(stop.code, int) else WRONG_USAGE
    except UsageError as error:
        _say(str(error))
        return WRONG_USAGE
    except OSError as error:  # a disk that is full, for one
        _say(f"it could not be finished: {error}")
        return FAILED
    except KeyboardInterrupt:
        _say("stopped; the same command again goes on with what was read so far")
        return INTERRUPTED


def _run(arguments: Arguments) -> int:
    began = time.monotonic()
    root = _root(arguments.path)
    values = read_values(root, arguments.config, _say)
    values |= arguments.values
    output = Output(arguments.output, arguments.path, root, arguments.builder)
    theme = arguments.theme or (THEME if find_spec(THEME) else FALLBACK)
    workshop = Workshop(root, arguments.cache)
    found = _scan(root, values, [output.folder, workshop.top])
    output.check()
    overrides = _overrides(root, workshop, values, arguments, theme)
    with workshop.opened():
        state = State(workshop.folder, output.folder)
        inputs = inputs_digest(found, overrides, arguments.builder)
        summary = state.unchanged(inputs)
        if summary is None:
            from .build import BuildError, build, check_theme

            check_theme(theme)
            if not arguments.theme and theme == FALLBACK and _has_theme(arguments):
                _say(_NO_THEME)
            try:
                summary = build(arguments, overrides, workshop, output, state)
            except BuildError as error:
                _say(str(error))
                return FAILED
            # What a file says may have changed while it was read; then the digest
            # is that of an earlier content, and the next run builds.
            state.save(inputs, summary)
            said = f"in {time.monotonic() - began:.1f} s"
        else:
            for path, reason in found.problems:
                _say(f"warning: {path}: {reason}")
            said = "nothing changed"
    if not arguments.quiet:
        for line in _left_out(found):
            print(line)  # noqa: T201
        print(f"{_closing(summary)}, {said}.")  # noqa: T201
        print(f"Look at {summary.entrance}")  # noqa: T201
    if summary.unparsed:
        _say(_unparsed(summary.unparsed))
    if arguments.open:
        import webbrowser

        webbrowser.open(Path(summary.entrance).as_uri())
    return UNPARSED if arguments.strict and summary.unparsed else BUILT


def _say(text: str) -> None:
    print(f"kwindex: {text}", file=sys.stderr, flush=True)  # noqa: T201


def _root(path: Path) -> Path:
    try:
        root = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it leads to itself"
        message = f"{path}: there is no such folder ({reason})"
        raise UsageError(message) from error
    if not root.is_dir():
        message = f"{path} is a file; name the folder that it is in"
        raise UsageError(message)
    return root


def _scan(root: Path, values: dict[str, object], outputs: list[Path]) -> Scan:
    include, exclude = values.get("include", []), values.get("exclude", [])
    assert isinstance(include, list)
    assert isinstance(exclude, list)
    try:
        found = scan(
            root,
            include=include,
            exclude=exclude,
            outputs=outputs,
            untracked=bool(values.get("untracked")),
        )
    except ValueError as error:
        message = f"include or exclude: {error}"
        raise UsageError(message) from error
    if not found.files:
        why = "; ".join(
            [f"{path}: {reason}" for path, reason in found.problems[:3]]
            + _left_out(found)
        )
        message = (
            f"{root} has no files to document"
            f"{' that match' if include or exclude else ''}{f' ({why})' if why else ''}"
        )
        raise UsageError(message)
    return found


def _overrides(
    root: Path,
    workshop: Workshop,
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
        "epub_exclude_files": [Output.MARK],
        "kwindex_root": str(root),
        "kwindex_output": "",
        "kwindex_books": True,
        "kwindex_robots": "",
        "kwindex_cache": str(workshop.folder),
        **{f"kwindex_{key}": value for key, value in values.items()},
        "kwindex_title": title,
    }


def _has_theme(arguments: Arguments) -> bool:
    """Return whether what is made shows the theme."""
    return arguments.builder in {"html", "dirhtml", "singlehtml"}


def _left_out(found: Scan) -> list[str]:
    """Say what git has to do with what is input and what is not."""
    said = []
    if found.tracks_nothing:
        said.append(TRACKS_NOTHING)
    if found.untracked:
        files = "1 file" if found.untracked == 1 else f"{found.untracked:,} files"
        said.append(f"{files} left out that git does not track (--untracked)")
    return said


def _closing(summary: Summary) -> str:
    numbers = (
        (summary.files, "file", "files"),
        (summary.definitions, "definition", "definitions"),
        (summary.pages, "page", "pages"),
    )
    files, definitions, pages = (
        f"{number:,} {one if number == 1 else more}" for number, one, more in numbers
    )
    return f"{files} with {definitions} on {pages}"


def _unparsed(paths: Sequence[str]) -> str:
    names = ", ".join(paths[:5])
    more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
    count = "1 file" if len(paths) == 1 else f"{len(paths)} files"
    return f"{count} could not be parsed: {names}{more}"
