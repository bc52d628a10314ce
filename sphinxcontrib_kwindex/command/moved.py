"""``kwindex moved``: finds what moved, and adds it to ``kwindex_moved.toml``.

What a commit renamed, git tells; which definitions went elsewhere, the contents of the
files that it changed. What leads to something that is there today is added. Rows that
are in the file stay as they are, and so do those that are commented out: whoever does
not want a row leaves it as a comment.
"""

from __future__ import annotations

import json
import re
import stat
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

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
    ObjectName,
    Row,
    parse_moved,
)
from ..analysis.project.toml_lines import toml_lines
from ..model.english import number_of
from ..scan.file_classes import DATA
from ..scan.git import GitError, NoCommitError
from ..scan.git_history import checkout
from ..scan.git_renames import Change, Contents, changes
from ..scan.input_filter import PatternError, is_link
from ..scan.scan import scan
from .atomic_write import write_whole
from .messages import BuildError, UsageError, message, warning
from .printing import write
from .progress import Progress
from .pyproject import read_values
from .question_arguments import Parser, parser, with_configuration

#: Exit codes: nothing to add, or added; something to add.
NO_MOVES, MOVES = 0, 1
_HEAD: Final = """\
# What moved: pages at the old addresses lead on. Rows may be added, changed, and
# commented out by hand.
"""
#: What a row is about, as it is written.
_OLD: Final = re.compile(r'("(?:[^"\\\n]|\\.)*+")[ \t]*=')
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
    written = _text(file)
    text = written.replace("\r\n", "\n")
    line_end = "\n" if text == written else "\r\n"
    known = parse_moved(text)
    if known.problems:
        problem = known.problems[0]
        raise UsageError(f"{file}:{problem.line}: {problem.text}")
    try:
        if checkout(root).shallow:
            warning(_SHALLOW)
        tree = _Tree(root, read_values(root, arguments.config, warning))
        tables = new_rows(tree, *_moves(root, arguments.since), known, text)
    except PatternError as error:
        raise UsageError(str(error)) from error
    except GitError as error:
        if arguments.since and isinstance(error, NoCommitError):
            raise UsageError(str(error)) from error
        raise BuildError(f"cannot read the history of {root}: {error}") from error
    number = sum(map(len, tables.values()))
    rows = number_of(number, "row")
    if not number:
        message("nothing moved that is not known")
        return NO_MOVES
    try:
        merged = merge(text, tables)
    except ValueError as error:
        reason = "write [files] and [definitions] as tables with a line for each row"
        raise BuildError(f"cannot add to {file}: {reason}") from error
    write(f"{merge('', tables).removeprefix(_HEAD).strip()}\n")
    if not arguments.write:
        message(f"{rows} to add to {file} (see --write)")
        return MOVES
    write_whole(file, merged.replace("\n", line_end))
    message(f"added {rows} to {file}")
    return NO_MOVES


def _parser() -> Parser:
    made = parser(
        "moved",
        f"Find files and definitions that moved, for {MOVED_FILE}.",
        exit_codes="Exit codes: 0 nothing to add, or added; 1 rows to add; 2 wrong"
        " usage, or no such commit; 3 git cannot say.",
    )
    add = made.add_argument
    add("path", metavar="PATH", help="the root of the documented tree")
    does = "look only at commits after this one"
    add("--since", metavar="REV", default="", help=does)
    add("--write", action="store_true", help=f"add the rows to PATH/{MOVED_FILE}")
    with_configuration(made, "PATH")
    return made


def _text(file: Path) -> str:
    """Return the text of the file; empty if there is none.

    :raises UsageError: for a link: it may lead anywhere, and is written to.
    :raises BuildError: if it cannot be read.
    """
    try:
        status = file.lstat()
        if is_link(status) or not stat.S_ISREG(status.st_mode):
            raise UsageError(f"{file} is a link, or no file; it is left alone")
        # With the line ends that it has.
        return file.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeError) as error:
        raise BuildError(f"cannot read {file}: {error}") from error


def new_rows(
    tree: _Tree,
    files: dict[ObjectName, ObjectName],
    definitions: dict[ObjectName, ObjectName],
    known: Moved,
    text: str,
) -> dict[str, list[tuple[str, str]]]:
    """Return the rows to add, by table.

    :param files: where files went, by their old places.
    :param definitions: the same for definitions.
    :param text: that of the file; what has a row in a comment is not added.
    :raises BuildError: if a file cannot be read.
    """
    rows = dict(known.rows)
    named = set(_OLD.findall(text))
    tables: dict[str, list[tuple[str, str]]] = {FILES: [], DEFINITIONS: []}
    for table, moves in ((FILES, files), (DEFINITIONS, definitions)):
        for old, new in sorted(moves.items()):
            if old in rows or _quoted(old.name) in named or tree.has(old):
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
    """What a build shows today.

    :param values: what the tree configures.
    """

    def __init__(self, root: Path, values: Mapping[str, Any]) -> None:
        self._root = root
        chosen = {name: values.get(name, ()) for name in ("include", "exclude")}
        files = scan(root, **chosen).files
        self._files = {file.path: file.class_by_name.name for file in files}

    def is_data(self, path: str) -> bool:
        """Return whether a file has no page by its name, as pictures have none."""
        return self._files.get(path) == DATA

    def has(self, where: ObjectName) -> bool:
        """Return whether a place is in the tree."""
        if where.path not in self._files:
            return False
        if not where.qualname:
            return True
        try:
            data = (self._root / where.path).read_bytes()
        except OSError as error:
            raise BuildError(f"cannot read {where.path}: {error}") from error
        return where.qualname in definitions_by_name(where.path, data)


def _moves(
    root: Path, since: str
) -> tuple[dict[ObjectName, ObjectName], dict[ObjectName, ObjectName]]:
    """Return where files and definitions went, by their old places."""
    files, definitions = _Moves(), _Moves()
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
                    files.follow(ObjectName(old), ObjectName(new))
                    files.add(ObjectName(old), ObjectName(new))
                    definitions.follow(ObjectName(old), ObjectName(new))
            for before, after in _definitions_moved(commit, contents).items():
                definitions.follow(before, after)
                definitions.add(before, after)
    return files.ends, definitions.ends


class _Moves:
    """Where things went, by their old places."""

    def __init__(self) -> None:
        self.ends: dict[ObjectName, ObjectName] = {}
        # By the path of its end the old place.
        self._by_path: defaultdict[str, set[ObjectName]] = defaultdict(set)

    def add(self, old: ObjectName, new: ObjectName) -> None:
        """Remember where a place went."""
        if previous := self.ends.get(old):
            self._by_path[previous.path].discard(old)
        self.ends[old] = new
        self._by_path[new.path].add(old)

    def follow(self, old: ObjectName, new: ObjectName) -> None:
        """Have what led to a place, or into it, lead to where that is now."""
        step = Moved({old: Row(new, 0)})
        for start in tuple(self._by_path.get(old.path, ())):
            end = self.ends[start]
            self.add(start, step.end(end, lambda _: False) or end)


def _definitions_moved(
    commit: Iterable[Change], contents: Contents
) -> dict[ObjectName, ObjectName]:
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
