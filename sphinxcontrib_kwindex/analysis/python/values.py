"""Describes the value of an expression in terms of the identifiers in it.

A *value* is the number of an occurrence (:mod:`.identifier_walk`), :data:`UNKNOWN`,
:data:`NONE`, or one of the small tuples here: something that is known by itself, a step
from another value, one of several. What that means is a matter of
:mod:`.resolve_names`, when all names are bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from ...model.named_tuple import NamedTuple
from ...model.references import CALL, ELEMENT, SpecKind

UNKNOWN: Final = -1
#: ``None``, and the annotation that says so.
NONE: Final = -2
#: What is given for a parameter that is ``None`` by default and has no annotation. It
#: is not known, but what stands in for it where nothing is given says what it is like.
GIVEN: Final = -3
#: Of more values than these nothing is said.
MOST_VALUES: Final = 8
#: Of more expressions than these nothing is said, for many may have one value.
MOST_EXPRESSIONS: Final = 32


class Root(NamedTuple):
    """Something that needs no identifier: a :class:`~.references.Spec`."""

    kind: SpecKind
    base: str


class Step(NamedTuple):
    """What a step leads to, one of those of a :class:`~.references.Spec`."""

    of: Value
    name: str


class Either(NamedTuple):
    """One of several."""

    values: tuple[Value, ...]


class Or(NamedTuple):
    """What a variable is given, of which maybe nothing is known."""

    value: Value
    declared: Value
    """What it is at least."""


class Generic(NamedTuple):
    """A class with its type arguments."""

    base: Value
    arguments: tuple[Value, ...]


class Without(NamedTuple):
    """A value that is no instance of some classes."""

    value: Value
    classes: tuple[Value, ...]


class Combined(NamedTuple):
    """What several values say together: a :class:`~.references.Spec` with parts."""

    kind: Literal["called", "decorated", "overload", "solved", "union"]
    base: str
    parts: tuple[Value, ...]


def is_solved(value: Value) -> bool:
    """Tell whether the arguments of a call say what a function returns."""
    return type(value) is Combined and (
        value.kind in {"overload", "solved"} or is_solved(value.parts[0])
    )


class Filled(NamedTuple):
    """A container that is empty where it is made (:mod:`.filled_containers`)."""

    name: str
    """Of its type."""
    line: int
    column: int


class Passed(NamedTuple):
    """What a private function is given for a parameter (:mod:`.private_calls`)."""

    function: str
    """The qualified name of what is called: of a class for its ``__init__``."""
    number: int
    """Of the parameter among those that are given by their places; -1 for none."""
    name: str
    needs_object: bool
    """Whether a call by the class has one argument more."""


#: The last argument of the type of a tuple of any length.
ELLIPSIS: Final = Root("builtin", "Ellipsis")

Value: TypeAlias = (
    "int | Root | Step | Either | Or | Generic | Without | Combined | Filled | Passed"
)


def either(values: Iterable[Value]) -> Value:
    """Return what is one of some values; ``None`` is left out."""
    several = tuple(dict.fromkeys(value for value in values if value != NONE))
    if not several:
        return NONE
    if UNKNOWN in several or len(several) > MOST_EXPRESSIONS:
        return UNKNOWN
    return several[0] if len(several) == 1 else Either(several)


def without(value: Value, classes: Iterable[Value]) -> Value:
    """Return a value that is no instance of some classes."""
    if type(value) is int and value < 0:
        return value
    if isinstance(value, Without):
        before = value.classes
        value, classes = value.value, (*before, *classes)
    known = [cls for cls in classes if cls not in {UNKNOWN, NONE}]
    return Without(value, tuple(dict.fromkeys(known))) if known else value


def is_literal(value: Value) -> bool:
    """Tell whether it is an instance of a type that needs no identifier."""
    if type(value) is Step:
        return type(value.of) in {Root, Generic}
    return type(value) is Filled


def _is_plain(value: Value) -> bool:
    """Tell whether it is a literal without anything in it that has a name."""
    cls = value.of if type(value) is Step else None
    if type(cls) is Generic:
        return all(
            type(argument) is Root or argument == UNKNOWN for argument in cls.arguments
        )
    return is_literal(value)


def unless_known(value: Value, declared: Value) -> Value:
    """Return what a variable is that is given a value, and declared before."""
    has_elements = type(declared) is Step and type(declared.of) is Generic
    if value == UNKNOWN or (has_elements and type(value) is Filled):
        return declared
    if value in {NONE, declared} or declared in {UNKNOWN, NONE} or is_literal(value):
        return value
    return Or(value, declared)


def step(value: Value, name: str) -> Value:
    """Return what a step leads to."""
    return UNKNOWN if type(value) is int and value < 0 else Step(value, name)


def instance(cls: Value) -> Value:
    """Return an instance of a class."""
    if isinstance(cls, Step) and cls.name == "__class__":
        return cls.of
    return step(cls, CALL)


#: What methods call their class, which makes instances whatever it is given.
_OWN_CLASS: Final = {"cls", "__class__"}


def call(
    name: str,
    function: Value,
    arguments: Mapping[str, Value],
    literals: Iterable[str] = (),
) -> Value:
    """Return what a call gives.

    :param name: that of the function.
    :param arguments: what each is, by its number or name.
    :param literals: those that are literals, as in :attr:`.Spec.base`.
    """
    is_own = type(function) is Step and function.name == "__class__"
    if function == UNKNOWN or name in _OWN_CLASS or is_own:
        return step(function, CALL)
    known = {
        key: value
        for key, value in arguments.items()
        # Most are numbers, and others are not cheap to compare.
        if (value >= 0 if isinstance(value, int) else not _is_plain(value))
    }
    if not name[:1].isupper():
        # Those of a class say nothing more.
        known |= dict.fromkeys(literals, UNKNOWN)
    if not known:
        return step(function, CALL)
    return Combined("called", ",".join(known), (function, *known.values()))


def item(value: Value, number: int) -> Value:
    """Return an item of a value."""
    cls = value.of if isinstance(value, Step) and value.name == CALL else None
    if (
        isinstance(cls, Generic)
        and cls.base == Root("builtin", "tuple")
        and number < len(cls.arguments)
        and ELLIPSIS not in cls.arguments
    ):
        return instance(cls.arguments[number])
    return step(value, f"[{number}]")


def is_key(index: object) -> bool:
    """Tell whether it may say which item is meant: a number, or the name of a field."""
    return type(index) is int or (type(index) is str and index.isidentifier())


def builtin(name: str) -> Step:
    """Return an instance of a builtin type."""
    return Step(Root("builtin", name), CALL)


def typing(name: str) -> Step:
    """Return what the module ``typing`` calls so."""
    return Step(Root("module", "typing"), name)


def container(name: str, *elements: Iterable[Value]) -> Value:
    """Return an instance of a builtin container.

    :param name: of its type; ``typing.…`` for one of that module.
    :param elements: what it holds, one group for each of its type arguments.
    """
    cls = typing(name[7:]) if name.startswith("typing.") else Root("builtin", name)
    arguments = tuple(_common_type(group) for group in elements)
    if all(argument == UNKNOWN for argument in arguments):
        return Step(cls, CALL)
    return Step(Generic(cls, arguments), CALL)


def type_of(value: Value) -> Value:
    """Return the class of a value."""
    if (
        isinstance(value, Step)
        and value.name == CALL
        and isinstance(value.of, Root | Generic)
    ):
        return value.of
    return step(value, "__class__")


def callable_returning(result: Value, *, is_coroutine: bool) -> Value:
    """Return what a decorator is given: a function that returns something."""
    cls = typing("Callable")
    if result in {UNKNOWN, NONE}:
        return Step(cls, CALL)
    returned = type_of(result)
    if is_coroutine:
        returned = Generic(typing("Coroutine"), (returned,))
    return Step(Generic(cls, (UNKNOWN, returned)), CALL)


def _common_type(values: Iterable[Value]) -> Value:
    common = either(values)
    if type(common) is Either:
        return either(type_of(value) for value in common.values)
    return type_of(common)


#: The methods that operators call. What ``A | B`` gives may be a type.
OPERATORS: Final = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "@": "__matmul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "**": "__pow__",
}
#: Those of assignments, by what is called where there is no such method.
IN_PLACE: Final = {f"__i{method[2:]}": method for method in OPERATORS.values()}
#: How long an expression is that an assignment with an operator may be about.
_STEPS: Final = 20


def operation(left: Value, operator: str) -> Value:
    """Return what an operation with two operands gives."""
    method = OPERATORS.get(operator, "")
    is_known = method and not is_literal(left)
    return step(step(left, method), CALL) if is_known else UNKNOWN


def assigned_in_place(held: Value, operator: str) -> Value:
    """Return what a name is after an assignment with an operator, as ``+=``."""
    # There may be thousands, one after the other.
    first, steps = held, 0
    while type(first) is Step:
        first, steps = first.of, steps + 1
    method = OPERATORS.get(operator[:-1], "")
    if not method or steps > _STEPS or is_literal(held):
        return UNKNOWN
    return step(step(held, f"__i{method[2:]}"), CALL)


# Builtin functions that give back what they are given.

#: Those that return all that is in it, and as what.
_COLLECTED: Final = {
    **dict.fromkeys(("list", "sorted"), "list"),
    **dict.fromkeys(("set", "frozenset"), "set"),
    **dict.fromkeys(("iter", "reversed", "tuple"), "typing.Iterator"),
}

#: Those that return one of what they are given.
_CHOOSING: Final = {"max", "min"}


def returned(function: str, arguments: Sequence[Value]) -> Value:
    """Return what a call of a builtin function returns; mostly that is not known.

    :param arguments: those without names.
    """
    elements = [step(argument, ELEMENT) for argument in arguments]
    if not elements:
        return UNKNOWN
    if function == "next":
        return elements[0]
    if function == "staticmethod":
        return arguments[0]
    if function == "property":
        # As an attribute of a class, which it is nearly always.
        return step(arguments[0], CALL)
    if function in _COLLECTED:
        return container(_COLLECTED[function], elements[:1])
    if function in _CHOOSING:
        return elements[0] if len(elements) == 1 else either(arguments)
    if function == "filter" and len(elements) == 2:
        return container("typing.Iterator", elements[1:])
    if function == "map":
        return container("typing.Iterator", [step(arguments[0], CALL)])
    if function == "enumerate":
        pair = container("tuple", [builtin("int")], elements[:1])
    elif function == "zip":
        pair = container("tuple", *([element] for element in elements))
    else:
        return UNKNOWN
    return container("typing.Iterator", [pair])
