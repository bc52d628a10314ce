"""Reads an export of an older version, to compare the tree with it.

What a comparison asks for is put into a store as an analysis would have left it; the
texts of files are not in an export, only what tells them apart. Whoever made the export
is not trusted: no path in it is opened but those of its own parts, which lie beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Final, TypeVar

import msgspec

from ...analysis.moved_definitions import Content, content_kind
from ...codemap.code_map import CodeMap
from ...codemap.comparison.version import Body, Version
from ...links.link_all import link_imports
from ...links.places import Target
from ...model import facts
from ...model.codec import encode
from ...model.digests import digest
from ...model.kinds import DERIVING, KINDS
from ...model.older_version import ExportError
from ...model.rows import FileRow, PageDecision
from ...store import link_rows
from ...store.database import Store
from .definition_record import Base, Record, Text
from .document import FORMAT, Part
from .file_record import Import, Test

#: Raised when the same export gives another store.
_VERSION: Final = 1
#: What the keys of facts begin with that are less than an analysis finds.
_KEY: Final = "export:"
#: Bytes of the index, or of a part.
_LARGEST: Final = 256 << 20
_STATE: Final = "commit"
_BODIES: Final = "bodies"


class _Definition(Record):
    """What is read of :class:`.definition_record.Definition`."""

    kind: str
    qualname: str
    lines: tuple[int, ...]
    end_line: int
    signatures: tuple[str, ...] = ()
    head: str = ""
    annotation: str = ""
    value: str = ""
    decorators: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    summary: str = ""
    docstring: str = ""
    bases: tuple[str, ...] = msgspec.field(default=(), name="written_bases")
    above: tuple[Base, ...] = msgspec.field(default=(), name="bases")
    text: Text | None = None


class _File(Record):
    """What is read of :class:`.file_record.File`."""

    path: str
    type: str
    category: str
    size: int
    content: str = ""
    reason: str = ""
    language: str = ""
    source: bool = False
    lines: int = 0
    package: str = ""
    summary: str = ""
    main_line: int = 0
    module: str = ""
    exports: tuple[str, ...] | None = None
    exports_complete: bool = True
    definitions: tuple[_Definition, ...] = ()
    imports: tuple[Import, ...] = ()
    collected: tuple[Test, ...] = ()


class _Index(Record):
    """What is read of :class:`.document.Document` to know what else there is."""

    format: int
    parts: tuple[Part, ...] = ()


class _Document(_Index):
    """What is read of :class:`.document.Document`."""

    files: tuple[_File, ...] = ()


_D = TypeVar("_D", bound=_Index)
_Texts = dict[str, dict[str, tuple[str, Text]]]
"""By path and qualified name the kind of a definition, and what tells its text."""
_decode_index: Final = msgspec.json.Decoder(_Index).decode
_decode: Final = msgspec.json.Decoder(_Document).decode
_decode_texts: Final = msgspec.json.Decoder(_Texts).decode


def export_state(path: Path) -> str:
    """Return a digest of an export and its parts.

    :raises ExportError: if it cannot be read.
    """
    whole = blake2b(digest_size=16)
    for _, data in _texts(path):
        whole.update(blake2b(data).digest())
    return whole.hexdigest()


def version_of_export(path: Path, root: Path, store: Store) -> Version:
    """Return the version that an export is of.

    :param path: of its index, ``kwindex.json``.
    :param root: the tree that it is to be compared with.
    :param store: keeps what was read; it is used again for the same export.
    :raises ExportError: if it cannot be used.
    """
    state = digest(_VERSION, export_state(path), root.name)
    try:
        if store.meta(_STATE) != state:
            store.set_meta(_STATE, "")
            with store.transaction():
                for known in store.file_keys():
                    store.remove_file(known)
                _fill(store, _read_files(path))
            link_imports(store, root.name)
            store.set_meta(_STATE, state)
    except (ValueError, OverflowError, IndexError, sqlite3.Error) as error:
        raise ExportError(f"{path}: it contradicts itself ({error})") from error
    code = CodeMap(store, root)
    kept = store.meta(_BODIES)
    return Version(code, partial(_bodies, _decode_texts(kept)), content=_content)


def _key(path: str, content: str) -> str:
    # Files with the same content may show other parts of it.
    return f"{_KEY}{path}:{content}"


def _content(row: FileRow) -> str:
    return row.key.removeprefix(_key(row.path, ""))


def _texts(path: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the index and its parts: where each is, and its content."""
    data = _read(path)
    yield path, data
    for part in _decoded(path, data, _decode_index).parts:
        if part.name != Path(part.name).name or part.name in {"", ".", ".."}:
            raise ExportError(f"{path}: {part.name!r} is not the name of a file")
        beside = path.with_name(part.name)
        yield beside, _read(beside)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise ExportError(f"{path} has more than {_LARGEST:,} bytes")
        return path.read_bytes()
    except OSError as error:
        raise ExportError(f"{path}: {error.strerror}") from error


def _decoded(path: Path, data: bytes, decode: Callable[[bytes], _D]) -> _D:
    try:
        document = decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ExportError(f"{path} is not an export of kwindex: {error}") from error
    if document.format != FORMAT:
        reason = f"its format is {document.format}, and {FORMAT} is what can be read"
        raise ExportError(f"{path}: {reason}")
    return document


def _read_files(path: Path) -> Iterator[_File]:
    for where, data in _texts(path):
        for file in _decoded(where, data, _decode).files:
            parts = PurePosixPath(file.path).parts
            if not parts or ".." in parts or file.path.startswith("/"):
                raise ExportError(f"{path}: {file.path!r} is not a path of a tree")
            if not file.content:
                reason = "it was made by a version that compares nothing"
                raise ExportError(f"{path}: {reason}")
            yield file


def _fill(store: Store, files: Iterable[_File]) -> None:
    """Put files into a store, with the classes above classes, and tests."""
    paths: list[str] = []
    bodies: _Texts = {}
    bases: list[link_rows.BaseRow] = []
    tests: list[link_rows.TestRow] = []
    for file in files:
        file_facts = _facts(file)
        key = _key(file.path, file.content)
        store.put_facts(key, encode(file_facts))
        decision = PageDecision(file.category, file.reason)
        store.add_file(file.path, key, file_facts, lambda _, __: False, decision)
        paths.append(file.path)
        texts = {
            definition.qualname: (definition.kind, definition.text)
            for definition in file.definitions
            if definition.text
        }
        if texts:
            bodies[file.path] = texts
        bases += _base_rows(file)
        tests += _test_rows(file)
    store.order_files(paths)
    store.set_meta(_BODIES, msgspec.json.encode(bodies).decode())
    link_rows.BASES.replace(store, bases)
    link_rows.TESTS.replace(store, tests)
    store.forget_unused()


def _facts(file: _File) -> facts.FileFacts:
    for definition in file.definitions:
        if (
            definition.kind not in KINDS
            or not definition.qualname
            or min(definition.lines, default=0) < 1
        ):
            raise ValueError(f"{definition.qualname!r} is no definition")
    file_facts = msgspec.convert(file, facts.FileFacts, from_attributes=True)
    if file.module and file.type != "Python":
        # Of notebooks no more is asked than whether they are of Python.
        return msgspec.structs.replace(file_facts, notebook=facts.Notebook(0, 0, 0))
    return file_facts


def _base_rows(file: _File) -> Iterator[link_rows.BaseRow]:
    for cls in file.definitions:
        if cls.kind not in DERIVING:
            continue
        for ordinal, base in enumerate(cls.above):
            for choice, candidate in enumerate(base.one_of or (base,)):
                path, _, name = candidate.id.partition("::")
                place = ordinal, choice, path, name, candidate.dotted, candidate.written
                yield link_rows.BaseRow(file.path, cls.qualname, *place)


def _test_rows(file: _File) -> Iterator[link_rows.TestRow]:
    for ordinal, test in enumerate(file.collected):
        path, _, name = test.id.partition("::")
        where = file.path, ordinal, path, name, test.line
        yield link_rows.TestRow(*where, test.owner, test.at, " ".join(test.runners))


def _bodies(texts: _Texts, wanted: Mapping[str, Collection[str]]) -> dict[Target, Body]:
    bodies = {}
    for path, names in wanted.items():
        own = texts.get(path, {})
        for name in own.keys() & set(names):
            bodies[Target(path, name)] = _body(*own[name])
    return bodies


def _body(kind: str, text: Text) -> Body:
    return Body(Content(content_kind(kind), text.digest, text.length), text.hands_on)
