"""What the identifiers of a file mean, as far as the file itself tells.

A *reference* is an identifier at a place with what it stands for, its
:class:`~.references.Spec`: a definition of this file or something of a module, and the
steps from there. ``np.linalg.norm`` is three references, the module ``numpy`` with no
step, with one and with two; ``self.name`` in a method of ``C`` is a definition of this
file, ``C.name``, or, where the class does not define it, ``C`` called and then
``name``: the tree must say which class that comes from
(:mod:`~.links.expressions.expression_targets`). Parameters and local variables lead to
the line where they get their value. What cannot be told surely is left out.

So that others can follow such steps, a file also says what its classes are derived
from, and what its data, attributes and functions are known to hold or return, as far
as annotations and assignments say.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

from ....model import references as model
from ....model.facts import Definition
from ....model.references import CALL, References, Spec, SpecKind, packed
from ..builtin_names import BUILTIN_MEMBERS, BUILTINS
from ..scopes import DATA, DEFINED, DELETED, IMPORTED, LOCAL, Binding, Bindings, Scope
from ..source.source_segments import character_index, is_at
from ..values import (
    GIVEN,
    MOST_EXPRESSIONS,
    MOST_VALUES,
    NONE,
    Combined,
    Either,
    Filled,
    Generic,
    Or,
    Passed,
    Root,
    Step,
    Value,
    Without,
    is_solved,
)
from .bindings import BindingWalk
from .container_contents import Contents
from .occurrence import Occurrence, parameter_names
from .overridden_parameters import named_classes
from .private_calls import PrivateCalls
from .used_specs import UsedSpecs

#: Longer chains of attributes and calls are not followed.
_STEPS: Final = 16
#: Identifiers and conditional values that say of each other what they are: no more of
#: them are followed.
_DEEP: Final = 50
_UNKNOWN: Final = -1
_NOT_RESOLVED: Final = -2
#: What it is said to be by itself.
_CIRCULAR: Final = -3
_AGAIN: Final = -4
"""Was circular once: where the circle is entered elsewhere, more may be known."""


def references(bindings: BindingWalk, definitions: Iterable[Definition]) -> References:
    """Return the references of a file.

    :param bindings: its identifiers and what binds them.
    :param definitions: all definitions of the file; nothing else is linked to.
    :raises RecursionError: for what is nested too deeply.
    """
    return _Meanings(bindings, definitions).references()


class _Meanings:
    """Finds out what each occurrence of a walk means.

    Each has a value, and a spec of what is shown at its place: of a local name the
    value is an instance of some class, and its place leads to a line.
    """

    def __init__(self, walk: BindingWalk, definitions: Iterable[Definition]) -> None:
        self._walk = walk
        self._lines = walk.lines
        self._kinds = dict.fromkeys(walk.type_parameters, "data")
        self._first_lines: dict[str, set[int]] = {}
        for definition in definitions:
            kind = "property" if "property" in definition.modifiers else definition.kind
            self._kinds.setdefault(definition.qualname, kind)
            lines = self._first_lines.setdefault(definition.qualname, set())
            lines.add(definition.line)
        self._returning = {
            known.owner
            for known in walk.values
            if type(known.value) is not int or known.value >= 0
        }
        self._solved = {known.called for known in walk.values if is_solved(known.value)}
        # An "__init__" above may say what the type arguments of a class are.
        classes = walk.bases.items()
        self._solved |= {cls for cls, bases in classes if Generic in map(type, bases)}
        self._specs: list[Spec] = []
        self._numbers: dict[Spec, int] = {}
        self._roots: dict[tuple[str, str], int] = {}
        self._stepped: dict[tuple[int, str], int] = {}
        self._composed: dict[int, int] = {}
        self._looked_up: dict[tuple[Scope, str], Bindings] = {}
        self._meanings = [_NOT_RESOLVED] * len(walk.occurrences)
        self._following = 0
        self._contents = Contents(walk, self._bindings, self._meaning, self._specs)
        self._passed = PrivateCalls(walk, self._meaning, self._specs).value
        self._made: list[Value] = []

    def references(self) -> References:
        places, values, walk = self._places(), self._values(), self._walk
        declared = walk.overridden.declared | walk.made_by
        values |= named_classes(declared, self._value, self._specs)
        values |= walk.passed_on.specs(self._value, self._number)
        bases = {
            name: [self._value(base) for base in several]
            for name, several in walk.bases.items()
            if several and name in self._kinds
        }
        used = UsedSpecs(self._specs)
        return References(
            positions=packed(
                [(*place, used.number(spec), role) for *place, spec, role in places]
            ),
            bases=tuple(
                (name, tuple(map(used.number, several)))
                for name, several in bases.items()
            ),
            values=tuple((name, used.number(spec)) for name, spec in values.items()),
            parameters=parameter_names(walk.parameters, self._kinds, self._lines),
            specs=used.with_parts(),
            blocks=tuple(walk.blocks),
            spans=tuple(sorted(walk.spans)),
        )

    # Where references are

    def _places(self) -> list[tuple[int, int, int, int, int]]:
        """Return the fields of each reference, in order."""
        places: dict[tuple[int, int], tuple[int, int, int]] = {}
        roles, lines = self._walk.roles, self._lines
        ascii_lines = [line.isascii() for line in lines]
        for index, occurrence in enumerate(self._walk.occurrences):
            number, column, name = occurrence.line, occurrence.column, occurrence.name
            if not number:
                continue
            if occurrence.is_attribute:
                spec = self._attribute_place(index, occurrence)
            else:
                spec = self._name_place(index, occurrence)
            if spec < 0 or (occurrence.store and number in self._own_lines(spec)):
                continue
            line = lines[number - 1]
            if not ascii_lines[number - 1]:
                column = character_index(line, column)
            if occurrence.is_attribute:
                column -= len(name)
            if is_at(line, column, name):
                is_stored = occurrence.store
                role = model.STORED if is_stored else roles.get(index, model.MENTION)
                places[number, column] = len(name), spec, role
        for word in self._walk.import_words:
            spec = self._module(word.module, word.name)
            if is_at(lines[word.line - 1], word.column, word.word):
                places[word.line, word.column] = len(word.word), spec, model.IMPORTED
        for number, column, name, value in self._walk.keywords:
            called = self._value(value)
            column = character_index(lines[number - 1], column)
            if called >= 0 and is_at(lines[number - 1], column, name):
                spec = self._number(Spec("keyword", name, (), (called,)))
                places.setdefault((number, column), (len(name), spec, model.MENTION))
        return [(*place, *what) for place, what in sorted(places.items())]

    def _own_lines(self, spec: int) -> set[int]:
        kind, base, steps, _ = self._specs[spec]
        return set() if kind != "def" or steps else self._first_lines.get(base, set())

    def _attribute_place(self, index: int, occurrence: Occurrence) -> int:
        name = occurrence.name
        if (meaning := self._meaning(index)) >= 0:
            return meaning
        is_mangled = name.startswith("__") and not name.endswith("__")
        is_left_out = name in BUILTIN_MEMBERS or is_mangled
        return _UNKNOWN if is_left_out else self._root("member", name)

    def _name_place(self, index: int, occurrence: Occurrence) -> int:
        name = occurrence.name
        bindings = self._bindings(index, occurrence)
        if not bindings:
            return self._meaning(index) if bindings is None else _UNKNOWN
        if len(bindings) == 1:
            return self._binding_place(name, bindings[0], store=occurrence.store)
        local = {one.line: one for one in bindings if one.kind == LOCAL and one.line}
        if local and occurrence.store:
            return _UNKNOWN
        specs = [self._bound(binding) for binding in bindings if binding.kind != LOCAL]
        specs = [spec for spec in specs if spec >= 0]
        # A link leads to definitions or to lines, not to both.
        if local and not specs:
            is_parameter = any(binding.is_parameter for binding in local.values())
            lines = ",".join(map(str, sorted(local)))
            specs.append(self._local(name, lines, is_parameter=is_parameter))
        return self._either(specs)

    def _binding_place(self, name: str, binding: Binding, *, store: bool) -> int:
        if binding.kind != LOCAL:
            return self._bound(binding)
        if store or not binding.line:
            return _UNKNOWN
        return self._local(name, str(binding.line), is_parameter=binding.is_parameter)

    def _local(self, name: str, lines: str, *, is_parameter: bool) -> int:
        kind = "parameter" if is_parameter else "variable"
        return self._number(Spec("local", lines, (kind, name)))

    # What occurrences mean

    def _bindings(self, index: int, occurrence: Occurrence) -> Bindings | None:
        """Return what a name is bound to; ``None`` if the module binds none."""
        name, scope = occurrence.name, occurrence.scope
        bindings = self._walk.means[index]
        if bindings is None:
            key = scope, name
            if key not in self._looked_up:
                self._looked_up[key] = scope.lookup(name)
            if not (bindings := self._looked_up[key]):
                return None
        elif name in scope.late:
            bindings = (*bindings, *scope.late[name])
        if len(bindings) == 1 and bindings[0].kind != DELETED:
            return bindings
        several = [binding for binding in bindings if binding.kind != DELETED]
        # The most specific first.
        return tuple(sorted(several, key=lambda binding: binding.kind))

    def _meaning(self, index: int) -> int:
        before = self._meanings[index]
        if before not in {_NOT_RESOLVED, _AGAIN}:
            return before
        if self._following > _DEEP:
            return _UNKNOWN
        # For what is defined by itself.
        self._meanings[index] = _CIRCULAR
        self._following += 1
        occurrence = self._walk.occurrences[index]
        if occurrence.is_attribute:
            meaning = self._step(self._value(occurrence.of), occurrence.name)
        else:
            meaning = self._name(index, occurrence)
        self._following -= 1
        self._meanings[index] = _kept(before, meaning)
        return meaning

    def _name(self, index: int, occurrence: Occurrence) -> int:
        bindings = self._bindings(index, occurrence)
        if bindings is None:
            is_builtin = not self._walk.stars and occurrence.name in BUILTINS
            return self._root("builtin" if is_builtin else "star", occurrence.name)
        if len(bindings) == 1:
            return self._held(bindings[0])
        several = self._contents.telling(bindings)
        if len(several) > MOST_EXPRESSIONS:
            return _UNKNOWN
        return self._one_of([self._held(binding) for binding in several])

    def _held(self, binding: Binding) -> int:
        is_local = binding.kind == LOCAL
        return self._value(binding.value) if is_local else self._bound(binding)

    def _bound(self, binding: Binding) -> int:
        if binding.kind in {DEFINED, DATA}:
            is_shown = binding.target in self._kinds
            return self._root("def", binding.target) if is_shown else _UNKNOWN
        if binding.kind == IMPORTED:
            return self._module(binding.target, binding.name)
        return _UNKNOWN

    # Values

    def _value(self, value: Value) -> int:
        kind = type(value)
        if isinstance(value, int):
            return self._meaning(value) if value >= 0 else _UNKNOWN
        if kind is Step:
            assert isinstance(value, Step)
            return self._step(self._value(value.of), value.name)
        if isinstance(value, Root):
            if value.kind in {"this", "super"} and value.base not in self._kinds:
                return _UNKNOWN
            return self._root(value.kind, value.base)
        # The walk keeps what has one, so that no other gets its identity.
        before = known = self._composed.get(id(value), _NOT_RESOLVED)
        if before in {_NOT_RESOLVED, _AGAIN}:
            if self._following > _DEEP:
                return _UNKNOWN
            self._following += 1
            known = self._compose(value)
            self._following -= 1
            self._composed[id(value)] = _kept(before, known)
        return known

    def _compose(self, value: Value) -> int:
        if isinstance(value, Filled | Passed):
            # For what is put into itself.
            self._composed[id(value)] = _CIRCULAR
            made = (
                self._contents.value(value)
                if isinstance(value, Filled)
                else self._passed(value)
            )
            self._made.append(made)
            return self._value(made)
        if isinstance(value, Either):
            empty = self._contents.is_empty
            several = [one for one in value.values if not empty(one)] or value.values
            return self._one_of([self._value(alternative) for alternative in several])
        if isinstance(value, Or):
            assigned, declared = self._value(value.value), self._value(value.declared)
            if assigned < 0 <= declared:
                return declared
            if declared < 0 or assigned == declared:
                return assigned
            return self._number(Spec("or", "", (), (assigned, declared)))
        if isinstance(value, Without):
            return self._without(value)
        if isinstance(value, Combined):
            return self._combine(value)
        assert isinstance(value, Generic)
        base = self._value(value.base)
        arguments = [max(self._value(given), _UNKNOWN) for given in value.arguments]
        if base < 0 or max(arguments, default=_UNKNOWN) < 0:
            return base
        return self._number(Spec("generic", "", (), (base, *arguments)))

    def _combine(self, value: Combined) -> int:
        kind, base, (first, *others) = value
        spec = self._value(first)
        if kind == "called" and spec >= 0 and self._takes_nothing(spec, base):
            return self._step(spec, CALL)
        parts = [max(self._value(other), _UNKNOWN) for other in others]
        needs_all = kind in {"decorated", "union"}
        if spec < 0 or (needs_all and min([0, *parts]) < 0):
            return _UNKNOWN if needs_all else spec
        is_kept = needs_all or kind == "overload" or "=" in base
        if not is_kept and max(parts) < 0:
            return self._step(spec, CALL) if kind == "called" else spec
        return self._number(Spec(kind, base, (), (spec, *parts)))

    def _takes_nothing(self, called: int, given: str) -> bool:
        """Tell whether arguments say nothing more; one with a dot may name a module."""
        kind, base, steps, _ = self._specs[called]
        is_own = kind == "def" and not (steps or base in self._solved or "." in given)
        is_function = is_own and self._kinds.get(base) != "data"
        is_standard = kind == "module" and base in sys.stdlib_module_names
        return kind == "builtin" or is_standard or is_function

    def _without(self, value: Without) -> int:
        spec = self._value(value.value)
        classes = [cls for cls in map(self._value, value.classes) if cls >= 0]
        if spec < 0 or not classes:
            return spec
        return self._number(Spec("without", "", (), (spec, *classes)))

    def _one_of(self, specs: list[int]) -> int:
        """Return what is one of several, if all but those in a circle are known."""
        if _UNKNOWN in specs:
            return _UNKNOWN
        several = [spec for spec in specs if spec >= 0]
        return self._either(several) if several or not specs else _CIRCULAR

    def _either(self, specs: list[int]) -> int:
        if len(specs) == 1:
            return specs[0]
        parts: dict[int, None] = {}
        for spec in specs:
            kind, _, steps, inner = self._specs[spec]
            is_either = kind == "either" and not steps
            parts.update(dict.fromkeys(inner if is_either else (spec,)))
        if len(parts) > MOST_VALUES:
            # One class or function with other arguments in each, as of overloads.
            parts = dict.fromkeys(map(self._without_arguments, parts))
        if not parts or len(parts) > MOST_VALUES:
            return _UNKNOWN
        if len(parts) == 1:
            return next(iter(parts))
        return self._number(Spec("either", "", (), tuple(parts)))

    def _without_arguments(self, number: int) -> int:
        kind, _, steps, parts = self._specs[number]
        if kind in {"generic", "overload", "called"}:
            number = self._without_arguments(parts[0])
            for name in (*[CALL] * (kind == "called"), *steps):
                number = self._step(number, name)
        return number

    def _module(self, module: str, name: str) -> int:
        whole = self._root("module", module)
        return self._step(whole, name) if name else whole

    def _root(self, kind: SpecKind, base: str) -> int:
        key = (kind, base)
        number = self._roots.get(key)
        if number is None:
            number = self._roots[key] = self._number(Spec(kind, base))
        return number

    def _number(self, spec: Spec) -> int:
        number = self._numbers.setdefault(spec, len(self._specs))
        if number == len(self._specs):
            self._specs.append(spec)
        return number

    def _step(self, spec: int, name: str) -> int:
        if spec < 0:
            return spec
        key = (spec, name)
        following = self._stepped.get(key)
        if following is None:
            following = self._stepped[key] = self._new_step(self._specs[spec], name)
        return following

    def _new_step(self, spec: Spec, name: str) -> int:
        kind, base, steps, parts = spec
        if len(steps) == _STEPS:
            return _UNKNOWN
        own = self._kinds[base] if kind in {"def", "this", "super"} else ""
        is_class = kind in {"builtin", "generic"} or (kind == "def" and own == "class")
        if kind == "def" and not steps and own in {"function", "method"}:
            made = self._walk.made_by.get(base + model.DECORATED_BY, _UNKNOWN)
            if made == _UNKNOWN and not (name == CALL and base in self._returning):
                return _UNKNOWN
        if name == "__class__" and steps == (CALL,) and is_class:
            return self._number(spec._replace(steps=()))
        if name == CALL and steps[-1:] == ("__class__",):
            return self._number(spec._replace(steps=steps[:-1]))
        of_class = steps in ({(), (CALL,)} if kind == "def" else {(), ("__class__",)})
        if kind in {"def", "this"} and own == "class" and of_class:
            member = f"{base}.{name}"
            if member in self._kinds:
                return self._root("def", member)
        return self._number(Spec(kind, base, (*steps, name), parts))

    # What definitions hold

    def _values(self) -> dict[str, int]:
        """Return what definitions are known to be: one of all that they are given."""
        assigned: dict[str, list[int]] = {}
        declared: dict[str, list[int]] = {}
        placed: set[tuple[str, Scope | None]] = set()
        given: list[tuple[str, Scope | None]] = []
        empty: list[tuple[str, Value]] = []
        for owner, value, annotated in self._walk.values:
            scope = None
            if isinstance(owner, str):
                qualname = owner
            else:
                spec = self._meaning(owner)
                if spec < 0:
                    continue
                kind, qualname, steps, _ = self._specs[spec]
                if kind != "def" or steps:
                    continue
                scope = self._walk.occurrences[owner].scope
            if value == NONE or qualname not in self._kinds:
                continue
            if value == GIVEN and not annotated:
                given.append((qualname, scope))
                continue
            if scope is not None:
                placed.add((qualname, scope))
            if self._contents.is_empty(value) and not annotated:
                empty.append((qualname, value))
                continue
            group = declared if annotated else assigned
            group.setdefault(qualname, []).append(self._value(value))
        for qualname, value in empty:
            # Others say more of it.
            if qualname not in assigned:
                assigned[qualname] = [self._value(value)]
        for qualname, scope in given:
            # What the same function puts in its place says what it is like.
            if (qualname, scope) not in placed:
                assigned.setdefault(qualname, []).append(_UNKNOWN)
        values: dict[str, int] = {}
        for qualname, specs in {**assigned, **declared}.items():
            own = self._numbers.get(Spec("def", qualname))
            others = [spec for spec in dict.fromkeys(specs) if spec != own]
            if (meaning := self._one_of(others)) >= 0:
                values[qualname] = meaning
        return values


def _kept(before: int, meaning: int) -> int:
    """Return what is kept of what was found."""
    is_first = meaning == _CIRCULAR and before == _NOT_RESOLVED
    return _AGAIN if is_first else max(meaning, _UNKNOWN)
