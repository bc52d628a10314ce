"""Folders of Python packages, from the settings of build backends.

Read are the options of setuptools (``package_dir``, ``where``), Poetry (``packages``),
Hatch (``packages``, ``sources``), PDM (``package-dir``) and Maturin
(``python-source``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from posixpath import dirname
from typing import Any, Final

from .ini_lines import ini_sections
from .module_paths import ModulePaths
from .plain_data import array, loaded, table, value
from .setup_script import SetupArguments

#: Where Hatch looks for the options of a wheel.
_HATCH: Final = (("build", "targets", "wheel"), ("build",))


def package_folders(name: str, text: str) -> ModulePaths:
    """Return what packages are called and where they are, from the folder of a file.

    A folder without a name holds packages that are called as they are. Never raises.

    :param name: the base name of the file.
    """
    reader = _READERS.get(name)
    pairs = reader(text) if reader else ()
    return tuple(dict.fromkeys(pair for pair in pairs if isinstance(pair[1], str)))


def _of_pyproject(text: str) -> Iterator[tuple[str, Any]]:
    tool = table(loaded(tomllib.loads, text), "tool")
    yield from table(tool, "setuptools", "package-dir").items()
    folders = [
        *array(tool, "setuptools", "packages", "find", "where"),
        *(value(package, "from") for package in array(tool, "poetry", "packages")),
        value(tool, "pdm", "build", "package-dir"),
        value(tool, "maturin", "python-source"),
    ]
    for path in _HATCH:
        hatch = table(tool, "hatch", *path)
        folders += map(dirname, filter(_is_text, array(hatch, "packages")))
        folders += array(hatch, "sources")
        for folder, package in table(hatch, "sources").items():
            yield str(package).replace("/", "."), folder
    yield from (("", folder) for folder in folders)


def _is_text(item: object) -> bool:
    return isinstance(item, str)


def _of_setup_cfg(text: str) -> Iterator[tuple[str, Any]]:
    for section in ini_sections(text)[0]:
        if section.name == "options" and (option := section.option("package_dir")):
            for line, _ in option.value:
                name, _, folder = line.partition("=")
                yield name.strip(), folder.strip()
        where = section.option("where")
        if section.name == "options.packages.find" and where:
            yield from (("", line) for line, _ in where.value)


def _of_setup_py(text: str) -> Iterator[tuple[str, Any]]:
    return SetupArguments(text).package_folders()


_READERS: Final = {
    "pyproject.toml": _of_pyproject,
    "setup.cfg": _of_setup_cfg,
    "setup.py": _of_setup_py,
}
#: The files that are read, by their base names.
PACKAGING: Final = frozenset(_READERS)
