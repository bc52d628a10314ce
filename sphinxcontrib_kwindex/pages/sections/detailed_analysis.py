"""The outline of a file's code: each definition in its place, with its docstring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.possible_uses import PossibleUses, possible_uses
from ...codemap.tests_of_definitions import definition_tests
from ...i18n import say
from ...model.facts import Definition
from ..nodes import kw_definition
from ..page_context import Context
from .collapsing import public_first, shown_blocks
from .definition_badges import badges
from .definition_uses import (
    Uses,
    calls_of_definitions,
    users_node,
    uses_inputs,
    uses_of_definitions,
)
from .inherited_members import inheritance_note, inherited_members
from .possible_uses import shown_uses
from .section import Section
from .tested_by import tested_by

_KEYWORDS: Final = {"class": "class", "function": "def", "method": "def"}


def detailed_analysis_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return (
        uses_inputs(code, path),
        calls_of_definitions(code, path),
        [
            (anchor, possible, shown_uses(code, possible))
            for anchor, possible in possible_uses(code, path).items()
        ],
        sorted(code.unused[path]),
        inherited_members(code, path),
        definition_tests(code, path),
    )


def detailed_analysis(context: Context, path: str) -> list[nodes.Node]:
    """Return every definition of a file, nested as in the code, with anchors."""
    return definition_nodes(context, path, context.code.facts(path).definitions)


def definition_nodes(
    context: Context, path: str, definitions: Iterable[Definition]
) -> list[nodes.Node]:
    """Return definitions as nodes, each inside the definition that encloses it."""
    rows = context.code.definitions(path)
    anchors = {(row.kind, row.qualname): row.anchor for row in rows}
    holders: defaultdict[str, list[kw_definition]] = defaultdict(list)
    ordered = sorted(
        definitions, key=lambda definition: (definition.line, definition.qualname)
    )
    made = []
    uses = uses_of_definitions(context.code, path)
    calls = calls_of_definitions(context.code, path)
    possible = possible_uses(context.code, path)
    above = inherited_members(context.code, path)
    tests = definition_tests(context.code, path)
    badges_by_name = badges(context.code.facts(path))
    limit = context.code.settings.rules.max_complexity
    complexities = {
        (measure.qualname, measure.line): measure.complexity
        for measure in context.code.facts(path).measures
        if measure.complexity > limit
    }
    for definition in ordered:
        anchor = anchors[definition.kind, definition.qualname]
        measured = [
            complexities.get((definition.qualname, line), 0)
            for line in definition.lines
        ]
        node = kw_definition(
            "",
            anchor=context.anchor(path, anchor),
            kind=definition.kind,
            keyword=_keyword(definition),
            name=definition.name,
            qualname=definition.qualname,
            decorators=definition.decorators,
            signatures=_signatures(definition),
            lines=[(line, context.line(path, line)) for line in definition.lines],
            labels=[
                *_labels(definition, max(measured)),
                *badges_by_name.get(definition.qualname, ()),
            ],
            reference=context.reference(path, anchor),
        )
        docstring = context.docstring(path, definition.kind, definition.qualname)
        node["above"] = inheritance_note(context, above, anchor)
        node["shown"] = shown_blocks(docstring, definition.docstring)
        node.extend(docstring)
        called = calls.get(definition.qualname, ()) if node["keyword"] else ()
        users = uses.get(anchor, Uses())
        besides = possible.get(anchor, PossibleUses())
        if said := users_node(context, path, definition, users, called, besides):
            node += said
        node.extend(tested_by(context, tests.get(definition.qualname)))
        made.append(node)
        if definition.kind in _KEYWORDS:
            holders[definition.qualname].append(node)
    inside: defaultdict[kw_definition | None, list[kw_definition]] = defaultdict(list)
    for definition, node in zip(ordered, made, strict=True):
        inside[_holder(holders, definition)].append(node)
    for holder, several in inside.items():
        if holder is not None:
            holder.extend(public_first(several))
    return list(public_first(inside[None]))


def _holder(
    holders: dict[str, list[kw_definition]], definition: Definition
) -> kw_definition | None:
    outer = definition.qualname.rpartition(".")[0].removesuffix(".<locals>")
    return holders[outer][0] if outer and outer in holders else None


def _keyword(definition: Definition) -> str:
    keyword = _KEYWORDS.get(definition.kind, "")
    return f"async {keyword}" if "async" in definition.modifiers else keyword


def _signatures(definition: Definition) -> tuple[str, ...]:
    if definition.kind in _KEYWORDS:
        # A property and its setter, and branches of an "if" often look alike.
        return tuple(dict.fromkeys(definition.signatures))
    annotation = f": {definition.annotation}" if definition.annotation else ""
    value = f" = {definition.value}" if definition.value else ""
    return (annotation + value,) if annotation or value else ()


def _labels(definition: Definition, complexity: int) -> tuple[str, ...]:
    unsaid = {"async", "instance", "unbound", "conditional", "class"}
    shown = [word for word in definition.modifiers if word not in unsaid]
    if "instance" in definition.modifiers:
        shown.append(say("set on the instance"))
    if complexity:
        shown.append(say("complexity {number}", number=complexity))
    return tuple(shown)


SECTION: Final = Section(
    "Detailed Analysis",
    detailed_analysis,
    detailed_analysis_inputs,
    applies=lambda facts: bool(facts.definitions),
)
