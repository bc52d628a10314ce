"""Finds definitions that a commit moved to another file, by their contents.

A definition moved if it is gone from where it was, and one that is new has the same
text, its own name left out. So it is found in another file, in another class and under
another name. Where several are alike, their names decide, or nobody does.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from ..model.facts import Definition
from ..model.grouped import grouped
from ..model.named_tuple import NamedTuple
from ..model.names import last_part, outer_name, split_name
from .analyse import analyse
from .file_text import file_text
from .languages.language import LanguageError
from .languages.registry import language_of
from .project.moved_file import ObjectName

#: What has another name and is shorter, in characters, may be alike by accident.
_TELLING: Final = 80
#: The share of a class's members that makes it the same class.
_SAME: Final = 0.5
_NAMES: Final = re.compile(
    rb"^[ \t]*(?:async[ \t]+def|def|class)[ \t]+\w+", re.MULTILINE
)
_PYTHON: Final = (".py", ".pyi")
_CALLED: Final = frozenset({"function", "method"})
#: How many bytes tell texts apart.
_DIGEST_SIZE: Final = 16


class Content(NamedTuple):
    """What tells a definition by what it contains."""

    kind: str
    digest: str
    """Of its text without its own name."""
    length: int
    """Of that text, in characters."""


class FileChange(NamedTuple):
    """A file that was changed; both contents, empty where it was not there."""

    old: str
    new: str
    before: bytes
    after: bytes


def is_source(path: str) -> bool:
    """Return whether a file may have definitions."""
    return language_of(path.rpartition("/")[2]) is not None


def candidates(changes: list[FileChange]) -> list[FileChange]:
    """Return the changes that may have moved something, by a quick look.

    A definition has to be gone from one place and to be new at another.
    """
    named = [(change, *_names(change)) for change in changes]
    gone = any(before - after for _, before, after in named)
    new = any(after - before for _, before, after in named)
    return [
        change for change, before, after in named if gone and new and before != after
    ]


def _names(change: FileChange) -> tuple[Counter[bytes], Counter[bytes]]:
    if change.new.endswith(_PYTHON) or change.old.endswith(_PYTHON):
        before, after = map(_NAMES.findall, (change.before, change.after))
        return Counter(before), Counter(after)
    # Any line may be a definition.
    return Counter(change.before.split(b"\n")), Counter(change.after.split(b"\n"))


def moved_definitions(changes: Iterable[FileChange]) -> dict[ObjectName, ObjectName]:
    """Return where definitions went that left their place, by that place."""
    gone: dict[ObjectName, Content] = {}
    new: dict[ObjectName, Content] = {}
    for change in changes:
        before = definitions_by_name(change.old, change.before)
        after = definitions_by_name(change.new, change.after)
        gone |= _contents(change.old, change.before, before, before.keys() - after)
        new |= _contents(change.new, change.after, after, after.keys() - before)
    return moved_contents(gone, new)


def _contents(
    path: str, data: bytes, definitions: dict[str, Definition], names: Iterable[str]
) -> dict[ObjectName, Content]:
    """Return what tells some definitions of a file, by their places."""
    lines = file_text(path, data).text.split("\n")
    return {
        ObjectName(path, name): content_of(definitions[name], lines) for name in names
    }


def moved_contents(
    gone: dict[ObjectName, Content], new: dict[ObjectName, Content]
) -> dict[ObjectName, ObjectName]:
    """Return which definitions that are gone are new ones."""
    moved = _pairs(gone, new)
    moved |= _classes(gone, new, moved)
    return {
        old: to
        for old, to in sorted(moved.items())
        # It went with what is around it.
        if not _is_inside(old, to, moved)
        and (gone[old].length >= _TELLING or not _is_elsewhere(old, to))
    }


def _is_elsewhere(old: ObjectName, to: ObjectName) -> bool:
    """Tell whether a member of a class would be one of another class.

    Short ones are alike by accident, whatever their names.
    """
    before, after = outer_name(old.qualname), outer_name(to.qualname)
    return bool(before and after) and before != after


def _is_inside(
    old: ObjectName, to: ObjectName, moved: dict[ObjectName, ObjectName]
) -> bool:
    outer, name = split_name(old.qualname)
    around = moved.get(ObjectName(old.path, outer)) if outer else None
    return around is not None and to == ObjectName(
        around.path, f"{around.qualname}.{name}"
    )


def _pairs(
    gone: dict[ObjectName, Content], new: dict[ObjectName, Content]
) -> dict[ObjectName, ObjectName]:
    """Return the places of texts that are the same."""
    alike: defaultdict[Content, tuple[list[ObjectName], list[ObjectName]]]
    alike = defaultdict(lambda: ([], []))
    for side, places in enumerate((gone, new)):
        for where, content in places.items():
            alike[content][side].append(where)
    moved = {}
    for content, (olds, news) in alike.items():
        same, named = (
            grouped((_name(place), place) for place in places)
            for places in (olds, news)
        )
        for old in olds:
            name = _name(old)
            if len(named[name]) == len(same[name]) == 1:
                moved[old] = named[name][0]
            elif len(olds) == len(news) == 1 and content.length >= _TELLING:
                moved[old] = news[0]
    return moved


def _classes(
    gone: dict[ObjectName, Content],
    new: dict[ObjectName, Content],
    moved: dict[ObjectName, ObjectName],
) -> dict[ObjectName, ObjectName]:
    """Return where classes went that were changed on the way, by their members."""
    members = grouped(
        (ObjectName(old.path, outer_name(old.qualname)), old) for old in gone
    )
    classes = {}
    for old, content in gone.items():
        if content.kind != "class" or old in moved:
            continue
        ends = [moved[member] for member in members[old] if member in moved]
        around = Counter(ObjectName(to.path, outer_name(to.qualname)) for to in ends)
        for where, number in around.items():
            same = where in new and new[where].kind == content.kind
            if same and number > _SAME * len(members[old]):
                classes[old] = where
    return classes


def _name(where: ObjectName) -> str:
    return last_part(where.qualname)


@lru_cache(512)
def definitions_by_name(path: str, data: bytes) -> dict[str, Definition]:
    """Return what a file defines by qualified name, nothing for what is no source."""
    name = path.rpartition("/")[2]
    if not data or language_of(name) is None:
        return {}
    try:
        definitions = analyse(name, data).definitions
    except LanguageError:
        return {}
    return {
        definition.qualname: definition
        for definition in definitions
        if "<locals>" not in definition.qualname
    }


def content_of(definition: Definition, lines: Sequence[str]) -> Content:
    """Return what tells a definition by what it contains.

    :param lines: those of its file.
    """
    text = "\n".join(lines[definition.line - 1 : definition.end_line])
    text = re.sub(rf"\b{re.escape(definition.name)}\b", "\0", textwrap.dedent(text))
    data = text.strip().encode("utf-8", "surrogatepass")
    digest = blake2b(data, digest_size=_DIGEST_SIZE).hexdigest()
    return Content(content_kind(definition.kind), digest, len(text.strip()))


def content_kind(kind: str) -> str:
    """Return the kind that a definition is of wherever it stands."""
    return "function" if kind in _CALLED else kind
