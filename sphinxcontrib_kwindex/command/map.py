"""``kwindex map [PATH] --tokens N``: the repository in a number of tokens."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .messages import message
from .printing import FOUND, NOTHING, not_in_map, print_json, write_text
from .question_arguments import (
    at_least,
    opened,
    parse_question,
    parser,
    path_in_tree,
    repeated,
)

_DEFAULT: Final = 4000


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    made = parser(
        "map",
        "Print the files and definitions that most others depend on, with signatures,"
        " in at most a number of tokens.",
        "Tokens are counted by tiktoken if it is installed and has a vocabulary on this"
        " machine; else by an estimate that is on the safe side.",
    )
    add = made.add_argument
    does = "print only what is in this folder or file (default: the whole tree)"
    add("path", metavar="PATH", nargs="?", help=does)
    does = f"print at most N tokens (default: {_DEFAULT})"
    add("-t", "--tokens", metavar="N", type=at_least(1), default=_DEFAULT, help=does)
    does = "put first what FILE uses, a file that you work on"
    repeated(made, "--files", does=does, metavar="FILE", default=[])
    does = "put first what has WORD, a word or name that you ask about"
    repeated(made, "--names", does=does, metavar="WORD", default=[])
    arguments = parse_question(made, argv)
    path = arguments.path or "."
    with opened(arguments, Path(path) if Path(path).exists() else None) as code:
        from ..exports.answers.map import repository_map

        files = [path_in_tree(code, file) for file in arguments.files]
        for file in files:
            if not code.has_file(file):
                message(f"{file} is not a file of the tree")
        made_map = repository_map(
            code,
            arguments.tokens,
            below=path_in_tree(code, path) if arguments.path else "",
            files=files,
            names=arguments.names,
        )
        if not made_map.files:
            none = f"there are no files in {code.root.name}"
            hint = "; to name several words, repeat --names" if arguments.names else ""
            message(not_in_map(code, path) + hint if arguments.path else none)
        if arguments.json:
            print_json(made_map)
        else:
            write_text(made_map.text)
    return FOUND if made_map.files else NOTHING
