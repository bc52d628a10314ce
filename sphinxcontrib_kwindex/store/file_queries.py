"""Queries about files: pages, types, sizes and history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.named_tuple import NamedTuple
from ..model.rows import FileSize, Program
from ..scan.test_paths import stands_aside
from .database import ONLY_LISTED, Store, among, below


class FilePages(NamedTuple):
    """Which pages of its own a file has."""

    path: str
    docs: bool
    kw: bool


class FileContent(NamedTuple):
    """What the content of a file is."""

    path: str
    key: str
    """What its facts are kept by."""
    type: str
    lines: int


def _paths(store: Store, condition: str, *values: str) -> Iterator[str]:
    return store.column(f"SELECT path FROM file WHERE {condition}", values)


def file_paths(store: Store) -> Iterator[str]:
    """Iterate over the paths of all files."""
    return _paths(store, "1")


def exported_names(store: Store) -> Iterator[tuple[str, bool, str | None]]:
    """Iterate over the files in their order.

    :return: of each its path, whether it is the source of a language, and
        :attr:`.FileRow.exports` as JSON.
    """
    return store.select("SELECT path, source, exports FROM file ORDER BY ordinal")


def parsed_files(store: Store) -> Iterator[str]:
    """Iterate over the Python files that could be parsed."""
    return _paths(store, "python AND NOT problem")


def scripts_of_python(store: Store) -> Iterator[str]:
    """Iterate over the Python files that are made to be run by their paths.

    They have a ``__main__`` guard, and no relative import, which would fail then.
    """
    relative = "SELECT path FROM import WHERE level"
    return _paths(store, f"python AND main_line AND path NOT IN ({relative})")


def source_files(store: Store) -> Iterator[str]:
    """Iterate over the sources of all languages that could be parsed."""
    return _paths(store, "source AND NOT problem")


def files_of_type(store: Store, name: str) -> Iterator[str]:
    """Iterate over the files of a type."""
    return _paths(store, "type = ?", name)


def files_without_documentation(store: Store) -> Iterator[str]:
    """Iterate over the files without a documentation page."""
    return _paths(store, "NOT docs")


def python_sources_below(store: Store, folder: str) -> Iterator[str]:
    """Iterate over the Python files below a folder, in the order of the tree."""
    where, values = below(folder)
    return _paths(store, f"{where} AND python ORDER BY ordinal", *values)


def code_lines(store: Store, folder: str) -> Iterator[tuple[str, int]]:
    """Iterate over the files of code below a folder, each with its number of lines.

    What has a suffix that nobody knows is none.
    """
    where, values = below(folder)
    query = f"SELECT path, lines FROM file WHERE {where} AND category = 'code'"
    return store.select(f"{query} AND type <> 'Text' ORDER BY ordinal", values)


def programs_below(store: Store, folder: str) -> list[Program]:
    """Return the files below a folder that are run.

    What is made to be run is first, then what can be run as well, then tests and
    examples; of each those in the fewest folders, in the order of the tree. Data, as
    vendored files are, is none, nor is what Cargo runs to build a package.
    """
    where, values = below(folder)
    rows = store.select(
        f"SELECT path, main_line, python FROM file WHERE {where} AND"
        " category <> 'data' AND (main_line OR path = '__main__.py'"
        " OR path LIKE '%/\\_\\_main\\_\\_.py' ESCAPE '\\') ORDER BY ordinal",
        values,
    )
    programs = (
        row for row in map(Program._make, rows) if row.path.split("/")[-1] != "build.rs"
    )
    return sorted(programs, key=_rank_of_program)


def _rank_of_program(program: Program) -> tuple[int, int]:
    path = program.path
    folders, name = path.count("/"), path.rpartition("/")[2]
    if stands_aside(path):
        return 2, folders
    is_also = program.python and program.line and name != "__main__.py"
    return int(bool(is_also)), folders


def packages_of_files(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over the files that say which package they belong to, each with it."""
    return store.select("SELECT path, package FROM file WHERE package <> ''")


def build_constraints(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over the files that not every build has, each with its constraint."""
    return store.select("SELECT path, constrained FROM file WHERE constrained <> ''")


def pages_of_files(store: Store) -> Iterator[FilePages]:
    """Iterate over all files, with the pages that each has."""
    return map(FilePages._make, store.select("SELECT path, docs, kw FROM file"))


def only_listed_files(store: Store) -> Iterator[tuple[str, bool]]:
    """Iterate over all files in their order, each with :attr:`.FileRow.only_listed`."""
    return store.select(f"SELECT path, {ONLY_LISTED} FROM file ORDER BY ordinal")


def sizes_below(store: Store, folder: str) -> Iterator[FileSize]:
    """Iterate over all files below a folder, with their sizes."""
    where, values = below(folder)
    query = f"SELECT path, reason, size FROM file WHERE {where}"
    return map(FileSize._make, store.select(query, values))


def data_by_reason(store: Store) -> list[tuple[str, int]]:
    """Return how many files are data for each reason, most first."""
    query = (
        "SELECT reason, count(*) AS number FROM file WHERE category = 'data'"
        " GROUP BY reason ORDER BY number DESC, reason"
    )
    return list(store.select(query))


def files_by_type(
    store: Store, folder: str = "", *, data: bool = True
) -> dict[str, int]:
    """Return how many files below a folder there are of each type.

    :param data: whether files of data count.
    """
    where, values = below(folder)
    where += "" if data else " AND category <> 'data'"
    query = f"SELECT type, count(*) FROM file WHERE {where} GROUP BY type"
    return dict(store.select(query, values))


def count_files(store: Store, folder: str = "") -> int:
    """Return the number of files below a folder."""
    return store.count("file", *below(folder))


def count_keyword_indexes(store: Store, folder: str) -> int:
    """Return the number of files below a folder that have a keyword index."""
    where, values = below(folder)
    return store.count("file", f"{where} AND kw", values)


def count_main_guards(store: Store, folder: str) -> int:
    """Return the number of files below a folder that have a ``__main__`` guard.

    Data does not count.
    """
    where, values = below(folder)
    return store.count("file", f"{where} AND main_line AND category <> 'data'", values)


def count_documents(store: Store) -> int:
    """Return the number of files that Sphinx itself makes pages of."""
    return store.count("file", "document <> ''")


def history(store: Store, path: str) -> tuple[str, str, int] | None:
    """Return what git knows of the changes of a file, if it was asked.

    :return: the day and the commit of the last change, and how many there were.
    """
    query = "SELECT date, revision, changes FROM history WHERE path = ?"
    return next(store.select(query, (path,)), None)


def file_contents(store: Store) -> Iterator[FileContent]:
    """Iterate over what is in each file of the tree, in their order."""
    return _contents(store, "1")


def parsed_modules(store: Store, paths: Iterable[str] | None) -> list[FileContent]:
    """Return the source files that could be parsed, in their order.

    :param paths: those that are asked for; ``None`` for all.
    """
    where, values = among(paths)
    return list(_contents(store, f"{where} AND source AND NOT problem", *values))


def linked_files(store: Store, paths: Iterable[str] | None) -> list[FileContent]:
    """Return the files with identifiers that may lead somewhere, in their order.

    :param paths: those that are asked for; ``None`` for all.
    """
    where, values = among(paths)
    is_linked = "(source OR path IN (SELECT source FROM scip_file)) AND NOT problem"
    return list(_contents(store, f"{where} AND {is_linked}", *values))


def _contents(store: Store, where: str, *values: str) -> Iterator[FileContent]:
    query = f"SELECT path, key, type, lines FROM file WHERE {where} ORDER BY ordinal"
    return map(FileContent._make, store.select(query, values))


def total_lines(store: Store) -> int:
    """Return the number of lines of all files of the tree."""
    (lines,) = next(store.select("SELECT sum(lines) FROM file"))
    return lines or 0


def keys_of_problem_files(store: Store) -> dict[str, str]:
    """Return the keys of the files that are not analysed, by path, in their order."""
    query = "SELECT path, key FROM file WHERE problem ORDER BY ordinal"
    return dict(store.select(query))


def problem_files_without_page(store: Store, folder: str) -> list[str]:
    """Return the files below a folder that are neither analysed nor documented."""
    where, values = below(folder)
    condition = f"problem AND NOT docs AND {where} ORDER BY ordinal"
    return list(_paths(store, condition, *values))
