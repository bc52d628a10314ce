"""What the identifiers of a file stand for, by the scopes of its language.

An identifier is a parameter or a local variable, if a scope around it declares one
before it. Otherwise it is what an import of the file binds, or a name that is looked up
from the scope it stands in outwards, over the tree (:class:`~.references.Spec` of the
kind ``name``); behind something of which nothing is known it is a member by its name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from tree_sitter import Node

from ...model import references as model
from ...model.facts import Definition
from ...model.names import enclosing, parts_of, split_name
from ...model.references import Block, References, Spec, names_around, packed
from ..decoding import line_starts
from .declared_types import NAMELESS, OF_VALUE, DeclaredTypes, are_alike
from .grammar import Grammar, Imported, Syntax, bind
from .qualifiers import mark_qualifier
from .scopes import (
    HOLDS,
    IMPORT,
    LOCALS,
    MEMBER,
    OPAQUE,
    PLACE,
    SCOPES,
    TYPE,
    Variables,
    events_of,
    hoisted,
    is_called,
    is_of,
    late_names,
    word_before,
)

#: How many paths that begin with another are followed.
_MOST_RELATIVE: Final = 5
#: What sees what it holds as it is.
_OPEN: Final = frozenset({"namespace"})
_FUNCTIONS: Final = frozenset({"function", "method"})
#: What, besides a point, stands before a name that may be a part; nothing at first.
_LINKS: Final = frozenset({"::", "->", ""})
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
    kinds: dict[str, str] = {}
    for row in definitions:
        # A namespace and a constant may have one name: names stand in the first.
        if kinds.get(row.qualname) not in _OPEN:
            kinds[row.qualname] = row.kind
    unnamed = grammar.unnamed(syntax, definitions)
    reader = _Reader(grammar, syntax, blocks, imported, kinds, unnamed)
    ends = {reader.end_of_name(base) for several in bases.values() for base in several}
    places = reader.read(own, ends)
    exports = reader.exported(imported)
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
    def __init__(
        self,
        grammar: Grammar,
        syntax: Syntax,
        blocks: Sequence[Block],
        imported: Sequence[Imported],
        kinds: Mapping[str, str],
        unnamed: Set[str],
    ) -> None:
        self._grammar = grammar
        self._syntax = syntax
        self._separator = grammar.separator
        self._initialises = grammar.separator == "::" and grammar.bare_members
        self._blocks = sorted(blocks, key=lambda block: (block.first, -block.last))
        self._kinds = kinds
        self._spaces = self._blocks
        if not grammar.bare_members:
            holding = set(map(enclosing, kinds))
            self._spaces = [
                block
                for block in self._blocks
                if (kind := kinds.get(block.qualname)) in grammar.spaces
                and (kind not in _FUNCTIONS or block.qualname in holding)
            ]
        self._closed = grammar.closed(syntax)
        self._tops = {parts_of(name)[0] for name in kinds} if self._closed else set()
        self._tops -= unnamed
        self._bound: dict[str, Spec] = {}
        self._bound_in: defaultdict[tuple[int, int], dict[str, Spec]]
        self._bound_in = defaultdict(dict)
        for one in imported:
            names = self._bound_in[one.within.byte_range] if one.within else self._bound
            bind(names, one, kinds)
        for names in (self._bound, *self._bound_in.values()):
            if any(one.relative for one in imported):
                names |= {name: self._from(spec) for name, spec in names.items()}
        self._opened = tuple(
            dict.fromkeys(o for one in imported if not one.within for o in one.opened)
        )
        self._opened_in: defaultdict[tuple[int, int], tuple[str, ...]]
        self._opened_in = defaultdict(tuple)
        for one in imported:
            if one.within and one.opened:
                self._opened_in[one.within.byte_range] += one.opened
        self._places = {
            node.start_byte: (
                node.end_byte,
                self._from(spec) if one.relative else spec,
            )
            for one in imported
            for node, spec in one.places
        }
        self._lines = [*line_starts(syntax.text), len(syntax.text) + 1]
        self._declared = DeclaredTypes(grammar, syntax, kinds, self._bound)
        self.specs: dict[Spec, int] = {}
        self.types: dict[str, Spec | None] = {}
        """The declared types of definitions; ``None`` where they differ."""
        self._at: dict[int, int] = {}
        self._steps: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        """Where names are looked up that stand in what has a qualified name, by that
        and by what is open there besides."""

    def _from(self, spec: Spec) -> Spec:
        """Return a path from where the name that it begins with leads."""
        separator = self._separator
        for _ in range(_MOST_RELATIVE):
            first, _, rest = spec.base.partition(separator)
            start = self._bound.get(first)
            if start is None and first in self._kinds and spec.kind == "module":
                # What the file has itself.
                return Spec("name", separator.join((spec.base, *spec.steps)), ("",))
            if start is None or start.base.partition(separator)[0] in {first, ""}:
                break
            parts = rest.split(separator) if rest else []
            if start.kind == "module":
                more = spec.steps if spec.kind == "module" else ()
                spec = Spec("module", start.base, (*start.steps, *parts, *more))
            else:
                base = separator.join((start.base, *parts, *spec.steps))
                spec = start._replace(base=base)
        return spec

    def end_of_name(self, node: Node) -> int:
        """Return where the name of a type ends, before what is in angle brackets."""
        name, _, _ = self._syntax.of(node).partition("<")
        return node.start_byte + len(name.rstrip())

    def spec_at(self, node: Node) -> int:
        """Return the number of the spec of the last identifier of a name, or -1."""
        inside = reversed(range(node.start_byte, self.end_of_name(node)))
        return next((self._at[start] for start in inside if start in self._at), -1)

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

    def read(self, own: Mapping[int, str], bases: Set[int]) -> list[tuple[int, ...]]:
        """Return the places of identifiers in their order; *bases*: where some end."""
        text, lines = self._syntax.text, self._lines
        withins = names_around(self._blocks, len(lines))
        spaces = names_around(self._spaces, len(lines))
        ends = {start: end for start, (end, _) in self._places.items()}
        late = late_names(self._syntax)
        events = events_of(self._syntax, ends, late)
        names_in = hoisted(events, own, text) if self._grammar.hoists else {}
        variables = Variables()
        # Variables of which the declaration has not ended yet, by where they stand.
        waiting: dict[int, Spec] = {}
        # Where the local variables are declared that are known by their types.
        typed: dict[Spec, int] = {}
        places: list[tuple[int, ...]] = []
        spec: Spec | None
        # The identifier before: where it ends, and what it stands for.
        behind, before = -1, None
        taken = imported = -1
        line, line_start, line_end = 0, 0, lines[1]
        within, space = withins[1], spaces[1]
        # What names stand for that nothing stands before, by what they stand in.
        known: defaultdict[object, dict[str, Spec]] = defaultdict(dict)
        # What is open besides what the file opens, and until where.
        inner: tuple[str, ...] = ()
        closed: list[tuple[int, tuple[str, ...]]] = []
        alone = known[space, inner]
        own_type, calls_apart = self._grammar.own_type, self._grammar.calls_apart
        uncalled = "(" if "name" in calls_apart else ""
        types_first = self._grammar.types_first
        hoists = self._grammar.hoists
        chains = self._separator == "::"
        crates = self._grammar.crates
        types, type_before = self._declared, self._declared.before
        type_at, type_ends = types.type_at, types.ends
        specs, at_place, called = self.specs, self._at, self._declared.called
        local = variables.names
        scope_end = variables.end
        for start, what, end in events:
            if scope_end <= start:
                variables.leave(start)
                scope_end = variables.end
            end = -end
            if closed and closed[-1][0] <= start:
                inner = closed.pop()[1]
                alone = known[space, inner]
            # Most are identifiers, for which as little as possible is asked.
            if what < MEMBER:
                if what in SCOPES:
                    if (start, end) in self._opened_in:
                        closed.append((end, inner))
                        inner = self._opened_in[start, end] + inner
                        alone = known[space, inner]
                    bound = self._bound_in.get((start, end), {})
                    variables.enter(end, {**bound, **names_in.get((start, end), {})})
                    scope_end = end
                    continue
                if what == HOLDS:
                    spec = waiting.get(end)
                    if spec and variables.declare(spec.steps[1], spec):
                        typed[spec] = end
                    continue
                if what == IMPORT:
                    imported = max(imported, end)
                    continue
            if start <= taken:
                continue
            if what == OPAQUE:
                taken = end - 1
                continue
            if line_end <= start:
                line = bisect_right(lines, start, line + 1) - 1
                line_start, line_end = lines[line], lines[line + 1]
                within, space = withins[line + 1], spaces[line + 1]
                alone = known[space, inner]
            name = text[start:end]
            taken = start
            if what in LOCALS:
                if not hoists:
                    declared = types.standing_before(start) if types_first else None
                    spec = Spec(
                        *("local", str(line + 1), ("variable", name)),
                        (specs[declared],) if declared else (),
                    )
                    if start in late:
                        waiting[start] = spec
                    elif variables.declare(name, spec):
                        typed[spec] = start
                elif (spec := local.get(name)) is not None:
                    typed[spec] = start
                behind, before = end, None
                continue
            if what == PLACE:
                taken = end - 1  # Nothing in it is looked at.
                spec = self._places[start][1]
            else:
                # What stands before it, white space aside.
                near = text[start - 2 : start] if start > 1 else text[:start]
                if near[-1:].isspace():
                    near = text[behind:start].rstrip()[-2:]
                if (
                    what == MEMBER
                    or near[-1:] == "."
                    or near in _LINKS
                    or name == own_type
                    or start in type_before
                ):
                    if chains and near == "::" and behind == start - 2:
                        spec = self._chained(before, name)
                    elif (at := type_at(before, typed, behind, start, local)) >= 0:
                        spec = self._member_of_type(name, at)
                    else:
                        spec = self._spec(
                            *(what, name, start, behind, before, variables, within),
                            *(space, inner),
                        )
                else:
                    # No variable of Rust begins a path, none of Java is called.
                    mark = "::" if crates and name.islower() else uncalled
                    other = mark and what != TYPE and text.startswith(mark, end)
                    spec = (not other and local.get(name)) or alone.get(name)
                    if spec is None:
                        spec = alone[name] = self._alone(name, space, inner)
            behind, before = end, spec
            if end in own:
                mark_qualifier(places, lines, text, start)
                if types_first and own[end]:
                    self._note_type(own[end], types.standing_before(start))
                continue
            if spec is None or "\n" in name:
                continue
            if (
                spec.kind in calls_apart
                and what not in {TYPE, PLACE}
                and (
                    text.startswith(_CALL, end)
                    or (text.endswith("::", 0, start) and not name[:1].isupper())
                )
            ):
                spec = spec._replace(steps=(*spec.steps, model.CALL))
            elif what == TYPE and self._grammar.types_apart:
                spec = spec._replace(steps=(*spec.steps, model.A_TYPE))
            elif crates and name == spec.base and text.startswith("::", end):
                spec = self._crate(spec, open_here=inner)
            at_place[start] = number = specs.setdefault(spec, len(specs))
            if start in called:
                types.note_called(start, spec, typed, at_place, specs)
            if types_first:
                type_ends[end] = start, spec
            if start < imported:
                role = model.IMPORTED
            elif end in bases:
                role = model.BASE
            elif is_called(text, end):
                role = model.CALLED
            else:
                role = model.ANNOTATION if what == TYPE else model.MENTION
            places.append((line + 1, start - line_start, end - start, number, role))
        if self._grammar.follows:
            for qualname, spec in types.of_definitions(own, at_place, specs):
                specs.setdefault(spec, len(specs))
                self._note_type(qualname, spec)
        return places

    def _note_type(self, qualname: str, declared: Spec | None) -> None:
        """Note the type that is declared of a definition."""
        if declared is not None:
            known = self.types.setdefault(qualname, declared)
            if known is None or not are_alike(known, declared, self.specs):
                self.types[qualname] = None

    def _spec(
        self,
        what: int,
        name: str,
        start: int,
        behind: int,
        before: Spec | None,
        variables: Variables,
        around: str,
        space: str,
        inner: tuple[str, ...],
    ) -> Spec | None:
        text = self._syntax.text
        between = text[behind:start].strip() if 0 <= behind < start else ""
        if between and between.lstrip("?!") in {self._separator, "::"}:
            return self._chained(before, name)
        mark = text[max(start - 2, 0) : start]
        if self._separator == "::" and mark[-1:] == "." and mark != "..":
            # In the arguments of a macro.
            what = MEMBER
        if mark.endswith(("::", ".", "->")) and (what == MEMBER or mark == "::"):
            colons = self._separator == "::"
            if around and is_of(text, start, self._grammar.this, colons=colons):
                return self._of_this(around, name)
            above = () if colons else self._grammar.above
            if around and is_of(text, start, above, colons=False):
                return Spec("super", around, (name,))
            if between in OF_VALUE and (of_value := self._of_value(before, name)):
                return of_value
            if mark[0] in "\"'":
                # What a string has is the language's own.
                return None
            rooted = text[start - 1] == ":" and not word_before(text, start - 2)
            return Spec("name", name) if rooted else self._member(name)
        if what == MEMBER and between:
            # "A::A() : name(1) {}"
            own = self._initialises and not between.endswith((".", ">", "template"))
            return self._alone(name, space, inner) if own else self._member(name)
        if name in variables.names:
            return variables.names[name]
        if name == self._grammar.own_type and (owner := self._owner(around)):
            outer, last = split_name(owner)
            return self._bound.get(owner) or Spec("name", last, (outer,))
        return self._alone(name, space, inner)

    def _alone(self, name: str, space: str, inner: tuple[str, ...]) -> Spec:
        """Return what a name is that is no variable, the nearest thing first."""
        if name in self._bound:
            near = (space, *inner) if self._kinds.get(space) == "namespace" else inner
            if not any(f"{one}{self._separator}{name}" in self._kinds for one in near):
                return self._bound[name]
        if self._grammar.own:
            return Spec("def", name)
        if self._closed and not space and name not in self._tops:
            return Spec("builtin", name)
        if (steps := self._steps.get((space, inner))) is None:
            steps = (*self._looked_up_from(space), *inner, *self._opened)
            self._steps[space, inner] = steps
        for one in steps[1:]:
            own = f"{one}{self._separator}{name}"
            if own in self._kinds and self._kinds.get(one) in _FUNCTIONS:
                steps = (one, *steps[1:])  # It hides what is around the function.
        return Spec("name", name, steps)

    def _crate(self, spec: Spec, open_here: tuple[str, ...]) -> Spec:
        """Return what a name is that begins a path: a crate, if it is nothing else."""
        name = spec.base
        is_other = open_here or self._opened or name in self._kinds
        is_crate = spec.kind == "name" and name[:1].islower() and not is_other
        return Spec("module", name) if is_crate else spec

    def _member_of_type(self, name: str, at: int) -> Spec | None:
        """Return what a member is of what has the type that stands at a place."""
        number = self._declared.number_of(at, self._at, self.specs)
        parts = (number,) if number >= 0 else ()
        return None if number == NAMELESS else Spec("member", name, (), parts)

    def _of_this(self, around: str, name: str) -> Spec:
        """Return what a member is of the object that a method belongs to."""
        spec = self._bound.get(self._owner(around))
        if spec is None:
            return Spec("this", around, (name,))
        # It is implemented here for a type of another file.
        return Spec("member", name, (), (self.specs.setdefault(spec, len(self.specs)),))

    def _owner(self, around: str) -> str:
        """Return the qualified name of the type around, or with, a definition."""
        while self._kinds.get(around) in _OPEN | _FUNCTIONS:
            around = enclosing(around)
        return around

    def _looked_up_from(self, space: str) -> tuple[str, ...]:
        """Return where names are looked up outwards, and what is open besides."""
        if self._grammar.bare_members:
            return (space,)
        functions = []
        while space and self._kinds.get(space) not in self._grammar.spaces - _FUNCTIONS:
            if self._kinds.get(space) in _FUNCTIONS:
                functions.append(space)
            space = enclosing(space)
        return space, *functions

    def _member(self, name: str) -> Spec | None:
        return None if name in self._grammar.common else Spec("member", name)

    def _of_value(self, before: Spec | None, name: str) -> Spec | None:
        """Return what a member is of a field or of data, if its type may be known."""
        if before is None or not self._grammar.follows or before.kind == "local":
            return None
        if before.kind == "member" and not before.parts:
            return None
        number = self.specs.get(before, -1)
        return Spec("member", name, (), (number,)) if number >= 0 else None

    def _chained(self, before: Spec | None, name: str) -> Spec | None:
        if before is not None and self._grammar.types_first:
            if before.kind == "local" and before.parts:
                return Spec("member", name, (), before.parts)
            if before.kind in {"this", "super"} or before.parts:
                return before._replace(steps=(*before.steps, name))
        if before is None or before.kind in {"local", "member", "this", "super"}:
            return self._of_value(before, name) or self._member(name)
        if before.kind == "name":
            # Faster than to replace what it begins with.
            base = f"{before.base}{self._separator}{name}"
            return Spec("name", base, before.steps, before.parts)
        return before._replace(steps=(*before.steps, name))
