"""Looks up unqualified names that no local variable has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from ...model.facts import Definition
from ...model.grouped import grouped
from ...model.kinds import EXTENSION, VALUES
from ...model.names import enclosing, parts_of, split_name
from ...model.references import A_TYPE, CALL, OWNER_OF, Block, Spec
from .bound_names import BoundNames
from .grammar import Grammar, Syntax
from .scopes import TYPE

#: What sees what it holds as it is.
_OPEN: Final = frozenset({"namespace"})
_FUNCTIONS: Final = frozenset({"function", "method"})
_TAG: Final = re.compile(r"\b(?:struct|union|enum)\s+\Z")
#: How far before a name such a word is looked for.
_LONGEST_TAG: Final = 12
_MEMBER: Final = re.compile(r"\.(\w+)")


def part_of(spec: Spec, name: str, separator: str) -> Spec:
    """Return what a name is of what the name before it stands for."""
    if spec.kind == "name":
        # Faster than to replace what it begins with.
        return Spec("name", f"{spec.base}{separator}{name}", spec.steps, spec.parts)
    return spec.then(name)


def kinds_of(definitions: Iterable[Definition]) -> dict[str, str]:
    """Return what each definition is, by its qualified name.

    A namespace and a constant may have one name: names stand in the first.
    """
    kinds: dict[str, str] = {}
    for row in definitions:
        if kinds.get(row.qualname) not in _OPEN:
            kinds[row.qualname] = row.kind
    return kinds


def _like_types(definitions: Iterable[Definition]) -> set[str]:
    return {
        row.name
        for row in definitions
        if row.kind in VALUES and row.annotation.rstrip("?") == row.name
    }


def single_extensions(definitions: Iterable[Definition]) -> dict[str, Spec]:
    """Return the extensions of a file that no other has the name of, by their names.

    Which of several of one name is meant, nothing tells but the type of the object.
    """
    own = grouped(
        (row.name, Spec("def", row.qualname))
        for row in definitions
        if EXTENSION in row.modifiers
    )
    return {name: specs[0] for name, specs in own.items() if len(specs) == 1}


class NameLookup:
    """Looks names up from where they stand outwards, imports and definitions first."""

    def __init__(
        self,
        grammar: Grammar,
        syntax: Syntax,
        bound: BoundNames,
        kinds: Mapping[str, str],
        definitions: Iterable[Definition],
    ) -> None:
        self._grammar = grammar
        self._text = syntax.text
        self._bound = bound
        self._definitions = definitions
        self._kinds = kinds
        self._closed = grammar.closed(syntax)
        tops = {parts_of(name)[0] for name in kinds} if self._closed else set()
        self._tops = tops - grammar.unnamed(syntax, definitions)
        self.like_types = _like_types(definitions) if grammar.types_apart else set()
        """The names that values have with their types: ``Color Color { get; }``."""
        self.by_place = bool(self.like_types or grammar.tags)
        """Whether the place of a name may say what it is."""
        self._steps: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        """Where names are looked up that stand in what has a qualified name, by that
        and by what is open there besides."""

    def spaces(self, blocks: Sequence[Block]) -> Sequence[Block]:
        """Return the definitions from which names in them are looked up."""
        if self._grammar.bare_members:
            return blocks
        holding = set(map(enclosing, self._kinds))
        return [
            block
            for block in blocks
            if (kind := self._kinds.get(block.qualname)) in self._grammar.spaces
            and (kind not in _FUNCTIONS or block.qualname in holding)
        ]

    def spec(self, name: str, space: str, inner: tuple[str, ...]) -> Spec:
        """Return what a name stands for, the nearest thing first.

        :param space: the qualified name of the definition that it stands in.
        :param inner: the namespaces that are open there besides those of the file.
        """
        if (imported := self._bound.names.get(name)) is not None:
            near = (space, *inner) if self._kinds.get(space) == "namespace" else inner
            if not any(
                self._inside(outer, name) in self._kinds for outer in near
            ) and not self._is_derived(name, imported):
                return imported
        if self._grammar.own:
            return Spec("def", name)
        if self._closed and not space and name not in self._tops:
            return Spec("builtin", name)
        if (steps := self._steps.get((space, inner))) is None:
            steps = (*self._looked_up_from(space), *inner, *self._bound.opened)
            self._steps[space, inner] = steps
        for step in steps[1:]:
            is_function = self._kinds.get(step) in _FUNCTIONS
            if is_function and self._inside(step, name) in self._kinds:
                steps = (step, *steps[1:])  # It hides what is around the function.
        return Spec("name", name, steps)

    def in_place(self, spec: Spec, start: int, end: int, what: int) -> Spec:
        """Return a name with what its place says, where it may mean several things.

        In C it may be a tag, and what is called is none. In C# it has a member, if its
        type may be meant as well.
        """
        if spec.kind == "name" and self._grammar.tags:
            if what == TYPE:
                before = self._text[max(start - _LONGEST_TAG, 0) : start]
                return spec.then(A_TYPE) if _TAG.search(before) else spec
            # "type (*name)(int)" may look like a call.
            return spec.then(CALL) if self._text.startswith("(", end) else spec
        if spec.kind == "name" and spec.base in self.like_types:
            member = _MEMBER.match(self._text, end)
            return spec.then(f"{OWNER_OF}{member[1]}") if member else spec
        return spec

    def members(self) -> Set[str]:
        """Return the names of the members of what the file defines, but for types."""
        parts = map(split_name, self._kinds)
        return {name for owner, name in parts if owner and name[:1].islower()}

    def extensions(self) -> dict[str, Spec]:
        """Return what the file imports and defines that may be a member of anything."""
        if not self._grammar.extensions:
            return {}
        members = {
            row.name for row in self._definitions if EXTENSION not in row.modifiers
        }
        known = single_extensions(self._definitions) | {
            name: spec for name, spec in self._bound.names.items() if name[:1].islower()
        }
        return {name: spec for name, spec in known.items() if name not in members}

    def _is_derived(self, name: str, imported: Spec) -> bool:
        """Tell whether an import gets the macro that derives a trait of its name.

        Nothing else of Rust may have the name of a type that the file defines, but on
        a condition: then the file is asked.
        """
        is_type = self._grammar.crates and name[:1].isupper() and name in self._kinds
        return is_type and imported.base != "self"

    def _inside(self, space: str, name: str) -> str:
        return f"{space}{self._grammar.separator}{name}"

    def crate(self, spec: Spec, inner: tuple[str, ...]) -> Spec:
        """Return what a name is that begins a path: a crate, if it is nothing else."""
        name = spec.base
        is_other = inner or self._bound.opened or name in self._kinds
        is_crate = spec.kind == "name" and name[:1].islower() and not is_other
        return Spec("module", name) if is_crate else spec

    def owner(self, around: str) -> str:
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
