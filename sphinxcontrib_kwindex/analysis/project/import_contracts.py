"""Reads the contracts of import-linter: which modules may import which.

The files and options are those of its documentation ("Contract types", "Settings").
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ...model.facts import ImportContract
from .ini_lines import ini_sections
from .plain_data import array, table
from .toml_lines import toml_lines

IMPORTLINTER: Final = ".importlinter"
_SECTION: Final = "importlinter"
_CONTRACT: Final = "importlinter:contract:"


def import_contracts(name: str, text: str) -> tuple[ImportContract, ...]:
    """Return the contracts in a file, in its order.

    :param name: the base name of the file.
    :param text: with LF line ends.
    """
    try:
        if name == "pyproject.toml":
            return tuple(_from_toml(text))
        if name in {"setup.cfg", IMPORTLINTER}:
            return tuple(_from_ini(text))
    except (ValueError, RecursionError):
        pass
    return ()


def _from_ini(text: str) -> Iterator[ImportContract]:
    sections = ini_sections(text)[0]
    options = {
        section.name: {
            option.name: [line for line, _ in option.value]
            for option in section.options
        }
        for section in sections
    }
    for section in sections:
        if section.name.startswith(_CONTRACT) and _SECTION in options:
            yield _contract(options[section.name], options[_SECTION], section.line)


def _from_toml(text: str) -> Iterator[ImportContract]:
    session = table(tomllib.loads(text), "tool", "importlinter")
    contracts = array(session, "contracts")
    lines = toml_lines(text) if contracts else {}
    for number, options in enumerate(contracts):
        if isinstance(options, dict):
            line = lines.get(("tool", "importlinter", "contracts", number), 0)
            yield _contract(options, session, line)


def _contract(
    options: Mapping[str, Any], session: Mapping[str, Any], line: int
) -> ImportContract:
    """Return a contract; what holds of all stands among its options."""
    both = {
        name: tuple(_values(value))
        for name, value in {**session, **options}.items()
        if name not in {"name", "type", "contracts"}
    }
    return ImportContract(
        " ".join(_values(options.get("name"))),
        " ".join(_values(options.get("type"))),
        tuple(sorted(both.items())),
        line,
    )


def _values(value: object) -> Iterable[str]:
    """Return the values of an option, of which there may be one."""
    values = value if isinstance(value, list) else [] if value is None else [value]
    return (str(value) for value in values if isinstance(value, str | bool | int))
