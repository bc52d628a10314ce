"""Names that Go and Rust import files by, from ``go.mod`` and ``Cargo.toml``.

Projects of C# say which namespaces are known to all of their files:
https://learn.microsoft.com/dotnet/core/project-sdk/msbuild-props#using

A crate of Rust may call another by a name of its own, and says where that one is:
https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html

https://go.dev/ref/mod#go-mod-file-module,
https://doc.rust-lang.org/cargo/reference/cargo-targets.html
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from posixpath import normpath
from typing import Any, Final

from ...model.project_facts import ModuleName
from .plain_data import array, loaded, table, value

CARGO: Final = "Cargo.toml"
GO_MOD: Final = "go.mod"
#: What the names of projects of C# end with, and those of what these include.
MSBUILD: Final = (".csproj", ".props", ".targets")

#: The module that a ``go.mod`` names.
MODULE: Final = re.compile(
    r"^\s*module\s*(?:\(\s*)?(\"[^\"\n]*\"|`[^`\n]*`|[^\s()]+)", re.MULTILINE
)
_USING: Final = re.compile(r'<Using\s+Include="([^"\s<>]+)"')


def module_names(name: str, text: str) -> tuple[ModuleName, ...]:
    """Return by which names other files import what a project has.

    :param name: the base name of the file.
    """
    if name == GO_MOD:
        match = MODULE.search(text)
        return (ModuleName(match[1].strip('"`'), ""),) if match else ()
    if name.endswith(MSBUILD):
        return tuple(ModuleName(namespace, "") for namespace in _USING.findall(text))
    data = loaded(tomllib.loads, text) if name == CARGO else None
    return () if data is None else tuple(_crates(data))


#: The tables of what a crate depends on, as a key of a package or of a workspace.
_DEPENDENCIES: Final = ("dependencies", "dev-dependencies", "build-dependencies")


def crate_paths(name: str, text: str) -> tuple[tuple[str, str], ...]:
    """Return which crates of the tree a crate depends on, by the names that it uses.

    :param name: the base name of the file.
    :return: each name, and the folder of the crate from that of the file.
    """
    data = loaded(tomllib.loads, text) if name == CARGO else None
    tables = [table(data, "workspace"), data, *table(data, "target").values()]
    groups = [table(one, key) for one in tables for key in _DEPENDENCIES]
    groups += [
        group for group in table(data, "patch").values() if isinstance(group, dict)
    ]
    return tuple(
        dict.fromkeys(
            (called.replace("-", "_"), normpath(path))
            for group in groups
            for called in group
            if isinstance(path := value(group[called], "path"), str)
        )
    )


def _crates(data: dict[str, Any]) -> Iterator[ModuleName]:
    package, library = table(data, "package"), table(data, "lib")
    called = library.get("name") or package.get("name")
    if isinstance(called, str):
        path = library.get("path")
        path = path if isinstance(path, str) else "src/lib.rs"
        yield ModuleName(called.replace("-", "_"), path)
        # What is run has no name that others import it by.
        yield ModuleName("", "src/main.rs")
    for kind in ("bin", "test", "example", "bench"):
        for target in array(data, kind):
            if isinstance(path := value(target, "path"), str):
                yield ModuleName("", path)
