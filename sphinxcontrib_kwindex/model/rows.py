"""The rows of the store as plain data."""

from __future__ import annotations

from typing import Final

from .named_tuple import NamedTuple
from .record import Record


class FileRow(NamedTuple):
    """A file of the tree and what other files' pages say of it."""

    path: str
    key: str
    """What its facts are kept by; changes with the content."""
    indexed: str
    """Digest of what a keyword index shows: names, lines, sentences, imports."""
    type: str
    source: bool
    """Whether it is the source of a language."""
    lines: int
    summary: str
    """The first sentence of its own that says what it is for."""
    mainly: str
    """What half of it or more is, else its largest public parts; of a document the
    title. To be asked for without a summary only."""
    values_named: str
    """Without these, too, its first public values, else its largest private parts."""
    docstring: bool
    main_line: int
    problem: bool
    exports: tuple[str, ...] | None
    """The names in ``__all__`` where all of them are known."""
    size: int
    """In bytes."""
    category: str
    """Its class: ``code``, ``prose``, ``configuration`` or ``data``."""
    reason: str
    """Why it is data."""
    docs: bool
    """Whether it has a documentation."""
    kw: bool
    """Whether it has a keyword index."""
    document: str
    """The docname of the page that Sphinx makes of it, empty if it makes none."""
    binary: bool

    @property
    def only_listed(self) -> bool:
        """Whether it is data that nobody reads, neither on a page nor as a document."""
        return self.category == "data" and not self.docs and not self.document

    @property
    def folder(self) -> str:
        """The path of the folder that it stands in; empty for the root."""
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        """The base name."""
        return self.path.rpartition("/")[2]


class FileSize(NamedTuple):
    """How large a file is."""

    path: str
    reason: str
    """Why it is data; empty if it is none."""
    size: int
    """In bytes."""


class PageDecision(NamedTuple):
    """The class of a file and which pages it may have."""

    category: str = "code"
    reason: str = ""
    pages: bool = True
    """Whether it may have pages of its own."""
    document: str = ""
    inputs: str = ""
    """What all that follows from, so that a change of it is noticed."""


#: The decision for a file of which nothing is known but its content.
WITH_ALL_PAGES: Final = PageDecision()


class DefinitionRow(NamedTuple):
    """A definition and where it stands."""

    path: str
    kind: str
    qualname: str
    line: int
    anchor: str
    """Its id on the documentation page of its file."""
    documented: bool = False
    """Whether something is said of it."""
    private: int = 0
    """Whether it is not for all, by the rule of its language: 1, or 2 where other files
    of the tree may use it all the same."""
    declaration: bool = False
    """Whether it is defined elsewhere; :attr:`.Definition.declaration`."""
    sort: str = ""
    """As :attr:`.Definition.sort`."""

    @property
    def target(self) -> str:
        """Its name in the inventory, ``path::qualname``."""
        return f"{self.path}::{self.qualname}"


class ImportRow(NamedTuple):
    """An import of the tree, without what only its own page shows."""

    path: str
    ordinal: int
    """Its place in :attr:`FileFacts.imports <.facts.FileFacts.imports>`."""
    module: str
    level: int
    name: str
    bound: str
    lazy: bool
    runs: bool
    """Whether it runs as soon as the file is imported: not inside a function, for
    type checking only, or in what the file does as a script."""
    branch: bool
    """Whether it stands in a branch of an ``if``, or of a ``try`` with ``except``."""
    private: bool = False
    """Whether no other file finds there what it binds: modules of some languages say
    what they export."""
    apart: bool = False
    """As :attr:`.Import.apart`."""


class LinkRow(NamedTuple):
    """What one import means."""

    path: str
    ordinal: int
    category: str
    """``file``, ``folder`` (a namespace package), ``standard library``, ``third
    party``, ``missing``: something of a package of the tree that is not there, or
    ``ambiguous``: one of several files of the tree."""
    module: str = ""
    """The path of the file or folder that the module name means."""
    target: str = ""
    """The path of the file that defines what is imported, through re-exports."""
    qualname: str = ""
    """The qualified name there; empty where a module is meant."""


class ReferenceRow(NamedTuple):
    """Where an identifier leads."""

    path: str
    kind: str
    """The kind of the definition; ``file`` or ``folder`` for a module; ``line`` for
    what is no definition, with the id of its line; ``external`` for what is not in the
    tree, and ``note`` for what nobody documents, both without a path."""
    qualname: str = ""
    """Of what is not in the tree the dotted name, or what a note says."""
    anchor: str = ""
    by_name: bool = False
    """Whether nothing but the name says so: it is read off something unknown."""
    more: tuple[ReferenceRow, ...] = ()
    """Where else it may lead, as surely; of what is not in the tree a note."""


class UseRow(NamedTuple):
    """A definition that a file uses inside of one of its own definitions."""

    target: str
    """The path of the file that defines it; empty where it is not known which of many
    methods and attributes with a name it is."""
    qualname: str
    """Its qualified name there, or the name that many have."""
    path: str
    """The file that uses it, which may be the same."""
    around: str
    """The qualified name of the innermost class or function around the places where it
    is used; empty on the level of the module. A decorator is a part of what it
    decorates."""
    by_name: bool
    """Whether nothing but the name says so; see :class:`ReferenceRow`."""
    anchor: str
    """The id of the definition on the page of its file."""
    around_anchor: str
    """The id of what is around the places on the page of their file: of the innermost
    definition with an entry there. Empty on the level of the module."""
    role: int
    """What it is used for at the most telling place; as :attr:`.Reference.role`."""
    count: int  # type: ignore[assignment]
    """In how many places; instead of what a tuple has by this name."""
    line: int
    """That of the most telling place, and the first of these."""
    text: str
    """The statement there on one line, cut around the name; empty where the text is
    not known."""
    example: str
    """Of the shortest of the calls of a public definition of another file: the
    statement and the lines beside it, as they stand in the text."""


class Program(NamedTuple):
    """A file that is run."""

    path: str
    line: int
    """Of the ``__main__`` guard, or of the function in which the program begins; 0 for
    a ``__main__`` module."""
    python: bool


class MostUsed(NamedTuple):
    """A definition that many files use."""

    path: str
    qualname: str
    anchor: str
    users: int
    """How many other files import or use it; of what is no test, without tests."""
    tests: int = 0
    """How many tests do, of what is none."""
    outside: bool = False
    """Whether only files outside of its folder count."""


class CollectedTest(Record, frozen=True):
    """A test that a file is collected for."""

    path: str
    """The file that defines it."""
    qualname: str
    """Its qualified name there."""
    line: int
    """Its line there."""
    owner: str
    """The class by which it is collected, as the file that is collected names it;
    empty for a function."""
    at: int
    """The line of the file that is collected: that of the test, or of the class or
    import by which it gets there."""
    runners: tuple[str, ...]
    """Who collects it; empty where the language alone marks it as a test."""


class Changes(Record, frozen=True):
    """What of the tree is not as it was."""

    edited: dict[str, str]
    """The paths of the files with another content, each with the key of the facts that
    it had; an empty one if the file was not there."""
    more: bool = False
    """Whether more changed: others of their names are shown, say."""

    def __bool__(self) -> bool:
        """Return whether anything changed."""
        return self.more or bool(self.edited)


class Page(NamedTuple):
    """A page to make."""

    docname: str
    kind: str
    path: str
    """The file or folder it is about; the key of a part of ``keywords``."""
    digest: str
    """Of everything that it shows."""
