"""What the classes of a file have of the classes above them, and what they redefine."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from ...codemap.code_map import CodeMap
from ...i18n import figure, say
from ...links.identifier_targets import Target
from ...scan.test_paths import is_test
from ..nodes import Part
from ..page_context import Context
from ..quantities import counts_by_kind

#: Most base classes named for one class.
_CLASSES: Final = 6


class Member(NamedTuple):
    """A method or an attribute of a class in any file."""

    name: str
    """With the name of its class."""
    path: str
    anchor: str


class InheritedFrom(NamedTuple):
    """What a class has of a class above it."""

    name: str
    path: str
    anchor: str
    numbers: tuple[str, ...]
    """How many methods and attributes, in words."""


class InheritedMembers(NamedTuple):
    """What the section shows of the classes above those of a file."""

    overrides: dict[str, Member]
    """By the qualified name of the method: the nearest method that it redefines."""
    inherits: dict[str, tuple[InheritedFrom, ...]]
    """By the qualified name of the class: what it takes over, nearest first."""


def inherited_members(code: CodeMap, path: str) -> InheritedMembers:
    """Return what the classes of a file take over from others, and what they redefine.

    Only classes of the tree are looked into. A class that defines all anew inherits
    nothing; special methods and names mangled by Python do not count as taken over.
    """
    overrides: dict[str, Member] = {}
    inherits: dict[str, tuple[InheritedFrom, ...]] = {}
    hidden = {name for _, name in code.hidden(path)}
    for qualname in code.class_hierarchy.classes_with_bases(path):
        own = code.members(path).get(qualname, {})
        seen = set(own)
        sources = []
        for above in code.class_hierarchy.ancestors_of(path, qualname).classes:
            base = above.base
            if not isinstance(base, Target) or base == (path, qualname):
                continue
            members = code.members(base.path).get(base.qualname, {})
            class_name = base.qualname.rpartition(".")[2]
            for name in own.keys() & members.keys():
                kind, anchor = members[name]
                both = kind == own[name][0] == "method"
                if both and name != "__init__" and not _mangled(name):
                    member = Member(f"{class_name}.{name}", base.path, anchor)
                    overrides.setdefault(f"{qualname}.{name}", member)
            new = [
                name
                for name in members.keys() - seen
                if name[:2] != "__" and f"{qualname}.{name}" not in hidden
            ]
            seen.update(new)
            if new and not is_test(path):
                numbers = Counter(members[name][0] for name in new)
                kinds = code.anchors(base.path).get(base.qualname, {})
                anchor = kinds.get("class", "")
                words = tuple(counts_by_kind(numbers))
                sources.append(InheritedFrom(class_name, base.path, anchor, words))
        if sources:
            inherits[qualname] = tuple(sources)
    return InheritedMembers(dict(sorted(overrides.items())), inherits)


def _mangled(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def inheritance_note(
    context: Context, members: InheritedMembers, kind: str, qualname: str
) -> tuple[Part, ...]:
    """Return the line on what a method redefines, or on what a class takes over."""
    if kind == "method" and (member := members.overrides.get(qualname)):
        uri = context.href("docs", member.path, member.anchor)
        return Part(say("overrides ")), Part(member.name, uri, literal=True)
    if kind != "class" or not (sources := members.inherits.get(qualname)):
        return ()
    parts: list[Part] = []
    for source in sources[:_CLASSES]:
        text = "; {members} from " if parts else "inherits {members} from "
        uri = context.href("docs", source.path, source.anchor) if source.anchor else ""
        parts.append(Part(say(text, members=", ".join(source.numbers))))
        parts.append(Part(source.name, uri, literal=True))
    if more := len(sources[_CLASSES:]):
        parts.append(Part(say("; and from {number} more", number=figure(more))))
    return tuple(parts)
