"""The type of a file by its name, and by its content where the name does not tell.

Pygments knows some 900 file name patterns, and looking through them costs a
millisecond or more. Nearly all are ``*.suffix``, so the part of a name that
decides, its :func:`type_key`, is the suffix, and one look a suffix is enough. A
name that one of the other patterns matches (``Dockerfile``, ``CMakeLists.txt``,
``*.html.j2``) is its own key, as is a name without suffix.
"""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache
from io import BytesIO
from posixpath import splitext
from typing import Final

from identify.identify import parse_shebang, tags_from_interpreter
from pygments.lexer import Lexer

from ..model.named_tuple import NamedTuple
from .languages.registry import is_catalogue, language_of
from .lexers import ALL_LEXERS, fits, lexer_by_name, lexer_for_filename

_PLAIN_PATTERN: Final = re.compile(r"\*(\.[^.*?\[\]]+)")


class FileType(NamedTuple):
    """A type of text files."""

    name: str
    """That of the language, or of Pygments' lexer."""
    alias: str
    """The alias of that lexer, for highlighting."""
    source: bool = False
    """Whether a language of :mod:`.languages` reads its files."""


TEXT: Final = FileType("Text", "text")
JSON: Final = FileType("JSON", "json")
XML: Final = FileType("XML", "xml")
#: Tables, below a line of titles perhaps.
NUMBERS: Final = FileType("Numbers", TEXT.alias)
#: Translations, with the suffix of TypeScript.
QT_LINGUIST: Final = FileType("Qt Linguist", XML.alias)
NOTEBOOK: Final = FileType("Jupyter notebook", "python3")

#: What Pygments does not know: it takes ``*.cl`` for Visual Prolog, or for Lisp.
OPENCL: Final = FileType("OpenCL C", "c")
MATLAB: Final = FileType("MATLAB", "matlab")
LISP: Final = FileType("Common Lisp", "common-lisp")
#: Whole names that have a suffix of another language: ``*.mod`` is Modula-2.
_WHOLE_NAMES: Final = {
    "go.mod": FileType("Go module", TEXT.alias),
    "go.sum": FileType("Go checksums", TEXT.alias),
    **dict.fromkeys(("Cargo.lock", "pdm.lock", "uv.lock"), FileType("TOML", "toml")),
    **dict.fromkeys(("Pipfile.lock", "composer.lock", "deno.lock", "flake.lock"), JSON),
}
#: Pygments takes it for Python, of which it has the syntax.
STARLARK: Final = FileType("Starlark", "python")
#: Suffixes that Pygments does not know, of languages that it has, or has one like them.
_SUFFIXES: Final = {
    FileType("GLSL", "glsl"): (".comp", ".glsl", ".tesc", ".tese"),
    JSON: (".code-workspace", ".jsonc"),
    FileType("AsciiDoc", TEXT.alias): (".adoc", ".asciidoc"),
    FileType("MDX", "md"): (".mdx",),
    FileType("Metal", "cpp"): (".metal",),
    FileType("Razor", "html"): (".cshtml", ".razor"),
    XML: (
        *(".axaml", ".csproj", ".fsproj", ".nuspec", ".plist", ".props", ".qrc"),
        *(".resx", ".storyboard", ".targets", ".ui", ".vbproj", ".vcxproj", ".wxs"),
        *(".xaml", ".xib"),
    ),
}
_BY_KEY: Final = {
    **_WHOLE_NAMES,
    **{suffix: known for known, suffixes in _SUFFIXES.items() for suffix in suffixes},
    ".cl": OPENCL,
    **dict.fromkeys((".bzl", "BUCK", "BUILD", "BUILD.bazel", "WORKSPACE"), STARLARK),
}
#: Of suffixes that several languages have the alias of the one that most files are
#: written in, or of plain text where that is none that Pygments knows: templates of Go,
#: Apex, definitions of LLVM, rules of ProGuard. Pygments takes the last one in the
#: alphabet.
_USUAL: Final = {
    ".S": "gas",
    ".cls": TEXT.alias,
    ".def": TEXT.alias,
    ".fs": "fsharp",
    ".inc": TEXT.alias,
    ".pl": "perl",
    ".pm": "perl",
    ".pro": TEXT.alias,
    ".r": "r",
    ".t": "perl",
    ".tmpl": TEXT.alias,
    ".tpl": TEXT.alias,
}
#: What Pygments calls otherwise than everybody.
_NAMES: Final = {
    "Matlab": "MATLAB",
    "S": "R",
    "Text only": TEXT.name,
    "verilog": "Verilog",
}
#: Characters by which a language is told from others.
_BEGINNING: Final = 20_000
#: How MATLAB and Octave begin, and no Objective-C, whose files have the same suffix.
_OF_MATLAB: Final = re.compile(
    r"\s*(?:%|(?P<octave>#(?:[#!]|[ \t]*$|[ \t]++(?!define|if|import|include|pragma)))"
    r"|(?:function|classdef)\b)",
    re.MULTILINE,
)
#: What is shorter may be the number of a version.
_FEW: Final = 1_000
#: Numbers have none, ``nan`` and ``1e-7`` included.
_WORD: Final = re.compile(r"[^\W\d_]{4}")


def is_notebook(name: str) -> bool:
    """Tell from its base *name* whether a file is a Jupyter notebook."""
    return name.lower().endswith(".ipynb")


@lru_cache(maxsize=1)
def _patterns() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the suffixes that lexers know, and what matches all other patterns."""
    suffixes = set()
    others = set()
    for _, _, patterns, _ in ALL_LEXERS:
        for pattern in patterns:
            if plain := _PLAIN_PATTERN.fullmatch(pattern):
                suffixes.add(plain[1])
            else:
                others.add(translate(pattern))
    return frozenset(suffixes), re.compile("|".join(sorted(others)) or r"(?!)")


def type_key(name: str) -> str:
    """Return the part of a base *name* that decides the type of the file.

    For files of a language the suffix in lower case, for others a suffix, in lower case
    unless lexers know it as it is (``.R`` is not ``.r``), or the whole name.
    """
    suffix = splitext(name)[1]
    if language_of(name):
        # A file called just ``.py`` has no suffix.
        return suffix.lower() or name.lower()
    suffixes, others = _patterns()
    if not suffix or name in _WHOLE_NAMES or others.match(name):
        return name
    return suffix if suffix in suffixes else suffix.lower()


@lru_cache(maxsize=4096)
def _type_of_key(key: str) -> FileType:
    if key in _BY_KEY:
        return _BY_KEY[key]
    # A suffix alone would be a name without suffix to no pattern: ``*.md``
    # matches ``.md`` as well.
    usual = _USUAL.get(key)
    lexer = lexer_by_name(usual) if usual else lexer_for_filename(key)
    return _type_of_lexer(lexer) if lexer else TEXT


def _type_of_lexer(lexer: type[Lexer]) -> FileType:
    return FileType(_NAMES.get(lexer.name, lexer.name), lexer.aliases[0])


def file_type(name: str, content: bytes = b"") -> FileType:
    """Return the type of the text file with this base *name*, or its *content*.

    Where lexers disagree on a name, it is that of most files; see :func:`text_type`. A
    name that no lexer knows is ``Text``.
    """
    if is_notebook(name):
        return NOTEBOOK
    if language := language_of(name, content):
        return FileType(language.name, language.lexer, source=True)
    return _type_of_key(type_key(name))


def text_type(name: str, text: str) -> FileType:
    """Return the type of a text file by its base *name* and its content.

    The content decides where several lexers have the name, by what they say of it
    themselves, and where none has it and a first line names an interpreter.
    """
    by_name = file_type(name)
    if by_name.source and is_catalogue(text[:_FEW].encode("utf-8", "replace")):
        return QT_LINGUIST
    if by_name == TEXT:
        if text.startswith("#!"):
            return _type_of_script(text) or TEXT
        if text.startswith("<?xml"):
            return XML
        if _has_only_numbers(text[:_BEGINNING]):
            return NUMBERS
    if by_name.source or by_name is NOTEBOOK or name in _WHOLE_NAMES:
        return by_name
    if by_name is OPENCL and text.lstrip().startswith((";", "(")):
        return LISP
    if type_key(name) == ".m" and (match := _OF_MATLAB.match(text)):
        return FileType("Octave", "octave") if match["octave"] else MATLAB
    lexers = [*filter(None, map(lexer_by_name, _claimants(type_key(name))))]
    # Of equals the one that is no dialect of another.
    lexers.sort(key=lambda lexer: (len(lexer.__mro__), lexer.name))
    scores = {lexer: lexer.analyse_text(text[:_BEGINNING]) for lexer in lexers}
    best = max(scores, key=scores.__getitem__, default=None)
    return _type_of_lexer(best) if best and scores[best] else by_name


def _has_only_numbers(text: str) -> bool:
    _, _, rows = text.partition("\n")
    has_digits = any(map(str.isdigit, rows[:_FEW]))
    return len(rows) >= _FEW and has_digits and not _WORD.search(rows)


@lru_cache(maxsize=4096)
def _claimants(key: str) -> tuple[str, ...]:
    """Return the aliases of lexers for names with a key, none if there is only one."""
    lexers = {
        aliases[0]
        for _, aliases, patterns, _ in ALL_LEXERS
        # Plain text claims names that others have for themselves.
        if aliases
        and aliases[0] != TEXT.alias
        and any(fits(key, pattern) for pattern in patterns)
    }
    if key in _USUAL:
        lexers.add(_USUAL[key])
    return tuple(sorted(lexers)) if len(lexers) > 1 else ()


def _type_of_script(text: str) -> FileType | None:
    """Return the type of a script by the interpreter that its first line names."""
    first_line = text.partition("\n")[0].encode("utf-8", "replace")
    command = parse_shebang(BytesIO(first_line + b"\n"))
    for tag in sorted(tags_from_interpreter(command[0])) if command else ():
        if lexer := lexer_by_name(tag):
            return _type_of_lexer(lexer)
    return None
