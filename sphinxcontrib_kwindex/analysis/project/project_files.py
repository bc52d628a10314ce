"""Requirements, entry points and pytest's options that project files declare.

Read are ``pyproject.toml`` (:pep:`518`, :pep:`621`, :pep:`735`, Poetry's tables),
``setup.cfg`` as setuptools reads it, ``setup.py`` (:mod:`.setup_script`), pip's
requirements files, and the files that configure pytest; ``Cargo.toml``, ``go.mod`` and
``package.json`` (:mod:`.required_packages`, :mod:`.module_names`); elsewhere
``compile_commands.json``. Which of them it is, its name tells: :func:`project_role`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, Final

from ...model.facts import (
    EntryPoint,
    ImportContract,
    Problem,
    PytestOption,
    Requirement,
)
from ...model.named_tuple import NamedTuple
from ...model.project_facts import IncludeFolders
from ..decoding import line_count, one_line
from .compile_commands import COMPILE_COMMANDS, include_folders
from .import_contracts import IMPORTLINTER, import_contracts
from .ini_lines import Option, ini_sections
from .module_names import CARGO, GO_MOD, MSBUILD
from .module_paths import PACKAGE, has_module_paths
from .plain_data import array, table
from .pytest_options import CONFIGURATIONS, pytest_options
from .required_packages import (
    npm_entry_points,
    required_crates,
    required_modules,
    required_npm_packages,
)
from .setup_script import SetupArguments
from .toml_lines import Path, toml_lines

PYPROJECT: Final = "pyproject.toml"
SETUP_CFG: Final = "setup.cfg"
SETUP_PY: Final = "setup.py"
REQUIREMENTS: Final = "requirements.txt"


class Project(NamedTuple):
    """What a file says of the project."""

    requirements: tuple[Requirement, ...] = ()
    """In the order of the file."""
    entry_points: tuple[EntryPoint, ...] = ()
    """The same."""
    pytest_options: tuple[PytestOption, ...] | None = None
    """The same; ``None`` if the file does not configure pytest."""
    import_contracts: tuple[ImportContract, ...] = ()
    """The same."""
    include_folders: tuple[IncludeFolders, ...] = ()
    """Of ``compile_commands.json``."""
    problem: Problem | None = None
    """Why there is neither, if the file is broken."""


def analysed_name(path: str) -> str:
    """Return the part of a path that the analysis of the content depends on.

    That is the base name, and for a text in a folder ``requirements`` the folder too.
    """
    folder, _, name = path.rpartition("/")
    if folder.rpartition("/")[2] == "requirements" and name.endswith(".txt"):
        return f"requirements/{name}"
    return name


def project_role(name: str) -> str:
    """Return which file of a project is called *name*.

    :param name: as :func:`analysed_name` returns it.
    :return: :data:`REQUIREMENTS` for all whose name has that word, the name itself of
        all others that are read, or an empty string.
    """
    known = {*CONFIGURATIONS, IMPORTLINTER, COMPILE_COMMANDS, CARGO, GO_MOD, SETUP_PY}
    if name in known or has_module_paths(name):
        return name
    if name.endswith(MSBUILD):
        return MSBUILD[0]
    if "requirements" in name.lower() and name.lower().endswith(".txt"):
        return REQUIREMENTS
    return ""


def read_project(name: str, text: str) -> Project:
    """Return what the file called *name* says of its project. Never raises.

    :param name: as :func:`analysed_name` returns it.
    :param text: with LF line ends.
    """
    role = project_role(name)
    reader = _READERS.get(role)
    project = reader(text) if reader else Project()
    return project._replace(
        pytest_options=pytest_options(name, text),
        import_contracts=import_contracts(name, text),
        include_folders=include_folders(name, text),
    )


# pyproject.toml


def _pyproject(text: str) -> Project:
    try:
        data = tomllib.loads(text)
        lines = toml_lines(text)
    except RecursionError:
        return Project(problem=Problem("nested too deeply to be analysed"))
    except ValueError as error:
        return Project(problem=_toml_problem(error, text))
    requirements = [
        *_toml_requirements(data, lines),
        *_poetry_requirements(data, lines),
    ]
    points = [
        *_toml_points(data, lines, ("project", "scripts"), "console_scripts"),
        *_toml_points(data, lines, ("project", "gui-scripts"), "gui_scripts"),
        *_toml_points(data, lines, ("tool", "poetry", "scripts"), "console_scripts"),
    ]
    for path in (("project", "entry-points"), ("tool", "poetry", "plugins")):
        for group in table(data, *path):
            points += _toml_points(data, lines, (*path, group), group)
    return _in_order(requirements, points)


def _toml_problem(error: ValueError, text: str) -> Problem:
    message = one_line(str(error))
    where = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    if where is None:
        return Problem(message)
    line = int(where[1]) if where[1] else line_count(text)
    return Problem(message[: where.start()], max(line, 1))


def _toml_requirements(
    data: dict[str, Any], lines: dict[Path, int]
) -> Iterator[Requirement]:
    extras = ("project", "optional-dependencies")
    groups = ("dependency-groups",)
    places: list[tuple[tuple[str, ...], str]] = [
        (("build-system", "requires"), "build"),
        (("project", "dependencies"), ""),
        *(((*extras, name), f"extra {name}") for name in table(data, *extras)),
        *(((*groups, name), f"group {name}") for name in table(data, *groups)),
    ]
    for path, group in places:
        for number, text in enumerate(array(data, *path)):
            # A group may include others: those are tables.
            if isinstance(text, str):
                yield from _requirement(text, lines.get((*path, number), 0), group)


def _poetry_requirements(
    data: dict[str, Any], lines: dict[Path, int]
) -> Iterator[Requirement]:
    """Yield what the tables of Poetry ask for.

    :param lines: where the entries of the file stand.
    """
    poetry = ("tool", "poetry")
    tables: list[tuple[tuple[str, ...], str]] = [
        ((*poetry, "dependencies"), ""),
        ((*poetry, "dev-dependencies"), "dev"),
        *(
            ((*poetry, "group", name, "dependencies"), name)
            for name in table(data, *poetry, "group")
        ),
    ]
    extras = {
        str(name).lower(): f"extra {extra}"
        for extra, several in reversed(table(data, *poetry, "extras").items())
        for name in array(several)
    }
    for path, group in tables:
        for name, value in table(data, *path).items():
            if name == "python":
                continue
            line = lines.get((*path, name), 0)
            for constraint in value if isinstance(value, list) else [value]:
                where = f"group {group}" if group else ""
                plain = isinstance(constraint, str)
                given = {"version": constraint} if plain else constraint
                if not isinstance(given, dict):
                    continue
                if not group and given.get("optional") is True:
                    where = extras.get(name.lower(), "optional")
                yield _poetry_requirement(name, given, line, where)


def _poetry_requirement(
    name: str, given: dict[str, Any], line: int, group: str
) -> Requirement:
    version = given.get("version")
    specifier = version if isinstance(version, str) and version != "*" else ""
    for key in ("git", "url", "path"):
        if isinstance(given.get(key), str):
            specifier = f"@ {given[key]}"
    if isinstance(given.get("python"), str):
        marker = f"python {given['python']}"
    else:
        marker = str(given.get("markers") or "")
    return Requirement(
        name, one_line(specifier), line, group=group, marker=one_line(marker)
    )


def _toml_points(
    data: dict[str, Any], lines: dict[Path, int], path: tuple[str, ...], group: str
) -> Iterator[EntryPoint]:
    for name, value in table(data, *path).items():
        if isinstance(value, dict):
            # Poetry's long form.
            value = value.get("reference", value.get("callable"))
        if isinstance(value, str):
            yield from _entry_point(name, value, lines.get((*path, name), 0), group)


# setup.cfg


def _setup_cfg(text: str) -> Project:
    sections, problem = ini_sections(text)
    if problem is not None:
        return Project(problem=problem)
    requirements: list[Requirement] = []
    points: list[EntryPoint] = []
    for section in sections:
        if section.name == "options":
            for name, group in (("install_requires", ""), ("setup_requires", "build")):
                if option := section.option(name):
                    requirements += _cfg_requirements(option, group)
        elif section.name == "options.extras_require":
            for option in section.options:
                requirements += _cfg_requirements(option, f"extra {option.name}")
        elif section.name == "options.entry_points":
            for option in section.options:
                for line, number in option.value:
                    name, _, value = line.partition("=")
                    points += _entry_point(name.strip(), value, number, option.name)
    return _in_order(requirements, points)


def _cfg_requirements(option: Option, group: str) -> Iterator[Requirement]:
    value = option.value
    if len(value) == 1 and value[0][1] == option.line:
        # On one line a semicolon is what stands between two.
        value = tuple((part, option.line) for part in value[0][0].split(";"))
    for text, line in value:
        if not text.startswith("#"):
            yield from _requirement(text, line, group)


# setup.py


def _setup_py(text: str) -> Project:
    given = SetupArguments(text)
    requirements = [need for row in given.requirements() for need in _requirement(*row)]
    points: list[EntryPoint] = []
    for row, line, group in given.entry_points():
        name, _, value = row.partition("=")
        points += _entry_point(name.strip(), value, line, group)
    return _in_order(requirements, points)


# Requirements files

_COMMENT: Final = re.compile(r"(?:^|\s)#.*$")
# An address, a path, an archive: for pip no worse than a name.
_LOCATION: Final = re.compile(
    r"[\w+.-]+:\S+|[.~$]\S*|[^\s@/\\]*[/\\]\S*"
    r"|[^\s@\[]+\.(?:whl|zip|tar|tgz|gz|bz2|xz)(?:\[.*\])?",
    re.IGNORECASE,
)
_OPTION: Final = re.compile(r"--?[a-zA-Z]")
#: What decides about the next lines, where a template of projects holds the file.
_TEMPLATE: Final = re.compile(r"\{%.*%\}")
_TEMPLATE_COMMENT: Final = re.compile(r"\{\#.*?(?:\#\}|$)", re.MULTILINE)


def _requirements_file(text: str) -> Project:
    requirements: list[Requirement] = []
    problem: Problem | None = None
    is_pips = False
    for line, number in _logical_lines(_TEMPLATE_COMMENT.sub("", text)):
        if _OPTION.match(line) or _TEMPLATE.fullmatch(line):
            is_pips = True
            continue
        # Options of the requirement stand behind it.
        requirement = re.split(r"\s-", line)[0]
        if _LOCATION.fullmatch(re.split(r"\s;", requirement)[0].rstrip()):
            is_pips = is_pips or "://" in requirement
        elif parsed := list(_requirement(requirement, number)):
            requirements += parsed
            is_pips = is_pips or any(need.specifier or need.marker for need in parsed)
        else:
            message = one_line(f"not a requirement: {requirement[:80]}")
            problem = problem or Problem(message, number)
    if problem is not None and not is_pips:
        # It may as well be a text about requirements.
        return Project()
    return Project(tuple(requirements), problem=problem)


def _logical_lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines of a requirements file without comments, as pip joins them."""
    start, pending = 0, ""
    for number, line in enumerate(f"{text}\n".split("\n"), 1):
        comment = line.lstrip().startswith("#")
        if not pending:
            start = number
        if line.endswith("\\") and not comment:
            pending += line[:-1].strip(" ") + " "
            continue
        joined = pending + (f" {line}" if comment else line)
        pending = ""
        if stripped := _COMMENT.sub("", joined).strip():
            yield stripped, start


# What all of them have

_NAME: Final = re.compile(r"\s*([\w.-]+)\s*(?:\[[^\]]*\])?")
_POINT: Final = re.compile(r"\s*([\w.]+)\s*(?::\s*([\w.]+)\s*)?(?:\[[^\]]*\]\s*)?")


def _requirement(text: str, line: int, group: str = "") -> Iterator[Requirement]:
    """Yield the requirement that a text states (:pep:`508`), if it does."""
    # Only where there is a project file that is new.
    from packaging.requirements import InvalidRequirement
    from packaging.requirements import Requirement as Parsed

    try:
        parsed = Parsed(text)
    except (InvalidRequirement, RecursionError):
        return
    name = _NAME.match(text)
    if parsed.url or name is None:
        specifier = f"@ {parsed.url}"
    else:
        # As written: packaging would sort the versions.
        rest = text[name.end() :].partition(";")[0].strip().strip("()")
        specifier = "".join(rest.split())
    marker = "" if parsed.marker is None else str(parsed.marker)
    yield Requirement(parsed.name, specifier, line, group=group, marker=marker)


def _entry_point(name: str, value: str, line: int, group: str) -> Iterator[EntryPoint]:
    if name and (match := _POINT.fullmatch(value)):
        yield EntryPoint(name, match[1], match[2] or "", line, group)


def _in_order(
    requirements: Iterable[Requirement], points: Iterable[EntryPoint] = ()
) -> Project:
    return Project(
        tuple(sorted(requirements, key=attrgetter("line"))),
        tuple(sorted(points, key=attrgetter("line"))),
    )


_READERS: Final[dict[str, Callable[[str], Project]]] = {
    PYPROJECT: _pyproject,
    SETUP_CFG: _setup_cfg,
    SETUP_PY: _setup_py,
    REQUIREMENTS: _requirements_file,
    CARGO: lambda text: _in_order(required_crates(text)),
    GO_MOD: lambda text: _in_order(required_modules(text)),
    PACKAGE: lambda text: _in_order(
        required_npm_packages(text), npm_entry_points(text)
    ),
}
