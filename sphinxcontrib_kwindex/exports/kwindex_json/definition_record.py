"""The records of ``kwindex.json``, and those that are about definitions.

A record is a JSON object, a class derived from :class:`Record` here; fields that have
their default are left out. Of these classes and the texts below their fields the schema
is made that lies beside this file (``kwindex.schema.json``); with
``KWINDEX_UPDATE_SNAPSHOTS=1`` in the environment, ``tests/test_json_export.py`` writes
it anew. Who changes more than adding a field raises :data:`.document.FORMAT`.

Texts and numbers of which the default is not empty or 0 have none here: msgspec leaves
out only what is the same object.
"""

from __future__ import annotations

from msgspec import Struct


class Record(Struct, omit_defaults=True):
    """A JSON object of the export."""


class Use(Record):
    """Where a definition is used: the places in one other definition, or in a module.

    What is used only by a name that many have is in the field ``unresolved`` of files.
    """

    by: str
    """The id of the innermost class or function around the places; the path of the
    file on the level of the module."""
    line: int
    """Of the most telling place."""
    role: str
    """What it is there: ``call``, ``decorator``, ``base``, ``annotation``, ``import``,
    ``assignment`` or ``mention``."""
    count: int = 1
    """In how many places."""
    by_name: bool = False
    """Whether nothing but the name says so."""
    text: str = ""
    """The statement, on one line."""


class PossibleUse(Record):
    """Uses of a definition that another one overrides, which may be uses of that."""

    name: str
    path: str
    anchor: str
    places: int = 0
    """0 for a name that many have."""


class NearTest(Record):
    """A test that uses a definition."""

    test: str
    """The id."""
    way: tuple[str, ...] = ()
    """The ids of what it does so through, the test's own side first."""
    by_name: bool = False
    """Whether on the way is a use that nothing but a name tells."""


class Tests(Record):
    """The tests that use a definition."""

    direct: int = 0
    """How many use it directly."""
    nearest: tuple[NearTest, ...] = ()
    """Some of these, and of those that use it through others."""
    measured: int = 0
    """In how many it ran, as coverage.py measured."""
    ran_in: tuple[str, ...] = ()
    """The ids of the nearest of these."""


class Base(Record):
    """A class above another."""

    written: str = ""
    """Where nothing but the text is known."""
    id: str = ""
    """Of a class of the tree."""
    dotted: str = ""
    """The name of a class of another project, as it is imported."""
    one_of: tuple[Base, ...] = ()
    """Where branches bind it differently."""


class Overriding(Record):
    """A member of a class that redefines another, or that is redefined."""

    id: str
    conditional: bool = False
    """Whether either is bound in some branches only."""


class Counterpart(Record):
    """What another file defines that is declared here, or the other way round."""

    path: str
    anchor: str
    declares: bool = False
    """Whether the other is the declaration."""


class Text(Record):
    """What tells the text of a definition, without its own name, from others."""

    digest: str
    length: int
    """In characters."""
    hands_on: bool = False
    """Whether a method hands all that it is given on to the one above it."""


class Definition(Record):
    """A name that a file defines.

    Definitions of one qualified name and kind (overloads, a property and its setter)
    are one, with several lines.
    """

    id: str
    kind: str
    """``class``, ``function``, ``method``, ``attribute`` or ``data``; in languages
    other than Python ``macro``, ``type``, ``namespace``, ``enum``, ``interface``,
    ``field`` and ``constant``, too."""
    qualname: str
    anchor: str
    """Its id on the page of the file."""
    lines: tuple[int, ...]
    """Of each definition."""
    end_line: int
    """Of the first definition."""
    signatures: tuple[str, ...] = ()
    """For each of the lines what follows the name."""
    head: str = ""
    """In languages other than Python the definition up to its body."""
    annotation: str = ""
    value: str = ""
    """As written; cut after 200 characters, with ``…`` then."""
    decorators: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    """``async``, ``property``, ``staticmethod``, …; in other languages ``static``,
    ``const``, ``pub``, …"""
    summary: str = ""
    """The first sentence of the docstring."""
    docstring: str = ""
    text: Text | None = None
    """Left out of what is inside of functions, and of attributes and data."""
    since: str = ""
    """``new`` or ``changed`` since the version that ``since`` of the index names."""
    private: bool = False
    """Whether it is not for all, by the rule of the language."""
    unused: bool = False
    """Whether no use of it was found."""
    complexity: int = 0
    """McCabe's number of a function."""
    loop_depth: int = 0
    loop_line: int = 0
    """Of the first loop of that depth."""
    bases: tuple[Base, ...] = ()
    """Of a class, in their order."""
    written_bases: tuple[str, ...] = ()
    """As they are written, those of each definition of its name."""
    ancestors: tuple[Base, ...] = ()
    """All classes above it in the order in which attributes are looked up."""
    subclasses: tuple[str, ...] = ()
    """The ids of the classes that derive directly from it."""
    overrides: Overriding | None = None
    overridden_by: tuple[Overriding, ...] = ()
    counterparts: tuple[Counterpart, ...] = ()
    calls: tuple[str, ...] = ()
    """The ids of what it surely calls, in the order of the calls."""
    used_by: tuple[Use, ...] = ()
    possible_uses: tuple[PossibleUse, ...] = ()
    tests: Tests | None = None
