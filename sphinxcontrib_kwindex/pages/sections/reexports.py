"""What a package offers of what its modules define, and where that comes from."""

from __future__ import annotations

from itertools import groupby

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.offers import Offered, offers
from ...i18n import say
from ...links.languages.python import is_package_file
from ...model.facts import Definition
from ...model.grouped import grouped
from ..nodes import SHOWN, ListEntry, Part
from ..page_context import Context, titled_list
from ..quantities import kind_word, pluralize


def reexported_names(code: CodeMap, path: str) -> list[Offered]:
    """Return the names that a package offers, where that is what it is there for.

    :return: by modules, in the order of the package; nothing for a file that defines
        more itself.
    """
    if not is_package_file(path):
        return []
    own = [
        definition
        for definition in code.facts(path).definitions
        if definition.kind in {"class", "function"} and "." not in definition.qualname
    ]
    offered = offers(code, path).names
    if len(offered) <= len(own):
        return []
    targets = grouped((name.target, name) for name in offered)
    known: dict[tuple[str, str], Definition] = {}
    for target in sorted(targets):
        # One file after the other: facts are large.
        wanted = {name.qualname for name in targets[target]} - {""}
        for definition in code.facts(target).definitions if wanted else ():
            if definition.qualname in wanted:
                known.setdefault((target, definition.qualname), definition)
    order = list(dict.fromkeys(name.module for name in offered))
    described = [
        name._replace(kind=said.kind, summary=said.summary) if said else name
        for name in offered
        for said in [known.get((name.target, name.qualname))]
    ]
    return sorted(described, key=lambda name: order.index(name.module))


def reexports_list(context: Context, path: str) -> list[nodes.Node]:
    """Show what a package offers, grouped by the modules that it comes from."""
    offered = reexported_names(context.code, path)
    rows: list[ListEntry] = []
    for module, group in groupby(offered, key=lambda name: name.module):
        names = list(group)
        uri = context.href("docs", module)
        summary = pluralize(len(names), "name")
        rows.append(ListEntry(module, uri, summary=summary))
        rows += [_entry(context, name) for name in names]
    number = pluralize(len(offered), "name")
    return titled_list(say("Re-exports ({names})", names=number), rows, shown=SHOWN)


def _entry(context: Context, offered: Offered) -> ListEntry:
    anchors = context.code.anchors(offered.target).get(offered.qualname, {})
    uri = context.href("docs", offered.target, next(iter(anchors.values()), ""))
    parts = []
    if offered.qualname not in {"", offered.name}:
        parts.append(Part(say("defined as {name}", name=offered.qualname)))
    if offered.target != offered.module:
        parts.append(Part(say("from {path}", path=offered.target)))
    if offered.star:
        parts.append(Part(say("by import {star}", star="*")))
    return ListEntry(
        offered.name,
        uri,
        kind=kind_word(offered.kind) if offered.kind else "",
        summary=offered.summary,
        parts=tuple(parts),
        level=1,
    )
