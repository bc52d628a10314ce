"""The records that are about files."""

from __future__ import annotations

from .definition_record import Definition, Record


class Remark(Record):
    """Something that a line says."""

    text: str
    line: int


class Problem(Record):
    """Why a file could not be parsed."""

    message: str
    line: int = 0
    """0 where it is not known."""


class LineKinds(Record):
    """How many lines of a Python file are what."""

    code: int
    comments: int
    docstrings: int
    blank: int


class Heading(Record):
    """A heading of a text."""

    text: str
    line: int
    level: int
    """1 for the title."""


class Notebook(Record):
    """How many cells and outputs a notebook has."""

    code: int
    text: int
    outputs: int


class History(Record):
    """What git knows of the changes of a file."""

    date: str
    """The day of the last change: ``2026-01-31``."""
    revision: str
    commits: int
    at_least: bool = False
    """Whether there may be more commits, because the clone is shallow."""


class Place(Record):
    """A line of a file."""

    path: str
    line: int


class Import(Record):
    """A name that an import statement asks for."""

    line: int
    end_line: int
    category: str
    """``file``, ``folder`` (a namespace package), ``standard library``, ``third
    party``, ``missing``: something of a package of the tree that is not there, or
    ``ambiguous``: one of several files of the tree."""
    module: str = ""
    """As written, without leading dots."""
    level: int = 0
    """The number of leading dots."""
    name: str = ""
    """``*`` in a star import, empty in ``import module``."""
    alias: str = ""
    text: str = ""
    """In languages other than Python the statement."""
    file: str = ""
    """The path of the file or folder that the module is."""
    target: str = ""
    """The id of what is imported, through re-exports."""
    type_checking: bool = False
    """Whether it is under ``if TYPE_CHECKING:``."""
    guarded: bool = False
    """Whether it is in a ``try`` with an ``except``."""
    lazy: bool = False
    """Whether it is inside of a function."""
    condition: int = 0
    """The line of the innermost ``if`` around it, 0 without."""
    required_by: tuple[Place, ...] = ()
    """Where the project asks for the distribution."""


class Offer(Record):
    """A name that a package offers and another file defines."""

    name: str
    id: str
    module: str
    """The path of the module that the package imports it from."""
    star: bool = False
    """Whether ``*`` imports it."""


class TextLink(Record):
    """A place in a file that names another file of the tree."""

    line: int
    column: int
    length: int
    written: str
    target: str
    """The path."""
    kind: str
    """``link``, ``image``, ``include``, ``download``, ``document``, ``module``,
    ``definition``, or ``path`` in code, a template or settings."""
    fragment: str = ""


class Reason(Record):
    """Why a file is related to another."""

    kind: str
    """``stub`` (it is the stub of this file), ``stubbed``, ``same name``, ``imports``,
    ``imported``, ``imports and imported``, ``links``, ``linked``, ``imported together``
    or ``names`` (that both use)."""
    number: int = 0
    """Of links, of files that import both, or of names besides those listed."""
    names: tuple[str, ...] = ()
    path: str = ""
    """The file that defines the names."""


class Related(Record):
    """A file that is related to another."""

    path: str
    reasons: tuple[Reason, ...]


class Requirement(Record):
    """A distribution that a file of the project asks for."""

    name: str
    line: int
    specifier: str = ""
    group: str = ""
    """Empty for what is needed at run time."""
    marker: str = ""


class EntryPoint(Record):
    """A name by which something of the project is called from outside."""

    name: str
    line: int
    group: str
    module: str
    attribute: str = ""
    target: str = ""
    """The id of what it leads to, if that is in the tree."""


class Pattern(Record):
    """An idiom that a definition uses."""

    name: str
    definition: str = ""
    """The qualified name; empty for the module."""
    line: int = 0
    """0 for what a class is by a class above it."""
    detail: str = ""
    inherited_from: str = ""
    """The id of the class above by which it is that."""


class Finding(Record):
    """What the linter Ruff objects to."""

    rule: str
    message: str
    line: int
    end_line: int
    group: str = ""
    """``security`` or ``performance``."""
    url: str = ""


class Rule(Record):
    """An option of pytest that decides about a file."""

    name: str
    values: tuple[str, ...] = ()
    path: str = ""
    """The file that sets it; empty for pytest's default."""
    line: int = 0


class Test(Record):
    """A test that a file is collected for."""

    id: str
    line: int
    at: int
    """The line of the file that is collected by which it gets there."""
    owner: str = ""
    """The class there by which it is collected; empty for a function."""
    runners: tuple[str, ...] = ()


class Fixture(Record):
    """A fixture that a test file defines or asks for."""

    name: str
    id: str = ""
    """Empty for those of pytest itself."""
    line: int = 0
    autouse: bool = False


class Example(Record):
    """A call of a definition in another file."""

    target: str
    """The id of what is called."""
    by: str
    """The id of what the call stands in."""
    text: str


class Unresolved(Record):
    """A name that is asked of something of which nothing is known."""

    name: str
    by: str
    """As in a use."""
    line: int
    role: str
    count: int = 1
    text: str = ""


class Target(Record):
    """What an identifier stands for."""

    kind: str
    """The kind of a definition; ``file``, ``folder``; ``line`` for what is no
    definition, as a local variable; ``external`` for what is not in the tree."""
    id: str = ""
    """Of a definition, file or folder; of a line the path of the file."""
    anchor: str = ""
    """The id of a definition on the page of its file."""
    lines: tuple[int, ...] = ()
    """Those that give a name its value that is no definition."""
    dotted: str = ""
    """The name of what is not in the tree."""
    by_name: bool = False
    """Whether nothing but the name says so."""
    also: tuple[Target, ...] = ()
    """What else it may be, as surely."""


class References(Record):
    """What the identifiers in the text of a file stand for."""

    targets: tuple[Target, ...] = ()
    places: tuple[tuple[int, int, int, int, int], ...] = ()
    """Line, column, length, place in ``targets`` (from 0), and role: 0 mention, 1 call,
    2 decorator, 3 base, 4 annotation, 5 import, 6 assignment, 7 qualifier (``A`` where
    ``A::f`` is defined, ``global x``)."""


class Pages(Record):
    """The docnames of the pages about a file or folder, as far as there are such.

    The address of a page follows from it as Sphinx's builders make it:
    ``name.html``, ``name/`` or ``name.md``.
    """

    docs: str = ""
    """Of a file: its documentation."""
    kw: str = ""
    """Of a file: its keyword index."""
    index: str = ""
    """Of a folder: its index."""
    doc: str = ""
    """Of a folder: its documentation."""
    sub: str = ""
    """Of a folder: the keywords of all files below."""


class File(Record):
    """A file of the tree.

    Its text is not here. A file of the type ``Withheld`` holds credentials by its name,
    and nothing of its content is known.
    """

    path: str
    type: str
    """The language, or the name of Pygments' lexer; ``Binary``; ``Withheld``."""
    category: str
    """``code``, ``prose``, ``configuration`` or ``data``."""
    size: int
    """In bytes."""
    lines: int = 0
    language: str = ""
    """The alias of the lexer."""
    source: bool = False
    """Whether it is in a language of which definitions are known."""
    reason: str = ""
    """Why it is data: ``image``, ``generated``, ``vendored``, …"""
    encoding: str = ""
    content: str = ""
    """What is the same of files of one name with the same content, as long as they are
    analysed by the same version of the program."""
    line_kinds: LineKinds | None = None
    module: str = ""
    """The dotted name of a module of Python."""
    package: str = ""
    """Where a language has that, the package that the file says that it belongs to."""
    summary: str = ""
    docstring: str = ""
    """The docstring, or the first paragraph of a text."""
    docstring_line: int = 0
    docformat: str = ""
    main_line: int = 0
    """The line of the last ``if __name__ == "__main__":``, in other languages of the
    function in which a program begins; 0 without one."""
    licence: Remark | None = None
    generated: Remark | None = None
    """The line by which a program says that it wrote the file."""
    problem: Problem | None = None
    notebook: Notebook | None = None
    history: History | None = None
    pages: Pages | None = None
    document: str = ""
    """The docname of the page that Sphinx makes of the file itself."""
    url: str = ""
    """Of the original file."""
    exports: tuple[str, ...] | None = None
    """The names in ``__all__``; ``null`` or left out without ``__all__``."""
    exports_complete: bool = True
    """Whether all of ``__all__`` could be read."""
    headings: tuple[Heading, ...] = ()
    configures: tuple[Remark, ...] = ()
    """What a well-known configuration file sets up."""
    requirements: tuple[Requirement, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    imports: tuple[Import, ...] = ()
    unused_imports: tuple[Remark, ...] = ()
    """What Ruff finds unused."""
    offers: tuple[Offer, ...] = ()
    """Of the ``__init__`` module of a package."""
    imported_by: tuple[str, ...] = ()
    """The paths of the files that import it by its name."""
    imported_through: tuple[str, ...] = ()
    """The paths of the files that import a name of it out of another file."""
    cycle: tuple[str, ...] = ()
    """A shortest cycle of imports through it."""
    text_links: tuple[TextLink, ...] = ()
    mentioned_in: tuple[str, ...] = ()
    """The paths of the texts that lead to it."""
    related: tuple[Related, ...] = ()
    definitions: tuple[Definition, ...] = ()
    calls: tuple[str, ...] = ()
    """The ids of what is called on the level of the module."""
    unresolved: tuple[Unresolved, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    findings: tuple[Finding, ...] = ()
    not_linted: str = ""
    """Why Ruff has not looked at a file of Python."""
    collected: tuple[Test, ...] = ()
    """The tests of a test file."""
    collection_rules: tuple[Rule, ...] = ()
    """By which pytest finds no tests in a file that is one of tests by its name, or
    takes classes for tests."""
    run_tests: str = ""
    """The command that runs its tests, from the folder ``run_tests_in``."""
    run_tests_in: str = ""
    """Empty for the root."""
    fixtures: tuple[Fixture, ...] = ()
    examples: tuple[Example, ...] = ()
    """Calls of its definitions in other files."""
    references: References | None = None
