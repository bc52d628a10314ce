"""What the identifiers of a file mean, as far as the file itself tells.

A *reference* is an identifier at a place with what it stands for, its
:class:`~.references.Spec`: a definition of this file or something of a module, and the
steps from there. ``np.linalg.norm`` is three references, the module ``numpy`` with no
step, with one and with two; ``self.name`` in a method of ``C`` is a definition of this
file, ``C.name``, or, where the class does not define it, ``C`` called and then
``name``: the tree must say which class that comes from
(:mod:`~sphinxcontrib_kwindex.links.identifier_targets`). Parameters and local variables
lead to the line where they get their value. What cannot be told surely is left out.

So that others can follow such steps, a file also says what its classes are derived
from, and what its data, attributes and functions are known to hold or return. None
of that is inference: it is what annotations, and assignments of a name or a call,
say outright.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Final

from ...model.facts import Definition
from ...model import references as model
from ...model.references import CALL, References, Spec, packed
from .annotations import NONE
from .bindings import BindingWalk
from .identifier_walk import SUPER, Occurrence
from .scopes import DATA, DEFINED, IMPORTED, LOCAL, Binding, local_place
from .source_segments import character_index

#: Longer chains of attributes and calls are not followed.
_STEPS: Final = 16
# Those of the Python that runs this; the same for all files.
_BUILTINS: Final = frozenset(
    name for name in vars(builtins) if not name.startswith("_")
) - {"True", "False", "None", "Ellipsis", "NotImplemented", "copyright", "credits"}
_UNKNOWN: Final = -1
_NOT_RESOLVED: Final = -2


def references(bindings: BindingWalk, definitions: Iterable[Definition]) -> References:
    """Return the references of a file.

    :param bindings: its identifiers and what binds them.
    :param definitions: all definitions of the file; nothing else is linked to.
    :raises RecursionError: for what is nested too deeply.
    """
    return _Meanings(bindings, definitions).references()


class _Meanings:
    """Finds out what each occurrence of a walk means.

    Specs are numbered, and each knows the spec it is a step further than.
    """

    def __init__(self, walk: BindingWalk, definitions: Iterable[Definition]) -> None:
        self._walk = walk
        self._lines = walk.lines
        self._kinds: dict[str, str] = {}
        self._first_lines: dict[str, set[int]] = {}
        for definition in definitions:
            kind = "property" if "property" in definition.modifiers else definition.kind
            self._kinds.setdefault(definition.qualname, kind)
            self._first_lines.setdefault(definition.qualname, set()).add(
                definition.line
            )
        self._returning = {value.owner for value in walk.values if value.value >= 0}
        self._specs: list[Spec] = []
        self._numbers: dict[Spec, int] = {}
        self._stepped: dict[tuple[int, str], int] = {}
        self._meanings = [_NOT_RESOLVED] * len(walk.occurrences)
        self._shown = bytearray(len(walk.occurrences))
        self._local = bytearray(len(walk.occurrences))

    def references(self) -> References:
        places = self._places()
        values = self._values()
        walk = self._walk
        bases = {
            name: [self._meaning(base) if base >= 0 else _UNKNOWN for base in several]
            for name, several in walk.bases.items()
            if several and name in self._kinds
        }
        # Only the specs that are used, by their first use.
        numbers: dict[int, int] = {_UNKNOWN: _UNKNOWN}
        kept: list[Spec] = []

        def number(spec: int) -> int:
            if spec not in numbers:
                numbers[spec] = len(kept)
                kept.append(self._specs[spec])
            return numbers[spec]

        positions = packed(
            [
                (line, column, length, number(spec), role)
                for line, column, length, spec, role in places
            ]
        )
        return References(
            positions=positions,
            bases=tuple(
                (name, tuple(number(base) for base in several))
                for name, several in bases.items()
            ),
            values=tuple((name, number(value)) for name, value in values.items()),
            specs=tuple(kept),
            blocks=tuple(walk.blocks),
            spans=tuple(sorted(walk.spans)),
        )

    # Where references are

    def _places(self) -> list[tuple[int, int, int, int, int]]:
        """Return the fields of each reference, in order."""
        places: dict[tuple[int, int], tuple[int, int, int]] = {}
        roles = self._walk.roles
        lines = self._lines
        ascii_lines = [line.isascii() for line in lines]
        meaning = self._meaning
        shown = self._shown
        for index, occurrence in enumerate(self._walk.occurrences):
            spec = meaning(index)
            parent, name, number, column, _, store = occurrence
            if self._local[index]:
                spec = _UNKNOWN if store else self._local_place(occurrence)
                if spec < 0:
                    continue
            elif spec < 0 or not shown[index]:
                continue
            line = lines[number - 1]
            if not ascii_lines[number - 1]:
                column = character_index(line, column)
            if parent >= 0:
                column -= len(name)
            if store and number in self._own_lines(spec):
                continue
            if _stands(line, column, name):
                role = model.STORED if store else roles.get(index, model.MENTION)
                places[number, column] = len(name), spec, role
        for word in self._walk.import_words:
            spec = self._module(word.module, word.name)
            if _stands(lines[word.line - 1], word.column, word.word):
                places[word.line, word.column] = len(word.word), spec, model.IMPORTED
        return [(*place, *what) for place, what in sorted(places.items())]

    def _own_lines(self, spec: int) -> set[int]:
        kind, base, steps, _ = self._specs[spec]
        if kind != "def" or steps:
            return set()
        return self._first_lines.get(base, set())

    # What occurrences mean

    def _meaning(self, index: int) -> int:
        meaning = self._meanings[index]
        if meaning != _NOT_RESOLVED:
            return meaning
        # For what is defined by itself.
        self._meanings[index] = _UNKNOWN
        occurrence = self._walk.occurrences[index]
        if occurrence.parent < 0:
            meaning = self._name(index, occurrence)
        elif occurrence.name == SUPER:
            meaning = self._root("super", _owner(occurrence))
        else:
            meaning = self._step(self._meaning(occurrence.parent), occurrence.name)
            if meaning >= 0 and occurrence.line:
                self._shown[index] = 1
        self._meanings[index] = meaning
        return meaning

    def _name(self, index: int, occurrence: Occurrence) -> int:
        binding = occurrence.scope.lookup(occurrence.name, index)
        if binding is None:
            if self._walk.stars:
                kind = "star"
            elif occurrence.name in _BUILTINS:
                kind = "builtin"
            else:
                return _UNKNOWN
            self._shown[index] = 1
            return self._root(kind, occurrence.name)
        meaning = self._bound(binding)
        self._shown[index] = binding.kind != LOCAL
        self._local[index] = binding.kind == LOCAL
        return meaning

    def _local_place(self, occurrence: Occurrence) -> int:
        place = local_place(occurrence.scope, occurrence.name)
        if place is None:
            return _UNKNOWN
        kind = "parameter" if place.parameter else "variable"
        return self._number(Spec("local", str(place.line), (kind, occurrence.name)))

    def _bound(self, binding: Binding) -> int:
        kind = binding.kind
        if kind in {DEFINED, DATA}:
            return self._definition(binding.target)
        if kind == IMPORTED:
            return self._module(binding.target, binding.name)
        if binding.target:
            this = self._definition(binding.target)
            return self._step(this, CALL) if binding.name else this
        return self._meaning(binding.value) if binding.value >= 0 else _UNKNOWN

    def _definition(self, qualname: str) -> int:
        return self._root("def", qualname) if qualname in self._kinds else _UNKNOWN

    def _module(self, module: str, name: str) -> int:
        whole = self._root("module", module)
        return self._step(whole, name) if name else whole

    def _root(self, kind: str, base: str) -> int:
        return self._number(Spec(kind, base))

    def _number(self, spec: Spec) -> int:
        number = self._numbers.get(spec)
        if number is None:
            number = self._numbers[spec] = len(self._specs)
            self._specs.append(spec)
        return number

    def _step(self, spec: int, name: str) -> int:
        if spec < 0:
            return _UNKNOWN
        key = (spec, name)
        following = self._stepped.get(key)
        if following is None:
            following = self._stepped[key] = self._new_step(self._specs[spec], name)
        return following

    def _new_step(self, spec: Spec, name: str) -> int:
        kind, base, steps, _ = spec
        if len(steps) == _STEPS or (kind == "builtin" and name == CALL):
            return _UNKNOWN
        if kind == "def" and not steps:
            own = self._kinds[base]
            if own in {"function", "method"} and (
                name != CALL or base not in self._returning
            ):
                return _UNKNOWN
        if kind == "def" and steps in {(), (CALL,)} and self._kinds[base] == "class":
            own = f"{base}.{name}"
            if own in self._kinds:
                return self._root("def", own)
        return self._number(Spec(kind, base, (*steps, name)))

    # What definitions hold

    def _values(self) -> dict[str, int]:
        """Return what definitions are known to be, where all bindings agree."""
        assigned: dict[str, set[int]] = {}
        declared: dict[str, set[int]] = {}
        for owner, value, annotated in self._walk.values:
            if isinstance(owner, str):
                qualname = owner
            else:
                spec = self._meaning(owner)
                if spec < 0:
                    continue
                kind, qualname, steps, _ = self._specs[spec]
                if kind != "def" or steps:
                    continue
            if value != NONE:
                meaning = self._meaning(value) if value >= 0 else _UNKNOWN
                group = declared if annotated else assigned
                group.setdefault(qualname, set()).add(meaning)
        return {
            qualname: meaning
            for qualname, meanings in {**assigned, **declared}.items()
            if len(meanings) == 1
            for meaning in meanings
            if meaning >= 0
            and qualname in self._kinds
            and self._specs[meaning] != Spec("def", qualname)
        }


def _owner(occurrence: Occurrence) -> str:
    scope = occurrence.scope
    while not scope.owner and scope.parent is not None:
        scope = scope.parent
    return scope.owner


def _stands(line: str, column: int, name: str) -> bool:
    """Tell whether exactly this identifier is there.

    Before Python 3.12 the places of what is inside an f-string may be wrong, and an
    identifier may be written in another way than it is named (NFKC).
    """
    end = column + len(name)
    return (
        column >= 0
        and line.startswith(name, column)
        and not (column and _in_word(line[column - 1]))
        and not _in_word(line[end : end + 1])
    )


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
