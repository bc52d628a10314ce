"""The configuration values and what they mean.

They are registered with an empty ``rebuild``: which pages have to be made again is
decided by what they show, and a change of a value never re-reads the user's own
manual.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Executor
from importlib import import_module
from operator import itemgetter
from pathlib import Path, PurePosixPath
from threading import TIMEOUT_MAX
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config, is_serializable
from sphinx.errors import ConfigError

from ...analysis.linter_rules import Rules
from ...analysis.worker_pool import WorkerPool
from ...codemap.names.similar_names import did_you_mean, most_similar
from ...codemap.settings import CoverageFile, Settings
from ...i18n import mark, say
from ...model.older_version import version_name
from ...pages.sections import SECTIONS
from ...scan.file_classes import CLASSES, WITH_PAGES, WithPages
from ...scan.input_filter import PatternError
from ...scan.work_tree import beside_sources, default_root
from ...store.connection import STORE_NAME
from ...store.ingest import IngestOptions
from .additions import additions, name_rule
from .messages import warn
from .parallel_jobs import processes
from .repository_urls import source_link

#: The title of the start page, unless it is given.
TITLE: Final = mark("Code map")
#: Name, default value and types of each configuration value.
VALUES: Final[tuple[tuple[str, object, tuple[type, ...]], ...]] = (
    ("kwindex_root", None, (str, os.PathLike)),
    ("kwindex_include", [], (list, tuple)),
    ("kwindex_exclude", [], (list, tuple)),
    ("kwindex_untracked", False, (bool,)),
    ("kwindex_output", "code", (str,)),
    ("kwindex_generate", True, (bool,)),
    ("kwindex_add_toctree_entry", True, (bool,)),
    ("kwindex_books", False, (bool,)),
    ("kwindex_title", TITLE, (str,)),
    ("kwindex_robots", "noindex", (str,)),
    ("kwindex_private", True, (bool,)),
    ("kwindex_sections", list(SECTIONS), (list, tuple)),
    ("kwindex_source_link", "", (str,)),
    ("kwindex_git", False, (bool,)),
    ("kwindex_source_buttons", True, (bool,)),
    ("kwindex_pages", list(WITH_PAGES), (list, tuple)),
    ("kwindex_idioms", [], (list, tuple)),
    ("kwindex_security_rules", ["S"], (list, tuple)),
    (
        "kwindex_performance_rules",
        ["PERF", "C901", "PLR0911", "PLR0912", "PLR0915"],
        (list, tuple),
    ),
    ("kwindex_max_complexity", 10, (int,)),
    ("kwindex_coverage", None, (str, os.PathLike)),
    ("kwindex_scip", [], (list, tuple)),
    ("kwindex_timeout", 60, (int, float)),
    ("kwindex_max_size", 10_000_000, (int,)),
    ("kwindex_palette", "map", (bool, str)),
    ("kwindex_changes_since", "", (str,)),
    ("kwindex_exports", [], (list, tuple)),
    ("kwindex_markdown", False, (bool, str)),
    ("kwindex_executor", None, (str,)),
    ("kwindex_cache", None, (str, os.PathLike)),
    ("kwindex_fast_lane", True, (bool, list, tuple, str)),
)
#: The value of ``kwindex_palette`` for all pages of a project.
EVERYWHERE: Final = "everywhere"
#: The value of ``kwindex_markdown`` that adds the map to the lists of others.
LISTED: Final = "listed"
#: What ``kwindex_markdown`` may be.
MARKDOWN_VALUES: Final = (True, False, LISTED)
#: Those that may change the pages of the project, too, but not what is read of them.
ON_ALL_PAGES: Final = frozenset({"kwindex_palette"})
_PREFIX: Final = "kwindex_"
#: Those without which more would be shown than what was meant.
_CHOOSING: Final = frozenset({"kwindex_root", "kwindex_include", "kwindex_exclude"})
#: What to do who has several roots: all other values that choose may be lists.
_ONE_MAP: Final = (
    "; a manual has one map: name a folder above all of them, and choose with"
    " kwindex_include"
)
#: Those that are lists of texts and nothing else.
_TEXTS: Final = _CHOOSING - {"kwindex_root"} | {"kwindex_pages"}


def conf_path(app: Sphinx, given: str | os.PathLike[str]) -> Path:
    """Return the path that a value gives, from the folder of ``conf.py``.

    What was written on Windows means the same elsewhere: backslashes of a relative path
    are taken as slashes where there is nothing whose name has them.
    """
    path = Path(app.confdir, given)
    if Path(given).is_absolute() or path.exists():
        return path
    return Path(app.confdir, os.fspath(given).replace("\\", "/"))


def root(app: Sphinx) -> Path:
    """Return the folder whose files are shown.

    :raises ConfigError: if ``kwindex_root`` is not a folder.
    """
    given = app.config.kwindex_root
    conf, source = Path(app.confdir).resolve(), Path(app.srcdir).resolve()
    chosen = default_root(conf, source) if given is None else conf_path(app, given)
    path = beside_sources(chosen.resolve(), conf, source)
    if not path.is_dir():
        raise ConfigError(f"kwindex_root: {os.fspath(given)!r} is not a folder")
    return path


def output(config: Config) -> str:
    """Return what the docnames of generated pages begin with.

    :raises ConfigError: if ``kwindex_output`` is not a relative path.
    """
    given = PurePosixPath(config.kwindex_output.replace("\\", "/"))
    if given.is_absolute() or ".." in given.parts or ":" in str(given):
        raise ConfigError(
            f"kwindex_output: {config.kwindex_output!r} is not a relative path"
            " inside the output directory"
        )
    return "" if str(given) == "." else str(given)


def store_path(app: Sphinx) -> Path:
    """Return where the store is; its folder exists afterwards.

    :raises ConfigError: if ``kwindex_cache`` cannot be used as a folder.
    """
    given = app.config.kwindex_cache
    folder = Path(app.doctreedir) if given is None else conf_path(app, given)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        if given is None:
            raise
        reason = f"is not a folder and cannot be made one: {exc.strerror or exc}"
        raise ConfigError(f"kwindex_cache: {os.fspath(given)!r} {reason}") from exc
    return folder / STORE_NAME


def settings(app: Sphinx) -> Settings:
    """Return what decides about the content of pages."""
    title = app.config.kwindex_title
    return Settings(
        title=say(TITLE) if title in {"", TITLE} else title,
        rules=rules(app.config),
        idioms=(
            *(name_rule(row, "kwindex_idioms") for row in app.config.kwindex_idioms),
            *additions(app).detectors,
        ),
        source_link=source_link(app, root(app)),
        language=app.config.language,
        sections=sections(app),
        changes_since=version_name(app.config.kwindex_changes_since),
        coverage=coverage(app),
        added_sections=tuple(additions(app).sections.values()),
    )


def sections(app: Sphinx) -> tuple[str, ...] | None:
    """Return the ids of the sections of file documentation, ``None`` for all.

    :raises ConfigError: for what is none of them.
    """
    given = {
        str(section): nodes.make_id(str(section))
        for section in app.config.kwindex_sections
    }
    known = (*SECTIONS, *additions(app).sections)
    for written, name in given.items():
        if name not in known:
            hint = did_you_mean(name, known, "choose from")
            raise ConfigError(f"kwindex_sections: unknown section {written!r}; {hint}")
    chosen = tuple(name for name in known if name in given.values())
    # Those that are added are not in the default.
    return None if chosen in {tuple(SECTIONS), known} else chosen


def coverage(app: Sphinx) -> CoverageFile | None:
    """Return what coverage.py measured, ``None`` without a file that can be used."""
    given = app.config.kwindex_coverage
    if given is None:
        return None
    # Only then: it takes time to import.
    from ...codemap.testing.coverage_data import CoverageError, coverage_file

    try:
        return coverage_file(conf_path(app, given))
    except CoverageError as error:
        text = f"kwindex_coverage: {os.fspath(given)!r} is not used: {error}"
        warn(text, subtype="coverage")
        return None


def palette(config: Config) -> str:
    """Return where the dialog that leads to names is: empty for nowhere.

    :raises ConfigError: for what is no such place.
    """
    given = config.kwindex_palette
    if not given:
        return ""
    if given not in (True, "map", EVERYWHERE):
        raise ConfigError(
            f'kwindex_palette: {given!r} is neither "map" nor "{EVERYWHERE}" nor False'
        )
    return EVERYWHERE if given == EVERYWHERE else "map"


def ingest_options(
    app: Sphinx,
    settings: Settings,
    documents: Mapping[str, str],
    warn: Callable[[str], None],
) -> IngestOptions:
    """Return how files are analysed.

    :param documents: the docnames, by path, of the files that Sphinx makes pages of.
    :param warn: called with a sentence if the executor fails.
    """
    config = app.config
    for name in ("kwindex_timeout", "kwindex_max_size"):
        if not config[name] >= 0:  # nor "nan"
            value = f"{config[name]!r} is not 0 or more"
            raise ConfigError(f"{name}: {value}; 0 means no limit")
    make = executor(config)
    # Somebody else's executor has processors of its own.
    jobs = app.parallel or 1 if make else processes(app)
    return IngestOptions(
        settings.idioms,
        WorkerPool(jobs, float(config.kwindex_timeout), make),
        config.kwindex_max_size,
        with_pages(config),
        documents,
        warn,
    )


def with_pages(config: Config) -> WithPages:
    """Return which files have pages.

    :raises ConfigError: if ``kwindex_pages`` has what is no class and no pattern.
    """
    try:
        return WithPages(config.kwindex_pages)
    except PatternError as exc:
        raise ConfigError(f"kwindex_{exc}") from exc


def warn_of_classes(config: Config, paths: Collection[str]) -> None:
    """Warn of entries of ``kwindex_pages`` that are nothing but nearly a class."""
    for entry in config.kwindex_pages:
        name = entry.lstrip("!")
        if name in CLASSES or not name.isalpha():
            continue
        near = most_similar(name, CLASSES)
        if near and not any(name in path.split("/") for path in paths):
            text = f"kwindex_pages: {entry!r} matches no file; did you mean {near!r}?"
            warn(text, subtype="config")


def executor(config: Config) -> Callable[[], Executor] | None:
    """Return what ``kwindex_executor`` names: a function that makes an executor.

    :raises ConfigError: if there is no such function.
    """
    given = config.kwindex_executor
    if given is None or callable(given):
        return given  # type: ignore[no-any-return]
    module, _, name = given.replace(":", ".").rpartition(".")
    try:
        factory = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as exc:
        raise ConfigError(f"kwindex_executor: cannot import {given!r}: {exc}") from exc
    if not callable(factory):
        raise ConfigError(f"kwindex_executor: {given!r} is not callable")
    return factory  # type: ignore[no-any-return]


def rules(config: Config) -> Rules:
    """Return which rules of Ruff run.

    :raises ConfigError: for what is no rule, or no complexity.
    """
    if config.kwindex_max_complexity < 0:
        value = f"{config.kwindex_max_complexity!r} is not 0 or more"
        raise ConfigError(f"kwindex_max_complexity: {value}")
    try:
        return Rules(
            tuple(config.kwindex_security_rules),
            tuple(config.kwindex_performance_rules),
            config.kwindex_max_complexity,
        )
    except ValueError as exc:
        raise ConfigError(f"kwindex_{exc}") from exc


def _usable(
    name: str, value: object, default: object, types: tuple[type, ...]
) -> object:
    """Return a value of one of the types, and warn where that is another value.

    :raises ConfigError: where more would be shown than what was meant.
    """
    if isinstance(value, os.PathLike) and os.PathLike in types:
        # Sphinx warns of classes that are derived from those that it was told.
        return os.fspath(value)
    if name in _TEXTS and isinstance(value, list | tuple):
        for item in value:
            if not isinstance(item, str):
                raise ConfigError(f"{name}: {item!r} is not a str")
    if name == "kwindex_timeout" and isinstance(value, int | float):
        # Python cannot wait as long as that.
        value = 0 if value > TIMEOUT_MAX else value
    # Sphinx takes numbers for truth values, and no truth values for numbers.
    of_type = isinstance(value, (*types, int) if bool in types else types)
    if value is default or (of_type and (bool in types or not isinstance(value, bool))):
        return value
    if name == "kwindex_executor" and callable(value):
        return value
    names = (each.__name__ for each in types if each is not tuple)
    kind = " or ".join(names).replace("PathLike", "path")
    used = [value] if kind == "list" and isinstance(value, str) else default
    if used is default and name in _CHOOSING:
        hint = _ONE_MAP if isinstance(value, list | tuple) else ""
        raise ConfigError(f"{name}: {value!r} is not of type {kind}{hint}")
    text = f"{name}: {value!r} is not of type {kind}; {used!r} is used instead"
    warn(text, subtype="config")
    return used


def config_inited(app: Sphinx, config: Config) -> None:
    """Warn of values of the wrong type, and of those whose names are unknown."""
    for name, default, types in VALUES:
        config[name] = _usable(name, config[name], default, types)
    palette(config)
    given = {**config._raw_config, **config.overrides}
    for name, value in sorted(given.items(), key=itemgetter(0)):
        # Functions, classes and modules of conf.py are its own.
        if name.startswith(_PREFIX) and name not in config and is_serializable(value):
            known = (row[0].removeprefix(_PREFIX) for row in VALUES)
            near = most_similar(name.removeprefix(_PREFIX), known)
            hint = f"; did you mean {_PREFIX}{near}?" if near else ""
            text = f"unknown configuration value {name}{hint}"
            warn(text, subtype="config")


def setup_config(app: Sphinx) -> None:
    """Register the configuration values."""
    for name, default, types in VALUES:
        on_all_pages = name in ON_ALL_PAGES
        app.add_config_value(name, default, "html" if on_all_pages else "", types)
