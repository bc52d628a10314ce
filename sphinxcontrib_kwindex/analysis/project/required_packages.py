"""The packages that projects of Rust, Go and JavaScript ask for.

https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html,
https://go.dev/ref/mod#go-mod-file-require,
https://docs.npmjs.com/cli/configuring-npm/package-json#dependencies
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Final

from ...model.facts import Requirement
from ..decoding import one_line
from .plain_data import loaded, table, value
from .toml_lines import toml_lines

_CARGO: Final = {
    "dependencies": "",
    "dev-dependencies": "group dev",
    "build-dependencies": "build",
}
_NPM: Final = {
    "dependencies": "",
    "devDependencies": "group dev",
    "peerDependencies": "group peer",
    "optionalDependencies": "optional",
}


def required_crates(text: str) -> Iterator[Requirement]:
    """Yield what a ``Cargo.toml`` asks for, by the names in the code."""
    data = loaded(tomllib.loads, text)
    lines = {} if data is None else loaded(toml_lines, text) or {}
    conditions = [((), ""), *((("target", it), it) for it in table(data, "target"))]
    places: list[tuple[tuple[str, ...], str, str]] = [
        ((*above, key), group, condition)
        for above, condition in conditions
        for key, group in _CARGO.items()
    ]
    places.append((("workspace", "dependencies"), "group workspace", ""))
    for path, group, condition in places:
        for name, given in table(data, *path).items():
            version = given if isinstance(given, str) else value(given, "version")
            places_of = [value(given, "git"), value(given, "path")]
            for place in filter(None, [] if version else places_of):
                version = f"@ {place}"
            where = group or "optional" * (value(given, "optional") is True)
            line = lines.get((*path, name), 0)
            yield Requirement(name, _specifier(version), line, where, condition)


def required_modules(text: str) -> Iterator[Requirement]:
    """Yield what a ``go.mod`` asks for."""
    directive = ""
    for number, line in enumerate(text.split("\n"), 1):
        match line.partition("//")[0].split():
            case [directive, "("]:
                continue
            case [")"]:
                directive = ""
            case ["require", name, version]:
                yield _module(name, version, number, line)
            case [name, version] if directive == "require":
                yield _module(name, version, number, line)


def _module(name: str, version: str, number: int, line: str) -> Requirement:
    indirect = re.search(r"//\s*indirect\b", line)
    return Requirement(
        name.strip('"`'), version, number, "indirect" if indirect else ""
    )


def required_npm_packages(text: str) -> Iterator[Requirement]:
    """Yield what a ``package.json`` asks for."""
    data = loaded(json.loads, text)
    for key, group in _NPM.items():
        begin = re.search(rf'"{key}"\s*:\s*\{{', text)
        for name, version in table(data, key).items():
            written = re.compile(rf"{re.escape(json.dumps(name))}\s*:")
            at = written.search(text, begin.end()) if begin else None
            if at:
                line = text.count("\n", 0, at.start()) + 1
                yield Requirement(name, _specifier(version), line, group)


def _specifier(version: object) -> str:
    return one_line(version) if isinstance(version, str) and version != "*" else ""
