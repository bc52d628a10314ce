"""What the identifiers of a file stand for, by the scopes of its language.

An identifier is a parameter or a local variable, if a scope around it declares one
before it. Otherwise it is what an import of the file binds, or a name that is looked up
from the scope it stands in outwards, over the tree (:class:`~.references.Spec` of the
kind ``name``); behind something of which nothing is known it is a member by its name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from tree_sitter import Node

from ...model import references as model
from ...model.facts import Definition
from ...model.names import parts_of
from ...model.references import Block, References, Spec, packed
from .grammar import Grammar, Imported, Syntax

#: Of what begins at one place the first counts, besides scopes.
_SCOPE, _BLOCK, _PLACE, _WIDE, _NAMED, _LOCAL, _NAME, _TYPE, _MEMBER = range(9)
_SCOPES: Final = frozenset({_SCOPE, _BLOCK})
_LOCALS: Final = frozenset({_WIDE, _NAMED, _LOCAL})
_CAPTURES: Final = (
    *(("scope", _SCOPE), ("block", _BLOCK)),
    *(("local", _LOCAL), ("wide", _WIDE), ("named", _NAMED)),
    *(("name", _NAME), ("type", _TYPE), ("member", _MEMBER)),
)
#: What of the text is looked at behind an identifier to see whether it is called.
_ARGUMENTS: Final = ("(", "!(", "<")
#: What stands before a member of the classes above.
_SUPER: Final = ("super.", "super::")
#: What has names that stand for themselves inside of it.
_OPEN: Final = frozenset({"namespace", "enum"})


def read_references(
    grammar: Grammar,
    syntax: Syntax,
    blocks: Sequence[Block],
    own: Iterable[int],
    bases: Mapping[str, Sequence[Node]],
    imported: Sequence[Imported],
    definitions: Iterable[Definition] = (),
) -> References:
    """Return what the identifiers of a file stand for.

    :param blocks: the definitions that others stand in, by their lines.
    :param own: where the names of definitions end, which lead to no others.
    :param bases: by qualified name what each class derives from.
    :param imported: what its import statements make known.
    :param definitions: all of the file.
    """
    kinds = {row.qualname: row.kind for row in definitions}
    reader = _Reader(grammar, syntax, blocks, imported, kinds)
    places = reader.read(frozenset(own))
    values = reader.exported(imported)
    return References(
        specs=tuple(reader.specs),
        positions=packed(places),
        bases=tuple(
            (name, tuple(reader.spec_at(node) for node in nodes))
            for name, nodes in sorted(bases.items())
            if nodes
        ),
        values=values,
        blocks=tuple(sorted(blocks)),
    )


class _Reader:
    def __init__(
        self,
        grammar: Grammar,
        syntax: Syntax,
        blocks: Sequence[Block],
        imported: Sequence[Imported],
        kinds: Mapping[str, str],
    ) -> None:
        self._grammar = grammar
        self._syntax = syntax
        self._separator = grammar.separator
        self._blocks = sorted(blocks, key=lambda block: (block.first, -block.last))
        self._bound = {name: spec for one in imported for name, spec in one.bound}
        self._opened = tuple(dict.fromkeys(o for one in imported for o in one.opened))
        self._places = {
            node.start_byte: (node.end_byte, spec)
            for one in imported
            for node, spec in one.places
        }
        self._closed = grammar.closed(syntax)
        self._tops = {parts_of(name)[0] for name in kinds}
        self._open = [
            block
            for block in self._blocks
            if grammar.bare_members or kinds.get(block.qualname) in _OPEN
        ]
        self._lines = [0, *accumulate(map(len, syntax.text.splitlines(keepends=True)))]
        self._this = tuple(
            f"{this}{mark}" for this in grammar.this for mark in (".", "->", "?.")
        )
        self.specs: dict[Spec, int] = {}
        self._at: dict[int, int] = {}

    def spec_at(self, node: Node) -> int:
        """Return the number of the spec of the last identifier of a node, or -1.

        What stands in angle brackets is no part of its name.
        """
        name, _, _ = self._syntax.of(node).partition("<")
        last = node.start_byte + len(name)
        inside = [
            self._at[start]
            for start in range(node.start_byte, last)
            if start in self._at
        ]
        return inside[-1] if inside else -1

    def exported(self, imported: Iterable[Imported]) -> tuple[tuple[str, int], ...]:
        """Return what names stand for by which nothing is defined, as numbers."""
        found = dict(pair for one in imported for pair in one.exported)
        numbers = []
        for name, spec in sorted(found.items()):
            first, *rest = spec.base.split(self._separator)
            if spec.kind == "name" and first in self._bound:
                spec = self._bound[first]
                spec = spec._replace(steps=(*spec.steps, *rest))
            numbers.append((name, self.specs.setdefault(spec, len(self.specs))))
        return tuple(numbers)

    def _events(self) -> list[tuple[int, int, int]]:
        """Return where something begins, what it is, and where it ends, negative.

        So of scopes that begin together the larger one comes first.
        """
        nodes = self._syntax.nodes
        events = [
            (node.start_byte, what, -node.end_byte)
            for capture, what in _CAPTURES
            for node in nodes.get(capture, ())
        ]
        events += [(start, _PLACE, -end) for start, (end, _) in self._places.items()]
        events.sort()
        return events

    def _declared(
        self, events: Iterable[tuple[int, int, int]], own: frozenset[int]
    ) -> dict[tuple[int, int], dict[str, Spec]]:
        """Return the local variables of each scope, by where it begins and ends."""
        declared: dict[tuple[int, int], dict[str, Spec]] = {}
        scopes: list[tuple[int, int, dict[str, Spec]]] = []
        for start, what, end in events:
            while scopes and scopes[-1][0] <= start:
                scopes.pop()
            if what in _SCOPES:
                names = declared.setdefault((start, -end), {})
                scopes.append((-end, what, names))
            elif what in _LOCALS and -end not in own:
                around: Iterable[tuple[int, int, dict[str, Spec]]] = scopes[-1:]
                if what == _NAMED:
                    around = scopes[-2:-1]
                elif what == _WIDE:
                    around = (one for one in reversed(scopes) if one[1] == _SCOPE)
                if holding := next(iter(around), None):
                    name = self._syntax.text[start:-end]
                    line = str(bisect_right(self._lines, start))
                    spec = Spec("local", line, ("variable", name))
                    holding[2][name] = spec
        return declared

    def read(self, own: frozenset[int]) -> list[tuple[int, ...]]:
        """Return the places of identifiers, in their order."""
        text = self._syntax.text
        importing = _Inside(self._syntax.nodes.get("import", ()))
        around, names_of = _Around(self._blocks), _Around(self._open)
        events = self._events()
        declared = self._declared(events, own) if self._grammar.hoists else {}
        scopes: list[tuple[int, dict[str, Spec]]] = []
        places: list[tuple[int, ...]] = []
        # The identifier before: where it ends, and what it stands for.
        behind, before = -1, None
        taken = -1
        line = 0
        for start, what, end in events:
            end = -end
            while scopes and scopes[-1][0] <= start:
                scopes.pop()
            if what in _SCOPES:
                scopes.append((end, declared.get((start, end), {})))
                continue
            if start <= taken:
                continue
            while self._lines[line + 1] <= start:
                line += 1
            name = text[start:end]
            if what in _LOCALS:
                taken = start
                if scopes and not self._grammar.hoists:
                    scopes[-1][1][name] = Spec(
                        "local", str(line + 1), ("variable", name)
                    )
                behind, before = end, None
                continue
            taken = start
            if what == _PLACE:
                spec: Spec | None = self._places[start][1]
            else:
                spec = self._spec(
                    what,
                    name,
                    text,
                    start,
                    behind,
                    before,
                    scopes,
                    around.name(line + 1),
                    names_of.name(line + 1),
                )
            behind, before = end, spec
            if spec is None or end in own:
                continue
            number = self.specs.setdefault(spec, len(self.specs))
            self._at[start] = number
            if importing.has(start):
                role = model.IMPORTED
            elif text.startswith(_ARGUMENTS[:2], end):
                role = model.CALLED
            else:
                role = model.ANNOTATION if what == _TYPE else model.MENTION
            places.append(
                (line + 1, start - self._lines[line], end - start, number, role)
            )
        return places

    def _spec(
        self,
        what: int,
        name: str,
        text: str,
        start: int,
        behind: int,
        before: Spec | None,
        scopes: Sequence[tuple[int, Mapping[str, Spec]]],
        around: str,
        scope: str,
    ) -> Spec | None:
        between = text[behind:start].strip() if 0 <= behind < start else ""
        if between.lstrip("?!") == self._separator:
            return self._chained(before, name)
        if text[max(start - 2, 0) : start].endswith(("::", ".", "->")) and (
            what == _MEMBER or (self._separator == "::" and text[start - 1] == ":")
        ):
            if around and text[max(start - 8, 0) : start].endswith(self._this):
                return Spec("this", around, (name,))
            if around and text[max(start - 7, 0) : start].endswith(_SUPER):
                return Spec("super", around, (name,))
            rooted = text[start - 1] == ":" and not _word_before(text, start - 2)
            return Spec("name", name) if rooted else self._member(name)
        if what == _MEMBER and between:
            return self._member(name)
        for _, names in reversed(scopes):
            if name in names:
                return names[name]
        if name in self._bound:
            return self._bound[name]
        if self._closed and not scope and name not in self._tops:
            return Spec("builtin", name)
        return Spec("name", name, (scope, *self._opened))

    def _member(self, name: str) -> Spec | None:
        return None if name in self._grammar.common else Spec("member", name)

    def _chained(self, before: Spec | None, name: str) -> Spec | None:
        if before is None or before.kind in {"local", "member", "this", "super"}:
            return self._member(name)
        if before.kind == "name":
            return before._replace(base=f"{before.base}{self._separator}{name}")
        return before._replace(steps=(*before.steps, name))


def _word_before(text: str, end: int) -> bool:
    return end > 0 and (text[end - 1].isalnum() or text[end - 1] in "_>)")


class _Inside:
    """Whether places are inside of some nodes; asked in their order."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._ranges: Iterator[tuple[int, int]] = iter(
            sorted(node.byte_range for node in nodes)
        )
        self._range = next(self._ranges, (0, 0))

    def has(self, at: int) -> bool:
        while self._range[1] and self._range[1] <= at:
            self._range = next(self._ranges, (0, 0))
        return self._range[0] <= at < self._range[1]


class _Around:
    """The innermost definition around a line.

    :param blocks: sorted, those around others first.
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        last = max((block.last for block in blocks), default=0)
        self._names = [""] * (last + 1)
        for block in blocks:
            self._names[block.first : block.last + 1] = [block.qualname] * (
                block.last + 1 - block.first
            )

    def name(self, line: int) -> str:
        """Return its qualified name; empty at the top of the file."""
        return self._names[line] if line < len(self._names) else ""
