"""The arguments of the command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from .. import __version__

DESCRIPTION: Final = """\
Document the code of a repository: a page for each file and folder, an index of all
names, and links between them. The files are read and never imported or run.
"""
EPILOG: Final = """\
Patterns are those of .gitignore, relative to PATH. [tool.kwindex] in the file
pyproject.toml of PATH may set title, include, exclude, pages, private, source_link,
git, robots, sections, idioms, security_rules, performance_rules and max_complexity;
arguments win.

Exit codes: 0 built; 1 built, with files that could not be parsed (--strict);
2 wrong usage; 3 an error in the program; 130 stopped by Ctrl-C.

Examples:
  kwindex . -o site --open
  kwindex . -o docs/code -b markdown
  kwindex ../project --exclude vendor/ --exclude '*_pb2.py' --title 'My project'
"""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the command was told."""

    path: Path
    output: Path
    builder: str
    theme: str
    """Empty for the default."""
    jobs: int
    cache: Path | None
    config: Path | None
    strict: bool = False
    open: bool = False
    quiet: bool = False
    verbose: bool = False
    values: dict[str, object] = field(default_factory=dict)
    """Configuration values by their names without ``kwindex_``."""


def parse(argv: Sequence[str] | None) -> Arguments:
    """Return the arguments.

    :raises SystemExit: for wrong usage with code 2, and after help and version.
    """
    given = parser().parse_args(argv)
    values = {
        name: getattr(given, name)
        for name in ("title", "include", "exclude")
        if getattr(given, name) is not None
    }
    if given.untracked:
        values["untracked"] = True
    return Arguments(
        path=Path(given.path),
        output=Path(given.output or f"kwindex-{given.builder}"),
        builder=given.builder,
        theme=given.theme,
        jobs=given.jobs,
        cache=given.cache and Path(given.cache),
        config=given.config and Path(given.config),
        strict=given.strict,
        open=given.open,
        quiet=given.quiet,
        verbose=given.verbose,
        values=values,
    )


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="kwindex",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = made.add_argument
    add("path", metavar="PATH", help="the folder to document, '.' for this one")
    add(
        "-o",
        "--output",
        metavar="OUT",
        help="where the pages go: a folder that is new, empty or of an earlier run;"
        " by default ./kwindex-BUILDER",
    )
    add(
        "-b",
        "--builder",
        metavar="NAME",
        type=_name,
        default="html",
        help="html (the default), markdown, dirhtml, singlehtml, epub, latex, text or"
        " any other builder of Sphinx",
    )
    add(
        "-j",
        "--jobs",
        metavar="N",
        type=_jobs,
        default=1,
        help="how many processes work: a number, or auto for one a core (default: 1)",
    )
    add(
        "--include",
        metavar="P",
        action="append",
        help="document only files that match this pattern; may be repeated",
    )
    add(
        "--exclude",
        metavar="P",
        action="append",
        help="leave out files that match this pattern; may be repeated",
    )
    add(
        "--untracked",
        action="store_true",
        help="document also files that git does not track and does not ignore",
    )
    add("--title", metavar="T", help="the title, by default the name of the folder")
    add(
        "--theme",
        metavar="T",
        default="",
        help="an installed theme of Sphinx, by default furo, or alabaster where furo is"
        " not installed",
    )
    add("--open", action="store_true", help="open the first page in the browser")
    add(
        "--strict",
        action="store_true",
        help="exit with 1 if a file could not be read or parsed",
    )
    add(
        "--config",
        metavar="FILE",
        help="read [tool.kwindex] from this file instead of PATH/pyproject.toml",
    )
    add(
        "--cache",
        metavar="DIR",
        help="where to keep what makes the next run fast, by default the user's cache"
        " directory",
    )
    loud = made.add_mutually_exclusive_group()
    loud.add_argument("-q", "--quiet", action="store_true", help="only warnings")
    loud.add_argument(
        "-v", "--verbose", action="store_true", help="everything that Sphinx says"
    )
    add("--version", action="version", version=f"kwindex {__version__}")
    return made


def _jobs(text: str) -> int:
    if text == "auto":
        return os.cpu_count() or 1
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        message = f"{text!r} is neither a number from 1 on nor auto"
        raise argparse.ArgumentTypeError(message)
    return number


def _name(text: str) -> str:
    # It becomes part of the name of a folder.
    if not text.replace("-", "_").isidentifier():
        message = f"{text!r} is no name of a builder"
        raise argparse.ArgumentTypeError(message)
    return text
