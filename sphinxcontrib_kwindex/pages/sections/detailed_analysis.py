"""The outline of a file's code: each definition in its place, with its docstring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.usage import users
from ...i18n import say
from ...model.facts import Definition
from ..nodes import Users, kw_definition
from ..page_context import Context
from .collapsing import public_first, shown_blocks
from .definition_badges import badges
from .inherited_members import inheritance_note, inherited_members
from .section import Section

_KEYWORDS: Final = {"class": "class", "function": "def", "method": "def"}


#: Users of a definition that are shown at once, and those that are listed at most.
USERS: Final = 5
USERS_FOLDED: Final = 50


def detailed_analysis_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return _users(code, path), inherited_members(code, path)


def _users(code: CodeMap, path: str) -> dict[str, tuple[int, list[tuple[str, str]]]]:
    """Return for each definition that is used how many files use it.

    With the nearest of them, and there the id of what is around a use, by the id of
    the definition.
    """
    return {
        anchor: (len(places), list(places.items())[:USERS_FOLDED])
        for anchor, places in users(code, path).items()
    }


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
    users_by_anchor = _users(context.code, path)
    above = inherited_members(context.code, path)
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
            users=_shown_users(context, *users_by_anchor.get(anchor, (0, []))),
            reference=context.reference(path, anchor),
        )
        docstring = context.docstring(path, definition.kind, definition.qualname)
        node["above"] = inheritance_note(
            context, above, definition.kind, definition.qualname
        )
        node["shown"] = shown_blocks(docstring, definition.docstring)
        node.extend(docstring)
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


def _shown_users(
    context: Context, number: int, places: list[tuple[str, str]]
) -> Users | None:
    if not number:
        return None
    shown = tuple((user, context.href("docs", user, around)) for user, around in places)
    return Users(number, shown, USERS)


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
    shown = [word for word in definition.modifiers if word not in {"async", "instance"}]
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
