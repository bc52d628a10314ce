"""What ``kwindex.json`` says: the records that it is made of.

A record is a JSON object, a :class:`Record` here; fields that have their default are
left out. Of these classes and the texts below their fields the schema is made that lies
beside this file (``kwindex.schema.json``); with ``KWINDEX_UPDATE_SNAPSHOTS=1`` in the
environment, ``tests/test_json_export.py`` writes it anew. Who changes more than adding
a field raises :data:`FORMAT`.

Texts and numbers of which the default is not empty or 0 have none here: msgspec leaves
out only what is the same object.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

#: Raised when a reader of the format has to be changed; new fields do not raise it.
FORMAT: Final = 1
#: What the schema is called.
SCHEMA_ID: Final = f"urn:sphinxcontrib-kwindex:kwindex.json:{FORMAT}"
SCHEMA_FILE: Final = "kwindex.schema.json"


class Record(Struct, omit_defaults=True):
    """A JSON object of the export."""


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
    """``file``, ``folder`` (a namespace package), ``standard library``, ``third party``
    or ``missing``: something of a package of the tree that is not there."""
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
    """A place in a text that leads to a file of the tree."""

    line: int
    column: int
    length: int
    written: str
    target: str
    """The path."""
    kind: str
    """``link``, ``image``, ``include``, ``download`` or ``document``."""
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


class Unresolved(Record):
    """A name that is asked of something of which nothing is known."""

    name: str
    by: str
    """As in a use."""
    line: int
    role: str
    count: int = 1
    text: str = ""


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
    2 decorator, 3 base, 4 annotation, 5 import, 6 assignment."""


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
    reason: str = ""
    """Why it is data: ``image``, ``generated``, ``vendored``, …"""
    encoding: str = ""
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
    """The line of ``if __name__ == "__main__":``, 0 without."""
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


class Step(Record):
    """An import of a module."""

    module: str
    path: str
    line: int
    imported: str


class Violation(Record):
    """A chain of imports that a contract forbids."""

    importer: str
    imported: str
    steps: tuple[Step, ...]


class Contract(Record):
    """A contract of import-linter."""

    path: str
    line: int
    name: str
    type: str
    bands: tuple[tuple[str, ...], ...] = ()
    """The modules that it names: its layers from the highest; or who may not import,
    and what; or those that are independent."""
    violations: tuple[Violation, ...] = ()
    undeclared: tuple[str, ...] = ()
    """Modules beside its layers that it has to name and does not."""
    unjudged: str = ""
    """Why it is not known whether it is kept."""


class Called(Record):
    """How many pairs of a caller and what it calls lead from one place to another."""

    caller: str
    """A file, or with a ``/`` behind it a folder."""
    target: str
    number: int


class Imported(Record):
    """A file or definition, and how many files import it."""

    id: str
    files: int


class Folder(Record):
    """A folder of the tree."""

    path: str
    folders: tuple[str, ...] = ()
    """The paths of the folders in it."""
    files: tuple[str, ...] = ()
    """The paths of the files in it."""
    summary: str = ""
    described_by: str = ""
    """The path of the file that describes it."""
    only_data: bool = False
    pages: Pages | None = None
    most_imported_names: tuple[Imported, ...] = ()
    """The names that most files outside of it import."""
    most_imported_files: tuple[Imported, ...] = ()
    calls: tuple[Called, ...] = ()
    contracts: tuple[Contract, ...] = ()
    """That it configures."""


class Part(Record):
    """A file with a part of the files of a large tree."""

    name: str
    """Beside the index."""
    first: str
    """The path of the first file in it, in the order of the tree."""
    last: str
    files: int


class Linter(Record):
    """What has looked for findings."""

    name: str
    version: str = ""
    problem: str = ""
    """Why it did not run."""
    security: tuple[str, ...] = ()
    """The rules that it looks for, or their beginnings."""
    performance: tuple[str, ...] = ()
    max_complexity: int = 0
    """The complexity of a function above which it objects."""


class Moved(Record):
    """Something that had another id before, by ``kwindex_moved.toml``."""

    old: str
    new: str


class Document(Record):
    """The index, ``kwindex.json``, or a part of a large tree.

    A part has ``$schema``, ``format`` and ``files``, and nothing else. Fields that have
    their default are left out.

    Paths are relative to the root, with ``/``; the root itself is ``.``. Lines are
    counted from 1; columns and lengths are in characters (code points), columns from 0.
    Those of a notebook are of the script that its cells make up. A definition has the
    id ``path::qualname``, which is its name in the inventory of the pages; the id of a
    file or folder is its path.
    """

    schema: str = field(name="$schema")
    format: int
    generator: str = ""
    """The program that wrote it, with its version."""
    title: str = ""
    root: str = ""
    """The name of the root folder."""
    linter: Linter | None = None
    submodules: tuple[str, ...] = ()
    """The paths of repositories inside of the tree, which are no part of it."""
    idioms: tuple[str, ...] = ()
    """The names of the idioms that are looked for."""
    keywords: tuple[str, ...] = ()
    """The docnames of the pages of all keywords."""
    moved: tuple[Moved, ...] = ()
    parts: tuple[Part, ...] = ()
    """Where the files are, if they are not in ``files``."""
    folders: tuple[Folder, ...] = ()
    """Each before the folders in it."""
    files: tuple[File, ...] = ()
    """In the order of the tree."""
