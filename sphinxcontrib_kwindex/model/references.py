"""What the identifiers of a file stand for, as far as the file itself tells.

A *reference* is an identifier at a place. What it stands for is its :class:`Spec`: a
definition of this file or something of a module, and the steps from there. What that
is over the whole tree, the links say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from operator import sub
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from .named_tuple import NamedTuple
from .record import Record

#: What :attr:`Spec.kind` may be.
SpecKind: TypeAlias = (
    Literal["def", "module", "this", "super", "local", "star", "builtin"]
    | Literal["either", "or", "union", "generic", "without", "decorated"]
    | Literal["called", "solved", "overload"]
    | Literal["keyword", "passed", "fixture", "member", "name"]
)


class Spec(NamedTuple):
    """What an identifier or an expression stands for, in terms of its file alone."""

    kind: SpecKind
    """``def``: the definition of this file with the qualified name :attr:`base`;
    ``module``: the module that :attr:`base` names as written, with leading dots;
    ``this``: what ``self`` is in the class of this file with the qualified name
    :attr:`base`: an instance of it, or of the class below it whose method is called;
    ``super``: what follows the class of this file with the qualified name
    :attr:`base` in the order in which attributes are looked up;
    ``local``: a local name, which gets its value in the lines :attr:`base` (numbers
    with commas between, those of all values that may be meant); the steps
    are ``parameter`` or ``variable``, and the name;
    ``star``: the name :attr:`base`, which the file does not bind, unless a star
    import does; ``builtin``: the name that is there without
    being bound;
    ``either``: one of :attr:`parts`, which are two or more;
    ``or``: the first of :attr:`parts` or, where nothing is known of that, the second,
    as which the variable is declared;
    ``union``: one of the types :attr:`parts`, if all are types: ``C | None``;
    ``generic``: the first of :attr:`parts` with the others as its type arguments:
    ``dict[str, C]``;
    ``without``: the first of :attr:`parts`, which is no instance of the others;
    ``decorated``: the first, which a function returns, if all others, which its
    decorators return, are what they are given;
    ``called``: what the first gives that is called with the others; :attr:`base` has
    the numbers or names of these arguments, with commas between, each literal behind
    ``=`` (``0='r',closed=True``; of long strings that name no module the type,
    ``0=str``);
    ``solved``: the first, which a function returns, with type variables of which its
    arguments say more: the others are what parameters are declared as, of which
    :attr:`base` has number and name (``0:first,:only_by_name``); ``__init__`` counts
    as returning ``this``; ``overload``: the same of one of several signatures, with
    all its parameters, and the literals that one must be (``0:mode='r'|'w'``);
    ``*`` and ``**`` stand for more of them;
    ``keyword``: the parameter :attr:`base` of what :attr:`parts` says is called;
    ``passed``: :attr:`parts`, that keyword arguments are passed on to but for those
    with the names :attr:`base` (with commas between);
    ``fixture``: what the nearest file with fixtures of pytest that has the name
    :attr:`base` means by it;
    ``member``: the attribute :attr:`base` of something of which nothing is known, or
    in languages other than Python of what is declared as the first of :attr:`parts`;
    ``name``: the name :attr:`base`, qualified as written, of a language other than
    Python; the first of the steps is the qualified name of what it stands in, from
    which it is looked up outwards (empty for the top of the file), the others are
    namespaces that the file has opened; without steps it is looked up at the top."""
    base: str
    steps: tuple[str, ...] = ()
    """What is done from there: the attributes that are read, :data:`CALL`,
    :data:`ITEM` or with a number or a name (``[0]``, ``['a']``) that item,
    :data:`SLICE`, :data:`ELEMENT`, :data:`ENTER`, :data:`ASYNC_ELEMENT`,
    :data:`ASYNC_ENTER`, :data:`AWAIT`, :func:`parameter_step`."""
    parts: tuple[int, ...] = ()
    """Other specs, by their numbers in :attr:`References.specs`; -1 if unknown."""

    def then(self, *steps: str) -> Spec:
        """Return it with more steps; much faster than to replace them all."""
        return Spec(self.kind, self.base, self.steps + steps, self.parts)


#: Steps of a :class:`Spec` that are no attributes.
CALL: Final = "()"
ITEM: Final = "[]"
SLICE: Final = "[:]"
#: What a ``for`` statement takes out of it.
ELEMENT: Final = "iter()"
#: What a pointer of C++ points to, and the value of an entry of a map.
POINTED: Final = "*()"
VALUE: Final = "[1]"
#: What ``?`` takes out of it in Rust.
TRIED: Final = "?()"
#: Behind the name of a type, where what is no type may have the same name.
A_TYPE: Final = "type()"
#: Before the name of a member, behind a name that a value and its type have.
OWNER_OF: Final = "."
#: Behind the name of an attribute of C#, whose class may be called ``NameAttribute``.
AN_ATTRIBUTE: Final = "attribute()"
#: What ``with … as`` binds.
ENTER: Final = "enter()"
#: The same of ``async for`` and ``async with``.
ASYNC_ELEMENT: Final = "aiter()"
ASYNC_ENTER: Final = "aenter()"
AWAIT: Final = "await()"


#: What stands behind a function in :attr:`References.values` for all of its keyword
#: arguments that no parameter names.
ALL_KEYWORDS: Final = "(**)"


#: What stands behind a class in :attr:`References.values` for its metaclass.
METACLASS: Final = "(metaclass)"
#: The same behind what the body of a class imports, for what that is.
BY_IMPORT: Final = "(import)"
#: The same behind a function, for the outermost of its decorators.
DECORATED_BY: Final = "(@)"
#: The same behind a fixture of pytest for what is given to those who ask for it, and
#: the step there.
FIXTURE: Final = "(yield)"


def parameter_step(name: str) -> str:
    """Return the step from a method to what its parameter of a name is declared as.

    In languages other than Python it has a number, from 0.
    """
    return f"({name})"


#: The names of what a module of JavaScript is as a whole, as the compiler of TypeScript
#: has it, and of what it exports without a name, in :attr:`References.exports`.
WHOLE: Final = "export="
DEFAULT: Final = "default"
#: What stands behind a type of Java that is imported, for the package that has it:
#: several folders may be of one package.
PACKAGE_OF: Final = "/.."

#: What an identifier is there for, :attr:`Reference.role`.
MENTION: Final = 0
CALLED: Final = 1
DECORATOR: Final = 2
BASE: Final = 3
ANNOTATION: Final = 4
#: The words of an import statement.
IMPORTED: Final = 5
#: It is given a value.
STORED: Final = 6
#: It says what is meant elsewhere: ``A`` of ``void A::f() {}``, ``global x``.
QUALIFIER: Final = 7
#: What these are called in exports and answers.
ROLE_NAMES: Final = (
    *("mention", "call", "decorator", "base", "annotation", "import", "assignment"),
    "qualifier",
)


def type_of_literal(text: str) -> str:
    """Return the type of an argument as :attr:`Spec.base` has it."""
    if text[0] == "'":
        return "str"
    if text in {"True", "False"}:
        return "bool"
    return "int" if text.isdecimal() else text


class Reference(NamedTuple):
    """An identifier that stands for something."""

    line: int
    """Counted from 1."""
    column: int
    """In characters from 0."""
    length: int
    """In characters."""
    spec: int
    """Which of :attr:`References.specs` it is."""
    role: int = MENTION
    """One of :data:`MENTION`, :data:`CALLED`, …"""


class ParameterName(NamedTuple):
    """A parameter of a function that a keyword argument can name."""

    name: str
    line: int
    column: int
    """In characters from 0."""


class Block(NamedTuple):
    """The lines of a class or a function."""

    first: int
    """That of its first decorator, or else of its ``class`` or ``def``."""
    last: int
    qualname: str


def names_around(blocks: Iterable[Block], lines: int) -> list[str]:
    """Return by line the qualified name of the innermost definition around it.

    :param blocks: sorted, those around others first.
    :param lines: how many are asked for; the one with the number 0 is none.
    """
    names = [""] * (lines + 1)
    for first, last, qualname in blocks:
        names[first : last + 1] = [qualname] * (last + 1 - first)
    return names


#: What stands behind the name of a class whose subclasses are looked for.
SUBCLASSES: Final = ".__subclasses__()"


class ComputedName(NamedTuple):
    """Where an attribute is looked up by a name that is not written down."""

    of: str
    """The qualified name of a class (``getattr(self, name)``), a name that is bound,
    what else is written (``self.a``, or ``()`` for a call), or empty for the module
    itself (``globals()``, ``sys.modules[__name__]``). With :data:`SUBCLASSES` behind
    it, a class is meant below which others are looked for."""
    around: str = ""
    """The qualified name of the definition that does it, if any."""
    begin: str = ""
    """What the name begins with, as far as that is written down."""
    end: str = ""


def packed(references: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return references, in their order, for :attr:`References.positions`.

    :param references: the fields of each :class:`Reference`; all without a role are
        mentions.
    """
    columns = list(zip(*references, strict=True))
    if not columns:
        return ()
    lines, *rest = columns
    if len(columns) < len(Reference._fields):
        rest.append((MENTION,) * len(lines))
    return tuple(map(sub, lines, (0, *lines))), *rest


class References(Record, frozen=True):
    """The references of a file, and what other files need to refer into it."""

    specs: tuple[Spec, ...] = ()
    positions: tuple[tuple[int, ...], ...] = ()
    """The references in their order: how far the line of each is from the line of the
    one before, then all columns, lengths, specs and roles. Empty without any."""
    bases: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """By qualified name the bases of each class that has some, as numbers of specs;
    -1 for a base of which nothing is known."""
    values: tuple[tuple[str, int], ...] = ()
    """By qualified name what a definition is: of data, attributes and properties
    their value, of functions what they return, of parameters of methods
    (``C.method(parameter)``) what they are declared as; what a function passes its
    keyword arguments on to (:data:`ALL_KEYWORDS`); of classes their metaclass
    (:data:`METACLASS`), of functions what decorates them (:data:`DECORATED_BY`); as
    numbers of specs."""
    exports: tuple[tuple[str, int], ...] = ()
    """By what name others find something that is defined under none or another in its
    file, as numbers of specs."""
    blocks: tuple[Block, ...] = ()
    """The classes and functions, each of several of one name too, by their lines."""
    parameters: tuple[tuple[str, tuple[ParameterName, ...]], ...] = ()
    """By qualified name the parameters of each function that has some."""
    spans: tuple[tuple[int, int], ...] = ()
    """First and last line of the statements that take several lines, in their order;
    of those with blocks the lines before the first block."""

    def exporting(self, names: Mapping[str, Spec]) -> References:
        """Return the same with other names by which others find something.

        :param names: each with what it stands for.
        """
        specs = {spec: number for number, spec in enumerate(self.specs)}
        exports = tuple(
            (name, specs.setdefault(spec, len(specs)))
            for name, spec in sorted(names.items())
        )
        return replace(self, specs=tuple(specs), exports=exports)

    def iterate(self) -> Iterator[Reference]:
        """Yield the references in the order of the text."""
        return map(Reference._make, zip(*self.columns(), strict=True))

    def columns(self) -> tuple[Iterable[int], ...]:
        """Return the fields of the references, one after the other."""
        lines, *rest = self.positions or ((),) * len(Reference._fields)
        return accumulate(lines), *rest


class PreciseReferences(NamedTuple):
    """The references of a file of which an index has those that a compiler knows."""

    tool: str
    """Name and version of what made the index."""
    specs: tuple[Spec, ...]
    """As :attr:`References.specs`."""
    positions: tuple[tuple[int, ...], ...]
    """As :attr:`References.positions`."""

    def instead_of(self, references: References) -> References:
        """Return references with these, and what else the file says of itself."""
        return replace(references, specs=self.specs, positions=self.positions)


#: Those of a file without any.
NO_REFERENCES: Final = References()
