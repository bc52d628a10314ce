"""Where JavaScript finds modules, from ``package.json`` and ``tsconfig.json``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from posixpath import join, normpath
from typing import Any, Final

from .plain_data import array, loaded, table

PACKAGE: Final = "package.json"
#: The name by which a configuration stands for those that extend it.
EXTENDS: Final = ""
#: Begins the names of what a package exports to others, which nobody imports by these:
#: its own repository may import more.
EXPORTED: Final = "!"
_CONFIGURATION: Final = re.compile(r"[jt]sconfig(\.[\w.-]+)?\.json")
#: Where a package says what it is as a whole, besides ``exports``.
_MAIN: Final = ("source", "module", "main", "types", "typings")
_COMMENT: Final = re.compile(
    r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL
)
_LAST_COMMA: Final = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')

ModulePaths = tuple[tuple[str, str], ...]


def has_module_paths(name: str) -> bool:
    """Tell from its base name whether a file may say where modules are."""
    return name == PACKAGE or _CONFIGURATION.fullmatch(name) is not None


def module_paths(name: str, text: str) -> ModulePaths:
    """Return what modules are called and where they are, from the folder of a file.

    One module may be in several places, of which the first that is there counts. Both
    may have a ``*`` that stands for the same. Never raises.

    :param name: the base name of the file.
    """
    if not has_module_paths(name):
        return ()
    # Of Windows, too: TypeScript takes them on any system.
    data = loaded(json.loads, _plain(text).replace(r"\\", "/"))
    if not isinstance(data, dict):
        return ()
    rule = _of_package if name == PACKAGE else _of_configuration
    return tuple(dict.fromkeys(rule(data)))


def _plain(text: str) -> str:
    """Return JSON without comments, and without commas behind the last item."""
    for expression in (_COMMENT, _LAST_COMMA):
        text = expression.sub(lambda match: match[1] or "", text)
    return text


def _of_package(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table(data, "imports").items():
        yield from ((key, target) for target in export_targets(value))
    name = data.get("name")
    if not isinstance(name, str) or not name:
        return
    exports = table(data, "exports")
    if not any(key.startswith(".") for key in exports):
        exports = {".": data.get("exports")}
    for key, value in exports.items():
        for target in export_targets(value):
            yield f"{name}{key[1:]}", target
            yield f"{EXPORTED}{key}", target
    for main in map(data.get, _MAIN):
        if isinstance(main, str):
            yield name, normpath(main)
    yield from ((name, "index"), (name, "src/index"))
    yield from ((f"{name}/*", "*"), (f"{name}/*", "src/*"))


def export_targets(value: object) -> Iterator[str]:
    """Yield the paths of an export, whatever the conditions that they are for."""
    waiting = [value]
    while waiting:
        target = waiting.pop()
        if isinstance(target, str):
            yield normpath(target)
        elif isinstance(target, dict):
            waiting += reversed(target.values())
        elif isinstance(target, list):
            waiting += reversed(target)


def _of_configuration(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    options = table(data, "compilerOptions")
    base = options.get("baseUrl")
    folder = base if isinstance(base, str) else "."
    for name, targets in table(options, "paths").items():
        for target in array(targets):
            if isinstance(target, str):
                yield name, normpath(join(folder, target))
    if isinstance(base, str):
        yield "*", normpath(join(folder, "*"))
    extended = data.get("extends")
    for path in extended if isinstance(extended, list) else [extended]:
        if isinstance(path, str) and path.startswith("."):
            yield EXTENDS, normpath(path)
