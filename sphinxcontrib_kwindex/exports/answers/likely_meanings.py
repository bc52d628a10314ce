"""Which of the definitions that a name may mean are meant, and which come first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...codemap.code_map import CodeMap
from ...codemap.names.lookup import DomainObject
from ...codemap.testing.files_with_tests import holds_tests
from ...links.languages.python import stubbed_source
from ...model.facts import Definition
from ...model.kinds import MEMBERS
from ...model.python_suffixes import STUB
from ...model.rows import DefinitionRow
from ...scan.test_paths import is_test_or_example
from ...store.counterpart_queries import DECLARING, counterparts

#: So many objects may be one and what declares it.
_SEVERAL: Final = 2


def with_source(
    code: CodeMap, name: str, objects: list[DomainObject], kinds: Sequence[str]
) -> list[DomainObject]:
    """Add what has a name at its end where only tests and examples are called so."""
    if not name.isidentifier() or any(
        not is_test_or_example(it.path) for it in objects
    ):
        return objects
    rows = code.definitions_named(name, kinds) if objects else ()
    return objects + [
        DomainObject(row.kind, row.path, row.qualname, row.anchor)
        for row in rows
        if not is_test_or_example(row.path)
    ]


def without_declarations(
    code: CodeMap, objects: Sequence[DomainObject]
) -> list[DomainObject]:
    """Leave out what only declares another of some objects, in a stub, too."""
    if len(objects) < _SEVERAL:
        return list(objects)
    source = {
        (object_.kind, object_.qualname)
        for object_ in objects
        if not object_.path.endswith(DECLARING)
    }
    places = {(object_.path, object_.anchor) for object_ in objects}
    names = {(object_.path, object_.qualname) for object_ in objects}

    def has_source(stub: DomainObject) -> bool:
        return bool(
            stubbed_source(stub.path, lambda path: (path, stub.qualname) in names)
        )

    return [
        object_
        for object_ in objects
        if not any(
            row.own_declares
            and row.own == object_.anchor
            and (row.path, row.anchor) in places
            for row in counterparts(code.store, object_.path, object_.qualname)
        )
        and not has_source(object_)
        and not (
            object_.path.endswith(DECLARING)
            and (object_.kind, object_.qualname) in source
        )
    ]


def likely_order(
    code: CodeMap, path: str, definition: Definition | DefinitionRow, *, private: bool
) -> tuple[object, ...]:
    """Return where a definition stands among others that a name may mean.

    Those that are no tests come first, no examples, that are not private, that are no
    declarations of what is defined elsewhere, and that are in no class.
    """
    declares = bool(definition.declaration) or path.endswith((*DECLARING, STUB))
    traits = private, declares, definition.kind in MEMBERS
    read = holds_tests(code, path), is_test_or_example(path)
    return *read, *traits, path, definition.line
