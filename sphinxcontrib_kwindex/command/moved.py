"""``kwindex moved``: finds what moved, and adds it to ``kwindex_moved.toml``.

What a commit renamed, git tells; which definitions went elsewhere, the contents of the
files that it changed. What leads to something that is there today is added. Rows that
are in the file stay as they are, and so do those that are commented out: whoever does
not want a row leaves it as a comment.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from ..analysis.moved_definitions import (
    FileChange,
    candidates,
    definitions_by_name,
    is_source,
    moved_definitions,
)
from ..analysis.project.moved_file import (
    DEFINITIONS,
    FILES,
    MOVED_FILE,
    Moved,
    Place,
    Row,
    parse_moved,
)
from ..analysis.project.toml_lines import toml_lines
from ..scan.file_classes import DATA
from ..scan.git import GitError
from ..scan.git_history import checkout
from ..scan.git_renames import Change, Contents, changes
from ..scan.scan import scan
from .errors import BuildError, UsageError
from .messages import message, warning
from .progress import Progress

#: Exit codes: nothing to add, or added; something to add.
NOTHING, FOUND = 0, 1
_HEAD: Final = """\
# What moved: pages at the old addresses lead on. Rows may be added, changed, and
# commented out by hand.
"""
_SHALLOW: Final = (
    "the clone is shallow, so earlier commits are not seen; to get them:"
    " git fetch --unshallow"
)


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    arguments = _parser().parse_args(argv)
    root = Path(arguments.path)
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder")
    file = root / MOVED_FILE
    try:
        text = file.read_text("utf-8") if file.exists() else ""
        known = parse_moved(text)
        if known.problems:
            problem = known.problems[0]
            raise UsageError(f"{file}:{problem.line}: {problem.text}")
        if checkout(root).shallow:
            warning(_SHALLOW)
        tables = new_rows(root, arguments.since, known, text)
    except GitError as error:
        raise BuildError(str(error)) from error
    except (OSError, UnicodeError) as error:
        raise BuildError(f"cannot read {file}: {error}") from error
    number = sum(map(len, tables.values()))
    rows = "1 row" if number == 1 else f"{number:,} rows"
    if not number:
        message("nothing moved that is not known")
        return NOTHING
    try:
        merged = merge(text, tables)
    except ValueError as error:
        reason = "write [files] and [definitions] as tables with a line for each row"
        raise BuildError(f"cannot add to {file}: {reason}") from error
    print(merge("", tables).removeprefix(_HEAD).strip())  # noqa: T201
    if not arguments.write:
        message(f"{rows} to add to {file} (see --write)")
        return FOUND
    try:
        file.write_text(merged, "utf-8", newline="\n")
    except OSError as error:
        raise BuildError(f"cannot write {file}: {error}") from error
    message(f"added {rows} to {file}")
    return NOTHING


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kwindex moved",
        description=f"Find files and definitions that moved, for {MOVED_FILE}.",
        epilog="Exit codes: 0 nothing to add, or added; 1 rows to add; 2 wrong usage;"
        " 3 git cannot say.",
    )
    parser.add_argument("path", metavar="PATH", help="the root of the documented tree")
    parser.add_argument(
        "--since",
        metavar="REV",
        default="",
        help="look only at commits after this one",
    )
    parser.add_argument(
        "--write", action="store_true", help=f"add the rows to PATH/{MOVED_FILE}"
    )
    return parser


def new_rows(
    root: Path, since: str, known: Moved, text: str
) -> dict[str, list[tuple[str, str]]]:
    """Return the rows to add, by table.

    :param text: that of the file; what it names is not added, comments included.
    :raises GitError: if git cannot say.
    """
    tree = _Tree(root)
    files, definitions = _moves(root, since)
    rows = dict(known.rows)
    tables: dict[str, list[tuple[str, str]]] = {FILES: [], DEFINITIONS: []}
    for table, moves in ((FILES, files), (DEFINITIONS, definitions)):
        for old, new in sorted(moves.items()):
            if old in rows or _quoted(old.name) in text or tree.has(old):
                continue
            if not tree.has(new) or tree.is_data(new.path):
                continue
            if not (old.name + new.name).isprintable():
                continue
            if Moved(rows).end(old, tree.has) == new:
                continue
            tables[table].append((old.name, new.name))
            rows[old] = Row(new, 0)
    return {table: moved for table, moved in tables.items() if moved}


class _Tree:
    """What is there today."""

    def __init__(self, root: Path) -> None:
        self._root = root
        files = scan(root, untracked=True).files
        self._files = {file.path: file.class_by_name.name for file in files}

    def is_data(self, path: str) -> bool:
        """Return whether a file has no page by its name, as pictures have none."""
        return self._files.get(path) == DATA

    def has(self, where: Place) -> bool:
        """Return whether a place is in the tree."""
        if where.path not in self._files:
            return False
        if not where.qualname:
            return True
        data = (self._root / where.path).read_bytes()
        return where.qualname in definitions_by_name(where.path, data)


def _moves(root: Path, since: str) -> tuple[dict[Place, Place], dict[Place, Place]]:
    """Return where files and definitions went, by their old places."""
    files: dict[Place, Place] = {}
    definitions: dict[Place, Place] = {}
    commits = list(changes(root, since))
    progress = Progress(sys.stderr)
    with ExitStack() as stack:
        stack.callback(progress.clear)
        contents = stack.enter_context(Contents(root))
        for number, commit in enumerate(commits):
            progress.show("reading commits", number / len(commits))
            renamed = {
                change.old: change.new for change in commit if change.old and change.new
            }
            for old, new in renamed.items():
                if old != new:
                    _follow(files, Place(old), Place(new))
                    files[Place(old)] = Place(new)
                    _follow(definitions, Place(old), Place(new))
            for before, after in _definitions_moved(commit, contents).items():
                _follow(definitions, before, after)
                definitions[before] = after
    return files, definitions


def _follow(moves: dict[Place, Place], old: Place, new: Place) -> None:
    """Have what led to a place, or to something in it, lead to where that is now."""
    step = Moved({old: Row(new, 0)})
    for start, end in moves.items():
        if end.path == old.path:
            moves[start] = step.end(end, lambda _: False) or end


def _definitions_moved(
    commit: Iterable[Change], contents: Contents
) -> dict[Place, Place]:
    """Return which definitions a commit moved."""
    sources = [
        change
        for change in commit
        if change.before != change.after and is_source(change.old or change.new)
    ]
    if not any(change.before for change in sources):
        return {}
    read = [
        FileChange(
            source.old,
            source.new,
            contents.read(source.before),
            contents.read(source.after),
        )
        for source in sources
    ]
    return moved_definitions(candidates(read))


def _quoted(name: str) -> str:
    quoted = json.dumps(name, ensure_ascii=False)
    return "".join(
        char if char.isprintable() else f"\\U{ord(char):08x}" for char in quoted
    )


def merge(text: str, tables: dict[str, list[tuple[str, str]]]) -> str:
    """Return a text of the file with rows added, and everything else as it was.

    :raises ValueError: where the file has its tables in another form.
    """
    text = text.replace("\r\n", "\n") or _HEAD
    for table, rows in tables.items():
        added = [f"{_quoted(old)} = {_quoted(new)}\n" for old, new in rows]
        lines = text.splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        at = max(_lines_of(text, table), default=0)
        if not at:
            at, added = len(lines), ["\n" if lines else "", f"[{table}]\n", *added]
        text = "".join([*lines[:at], *added, *lines[at:]])
    merged = tomllib.loads(text)
    for table, rows in tables.items():
        written = merged.get(table, {})
        if any(written.get(old) != new for old, new in rows):
            raise ValueError(table)
    return text


def _lines_of(text: str, table: str) -> Iterator[int]:
    """Yield the lines of a table and of its rows."""
    return (line for path, line in toml_lines(text).items() if path[0] == table)
