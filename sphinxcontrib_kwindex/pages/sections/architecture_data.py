"""The data of Architecture & Design, without nodes.

Everything here is of other files, so that it is both what the section shows and
what its digest is made of.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from ...codemap.code_map import CodeMap
from ...codemap.offers import offers
from ...i18n import say
from ...links.imports.import_graph import RANKED
from ...links.inheritance import Base, OneOf, Unresolved
from ...links.languages.python import is_package_file, package_files
from ...links.places import Target
from ...links.tree_paths import folder_distance
from ...model.kinds import DERIVING
from ...model.record import Record
from ...store.file_queries import source_files
from ..pictures.class_tree import ClassTree, worth_drawing
from ..pictures.neighbourhood import Neighbours, neighbours

#: Classes above one class: what is above the last is said there.
_ABOVE: Final = 20
#: Classes below one class, and levels of them.
_BELOW: Final = 2000
_LEVELS: Final = 20
#: Fewer importers are no reason to compare.
_NOTABLE: Final = 3


class ClassLink(Record, frozen=True):
    """A class that is named, or what is known of it."""

    name: str
    """Its qualified name; of a class of another project its dotted name; of what is
    not known what is written."""
    path: str = ""
    anchor: str = ""
    """Empty where it is not shown."""
    others: tuple[ClassLink, ...] = ()
    """What it is instead in other branches."""


class Subclass(Record, frozen=True):
    """A class in the tree of those below a class."""

    link: ClassLink
    level: int
    """1 if it derives directly from that class."""
    under: str
    """The class under which it stands with those below it, where that is not here."""


class ClassRelations(Record, frozen=True):
    """What a class derives from, and what derives from it."""

    qualname: str
    anchor: str
    bases: tuple[ClassLink, ...]
    above: tuple[ClassLink, ...]
    """All above it in the order in which attributes are looked up, the nearest of
    many."""
    more_above: bool
    chain: bool
    """Whether each of them derives from the next, and from nothing else."""
    subclasses: tuple[Subclass, ...]
    """What derives from it, each before what derives from that."""
    below: int
    """How many classes these are; there may be more than are listed."""


class Reexporter(Record, frozen=True):
    """A file that offers names of another file as its own."""

    path: str
    names: tuple[str, ...]
    """With ``as`` where they are called otherwise; ``*`` for all that are public."""


class ImportPosition(Record, frozen=True):
    """Where a file stands among the others."""

    package: str | None
    """The folder of the package that it is in."""
    package_summary: tuple[str, str]
    """The first sentence of that package, and the file that says so."""
    importers: int
    imported: int
    rank: int
    """Its place among the files of the tree that most others import, 0 for none."""
    runner_up: tuple[str, int] | None
    """Where it is imported by more files than any other of its folder: the file
    that comes next, with its number of importers."""
    cycle: tuple[str, ...]
    class_relations: tuple[ClassRelations, ...]
    class_tree: ClassTree | None
    reexporters: tuple[Reexporter, ...]
    neighbours: Neighbours


def import_position(code: CodeMap, path: str) -> ImportPosition | None:
    """Return where a file stands, or ``None`` if it is no source that was parsed."""
    if path not in code.once(_sources):
        return None
    package = package_folder(code, path)
    return ImportPosition(
        package,
        ("", "") if package is None else _package_summary(code, package),
        len(code.import_graph.importers.get(path, ())),
        len(code.import_graph.imported.get(path, ())),
        _rank(code, path),
        _runner_up(code, path),
        code.import_cycle(path),
        _class_relations(code, path),
        worth_drawing(code, path),
        tuple(_reexporters(code, path)),
        neighbours(code, path),
    )


def _sources(code: CodeMap) -> frozenset[str]:
    """Return the sources of all languages that could be parsed."""
    return frozenset(source_files(code.store))


def package_folder(code: CodeMap, path: str) -> str | None:
    """Return the folder of the package that a file is in; of a file that makes a
    package that of the package around it.
    """
    folder = path.rpartition("/")[0]
    if is_package_file(path):
        if not folder:
            return None
        folder = folder.rpartition("/")[0]
    python = path in code.modules.files
    return folder if python and folder in code.modules.packages else None


def _package_summary(code: CodeMap, package: str) -> tuple[str, str]:
    for path in sorted(package_files(package)):
        row = code.file(path)
        if row and row.summary:
            return row.summary, row.path
    return "", ""


# Numbers


def _rank(code: CodeMap, path: str) -> int:
    number = len(code.import_graph.importers.get(path, ()))
    # Of the tenth of a tree that is imported most, but at most RANKED.
    every = code.import_graph.most_importers
    most = every[: min(RANKED, len(code.once(_sources)) // 10)]
    is_alone = number in most and every.count(number) == 1
    if number < _NOTABLE or not is_alone or path.endswith(".go"):
        return 0
    return most.index(number) + 1


def _runner_up(code: CodeMap, path: str) -> tuple[str, int] | None:
    rows = code.import_graph.most_imported_in_folder.get(path.rpartition("/")[0], ())
    if len(rows) < 2 or rows[0][1] != path or path.endswith(".go"):
        return None
    (number, _), (next_number, other) = rows
    return (other, next_number) if number > max(next_number, _NOTABLE - 1) else None


# Classes


def _class_relations(code: CodeMap, path: str) -> tuple[ClassRelations, ...]:
    relations = []
    for row in code.definitions(path):
        if row.kind in DERIVING:
            cls = Target(path, row.qualname)
            subclasses, below = _subclasses(code, cls)
            above = code.class_hierarchy.order_of_lookup(*cls)[1:]
            if above or below:
                relations.append(
                    ClassRelations(
                        row.qualname,
                        row.anchor,
                        _links(code, code.class_hierarchy.bases_of(*cls), cls),
                        _links(code, above[:_ABOVE], cls),
                        len(above) > _ABOVE,
                        _is_chain(code, (cls, *above)),
                        subclasses,
                        below,
                    )
                )
    return tuple(relations)


def _links(
    code: CodeMap, bases: Iterable[Base], below: Target
) -> tuple[ClassLink, ...]:
    links = [_link(code, base) for base in bases]
    return tuple(_told_apart(links, below.qualname))


def _link(code: CodeMap, base: Base) -> ClassLink:
    if isinstance(base, Target):
        return _class_link(code, base)
    if isinstance(base, OneOf):
        first, *others = _told_apart([_link(code, cls) for cls in base.classes])
        return replace(first, others=tuple(others))
    if isinstance(base, Unresolved):
        return ClassLink(base.written or say("unknown"))
    return ClassLink(base.dotted.removeprefix("builtins."))


def _told_apart(links: Sequence[ClassLink], *names: str) -> Iterator[ClassLink]:
    """Yield classes, those of one name with their files.

    :param names: those of other classes beside them.
    """
    known = Counter([*(link.name for link in links), *names])
    for link in links:
        alike = link.path and known[link.name] > 1
        yield replace(link, name=f"{link.path}::{link.name}") if alike else link


def _class_link(code: CodeMap, cls: Target) -> ClassLink:
    return ClassLink(cls.qualname, cls.path, code.class_anchor(cls))


def _is_chain(code: CodeMap, order: Iterable[Base]) -> bool:
    several = (
        code.class_hierarchy.bases_of(*cls) for cls in order if isinstance(cls, Target)
    )
    return all(len(bases) <= 1 for bases in several)


def _subclasses(code: CodeMap, top: Target) -> tuple[tuple[Subclass, ...], int]:
    """Return what derives from a class, and how many classes that are.

    What is not shown is left out, but not what derives from it.
    """
    hierarchy = code.class_hierarchy
    subclasses: list[Subclass] = []
    below = hierarchy.below([top])
    below[top] = None
    # The first base of each class that is among them.
    place = {
        cls: next(
            base for base in hierarchy.bases_of(*cls) if base in below and base != cls
        )
        for cls in below
        if cls != top
    }

    def farness(cls: Target) -> tuple[int, Target]:
        return folder_distance(top.path, cls.path), cls

    def pending(cls: Target, level: int) -> Iterator[tuple[Target, Target, int]]:
        """Yield the direct subclasses of a class, the nearest last."""
        several = (
            place.keys() & hierarchy.subclasses_of(cls) if level <= _LEVELS else ()
        )
        return ((sub, cls, level) for sub in sorted(several, key=farness, reverse=True))

    waiting = [*pending(top, 1)]
    while waiting and len(subclasses) < _BELOW:
        cls, base, level = waiting.pop()
        link = _class_link(code, cls)
        here = place[cls] == base
        if link.anchor:
            under = "" if here else place[cls].qualname
            subclasses.append(Subclass(link, level, under))
        if here:
            waiting += pending(cls, level + bool(link.anchor))
    return tuple(subclasses), sum(bool(code.class_anchor(cls)) for cls in place)


# Names that other files offer


def _reexporters(code: CodeMap, path: str) -> list[Reexporter]:
    """Return the files that make a name of a file their own, most names first."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    for user in {row.path for row in code.names_taken_from(path)}:
        listed = code.facts(user).exports is not None
        for module, name, target, qualname, star, *_ in offers(code, user).names:
            if star and module == path and not listed:
                names[user].add("*")
            elif target == path and (module == path or not star):
                renamed = qualname not in {"", name}
                names[user].add(f"{qualname} as {name}" if renamed else name)
    reexporters = [
        Reexporter(where, tuple(sorted(some))) for where, some in names.items()
    ]
    return sorted(
        reexporters, key=lambda reexporter: (-len(reexporter.names), reexporter.path)
    )
