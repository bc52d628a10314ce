"""Where a file stands among the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import and_more, at_line, figure, mark, noun, say
from ...links.import_graph import executed_module
from ...model.facts import FileFacts, is_private
from ...store.database import runs
from ..nodes import Entry, Part, Place, checks, entries, fields, kw_picture, link
from ..page_context import OUTLINE_ID, Context, counted, joined, section_id
from .import_position import ClassLink, Lineage, Offer, Standing, standing

_DEPENDENCIES: Final = section_id("Dependencies")
#: Files of a cycle that are named.
_CYCLE: Final = 12
#: Lines of classes, and classes on one of them.
_LINEAGES: Final = 40
_ALIKE: Final = 12
_NAMES: Final = 5
_RANKS: Final = (
    mark("most imported file of the tree"),
    mark("second most imported file of the tree"),
    mark("third most imported file of the tree"),
    mark("fourth most imported file of the tree"),
    mark("fifth most imported file of the tree"),
    mark("sixth most imported file of the tree"),
    mark("seventh most imported file of the tree"),
    mark("eighth most imported file of the tree"),
    mark("ninth most imported file of the tree"),
    mark("tenth most imported file of the tree"),
)


def architecture_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return standing(code, path)


def architecture(context: Context, path: str) -> list[nodes.Node]:
    """Return the package of a file, its neighbours, its classes among others."""
    facts = context.code.facts(path)
    known = standing(context.code, path)
    if known is None:
        return []
    rows = [*_package(context, known)]
    missing = []
    for title, parts, none in (
        (
            say("Imported by"),
            _importers(context, path, known),
            (say("No file imports it."), say("imports of it")),
        ),
        (
            say("Imports"),
            _imported(context, path, known),
            (say("It imports no file of the tree."), say("imports of the tree")),
        ),
        (
            say("Names at its top"),
            _names(context, path, facts),
            (say("It defines no names."), say("names at its top")),
        ),
    ):
        if parts:
            rows.append((title, parts))
        else:
            missing.append(none)
    found: list[nodes.Node] = [fields(rows)] if rows else []
    if known.importers or known.imported:
        found.append(_picture(context, path, known))
    if known.cycle:
        found.append(
            _rubric(
                say("Import cycle ({files})", files=counted(len(known.cycle), "file"))
            )
        )
        found.append(_cycle(context, path, known.cycle, facts))
    if known.lineages:
        found.append(_rubric(say("Class hierarchy")))
        found.append(_hierarchy(context, path, known.lineages))
    if known.offers:
        number = len(known.offers) + known.more_offers
        found.append(
            _rubric(say("Offered by ({files})", files=counted(number, "file")))
        )
        found.append(entries(_offers(context, known)))
    if missing:
        titles, looked = zip(*missing, strict=True)
        found.append(checks(" ".join(titles), *looked))
    return found


def _rubric(text: str) -> nodes.rubric:
    return nodes.rubric(text, text)


def _package(
    context: Context, known: Standing
) -> Iterator[tuple[str, Part | Sequence[Part]]]:
    if known.package is None:
        return
    parts = [context.folder_part(known.package)]
    summary, path = known.purpose
    if summary:
        parts.append(Part(summary, context.href("docs", path)))
    yield say("Package"), parts


def _importers(context: Context, path: str, known: Standing) -> list[Part]:
    if not known.importers:
        return []
    where = context.href("docs", path, _DEPENDENCIES)
    parts = [Part(counted(known.importers, "file"), where)]
    if known.rank:
        parts.append(Part(say(_RANKS[known.rank - 1])))
    if known.before:
        other, number = known.before
        name = other.rpartition("/")[2]
        text = say(
            "most imported of its folder, before {name} ({number})",
            name=name,
            number=figure(number),
        )
        parts.append(Part(text, context.href("docs", other, _DEPENDENCIES)))
    return parts


def _imported(context: Context, path: str, known: Standing) -> list[Part]:
    if not known.imported:
        return []
    where = context.href("docs", path, _DEPENDENCIES)
    files = counted(known.imported, "file")
    return [Part(say("{files} of the tree", files=files), where)]


def _names(context: Context, path: str, facts: FileFacts) -> list[Part]:
    """Return how many names are public, and what ``__all__`` says of them."""
    shown = {one.qualname for one in facts.definitions if _at_top(one.qualname)}
    hidden = {
        name for _, name in context.code.store.hidden(path) if _at_top(name)
    } - shown
    private = sum(is_private(name) for name in shown | hidden)
    public = len(shown | hidden) - private
    if not private + public and facts.exports is None:
        return []
    outline = context.href("docs", path, OUTLINE_ID) if facts.definitions else ""
    parts = [
        Part(say("{number} public", number=figure(public)), outline),
        Part(say("{number} private", number=figure(private))),
    ]
    if facts.exports is None:
        return parts
    listed = set(facts.exports)
    line = next((one.line for one in facts.definitions if one.qualname == "__all__"), 0)
    where = context.line(path, line) if line else ""
    text = "__all__ lists {number}"
    if not facts.exports_complete:
        text = "__all__ lists at least {number}"
    parts.append(Part(say(text, number=figure(len(listed))), where))
    if elsewhere := len(listed - shown - hidden):
        parts.append(
            Part(say("{number} of them not defined here", number=figure(elsewhere)))
        )
    if facts.exports_complete:
        left_out = sorted(name for name in shown - listed if not is_private(name))
        if left_out:
            parts.append(Part(say("not in it: {names}", names=_some(left_out, _NAMES))))
    if private_too := sorted(name for name in shown & listed if is_private(name)):
        names = _some(private_too, _NAMES)
        parts.append(Part(say("private and in it: {names}", names=names)))
    return parts


def _at_top(qualname: str) -> bool:
    special = qualname.startswith("__") and qualname.endswith("__")
    return "." not in qualname and not special


def _some(names: Sequence[str], number: int, more: int = 0) -> str:
    more += len(names[number:])
    also = and_more(more) if more else ""
    return ", ".join(names[:number]) + also


def _picture(context: Context, path: str, known: Standing) -> kw_picture:
    around = known.neighbours
    places = [Place(path)]
    edges: list[tuple[int, int]] = []

    def add(places_there: Iterable[Place], *, into: bool, out: bool) -> None:
        for place in places_there:
            number = len(places)
            places.append(place)
            edges.extend([(number, 0)] * into + [(0, number)] * out)

    def files(paths: Iterable[str]) -> Iterator[Place]:
        return (Place(one, context.href("docs", one)) for one in paths)

    def note(more: int) -> list[Place]:
        where = context.href("docs", path, _DEPENDENCIES)
        return (
            [Place(say("+{number} more", number=figure(more)), where, note=True)]
            if more
            else []
        )

    add(files(around.mutual), into=True, out=True)
    add(files(around.importers), into=True, out=False)
    add(note(around.more_importers), into=True, out=False)
    add(files(around.imported), into=False, out=True)
    add(note(around.more_imported), into=False, out=True)
    title = noun(
        known.importers,
        "{number} file imports {path}, which imports {files}",
        "{number} files import {path}, which imports {files}",
    ).format(
        number=figure(known.importers),
        path=path,
        files=counted(known.imported, "file"),
    )
    return kw_picture("", title=title, places=tuple(places), edges=tuple(edges))


def _cycle(
    context: Context, path: str, cycle: Sequence[str], facts: FileFacts
) -> nodes.Node:
    """Spell a cycle out; the first step has the line of the import."""
    files = [
        link(one, context.href("docs", one, _DEPENDENCIES), literal=True)
        for one in (*cycle[:_CYCLE], path)
    ]
    files[0] = nodes.literal(path, path)
    if more := len(cycle[_CYCLE:]):
        files.insert(-1, nodes.Text(say("{number} more", number=figure(more))))
    chain = joined(files, " → ")
    rows = zip(facts.imports, context.code.links(path), strict=True)
    for one, row in rows:
        target = executed_module(one.name, row.module, row.target, row.qualname)
        if target == cycle[1] and runs(one, facts):
            line = link(at_line(one.line), context.line(path, one.line))
            chain[1:1] = [nodes.Text(" ("), line, nodes.Text(")")]
            break
    return nodes.paragraph("", "", *chain)


def _hierarchy(
    context: Context, path: str, lineages: Sequence[Lineage]
) -> nodes.bullet_list:
    """Return what classes derive from and what derives from them.

    Classes with the same bases and no subclass share a line.
    """
    groups: defaultdict[object, list[Lineage]] = defaultdict(list)
    for one in lineages:
        alone = one.qualname if one.subclasses else ""
        above = tuple(_above(one, chain) for chain in one.chains)
        groups[alone, above, one.more_chains].append(one)
    lines = list(groups.values())
    items = [
        nodes.list_item("", _lineage(context, path, group))
        for group in lines[:_LINEAGES]
    ]
    if more := sum(map(len, lines[_LINEAGES:])):
        outline = link(
            counted(more, "more class", "more classes"),
            context.href("docs", path, OUTLINE_ID),
        )
        items.append(nodes.list_item("", nodes.paragraph("", "", outline)))
    return nodes.bullet_list("", *items, bullet="-", classes=["kw-classes"])


def _above(one: Lineage, chain: tuple[ClassLink, ...]) -> tuple[ClassLink, ...]:
    """Return a chain without the class that it is about."""
    return chain[1:] if chain[0].name == one.qualname else chain


def _lineage(context: Context, path: str, group: Sequence[Lineage]) -> nodes.paragraph:
    first = group[0]
    own = [
        link(one.qualname, context.href("docs", path, one.anchor), literal=True)
        for one in group[:_ALIKE]
    ]
    line = nodes.paragraph("", "", *joined(own))
    if more := len(group[_ALIKE:]):
        line += nodes.Text(and_more(more))
    if first.chains:
        line += [
            nodes.Text(" "),
            _word(say("bases") if _several(first) else say("base")),
        ]
        chains: list[nodes.Node] = []
        for chain in first.chains:
            if chains:
                chains.append(nodes.Text("; "))
            steps = (_class(context, step) for step in _above(first, chain))
            chains.extend(joined(steps, " → "))
        line += [nodes.Text(" "), *chains]
        if first.more_chains:
            number = figure(first.more_chains)
            line += nodes.Text(say("; {number} more", number=number))
    if first.subclasses:
        word = noun(len(first.subclasses), "subclass", "subclasses")
        subclasses = joined(_class(context, one) for one in first.subclasses)
        line += [nodes.Text(" "), _word(word), nodes.Text(" "), *subclasses]
        if first.more_subclasses:
            line += nodes.Text(and_more(first.more_subclasses))
    return line


def _several(one: Lineage) -> bool:
    return len(one.chains) > 1 or len(one.chains[0]) > 2


def _word(text: str) -> nodes.inline:
    return nodes.inline(text, text, classes=["kw-kind"])


def _class(context: Context, one: ClassLink) -> nodes.Node:
    if not one.name:
        return nodes.Text(say("unknown"))
    uri = context.href("docs", one.path, one.anchor) if one.anchor else ""
    return link(one.name, uri, literal=True)


def _offers(context: Context, known: Standing) -> Iterator[Entry]:
    for one in known.offers:
        yield Entry(one.path, context.href("docs", one.path), summary=_offered(one))
    if known.more_offers:
        files = counted(known.more_offers, "more file")
        yield Entry(say("and {files}", files=files), prose=True)


def _offered(one: Offer) -> str:
    names = [say("all public names") if name == "*" else name for name in one.names]
    return _some(names, len(names), one.more)
