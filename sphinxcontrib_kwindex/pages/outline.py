"""The outline of a file's code: each definition in its place, with its docstring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ..codemap import CodeMap
from ..facts import Definition
from .context import Context, section_id
from .nodes import kw_definition

#: The id of the section.
OUTLINE_ID: Final = section_id("Detailed Analysis")
_KEYWORDS: Final = {"class": "class", "function": "def", "method": "def"}


def outline_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return None


def outline(context: Context, path: str) -> list[nodes.Node]:
    """Return every definition of a file, nested as in the code, with anchors."""
    return definition_nodes(context, path, context.code.facts(path).definitions)


def definition_nodes(
    context: Context, path: str, definitions: Iterable[Definition]
) -> list[nodes.Node]:
    """Return definitions as nodes, each inside the one that encloses it."""
    rows = context.code.store.definitions("path = ?", (path,))
    anchors = {(row.kind, row.qualname): row.anchor for row in rows}
    docstrings = context.docstrings.get(path, {})
    holders: defaultdict[str, list[kw_definition]] = defaultdict(list)
    top: list[nodes.Node] = []
    ordered = sorted(definitions, key=lambda one: (one.line, one.qualname))
    made = []
    for one in ordered:
        anchor = anchors[one.kind, one.qualname]
        node = kw_definition(
            "",
            anchor=context.anchor(path, anchor),
            kind=one.kind,
            keyword=_keyword(one),
            name=one.name,
            qualname=one.qualname,
            decorators=one.decorators,
            signatures=_signatures(one),
            lines=[(line, context.line(path, line)) for line in one.lines],
            labels=_labels(one),
            reference=context.reference(path, anchor),
        )
        node.extend(
            child.deepcopy() for child in docstrings.get((one.kind, one.qualname), ())
        )
        made.append(node)
        if one.kind in _KEYWORDS:
            holders[one.qualname].append(node)
    for one, node in zip(ordered, made, strict=True):
        (_holder(holders, one) or top).append(node)
    return top


def _holder(
    holders: dict[str, list[kw_definition]], one: Definition
) -> kw_definition | None:
    outer = one.qualname.rpartition(".")[0].removesuffix(".<locals>")
    return holders[outer][0] if outer and outer in holders else None


def _keyword(one: Definition) -> str:
    keyword = _KEYWORDS.get(one.kind, "")
    return f"async {keyword}" if "async" in one.modifiers else keyword


def _signatures(one: Definition) -> tuple[str, ...]:
    if one.kind in _KEYWORDS:
        # A property and its setter, and branches of an "if" often look alike.
        return tuple(dict.fromkeys(one.signatures))
    annotation = f": {one.annotation}" if one.annotation else ""
    value = f" = {one.value}" if one.value else ""
    return (annotation + value,) if annotation or value else ()


def _labels(one: Definition) -> tuple[str, ...]:
    shown = [word for word in one.modifiers if word not in {"async", "instance"}]
    if "instance" in one.modifiers:
        shown.append("set on the instance")
    return tuple(shown)
