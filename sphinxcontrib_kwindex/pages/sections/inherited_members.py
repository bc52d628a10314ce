"""What the classes of a file have of the classes above them, and what they redefine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from ...codemap.code_map import CodeMap
from ...i18n import say
from ...links.expressions.method_resolution import known_attributes
from ...links.places import Target
from ...links.tree_paths import folder_distance
from ...model.kinds import DERIVING
from ...model.named_tuple import NamedTuple
from ...model.names import last_part
from ...scan.test_paths import is_test
from ..nodes import Part
from ..page_context import Context
from ..quantities import counts_by_sort


class MemberLink(NamedTuple):
    """A definition in a class of any file."""

    name: str
    """That of its class."""
    path: str
    anchor: str
    conditional: bool
    """Whether it or what redefines it is bound in some branches only."""
    implemented: bool
    """Whether an interface or a trait asks for it, which a class implements."""


class InheritedFrom(NamedTuple):
    """What a class has of a class above it."""

    name: str
    path: str
    anchor: str
    numbers: tuple[str, ...]
    """How many methods and attributes, in words."""


class InheritedMembers(NamedTuple):
    """What the section shows of the classes above and below those of a file."""

    overrides: dict[str, MemberLink]
    """By the id of a definition: the one that it redefines."""
    overridden: dict[str, tuple[MemberLink, ...]]
    """By the id of a definition: those that redefine it, the nearest first."""
    taken: dict[str, MemberLink]
    """By the id of an attribute that is none: the property that it is assigned to."""
    inherits: dict[str, tuple[InheritedFrom, ...]]
    """By the id of a class: what it takes over, nearest first."""


def inherited_members(code: CodeMap, path: str) -> InheritedMembers:
    """Return what the classes of a file take over from others, and what is redefined.

    Only classes of the tree are looked into. A class that defines all anew inherits
    nothing; special methods and names mangled by Python do not count as taken over.
    """
    overrides: dict[str, MemberLink] = {}
    overridden: dict[str, tuple[MemberLink, ...]] = {}
    taken: dict[str, MemberLink] = {}
    inherits: dict[str, tuple[InheritedFrom, ...]] = {}
    for qualname in code.class_hierarchy.classes_with_bases(path):
        cls = Target(path, qualname)
        own = code.class_members.of_class(cls)
        for name, (base, conditional) in sorted(
            code.class_members.redefined(cls).items()
        ):
            by = _implements(code, cls, base)
            link = _member_link(code, base, name, conditional, implemented=by)
            if link and own[name].anchor:
                overrides[own[name].anchor] = link
        assigned = dict(code.class_members.taken(cls))
        for name, base in assigned.items():
            link = _member_link(code, base, name, False, implemented=False)
            if link and own[name].anchor:
                taken[own[name].anchor] = link
        if sources := () if is_test(path) else tuple(_sources(code, cls, assigned)):
            inherits[code.class_anchor(cls)] = sources
    for row in code.definitions(path):
        cls = Target(path, row.qualname)
        if row.kind in DERIVING and code.class_hierarchy.subclasses_of(cls):
            own = code.class_members.of_class(cls)
            for name, below in sorted(code.class_members.redefining(cls).items()):
                overriding = (
                    _member_link(
                        *(code, sub, name, conditional),
                        implemented=_implements(code, sub, cls),
                    )
                    for sub, conditional in below
                )
                links = [link for link in overriding if link]
                links.sort(
                    key=lambda link: (folder_distance(path, link.path), link[1:], link)
                )
                if links and own[name].anchor:
                    overridden[own[name].anchor] = tuple(links)
    return InheritedMembers(overrides, overridden, taken, inherits)


def _implements(code: CodeMap, cls: Target, base: Target) -> bool:
    """Tell whether a class implements what it derives from. Rust knows only traits."""
    return not _is_interface(code, cls) and (
        base.path.endswith(".rs") or _is_interface(code, base)
    )


def _is_interface(code: CodeMap, cls: Target) -> bool:
    return "interface" in code.anchors(cls.path).get(cls.qualname, ())


def _member_link(
    code: CodeMap, cls: Target, name: str, conditional: bool, *, implemented: bool
) -> MemberLink | None:
    """Return a definition in a class, ``None`` if it is not shown."""
    anchor = code.class_members.of_class(cls)[name].anchor
    if not anchor:
        return None
    shown = last_part(cls.qualname)
    return MemberLink(shown, cls.path, anchor, conditional, implemented)


def _sources(
    code: CodeMap, cls: Target, assigned: Container[str]
) -> Iterator[InheritedFrom]:
    """Yield what a class takes over, class by class, as far as that is sure.

    :param assigned: what it has of its own by name, and is not its own.
    """
    own = code.class_members.of_class(cls)
    seen = {name for name in own if name not in assigned}
    for base in code.class_hierarchy.known_ancestors(*cls):
        if not isinstance(base, Target):
            seen |= known_attributes(base.dotted) or set()
            continue
        members = code.class_members.of_class(base)
        new = {
            name: member
            for name, member in members.items()
            if name not in seen
            and member.inherited
            and member.kind != "class"
            and name[:2] != "__"
        }
        seen.update(members)
        numbers = Counter(member.kind for member in new.values() if member.anchor)
        if numbers:
            name = last_part(base.qualname)
            words = tuple(counts_by_sort(numbers))
            yield InheritedFrom(name, base.path, code.class_anchor(base), words)


def inheritance_note(
    context: Context, members: InheritedMembers, anchor: str, name: str
) -> tuple[Part, ...]:
    """Return the line on what a definition redefines, and what a class takes over.

    :param anchor: the id of the definition.
    :param name: its name, which what it redefines has, too.
    """
    parts: list[Part] = []
    if link := members.overrides.get(anchor):
        word = say("implements ") if link.implemented else say("overrides ")
        parts += [Part(word), *_member_parts(context, link, name)]
    if link := members.taken.get(anchor):
        parts += [
            Part(say("assigned to the property ")),
            *_member_parts(context, link, name),
        ]
    if links := members.overridden.get(anchor, ()):
        if parts:
            parts.append(Part("; "))
        implemented = all(link.implemented for link in links)
        parts.append(
            Part(say("implemented in ") if implemented else say("overridden in "))
        )
        for link in links:
            parts += [*_member_parts(context, link), Part(", ")]
        del parts[-1]
    text = "inherits {members} from "
    sources = members.inherits.get(anchor, ())
    if sources and parts:
        parts.append(Part("; "))
    for source in sources:
        parts.append(Part(say(text, members=", ".join(source.numbers))))
        parts.append(_part(context, source))
        text = "; {members} from "
    return tuple(parts)


def _member_parts(context: Context, link: MemberLink, name: str = "") -> list[Part]:
    """Return a definition in a class, by a name or by that of the class alone."""
    condition = [Part(say(" (conditional)"))] if link.conditional else []
    part = _part(context, link)
    return [part._replace(text=f"{link.name}.{name}") if name else part, *condition]


def _part(context: Context, link: MemberLink | InheritedFrom) -> Part:
    uri = context.href("docs", link.path, link.anchor) if link.anchor else ""
    return Part(link.name, uri, literal=True)
