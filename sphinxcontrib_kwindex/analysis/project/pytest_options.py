"""Which tests pytest collects, as the files that configure it say.

The options and files are those of pytest's reference ("Configuration file formats").
Which file counts for a test is told by the whole tree
(:mod:`~sphinxcontrib_kwindex.links.testing.pytest_configuration`).
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterator
from typing import Final

from ...model.facts import PytestOption
from .ini_lines import ini_sections
from .plain_data import table, value
from .toml_lines import Path, toml_lines

_ONLY_PYTEST: Final = ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini")
#: The files that may configure pytest, the first that does so in a folder counts.
CONFIGURATIONS: Final = (*_ONLY_PYTEST, "pyproject.toml", "tox.ini", "setup.cfg")
#: What a file of Python calls the plugins that it names, which have fixtures.
PLUGINS: Final = "pytest_plugins"
#: The options that change what is collected.
OPTIONS: Final = frozenset(
    {"python_files", "python_classes", "python_functions", "collect_imported_tests"}
    | {"testpaths", "norecursedirs", "addopts", "doctest_plus", "doctest_rst"}
)


def pytest_options(name: str, text: str) -> tuple[PytestOption, ...] | None:
    """Return the options that change what pytest collects.

    :param name: the base name of the file.
    :param text: with LF line ends.
    :return: ``None`` if the file does not configure pytest.
    """
    if name not in CONFIGURATIONS:
        return None
    try:
        options = (
            _from_toml(name, text) if name.endswith("l") else _from_ini(name, text)
        )
    except (ValueError, RecursionError):
        return None
    if options is None:
        return () if name in _ONLY_PYTEST else None
    return tuple(sorted(options, key=lambda option: option.line))


def _from_ini(name: str, text: str) -> list[PytestOption] | None:
    wanted = "tool:pytest" if name == "setup.cfg" else "pytest"
    for section in ini_sections(text)[0]:
        if section.name == wanted:
            return [
                PytestOption(option.name, tuple(_words(option.text)), option.line)
                for option in section.options
                if option.name in OPTIONS
            ]
    return None


def _from_toml(name: str, text: str) -> list[PytestOption] | None:
    data = tomllib.loads(text)
    where: Path = ("pytest",)
    if name == "pyproject.toml":
        where = ("tool", "pytest")
        if not table(data, *where).keys() - {"ini_options"}:
            where = (*where, "ini_options")
    if not isinstance(options := value(data, *where), dict):
        return None
    lines = toml_lines(text)
    return [
        PytestOption(option, tuple(_words(words)), lines.get((*where, option), 0))
        for option, words in options.items()
        if option in OPTIONS
    ]


def _words(value: object) -> Iterator[str]:
    """Yield the values of an option, which a text has between blanks."""
    if isinstance(value, list):
        yield from (word for word in value if isinstance(word, str))
    else:
        yield from shlex.split(str(value), comments=True)
