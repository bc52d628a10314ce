r"""Facts: what one file says about itself.

Facts are what can be read off one file without looking at any other: its type and size,
the names that it defines, the modules that it asks for. They are records
that know neither Sphinx nor docutils; :mod:`~sphinxcontrib_kwindex.analysis.analyse`
fills them, the :mod:`~sphinxcontrib_kwindex.store.database` keeps them, and everything
behind it reads them. What only the whole tree knows (the file an import means, who uses
a name) is not a fact but a link.

Lines are counted from 1, sizes are bytes, texts are ``str`` with ``\n`` line ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .kinds import DECLARATION, NOT_PUBLIC, SORTS
from .names import enclosing, last_part
from .project_facts import IncludeFolders, ModuleName
from .record import Record
from .references import NO_REFERENCES, ComputedName, References


class Definition(Record, frozen=True):
    """A name that a file defines.

    Definitions of one qualified name and one kind (overloads, a property and
    its setter, the branches of an ``if``) are one :class:`Definition` with
    several lines; everything but :attr:`lines` and :attr:`signatures` is that of
    the first binding that has it.
    """

    kind: str
    """One of :data:`.KINDS`."""
    qualname: str
    """Qualified name after PEP 3155: ``Outer.method``, ``func.<locals>.inner``; in
    other languages in their own notation: ``at::native::add``. See :mod:`.names`."""
    lines: tuple[int, ...]
    """The line of each ``class``, ``def`` or binding, in ascending order; those of
    declarations of what the file defines, too, are the last."""
    end_line: int
    """The last line of the first definition."""
    signatures: tuple[str, ...] = ()
    """For each of :attr:`lines` what follows the name, as written, on one line:
    ``(x: int = 0, *args) -> str`` of a function, ``(Base, metaclass=M)`` of a
    class, type parameters included. Empty for attributes and data."""
    annotation: str = ""
    """The annotation of an attribute or of data, as written."""
    value: str = ""
    """The value bound to an attribute or to data, as written, on one line; cut at
    :data:`VALUE_LIMIT` characters with ``…`` at its end."""
    decorators: tuple[str, ...] = ()
    """The decorators as written, without ``@``, each cut as :attr:`value` is."""
    bases: tuple[str, ...] = ()
    """The bases of a class as written, without keywords; of each of its definitions."""
    docstring: str = ""
    """The docstring, cleaned as :func:`inspect.cleandoc` does. Of attributes and
    data the string literal behind the binding or its ``#:`` comment."""
    summary: str = ""
    """The first sentence of the docstring as plain text on one line."""
    modifiers: tuple[str, ...] = ()
    """Which of ``async``, ``overload``, ``property``, ``staticmethod``,
    ``classmethod``, ``abstractmethod``, ``instance`` (bound on ``self`` only),
    ``unbound`` (the body that it stands in does not bind it at run time: it is only
    annotated, is for type checkers, or set by methods), ``conditional`` (that body
    binds it in some branches of an ``if`` only), ``class`` (a method binds it on
    ``cls``) hold, in this order. In other languages all words that a reader wants, in
    the order in which they are shown: ``static``, ``const``, ``pub``; of
    :data:`.SORTS`, :data:`.DECLARATION`, :data:`.OVERLOADED` and :data:`.NOT_PUBLIC`
    where they hold."""
    head: str = ""
    """In other languages what is before the body, on one line, cut as :attr:`value` is:
    ``template <typename T> struct A : B<T>``. Shown as Python's ``class A(B):``."""
    may_be: tuple[str, ...] = ()
    """Its names in the namespaces that a file of C++ opens: ``net::Link::run``."""

    @property
    def name(self) -> str:
        """The last part of the qualified name."""
        return last_part(self.qualname)

    @property
    def line(self) -> int:
        """The line of the first definition."""
        return self.lines[0]

    @property
    def is_declaration(self) -> bool:
        """Whether it is only annotated (``x: int``), which binds nothing."""
        return bool(self.annotation) and not self.value and len(self.lines) == 1

    @property
    def declaration(self) -> bool:
        """Whether it is defined elsewhere: a prototype, a forward declaration."""
        return DECLARATION in self.modifiers

    @property
    def sort(self) -> str:
        """What it is: ``struct`` of a class that is one, and so on, else its kind."""
        return next((x for x in self.modifiers if SORTS.get(x) == self.kind), self.kind)


def is_private(qualname: str) -> bool:
    """Return whether a part of a name of Python begins with an underscore.

    Special names (``__init__``) are public, as for :pep:`8`. What holds of definitions
    of all languages is in :meth:`FileFacts.private_names`.
    """
    return any(
        part.startswith("_") and not (part.startswith("__") and part.endswith("__"))
        for part in qualname.split(".")
    )


def is_not_public(definition: Definition, *, python: bool) -> bool:
    """Return whether a definition itself is not for all, by its language's rule.

    :param python: whether it is one of Python.
    """
    if python:
        return is_private(definition.qualname)
    return not NOT_PUBLIC.isdisjoint(definition.modifiers) or any(
        # "pub(crate)", "pub(super)"
        word.startswith("pub(")
        for word in definition.modifiers
    )


#: Characters of a value that are kept.
VALUE_LIMIT: Final = 200


class Import(Record, frozen=True):
    """One name that an import statement asks for.

    ``import a.b as c`` has the module ``a.b`` and no name, ``from ..a import b`` the
    module ``a``, the level 2 and the name ``b``. Several names are several imports.
    """

    module: str
    """The module as written, without leading dots; empty in ``from . import x``."""
    line: int
    name: str = ""
    """The imported name; ``*`` in a star import, empty in ``import module``."""
    alias: str = ""
    """The name after ``as``."""
    level: int = 0
    """The number of leading dots."""
    type_checking: bool = False
    """Whether it stands under ``if TYPE_CHECKING:``."""
    guarded: bool = False
    """Whether it stands in a ``try`` statement that has an ``except``, or in a ``with``
    behind which it goes on after an exception (``contextlib.suppress``)."""
    lazy: bool = False
    """Whether it stands inside a function."""
    end_line: int = 0
    """The last line of the statement."""
    condition: int = 0
    """The line of the innermost ``if`` or ``elif`` around it, 0 without one. What asks
    for ``TYPE_CHECKING`` is none."""
    text: str = ""
    """In other languages the statement, on one line: ``use crate::x::{a, b}``."""
    apart: bool = False
    """Whether it declares a module, offers what that has, or serves tests inside."""

    @property
    def bound(self) -> str:
        """The name that the statement binds: ``a`` for ``import a.b``; ``*`` for a
        star import.
        """
        return self.alias or self.name or self.module.partition(".")[0]

    @property
    def written(self) -> str:
        """The import as a dotted name with its leading dots: ``..a.b``; in languages
        other than Python the statement.
        """
        if self.text:
            return self.text
        dotted = "." * self.level + self.module
        if not self.name:
            return dotted
        return (
            f"{dotted}{self.name}" if dotted.endswith(".") else f"{dotted}.{self.name}"
        )


class Heading(Record, frozen=True):
    """A heading of a Markdown or reStructuredText file."""

    text: str
    line: int
    level: int
    """1 for the title, 2 for a section, …"""


class Problem(Record, frozen=True):
    """Why a file could not be parsed."""

    message: str
    line: int = 0
    """The line of the error, 0 where the parser named none."""


class LineKinds(Record, frozen=True):
    """How many lines of a Python file are what; together all of them."""

    code: int
    comments: int
    docstrings: int
    blank: int


class Remark(Record, frozen=True):
    """Something that a line of a file says."""

    text: str
    line: int


class Requirement(Record, frozen=True):
    """A distribution that a file of the project asks for."""

    name: str
    """As written."""
    specifier: str
    """The required versions (:pep:`440`), as written but for white space:
    ``>=8.1,<10``; empty for any; ``@`` and an address (:pep:`508`)."""
    line: int
    group: str = ""
    """Where it is needed: empty at run time, ``build``, ``extra test``, ``group dev``
    (:pep:`735`)."""
    marker: str = ""
    """The condition (:pep:`508`): ``python_version < "3.11"``."""


class EntryPoint(Record, frozen=True):
    """A name by which something of the project is called from outside."""

    name: str
    module: str
    """Its dotted name; of a ``package.json`` the path of a file from there."""
    attribute: str
    """The object in the module, dotted; empty for the module."""
    line: int
    group: str = ""
    """``console_scripts``, ``pytest11``, …; of a ``package.json`` its key."""


class PytestOption(Record, frozen=True):
    """An option by which a project says what pytest collects."""

    name: str
    """``python_files``, ``testpaths``, …"""
    values: tuple[str, ...]
    line: int


class ImportContract(Record, frozen=True):
    """A contract of import-linter: which modules may import which."""

    name: str
    type: str
    """``layers``, ``forbidden``, …"""
    options: tuple[tuple[str, tuple[str, ...]], ...]
    """The values of each option, those that hold of all contracts among them."""
    line: int


class Exposed(Record, frozen=True):
    """What an extension module offers to Python."""

    name: str
    """As Python calls it."""
    qualname: str
    """What implements it: a definition of the file, or as it is written what another
    file defines."""


class Mention(Record, frozen=True):
    """A place in a file that names another file."""

    target: str
    """As written, without what only the markup needs."""
    line: int
    column: int
    """In characters from 0, of the target."""
    length: int
    """Of the target in the text, in characters."""
    kind: str = "link"
    """``link``, ``image``, ``include``, ``download`` (the role), ``document`` (a
    docname: an entry of a ``toctree``, the role ``doc``), or ``module`` and
    ``definition`` (the dotted name of what a directive of autodoc documents), and
    ``path`` in what is neither Markdown nor reStructuredText."""


class Pattern(Record, frozen=True):
    """One place where a row of the table applies."""

    name: str
    """The name of the row: ``dataclass``, ``generator``, ``thread``."""
    qualname: str
    """The definition that it is about; of a call the definition that it stands in,
    or the name that it is assigned to. Empty for the module itself."""
    line: int
    """The line of its ``class``, ``def`` or binding; of a call that of the call."""
    detail: str = ""
    """What there is to add: abstract methods, operators, the name that matched and
    its simple arguments (``functools.lru_cache(maxsize=None)``)."""


class Base(Record, frozen=True):
    """One base of one class, for those who know the other files too."""

    qualname: str
    """The class."""
    line: int
    """The line of the class."""
    dotted: str = ""
    """The base as imported: ``torch.nn.Module``; with leading dots where the import
    is relative: ``..base.Model``; ``builtins.X`` for what Python brings along.
    Empty for a class of this file, and for what is no dotted name."""
    local: str = ""
    """The qualified name of the base where it is a class of this file."""


class Measure(Record, frozen=True):
    """How involved one function is."""

    qualname: str
    line: int
    complexity: int
    """McCabe's number as ``mccabe`` and Ruff's C901 count it; 1 without a branch."""
    loop_depth: int = 0
    """How many ``for`` and ``while`` statements the deepest loop stands in, itself
    included. Those of functions inside count for these only, and comprehensions
    do not count."""
    loop_line: int = 0
    """The line of the first loop of that depth, 0 without a loop."""


class Notebook(Record, frozen=True):
    """What a Jupyter notebook holds."""

    code: int
    """The number of cells of code."""
    text: int
    """The number of other cells."""
    outputs: int
    """The number of outputs, which are not in its text."""
    cells: tuple[tuple[int, str], ...] = ()
    """Of each cell the line of its mark in the text, and its type (``markdown``)."""

    def texts(self, script: str) -> Iterator[tuple[int, str, str]]:
        """Yield of each cell (there may be none) first line, type and text."""
        lines = script.split("\n")
        ends = [*(line for line, _ in self.cells[1:]), len(lines) + 1]
        for (line, kind), end in zip(self.cells, ends, strict=False):
            own = lines[line : end - 2]
            if kind != "code":
                own = [text[2:] for text in own]
            yield line + 1, kind, "\n".join(own)


#: The type of files that are listed without their content, which nobody may see.
WITHHELD: Final = "Withheld"
#: The type of a file that Git LFS has elsewhere.
POINTER: Final = "Git LFS pointer"


class FileFacts(Record, frozen=True):
    """All that is known of a file from its own content and its name."""

    type: str
    """The name of its language or of Pygments' lexer for the file (``Python``,
    ``Markdown``, ``Text``), or ``Binary``, :data:`POINTER` or :data:`WITHHELD`."""
    language: str
    """The alias of the lexer, for highlighting; empty for binary files."""
    size: int
    lines: int = 0
    encoding: str = ""
    """As Python names it: ``utf-8``, ``utf-8-sig``, ``iso-8859-1``; empty for
    binary files, ``unknown-8bit`` for what says none and is not UTF-8."""
    docstring: str = ""
    """The module docstring, cleaned; of Markdown and reStructuredText files the
    first paragraph of text."""
    summary: str = ""
    """The first sentence of :attr:`docstring` as plain text; without a docstring
    that of the comment at the top."""
    docstring_line: int = 0
    """The line on which that docstring or comment begins, 0 without either; of a
    notebook without a paragraph that of its first heading, which is its summary."""
    sentences: tuple[Remark, ...] = ()
    """The sentences of the comment at the top that may be the summary, with their
    lines; the first one is. Empty if it comes from elsewhere."""
    docformat: str = ""
    """The value of ``__docformat__`` (PEP 258); of other languages the dialect of
    their comments: ``doxygen``, ``jsdoc``, ``javadoc``, ``rustdoc``, ``godoc``."""
    package: str = ""
    """The package that the file says that it belongs to, where a language has that."""
    constraint: str = ""
    """Which builds have the file, in the words of Go: ``linux && !cgo``."""
    definitions: tuple[Definition, ...] = ()
    """In the order of their first lines."""
    imports: tuple[Import, ...] = ()
    """In the order of the file."""
    opened: tuple[str, ...] = ()
    """The namespaces that are open for who includes it, in C++."""
    exports: tuple[str, ...] | None = None
    """The names in ``__all__``, in its order; ``None`` without ``__all__``."""
    exports_complete: bool = True
    """Whether every part of ``__all__`` was a literal that could be read."""
    main_line: int = 0
    """The line of the last ``if __name__ == "__main__":``, in other languages of the
    function in which a program begins; 0 without one."""
    headings: tuple[Heading, ...] = ()
    line_kinds: LineKinds | None = None
    """``None`` where the file is not Python or could not be parsed."""
    licence: Remark | None = None
    """The licence that its head names, as an SPDX identifier if there is one."""
    generated: Remark | None = None
    """The line in the head of the file by which a program says that it wrote it."""
    minified: bool = False
    """Whether its lines are too long to have been written by hand."""
    blank: bool = False
    """Whether there is no text in it, or white space only."""
    patterns: tuple[Pattern, ...] = ()
    """By line."""
    bases: tuple[Base, ...] = ()
    """Of all classes, in the order of the file."""
    measures: tuple[Measure, ...] = ()
    """Of all functions and methods, in the order of the file."""
    quoted: tuple[str, ...] = ()
    """The names in its strings, or in the text of configuration, templates and manuals,
    by which definitions may be looked up, and those that a file of Python uses without
    binding them; sorted."""
    computed: tuple[ComputedName, ...] = ()
    """Where attributes are looked up by names that are not written down. With them the
    methods ``__init_subclass__`` that hand on the class, on which anything may be set
    then."""
    references: References = NO_REFERENCES
    """What its identifiers stand for (:meth:`.FactsCache.get_references`)."""
    requirements: tuple[Requirement, ...] = ()
    """Of files that say what a project depends on, in the order of the file."""
    entry_points: tuple[EntryPoint, ...] = ()
    """Of files that say how a project is called."""
    pytest_options: tuple[PytestOption, ...] | None = None
    """What is collected, in the order of the file, or which plugins a file of Python
    names; ``None`` where the file does not configure pytest."""
    import_contracts: tuple[ImportContract, ...] = ()
    """Of files that configure import-linter, in the order of the file."""
    exposed: tuple[Exposed, ...] = ()
    """Of the source of an extension module, by name."""
    include_folders: tuple[IncludeFolders, ...] = ()
    """Of ``compile_commands.json``, each of the same folders once."""
    module_names: tuple[ModuleName, ...] = ()
    """Of ``go.mod`` and ``Cargo.toml``; of C# what all files of a project know."""
    module_paths: tuple[tuple[str, str], ...] = ()
    """Of files that say where modules are: what they are called, and paths from the
    folder of the file (``module_paths``, ``module_names`` and ``package_folders`` in
    :mod:`~.analysis.project`)."""
    mentions: tuple[Mention, ...] = ()
    """Of Markdown and reStructuredText files, in the order of the text."""
    notebook: Notebook | None = None
    """``None`` where the file is no notebook."""
    problem: Problem | None = None
    """Why there are no definitions, where the file could not be parsed."""
    source: bool = False
    """Whether its name makes it source, which has definitions and imports."""

    @property
    def binary(self) -> bool:
        """Whether the file is listed without its content."""
        return not self.language

    @property
    def withheld(self) -> bool:
        """Whether its content was not read, since it holds credentials by its name."""
        return self.type == WITHHELD

    @property
    def python(self) -> bool:
        """Whether the file is Python source, a stub, or a notebook with Python."""
        notebook = self.notebook is not None and self.language == "python3"
        return self.source and (self.type == "Python" or notebook)

    def private_names(self) -> frozenset[str]:
        """Return the qualified names that are not for all, by the language's rule.

        What stands in what is private is private, too. Of a field and a method of one
        name, as in Rust, both have to be.
        """
        private = set[str]()
        rows, python = self.definitions, self.python
        public = {row.qualname for row in rows if not is_not_public(row, python=python)}
        for name in sorted({row.qualname for row in rows}, key=len):
            if name not in public or enclosing(name) in private:
                private.add(name)
        return frozenset(private)
