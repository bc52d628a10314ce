"""``kwindex diff``: what differs between two versions of a tree, and what that breaks.

Both versions come from the store by content: that of a commit is read where git keeps
it, and nothing is checked out. With one revision the other side is the work tree. The
older side may be an export, too.
"""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..model.name_rule import NameRule
from ..model.older_version import ExportError, is_export, version_name
from ..store.connection import STORE_NAME
from .cache_folder import CacheFolder
from .messages import BuildError, UsageError, message
from .printing import write_text
from .pyproject import read_values
from .question_arguments import Parser, opened, parse_question, parser, root_of
from .sphinx_project import root_folder

if TYPE_CHECKING:
    from ..codemap.comparison.version import Rules, Version

#: Exit codes: nothing breaks; something does.
NOTHING, BREAKS = 0, 1
#: The stores of revisions, beside that of the work tree.
_STORES: Final = ("older.sqlite", "newer.sqlite")
#: That of an export, which knows less of each file.
_EXPORT_STORE: Final = "exported.sqlite"
_WORK_TREE: Final = "work tree"
#: As the configuration has them by default: seconds for a file, and bytes of one.
_TIMEOUT, _LARGEST = 60.0, 10_000_000


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code.

    :raises UsageError: if there is no such revision, or a value is wrong.
    :raises BuildError: if git fails.
    """
    arguments = parse_question(_parser(), argv)
    from ..codemap.comparison.compare import compare
    from ..exports.comparison_report import REPORTS, Report, Side

    with _versions(arguments) as (old, new):
        comparison = compare(old, new)
        older = Side(version_name(arguments.old), old.commit)
        newer = Side(arguments.new or _WORK_TREE, new.commit)
        report = Report(older, newer, comparison, arguments.all)
        name = "json" if arguments.json else arguments.format
        write_text("".join(f"{line}\n" for line in REPORTS[name](report)))
    return BREAKS if any(change.breaks for change in comparison.changes) else NOTHING


def _parser() -> Parser:
    made = parser(
        "diff",
        "Tell which definitions were added, removed, renamed or have another signature,"
        " who uses them, and what breaks.",
        exit_codes="Exit codes: 0 nothing breaks; 1 something public breaks what others"
        " wrote; 2 wrong usage, or no such revision; 3 failed.",
    )
    add = made.add_argument
    help_old = "the older revision (a tag, a branch, HEAD~3), or its kwindex.json"
    add("old", metavar="OLD", help=help_old)
    help_new = "the newer revision (default: the files as they are now)"
    add("new", metavar="NEW", nargs="?", default="", help=help_new)
    choices = ("text", "markdown", "json")
    does = "the format to print (default: text); --json is short for --format json"
    add("--format", choices=choices, default="text", help=does)
    add("--all", action="store_true", help="also list what is not public")
    return made


@contextmanager
def _versions(arguments: argparse.Namespace) -> Iterator[tuple[Version, Version]]:
    """Open both versions."""
    from ..codemap.comparison.version import work_tree

    root = root_folder(root_of(arguments), of_git=True)
    if not arguments.new and _is_bare(root):
        raise UsageError("the repository is bare, so name the newer revision, too")
    folder = CacheFolder(root, arguments.cache)
    values = read_values(root, arguments.config, lambda _: None)
    with ExitStack() as stack:
        if not arguments.new:
            code = stack.enter_context(opened(arguments))
        stack.enter_context(folder.locked())
        rules = _rules(values, arguments.jobs)
        open_one = _opener(root, folder.folder, rules, stack)
        file = _EXPORT_STORE if is_export(arguments.old) else _STORES[0]
        old = open_one(arguments.old, file, users=False)
        if arguments.new:
            new = open_one(arguments.new, _STORES[1], users=True)
        else:
            new = work_tree(code)
        yield old, new


def _is_bare(root: Path) -> bool:
    from ..scan.git import GitError, is_bare

    try:
        return is_bare(root)
    except GitError:  # an export needs no git
        return False


def _opener(
    root: Path, folder: Path, rules: Rules, stack: ExitStack
) -> Callable[..., Version]:
    """Return what opens a revision, or an export."""
    from ..codemap.comparison.version import version_of_commit
    from ..exports.kwindex_json.read import version_of_export
    from ..scan.git import GitError, NoCommitError
    from ..scan.git_commit_files import MissingContentError
    from ..scan.input_filter import PatternError
    from ..store.database import Store

    def open_one(name: str, file: str, *, users: bool) -> Version:
        store = Store(folder / file, message)
        stack.callback(store.close)
        known = [folder / other for other in (STORE_NAME, *_STORES) if other != file]
        known = [path for path in known if path.is_file()]
        try:
            if file == _EXPORT_STORE:
                return version_of_export(Path(name), root, store)
            return version_of_commit(
                root, name, store, rules=rules, facts=known, users=users
            )
        except MissingContentError as error:
            reason = f"the clone does not have the files of {name!r} ({error})"
            raise UsageError(reason) from error
        except (NoCommitError, PatternError, ExportError) as error:
            raise UsageError(str(error)) from error
        except (GitError, sqlite3.Error) as error:
            raise BuildError(f"cannot read the revision {name!r}: {error}") from error

    return open_one


def _rules(values: dict[str, object], jobs: int) -> Rules:
    """Return which files and definitions there are, by the configuration.

    :raises UsageError: for an idiom that is none.
    """
    from ..analysis.worker_pool import WorkerPool
    from ..codemap.comparison.version import Rules
    from ..store.ingest import IngestOptions, skip_private

    idioms: tuple[NameRule, ...] = ()
    if rows := values.get("idioms"):
        from sphinx.errors import ConfigError

        from ..sphinx_wiring.setup.additions import name_rule

        assert isinstance(rows, list)
        try:
            idioms = tuple(name_rule(row, "idioms") for row in rows)
        except ConfigError as error:
            raise UsageError(str(error)) from error
    include, exclude = values.get("include", ()), values.get("exclude", ())
    assert isinstance(include, list | tuple)
    assert isinstance(exclude, list | tuple)
    options = IngestOptions(idioms, WorkerPool(jobs, _TIMEOUT), _LARGEST)
    rule = skip_private(shown=bool(values.get("private", True)))
    return Rules(include, exclude, *rule, options)
