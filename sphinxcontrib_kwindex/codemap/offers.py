"""What a file offers of what other files define, and where that comes from."""

from __future__ import annotations

from collections.abc import Iterator

from ..links.languages.python import is_package_file
from ..links.tree_paths import is_within
from ..model.facts import FileFacts, is_private
from ..model.named_tuple import NamedTuple
from ..model.references import IMPORTED
from .code_map import CodeMap


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


class Offers(NamedTuple):
    """What a file imports from files of the tree to offer it."""

    names: tuple[Offered, ...] = ()
    for_itself: frozenset[str] = frozenset()
    """What it imports as others do that offer it, and uses."""


def offers(code: CodeMap, path: str) -> Offers:
    """Return what a file imports to offer it, each name once.

    That is what ``__all__`` has; without ``__all__``, what an ``__init__`` module
    imports from below its folder under a public name, but for what it uses itself, and
    what it imports from anywhere as ``a as a``. What ``*`` imports is looked up.
    Imports for type checkers count where ``__getattr__`` of the module gives what is in
    ``__all__``.
    """
    return code.keep((offers, path), lambda: _offers(code, path))


def _offers(code: CodeMap, path: str) -> Offers:
    facts = code.facts(path)
    if facts.exports is None and not is_package_file(path):
        return Offers()
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
            found = [
                Offered(row.module, name, *definition, star=True)
                for name, definition in _star_names(code, row.module)
            ]
        else:
            names = imported.bound, row.target, row.qualname
            found = [Offered(row.module, *names, star=False)] if row.qualname else []
        for offer in found:
            as_itself = imported.alias == imported.name != ""
            inside = as_itself or is_within(offer.target, below)
            if offer.target != path and _is_offered(facts, offer, inside=inside):
                offered[offer.name] = offer
    own = _names_for_itself(code, path) if offered else frozenset[str]()
    kept = (offer for name, offer in offered.items() if name not in own)
    return Offers(tuple(kept), own)


def _names_for_itself(code: CodeMap, path: str) -> frozenset[str]:
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
        return frozenset()
    found = code.identifiers(path)
    used = {one.spec for one in found.iterate() if one.role != IMPORTED}
    specs = (found.specs[number] for number in used)
    own = names.keys() & {(spec.base, "".join(spec.steps[:1])) for spec in specs}
    taken = code.taken_from(path) if own else ()
    return frozenset(
        name
        for name, row in map(names.__getitem__, own)
        if (row.target, row.qualname) not in taken
    )


def _is_offered(facts: FileFacts, offered: Offered, *, inside: bool) -> bool:
    if facts.exports is not None and (facts.exports_complete or not offered.star):
        return offered.name in facts.exports
    is_own = offered.name.startswith("_") if offered.star else is_private(offered.name)
    return inside and not is_own


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
