"""What the files of the export hold: folders, files, and where these are."""

from __future__ import annotations

from typing import Final

from msgspec import field

from .definition_record import Record
from .file_record import File, Pages

#: Raised when a reader of the format has to be changed; new fields do not raise it.
FORMAT: Final = 1
#: What the schema is called.
SCHEMA_ID: Final = f"urn:sphinxcontrib-kwindex:kwindex.json:{FORMAT}"
SCHEMA_FILE: Final = "kwindex.schema.json"


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


class Ranked(Record):
    """A file or definition, and how many files import or use it."""

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
    most_used_names: tuple[Ranked, ...] = ()
    """The names that most files outside of it import or use; where none does, most
    other files in it."""
    most_imported_files: tuple[Ranked, ...] = ()
    """The files below it that most other files import."""
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
    """What the root is called in imports, where it is a Python package itself."""
    since: str = ""
    """The version that ``kwindex_changes_since`` compares with."""
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
