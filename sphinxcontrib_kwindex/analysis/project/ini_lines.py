"""INI files as :mod:`configparser` reads them, with line numbers."""

from __future__ import annotations

import re
from configparser import Error, RawConfigParser
from typing import Final

from ...model.facts import Problem
from ...model.named_tuple import NamedTuple
from ..decoding import one_line


class Option(NamedTuple):
    """An option of a section."""

    name: str
    line: int
    value: tuple[tuple[str, int], ...]
    """Its lines that are not empty, each with its number."""

    @property
    def text(self) -> str:
        """The value as one text."""
        return "\n".join(line for line, _ in self.value)


class Section(NamedTuple):
    """A section."""

    name: str
    line: int
    options: tuple[Option, ...]

    def option(self, name: str) -> Option | None:
        """Return the option of a name."""
        return next((option for option in self.options if option.name == name), None)


# What the parser takes for text carries the number of its line behind this.
_MARK: Final = "\0"


class _Parser(RawConfigParser):
    # In time that is linear, also for a line of blanks.
    OPTCRE = re.compile(r"(?P<option>[^=:]*+)(?P<vi>[=:])\s*+(?P<value>.*)$")
    SECTCRE = re.compile(r"\[(?P<header>.+\].*\0\d+)$")

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def ini_sections(text: str) -> tuple[tuple[Section, ...], Problem | None]:
    """Return the sections of an INI file, and why it has none if it is broken.

    There is no interpolation, and names keep their case, as for setuptools.

    :param text: with LF line ends.
    """
    parser = _Parser(default_section=_MARK)
    lines = [
        f"{line}{_MARK}{number}" if line.strip() else line
        for number, line in enumerate(text.replace(_MARK, "\ufffd").split("\n"), 1)
    ]
    try:
        parser.read_file(lines)
    except Error as error:
        line = _line_of(error)
        kind = type(error).__name__.removesuffix("Error")
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()
        return (), Problem(_MESSAGES.get(kind, words), line)
    sections: dict[str, Section] = {}
    for header in parser.sections():
        name, line = _unmarked(header)
        name = name.rpartition("]")[0]
        if name in sections:
            return (), Problem(one_line(f"section [{name}] already exists"), line)
        options = tuple(
            _option(option, value) for option, value in parser.items(header)
        )
        sections[name] = Section(name, line, options)
    return tuple(sections.values()), None


_MESSAGES: Final = {
    "MissingSectionHeader": "there is no section header above it",
    "Parsing": "it is neither a section header nor an option",
    "DuplicateOption": "the option already exists in its section",
}


def _line_of(error: Error) -> int:
    line = getattr(error, "lineno", None)
    errors = getattr(error, "errors", None)
    return int(line or (errors[0][0] if errors else 0))


def _option(name: str, value: str) -> Option:
    lines = [_unmarked(line) for line in value.split("\n") if line]
    first = lines[0][1] if lines else 0
    return Option(name, first, tuple(line for line in lines if line[0]))


def _unmarked(text: str) -> tuple[str, int]:
    line, _, number = text.rpartition(_MARK)
    return line.strip(), int(number)
