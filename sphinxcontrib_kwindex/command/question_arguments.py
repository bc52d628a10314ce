"""The arguments of the subcommands that answer questions, and the tree they name.

They share options: where the tree is, and whether text is for people or for programs.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..scan.work_tree import default_root, work_tree
from .messages import UsageError
from .printing import write

if TYPE_CHECKING:
    from ..codemap.code_map import CodeMap

EXIT_CODES: Final = "Exit codes: 0 found; 1 nothing found; 2 wrong usage; 3 failed."


class Parser(argparse.ArgumentParser):
    """Looks how wide the terminal is when that matters, and not for each argument."""

    def __init__(self, formatter: Any = argparse.HelpFormatter, **options: Any) -> None:
        self._formatter = formatter
        narrow = partial(formatter, width=80)
        super().__init__(**options, formatter_class=narrow, allow_abbrev=False)
        # Of arguments that have no type of their own.
        self.register("type", None, _unicode)

    def format_help(self) -> str:
        """Return the help, as wide as the terminal."""
        self.formatter_class = self._formatter
        return super().format_help()

    def print_help(self, _file: object = None) -> None:
        """Print the help; argparse would not tell that it cannot be written."""
        write(self.format_help())


def parser(
    name: str, description: str, epilog: str = "", exit_codes: str = EXIT_CODES
) -> Parser:
    """Return the parser of a subcommand, without options.

    :param name: of the subcommand.
    :param description: the sentences that ``--help`` begins with.
    :param epilog: those that it ends with, before the exit codes.
    :param exit_codes: a sentence with what each means.
    """
    end = f"{epilog} {exit_codes}".strip()
    return Parser(prog=f"kwindex {name}", description=description, epilog=end)


def parse_question(made: Parser, argv: Sequence[str]) -> argparse.Namespace:
    """Return the arguments of a question; options that all have stand behind others."""
    add = made.add_argument
    add("--json", action="store_true", help="print JSON")
    add(
        "-C",
        "--root",
        metavar="DIR",
        type=Path,
        help="the root of the tree (default: the git work tree around the current"
        " folder, else the current folder)",
    )
    with_tree(made)
    return made.parse_args(argv)


def with_tree(made: Parser, quiet: str = "show no progress") -> None:
    """Add options for how a tree is opened."""
    with_configuration(made, "the root of the tree")
    with_cache(made)
    with_jobs(made, "number of processes that analyse, or auto (default: 1)")
    flag(made, "-q", "--quiet", does=quiet)


def with_configuration(made: Parser, root: str) -> None:
    """Add an option for the file with the configuration.

    :param root: what the folder is called that has it by default.
    """
    does = f"read [tool.kwindex] from FILE instead of pyproject.toml in {root}"
    made.add_argument("--config", metavar="FILE", type=Path, help=does)


def with_cache(made: Parser) -> None:
    """Add an option for the cache directory."""
    does = (
        "keep what speeds up the next run in DIR (default: the user's cache directory)"
    )
    made.add_argument("--cache", metavar="DIR", type=Path, help=does)


def tree_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what the arguments of :func:`with_tree` say of how a tree is opened."""
    names = ("cache", "config", "jobs", "quiet")
    return {name: getattr(arguments, name) for name in names}


def with_jobs(made: Parser, explained: str) -> None:
    """Add an option for the number of processes."""
    made.add_argument(
        "-j", "--jobs", metavar="N", type=job_number, default=1, help=explained
    )


def flag(made: argparse._ActionsContainer, *names: str, does: str) -> None:
    """Add an option without a value."""
    made.add_argument(*names, action="store_true", help=does)


def repeated(made: Parser, *names: str, does: str, **options: Any) -> None:
    """Add an option that may be repeated."""
    does += "; may be repeated"
    made.add_argument(*names, action="append", help=does, **options)


def with_tests(made: Parser) -> None:
    """Add an option for tests that are not found at once."""
    does = "also look for tests that use it through other definitions (slower)"
    flag(made, "-t", "--tests", does=does)


def limited(made: Parser, default: int) -> None:
    """Add an option for how many lines a list has."""
    does = f"print at most N entries of each list, 0 for all (default: {default})"
    add = made.add_argument
    add("-n", "--limit", metavar="N", type=at_least(0), default=default, help=does)


def _unicode(text: str) -> str:
    """Return an argument; no name in a tree has what is not valid Unicode."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        message = f"{text!r} is not valid Unicode"
        raise argparse.ArgumentTypeError(message) from error
    return text


def at_least(first: int) -> Callable[[str], int]:
    """Return the type of an argument that is a number, from one on."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < first:
            raise argparse.ArgumentTypeError(f"must be a number, {first} or more")
        return int(text)

    return number


def job_number(text: str) -> int:
    """Return the number of processes that an argument asks for.

    :raises argparse.ArgumentTypeError: for anything but a number from 1 and ``auto``.
    """
    if text == "auto":
        return os.cpu_count() or 1
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        message = f"{text!r} is neither a positive number nor 'auto'"
        raise argparse.ArgumentTypeError(message)
    return number


def root_of(arguments: argparse.Namespace, below: Path | None = None) -> Path:
    """Return the root of the tree that arguments of :func:`parse_question` name.

    :param below: a path in the tree, by which it is found without ``--root``.
    :raises UsageError: if nothing says of which tree a file is a part.
    """
    if arguments.root is not None:
        return Path(arguments.root)
    current, path = Path.cwd(), below or Path()
    folder = (path if path.is_dir() else path.parent).resolve()
    if not work_tree(folder):
        if folder.is_relative_to(current):
            folder = current
        elif not path.is_dir():
            message = (
                f"{path} is neither in a git work tree nor below the current folder."
                " Name the root of its tree with --root DIR"
            )
            raise UsageError(message)
    return default_root(folder, folder / "docs")


@contextmanager
def opened(
    arguments: argparse.Namespace, below: Path | None = None
) -> Iterator[CodeMap]:
    """Open the tree that arguments of :func:`parse_question` name.

    :param below: a path in the tree, by which it is found without ``--root``.
    """
    from .open_tree import open_tree

    arguments.quiet |= not sys.stderr.isatty()
    with open_tree(root_of(arguments, below), **tree_options(arguments)) as code:
        yield code


def path_in_tree(code: CodeMap, written: str) -> str:
    """Return the path that a user wrote as the tree has it.

    It may be relative to the root, or as the current folder sees it.

    :raises UsageError: if it is outside of the tree.
    """
    plain = written.replace("\\", "/") if os.sep == "\\" else written
    plain = plain.removeprefix("./").rstrip("/")
    here = Path(written).exists()
    if code.has_file(plain) or (plain in code.folders and not here):
        return plain
    absolute = Path(os.path.abspath(written))  # noqa: PTH100  a link is its own file
    for root in (code.root, code.root.absolute()):
        with suppress(ValueError):
            path = absolute.relative_to(root).as_posix()
            return "" if path == "." else path
    with suppress(ValueError, OSError):
        path = absolute.resolve().relative_to(code.root).as_posix()
        return "" if path == "." else path
    if not os.path.isabs(written) and ".." not in plain.split("/"):  # noqa: PTH117
        return plain
    raise UsageError(f"{written} is not in {code.root}")
