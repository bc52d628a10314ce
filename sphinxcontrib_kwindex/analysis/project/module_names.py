"""By which names files are imported, as ``go.mod`` and ``Cargo.toml`` say.

https://go.dev/ref/mod#go-mod-file-module,
https://doc.rust-lang.org/cargo/reference/cargo-targets.html
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

from ...model.project_facts import ModuleName
from .plain_data import array, table, value

CARGO: Final = "Cargo.toml"
GO_MOD: Final = "go.mod"

_MODULE: Final = re.compile(
    r"^\s*module\s*(?:\(\s*)?(\"[^\"\n]*\"|`[^`\n]*`|[^\s()]+)", re.MULTILINE
)


def module_names(name: str, text: str) -> tuple[ModuleName, ...]:
    """Return by which names other files import what a project has.

    :param name: the base name of the file.
    """
    if name == GO_MOD:
        found = _MODULE.search(text)
        return (ModuleName(found[1].strip('"`'), ""),) if found else ()
    if name != CARGO:
        return ()
    try:
        return tuple(_crates(tomllib.loads(text)))
    except (ValueError, RecursionError):
        return ()


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
