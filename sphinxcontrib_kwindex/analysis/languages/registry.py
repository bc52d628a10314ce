"""The languages, looked up by the names of files.

Others come from the entry points ``sphinxcontrib_kwindex.languages`` of installed
packages. A process looks for them once; a worker is told them (:func:`use`) and looks
for none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from importlib import import_module
from importlib.metadata import (
    EntryPoint,
    PackageNotFoundError,
    distribution,
    entry_points,
)
from io import BytesIO
from itertools import chain
from typing import Final, NamedTuple

from ...model.errors import error_line
from .language import NO_LANGUAGE, UNLOADED, Language
from .plugin_languages import failing, failures, load
from .python import PYTHON

#: The group of the entry points. Each is a :class:`.Language`.
GROUP: Final = "sphinxcontrib_kwindex.languages"
#: The languages with a grammar: module and name of each.
BUILT_IN: Final = (
    (".c", "C"),
    (".cpp", "CPP"),
    (".c_header", "HEADER"),
    (".cuda", "CUDA"),
    (".go", "GO"),
    (".java", "JAVA"),
    (".javascript", "JAVASCRIPT"),
    (".typescript", "TYPESCRIPT"),
    (".typescript", "TSX"),
    (".vue", "VUE"),
    (".svelte", "SVELTE"),
    (".astro", "ASTRO"),
    (".rust", "RUST"),
    (".python", "NOTEBOOK"),
    (".bash", "BASH"),
    (".make", "MAKE"),
    (".cmake", "CMAKE"),
    (".docker", "DOCKER"),
    (".sql", "SQL"),
    (".protobuf", "PROTOBUF"),
    (".cython", "CYTHON"),
    (".csharp", "CSHARP"),
    (".php", "PHP"),
    (".ruby", "RUBY"),
    (".kotlin", "KOTLIN"),
)

#: Those whose parser is an extra.
OPTIONAL: Final = ("CMAKE", "CSHARP", "CYTHON", "KOTLIN", "PHP", "RUBY")

#: How Qt's translations begin.
_CATALOGUE: Final = re.compile(rb"(\xef\xbb\xbf)?(<\?xml\b[^>]*>\s*)?<!DOCTYPE TS\b")

Entry = tuple[str, str, tuple[str, ...]]
"""Name and value of an entry point, and the suffixes and names of its files."""


def _missing(language: Language) -> str:
    """Return which package a language lacks; empty if it lacks none."""
    for name in language.requires:
        try:
            distribution(name)
        except PackageNotFoundError:
            return f"{name} is not installed"
    return ""


class Languages:
    """Python, and the languages of some entry points.

    :param entries: in their order; of two languages of one name or for one file the
        first counts.
    :param told: the names of those with a grammar; by default all that are installed.
    """

    def __init__(
        self, entries: Iterable[EntryPoint], told: Collection[str] | None = None
    ) -> None:
        self.all: list[Language] = []
        self.outside: list[Language] = []
        """Those of other packages."""
        self.entries: list[Entry] = []
        """The languages that could be loaded; those with a grammar have no value."""
        self.failures: dict[str, str] = {}
        """Why languages could not be loaded, by name."""
        self.missing: dict[str, tuple[str, str]] = {}
        """By suffix or name of files the language whose grammar is not installed, and
        what is missing."""
        self.of_suffix: dict[str, Language] = {}
        self.of_name: dict[str, Language] = {}
        self.of_interpreter: dict[str, Language] = {}
        self.rows: dict[str, Language] = {}
        """By the paths of files of which it was asked what :func:`row_of` has said."""
        self.add(PYTHON)
        for module, name in BUILT_IN:
            try:
                language: Language = getattr(import_module(module, __package__), name)
            except ImportError as error:
                self.failures[name] = error_line(error)
                continue
            if told is not None and language.name not in told:
                # Its files are text, even if this process could read them.
                continue
            if not (reason := _missing(language)):
                self.add(language)
                self.entries.append((language.name, "", language.files))
            elif name in OPTIONAL:
                # Whoever wants them asks for the extra.
                continue
            elif told is None:
                what = language.name, reason
                self.missing.update(dict.fromkeys(language.files, what))
            else:
                self.failures[language.name] = reason
        for entry in entries:
            try:
                language = load(entry)
                self.add(language)
                self.outside.append(language)
            except Exception as error:
                self.failures[entry.name] = error_line(error)
            else:
                self.entries.append((entry.name, entry.value, language.files))

    def add(self, language: Language) -> None:
        """Add a language.

        :raises ValueError: if its name, or that of a file, belongs to another.
        """
        taken = [*self.of_suffix, *self.of_name, *(other.name for other in self.all)]
        for name in (language.name, *language.files):
            if name in taken:
                raise ValueError(f"{name} belongs to another language")
        self.all.append(language)
        self.of_suffix.update(dict.fromkeys(language.suffixes, language))
        self.of_name.update(dict.fromkeys(language.names, language))
        for name in language.interpreters:
            self.of_interpreter.setdefault(name, language)


class _Told(NamedTuple):
    """What a worker was told, and none of it loaded."""

    entries: Sequence[Entry]
    files: frozenset[str]
    """Their suffixes and names."""

    def loaded(self) -> Languages:
        """Load them; one that cannot be loaded fails at its files."""
        known = Languages(
            (
                EntryPoint(name, value, GROUP)
                for name, value, _ in self.entries
                if value
            ),
            {name for name, value, _ in self.entries if not value},
        )
        for name, _, files in self.entries:
            if name in known.failures:
                known.add(failing(name, files, known.failures[name]))
        return known


_current: list[Languages | _Told] = []


def languages() -> Languages:
    """Return the languages of this process."""
    if not _current:
        entries = entry_points(group=GROUP)
        _current.append(Languages(sorted(entries, key=lambda entry: entry.name)))
    known = _current[0]
    if isinstance(known, _Told):
        known = known.loaded()
        _current[:] = [known]
    return known


def to_blame(path: str, reason: str) -> str:
    """Return the name of the language because of which a file could not be analysed.

    Empty if it may be due to the file, or to the machine.

    :param reason: why it could not.
    """
    language = language_of(path)
    if language is None:
        return ""
    failed = language in languages().outside or reason.startswith(UNLOADED)
    return language.name if failed else ""


def family_of(path: str) -> str:
    """Return what the language of a file has in common with others, else its name.

    Empty for a file that is no source of a language.
    """
    language = row_of(path)
    return language.family or language.name


def may_declare(path: str) -> bool:
    """Return whether a file may declare what others define, or the other way round."""
    return bool(row_of(path).family)


def language_of_lexer(lexer: str) -> Language | None:
    """Return the language whose files Pygments' lexer of that alias highlights."""
    known = (language for language in languages().all if language.lexer == lexer)
    return next(known, None)


def is_of_python(path: str) -> bool:
    """Return whether the names of a file are those of Python: also of a notebook."""
    return family_of(path) == PYTHON.name


def may_be_of_python(path: str) -> bool:
    """Return whether a definition of a file has a name of Python, or one like these.

    In scripts of shells, too, an underscore says that a name is private.
    """
    return is_of_python(path) or (may_be_script(path) and language_of(path) is None)


def take_failures() -> dict[str, str]:
    """Return by name why languages could not be loaded, or failed since this was asked.

    What failed in other processes is told by their results.
    """
    taken = languages().failures | failures
    failures.clear()
    return taken


def use(entries: Iterable[Entry]) -> None:
    """Have no other languages from outside in this process than some.

    One that cannot be loaded here, as it could elsewhere, fails at its files. Those
    with a grammar are loaded for the first of their files: that is a third of what a
    worker imports.
    """
    entries = list(entries)
    files = frozenset(chain(*(files for *_, files in entries)))
    _current[:] = [_Told(entries, files)]
    if any(value for _, value, _ in entries):
        # Nobody knows how long others take to import; no time limit holds yet.
        languages()


def row_of(path: str, content: bytes = b"") -> Language:
    """Return the language whose source a file is, or one that has nothing special."""
    # Links ask it of the same paths again and again.
    known = _current[0] if _current and not content else None
    rows = known.rows if isinstance(known, Languages) else {}
    if (row := rows.get(path)) is None:
        row = rows[path] = language_of(path, content) or NO_LANGUAGE
    return row


def language_of(path: str, content: bytes = b"") -> Language | None:
    """Return the language whose source a file is, if there is one.

    :param path: its path or base name.
    :param content: the beginning of the file, which tells what its name does not; of
        files of a tree what it said is stored (:mod:`.file_languages`).
    """
    if is_catalogue(content):
        return None
    name = path.rpartition("/")[2]
    _, dot, ending = name.rpartition(".")
    suffix = dot + ending.lower()
    if suffix in PYTHON.suffixes:
        # No other language may have them, and the others need not be loaded.
        return PYTHON
    is_script = content.startswith(b"#!")
    told = _current[0] if _current and not is_script else None
    names = {name, suffix, dot + ending, variant := f"{name.partition('.')[0]}.*"}
    if isinstance(told, _Told) and told.files.isdisjoint(names):
        return None
    known = languages()
    if name != name.upper():
        # ``a.C`` is another language than ``a.c``, but ``A.C`` is from old systems.
        suffix = dot + ending if dot + ending in known.of_suffix else suffix
    language = known.of_suffix.get(suffix) or known.of_name.get(name)
    if language is None and variant in known.of_name and not _of_other_type(ending):
        return known.of_name[variant]
    if language is None:
        if lacking := known.missing.get(suffix, known.missing.get(name)):
            failures.setdefault(*lacking)
        elif is_script and may_be_script(name):
            return known.of_interpreter.get(_interpreter(content))
    return language


def is_catalogue(content: bytes) -> bool:
    """Return whether a file is one of Qt's translations, which have ``.ts`` as well."""
    return _CATALOGUE.match(content) is not None


def _of_other_type(ending: str) -> bool:
    """Return whether the ending of a name tells what a file is that is no source."""
    from identify.extensions import EXTENSIONS

    return ending.lower() in EXTENSIONS or ending.endswith("ignore")


def may_be_script(path: str) -> bool:
    """Return whether the first line of a file may tell what its name does not."""
    # Those of a home folder begin with a dot.
    return "." not in path.rpartition("/")[2][1:]


def _interpreter(content: bytes) -> str:
    """Return the program that the first line of a script names, without a version."""
    # It takes a while to import, and few files have no suffix.
    from identify.identify import parse_shebang

    command = parse_shebang(BytesIO(content)) or ("",)
    return command[0].rpartition("/")[2].rstrip("0123456789.")


def language_named(name: str) -> Language | None:
    """Return the language of a name, as it is the type of files."""
    known = (language for language in languages().all if language.name == name)
    return next(known, None)
