"""What the identifiers of a file stand for, by the scopes of its language.

An identifier is a parameter or a local variable, if a scope around it declares one
before it. Otherwise it is what an import of the file binds, or a name that is looked up
from the scope it stands in outwards, over the tree (:class:`~.references.Spec` of the
kind ``name``); behind something of which nothing is known it is a member by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from tree_sitter import Node

from ...model import references as model
from ...model.references import Block, References, Spec, packed
from .grammar import Grammar, Imported, Syntax

#: Of what begins at one place the first counts, besides scopes.
_SCOPE, _OPAQUE, _PLACE, _LOCAL, _MEMBER, _TYPE, _NAME = range(7)
_CAPTURES: Final = (
    *(("scope", _SCOPE), ("opaque", _OPAQUE), ("local", _LOCAL)),
    *(("member", _MEMBER), ("name", _NAME), ("type", _TYPE)),
)
#: Characters of type arguments that are looked through.
_LONGEST: Final = 200
#: What stands before a member of the classes above.
_SUPER: Final = ("super.", "super::")
#: What of the text is looked at behind an identifier to see whether it is called.
_ARGUMENTS: Final = ("(", "!(", "<")


def read_references(
    grammar: Grammar,
    syntax: Syntax,
    blocks: Sequence[Block],
    own: Mapping[int, str],
    bases: Mapping[str, Sequence[Node]],
    imported: Sequence[Imported],
) -> References:
    """Return what the identifiers of a file stand for.

    :param blocks: the definitions that others stand in, by their lines.
    :param own: the qualified names of the definitions by where they end in the text;
        they lead to no others.
    :param bases: by qualified name what each class derives from.
    :param imported: what its import statements make known.
    """
    reader = _Reader(grammar, syntax, blocks, imported)
    places = reader.read(own)
    return References(
        specs=tuple(reader.specs),
        positions=packed(places),
        bases=tuple(
            (name, tuple(reader.spec_at(node) for node in nodes))
            for name, nodes in sorted(bases.items())
            if nodes
        ),
        values=tuple(
            (name, reader.specs[spec]) for name, spec in reader.types.items() if spec
        ),
        blocks=tuple(sorted(blocks)),
    )


class _Reader:
    def __init__(
        self,
        grammar: Grammar,
        syntax: Syntax,
        blocks: Sequence[Block],
        imported: Sequence[Imported],
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
        self._lines = [0, *accumulate(map(len, syntax.text.splitlines(keepends=True)))]
        self._this = tuple(
            f"{this}{mark}" for this in grammar.this for mark in (".", "->", "?.", "::")
        )
        self.specs: dict[Spec, int] = {}
        self.types: dict[str, Spec | None] = {}
        """The declared types of definitions; ``None`` where they differ."""
        self._at: dict[int, int] = {}
        # Where what may be a type ends: where it begins, and its spec.
        self._ends: dict[int, tuple[int, Spec]] = {}

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

    def read(self, own: Mapping[int, str]) -> list[tuple[int, ...]]:
        """Return the places of identifiers, in their order."""
        text = self._syntax.text
        importing = _Inside(self._syntax.nodes.get("import", ()))
        around = _Around(self._blocks)
        scopes: list[tuple[int, dict[str, Spec]]] = []
        places: list[tuple[int, ...]] = []
        # The identifier before: where it ends, and what it stands for.
        behind, before = -1, None
        taken = -1
        line = 0
        calls_apart, typed = self._grammar.calls_apart, self._grammar.types_first
        for start, what, end in self._events():
            end = -end
            while scopes and scopes[-1][0] <= start:
                scopes.pop()
            if what == _SCOPE:
                scopes.append((end, {}))
                continue
            if start <= taken:
                continue
            if what == _OPAQUE:
                taken = end - 1
                continue
            while self._lines[line + 1] <= start:
                line += 1
            name = text[start:end]
            if what == _LOCAL:
                taken = start
                if scopes:
                    declared = self._type_before(start) if typed else None
                    scopes[-1][1][name] = Spec(
                        *("local", str(line + 1), ("variable", name)),
                        (self.specs[declared],) if declared else (),
                    )
                behind, before = end, None
                continue
            taken = start
            if what == _PLACE:
                # Nothing in it is looked at.
                taken = end - 1
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
                )
            behind, before = end, spec
            if typed and own.get(end) and (declared := self._type_before(start)):
                known = self.types.setdefault(own[end], declared)
                if known is None or known[:2] != declared[:2]:
                    self.types[own[end]] = None
            if spec is None or end in own:
                continue
            if (
                calls_apart
                and what != _TYPE
                and what != _PLACE
                and spec.kind != "local"
                and (text.startswith("(", end) or text.endswith("::", 0, start))
            ):
                spec = spec._replace(steps=(*spec.steps, model.CALL))
            number = self.specs.setdefault(spec, len(self.specs))
            self._at[start] = number
            if typed:
                self._ends[end] = start, spec
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

    def _type_before(self, start: int) -> Spec | None:
        """Return what the type before a name is, if one is there."""
        text = self._syntax.text
        end = start
        while end and text[end - 1].isspace():
            end -= 1
        if end == start:
            return None
        if text[end - 1] == ">":
            depth = 0
            for at in range(end - 1, max(end - _LONGEST, 0), -1):
                depth += (text[at] == ">") - (text[at] == "<")
                if not depth:
                    end = at
                    break
        first, spec = self._ends.get(end, (0, None))
        # One of several: "catch (E | F e)".
        before = text[max(first - 2, 0) : first].strip()
        return spec if before != "|" and text[first:end] != "var" else None

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
    ) -> Spec | None:
        between = text[behind:start].strip() if 0 <= behind < start else ""
        if between and (between == self._separator or between == "::"):
            return self._chained(before, name)
        if text[max(start - 2, 0) : start].endswith(("::", ".", "->")) and (
            what == _MEMBER or (self._separator == "::" and text[start - 1] == ":")
        ):
            if around and text[max(start - 8, 0) : start].endswith(self._this):
                return Spec("this", around, (name,))
            if around and text[max(start - 7, 0) : start].endswith(_SUPER):
                return Spec("super", around, (name,))
            if text[max(start - 2, 0)] in "\"'":
                # What a string has is the language's own.
                return None
            rooted = text[start - 1] == ":" and not _word_before(text, start - 2)
            return Spec("name", name) if rooted else Spec("member", name)
        if what == _MEMBER and between:
            return Spec("member", name)
        for _, names in reversed(scopes):
            if name in names:
                return names[name]
        if name in self._bound:
            return self._bound[name]
        return Spec("name", name, (around, *self._opened))

    def _chained(self, before: Spec | None, name: str) -> Spec:
        if before is not None and self._grammar.types_first:
            if before.kind == "local" and before.parts:
                return Spec("member", name, (), before.parts)
            if before.kind in {"this", "super"} or before.parts:
                return before._replace(steps=(*before.steps, name))
        if before is None or before.kind in {"local", "member", "this", "super"}:
            return Spec("member", name)
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
