"""Where the identifiers of each file lead, and so which names each file uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from ...model.anchors import parameter_anchor
from ...model.digests import digest
from ...model.errors import noted
from ...model.named_tuple import NamedTuple
from ...model.names import last_part, split_name
from ...model.references import AN_ATTRIBUTE, Spec
from ...model.rows import ReferenceRow, UseRow
from ...store.definition_queries import definitions_in
from ...store.file_languages import is_of_python
from ...store.file_queries import FileContent, linked_files
from ...store.link_rows import FileReferences
from ..expressions.expression_targets import IdentifierResolver
from ..places import External, Parameter, Target
from ..scopes.names_of_tree import module_row
from ..scopes.scoped_names import ScopedNames
from .by_name import ANY_MEMBER, ByName
from .file_uses import file_uses
from .precise_links import PreciseLinks


class LinkedFile(NamedTuple):
    """What the identifiers of a file say."""

    references: FileReferences
    uses: list[UseRow]
    problem: str = ""
    """Why nothing is known of them, where an error was raised."""


MapFunction = Callable[[Callable[[Any], Any], list[Any]], Iterable[Any]]
"""Calls a function for each item, as :func:`map` does, perhaps in some processes."""


def link_identifiers(
    root: Path,
    resolver: IdentifierResolver,
    scoped: ScopedNames,
    paths: Iterable[str] | None = None,
    map_files: MapFunction = map,
) -> Iterable[LinkedFile]:
    """Return for each file where its identifiers lead, and what it uses.

    :param root: where the files are.
    :param resolver: follows those of Python.
    :param scoped: follows those of all other languages.
    :param paths: the files; by default all.
    :param map_files: no transaction may be under way if it starts processes.
    """
    files = _FileLinks(root, resolver, scoped)
    return map_files(files.of, linked_files(resolver.imports.store, paths))


class _FileLinks:
    """Finds the links of files, one after the other."""

    def __init__(
        self, root: Path, resolver: IdentifierResolver, scoped: ScopedNames
    ) -> None:
        self._store = resolver.imports.store
        self._root = root
        self._resolver = resolver
        self._scoped = scoped
        self._definitions = lru_cache(256)(self._read_definitions)
        self._by_name = ByName(resolver)
        self._precise = PreciseLinks(self._store, root, self._definitions)

    def of(self, file: FileContent) -> LinkedFile:
        """Return the links of a file; with none, why an error was raised."""
        problems: list[str] = []
        with noted(problems, file.path):
            return self._linked(file)
        specs: Sequence[Spec] = ()
        with noted(problems, file.path):
            specs = self._store.get_all_facts(file.key).references.specs
        # All of them lead nowhere, as far as is known.
        targets = msgspec.json.encode([0] * len(specs)).decode()
        return LinkedFile(FileReferences(file.path, "", targets, ""), [], problems[0])

    def _linked(self, file: FileContent) -> LinkedFile:
        path, facts = file.path, self._store.get_all_facts(file.key)
        self._resolver.interface(path, facts)
        specs = facts.references.specs
        python = is_of_python(self._store, path)
        row_of_spec = self._row_in_python if python else self._scoped.row

        def target_of(spec: Spec) -> ReferenceRow | None:
            try:
                # What is local leads nowhere else.
                return None if spec.kind == "local" else row_of_spec(path, spec)
            except RecursionError:  # hundreds of types, each called like another one
                return None

        targets = [*map(target_of, specs)]
        indexed = ""
        if exact := self._precise.links(path, facts, targets):
            references, targets = exact
            indexed = msgspec.json.encode(references).decode()
            facts = replace(facts, references=references.instead_of(facts.references))
        shown = [
            target if target and target.kind != ANY_MEMBER else 0 for target in targets
        ]
        data = msgspec.json.encode(shown).decode()
        # What other projects have, their inventories say when a page is written.
        inside = [
            target if target and (target.path or target.more) else None
            for target in targets
        ]
        names = f" {' '.join(sorted(requested_names(specs)))} "
        content = msgspec.json.encode(inside).decode()
        row = FileReferences(path, digest(text=content + indexed), data, names, indexed)
        uses = file_uses(path, facts, targets, self._definitions(path), self._root)
        return LinkedFile(row, uses)

    def _row_in_python(self, path: str, spec: Spec) -> ReferenceRow | None:
        """Return what a spec of a file of Python leads to."""
        targets = self._resolver.resolve(path, spec)
        if not targets:
            unknown = self._by_name.unknown(path, spec)
            return unknown and self._by_name.row(path, unknown)
        hidden, below = list[Target](), list[ReferenceRow]()
        if isinstance(targets[0], External):
            hidden = self._by_name.hidden(path, spec) or self._by_name.elsewhere(
                path, targets[0]
            )
            below = [] if hidden else self._by_name.below(path, spec)
        rows = list(filter(None, map(self._row_of, hidden or targets)))
        if not rows:
            return None
        if hidden:
            rows = [row._replace(by_name=True) for row in rows]
        rows += below
        return rows[0]._replace(more=tuple(rows[1:])) if rows[1:] else rows[0]

    def _row_of(self, target: Target | External | Parameter) -> ReferenceRow | None:
        if isinstance(target, External):
            return ReferenceRow("", "external", target.dotted)
        if isinstance(target, Parameter):
            qualname = f"{target.qualname}.{target.name}"
            anchor = parameter_anchor(target.qualname, target.name)
            return ReferenceRow(target.path, "parameter", qualname, anchor)
        if target.qualname:
            return self._definitions(target.path).get(target.qualname)
        return module_row(self._store, target.path)

    def _read_definitions(self, path: str) -> dict[str, ReferenceRow]:
        """Return the definitions of a file by qualified name."""
        rows: dict[str, ReferenceRow] = {}
        python = is_of_python(self._store, path)
        for row in definitions_in(self._store, path):
            known = rows.get(row.qualname)
            # In Python a class comes before a function that may stand in for it, as
            # in :meth:`.ModuleInterface.of`; in C they are different things.
            if known is None or (
                row.kind not in {"attribute", "data"}
                and not (python and known.kind == "class")
            ):
                rows[row.qualname] = ReferenceRow(
                    path, row.kind, row.qualname, row.anchor
                )
        return rows


def requested_names(specs: Iterable[Spec]) -> set[str]:
    """Return the names that some specs ask a module or a class for."""
    names: set[str] = set()
    steps: set[str] = set()
    taken = {""}
    for spec in specs:
        if spec.kind == "name":
            # Its steps are where it is looked up. What stands before its last part
            # is mostly known: of a chain each member is a spec.
            name = spec.base
            if spec.steps[-1:] == (AN_ATTRIBUTE,):
                names.add(f"{last_part(name)}Attribute")
            while name not in taken:
                taken.add(name)
                name, last = split_name(name)
                names.add(last)
        elif spec.kind != "local":
            steps.update(spec.steps)
            if spec.kind not in {"module", "builtin"}:
                names.add(last_part(spec.base))
    # Other steps end with brackets.
    names.update(step for step in steps if step[-1] not in ")]")
    names.discard("")
    return names
