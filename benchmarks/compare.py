"""Build a named corpus with this extension, as the floor, and with others, in turns.

``compare.py build`` measures builds from nothing and with nothing changed,
``compare.py scale`` samples of a corpus of several sizes, ``compare.py edit`` builds
after one file was edited; ``compare.py corpus`` makes a corpus and says what it holds.
What is measured is printed as Markdown, and kept with ``--report``. How it is measured,
and what the floor is, :mod:`build` says.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import edits
import scale
import turns
from build import name_list, positive, warm
from corpora import CORPORA, Tree, fetch
from markup import escape_output
from platformdirs import user_cache_path
from results import conditions, write_report
from sides import LABELS, OURS

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = [500, 1_000, 2_000, 4_000, 8_000]
THEMES = ["alabaster", "furo", "sphinx_rtd_theme", "pydata_sphinx_theme"]
EDITS = ["body", "docstring", "rename here"]
#: What each command but ``corpus`` runs.
COMMANDS = {"build": turns, "scale": scale, "edit": edits}


@contextmanager
def workplace(keep: Path | None) -> Iterator[Path]:
    """Give a folder to work in: `keep`, or one that is deleted."""
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="kwindex-") as temporary:
        yield Path(temporary).resolve()


def number_list(text: str) -> list[int]:
    """Return the numbers in a comma-separated list."""
    return [positive(name) for name in name_list(text)]


def read_arguments() -> argparse.Namespace:
    """Return the command line's arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    corpus = argparse.ArgumentParser(add_help=False)
    add = corpus.add_argument
    names = ", ".join(CORPORA)
    add("corpus", help=f"{names}, or any name with --root")
    add("--root", type=Path, metavar="DIR", help="the tree, where it is there already")
    add(
        "--cache",
        type=Path,
        metavar="DIR",
        default=user_cache_path("kwindex-benchmarks", appauthor=False),
        help="where corpora are made, and looked for (%(default)s)",
    )
    common = argparse.ArgumentParser(add_help=False, parents=[corpus])
    add = common.add_argument
    add("--runs", type=positive, metavar="N", help="rounds (3; scale: 1)")
    add("--theme", type=name_list, metavar="A,B", help="alabaster; scale: four")
    add(
        "-j", "--jobs", type=number_list, default=[1], metavar="N,N", help="Sphinx's -j"
    )
    add("--report", type=Path, metavar="FILE", help="Markdown file to bring up to date")
    add("--section", metavar="TITLE", help="section of it to replace")
    add("--keep", type=Path, metavar="DIR", help="new folder to work in, not deleted")
    add(
        "-D",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="configuration value for this extension; repeatable",
    )
    one = commands.add_parser("build", parents=[common], help="in turns with others")
    one.add_argument(
        "--with",
        dest="sides",
        type=name_list,
        metavar="A,B",
        help=f"any of {', '.join(LABELS)}; unless told the first two, and all with "
        "--peers-python",
    )
    one.add_argument("--peers-python", metavar="PYTHON", help="has the peers installed")
    one.add_argument("--peer-limit", type=float, metavar="S", help="stop a peer then")
    one.add_argument("--peer-runs", type=positive, default=1, metavar="N")
    many = commands.add_parser("scale", parents=[common], help="samples of many sizes")
    many.add_argument("--sizes", type=number_list, default=SIZES, metavar="N,N")
    many.add_argument("--no-floor", action="store_true", help="measure kwindex alone")
    edit = commands.add_parser("edit", parents=[common], help="with a file edited")
    edit.add_argument("--edits", type=name_list, default=EDITS, metavar="A,B")
    for command in (many, edit):
        command.add_argument("--seed", type=int, default=0, metavar="N")
    commands.add_parser("corpus", parents=[corpus], help="make it, and say what it is")
    arguments = parser.parse_args()
    if not arguments.root and arguments.corpus not in CORPORA:
        parser.error(f"{arguments.corpus} is none of {names}: give --root")
    if arguments.command != "corpus":
        complete(arguments, parser)
    return arguments


def complete(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Give what was not told its value, and leave where arguments do not fit."""
    of_many = arguments.command == "scale"
    arguments.runs = arguments.runs or (1 if of_many else 3)
    arguments.theme = arguments.theme or (THEMES if of_many else ["alabaster"])
    if arguments.command != "build" and len(arguments.jobs) > 1:
        parser.error("one number for --jobs")
    if arguments.command == "edit" and len(arguments.theme) > 1:
        parser.error("one theme for edits")
    if arguments.command == "build":
        every = list(LABELS) if arguments.peers_python else list(OURS)
        arguments.sides = arguments.sides or every
        if unknown := set(arguments.sides) - set(LABELS):
            parser.error(f"no side: {', '.join(sorted(unknown))}")
    keep = arguments.keep
    if keep and keep.exists() and any(keep.iterdir()):
        parser.error(f"{keep} is not empty")


def main() -> None:
    """Measure and report."""
    escape_output()
    arguments = read_arguments()
    if arguments.root:
        tree = Tree(arguments.corpus, arguments.root.resolve())
    else:
        tree = fetch(arguments.corpus, arguments.cache)
    if not tree.files:
        sys.exit(f"no Python files below {tree.root}")
    if arguments.command == "corpus":
        print(f"{tree}\n{tree.root}")
        return
    command = COMMANDS[arguments.command]
    title = arguments.section or command.title(arguments, tree)
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    where = conditions(getattr(arguments, "peers_python", None))
    text = f"- {tree}\n{where}\n- Load before: {load}"
    print(f"## {title}\n\n{text}", flush=True)
    warm(tree.root)
    with workplace(arguments.keep) as folder:
        for block in command.run(arguments, tree, folder):
            print(block, flush=True)
            text += f"\n{block}"
            if arguments.report:
                write_report(arguments.report, title, text)


if __name__ == "__main__":
    main()
