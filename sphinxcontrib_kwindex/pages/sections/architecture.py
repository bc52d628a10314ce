"""Architecture & Design: importers, cycles, class hierarchy, public names."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import filterfalse, takewhile
from operator import attrgetter
from typing import Final
from urllib.parse import quote

from docutils import nodes

from ...i18n import figure, mark, noun, say
from ...links.languages.python import executed_module
from ...model.definition_heads import is_call
from ...model.facts import FileFacts, is_private
from ...model.kinds import MEMBERS
from ...model.named_tuple import NamedTuple
from ...model.names import enclosing
from ...model.outermost_definitions import top_level
from ...store.file_rows import runs
from ..nodes import (
    FOLDED,
    SHOWN,
    ListEntry,
    Part,
    entries,
    fields,
    kw_entries,
    kw_name,
    link,
    literal,
    rubric,
)
from ..page_context import OUTLINE_ID, Context, joined, none_found, section_id
from ..pictures.class_tree import class_picture
from ..pictures.neighbourhood import neighbourhood
from ..quantities import pluralize
from .architecture_data import (
    ClassLink,
    ClassRelations,
    ImportPosition,
    Subclass,
    import_position,
)
from .import_words import import_words, importer_words
from .overview import exports_uri
from .section import Section, parsed_source

_DEPENDENCIES: Final = section_id("Dependencies")
#: Lines of classes.
_HIERARCHY_LINES: Final = 200
#: Classes that share one.
_MOST_ON_A_LINE: Final = 2 * SHOWN
_FIRST_RANKS: Final = (
    mark("most imported file in the source tree"),
    mark("second most imported file in the source tree"),
    mark("third most imported file in the source tree"),
)


def architecture(context: Context, path: str) -> list[nodes.Node]:
    """Return the package of a file, its neighbours, its classes among others."""
    facts = context.code.facts(path)
    words = import_words(path)
    position = import_position(context.code, path)
    if position is None:
        return []
    rows = [*_package(context, position)]
    for title, parts in (
        (
            say(importer_words(path, context.code.importers(path)).by),
            _importers(context, path, position),
        ),
        (say(words.heading), _imported(context, path, position)),
        (say("Top-level names"), names := _names(context, path, facts)),
    ):
        if parts:
            rows.append((title, parts))
    nothing = (
        say("It defines no top-level names."),
        *([say("top-level names except __dunder__ names")] * facts.python),
    )
    body: list[nodes.Node] = [fields(rows)] if rows else []
    if position.importers or position.imported:
        body.append(neighbourhood(context, path, position.neighbours))
    if position.cycle:
        files = pluralize(len(position.cycle), "file")
        body.append(rubric(say(words.cycle, files=files)))
        body.append(_import_cycle(context, path, position.cycle, facts))
    if position.class_relations:
        body.append(rubric(say("Class hierarchy")))
        if position.class_tree:
            tree = position.class_tree
            body.append(class_picture(context, path, tree, listed=True))
        body.append(_hierarchy(context, path, position.class_relations))
    if position.reexporters:
        files = pluralize(len(position.reexporters), "file")
        body.append(rubric(say("Re-exported by ({files})", files=files)))
        body.append(entries(_reexporters(context, position), shown=SHOWN))
    return [*body, *none_found([] if names else [nothing])]


def _package(
    context: Context, position: ImportPosition
) -> Iterator[tuple[str, Part | Sequence[Part]]]:
    if position.package is None:
        return
    parts = [context.folder_part(position.package)]
    summary, path = position.package_summary
    if summary:
        parts.append(Part(summary, context.href("docs", path)))
    yield say("Package"), parts


def _importers(context: Context, path: str, position: ImportPosition) -> list[Part]:
    if not position.importers:
        return []
    where = context.href("docs", path, _DEPENDENCIES)
    parts = [Part(pluralize(position.importers, "file"), where)]
    if position.rank:
        parts.append(Part(_rank(position.rank)))
    if position.runner_up:
        other, number = position.runner_up
        name = other.rpartition("/")[2]
        said = "most imported in its folder, ahead of {name} ({number})"
        text = say(said, name=name, number=figure(number))
        parts.append(Part(text, context.href("docs", other, _DEPENDENCIES)))
    return parts


def _rank(number: int) -> str:
    if number <= len(_FIRST_RANKS):
        return say(_FIRST_RANKS[number - 1])
    text = "{number}th most imported file in the source tree"
    return say(text, number=number)


def _imported(context: Context, path: str, position: ImportPosition) -> list[Part]:
    if not position.imported:
        return []
    where = context.href("docs", path, _DEPENDENCIES)
    files = pluralize(position.imported, "file")
    return [Part(say("{files} in the source tree", files=files), where)]


def _names(context: Context, path: str, facts: FileFacts) -> list[Part]:
    """Return how many names are public, and what ``__all__`` says of them."""
    spaces = {row.qualname for row in facts.definitions if row.kind == "namespace"}
    tops = top_level(facts.definitions)
    shown = {row.qualname for row in tops if not is_call(row)} - spaces
    hidden = {
        name
        for kind, name in context.code.hidden(path)
        if kind not in MEMBERS and enclosing(name) in {"", *spaces}
    } - shown
    bound = shown | hidden
    if facts.python:
        shown = set(filterfalse(_is_special, shown))
        hidden = set(filterfalse(_is_special, hidden))
        private = sum(is_private(name) for name in shown | hidden)
    else:
        private = len(shown & facts.private_names()) + len(hidden)
    public = len(shown | hidden) - private
    if not private + public and facts.exports is None:
        return []
    outline = context.href("docs", path, OUTLINE_ID) if facts.definitions else ""
    parts = [Part(say("{number} public", number=figure(public)), outline)]
    if facts.python:
        parts.append(Part(say("{number} private", number=figure(private))))
    elif private:
        # Many a language hides nothing.
        parts.append(Part(say("{number} not public", number=figure(private))))
    if facts.exports is not None:
        parts += _exported_names(context, path, facts, shown, bound)
    return parts


def _exported_names(
    context: Context, path: str, facts: FileFacts, shown: set[str], bound: set[str]
) -> Iterator[Part]:
    """Yield what ``__all__`` says of the names of a file.

    :param shown: those that have documentation.
    :param bound: all that the file defines.
    """
    listed = set(facts.exports or ())
    where = exports_uri(context, path, facts)
    text = "__all__ lists {number}"
    if not facts.exports_complete:
        text = "__all__ lists at least {number}"
    yield Part(say(text, number=figure(len(listed))), where)
    if undefined := len(listed - bound):
        yield Part(say("{number} of them not defined here", number=figure(undefined)))
    if facts.exports_complete:
        left_out = sorted(name for name in shown - listed if not is_private(name))
        if left_out:
            names = ", ".join(left_out)
            yield Part(say("not in __all__: {names}", names=names))
    if private_too := sorted(name for name in shown & listed if is_private(name)):
        names = ", ".join(private_too)
        yield Part(say("private names in __all__: {names}", names=names))


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _import_cycle(
    context: Context, path: str, cycle: Sequence[str], facts: FileFacts
) -> nodes.Node:
    """Spell a cycle out; the first step has the line of the import."""
    files = [
        link(file, context.href("docs", file, _DEPENDENCIES), literal=True)
        for file in (*cycle, path)
    ]
    files[0] = literal(path)
    chain = joined(files, " → ")
    rows = zip(facts.imports, context.code.links(path), strict=True)
    for imported, row in rows:
        target = executed_module(imported.name, row.module, row.target, row.qualname)
        if target == cycle[1] and runs(imported, facts):
            line = context.line_link(path, imported.line)
            chain[1:1] = [nodes.Text(" ("), line, nodes.Text(")")]
            break
    return nodes.paragraph("", "", *chain)


def _hierarchy(
    context: Context, path: str, class_relations: Sequence[ClassRelations]
) -> nodes.bullet_list:
    """Return what classes derive from and what derives from them.

    Classes with the same bases and no subclass share a line. What derives from a class
    is listed once: of a class in the list of another there is a link to it there.
    """
    groups: defaultdict[object, list[ClassRelations]] = defaultdict(list)
    for relations in class_relations:
        alone = relations.qualname if relations.below else ""
        groups[alone, relations.bases, relations.above].append(relations)
    lines = list(groups.values())
    lists = _lists(path, [group[0] for group in lines[:_HIERARCHY_LINES]])
    items = [
        nodes.list_item("", *_relations(context, path, group, lists))
        for group in lines[:_HIERARCHY_LINES]
    ]
    if more := sum(map(len, lines[_HIERARCHY_LINES:])):
        text = pluralize(more, "more class", "more classes")
        outline = link(text, context.href("docs", path, OUTLINE_ID))
        items.append(nodes.list_item("", nodes.paragraph("", "", outline)))
    return nodes.bullet_list("", *items, bullet="-", classes=["kw-classes"])


class _Lists(NamedTuple):
    """What is listed below the classes of a file."""

    holders: dict[str, tuple[ClassRelations, int]]
    """By the id of a class another, in whose list it stands with all below it, and how
    many classes these are."""
    rows: dict[str, list[tuple[Subclass, bool]]]
    """By the id of each other class its list: what is below it, and whether what is
    below that is in the list of another."""


def _lists(path: str, classes: Iterable[ClassRelations]) -> _Lists:
    """Return what is listed below classes, so that long lists stand once."""
    lists = _Lists({}, {})
    long = {cls.anchor: cls for cls in classes if cls.below >= FOLDED}
    for cls in sorted(long.values(), key=attrgetter("below"), reverse=True):
        if cls.anchor in lists.holders:
            continue
        shown = lists.rows[cls.anchor] = []
        waiting = deque(cls.subclasses)
        while waiting:
            row = waiting.popleft()
            anchor = row.link.anchor
            own = long.get(anchor) if row.link.path == path and not row.under else None
            inside = []
            if own:
                inside = [*takewhile(partial(_is_below, row), waiting)]
                if {subclass.link for subclass in inside} != {
                    subclass.link for subclass in own.subclasses
                }:
                    own = None
            elsewhere = own is not None and anchor in lists.holders
            if elsewhere:
                for _ in inside:
                    waiting.popleft()
            elif own:
                lists.holders[anchor] = cls, own.below
            shown.append((row, elsewhere))
    return lists


def _is_below(above: Subclass, row: Subclass) -> bool:
    return row.level > above.level


def _listed_anchor(context: Context, path: str, anchor: str) -> str:
    """Return the id of a class in the list of another."""
    return context.anchor(path, f"sub-{anchor}", SECTION.id)


def _listed(context: Context, path: str, anchor: str, lists: _Lists) -> Part:
    """Return a link to where the classes below a class are listed."""
    holder, number = lists.holders[anchor]
    text = say(
        "{classes} in the list of {name}",
        classes=pluralize(number, "subclass", "subclasses"),
        name=holder.qualname,
    )
    return Part(text, f"#{quote(_listed_anchor(context, path, anchor))}")


def _relations(
    context: Context, path: str, group: Sequence[ClassRelations], lists: _Lists
) -> Iterator[nodes.Element]:
    """Yield what is above classes, and what is below."""
    first = group[0]
    names = [
        ListEntry(cls.qualname, context.href("docs", path, cls.anchor)) for cls in group
    ]
    if many := len(names) > _MOST_ON_A_LINE:
        number = pluralize(len(names), "class", "classes")
        line = nodes.paragraph("", number)
    else:
        own = [_name(cls.text, cls.uri) for cls in names]
        line = nodes.paragraph("", "", *joined(own))
    above = [_base(context, cls) for cls in first.above]
    if first.more_above:
        above.append(nodes.Text("…"))
    if first.chain and above:
        word = say("bases") if len(above) > 1 else say("base")
        line += _said(word, joined(above, " → "))
    elif above:
        bases = [_base(context, base) for base in first.bases]
        line += _said(noun(len(bases), "base", "bases"), joined(bases))
        # That of a class with one base is the base and what is said of that.
        base, *others = first.bases
        said = base.path == path and not (others or base.others)
        if context.code.facts(path).python and not said:
            line += _said(say("method resolution order"), joined(above, " → "))
    inline = len(first.subclasses) < FOLDED and all(
        subclass.level == 1 for subclass in first.subclasses
    )
    listed = first.anchor in lists.holders
    if listed:
        there = _listed(context, path, first.anchor, lists)
        line += [nodes.Text(" "), link(there.text, there.uri)]
    elif first.subclasses and inline:
        subclasses = [_class(context, subclass.link) for subclass in first.subclasses]
        word = noun(first.below, "subclass", "subclasses")
        line += _said(word, joined(subclasses))
    yield line
    if many:
        title = ", ".join(name.text for name in names[:3])
        yield entries(names, title=f"{title}, …")
    if not inline and not listed:
        yield _subclass_tree(context, path, first, lists)


def _said(word: str, what: Iterable[nodes.Node]) -> list[nodes.Node]:
    kind = nodes.inline(word, word, classes=["kw-kind"])
    return [nodes.Text(" "), kind, nodes.Text(" "), *what]


def _class(context: Context, cls: ClassLink) -> nodes.Node:
    uri = context.href("docs", cls.path, cls.anchor) if cls.anchor else ""
    return _name(cls.name, uri) if cls.name else link(say("unknown"), uri)


def _name(text: str, uri: str) -> nodes.Node:
    """Return a link with a name, which stands here many times."""
    node = link(text, uri, literal=True)
    if isinstance(node, nodes.reference):
        return kw_name("", "", *node.children, **node.attributes)
    return node


def _base(context: Context, cls: ClassLink) -> nodes.Node:
    """Return a class above another; one of several where branches differ."""
    if not cls.others:
        return _class(context, cls)
    several = [_class(context, base) for base in (cls, *cls.others)]
    return nodes.inline("", "", *joined(several, say(" or ")))


def _subclass_tree(
    context: Context, path: str, relations: ClassRelations, lists: _Lists
) -> kw_entries:
    """Return what derives from a class as a list with lists in it."""
    short = [(subclass, False) for subclass in relations.subclasses]
    items = []
    for subclass, elsewhere in lists.rows.get(relations.anchor, short):
        cls = subclass.link
        anchors: tuple[str, ...] = ()
        parts: tuple[Part, ...] = ()
        here = cls.path == path and not subclass.under
        holder, _ = lists.holders.get(cls.anchor, (None, 0)) if here else (None, 0)
        if elsewhere:
            parts = (_listed(context, path, cls.anchor, lists),)
        elif holder is relations:
            anchors = (_listed_anchor(context, path, cls.anchor),)
        items.append(
            ListEntry(
                cls.name,
                context.href("docs", cls.path, cls.anchor),
                where="" if cls.path == path else cls.path,
                summary=subclass.under and say("see {name}", name=subclass.under),
                parts=parts,
                level=subclass.level,
                anchors=anchors,
            )
        )
    listed = len({subclass.link for subclass in relations.subclasses})
    if more := relations.below - listed:
        text = say("{number} more", number=figure(more))
        # Those that name it are among its uses, and what is deeper below theirs.
        uri = context.href("docs", path, relations.anchor)
        items.append(ListEntry(text, uri, prose=True, level=1))
    node = entries(items, title=pluralize(relations.below, "subclass", "subclasses"))
    node["brief"] = True
    return node


def _reexporters(context: Context, position: ImportPosition) -> Iterator[ListEntry]:
    for reexporter in position.reexporters:
        names = (
            say("all public names") if name == "*" else name
            for name in reexporter.names
        )
        yield ListEntry(
            reexporter.path,
            context.href("docs", reexporter.path),
            summary=", ".join(names),
        )


SECTION: Final = Section(
    "Architecture & Design", architecture, import_position, parsed_source
)
