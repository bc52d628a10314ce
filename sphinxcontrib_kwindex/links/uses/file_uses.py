"""What a file uses, of others and of itself.

A use is an identifier that leads to a definition; the words of an import statement are
none, nor is what gives a definition its value in its own file, nor the class before
the name of a method that is defined outside of it. Those of one definition inside of
one other are one row: a reader asks which function calls it, and what the call looks
like, and not for each line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ...analysis.file_text import file_text
from ...model.facts import FileFacts, is_private
from ...model.named_tuple import NamedTuple
from ...model.names import enclosing, last_part, outer_name, split_name
from ...model.python_suffixes import PYTHON
from ...model.references import (
    ANNOTATION,
    BASE,
    CALLED,
    DECORATOR,
    IMPORTED,
    MENTION,
    QUALIFIER,
    STORED,
    names_around,
)
from ...model.rows import ReferenceRow, UseRow
from .by_name import ANY_MEMBER
from .statements import Statements

#: Roles, the most telling first.
_ROLES: Final = (CALLED, DECORATOR, BASE, MENTION, STORED, ANNOTATION)
#: What leads to something and does not use it.
_NO_USE: Final = frozenset({IMPORTED, QUALIFIER})
_RANKS: Final = {role: rank for rank, role in enumerate(_ROLES)}


class _Place(NamedTuple):
    """Where something is used; the most telling places sort first."""

    rank: int
    """That of its role."""
    line: int
    column: int


def file_uses(
    path: str,
    facts: FileFacts,
    targets: Sequence[ReferenceRow | None],
    own: Mapping[str, ReferenceRow],
    root: Path,
) -> list[UseRow]:
    """Return what a file uses.

    :param targets: where each spec of its references leads.
    :param own: its definitions by qualified name.
    :param root: where the files are.
    """
    rows = {
        number: definitions
        for number, row in enumerate(targets)
        if row is not None and (definitions := _definitions(row))
    }
    importing = _importing_lines(path, facts)
    # What is assigned elsewhere in the file is no more told by the definition.
    bound = {
        (definition.qualname, line)
        for definition in facts.definitions
        for line in definition.lines
    }
    blocks = facts.references.blocks
    last = max((block.last for block in blocks), default=0)
    names = names_around(blocks, last)
    places: defaultdict[tuple[ReferenceRow, str], list[_Place]] = defaultdict(list)
    # Most stand for something else: they are made no objects.
    for line, column, _, spec, role in zip(*facts.references.columns(), strict=True):
        if spec not in rows or role in _NO_USE or line in importing:
            continue
        around = names[line] if line <= last else ""
        for row in rows[spec]:
            is_name = "." not in row.qualname or (row.qualname, line) in bound
            if role != STORED or row.path != path or not is_name:
                gives = row.kind == "field" and role == CALLED
                how = MENTION if gives and _initialises(around, row) else role
                places[row, around].append(_Place(_RANKS[how], line, column))
    if not places:
        return []
    spans = facts.references.spans or (() if path.endswith(PYTHON) else None)
    statements = Statements(_lines(root, path), spans)
    uses = []
    for (row, around), several in places.items():
        rank, line, column = min(several)
        uses.append(
            UseRow(
                *(row.path, row.qualname, path, around, row.by_name, row.anchor),
                *(_anchor(own, around), _ROLES[rank], len(several), line),
                *(statements.quote(line, column), ""),
            )
        )
    return _with_examples(uses, statements)


def _importing_lines(path: str, facts: FileFacts) -> set[int]:
    return {
        line
        for row in facts.imports
        # What takes a module and gives it no name may do more: "require('a').b()".
        if path.endswith(PYTHON) or row.name or row.alias
        for line in range(row.line, row.end_line + 1)
    }


def _initialises(around: str, row: ReferenceRow) -> bool:
    """Tell whether a constructor gives a field its value: ``A::A() : field(1) {}``."""
    owner, name = split_name(around)
    return owner == outer_name(row.qualname) and name == last_part(owner)


def _definitions(row: ReferenceRow) -> list[ReferenceRow]:
    """Return the definitions that an identifier leads to, each by itself."""
    return [
        definition._replace(more=()) if definition.more else definition
        for definition in (row, *row.more)
        # What is not in the tree has no path, and a file has no qualified name.
        if (definition.path and definition.qualname and definition.kind != "parameter")
        or definition.kind == ANY_MEMBER
    ]


def _lines(root: Path, path: str) -> list[str]:
    """Return the lines of a file, none if it cannot be read any more."""
    try:
        data = (root / path).read_bytes()
    except OSError:
        return []
    return file_text(path, data).text.split("\n")


def _anchor(own: Mapping[str, ReferenceRow], around: str) -> str:
    """Return the id of the innermost definition around something that has one."""
    while around and around not in own:
        around = enclosing(around)
    return own[around].anchor if around else ""


def _with_examples(uses: list[UseRow], statements: Statements) -> list[UseRow]:
    """Return uses, with an example of each definition that may have one."""
    shown = set()
    calls = (number for number, use in enumerate(uses) if _wants_example(use))
    for number in sorted(calls, key=lambda number: len(uses[number].text)):
        use = uses[number]
        if (use.target, use.qualname) not in shown:
            uses[number] = use._replace(example=statements.example(use.line))
            shown.add((use.target, use.qualname))
    return uses


def _wants_example(use: UseRow) -> bool:
    return (
        use.role == CALLED
        and use.path != use.target
        and not use.by_name
        # How a special method is called says little: "super().__init__()".
        and not is_private(use.qualname)
        and not use.qualname.endswith("__")
    )
