"""The table ``[tool.kwindex]`` of a repository's ``pyproject.toml``.

Anybody may have written it, so it can set what decides about the content of pages and
nothing else: no path to read or to write, no extension, no theme.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from ..model.older_version import is_export
from .messages import UsageError

#: Larger ones are not what people write.
_LARGEST: Final = 1_000_000


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _web_address(value: object) -> bool:
    # It becomes the target of links: no "javascript:".
    return isinstance(value, str) and bool(re.match("(https?://|$)", value))


def _palette(value: object) -> bool:
    return value in ("map", "everywhere") or isinstance(value, bool)


def _commit(value: object) -> bool:
    # Whoever wrote the tree is not to have files elsewhere read.
    return isinstance(value, str) and not is_export(value)


#: The values that may be set, by name: what each has to be, for a message and as a
#: test. What the values mean, ``kwindex_idioms`` say, is tested where they are used.
SETTABLE: Final[dict[str, tuple[str, Callable[[object], bool]]]] = {
    "include": ("a list of patterns", _texts),
    "exclude": ("a list of patterns", _texts),
    "pages": ("a list of classes and patterns", _texts),
    "robots": ("a string", lambda value: isinstance(value, str)),
    "private": ("true or false", lambda value: isinstance(value, bool)),
    "sections": ("a list of strings", _texts),
    "title": ("a string", lambda value: isinstance(value, str)),
    "source_link": ("a URL that begins with https:// or http://", _web_address),
    "git": ("true or false", lambda value: isinstance(value, bool)),
    "changes_since": ("the name of a commit", _commit),
    "idioms": ("a list of tables", _tables),
    "security_rules": ("a list of strings", _texts),
    "performance_rules": ("a list of strings", _texts),
    "max_complexity": ("a number, 0 or more", _number),
    "exports": ("a list of strings", _texts),
    "markdown": ("true or false", lambda value: isinstance(value, bool)),
    "palette": ('"map", "everywhere" or false', _palette),
}
_FIXED: Final = (
    *("generate", "add_toctree_entry", "books", "source_buttons"),
    *("timeout", "max_size", "executor", "fast_lane"),
)
#: The other configuration values, and what to say of each.
DECIDED: Final = {
    "root": "use the argument PATH",
    "output": "use the option -o",
    "cache": "use the option --cache",
    "untracked": "use the option --untracked",
    "scip": "use the option --scip",
    "coverage": "set kwindex_coverage in the conf.py of a Sphinx project, or use"
    " kwindex tests --coverage",
    **dict.fromkeys(_FIXED, "the command chooses it"),
}


def read_values(
    root: Path, file: Path | None, warn: Callable[[str], None]
) -> dict[str, object]:
    """Return the configuration values of a tree, by name without ``kwindex_``.

    :param file: where they are; by default in ``pyproject.toml``, if there is one.
    :param warn: called with a sentence if that cannot be read.
    :raises UsageError: for a value that is unknown or wrong, or if *file* cannot be
        read.
    """
    path = file or root / "pyproject.toml"
    try:
        if file is None and not _is_regular_file(path):
            return {}
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ValueError("it is too large")
        import tomllib  # most trees have no such table to wait for

        document = tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or _short(error)
        message = f"cannot read {path} ({reason})"
        if file is not None:
            raise UsageError(message) from error
        warn(f"{message}; its table [tool.kwindex], if any, is ignored")
        return {}
    tool = document.get("tool", {})
    table = tool.get("kwindex", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        message = f"{path}: [tool.kwindex] is not a table"
        raise UsageError(message)

    values: dict[str, object] = {}
    for name, value in table.items():
        key = name.removeprefix("kwindex_")
        problem = _problem(key, value)
        if key in values:
            problem = f"{key} is set twice, under different names"
        if problem:
            message = f"{path}: [tool.kwindex] {name}: {problem}"
            raise UsageError(message)
        values[key] = value
    return values


def _is_regular_file(path: Path) -> bool:
    """Tell whether there is such a file; a link or a pipe is none."""
    return path.exists() and stat.S_ISREG(os.lstat(path).st_mode)


def _problem(name: str, value: object) -> str:
    if name in DECIDED:
        return f"cannot be set here; {DECIDED[name]}"
    if name not in SETTABLE:
        from ..codemap.names.similar_names import did_you_mean

        return f"unknown name; {did_you_mean(name, SETTABLE, 'known:')}"
    wanted, is_right = SETTABLE[name]
    return "" if is_right(value) else f"must be {wanted}"


def _short(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
