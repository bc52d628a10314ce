"""Qualified names, taken apart as their languages write them.

Between parts is ``.`` (Python after :pep:`3155`, Java, JavaScript, Go) or ``::`` (C++,
Rust). What stands in brackets is part of a part: ``<locals>``, ``Map<std::string>``,
``[Symbol.iterator]``; so is all that follows ``operator`` in C++: ``operator()``,
``operator std::string``.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from typing import Final

Symbol = tuple[str, str]
"""The path of a file, and the qualified name of a definition in it."""

#: What stands in the names of functions that are inside of others.
LOCALS: Final = "<locals>"
#: What stands between the parts of a name.
SEPARATORS: Final = (".", "::")

_BRACKETS: Final = re.compile(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]")
_OPERATOR: Final = re.compile(
    r"(?:^|::|\.)operator(?:\(\)|\[\]|[-+*/%^&|~!=<>,]+|(?![\w.:]).+)", re.DOTALL
)
_SEPARATOR: Final = re.compile(r"::|\.")
_TYPE_PARAMETER: Final = re.compile(r":<(\d+)>$")
_OPAQUE: Final = re.compile(r"[([]|operator|<(?!locals>)")


def _plain(qualname: str) -> str:
    """Return a name with a letter for each character that separates nothing."""
    if not _OPAQUE.search(qualname):
        return qualname
    if match := _OPERATOR.search(qualname):
        length = len(match[0].lstrip(".:"))
        at = match.end() - length
        qualname = qualname[:at] + "_" * length + qualname[match.end() :]
    before = ""
    while before != qualname:
        before = qualname
        qualname = _BRACKETS.sub(lambda brackets: "_" * len(brackets[0]), qualname)
    return qualname


# The same names are asked for again and again.
@lru_cache(10_000)
def split_name(qualname: str) -> tuple[str, str]:
    """Return what stands before the last part of a name, and that part.

    Of a name in a function of Python that is ``function.<locals>``; see
    :func:`enclosing`.
    """
    if qualname.endswith(SEPARATORS):
        # No name is empty: "a.() { …; }" defines a function of the shell.
        whole = qualname.rstrip(".:")
        outer, last = split_name(whole)
        return outer, last + qualname[len(whole) :]
    special = "::" in qualname or "(" in qualname or "[" in qualname
    if not special and "..." not in qualname:
        outer, _, last = qualname.rpartition(".")
        return outer, last
    plain = _plain(qualname)
    if plain is qualname and "." not in qualname:
        outer, _, last = qualname.rpartition("::")
        return outer, last
    end = start = 0
    for match in _SEPARATOR.finditer(plain):
        end, start = match.span()
    return qualname[:end], qualname[start:]


def last_part(qualname: str) -> str:
    """Return the last part of a name."""
    return split_name(qualname)[1]


def outer_name(qualname: str) -> str:
    """Return what stands before the last part of a name, empty for a name of one."""
    return split_name(qualname)[0]


def enclosing(qualname: str) -> str:
    """Return the name of the definition around another, empty for none."""
    return split_name(qualname)[0].removesuffix(f".{LOCALS}")


def is_in_function(qualname: str) -> bool:
    """Return whether something is defined inside of a function, by its name."""
    return split_name(qualname)[0].endswith(LOCALS)


def is_in_any(qualname: str, names: Set[str]) -> bool:
    """Return whether a definition stands in another with one of some names."""
    while qualname := enclosing(qualname):
        if qualname in names:
            return True
    return False


def parts_of(qualname: str) -> list[str]:
    """Return the parts of a name."""
    plain = _plain(qualname)
    if plain is qualname and "::" not in qualname:
        return qualname.split(".")
    starts = [0, *(match.end() for match in _SEPARATOR.finditer(plain))]
    ends = [*(match.start() for match in _SEPARATOR.finditer(plain)), len(plain)]
    return [qualname[start:end] for start, end in zip(starts, ends, strict=True)]


def full_name(path: str, qualname: str = "") -> str:
    """Return what means a definition, a file or a folder, and nothing else."""
    return f"{path}::{qualname}" if qualname else path or "."


def is_inside(qualname: str, outer: str) -> bool:
    """Return whether a name begins with all parts of another and has more."""
    return qualname.startswith((f"{outer}.", f"{outer}::"))


def ends_with(qualname: str, ending: str) -> bool:
    """Return whether a name ends with all parts of another and has more."""
    return qualname.endswith((f".{ending}", f"::{ending}"))


def type_parameter(owner: str, number: int) -> str:
    """Return the name of a type parameter of Python, which no definition has.

    :param owner: the qualified name of the class, function or alias.
    :param number: its place in the brackets, from 0.
    """
    # It is no attribute of the class.
    return f"{owner.replace('.', ':')}:<{number}>"


def number_of_type_parameter(qualname: str) -> int | None:
    """Return the place of a type parameter, ``None`` for any other name."""
    match = _TYPE_PARAMETER.search(qualname)
    return int(match[1]) if match else None


def letters(text: str) -> str:
    """Return the letters and digits of a text, in small letters."""
    return "".join(filter(str.isalnum, text)).casefold()


def spellings(name: str) -> list[str]:
    """Return a name as it is, and with its accents composed and decomposed.

    Those who type names, git and file systems do not agree on one of them.
    """
    if name.isascii():
        return [name]
    from unicodedata import normalize  # which few need

    forms = (normalize(form, name) for form in ("NFC", "NFD"))
    return list(dict.fromkeys((name, *forms)))
