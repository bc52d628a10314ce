"""Writes ``kwindex.json``: the index and, of a large tree, the parts beside it.

A file after the other is asked for and written, so memory does not grow with the tree.
As long as all records of files together are no larger than :data:`PART_SIZE`, they are
in the index. Else they are in parts, each of which ends with the record that makes it
at least as large; the index names them with the first and the last file of each. The
files stand in the order of the tree, one record a line.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from ... import __version__
from ...codemap.code_map import CodeMap
from ...codemap.comparison.changes_since import changes_since
from ...codemap.names.moved_places import moved_rows, moved_to
from ...pages.sections.code_patterns import idiom_names
from .document import FORMAT, SCHEMA_FILE, Document, Linter, Moved, Part
from .make_files import make_file, make_folder

NAME: Final = "kwindex.json"
#: In bytes.
PART_SIZE: Final = 16_000_000
_encoder: Final = msgspec.json.Encoder()
#: In UTF-8 what a terminal takes for a command, or what hides in a text.
_UNSEEN: Final = re.compile(
    rb"\x7f|\xc2[\x80-\x9f\xad]|\xd8\x9c|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]"
    rb"|\xef\xbb\xbf|\xf3\xa0[\x80-\x81][\x80-\xbf]"
)


def write(code: CodeMap, folder: Path, part_size: int = PART_SIZE) -> None:
    """Write the files of the export, and the schema, into a folder.

    :param part_size: bytes of records from which on they are in parts.
    """
    shutil.copyfile(Path(__file__).with_name(SCHEMA_FILE), folder / SCHEMA_FILE)
    parts: list[Part] = []
    records: list[bytes] = []
    paths: list[str] = []
    size = 0

    def end_part() -> None:
        name = f"kwindex-{len(parts) + 1:04}.json"
        parts.append(Part(name, paths[0], paths[-1], len(paths)))
        _write(folder / name, Document(SCHEMA_FILE, FORMAT), files=records)
        records.clear()
        paths.clear()

    with code.reading():
        for row in code.files_in():
            if size >= part_size:
                end_part()
                size = 0
            records.append(_encode(make_file(code, row)))
            paths.append(row.path)
            size += len(records[-1])
        if parts:
            end_part()
        folders = (_encode(make_folder(code, path)) for path in code.folders)
        _write(folder / NAME, _about(code, parts), folders=folders, files=records)


def _encode(record: object) -> bytes:
    return _UNSEEN.sub(_escaped, _encoder.encode(record))


def _escaped(char: re.Match[bytes]) -> bytes:
    units = char[0].decode().encode("utf-16-be").hex(" ", 2).split()
    return "".join(f"\\u{unit}" for unit in units).encode()


def _about(code: CodeMap, parts: Iterable[Part]) -> Document:
    """Return the index without its files and folders."""
    _, version, problem = code.linter
    rules = code.settings.rules
    groups = rules.security, rules.performance
    linter = Linter("Ruff", version, problem, *groups, rules.max_complexity)
    keywords = (page for page in code.pages.values() if page.kind == "keywords")
    moved = ((old, moved_to(code, old)) for old in moved_rows(code).rows)
    return Document(
        SCHEMA_FILE,
        FORMAT,
        generator=f"sphinxcontrib-kwindex {__version__}",
        title=code.settings.title,
        root=code.modules.root_name,
        since=code.settings.changes_since if changes_since(code) else "",
        linter=linter,
        submodules=code.submodules,
        idioms=idiom_names(code),
        keywords=tuple(page.docname for page in keywords),
        moved=tuple(Moved(old.name, new.name) for old, new in moved if new),
        parts=tuple(parts),
    )


def _write(path: Path, document: Document, **lists: Iterable[bytes]) -> None:
    """Write a document with lists of records, one a line."""
    with path.open("wb") as file:
        file.write(_encode(document).removesuffix(b"}"))
        for name, records in lists.items():
            file.write(b',\n"%s":[' % name.encode())
            for number, record in enumerate(records):
                file.write(b",\n" if number else b"\n")
                file.write(record)
            file.write(b"]")
        file.write(b"}\n")
