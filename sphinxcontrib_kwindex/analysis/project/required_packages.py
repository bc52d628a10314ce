"""The packages that projects of Rust, Go and JavaScript ask for.

https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html,
https://go.dev/ref/mod#go-mod-file-require,
https://docs.npmjs.com/cli/configuring-npm/package-json#dependencies

Of ``package.json`` also what it lets others call and import: ``bin``, ``main`` and
``exports``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Final

from ...model.facts import EntryPoint, Requirement
from ..decoding import one_line
from .module_paths import export_targets
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
#: What an export leads to that is no module, or one without code.
_NO_ENTRY: Final = re.compile(r"\*|\.(?:json|[a-z]*css|less|d\.[cm]?ts)$")


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


def npm_entry_points(text: str) -> Iterator[EntryPoint]:
    """Yield the programs of a ``package.json``, and what others import of it.

    Patterns, declarations of types and what is no module are left out.
    """
    data = loaded(json.loads, text)
    package = value(data, "name")
    if not isinstance(package, str) or not package:
        return
    offered = value(data, "exports")
    main = value(data, "main") or value(data, "module")
    groups: dict[str, dict[str, object]] = {
        "bin": table(data, "bin") or {package.rpartition("/")[2]: value(data, "bin")},
        "exports": table(data, "exports"),
        "main": {package: None if offered else main},
    }
    if not any(key.startswith(".") for key in groups["exports"]):
        groups["exports"] = {".": offered}
    for group, named in groups.items():
        section = re.search(rf'"{group}"\s*:', text)
        for key, given in named.items():
            modules = (it for it in export_targets(given) if not _NO_ENTRY.search(it))
            module = next(modules, "")
            if "*" in key or not module:
                continue
            start = section.end() if section else 0
            start = max(text.find(f"{json.dumps(key)}:", start), start)
            written = text.find(f'{module}"', start)
            line = text.count("\n", 0, max(written, start)) + 1
            name = f"{package}{key[1:]}" if group == "exports" else key
            yield EntryPoint(name, module, "", line, group)


def _specifier(version: object) -> str:
    return one_line(version) if isinstance(version, str) and version != "*" else ""
