"""The table ``[tool.kwindex]`` of a repository's ``pyproject.toml``.

Anybody may have written it, so it can set what decides about the content of pages and
nothing else: no path to read or to write, no extension, no theme.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from .errors import UsageError

_PREFIX: Final = "kwindex_"
#: Larger ones are not what people write.
_LARGEST: Final = 1_000_000


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _web_address(value: object) -> bool:
    # It becomes the target of links: no "javascript:".
    return isinstance(value, str) and bool(re.match("(https?://|$)", value))


#: The values that may be set, by name: what each has to be, for a message and as a
#: test. What the values mean, ``kwindex_idioms`` say, is tested where they are used.
SETTABLE: Final[dict[str, tuple[str, Callable[[object], bool]]]] = {
    "include": ("a list of patterns", _texts),
    "exclude": ("a list of patterns", _texts),
    "pages": ("a list of classes and patterns", _texts),
    "robots": ("a text", lambda value: isinstance(value, str)),
    "private": ("true or false", lambda value: isinstance(value, bool)),
    "sections": ("a list of texts", _texts),
    "title": ("a text", lambda value: isinstance(value, str)),
    "source_link": ("an address that begins with https:// or http://", _web_address),
    "git": ("true or false", lambda value: isinstance(value, bool)),
    "idioms": ("a list of tables", _tables),
    "security_rules": ("a list of texts", _texts),
    "performance_rules": ("a list of texts", _texts),
    "max_complexity": ("a number", _number),
}
#: The other configuration values: what decides instead.
DECIDED: Final = {
    "root": "the argument PATH",
    "output": "the option -o",
    "cache": "the option --cache",
    "untracked": "the option --untracked",
    "generate": "the command",
    "add_toctree_entry": "the command",
    "books": "the command",
    "source_buttons": "the command",
    "timeout": "the command",
    "max_size": "the command",
    "executor": "the command",
    "fast_lane": "the command",
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
    place = file or root / "pyproject.toml"
    try:
        if file is None and not _is_trees_own(place):
            return {}
        with place.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ValueError("it is too large")
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or _short(error)
        message = f"{place} cannot be read ({reason})"
        if file is not None:
            raise UsageError(message) from error
        warn(f"warning: {message}; what it may say of kwindex is not known")
        return {}
    tool = document.get("tool", {})
    table = tool.get("kwindex", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        message = f"{place}: [tool.kwindex] is no table"
        raise UsageError(message)
    found: dict[str, object] = {}
    for name, value in table.items():
        key = name.removeprefix(_PREFIX)
        problem = _problem(key, value)
        if key in found:
            problem = "it is there twice, with kwindex_ and without"
        if problem:
            message = f"{place}: [tool.kwindex] {name}: {problem}"
            raise UsageError(message)
        found[key] = value
    return found


def _is_trees_own(place: Path) -> bool:
    """Tell whether there is such a file; a link or a pipe is none."""
    return place.exists() and stat.S_ISREG(os.lstat(place).st_mode)


def _problem(name: str, value: object) -> str:
    if name in DECIDED:
        return f"it cannot be set here; {DECIDED[name]} decides"
    if name not in SETTABLE:
        close = get_close_matches(name, SETTABLE, 1)
        known = f"do you mean {close[0]!r}?" if close else f"known: {_known()}"
        return f"there is no such value; {known}"
    wanted, is_right = SETTABLE[name]
    return "" if is_right(value) else f"it has to be {wanted}"


def _known() -> str:
    return ", ".join(SETTABLE)


def _short(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
