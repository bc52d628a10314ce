"""Where the identifiers of each file lead, and so which names each file uses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from ..model.anchors import parameter_anchor
from ..model.references import Spec
from ..model.rows import ReferenceRow, UseRow, digest
from ..store.database import Store
from ..store.definition_queries import definitions_in, definitions_named
from ..store.file_queries import FileContent, parsed_modules
from ..store.link_rows import FileReferences
from .builtin_types import BUILTIN_NAMES
from .identifier_targets import IdentifierResolver, Unknown
from .languages.python import is_stub, stubbed
from .module_interface import OWN, ModuleInterface
from .places import External, Parameter, Target
from .shared_objects import Shared
from .uses import file_uses

#: How many definitions may have the name of an attribute of something unknown.
MOST_BY_NAME: Final = 3

#: Of how many such names is kept what they lead to.
_NAMES: Final = 5_000

LinkedFile = tuple[FileReferences, list[UseRow]]
MapFunction = Callable[[Callable[[Any], Any], list[Any]], Iterable[Any]]
"""Calls a function for each item, as :func:`map` does, perhaps in some processes."""


def read_interfaces(store: Store) -> Callable[[str], ModuleInterface]:
    """Return what reads the interface of a file of the tree."""
    shared = Shared()

    def read_interface(path: str) -> ModuleInterface:
        # What is not shown still comes before what is derived from.
        facts = store.get_all_facts(store.file_key(path) or "")
        return ModuleInterface.of(facts.definitions, facts.references, shared)

    return read_interface


def link_identifiers(
    store: Store,
    root: Path,
    resolver: IdentifierResolver,
    paths: Iterable[str] | None = None,
    map_files: MapFunction = map,
) -> Iterable[LinkedFile]:
    """Return for each file where its identifiers lead, and what it uses.

    :param root: where the files are.
    :param paths: the files; by default all.
    :param map_files: no transaction may be under way if it starts processes.
    """

    @lru_cache(256)
    def definitions(path: str) -> dict[str, ReferenceRow]:
        rows: dict[str, ReferenceRow] = {}
        for row in definitions_in(store, path):
            if row.qualname not in rows or row.kind not in {"attribute", "data"}:
                rows[row.qualname] = ReferenceRow(
                    path, row.kind, row.qualname, row.anchor
                )
        return rows

    members = lru_cache(_NAMES)(partial(members_named, store))

    @lru_cache(_NAMES)
    def constants(name: str) -> ReferenceRow | None:
        # "settings.DEBUG" is a line of another module.
        rows = members_named(store, name, ("data",)) if name.isupper() else []
        return rows[0] if len(rows) == 1 and rows[0].qualname == name else None

    def by_name(path: str, unknown: Unknown) -> ReferenceRow | None:
        rows = members(unknown.name)
        only = len(rows) == 1 and not unknown.of_self
        rows = [row for row in rows if is_offered(path, row, unknown, only)]
        if rows:
            return rows[0]._replace(more=tuple(rows[1:]))
        return constants(unknown.name) if unknown.made_up else None

    def is_offered(path: str, row: ReferenceRow, unknown: Unknown, only: bool) -> bool:
        if unknown.classes:
            owner = Target(row.path, row.qualname.rpartition(".")[0])
            return resolver.may_be(unknown, owner)
        if row.path == path:
            return True
        # What is local is used where it is defined, and so is what a class keeps for
        # itself, if others have the name: "_meta" of anything else is not its
        # "self._meta".
        target = Target(row.path, row.qualname)
        is_local = "<locals>" in row.qualname
        return not is_local and (only or resolver.trait(target) != OWN)

    def row_of(target: Target | External | Parameter) -> ReferenceRow | None:
        if isinstance(target, External):
            return ReferenceRow("", "external", target.dotted)
        if isinstance(target, Parameter):
            qualname = f"{target.qualname}.{target.name}"
            anchor = parameter_anchor(target.qualname, target.name)
            return ReferenceRow(target.path, "parameter", qualname, anchor)
        if target.qualname:
            return definitions(target.path).get(target.qualname)
        is_file = store.file_key(target.path) is not None
        return ReferenceRow(target.path, "file" if is_file else "folder")

    def resolve(path: str, spec: Spec) -> ReferenceRow | None:
        # What is local leads nowhere else.
        if spec.kind == "local":
            return None
        targets = resolver.resolve(path, spec)
        if not targets:
            unknown = resolver.asked_of_unknown(path, spec)
            if unknown is None or unknown.name in BUILTIN_NAMES:
                return None
            return by_name(path, unknown)
        rows = list(filter(None, map(row_of, targets)))
        if not rows:
            return None
        return rows[0]._replace(more=tuple(rows[1:])) if rows[1:] else rows[0]

    def link(file: FileContent) -> LinkedFile:
        facts = store.get_all_facts(file.key)
        resolver.learn(file.path, facts)
        specs = facts.references.specs
        targets = [resolve(file.path, spec) for spec in specs]
        data = json.dumps([target or 0 for target in targets])
        # What other projects have, their inventories say when a page is written.
        inside = [target if target and target.path else None for target in targets]
        names = f" {' '.join(sorted(requested_names(specs)))} "
        references = FileReferences(
            file.path, digest(text=json.dumps(inside)), data, names
        )
        own = definitions(file.path)
        return references, file_uses(file.path, facts, targets, own, root)

    return map_files(link, parsed_modules(store, paths))


def members_named(
    store: Store, name: str, kinds: Sequence[str] = ("method", "attribute")
) -> list[ReferenceRow]:
    """Return the definitions of a name and some kinds if they are few.

    :return: the rows of identifiers that may lead to them by nothing but the name.
    """
    rows: dict[tuple[str, str], ReferenceRow] = {}
    for row in definitions_named(store, name, kinds):
        # A stub says the same again.
        path = stubbed(row.path) if is_stub(row.path) else row.path
        if path == row.path or (path, row.qualname) not in rows:
            rows[path, row.qualname] = ReferenceRow(
                row.path, row.kind, row.qualname, row.anchor, by_name=True
            )
        if len(rows) > MOST_BY_NAME:
            return []
    return list(rows.values())


def requested_names(specs: Iterable[Spec]) -> set[str]:
    """Return the names that some specs ask a module or a class for."""
    names: set[str] = set()
    for spec in specs:
        if spec.kind != "local":
            # Other steps end with brackets.
            names.update(step for step in spec.steps if step[-1] not in ")]")
            if spec.kind not in {"module", "builtin"}:
                names.add(spec.base.rpartition(".")[2])
    names.discard("")
    return names
