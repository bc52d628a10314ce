"""Resolves the identifiers of a file by the scopes of its language.

An identifier is a parameter or a local variable, if a scope around it declares one
before it. Otherwise it is what an import of the file binds, or a name that is looked up
from the scope it stands in outwards, over the tree (:class:`~.references.Spec` of the
kind ``name``); behind something of which nothing is known it is a member by its name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate
from typing import Final

from tree_sitter import Node

from ...model import references as model
from ...model.facts import Definition
from ...model.names import split_name
from ...model.references import Block, References, Spec, names_around, packed
from ..decoding import line_starts
from .bound_names import BoundNames
from .declared_types import NAMELESS, OF_VALUE, DeclaredTypes, are_alike
from .grammar import Grammar, Imported, Syntax
from .name_lookup import NameLookup, kinds_of, part_of
from .qualifiers import mark_qualifier, roles_by_end, type_step
from .scopes import (
    HOLDS,
    IMPORT,
    KEY,
    LOCALS,
    MEMBER,
    OPAQUE,
    PLACE,
    SCOPES,
    TYPE,
    Event,
    Variables,
    events_of,
    hoisted,
    is_called,
    is_of,
    late_names,
    word_before,
)

#: What, besides a point, stands before a name that may be a part; nothing at first.
_LINKS: Final = frozenset({"::", "->", ""})
#: What a module of CommonJS exports itself, which it may read as well.
_OWN_EXPORTS: Final = frozenset({("exports",), ("module", "exports")})
#: What follows a method that is called, perhaps with type arguments as in Rust.
_CALL: Final = ("(", "::<")


def read_references(
    grammar: Grammar,
    syntax: Syntax,
    blocks: Sequence[Block],
    own: Mapping[int, str],
    bases: Mapping[str, Sequence[Node]],
    imported: Sequence[Imported],
    definitions: Iterable[Definition] = (),
) -> References:
    """Return what the identifiers of a file stand for.

    :param blocks: the definitions that others stand in, by their lines.
    :param own: the qualified names of the definitions by where they end in the text.
    :param bases: by qualified name what each class derives from.
    :param imported: what its import statements make known.
    :param definitions: all of the file.
    """
    kinds = kinds_of(definitions)
    bound = BoundNames(imported, kinds, grammar.separator)
    lookup = NameLookup(grammar, syntax, bound, kinds, definitions)
    declared = DeclaredTypes(grammar, syntax, kinds, bound.names)
    reader = _Reader(grammar, syntax, blocks, bound, lookup, declared)
    ends = {reader.end_of_name(base) for several in bases.values() for base in several}
    places = reader.read(own, ends)
    exported = bound.exported(imported)
    exports = tuple((name, reader.number(spec)) for name, spec in exported)
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
        exports=exports,
        blocks=tuple(sorted(blocks)),
    )


class _Reader:
    """Goes through what begins in a file, and knows what holds where it is."""

    def __init__(
        self,
        grammar: Grammar,
        syntax: Syntax,
        blocks: Sequence[Block],
        bound: BoundNames,
        lookup: NameLookup,
        declared: DeclaredTypes,
    ) -> None:
        self._grammar = grammar
        self._syntax = syntax
        self._text = syntax.text
        self._separator = grammar.separator
        self._uncalled = "(" if "name" in grammar.calls_apart else ""
        self._chains = grammar.separator == "::"
        self._extensions = lookup.extensions()
        self._initialises = self._chains and grammar.bare_members
        self._bound = bound
        self._lookup = lookup
        self._declared = declared
        self._lines = [*line_starts(syntax.text), len(syntax.text) + 1]
        blocks = sorted(blocks, key=lambda block: (block.first, -block.last))
        self._withins = names_around(blocks, len(self._lines))
        self._spaces = names_around(lookup.spaces(blocks), len(self._lines))
        self._late = late_names(syntax)
        self.specs: dict[Spec, int] = {}
        self.types: dict[str, Spec | None] = {}
        """The declared types of definitions; ``None`` where they differ."""
        self._at: dict[int, int] = {}
        self._variables = Variables()
        self._waiting: dict[int, Spec] = {}
        """Variables of which the declaration has not ended, by where they stand."""
        self._typed: dict[Spec, int] = {}
        """Where the local variables are declared that are known by their types."""
        self._line, self._line_start = 0, 0
        self._within, self._space = self._withins[1], self._spaces[1]
        self._inner: tuple[str, ...] = ()
        """What is open besides what the file opens."""
        self._closed: list[tuple[int, tuple[str, ...]]] = []
        """Until where it is, and what is open behind that."""
        self._known: defaultdict[object, dict[str, Spec]] = defaultdict(dict)
        """What names stand for that nothing stands before, by what they stand in."""
        self._alone = self._known[self._space, self._inner]
        calls = syntax.nodes.get("receiving", ())
        receiving = sorted(node.byte_range for node in calls)
        self._receiving = [start for start, _ in receiving]
        self._received = list(accumulate((end for _, end in receiving), max))
        """Where one of these or of those before ends at the latest."""
        self._members = lookup.members() if receiving else frozenset()
        self._import_end = -1
        self._roles: dict[int, int] = {}
        self._behind = -1
        """Where the identifier before ends."""
        self._before: Spec | None = None
        """What it stands for."""

    def end_of_name(self, node: Node) -> int:
        """Return where the name of a type ends, before what its arguments are in."""
        name = re.split(r"[<\[]", self._syntax.of(node), maxsplit=1)[0]
        return node.start_byte + len(name.rstrip())

    def spec_at(self, node: Node) -> int:
        """Return the number of the spec of the last identifier of a name, or -1."""
        inside = reversed(range(node.start_byte, self.end_of_name(node)))
        return next((self._at[start] for start in inside if start in self._at), -1)

    def number(self, spec: Spec) -> int:
        """Return the number of a spec, perhaps a new one."""
        return self.specs.setdefault(spec, len(self.specs))

    def read(self, own: Mapping[int, str], bases: Set[int]) -> list[tuple[int, ...]]:
        """Return the places of identifiers in their order; *bases*: where some end."""
        text, declared, specs = self._text, self._declared, self.specs
        types_first = self._grammar.types_first
        changed = {node.start_byte for node in self._syntax.nodes.get("changed", ())}
        given: dict[int, str] = {}
        """Attributes by where they get a value."""
        self._roles = roles_by_end(self._syntax, bases)
        places: list[tuple[int, ...]] = []
        keys: list[tuple[int, int, int, int, int]] = []
        for start, what, end in self._identifiers(own):
            name = text[start:end]
            if what in LOCALS:
                self._declare(name, start)
                self._behind, self._before = end, None
                if types_first and own.get(end):
                    # The field of a record.
                    self._note_type(own[end], declared.standing_before(start))
            if what == KEY or what in LOCALS:
                if start in declared.before and end not in own:
                    at = declared.type_at(
                        None, self._typed, 0, start, self._variables.names
                    )
                    column = start - self._line_start
                    keys.append((self._line + 1, column, end - start, start, at))
                continue
            spec = (
                self._bound.places[start][1]
                if what == PLACE
                else self._meaning(what, name, start, end)
            )
            self._behind, self._before = end, spec
            if end in own:
                if start in changed:
                    given[end] = own[end]
                mark_qualifier(places, self._lines, text, start)
                if types_first and own[end]:
                    self._note_type(own[end], declared.standing_before(start))
            elif spec is not None and "\n" not in name:
                if start in changed and (attribute := self._changed(spec, name)):
                    given[end] = attribute
                spec = self._as_used(spec, what, name, start, end)
                self._at[start] = number = specs.setdefault(spec, len(specs))
                if start in declared.called:
                    declared.note_called(start, spec, self._typed, self._at, self.specs)
                if types_first:
                    declared.ends[end] = start, spec
                role = self._role(what, start, end)
                column = start - self._line_start
                places.append((self._line + 1, column, end - start, number, role))
        # All values are to be of one type.
        unknown = [given[end] for end in given if end not in declared.of_end]
        self.types.update(dict.fromkeys(unknown))
        if self._grammar.follows:
            names = {**given, **own}
            for qualname, spec in declared.of_definitions(names, self._at, self.specs):
                self.number(spec)
                self._note_type(qualname, spec)
        # What has them may stand behind them.
        of_keys = declared.places_of_keys(keys, self._at, specs, self._separator)
        return sorted([*places, *of_keys]) if keys else places

    def _changed(self, spec: Spec, name: str) -> str:
        """Note that something is given another value, perhaps one of another type.

        :return: the qualified name of an attribute of the object around.
        """
        if spec.kind == "local":
            self._typed[spec] = -1
        elif spec.kind == "name":
            self.types[spec.base] = None
        elif spec.kind == "this" and (cls := self._lookup.owner(spec.base)):
            return f"{cls}.{name}"
        return ""

    def _identifiers(self, own: Mapping[int, str]) -> Iterator[Event]:
        """Yield what may stand for something: where it begins, what it is, its end.

        What holds there is known then.
        """
        keys, grammar, places = self._declared.keys, self._grammar, self._bound.places
        ends = {start: end for start, (end, _) in places.items()}
        events = events_of(self._syntax, ends, self._late, keys, grammar.reserved)
        names_in: Mapping[tuple[int, int], dict[str, Spec]] = {}
        if grammar.hoists:
            given = self._declared.given_members(self._lookup, self._separator)
            names_in = hoisted(events, own, self._text, places, given)
        variables, closed = self._variables, self._closed
        taken, line_end, scope_end = -1, self._lines[1], variables.end
        for start, what, end in events:
            if scope_end <= start:
                variables.leave(start)
                scope_end = variables.end
            end = -end
            if closed and closed[-1][0] <= start:
                self._open(closed.pop()[1])
            # Most are identifiers, for which as little as possible is asked.
            if what < MEMBER:
                if what in SCOPES:
                    self._enter((start, end), names_in.get((start, end), {}))
                    scope_end = end
                    continue
                if what == HOLDS:
                    spec = self._waiting.get(end)
                    if spec and variables.declare(spec.steps[1], spec):
                        self._typed[spec] = end
                    continue
                if what == IMPORT:
                    self._import_end = max(self._import_end, end)
                    continue
            if start <= taken:
                continue
            taken = start
            if what in {OPAQUE, PLACE}:
                taken = end - 1  # Nothing in it is looked at.
                if what == OPAQUE:
                    continue
            if line_end <= start:
                line_end = self._move_to(start)
            yield start, what, end

    def _open(self, inner: tuple[str, ...]) -> None:
        """Note what is open besides what the file opens."""
        self._inner = inner
        self._alone = self._known[self._space, inner]

    def _enter(self, scope: tuple[int, int], names: Mapping[str, Spec]) -> None:
        """Note that a scope begins, with the variables that hold in all of it."""
        _, end = scope
        if scope in self._bound.opened_in:
            self._closed.append((end, self._inner))
            self._open(self._bound.opened_in[scope] + self._inner)
        self._variables.enter(end, {**self._bound.names_in.get(scope, {}), **names})

    def _move_to(self, start: int) -> int:
        """Go to the line of a place in the text; return where it ends."""
        line = bisect_right(self._lines, start, self._line + 1) - 1
        self._line, self._line_start = line, self._lines[line]
        self._within, self._space = self._withins[line + 1], self._spaces[line + 1]
        self._alone = self._known[self._space, self._inner]
        return self._lines[line + 1]

    def _declare(self, name: str, start: int) -> None:
        """Note that a local variable is declared."""
        if self._grammar.hoists:
            hoisted_one = self._variables.names.get(name)
            if hoisted_one is not None:
                before = self._typed.get(hoisted_one, start)
                self._typed[hoisted_one] = self._declared.agreeing(before, start)
            return
        first = self._grammar.types_first
        declared = self._declared.standing_before(start) if first else None
        parts = (self.specs[declared],) if declared else ()
        spec = Spec("local", str(self._line + 1), ("variable", name), parts)
        if start in self._late:
            self._waiting[start] = spec
        elif self._variables.declare(name, spec):
            self._typed[spec] = start

    def _meaning(self, what: int, name: str, start: int, end: int) -> Spec | None:
        """Return what an identifier stands for, by what stands before it."""
        text, grammar = self._text, self._grammar
        near = text[start - 2 : start] if start > 1 else text[:start]
        if near[-1:].isspace():
            near = text[self._behind : start].rstrip()[-2:]
        if (
            what == MEMBER
            or near[-1:] == "."
            or near in _LINKS
            or name in grammar.own_types
            or start in self._declared.before
        ):
            return self._part(what, name, start, near)
        # No variable of Rust begins a path, none of Java is called.
        mark = "::" if grammar.crates and name.islower() else self._uncalled
        other = mark and what != TYPE and text.startswith(mark, end)
        spec = self._variables.names.get(name)
        if spec is None and name in self._members and self._is_received(start):
            return self._member(name)
        if spec is None or (other and spec.kind == "local"):
            spec = self._alone.get(name)
        if spec is None:
            spec = self._alone[name] = self._looked_up(name)
        return spec

    def _is_received(self, start: int) -> bool:
        """Return whether a name alone may be a member of what a function is for."""
        number = bisect_right(self._receiving, start) - 1
        return number >= 0 and start < self._received[number]

    def _looked_up(self, name: str) -> Spec:
        return self._lookup.spec(name, self._space, self._inner)

    def _part(self, what: int, name: str, start: int, near: str) -> Spec | None:
        """Return what a name is that may be a part of what stands before it."""
        if what == MEMBER and name[:1] == ":":
            # A symbol of Ruby that a method of the class around is called by.
            return self._of_this(self._within, name[1:]) if self._within else None
        behind, before, local = self._behind, self._before, self._variables.names
        if name in self._extensions and what == MEMBER:
            return self._extensions[name]
        if self._chains and near == "::" and behind == start - 2:
            return self._chained(name)
        at = self._declared.type_at(before, self._typed, behind, start, local)
        if at >= 0:
            return self._member_of_type(name, at)
        text = self._text
        between = text[behind:start].strip() if 0 <= behind < start else ""
        if between and between.lstrip("?!").rstrip("$") in {self._separator, "::"}:
            return self._chained(name)
        mark = text[max(start - 2, 0) : start]
        if self._chains and mark[-1:] == "." and mark != "..":
            # In the arguments of a macro.
            what = MEMBER
        if mark.endswith(("::", ".", "->")) and (what == MEMBER or mark == "::"):
            return self._behind_mark(name, start, mark, between)
        if what == MEMBER and between:
            # "A::A() : name(1) {}"
            own = self._initialises and not between.endswith((".", ">", "template"))
            if own and not text.startswith((",", ")"), start + len(name)):
                return self._looked_up(name)
            return self._member(name)
        if start in self._declared.before:
            return None  # The key of something local, of which nothing else is known.
        if name in local:
            return local[name]
        is_own_type = name in self._grammar.own_types
        if is_own_type and (owner := self._lookup.owner(self._within)):
            outer, last = split_name(owner)
            return self._bound.names.get(owner) or Spec("name", last, (outer,))
        return self._looked_up(name)

    def _behind_mark(
        self, name: str, start: int, mark: str, between: str
    ) -> Spec | None:
        """Return what a name is behind a point or the like, and no name before that."""
        text, around = self._text, self._within
        if around and is_of(text, start, self._grammar.this, colons=self._chains):
            return self._of_this(around, name)
        above = () if self._chains else self._grammar.above
        if around and is_of(text, start, above, colons=False):
            return Spec("super", around, (name,))
        if between in OF_VALUE and (of_value := self._of_value(name)):
            return of_value
        if mark[0] in "\"'":
            return None  # What a string has is the language's own.
        if text[start - 1] == ":" and not word_before(text, start - 2):
            return Spec("name", name) if self._chains else self._looked_up(name)
        return self._member(name)

    def _as_used(self, spec: Spec, what: int, name: str, start: int, end: int) -> Spec:
        """Return a spec with what it is used as, where that tells things apart."""
        grammar, text, lookup = self._grammar, self._text, self._lookup
        if (
            spec.kind in grammar.calls_apart
            and what not in {TYPE, PLACE}
            and (
                text.startswith(_CALL, end)
                or (text.startswith("<", end) and is_called(text, end))
                or (text.endswith("::", 0, start) and not name[:1].isupper())
                or (grammar.values_called and text.startswith((" {", "{"), end))
            )
        ):
            return spec.then(model.CALL)
        if what == TYPE and grammar.types_apart:
            return spec.then(type_step(self._roles.get(end)))
        if grammar.crates and name == spec.base and text.startswith("::", end):
            return lookup.crate(spec, self._inner)
        return lookup.in_place(spec, start, end, what) if lookup.by_place else spec

    def _role(self, what: int, start: int, end: int) -> int:
        """Return how an identifier is used."""
        if start < self._import_end:
            return model.IMPORTED
        if end in self._roles:
            return self._roles[end]
        if is_called(self._text, end):
            return model.CALLED
        return model.ANNOTATION if what == TYPE else model.MENTION

    def _note_type(self, qualname: str, declared: Spec | None) -> None:
        """Note the type that is declared of a definition."""
        if declared is not None:
            known = self.types.setdefault(qualname, declared)
            if known is None or not are_alike(known, declared, self.specs):
                self.types[qualname] = None

    def _member_of_type(self, name: str, at: int) -> Spec | None:
        """Return what a member is of what has the type that stands at a place."""
        number = self._declared.number_of(at, self._at, self.specs)
        parts = (number,) if number >= 0 else ()
        return None if number == NAMELESS else Spec("member", name, (), parts)

    def _of_this(self, around: str, name: str) -> Spec:
        """Return what a member is of the object that a method belongs to."""
        spec = self._bound.names.get(self._lookup.owner(around))
        if spec is None:
            return Spec("this", around, (name,))
        # It is implemented here for a type of another file.
        return Spec("member", name, (), (self.number(spec),))

    def _member(self, name: str) -> Spec | None:
        return None if name in self._grammar.common else Spec("member", name)

    def _of_value(self, name: str) -> Spec | None:
        """Return what a member is of a field or of data, if its type may be known."""
        before = self._before
        if before is None or not self._grammar.follows or before.kind == "local":
            return None
        if before.kind == "member" and not before.parts:
            return None
        number = self.specs.get(before, -1)
        return Spec("member", name, (), (number,)) if number >= 0 else None

    def _chained(self, name: str) -> Spec | None:
        """Return what a name is of what the name before it stands for."""
        before = self._before
        if before is not None and self._grammar.types_first:
            if before.kind == "local" and before.parts:
                return Spec("member", name, (), before.parts)
            if before.kind in {"this", "super"} or before.parts:
                return before.then(name)
        if before is None or before.kind in {"local", "member", "this", "super"}:
            return self._of_value(name) or self._member(name)
        if before.kind == "builtin" and (before.base, *before.steps) in _OWN_EXPORTS:
            return Spec("module", "", (name,))
        return part_of(before, name, self._separator)
