"""The folders of a tree, which have an index of their own, and what describes them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from ..links.languages.python import is_package_file
from ..links.tree_paths import folders_above
from ..model.record import Record
from ..model.rows import FileRow
from ..scan.test_paths import is_test
from ..store.database import Store
from ..store.file_queries import only_listed_files

#: A folder with more files of data has them counted and not listed.
MOST_DATA_FILES: Final = 1000


class Folder(Record, frozen=True):
    """A folder of the tree."""

    path: str
    """POSIX path from the root; empty for the root."""
    subfolders: tuple[str, ...]
    """The paths of the folders in it."""
    files: tuple[str, ...]
    """The paths of the files in it."""
    only_data: bool = False
    """Whether nothing below has a page or is read by Sphinx itself, and all of it is
    data: then it is a line in the list of the folder above."""
    data_counted: bool = False
    """Whether its files of data are too many for a list, and are one line of it."""

    @property
    def only_subfolder(self) -> str:
        """The path of the one folder in it, if there is nothing else; else empty."""
        alone = not self.files and len(self.subfolders) == 1
        return self.subfolders[0] if alone else ""

    @property
    def has_index(self) -> bool:
        """Whether it has an index of its own.

        A folder that holds one folder and nothing else is shown together with that.
        """
        return not self.path or not (self.only_data or self.only_subfolder)

    @property
    def name(self) -> str:
        """The path as a person writes it; ``.`` for the root."""
        return self.path or "."


def read_folders(store: Store) -> dict[str, Folder]:
    """Return all folders of the tree by path, each before its subfolders."""
    files: dict[str, list[str]] = {"": []}
    subfolders: defaultdict[str, list[str]] = defaultdict(list)
    data_files: Counter[str] = Counter()
    with_more: set[str] = set()
    for path, is_data in only_listed_files(store):
        folder = path.rpartition("/")[0]
        if folder not in files:
            for new in [it for it in folders_above(path) if it not in files][::-1]:
                files[new] = []
                subfolders[new.rpartition("/")[0]].append(new)
        files[folder].append(path)
        if is_data:
            data_files[folder] += 1
        else:
            with_more.add(folder)
    not_only_data = {
        above for folder in with_more for above in folders_above(f"{folder}/")
    }
    return {
        path: Folder(
            path,
            tuple(sorted(subfolders[path])),
            tuple(files[path]),
            path not in not_only_data,
            data_files[path] > MOST_DATA_FILES,
        )
        for path in sorted(files, key=lambda path: path.split("/") if path else [])
    }


def path_below(folder: str, path: str) -> str:
    """Return the path of what is below a folder as it is seen from there."""
    return path.removeprefix(f"{folder}/")


def part_of(folder: str, path: str) -> str:
    """Return what a file is in, of the parts of a folder above it.

    That is a subfolder, with a slash at the end, or the file itself.
    """
    start = len(folder) + 1 if folder else 0
    name, slash, _ = path[start:].partition("/")
    return path[:start] + name + slash


#: Where the README of a repository is as well, if its root has none:
#: https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-readmes
README_FOLDER: Final = ".github"


def describing_file(files: Sequence[FileRow], *, at_length: bool) -> FileRow | None:
    """Return the file that describes the folder that some files are in, if one does.

    That is its ``__init__`` module, else what describes the project whose folder it is
    or the package that it is, else its README, where news and sponsors may come first.

    :param at_length: whether the README comes before the one sentence of a project.
    """
    from ..analysis.project.descriptions import DESCRIBING

    ranked: dict[int, FileRow] = {}
    rows = [row for row in files if row.summary]
    if package_row := _of_package(rows):
        ranked[len(DESCRIBING)] = package_row
    if readme_row := readme(rows):
        ranked[-1 if at_length else len(DESCRIBING) + 1] = readme_row
    for row in rows:
        if is_package_file(row.path):
            return row
        if row.name in DESCRIBING:
            ranked[DESCRIBING.index(row.name)] = row
    return ranked[min(ranked)] if ranked else None


def _of_package(files: Iterable[FileRow]) -> FileRow | None:
    """Return the file whose documentation is that of its package or module.

    Its language says how it is called, or how the documentation of any file begins.
    """
    # It takes long to import.
    from ..analysis.languages.registry import row_of

    ranked: list[tuple[bool, int, FileRow]] = []
    for row in files:
        if not row.docstring or is_test(row.path):
            continue
        language = row_of(row.path)
        names, sentence = language.folder_files, language.folder_sentence
        says_so = bool(sentence) and row.summary.startswith(sentence)
        if says_so or row.name in names:
            place = names.index(row.name) if row.name in names else len(names)
            ranked.append((not says_so, place, row))
    return min(ranked)[2] if ranked else None


def readme(files: Iterable[FileRow]) -> FileRow | None:
    """Return the README among the files of a folder, if one is there.

    ``README.md`` comes before ``README`` and before ``README.de.md``.
    """
    named = [row for row in files if row.name.lower().partition(".")[0] == "readme"]
    return min(named, key=lambda row: abs(row.name.count(".") - 1), default=None)
