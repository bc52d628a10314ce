"""Classes, what they derive from, and all that derives from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from ...codemap.code_map import CodeMap
from ...i18n import say
from ...links.inheritance import Base, OneOf, Unresolved
from ...links.places import External, Target
from ...links.tree_paths import folder_distance
from ...model.grouped import grouped
from ...model.kinds import DERIVING
from ...model.reachable import reached
from ...model.record import Record
from ..nodes import ListEntry, Part, entries, kw_picture, picture
from ..page_context import Context, section_id
from .columns import Columns, definition_place
from .drawing import GraphNode, more_place

#: Boxes of a picture. No class is shown with more of those that derive from it than the
#: first of these numbers with which the picture fits: more are a list, and a list of
#: them stands below.
_BOXES: Final = 60
_MOST_BELOW: Final = (16, 12, 8, 6, 4, 3, 2, 1)
#: At least so many classes without a base are shown.
_TOPS: Final = 6
#: Fewer lines say no more than a list.
_LINES: Final = 3
_OBJECT: Final = External("builtins.object")
_LIST: Final = section_id("Architecture & Design")


class TreeClass(Record, frozen=True):
    """A class of a picture."""

    name: str
    """Its qualified name; of a class of another project its dotted name; of what is
    not known what is written."""
    path: str = ""
    anchor: str = ""
    own: bool = False
    """Whether the picture is about it."""
    more: int = 0
    """How many classes below it are left out."""


class ClassTree(Record, frozen=True):
    """Classes with those above and below them."""

    classes: tuple[TreeClass, ...]
    lines: tuple[tuple[int, int], ...]
    """Pairs of numbers of classes, the base first."""
    more: int
    """How many classes without a base are left out, with what derives from them."""


def class_tree(code: CodeMap, own: Iterable[Target]) -> ClassTree | None:
    """Return classes of the tree with all above and below them, if there are any."""
    own = [cls for cls in own if _direct(code, cls) or _subclasses(code, cls)]
    bases = _bases(code, own)
    below = grouped((base, cls) for cls, above in bases.items() for base in above)
    if not own:
        return None
    order = _Order(own, below)
    for several in below.values():
        several.sort(key=order)
    tops = sorted((cls for cls in bases if not bases[cls]), key=order)
    # Of too many those from which most derives are shown, and those of the tree.
    best = sorted(tops, key=lambda cls: (-len(below[cls]), not isinstance(cls, Target)))
    shown: dict[Base, int] = {}
    for most in _MOST_BELOW:
        few = {*best[: max(most, _TOPS)]}
        some = [cls for cls in tops if cls in few]
        shown = {cls: number for number, cls in enumerate(_shown(some, below, most))}
        notes = sum(any(sub not in shown for sub in below[cls]) for cls in shown)
        if len(shown) + notes <= _BOXES:
            break
    lines = (
        (shown[base], number)
        for cls, number in shown.items()
        for base in bases[cls]
        if base in shown
    )
    return ClassTree(
        tuple(
            _tree_class(
                code, cls, cls in order.own, _left_out(below[cls], below, shown)
            )
            for cls in shown
        ),
        tuple(lines),
        _left_out(tops, below, shown),
    )


def classes_of_file(code: CodeMap, path: str) -> ClassTree | None:
    """Return the classes of a file with all above and below them."""
    return class_tree(code, _own(code, path))


def worth_drawing(code: CodeMap, path: str) -> ClassTree | None:
    """Return the classes of a file, if a list of each does not say as much.

    It does where none has two bases, and what derives from them has nothing below it.
    """
    own = _own(code, path)
    if any(len(_direct(code, cls)) > 1 for cls in own) or any(
        _subclasses(code, sub) for cls in own for sub in _subclasses(code, cls)
    ):
        tree = class_tree(code, own)
        return tree if tree and len(tree.lines) >= _LINES else None
    return None


def _own(code: CodeMap, path: str) -> list[Target]:
    rows = code.definitions(path)
    return [Target(path, row.qualname) for row in rows if row.kind in DERIVING]


class _Order:
    """Who comes first of the classes below a class: own ones, those with more below."""

    def __init__(self, own: Sequence[Target], below: dict[Base, list[Base]]) -> None:
        self.own = {cls: number for number, cls in enumerate(own)}
        self._path = own[0].path
        self._below = below

    def __call__(self, cls: Base) -> tuple[int, bool, int, str]:
        """Return what sorts a class."""
        far = folder_distance(self._path, cls.path) if isinstance(cls, Target) else 0
        number = self.own.get(cls, len(self.own)) if isinstance(cls, Target) else -1
        return number, not self._below.get(cls), far, repr(cls)


def _bases(code: CodeMap, own: Sequence[Target]) -> dict[Base, list[Base]]:
    """Return all classes of a picture, each with those of its bases that are in it."""
    direct = partial(_direct, code)
    bases = {cls: direct(cls) for cls in reached(list[Base](own), direct)}
    below = [sub for sub in code.class_hierarchy.below(own) if sub not in bases]
    hidden = {sub for sub in below if not code.class_anchor(sub)}
    for cls in below:
        if cls not in hidden:
            bases[cls] = _shown_bases(code, cls, hidden)
    return {
        cls: [base for base in bases[cls] if base in bases] for cls in (*own, *bases)
    }


def _direct(code: CodeMap, cls: Base) -> list[Base]:
    """Return the bases of a class, each of those that branches choose from."""
    if not isinstance(cls, Target):
        return []
    bases: list[Base] = []
    for base in code.class_hierarchy.bases_of(*cls):
        bases += base.classes if isinstance(base, OneOf) else (base,)
    return [base for base in dict.fromkeys(bases) if base not in (cls, _OBJECT)]


def _shown_bases(code: CodeMap, cls: Target, hidden: set[Target]) -> list[Base]:
    """Return the bases of a class; in the place of those that are not shown theirs."""
    above = reached(
        _direct(code, cls), lambda base: _direct(code, base) if base in hidden else ()
    )
    return [base for base in above if base not in hidden]


def _subclasses(code: CodeMap, cls: Target) -> tuple[Target, ...]:
    return code.class_hierarchy.subclasses_of(cls)


def _shown(
    tops: Sequence[Base], below: dict[Base, list[Base]], most: int
) -> Iterator[Base]:
    """Return the classes that are shown if each has at most so many below it.

    Each comes before those below it, as a tree is written.
    """
    return reached(tops, lambda cls: below[cls][:most])


def _left_out(
    classes: Iterable[Base], below: dict[Base, list[Base]], shown: dict[Base, int]
) -> int:
    """Return how many of some classes, and of those below these, are not shown."""

    def left_out(several: Iterable[Base]) -> list[Base]:
        return [cls for cls in several if cls not in shown]

    return sum(1 for _ in reached(left_out(classes), lambda cls: left_out(below[cls])))


def _tree_class(code: CodeMap, cls: Base, own: bool, more: int) -> TreeClass:
    if isinstance(cls, Target):
        return TreeClass(cls.qualname, cls.path, code.class_anchor(cls), own, more)
    if isinstance(cls, Unresolved):
        return TreeClass(cls.written or say("unknown"), more=more)
    assert isinstance(cls, External)
    return TreeClass(cls.dotted.removeprefix("builtins."), more=more)


def class_picture(
    context: Context,
    path: str,
    tree: ClassTree,
    qualname: str = "",
    *,
    listed: bool = False,
) -> kw_picture:
    """Return classes as a picture, the bases on the left.

    :param path: the file that it is about: of classes in others the file is shown.
    :param qualname: the class that it is about; empty for all of the file.
    :param listed: whether the page has the same as a list.
    """
    places = [
        definition_place(
            cls.name or say("unknown"),
            context.href("docs", cls.path, cls.anchor) if cls.anchor else "",
            "" if cls.path == path else cls.path,
        )
        for cls in tree.classes
    ]
    lines = [*tree.lines]

    for number, cls in enumerate(tree.classes):
        if cls.more:
            lines.append((number, len(places)))
            uri = context.href("docs", cls.path or path, _LIST)
            places.append(more_place(cls.more, uri))
    if tree.more:
        places.append(more_place(tree.more, context.href("docs", path, _LIST)))
    own = frozenset(number for number, cls in enumerate(tree.classes) if cls.own)
    # Arrows lead to the bases, as in the diagrams of UML.
    title = say("{name}, its bases and subclasses", name=qualname)
    if not qualname:
        title = say("Classes of {path}, their bases and subclasses", path=path)
    columns = Columns(
        title,
        tuple(places),
        tuple((below, base) for base, below in lines),
        own=own,
        backwards=True,
    )
    legend = say("Arrows lead to bases.")
    if listed:
        return picture(columns, legend=legend, listed=True)
    return picture(columns, entries(_listed(places, lines)), legend=legend)


def _listed(
    places: Sequence[GraphNode], lines: Iterable[tuple[int, int]]
) -> Iterator[ListEntry]:
    """Yield the classes of a picture, each below the first of its bases."""
    below: defaultdict[int, list[int]] = defaultdict(list)
    bases: defaultdict[int, list[int]] = defaultdict(list)
    for base, cls in lines:
        bases[cls].append(base)
        below[bases[cls][0]] += [cls] if len(bases[cls]) == 1 else []
    pending = [(number, 0) for number in range(len(places)) if number not in bases]
    pending.reverse()
    while pending:
        number, level = pending.pop()
        place = places[number]
        others = [places[base] for base in bases[number][1:]]
        yield ListEntry(
            place.label,
            place.uri,
            where=place.caption,
            prose=place.note,
            parts=tuple(
                Part(say("also derives from {name}", name=other.label), other.uri)
                for other in others
            ),
            level=level,
        )
        pending += [(sub, level + 1) for sub in reversed(below[number])]
