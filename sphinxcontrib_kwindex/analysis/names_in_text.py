"""The words of strings, templates, settings and manuals that may name a definition.

What is named so is looked up at run time: by :func:`getattr`, in source that a program
writes, by a template. Text for people is full of words, too; of these only such count
that look like identifiers or stand beside what code has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

#: ``name``, ``package.module:name``
_PATH: Final = re.compile(r"[\w.:-]+")
_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")
#: ``snake_case``, ``CamelCase``, ``call(``, ``value.attribute``, ``{{ value``,
#: ``key: value``.
_CODE: Final = re.compile(
    r"\b(?:(?=\w*(?:[^\W_]_|_[^\W_]|[a-z][A-Z]))[^\W\d]\w{2,}"
    r"|[^\W\d]\w{2,}(?=\()"
    r"|(?:(?<=[.:|='\"])|(?<=[:={%|] ))[^\W\d]\w{2,})"
)
#: For each mark: what begins with a character is searched for much faster.
_QUOTED: Final = tuple(
    re.compile(rf"""{mark}([^\W\d]\w{{2,}})(?=["'])""") for mark in "\"'"
)

#: Types of files in which names of definitions stand without quotes.
_NAMING: Final = re.compile(
    r"Bash|Batchfile|Cython|Docker|INI|Makefile|Mako|TOML|YAML|.*(Jinja|HTML).*"
)
#: What shows or documents code in a manual: the directives of Sphinx's domains and of
#: autodoc, in reStructuredText and MyST, an option of ``literalinclude``, mkdocstrings.
_DOCUMENTING: Final = re.compile(
    r"""^ [ \t]* (?: (?: \.\.[ ] | [`:]{3,} \{ ) (?: \w+: )?
            (?: auto\w+ | (?: class | static | coroutine )? method | class | function
              | attribute | property | data | exception | decorator | coroutine )
            (?: [ ]? :: | \} ) [ ]+ (?: (?: async | class | static ) [ ]+ )*
          | :pyobject: [ ]+ | ::: [ ]+ )
        (?: \w+\. )* (?P<name> [^\W\d]\w* )""",
    re.VERBOSE | re.MULTILINE,
)
#: Roles that refer to code, in reStructuredText and MyST; none is read without end.
_ROLES: Final = re.compile(
    r"(?::(?:\w+:)?{0}:|\{{(?:\w+:)?{0}\}})"
    r"`(?:[^`]{{,300}}[<.:~!])?([^\W\d]\w*)(?:\(\))?>?`".format(
        "(?:any|attr|class|const|data|deco|exc|func|meth|obj)"
    )
)
#: Options of autodoc's directives that list what is documented, on several lines, too.
_MEMBERS: Final = re.compile(
    r"^([ \t]+):(?:private-|special-)?members:(.*(?:\n\1[ \t]+[^:\s].*)*)", re.MULTILINE
)
#: Examples as the interpreter shows them, which :mod:`doctest` runs.
_EXAMPLE: Final = re.compile(r"^[ \t]*>>> .*(?:\n[ \t]*\.\.\. .*)*", re.MULTILINE)
#: Python as manuals show it: a fence of Markdown, a directive with what is indented.
_FENCED: Final = re.compile(
    r"^[ \t]*(?:`{3}|~{3})(?:\{code(?:-block)?\})?[ {\t]*py[^\n]*\n"
    r"(?:(?![ \t]*(?:```|~~~))[^\n]*\n)*"
    r"|^([ \t]*)\.\. (?:code-block|code|sourcecode)::[ \t]*py[^\n]*\n"
    r"(?:[ \t]*\n|\1[ \t]+[^\s][^\n]*\n)*",
    re.MULTILINE,
)
#: By what it begins with: examples, and tags of Jinja in text of any kind.
_CODE_IN_TEXT: Final = (
    (">>> ", _EXAMPLE),
    # No tag is read for as long as the line.
    ("{{", re.compile(r"\{\{[^{}\n]{1,500}\}\}")),
    ("{%", re.compile(r"\{%[^{}\n]{1,500}%\}")),
)
_NAME: Final = re.compile(r"\b[^\W\d]\w{2,}")
#: How a baseline of ``kwindex check`` begins. What it names is not used by that.
BASELINE: Final = '{"//": "made by kwindex check --write-baseline",'
#: Longer texts are data, but for what roles name in them.
_MOST_CHARACTERS: Final = 100_000


def names_in_string(text: str) -> Iterator[str]:
    """Yield the names in a string of a program."""
    expression = _IDENTIFIER if _PATH.fullmatch(text) else _CODE
    return (match[0] for match in expression.finditer(text))


def names_in_text(kind: str, text: str) -> tuple[str, ...]:
    """Return the names in a file that is not Python and no prose, sorted.

    :param kind: its type.
    """
    # Manuals of old are text, too.
    documented = set(_ROLES.findall(text)) if kind == "Text" else set()
    if len(text) > _MOST_CHARACTERS or text.startswith(BASELINE):
        return tuple(sorted(documented))
    if kind == "Python":
        # A script without a suffix, of which no more is known.
        expressions: tuple[re.Pattern[str], ...] = (_NAME,)
    else:
        expressions = (_CODE,) if _NAMING.fullmatch(kind) else _QUOTED
    names = {name for expression in expressions for name in expression.findall(text)}
    return tuple(sorted(documented | names | _names_in_code(text)))


def names_in_prose(text: str) -> tuple[str, ...]:
    """Return the names of what a manual shows, documents, or uses in examples, sorted.

    Directives and roles show and document; examples stand in blocks of Python, or have
    the prompts of the interpreter; and it may be a template.
    """
    documented = set(_ROLES.findall(text))
    if len(text) > _MOST_CHARACTERS:
        return tuple(sorted(documented))
    documented.update(match["name"] for match in _DOCUMENTING.finditer(text))
    if "members:" in text:
        for _, listed in _MEMBERS.findall(text):
            documented.update(_NAME.findall(listed))
    for block in _FENCED.finditer(text):
        documented.update(_NAME.findall(block[0].partition("\n")[2]))
    return tuple(sorted(documented | _names_in_code(text)))


def _names_in_code(text: str) -> set[str]:
    """Return the names in examples, and in the tags of templates."""
    marked = (expression for mark, expression in _CODE_IN_TEXT if mark in text)
    pieces = (match[0] for expression in marked for match in expression.finditer(text))
    return {name for code in pieces for name in _NAME.findall(code)}
