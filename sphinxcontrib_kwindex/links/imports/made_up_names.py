"""What a module may give for a name that it has not (PEP 562).

It has a function ``__getattr__``, which is given the name, and its strings have that
name. A package may import what it is asked for only then. Its strings have the module,
too, then: ``{"Cart": "shop.cart"}``, ``{"cart": ["Cart"]}``, or what is given to the
function that makes the ``__getattr__``, as ``attach`` of lazy_loader does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...model.facts import FileFacts
from ...model.grouped import grouped
from ...model.reachable import reached
from ..languages.python import Modules
from ..places import GETATTR


def may_import(facts: FileFacts) -> bool:
    """Tell whether the function may import what it is asked for by computed names."""
    is_made = any(
        row.qualname == GETATTR and row.kind == "data" for row in facts.definitions
    )
    return is_made or any(
        row.module.partition(".")[0] == "importlib" for row in facts.imports
    )


def made_up_names(
    path: str,
    facts: FileFacts,
    modules: Modules,
    defined: Callable[[str], Iterable[str]],
) -> dict[str, list[tuple[str, str]]]:
    """Return what a module gives for each name: the function, or what it imports.

    :param path: of a file with such a function.
    :param modules: those of the tree.
    :param defined: returns the names that a module defines.
    """
    given = {name: [(path, GETATTR)] for name in facts.quoted}
    if not may_import(facts):
        return given

    def named(module: str) -> Iterator[str]:
        found = (modules.submodule(module, name) for name in facts.quoted)
        return filter(None, found)

    top = modules.name(path).partition(".")[0]
    starts = [path, modules.find(path, top, 0)] if top in given else [path]
    imported = grouped(
        (name, (module, name))
        for module in reached(filter(None, starts), named)
        if module not in starts
        for name in given.keys() & set(defined(module))
    )
    return given | {name: some for name, some in imported.items() if not some[1:]}
