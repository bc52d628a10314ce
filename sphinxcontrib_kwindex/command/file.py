"""``kwindex file PATH``: what is known of a file or a folder."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.english import number_of
from .printing import FOUND, NOTHING, not_found, print_json, print_lines, section
from .question_arguments import (
    limited,
    opened,
    parse_question,
    parser,
    path_in_tree,
    with_tests,
)

if TYPE_CHECKING:
    from ..codemap.code_map import CodeMap
    from ..exports.answers.file import FileAnswer
    from ..exports.answers.folder import FolderAnswer, FolderName


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    made = parser(
        "file",
        "Say what a file is for: its definitions, what it imports and who imports it,"
        " its tests, and related files. Of a folder: what is used most of it, and what"
        " the files and folders in it are for.",
    )
    does = "the path of a file, with a line or without, or of a folder, or its end"
    made.add_argument("path", metavar="PATH", help=does)
    with_tests(made)
    limited(made, 20)
    arguments = parse_question(made, argv)
    from ..codemap.names.lookup import (
        MODULE,
        files_without_suffix,
        find_objects,
        similar_objects,
        without_line,
    )

    asked = arguments.path
    # As grep and compilers print it.
    asked = asked if Path(asked).exists() else without_line(asked)
    written = Path(asked)
    with opened(arguments, written if written.exists() else None) as code:
        path = path_in_tree(code, asked)
        if path in code.folders:
            return show_folder(code, path, arguments)
        if code.has_file(path):
            return show_files(code, [path], arguments)
        meant = sorted(
            {named.path for named in find_objects(code, path, ("file", MODULE))}
        )
        meant = meant or files_without_suffix(code, path)
        if len(meant) == 1:
            return show_files(code, meant, arguments)
        similar = meant or similar_objects(code, path, ["file"])
        if arguments.json:
            print_json({"files": [], "similar": similar[:5]})
            return NOTHING
        return not_found(f"no file {arguments.path!r} in the tree", similar[:5])


def show_files(
    code: CodeMap, paths: Sequence[str], arguments: argparse.Namespace
) -> int:
    """Print what is known of files, and return the exit code."""
    from ..exports.answers.file import describe_file

    answers = [describe_file(code, path, through=arguments.tests) for path in paths]
    if arguments.json:
        print_json({"files": answers})
    else:
        for number, answer in enumerate(answers):
            print_lines([""] * bool(number) + list(_lines(answer, arguments.limit)))
    return FOUND


def show_folder(code: CodeMap, path: str, arguments: argparse.Namespace) -> int:
    """Print what is known of a folder, and return the exit code."""
    from ..exports.answers.folder import describe_folder

    answer = describe_folder(code, path)
    if arguments.json:
        print_json({"folders": [answer]})
    else:
        print_lines(_lines_of_folder(answer, code.count_files(path), arguments.limit))
    return FOUND


def _lines_of_folder(folder: FolderAnswer, files: int, limit: int) -> Iterator[str]:
    yield f"{folder.folder}: folder, {number_of(files, 'file')}"
    if folder.summary:
        yield f"    {folder.summary}"
    names = [
        f"{_told(f'{name.path}::{name.name}', name.summary)}  (used by {_users(name)})"
        for name in folder.most_used
    ]
    yield from section("Most used", names, limit)
    listed = [_told(file.path, file.summary) for file in folder.files]
    yield from section("Files", listed, limit)
    folders = [
        f"{_told(f'{below.path}/', below.summary)}  ({number_of(below.files, 'file')})"
        for below in folder.folders
    ]
    yield from section("Folders", folders, limit)


def _told(name: str, summary: str) -> str:
    return f"{name}: {summary}" if summary else name


def _users(name: FolderName) -> str:
    numbers = (name.files, "file"), (name.tests, "test")
    return " and ".join(number_of(*counted) for counted in numbers if counted[0])


def _lines(file: FileAnswer, limit: int) -> Iterator[str]:
    yield f"{file.path}: {file.type}, {number_of(file.lines, 'line')}"
    if file.summary:
        yield f"    {file.summary}"
    if file.problem:
        yield f"    It could not be parsed: {file.problem}"
    definitions = [
        f"{definition.line}: {'  ' * definition.depth}{definition.signature}"
        + (
            f"  (used by {number_of(definition.users, 'file')})"
            if definition.users
            else ""
        )
        for definition in file.definitions
        if not definition.private
    ]
    private = len(file.definitions) - len(definitions)
    yield from section("Definitions", definitions, limit)
    if private:
        yield f"Private definitions: {private:,} (--json has them)"
    yield from section("Imports", file.imports, limit)
    yield from section("Imports from elsewhere", file.imports_outside, limit)
    yield from section("Imported by", file.imported_by, limit)
    yield from section("Used indirectly by", file.used_indirectly_by, limit)
    yield from section("Tests", file.tests, limit)
    related = [f"{other.path}: {'; '.join(other.reasons)}" for other in file.related]
    yield from section("Related files", related, limit)
