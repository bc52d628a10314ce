"""What the imports of a file are called, by its language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from ...analysis.languages.registry import language_of, row_of
from ...i18n import mark
from ...links.languages.includes import SOURCES
from ...links.languages.registry import RULES
from ...model.record import Record
from ...scan.test_paths import is_test


class ImportWords(Record, frozen=True):
    """Texts about imports, to be translated where they are shown."""

    unit: str
    heading: str
    by: str
    by_files: str
    nothing: str
    no_file: str
    cycle: str


_IMPORTS: Final = ImportWords(
    unit="import",
    heading=mark("Imports"),
    by=mark("Imported by"),
    by_files=mark("Imported by ({files})"),
    nothing=mark("It imports nothing."),
    no_file=mark("No file imports it."),
    cycle=mark("Import cycle ({files})"),
)
_INCLUDES: Final = ImportWords(
    unit="include",
    heading=mark("Includes"),
    by=mark("Included by"),
    by_files=mark("Included by ({files})"),
    nothing=mark("It includes nothing."),
    no_file=mark("No file includes it."),
    cycle=mark("Include cycle ({files})"),
)

#: One file stands for the package of the tree itself.
_OF_PACKAGE: Final = replace(
    _IMPORTS,
    by=mark("Package imported by"),
    by_files=mark("Package imported by ({files})"),
)


#: What Cargo makes programs of:
#: https://doc.rust-lang.org/cargo/guide/project-layout.html
_PROGRAMS_OF_RUST: Final = re.compile(
    r"(?:^|/)(?:build\.rs|src/main\.rs"
    r"|(?:src/bin|tests|examples|benches)/(?:[^/]+/main|[^/]+)\.rs)$"
)


def may_import(path: str) -> bool:
    """Return whether files with a name like this one import anything of a tree.

    Those of Docker and SQL never do.
    """
    row = row_of(path)
    return not row.name or row.name in RULES or bool(row.resolve or row.found_by)


def may_be_imported(path: str) -> bool:
    """Return whether others import files with a name like this one.

    Tests are found by their names, a source of C or C++ is compiled by itself, so are
    the programs of Rust, and what Go and C# import are packages and namespaces.
    """
    if not may_import(path):
        return False
    name = path.rpartition("/")[2]
    is_by_itself = name.lower().endswith((*SOURCES, ".go", ".cs"))
    return not (is_test(name) or is_by_itself or _PROGRAMS_OF_RUST.search(path))


def import_words(path: str) -> ImportWords:
    """Return what the imports of a file are called."""
    language = language_of(path)
    return _INCLUDES if language and language.import_word == "include" else _IMPORTS


def importer_words(path: str, importers: Iterable[str]) -> ImportWords:
    """Return what it is called that others import a file: Python imports C++."""
    if path.endswith(".go"):
        return _OF_PACKAGE
    words = {import_words(importer).unit for importer in importers}
    return _IMPORTS if _IMPORTS.unit in words else import_words(path)
