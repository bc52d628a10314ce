"""The interface of a module: what identifiers of other files need to know of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ..model.facts import Definition, FileFacts, is_private
from ..model.kinds import OVERLOADED
from ..model.references import Spec
from .shared_objects import Shared

#: What a definition is besides its kind, :attr:`ModuleInterface.traits`: a coroutine
#: function; one that ``contextmanager`` decorates, or a marker of specifications of
#: hooks, as pluggy makes them; a class whose ``__init__`` is made
#: of its fields; one with a metaclass of its own, or with other decorators; an
#: attribute that is such a field; one that is annotated and no field; one to which a
#: class body assigns the result of a call; one that methods assign, and of these a
#: private one, of which their file asks nothing but ``self``; and what
#: :data:`.OVERLOADED` says.
COROUTINE: Final = "coroutine"
CONTEXT: Final = "context"
HOOK: Final = "hook"
DATACLASS: Final = "dataclass"
OF_METACLASS: Final = "metaclass"
DECORATED: Final = "decorated"
FIELD: Final = "field"
OF_CLASS: Final = "of class"
MADE: Final = "made"
SET: Final = "set"
OWN: Final = "own"
#: What methods assign, and a class body does not.
ASSIGNED: Final = frozenset({SET, OWN})

#: What is annotated in a class body, or might be.
ANNOTATED: Final = frozenset({FIELD, OF_CLASS})
_BOUND: Final = frozenset({"attribute", "data"})
#: The kinds of what stands for its value.
HOLDING: Final = _BOUND | {"property"}

_CONTEXT: Final = {"contextmanager", "asynccontextmanager"}
_DATACLASS: Final = {
    *("dataclass", "define", "frozen", "mutable", "attrs", "attributes"),
    *("attr.s", "attr.dataclass", "dataclass_transform"),
}
_FIELD: Final = {"field", "ib", "attrib"}
#: In the value of a field that "__init__" does not take.
_NOT_GIVEN: Final = "init=False"


@dataclass(frozen=True, slots=True)
class ModuleInterface:
    """What the identifiers of other files need to know of a file."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """The kind of each definition by qualified name, ``property`` for methods that
    are one."""
    bases: Mapping[str, tuple[Spec | None, ...]] = field(default_factory=dict)
    """By qualified name the bases of each class that has some; ``None`` for a
    base of which nothing is known."""
    values: Mapping[str, Spec] = field(default_factory=dict)
    """What is known of values and results by qualified name."""
    exports: Mapping[str, Spec] = field(default_factory=dict)
    """As :attr:`.References.exports`."""
    parts: Mapping[int, Spec] = field(default_factory=dict)
    """The specs that are parts of others, by their numbers."""
    traits: Mapping[str, str] = field(default_factory=dict)
    """:data:`COROUTINE`, :data:`CONTEXT`, … by qualified name."""
    parameters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the parameters of each function by its qualified name."""
    rebound: frozenset[str] = frozenset()
    """The names of classes that are bound to something else, too, in other branches,
    say."""

    @classmethod
    def of(cls, facts: FileFacts, shared: Shared | None = None) -> ModuleInterface:
        """Return the interface of a file.

        :param shared: what interfaces have in common, where many are kept.
        """
        same = Shared() if shared is None else shared
        definitions, references = facts.definitions, facts.references
        # The files of a tree have few of them in common.
        own = Shared()
        kinds: dict[str, str] = {}
        for row in definitions:
            kind = "property" if "property" in row.modifiers else row.kind
            # A method comes before an attribute: it may be a descriptor; a class, of
            # which more is known, before a function that may stand in for it.
            if kind == "class" or (
                kind not in _BOUND and kinds.get(row.qualname) != "class"
            ):
                kinds[own[row.qualname]] = sys.intern(kind)
            else:
                kinds.setdefault(own[row.qualname], sys.intern(kind))
        specs = references.specs

        def kept(number: int) -> Spec:
            kind, base, steps, parts = specs[number]
            base = own[base] if kind in {"def", "this", "super"} else same[base]
            steps = same[tuple([same[step] for step in steps])] if steps else ()
            spec = Spec(kind, base, steps, parts)
            # The numbers of parts are those of the file.
            return spec if parts else same[spec]

        parts = {part for spec in specs for part in spec.parts if part >= 0}
        return cls(
            kinds,
            {
                own[name]: tuple(kept(base) if base >= 0 else None for base in bases)
                for name, bases in references.bases
            },
            {own[name]: kept(number) for name, number in references.values},
            {own[name]: kept(number) for name, number in references.exports},
            {part: kept(part) for part in parts},
            {
                own[row.qualname]: trait
                for row in definitions
                if (trait := _trait(row, specs))
            },
            {
                own[function]: same[
                    tuple([same[parameter.name] for parameter in parameters])
                ]
                for function, parameters in references.parameters
            },
            frozenset(
                own[row.qualname]
                for row in definitions
                if row.kind == "data"
                and kinds[row.qualname] == "class"
                # What is made of the class itself mostly is that again.
                and row.value != "None"
                and not re.search(rf"(?<![.\w]){re.escape(row.name)}\b", row.value)
            ),
        )

    def unfolded(self, spec: Spec) -> tuple[Spec, ...]:
        """Return a spec, its parts, theirs and so on.

        Parts have the numbers of their places in it, so that it says the same of the
        same in whatever file.
        """
        numbers = {-1: -1}
        specs = [spec]
        for whole in specs:
            for part in whole.parts:
                if part not in numbers:
                    numbers[part] = len(specs)
                    specs.append(self.parts[part])
        return tuple(
            whole._replace(parts=tuple(numbers[part] for part in whole.parts))
            for whole in specs
        )


def bound_later(facts: FileFacts) -> frozenset[str]:
    """Return the names to which a file gives a value after it imported them."""
    imported = {
        import_.bound: import_.line for import_ in facts.imports if not import_.lazy
    }
    return frozenset(
        definition.qualname
        for definition in facts.definitions
        if imported.get(definition.qualname, definition.lines[-1])
        < definition.lines[-1]
        and not {"conditional", "unbound"}.intersection(definition.modifiers)
    )


def _trait(row: Definition, specs: tuple[Spec, ...]) -> str:
    """Return what is special about a definition for those that use it; mostly nothing.

    :param specs: those of its file.
    """
    if OVERLOADED in row.modifiers:
        return OVERLOADED
    decorators = set(_decorator_names(row.decorators))
    if row.kind == "class":
        if decorators & _DATACLASS:
            return DATACLASS
        written = "".join(row.signatures)
        has_one = "metaclass=" in written or "with_metaclass(" in written
        if has_one and "ABCMeta" not in row.signatures[0]:
            return OF_METACLASS
        return DECORATED if decorators else ""
    if row.kind in {"function", "method"}:
        if any(name.endswith("spec") for name in decorators):
            return HOOK
        if decorators & _CONTEXT:
            return CONTEXT
        return COROUTINE if "async" in row.modifiers else ""
    if row.kind == "attribute" and "instance" not in row.modifiers:
        called, parenthesis, _ = row.value.partition("(")
        if row.annotation or called.rpartition(".")[2] in _FIELD:
            is_given = "ClassVar" not in row.annotation and _NOT_GIVEN not in row.value
            return FIELD if is_given else OF_CLASS
        return MADE if parenthesis else ""
    name = row.qualname.rpartition(".")[2]
    if row.kind != "attribute":
        return ""
    is_own = is_private(name) and not any(_asks_for(spec, name) for spec in specs)
    return OWN if is_own else SET


def _asks_for(spec: Spec, name: str) -> bool:
    """Tell whether a spec asks something of which little is known for an attribute."""
    if spec.kind == "member" and spec.base == name and not spec.steps:
        return True
    return spec.steps[-1:] == (name,)


def _decorator_names(decorators: Iterable[str]) -> Iterator[str]:
    """Yield the last parts of decorators, and their last two."""
    for decorator in decorators:
        parts = decorator.partition("(")[0].split(".")
        yield parts[-1]
        yield ".".join(parts[-2:])
