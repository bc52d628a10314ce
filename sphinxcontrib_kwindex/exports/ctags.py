"""The definitions of the tree as a tags file, for Vim and what else reads one.

``tags`` has the format of universal-ctags (its manual pages :manpage:`tags(5)` and
:manpage:`ctags-client-tools(7)`), ``tags.json`` the lines of its JSON. Paths are
relative to the root of the tree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, starmap
from pathlib import Path
from typing import Final

from .. import __version__
from ..codemap.code_map import CodeMap
from ..model.facts import Definition, FileFacts, is_private
from ..model.kinds import CALLABLES, MEMBERS, NOT_PUBLIC, WITH_BODY
from ..model.named_tuple import NamedTuple
from ..model.names import LOCALS, enclosing
from ..model.python_escapes import is_order
from ..store.definition_queries import files_with_definitions

#: By :attr:`.Definition.sort` the letter and the name of a kind.
_KINDS: Final = {
    "namespace": ("n", "namespace"),
    "class": ("c", "class"),
    "struct": ("s", "struct"),
    "union": ("u", "union"),
    "interface": ("i", "interface"),
    "trait": ("R", "trait"),
    "record": ("r", "record"),
    "protocol": ("P", "protocol"),
    "impl": ("I", "implementation"),
    "annotation": ("A", "annotation"),
    "message": ("M", "message"),
    "service": ("S", "service"),
    "table": ("T", "table"),
    "view": ("V", "view"),
    "stage": ("G", "stage"),
    "enum": ("g", "enum"),
    "type": ("t", "typedef"),
    "function": ("f", "function"),
    "method": ("m", "method"),
    "macro": ("d", "macro"),
    "target": ("k", "target"),
    "field": ("F", "field"),
    "attribute": ("a", "attribute"),
    "constant": ("C", "constant"),
    "data": ("v", "variable"),
}
#: Those that ctags has for Python, where it has others.
_PYTHON_KINDS: Final = {"method": ("m", "member"), "attribute": ("v", "variable")}
_PROTOTYPE: Final = ("p", "prototype")
#: The languages that ctags calls otherwise than pages do.
_LANGUAGES: Final = {"Bash": "Sh", "Docker": "Dockerfile", "Makefile": "Make"}
_PSEUDO: Final = (
    ("TAG_FILE_FORMAT", "2", 'extended format; --format=1 will not append ;" to lines'),
    ("TAG_FILE_SORTED", "1", "0=unsorted, 1=sorted, 2=foldcase"),
    ("TAG_FILE_ENCODING", "utf-8", ""),
    ("TAG_OUTPUT_EXCMD", "mixed", "number, pattern, mixed, or combineV2"),
    ("TAG_OUTPUT_FILESEP", "slash", "slash or backslash"),
    ("TAG_OUTPUT_MODE", "u-ctags", "u-ctags or e-ctags"),
    ("TAG_PROGRAM_NAME", "sphinxcontrib-kwindex", "definitions of a tree"),
    ("TAG_PROGRAM_VERSION", __version__, ""),
)
_FIELDS: Final = {
    "access": "public or private",
    "end": "its last line",
    "inherits": "what it derives from",
    "language": "the language of the file",
    "line": "its line",
    "signature": "its parameters",
    "typeref": "its type",
}
#: Vim runs what is between them in the name of a file (before 9.2.0357), or behind one
#: (before 9.2.1011, in its completion of C): such files are in ``tags.json`` only.
_RUN_BY_VIM: Final = frozenset("`|")
#: Bytes of a line that a pattern holds.
_LONGEST: Final = 96
_MEANS_MORE: Final = re.compile(r"[\\/]")
_ESCAPES: Final = {
    **{char: rf"\x{ord(char):02X}" for char in map(chr, (*range(32), 127))},
    **dict(zip("\a\b\t\n\v\f\r\\", (rf"\{char}" for char in "abtnvfr\\"), strict=True)),
}
_SPECIAL: Final = re.compile(r"[^ -\[\]-~]")


class _Tag(NamedTuple):
    """A line of a tags file."""

    name: str
    path: str
    pattern: str
    """Empty where the line has to do."""
    line: int
    kind: tuple[str, str]
    """A letter and a name."""
    language: str
    scope: tuple[str, str]
    """The name of the kind of what it is in, and the name of that; empty ones for
    what stands by itself."""
    fields: dict[str, str | int]


def write(code: CodeMap, folder: Path) -> None:
    """Write ``tags`` and ``tags.json``.

    :param folder: where the files go.
    """
    lines: set[bytes] = set()
    kinds: set[tuple[str, str, str]] = set()
    with (folder / "tags.json").open("w", encoding="ascii", newline="\n") as stream:
        for name, value, text in (("JSON_OUTPUT_VERSION", "0.0", ""), *_PSEUDO):
            pseudo = {"_type": "ptag", "name": name, "path": value, "pattern": text}
            stream.write(f"{json.dumps(pseudo)}\n")
        for tag in chain.from_iterable(starmap(_tags_of_file, files_with_tags(code))):
            stream.write(f"{json.dumps(_as_json(tag))}\n")
            shown = _as_line(tag)
            if _RUN_BY_VIM.isdisjoint(tag.path) and not is_order(shown):
                lines.add(shown.encode())
            kinds.add((tag.language, *tag.kind))
    with (folder / "tags").open("wb") as stream:
        stream.writelines(sorted(_pseudo_lines(kinds)))
        # Readers search by halves.
        stream.writelines(sorted(lines))


def files_with_tags(code: CodeMap) -> Iterator[tuple[str, FileFacts, list[str]]]:
    """Yield the files with definitions, what is known of them, and their lines."""
    for path in files_with_definitions(code.store):
        facts = code.facts(path)
        # The lines of a notebook are not those of its file.
        if facts.notebook is None:
            text = code.text(path)
            yield path, facts, text.split("\n") if text else []


def tagged_lines(definition: Definition) -> Sequence[int]:
    """Return where a definition begins; of a value, which is bound many times, once."""
    return definition.lines if definition.kind in WITH_BODY else definition.lines[:1]


def _tags_of_file(path: str, facts: FileFacts, text: list[str]) -> Iterator[_Tag]:
    kinds = {
        definition.qualname: _kind(definition, facts)[1]
        for definition in facts.definitions
    }
    language = _LANGUAGES.get(facts.type, facts.type)
    for definition in facts.definitions:
        owner = enclosing(definition.qualname)
        # What a class has may be defined elsewhere.
        unknown = "class" if definition.kind in MEMBERS else "namespace"
        kind_of_owner = kinds.get(owner, "" if facts.python or not owner else unknown)
        scope = kind_of_owner, owner.replace(f".{LOCALS}", "")
        typed = definition.annotation
        signatures = definition.signatures if definition.kind in CALLABLES else ()
        for number, line in enumerate(tagged_lines(definition)):
            fields: dict[str, str | int] = {
                "typeref": typed and f"typename:{typed}",
                "inherits": ",".join(definition.bases) if number == 0 else "",
                "access": _access(definition, facts),
                "signature": "".join(signatures[number : number + 1]),
                "end": definition.end_line if number == 0 else 0,
            }
            pattern = _pattern(text[line - 1]) if line <= len(text) else ""
            kind = _kind(definition, facts)
            place = path, pattern, line
            yield _Tag(definition.name, *place, kind, language, scope, fields)


def _kind(definition: Definition, facts: FileFacts) -> tuple[str, str]:
    if definition.declaration and definition.signatures:
        return _PROTOTYPE
    known = {**_KINDS, **_PYTHON_KINDS} if facts.python else _KINDS
    return known.get(definition.sort) or known[definition.kind]


def _access(definition: Definition, facts: FileFacts) -> str:
    if not facts.python:
        words = NOT_PUBLIC | {"public"}
        said = (word for word in definition.modifiers if word in words)
        return next(said, "").removeprefix("@")
    if not is_private(definition.name):
        return "public"
    return "private" if definition.name.startswith("__") else "protected"


def _pattern(line: str) -> str:
    """Return the pattern that finds a line; empty for what a terminal cannot show, or
    what runners of pipelines take for an order.
    """
    if is_order(f"/{line}") or not line.replace("\t", " ").isprintable():
        return ""
    part = line.encode()[:_LONGEST].decode(errors="ignore")
    escaped = _MEANS_MORE.sub(r"\\\g<0>", part)
    if escaped.endswith("$"):
        escaped = rf"{escaped[:-1]}\$"
    return f"/^{escaped}{'$' if part == line else ''}/"


def _escaped(text: str) -> str:
    """Return a text without what ends a field or a line, or does more than show."""
    return _SPECIAL.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    if char.isprintable() and char != "\\":
        return char
    known = _ESCAPES.get(char, "")
    return known or "".join(rf"\x{byte:02X}" for byte in char.encode())


def _name(text: str) -> str:
    """Return a name that is none of a pseudo-tag."""
    name = _escaped(text)
    return rf"\x{ord(name[0]):02X}{name[1:]}" if name[:1] in {" ", "!"} else name


def _as_line(tag: _Tag) -> str:
    kind, name = tag.scope
    scope = {kind: name} if kind else {}
    fields = {"line": tag.line, "language": tag.language, **scope, **tag.fields}
    columns = (
        _name(tag.name),
        _escaped(tag.path),
        f'{tag.pattern or tag.line};"',
        tag.kind[0],
        *(f"{key}:{_escaped(str(value))}" for key, value in fields.items() if value),
    )
    return "\t".join(columns) + "\n"


def _as_json(tag: _Tag) -> dict[str, str | int]:
    kind, name = tag.scope
    row: dict[str, str | int] = {
        "_type": "tag",
        "name": tag.name,
        "path": tag.path,
        "pattern": tag.pattern,
        "language": tag.language,
        "line": tag.line,
        "kind": tag.kind[1],
        **tag.fields,
        "scope": name if kind else "",
        "scopeKind": kind,
    }
    return {key: value for key, value in row.items() if value}


def _pseudo_lines(kinds: Iterable[tuple[str, str, str]]) -> Iterator[bytes]:
    rows = [
        *_PSEUDO,
        *(("TAG_FIELD_DESCRIPTION", name, text) for name, text in _FIELDS.items()),
        *(
            (f"TAG_KIND_DESCRIPTION!{language}", f"{letter},{name}", "")
            for language, letter, name in kinds
        ),
    ]
    for name, value, text in rows:
        yield f"!_{name}\t{value}\t/{text}/\n".encode()
