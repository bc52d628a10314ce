"""The arguments of the command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .. import __version__
from .question_arguments import (
    Parser,
    flag,
    repeated,
    with_cache,
    with_configuration,
    with_jobs,
)

DESCRIPTION: Final = """\
Document the code of a repository: pages for its files and folders, an index of all
names, and links between them. The files are read, never imported or run.
"""
EPILOG: Final = """\
Patterns have the syntax of .gitignore and are relative to PATH. The table
[tool.kwindex] in PATH/pyproject.toml may set title, include, exclude, pages, private,
source_link, git, changes_since, robots, sections, idioms, security_rules,
performance_rules, max_complexity, exports, palette and markdown. Arguments take
precedence.

Exit codes: 0 built; 1 built, but files could not be parsed (--strict); 2 wrong usage;
3 the build failed; 130 interrupted by Ctrl-C.

Commands, each with --help:
  kwindex query NAME     what a name means, who uses it, which tests do
  kwindex file PATH      what a file or a folder is for
  kwindex where PATTERN  the definitions whose names match
  kwindex map            what most depends on, in a number of tokens
  kwindex tests WHAT     the tests to run for a change
  kwindex check          dead links, cycles of imports, what lacks documentation or use
  kwindex diff REV       what changed since a revision, and what that breaks
  kwindex moved PATH     files and definitions that moved
  kwindex export PATH    kwindex.json, tags for editors, a SCIP index
  kwindex mcp PATH       answers by the Model Context Protocol
Packages may add commands. "kwindex ./NAME" documents a folder that is called like one.

Examples:
  kwindex . -o site --open
  kwindex . -o docs/code -b markdown
  kwindex ../project --exclude vendor/ --exclude '*_pb2.py' --title 'My project'
"""


class Arguments(argparse.Namespace):
    """The arguments, each under the name of its option."""

    path: Path
    output: Path
    builder: str
    theme: str
    """Empty for the default."""
    jobs: int
    cache: Path | None
    config: Path | None
    scip: list[Path] | None
    strict: bool
    open: bool
    quiet: bool
    verbose: bool

    @property
    def values(self) -> dict[str, object]:
        """The configuration values among them, by name without ``kwindex_``."""
        names = ("title", "include", "exclude", "untracked")
        given = {name: getattr(self, name) for name in names}
        given["scip"] = self.scip and [str(path.absolute()) for path in self.scip]
        return {name: value for name, value in given.items() if value is not None}


def parse(argv: Sequence[str]) -> Arguments:
    """Return the arguments.

    :raises SystemExit: for wrong usage with code 2, and after help and version.
    """
    arguments = parser().parse_args(argv, Arguments())
    arguments.output = arguments.output or Path(f"kwindex-{arguments.builder}")
    return arguments


def parser() -> Parser:
    """Return the parser of the command line."""
    command = Parser(
        argparse.RawDescriptionHelpFormatter,
        prog="kwindex",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    add = command.add_argument
    does = "the folder to document, '.' for the current one"
    add("path", metavar="PATH", type=Path, help=does)
    add(
        "-o",
        "--output",
        metavar="OUT",
        type=Path,
        help="the folder for the pages: new, empty, or created by an earlier run"
        " (default: kwindex-BUILDER in the current folder)",
    )
    add(
        "-b",
        "--builder",
        metavar="NAME",
        type=_name,
        default="html",
        help="html (the default), markdown, dirhtml, singlehtml, epub, latex, text or"
        " any other Sphinx builder",
    )
    with_jobs(command, "number of processes, or auto for one per CPU core (default: 1)")
    does = "document only files that match this pattern"
    repeated(command, "--include", does=does, metavar="PATTERN")
    does = "do not document files that match this pattern"
    repeated(command, "--exclude", does=does, metavar="PATTERN")
    does = "also document files that git neither tracks nor ignores"
    add("--untracked", action="store_true", default=None, help=does)
    does = "take links from this index in the SCIP format"
    repeated(command, "--scip", does=does, metavar="INDEX", type=Path)
    does = "the title of the pages (default: the name of the folder)"
    add("--title", help=does)
    add(
        "--theme",
        default="",
        help="the name of an installed Sphinx theme (default: furo, or alabaster if"
        " furo is not installed)",
    )
    flag(command, "--open", does="open the first page in a browser")
    flag(command, "--strict", does="exit with 1 if a file could not be read or parsed")
    with_configuration(command, "PATH")
    with_cache(command)
    volume = command.add_mutually_exclusive_group()
    flag(volume, "-q", "--quiet", does="show only warnings")
    flag(volume, "-v", "--verbose", does="show all messages of Sphinx")
    add("--version", action="version", version=f"kwindex {__version__}")
    return command


def _name(text: str) -> str:
    # It becomes part of the name of a folder.
    if not text.replace("-", "_").isidentifier():
        raise argparse.ArgumentTypeError(f"{text!r} is not a valid builder name")
    return text
