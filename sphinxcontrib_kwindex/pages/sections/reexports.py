"""What a package offers of what its modules define, and where that comes from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import say
from ...links.languages.python import is_package_file
from ...links.tree_paths import is_within
from ...model.facts import Definition, FileFacts, is_private
from ...model.grouped import grouped
from ...model.named_tuple import NamedTuple
from ...model.references import IMPORTED
from ..nodes import SHOWN, ListEntry, Part
from ..page_context import Context, titled_list
from ..quantities import kind_word, pluralize


class Offered(NamedTuple):
    """A name that a package offers, and what it is."""

    module: str
    """The path of the module that the package imports it from."""
    name: str
    target: str
    """The path of the file that defines it."""
    qualname: str
    """Its qualified name there; empty for a module."""
    star: bool
    """Whether ``*`` imports it."""
    kind: str = ""
    summary: str = ""


def offered_names(code: CodeMap, path: str) -> list[Offered]:
    """Return what an ``__init__`` module imports to offer it, each name once.

    That is what ``__all__`` has; without ``__all__``, what it imports from below its
    folder under a public name, but for :func:`names_for_itself`. What ``*`` imports is
    looked up. Imports for type checkers count where ``__getattr__`` of the module gives
    what is in ``__all__``.
    """
    facts = code.facts(path)
    dynamic = facts.exports is not None and any(
        definition.qualname == "__getattr__" for definition in facts.definitions
    )
    below = path.rpartition("/")[0]
    offered: dict[str, Offered] = {}
    for row in code.links(path):
        imported = facts.imports[row.ordinal]
        executed = not imported.lazy and (dynamic or not imported.type_checking)
        if row.category != "file" or not executed:
            continue
        if imported.name == "*":
            offers = [
                Offered(row.module, name, *definition, star=True)
                for name, definition in _star_names(code, row.module)
            ]
        else:
            names = imported.bound, row.target, row.qualname
            offers = [Offered(row.module, *names, star=False)] if row.qualname else []
        for offer in offers:
            inside = is_within(offer.target, below)
            if offer.target != path and _offers(facts, offer, inside=inside):
                offered[offer.name] = offer
    own = names_for_itself(code, path) if offered else set[str]()
    return [offer for name, offer in offered.items() if name not in own]


def names_for_itself(code: CodeMap, path: str) -> set[str]:
    """Return what a package without ``__all__`` imports from below its folder and uses.

    Nothing that other files may take from it, nor by its own name: ``a as a``.
    """
    facts = code.facts(path)
    below = path.rpartition("/")[0]
    names = {
        ("." * imported.level + imported.module, imported.name): (imported.bound, row)
        for row in (code.links(path) if facts.exports is None else ())
        for imported in [facts.imports[row.ordinal]]
        if row.category == "file" and row.qualname and is_within(row.target, below)
        if not imported.bound.startswith("_") and imported.alias != imported.name
    }
    if not names:
        return set()
    found = code.identifiers(path)
    used = {one.spec for one in found.iterate() if one.role != IMPORTED}
    specs = (found.specs[number] for number in used)
    own = names.keys() & {(spec.base, "".join(spec.steps[:1])) for spec in specs}
    taken = code.taken_from(path) if own else ()
    return {
        name
        for name, row in map(names.__getitem__, own)
        if (row.target, row.qualname) not in taken
    }


def _offers(facts: FileFacts, offered: Offered, *, inside: bool) -> bool:
    if facts.exports is not None and (facts.exports_complete or not offered.star):
        return offered.name in facts.exports
    return inside and not offered.name.startswith("_")


def _star_names(code: CodeMap, path: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the names that a star import takes out of a module, with what they are."""
    row = code.file(path)
    if row is None or not row.source:
        return
    listed = row.exports
    names = _bound_names(code, path, set()) if listed is None else listed
    for name in dict.fromkeys(names):
        definition = code.import_resolver.find_definition(path, name, path)
        if definition and (listed is not None or definition[1]):
            yield name, definition


def _bound_names(code: CodeMap, path: str, seen: set[str]) -> Iterator[str]:
    """Yield the public names that a module without ``__all__`` binds."""
    seen.add(path)
    facts = code.facts(path)
    for definition in facts.definitions:
        if "." not in definition.qualname and not is_private(definition.qualname):
            yield definition.qualname
    for imported, row in zip(facts.imports, code.links(path), strict=True):
        if imported.lazy or row.category != "file":
            continue
        if imported.name != "*":
            if not imported.bound.startswith("_"):
                yield imported.bound
        elif row.module not in seen:
            other = code.file(row.module)
            if other and other.exports is not None:
                yield from other.exports
            elif other and other.source:
                yield from _bound_names(code, row.module, seen)


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
    offered = offered_names(code, path)
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
