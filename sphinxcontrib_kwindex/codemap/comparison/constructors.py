"""Signatures of constructors of Python classes, generated ones included."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from ...links.expressions.method_resolution import known_attributes
from ...links.places import External, Target
from ...model.facts import Definition
from ...model.names import last_part, outer_name
from .version import Version

#: The first methods of classes, which take what a call of the class gives.
FIRST_METHODS: Final = ("__init__", "__new__")
_DATACLASS: Final = re.compile(r"(dataclasses\.)?dataclass\b(?!\.)")
_FIELD: Final = re.compile(r"(dataclasses\.)?field\(")
_DEFAULT: Final = re.compile(r"\bdefault(_factory)?=")
_NO_FIELD: Final = re.compile(r"""["']?(typing\.|t\.)?ClassVar\b""")
_ONLY_KEYWORDS: Final = re.compile(r"""["']?(dataclasses\.)?KW_ONLY\b""")
_KEYWORD: Final = "kw_only=True"


def constructor(version: Version, where: Target) -> Definition | None:
    """Return what the fields of a dataclass make its ``__init__``.

    Its defaults are all the same. ``None`` if the class is none, has an ``__init__`` of
    its own, or may have fields that are not known.
    """
    definitions = _definitions(version, where.path)
    if where.qualname not in definitions or f"{where.qualname}.__init__" in definitions:
        return None
    cls = definitions[where.qualname]
    decorator = _decorator(cls)
    if decorator is None or "init=False" in decorator:
        return None
    above = version.code.class_hierarchy.ancestors_of(*where)
    if not above.complete:
        return None
    parameters: dict[str, str] = {}
    named: dict[str, str] = {}
    for ancestor in reversed(above.classes):
        if isinstance(ancestor.base, External):
            if known_attributes(ancestor.base.dotted) is None:
                return None
        else:
            _add_fields(version, ancestor.base, parameters, named)
    _add_fields(version, where, parameters, named)
    parts = ["self", *parameters.values(), *(["*"] if named else []), *named.values()]
    name = f"{where.qualname}.__init__"
    signature = (f"({', '.join(parts)})",)
    return replace(cls, kind="method", qualname=name, signatures=signature)


def _definitions(version: Version, path: str) -> Mapping[str, Definition]:
    rows = version.code.facts(path).definitions if path in version.names.files else ()
    return {row.qualname: row for row in rows}


def _decorator(cls: Definition) -> str | None:
    """Return what makes a dataclass of a class; ``None`` if nothing does."""
    return next(
        (decorator for decorator in cls.decorators if _DATACLASS.match(decorator)), None
    )


def _add_fields(
    version: Version, where: Target, parameters: dict[str, str], named: dict[str, str]
) -> None:
    """Add the parameters that a class has from its own fields, as they are written."""
    definitions = _definitions(version, where.path)
    cls = definitions.get(where.qualname)
    decorator = _decorator(cls) if cls else None
    if decorator is None:
        return
    by_keyword = _KEYWORD in decorator
    for field in _fields(definitions, where.qualname):
        if _ONLY_KEYWORDS.match(field.annotation):
            by_keyword = True
            continue
        is_call = _FIELD.match(field.value)
        name = last_part(field.qualname)
        if is_call and "init=False" in field.value:
            parameters.pop(name, None)
            named.pop(name, None)
            continue
        optional = _DEFAULT.search(field.value) if is_call else field.value
        into = (
            named if by_keyword or (is_call and _KEYWORD in field.value) else parameters
        )
        (parameters if into is named else named).pop(name, None)
        into[name] = f"{name}=..." if optional else name


def _fields(definitions: Mapping[str, Definition], cls: str) -> Iterator[Definition]:
    for definition in sorted(definitions.values(), key=lambda it: it.line):
        inside = (
            definition.kind == "attribute" and outer_name(definition.qualname) == cls
        )
        is_field = definition.annotation and "instance" not in definition.modifiers
        if inside and is_field and not _NO_FIELD.match(definition.annotation):
            yield definition
