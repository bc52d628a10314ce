"""The files that describe the folders that they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..links.languages.python import is_package_file
from ..model.rows import FileRow
from ..scan.test_paths import is_test

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
