"""What is known of a file, in short."""

from __future__ import annotations

from operator import attrgetter

from ...codemap.code_map import CodeMap
from ...codemap.file_users import count_users, indirect_users
from ...codemap.relation_reasons import reason_words
from ...codemap.testing.tests_of_files import tests_of_file
from ...model.definition_heads import written
from ...model.names import enclosing
from ...model.record import Record
from .lookup import LONGEST, private_names


class FileDefinition(Record, frozen=True):
    """A definition of a file."""

    kind: str
    qualname: str
    line: int
    depth: int
    """How many definitions of the file it stands in."""
    signature: str
    summary: str
    private: bool
    users: int
    """How many other files surely use it."""


class Related(Record, frozen=True):
    """A related file, and why it is."""

    path: str
    reasons: tuple[str, ...]


class FileAnswer(Record, frozen=True):
    """A file."""

    path: str
    type: str
    category: str
    """``code``, ``prose``, ``configuration`` or ``data``."""
    lines: int
    size: int
    """In bytes."""
    summary: str
    """The sentence that says what it is for; empty without any."""
    problem: str
    """Why it could not be parsed; empty if it could."""
    definitions: tuple[FileDefinition, ...]
    imports: tuple[str, ...]
    """The files of the tree that it imports."""
    imports_outside: tuple[str, ...]
    """The modules that it imports from elsewhere."""
    imported_by: tuple[str, ...]
    used_indirectly_by: tuple[str, ...]
    """The files that use something of it and do not import it."""
    tests: tuple[str, ...]
    """The files with tests of it, nearest first."""
    related: tuple[Related, ...]


def describe_file(code: CodeMap, path: str, *, through: bool = False) -> FileAnswer:
    """Return what is known of a file.

    :param through: whether tests are looked for that use it through others; that
        takes a while in a large tree.
    :raises KeyError: if it is not in the tree.
    """
    row = code.file(path)
    if row is None:
        raise KeyError(path)
    facts = code.facts(path)
    inside: dict[str, None] = {}
    outside: dict[str, None] = {}
    for imported, link in zip(facts.imports, code.links(path), strict=True):
        if link.category in {"file", "folder"}:
            inside[link.module] = None
            # A module that a package is asked for is imported with it.
            if link.target and not link.qualname:
                inside[link.target] = None
        else:
            outside[imported.module or imported.written] = None
    return FileAnswer(
        path,
        row.type,
        row.category,
        row.lines,
        row.size,
        row.summary,
        facts.problem.message if facts.problem else "",
        _definitions(code, path),
        tuple(inside),
        tuple(outside),
        tuple(code.importers(path)),
        tuple(indirect_users(code, path)),
        tuple(use.path for use in tests_of_file(code, path, through=through)),
        tuple(
            Related(file.path, tuple(map(reason_words, file.reasons)))
            for file in code.related_files(path)
        ),
    )


def _definitions(code: CodeMap, path: str) -> tuple[FileDefinition, ...]:
    """Return the definitions of a file in the order of its lines."""
    facts = code.facts(path)
    anchors = code.anchors(path)
    used = count_users(code, path)
    private = private_names(code, path)
    depths: dict[str, int] = {}
    listed = []
    for definition in sorted(facts.definitions, key=attrgetter("line", "qualname")):
        depth = depths.get(enclosing(definition.qualname), -1) + 1
        depths.setdefault(definition.qualname, depth)
        anchor = anchors[definition.qualname][definition.kind]
        listed.append(
            FileDefinition(
                definition.kind,
                definition.qualname,
                definition.line,
                depth,
                written(definition, python=facts.python, longest=LONGEST),
                definition.summary,
                definition.qualname in private,
                used[anchor],
            )
        )
    return tuple(listed)
