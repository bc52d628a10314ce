"""Declared types of variables, members, fields and functions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from tree_sitter import Node

from ...model.names import split_name
from ...model.references import CALL, MENTION, Spec, parameter_step
from .grammar import Grammar, Syntax, Typed
from .name_lookup import NameLookup, part_of
from .nodes import START, led_to, within

#: Between a value and a member of it.
OF_VALUE: Final = frozenset({".", "->", "?.", "!.", "&.", "?->"})
#: The number of a type without a name, whose members are nothing to find by name.
NAMELESS: Final = -2
#: The fields of calls with what is called.
_CALLED: Final = frozenset({"function", "name"})
#: Characters of type arguments that are looked through.
_LONGEST: Final = 200


def _outer_last(node: Node) -> tuple[int, int, int]:
    return -node.start_byte, node.end_byte, node.descendant_count


def typed_by_value(
    name: Node | None,
    value: Node | None,
    says: Mapping[str, str | int],
    last_name: Callable[[Node | None], Node | None],
    *,
    member: bool,
) -> Typed:
    """Return what is known of a variable, or a member, by a value.

    :param says: for kinds of values what leads to the type, or to what is called.
    :param last_name: returns the last name of that.
    """
    value = within(value, "parenthesized_expression")
    step = says.get(value.type, "") if value is not None else ""
    return Typed(name, last_name(led_to(value, step)), member, call=step in _CALLED)


def are_alike(spec: Spec, other: Spec, specs: Iterable[Spec]) -> bool:
    """Tell whether two types have the same names, wherever these are written.

    :param specs: those of the file, by their numbers.
    """
    if spec[:2] != other[:2] or spec.kind != "generic" or spec == other:
        return spec[:2] == other[:2]
    known = list(specs)
    pairs = zip(spec.parts, other.parts, strict=True)
    return all(are_alike(known[a], known[b], known) for a, b in pairs)


class DeclaredTypes:
    """The types in a file, by where names begin in its text."""

    def __init__(self, grammar: Grammar, syntax: Syntax, *names: Iterable[str]) -> None:
        """Note what a file says.

        :param names: those that it defines and imports.
        """
        self._text = syntax.text
        self._names = names
        self.of: dict[int, tuple[int, int]] = {}
        """Where the type of a variable stands, or what returns it, and from where on
        it holds."""
        self.of_end: dict[int, int] = {}
        """Where the type stands, by where the name ends."""
        self.before: dict[int, int] = {}
        """Where that stands of which an identifier is a member."""
        self.keys: dict[int, int] = {}
        """Where the names of properties end, by where they begin."""
        self._given: dict[int, tuple[str, str]] = {}
        """By where a variable stands that is given a member of a value: the names of
        the value and of the member."""
        self._values: set[int] = set()
        """Where these values stand."""
        self._parameters_of: dict[int, dict[int, int]] = {}
        """Where the types of parameters stand, by their numbers and by where the names
        of their functions end."""
        self._taken_by: dict[int, int] = {}
        """The number of the parameter that a member is of, by where it begins."""
        self._end_of: dict[int, int] = {}
        """Where the type ends, by where it begins."""
        self._nameless: set[int] = set()
        """Where types without a name stand."""
        self.called: set[int] = set()
        """Where the names stand of what is called and returns something typed, or of
        which something is taken."""
        self._taken: dict[int, tuple[str, ...]] = {}
        self._held: dict[int, tuple[int, ...]] = {}
        """Where the types stand that a container holds, by where its own stands."""
        self._results_of: set[int] = set()
        self._results: dict[int, int] = {}
        self.ends: dict[int, tuple[int, Spec]] = {}
        """Where what may be a type ends: where it begins, and its spec."""
        self._typed = grammar.typed
        # Most are of functions without a body, and never asked for.
        self._parameters = syntax.nodes.get("parameter", [])
        # A query has them in no order. Of two that say so the outer one counts.
        nodes = syntax.nodes.get("typed", ())
        for node in sorted(nodes, key=_outer_last):
            self._note(node)

    def _note(self, node: Node) -> None:
        """Note what a node says the types of."""
        body = node.child_by_field_name("body")
        since = body.start_byte if body else node.end_byte
        for typed in self._typed(node):
            name, type_ = typed.name, typed.type
            if name is None or type_ is None:
                continue
            at = type_.start_byte
            if typed.inherited and self._text[name.start_byte : name.end_byte] in (
                self._known
            ):
                continue
            self._end_of[at] = type_.end_byte
            if type_.type == "struct_type":
                self._nameless.add(at)
            if typed.call:
                self._results_of.add(at)
            if typed.taken:
                self._taken[at] = typed.taken
            if typed.call or typed.taken:
                self.called.add(at)
            if typed.held:
                self._held[at] = tuple(held.start_byte for held in typed.held)
            if typed.variable is not None:
                self._values.add(at)
                names = (self._text[slice(*part.byte_range)] for part in (type_, name))
                self._given[typed.variable.start_byte] = next(names), next(names)
            if typed.member:
                self.before[name.start_byte] = at
                if typed.key:
                    self.keys[name.start_byte] = name.end_byte
                if typed.parameter >= 0:
                    self._taken_by[name.start_byte] = typed.parameter
            elif typed.parameter >= 0:
                types = self._parameters_of.setdefault(typed.parameter, {})
                types[name.end_byte] = at
            else:
                self.of[name.start_byte] = at, since
                self.of_end[name.end_byte] = at

    @cached_property
    def _known(self) -> set[str]:
        """What the file defines and imports, without what each stands in."""
        return {split_name(name)[1] for names in self._names for name in names}

    @cached_property
    def _around(self) -> tuple[list[int], list[Node], list[int]]:
        """Where parameters begin, they, and the number of that which each stands in."""
        nodes = sorted(self._parameters, key=START)
        outer: list[int] = []
        for number, node in enumerate(nodes):
            around = number - 1
            while around >= 0 and nodes[around].end_byte <= node.start_byte:
                around = outer[around]
            outer.append(around)
        return list(map(START, nodes)), nodes, outer

    def _of_variable(self, start: int) -> tuple[int, int]:
        """Return where the type of a variable stands, and from where on it holds.

        :param start: where it is declared.
        :return: -1 and 0 if nothing is known of it.
        """
        if start >= 0 and start not in self.of:
            starts, nodes, outer = self._around
            number = bisect_right(starts, start) - 1
            while number >= 0 and nodes[number].end_byte <= start:
                number = outer[number]
            if number >= 0:
                self._note(nodes[number])
        return self.of.setdefault(start, (-1, 0))

    def agreeing(self, before: int, other: int) -> int:
        """Return the second of two places where a variable gets a value.

        :return: -1 if the values may be of two types.
        """
        if before == other:
            return other
        places = [self._of_variable(place)[0] for place in (before, other)]
        names = {self._text[at : self._end_of.get(at, at)] for at in places}
        known = -1 not in places and self.called.isdisjoint(places)
        return other if known and len(names) == 1 else -1

    def type_at(
        self,
        owner: Spec | None,
        typed: Mapping[Spec, int],
        end: int,
        start: int,
        local: Mapping[str, Spec],
    ) -> int:
        """Return where the type stands of what an identifier is a member of.

        :param owner: the identifier before, which ends at *end*.
        :param typed: where the variables have their types.
        :param start: where the member begins.
        :param local: the variables there.
        :return: -1 without one.
        """
        if start in self.before:
            at = self.before[start]
            variable = local.get(self._text[at : self._end_of[at]])
            if variable is None or at in self.called or start in self._taken_by:
                return at
            if variable.kind == "module":
                return at
            # What has an index: "a[0].b".
            return self._of_variable(typed.get(variable, -1))[0]
        if owner is None or owner.kind != "local" or owner not in typed:
            return -1
        if self._text[end:start].strip() not in OF_VALUE:
            return -1
        at, since = self._of_variable(typed[owner])
        return at if start >= since else -1

    def note_called(
        self,
        start: int,
        spec: Spec,
        typed: Mapping[Spec, int],
        placed: Mapping[int, int],
        specs: dict[Spec, int],
    ) -> None:
        """Note what is called at a place, or of which something is taken.

        So what comes of it has a number.

        :param typed: where the variables have their types.
        :param placed: the numbers of identifiers.
        """
        number = placed[start]
        if start in self._results_of:
            if spec.kind == "local":
                return
            if spec.steps[-1:] != (CALL,):
                spec = spec.then(CALL)
            number = specs.setdefault(spec, len(specs))
        elif spec.kind == "local":
            at, _ = self._of_variable(typed.get(spec, -1))
            number = self.number_of(at, placed, specs)
        if (taken := self._taken.get(start)) and number >= 0:
            number = specs.setdefault(Spec("either", "", taken, (number,)), len(specs))
        self._results[start] = number

    def number_of(
        self, at: int, placed: Mapping[int, int], specs: dict[Spec, int]
    ) -> int:
        """Return the number of what a type, or a call, at a place stands for.

        :return: -1 if that is not known, or :data:`NAMELESS`.
        :param placed: the numbers of identifiers.
        """
        if at in self._nameless:
            return NAMELESS
        number = (self._results if at in self.called else placed).get(at, -1)
        held = self._held.get(at, ())
        numbers = [number, *(placed.get(start, -1) for start in held)]
        if held and min(numbers) >= 0:
            number = numbers.pop()
            while numbers:
                spec = Spec("generic", "", (), (numbers.pop(), number))
                number = specs.setdefault(spec, len(specs))
        return number

    def places_of_keys(
        self,
        keys: Iterable[tuple[int, int, int, int, int]],
        placed: Mapping[int, int],
        specs: dict[Spec, int],
        separator: str,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the places of properties, as :class:`.References` has them.

        :param keys: line, column, length, where each is named, and where the type of
            what it is of stands.
        """
        known = list(specs)
        for line, column, length, start, at in keys:
            of = self._number_of_key(start, at, placed, specs)
            if at >= 0 and of != NAMELESS:
                name = self._text[start : start + length]
                spec = Spec("member", name, (), (of,) if of >= 0 else ())
                if at in self._values and of >= 0:
                    spec = part_of(known[of], name, separator)
                yield line, column, length, specs.setdefault(spec, len(specs)), MENTION

    def _number_of_key(
        self, start: int, at: int, placed: Mapping[int, int], specs: dict[Spec, int]
    ) -> int:
        """Return the number of what a property is of, as :meth:`number_of`.

        :param start: where it is named.
        """
        if start not in self._taken_by:
            return self.number_of(at, placed, specs)
        number = placed.get(at, -1)
        if number < 0:
            return NAMELESS
        step = parameter_step(str(self._taken_by[start]))
        return specs.setdefault(Spec("either", "", (step,), (number,)), len(specs))

    def given_members(
        self, lookup: NameLookup, separator: str
    ) -> dict[int, tuple[str, Spec]]:
        """Return what variables stand for that are given a member of a value.

        Each has the name of the value with it, which may be that of a variable, too.
        """
        return {
            start: (owner, part_of(lookup.spec(owner, "", ()), name, separator))
            for start, (owner, name) in self._given.items()
        }

    def of_definitions(
        self, own: Mapping[int, str], placed: Mapping[int, int], specs: dict[Spec, int]
    ) -> Iterator[tuple[str, Spec]]:
        """Yield the definitions of a known type, each with what that stands for.

        :param own: their qualified names, by where their names end.
        :param placed: the numbers of identifiers.
        """
        steps = [("", self.of_end)]
        for parameter, types in sorted(self._parameters_of.items()):
            steps.append((parameter_step(str(parameter)), types))
        said = [
            (own[end] + step, at, self.number_of(at, placed, specs))
            for step, types in steps
            for end, at in sorted(types.items())
            if end in own
        ]
        known = list(specs)
        for qualname, at, number in said:
            if number >= 0:
                yield qualname, known[number]
            elif (cls := own.get(self._end_of[at])) == qualname:
                yield qualname, Spec("def", qualname)
            elif cls:
                # The name stands where the class is defined.
                outer, name = split_name(cls)
                yield qualname, Spec("name", name, (outer,))

    def standing_before(self, start: int) -> Spec | None:
        """Return what the type before a name is, if one is there."""
        text = self._text
        end = start
        while end and text[end - 1].isspace():
            end -= 1
        if end == start:
            return None
        end -= text[end - 1] == "?"  # It may be null.
        if text[end - 1] == ">":
            depth = 0
            for at in range(end - 1, max(end - _LONGEST, 0), -1):
                depth += (text[at] == ">") - (text[at] == "<")
                if not depth:
                    end = at
                    break
        first, spec = self.ends.get(end, (0, None))
        # One of several: "catch (E | F e)".
        before = text[max(first - 2, 0) : first].strip()
        if spec is None or before == "|" or text[first:end] == "var":
            return None
        self.of.setdefault(start, (first, start))
        return spec
