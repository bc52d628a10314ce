"""The interface of a programming language to the analysis.

This interface is provisional: it may change with any version.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence, Set
from dataclasses import dataclass
from re import Pattern
from typing import Final

from ...model.facts import FileFacts
from ...model.kinds import KINDS
from ...model.name_rule import NameRule
from ...model.references import Spec
from ..decoding import Source

#: What begins the reason why a language cannot read any file in this process.
UNLOADED: Final = "it could not be loaded"


class LanguageError(Exception):
    """A language failed at a file."""


Analyse = Callable[[str, FileFacts, "Sequence[NameRule]"], FileFacts]
Resolve = Callable[[str, str, Collection[str]], str | None]
Visible = Callable[[FileFacts], Iterable[tuple[str, object]]]


@dataclass(frozen=True, slots=True)
class Language:
    """A language: which files are its own, and what is read off them."""

    name: str
    """As pages show it as the type of a file."""
    analyse: Analyse
    """Returns the facts of a file: with its text, the facts that every file has, to
    which definitions, imports and the like are added (:func:`dataclasses.replace`),
    and the user's rules of patterns. Without a docstring the comment at the top of
    the file describes it. It raises :exc:`SyntaxError`, with a line, for what is no
    source of the language. It looks at nothing but what it is given."""
    version: str
    """To be raised with every change that gives other facts or links."""
    suffixes: tuple[str, ...] = ()
    """The suffixes of its files, with the dot. One in lower case stands for those in
    capitals as well, as far as no other language has them."""
    names: tuple[str, ...] = ()
    """The base names of its files that no suffix tells. ``Makefile.*`` stands for those
    with any suffix that is none of another type."""
    folder_files: tuple[str, ...] = ()
    """The base names of those of its files whose documentation is that of the folder,
    the likeliest first."""
    folder_sentence: str = ""
    """How the documentation of another of its files begins that is about the folder."""
    interpreters: tuple[str, ...] = ()
    """What the first line of a script without a suffix calls its programs, without
    versions: ``python`` for ``#!/usr/bin/env python3``."""
    separator: str = "."
    """What stands between the parts of a qualified name."""
    lexer: str = "text"
    """The alias of Pygments' lexer, for highlighting."""
    kinds: tuple[str, ...] = KINDS
    """The kinds of its definitions, of :data:`~.kinds.KINDS`."""
    family: str = ""
    """What languages have in common in which one declares what another defines: ``c``
    for C, C++ and CUDA. Empty for a language that is alone."""
    declares: str = ""
    """The family of the languages whose definitions it may declare for itself."""
    includes: bool = False
    """Whether an import shows all names of a file, with those that it includes."""
    found_by: str = ""
    """What leads to its files besides their names: ``imports`` alone, ``packages``, of
    which the nearest folder is meant, or ``folders``, which hide others. By default
    that is not known."""
    submodules: bool = False
    """Whether the name of a module may go on with that of another in it."""
    pointers: Pattern[str] | None = None
    """Finds the names of types that have the members of what they point to. By default
    others may add members to any type."""
    import_word: str = "import"
    """What an import is called: ``import`` or ``include``."""
    package_word: str = "package"
    """What a package is called: ``package`` or ``namespace``."""
    import_cycles: bool = True
    """Whether it says something that files import each other; not where they are
    compiled as one."""
    requires: tuple[str, ...] = ()
    """The distributions that its analysis imports, such as ``tree-sitter-cpp``."""
    tests_inside: bool = False
    """Whether tests may stand in the files that they test."""
    imports_all: bool = False
    """Whether every name of another file is imported, or of the same package: a name
    that is neither is none of the tree."""
    calls_apart: Container[str] = frozenset()
    """What may be a method or a value of one name, and its call tells which, by the
    kinds of specs; empty if a value may be called, too."""
    values_called: bool = False
    """Whether a value may be called all the same, while no function stands without."""
    prelude: Container[str] = frozenset()
    """The names that are there without being imported; nothing but such a name says of
    no definition of the tree that it is meant."""
    adds_to_prelude: bool = False
    """Whether what a file defines of such a name in capitals adds to what is there."""
    common: Container[str] = frozenset()
    """The same of the names of members."""
    outer_members: bool = True
    """Whether a name alone may be that of a member of a class around the innermost."""
    embeds: bool = False
    """Whether a class has a field by the name of each that it derives from, and what
    stands for a container is a class of its own."""
    own_index: bool = False
    """Whether a class may say what an index or ``*`` takes of it in ways that are not
    among the definitions."""
    members_anywhere: bool = False
    """Whether any file may define members of a class that it imports."""
    mixed_in: tuple[str, ...] = ()
    """The modules in one that a class gets members of with it, by custom."""
    partial_types: bool = False
    """Whether files that see each other may define parts of one class."""
    whole_path: Callable[[Sequence[str]], Spec | None] | None = None
    """Returns what the parts of a qualified name mean that begins with a module, and
    not with a name of the file; ``None`` if it does not."""
    shared: Set[str] = frozenset()
    """The modifiers of what is not for all, and yet for some other files."""
    exports: bool = False
    """Whether modules say by which names others find what they define and import."""
    offering: str = ""
    """The word before imports that others find in their module."""
    writes: bool = False
    """Whether a compiler writes methods, which are none of the definitions."""
    visible: Visible = lambda _: ()
    """Yields what others see of a file besides definitions, imports and values, each by
    the qualified name that they ask for, empty for the file: what may decide which
    names mean something else after an edit."""
    program: Callable[[FileFacts], int] | None = None
    """Returns the line on which a program begins in a file, 0 for none."""
    decode: Callable[[bytes], Source] | None = None
    """Decodes its files, whatever they hold; by default as all text is decoded."""
    resolve: Resolve | None = None
    """Returns the path of the file that an import means, if one of the tree does: with
    the path of the importing file, the module as written, and the paths of all files.
    By default no import leads anywhere."""

    @property
    def files(self) -> tuple[str, ...]:
        """The suffixes and the names of its files."""
        return *self.suffixes, *self.names


def names_at_top(facts: FileFacts) -> Iterable[tuple[str, object]]:
    """Yield the names at the top of a file, as :attr:`Language.visible`."""
    yield "", {row.name for row in facts.definitions if row.name == row.qualname}


#: In the place of the language of a file that is no source.
NO_LANGUAGE: Final = Language("", lambda _, facts, __: facts, "")
