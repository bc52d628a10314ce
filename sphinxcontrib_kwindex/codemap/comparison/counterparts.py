"""Which files and definitions of two versions are the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from posixpath import dirname
from typing import Final

from ...analysis.languages.registry import family_of, is_of_python, row_of
from ...analysis.moved_definitions import Content, moved_contents
from ...analysis.project.moved_file import ObjectName
from ...links.languages.includes import SOURCES
from ...links.places import Target
from ...model.facts import Definition
from ...model.grouped import grouped
from ...model.kinds import DERIVING, MAIN_KINDS, VALUES
from ...model.names import LOCALS, is_inside, last_part, outer_name
from .version import Version

#: The share of a file's definitions that makes another file the same one.
_SAME: Final = 0.5

Definitions = dict[str, Definition]
"""What a file defines outside of functions, by qualified name."""
_Places = dict[Target, Definition]


def definitions_of(version: Version, path: str) -> Definitions:
    """Return what a file defines outside of functions, by qualified name."""
    definitions: Definitions = {}
    for definition in version.code.facts(path).definitions:
        known = definitions.get(definition.qualname)
        main = known is None or (
            definition.kind in MAIN_KINDS | {"method"} and known.kind in VALUES
        )
        if LOCALS not in definition.qualname and main:
            definitions[definition.qualname] = definition
    return definitions


class Counterparts:
    """What of a version is what of a newer one.

    Files are the same by their paths, modules of Python also by the names that they are
    imported by: ``flask/app.py`` may move to ``src/flask/app.py``. Only files with
    another content are looked into. What is gone from one of them may have gone
    elsewhere: to where its public names lead now, to a class above, or to a definition
    with the same text. A namespace of another language, or what stands in a package
    whose files see each other, may be in other files all the time.
    """

    def __init__(self, old: Version, new: Version) -> None:
        self._old = old
        self._new = new
        self.old_keys = _sources(old)
        self.new_keys = _sources(new)
        self.paths = dict(self._pairs())
        """Where the old files are, as far as that follows from their names."""
        back = {path: was for was, path in self.paths.items()}
        self.before = _changed_files(old, self.old_keys, self.new_keys, self.paths)
        """What files defined that are another now, or gone."""
        self.after = _changed_files(new, self.new_keys, self.old_keys, back)
        self._named = cache(_read_named)
        gone = _missing(self.before, self.after, self.paths)
        came = _missing(self.after, self.before, back)
        self.gone = self._not_elsewhere(new, gone, came)
        self.came = self._not_elsewhere(old, came, gone)
        self._gone = grouped((place.path, place) for place in self.gone)
        self._came = grouped((place.path, place) for place in self.came)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the paths of files that are the same by path or by name."""
        left = [path for path in self.old_keys if path not in self.new_keys]
        yield from ((path, path) for path in self.old_keys.keys() & self.new_keys)
        modules, names = self._new.code.modules, self._old.code.modules.name
        for path in left:
            if is_of_python(path) and self._old.names.names(Target(path, "")):
                module = modules.find("", names(path), 0)
                if module in self.new_keys and module not in self.old_keys:
                    yield path, module

    def _not_elsewhere(
        self, version: Version, own: _Places, others: _Places
    ) -> _Places:
        """Return what one version has, and the other has in no file of its own."""
        return {
            where: definition
            for where, definition in own.items()
            if others.keys() >= {*self._elsewhere(version, where, definition)}
        }

    def _elsewhere(
        self, version: Version, where: Target, definition: Definition
    ) -> Iterator[Target]:
        """Yield where else a version has what others see as in the other version."""
        if is_of_python(where.path):
            return
        named = self._named(version, last_part(where.qualname), definition.kind)
        for place in named.get((where.qualname, definition.declaration), ()):
            old, new = (where, place) if version is self._new else (place, where)
            is_space = definition.kind == "namespace"
            if place != where and (is_space or self.is_still_seen(old, new)):
                yield place

    def is_still_seen(self, where: Target, new: Target) -> bool:
        """Tell whether others see a definition of another language than Python by the
        same name in the file that has it now.
        """
        path, other = where.path, new.path
        if where.qualname != new.qualname or family_of(path) != family_of(other):
            return False
        if path.endswith(".go") or row_of(path).found_by == "packages":
            package = self._old.code.facts(path).package
            if package != self._new.code.facts(other).package:
                return False
            return not path.endswith(".go") or dirname(path) == dirname(other)
        # What a source defines a header declares.
        is_source = path.endswith(SOURCES)
        return is_source or self._new.code.import_resolver.sees(path, other)

    def definition(self, version: Version, where: Target) -> Definition | None:
        """Return a definition of either version; ``None`` if it is not there."""
        known = self.before if version is self._old else self.after
        if where.path in known:
            return known[where.path].get(where.qualname)
        if where.path not in version.names.files:
            return None
        return definitions_of(version, where.path).get(where.qualname)

    @cached_property
    def moved(self) -> dict[Target, Target]:
        """Where definitions went, by name or by text."""
        moved: dict[Target, Target] = {}
        # A value is too short to be known again.
        rest = {
            where: was for where, was in self.gone.items() if was.kind not in VALUES
        }
        for where, was in self.gone.items():
            place = next(self._elsewhere(self._new, where, was), None)
            if place := place or self._in_other_header(where, was):
                moved[where] = place
                rest.pop(where, None)
                continue
            for name in self._old.names.names(where):
                end = self._new.names.find(name)
                if end and end.where and end.where.qualname:
                    is_class = was.kind == "class"
                    meant = self._new.names.class_meant
                    moved[where] = meant(end.where) if is_class else end.where
                    rest.pop(where, None)
                    break
        taken = set(moved.values())
        gone = _contents(self._old, rest)
        new = [place for place in self.came if place not in taken]
        came = _contents(self._new, new)
        pairs = {
            Target(*before): Target(*after)
            for before, after in moved_contents(gone, came).items()
        }
        pairs |= self._alike(
            [where for where in rest if where not in pairs],
            [place for place in new if place not in set(pairs.values())],
        )
        for before, after in pairs.items():
            moved[before] = after
            # What stands in it went with it.
            for inside in self.gone_in(before):
                name = after.qualname + inside.qualname[len(before.qualname) :]
                there = Target(after.path, name)
                if inside not in moved and there in self.came:
                    moved[inside] = there
        return moved

    def _alike(
        self, gone: Iterable[Target], came: Iterable[Target]
    ) -> Iterator[tuple[Target, Target]]:
        """Yield pairs of what is called the same but for case and underscores, or
        is the only class that went from its file or came there, if half of the members
        of either are called the same.
        """
        before, after = _by_likeness(self.gone, gone), _by_likeness(self.came, came)
        for (path, kind, name), places in before.items():
            others = after.get((self.paths.get(path, ""), kind, name), ())
            if len(places) == len(others) == 1:
                members = {last_part(it.qualname) for it in self.gone_in(places[0])}
                now = {last_part(it.qualname) for it in self.came_in(others[0])}
                most = max(len(members), len(now))
                if name or len(members & now) > max(1, _SAME * most):
                    yield places[0], others[0]

    def _in_other_header(self, where: Target, was: Definition) -> Target | None:
        """Return what is new in one other header, by the same name."""
        if not row_of(where.path).includes:
            return None
        named = self._named(self._new, last_part(where.qualname), was.kind)
        places = [
            place
            for place in named.get((where.qualname, was.declaration), ())
            if not place.path.endswith(SOURCES)
            and family_of(place.path) == family_of(where.path)
            and place.qualname in self.after.get(place.path, ())
            and place.qualname not in self.before.get(place.path, ())
        ]
        return places[0] if len(places) == 1 else None

    def gone_in(self, where: Target) -> list[Target]:
        """Return what is gone that stood in a definition."""
        return _inside(self._gone[where.path], where)

    def came_in(self, where: Target) -> list[Target]:
        """Return what is new that stands in a definition."""
        return _inside(self._came[where.path], where)

    @cached_property
    def renamed_files(self) -> dict[str, str]:
        """Which files have another name, by their content or their definitions."""
        gone = [path for path in self.old_keys if path not in self.paths]
        added = set(self.new_keys) - set(self.paths.values())
        by_key = grouped((self.new_keys[path], path) for path in sorted(added))
        renamed: dict[str, str] = {}
        for path in gone:
            same = by_key[self.old_keys[path]]
            if len(same) == 1 and self.before[path]:
                renamed[path] = same[0]
                continue
            ends = Counter(
                self.moved[Target(path, name)].path
                for name in self.before[path]
                if Target(path, name) in self.moved
            )
            if ends:
                other, number = ends.most_common(1)[0]
                if other in added and number > _SAME * len(self.before[path]):
                    renamed[path] = other
        return renamed

    def is_inherited(self, where: Target, new: Target) -> bool:
        """Tell whether a member is that of a class above now."""
        owner = self.owner(where)
        if not owner.qualname or outer(new) == owner:
            return False
        member = self._new.names.member(owner, last_part(where.qualname))
        return member is not None and member.where == new

    def has_above(self, where: Target) -> bool:
        """Tell whether a class of another language has a lost member from one above."""
        owner = self.owner(where)
        if is_of_python(where.path) or not owner.qualname:
            return False
        member = self._new.names.member(owner, last_part(where.qualname))
        return member is not None and member.sure

    def owner(self, where: Target) -> Target:
        """Return the class that a member stood in, as it is called now."""
        path = self.paths.get(where.path, where.path)
        return self.moved.get(outer(where)) or Target(path, outer_name(where.qualname))

    def goes_with(self, where: Target, new: Target) -> bool:
        """Tell whether a definition moved with the class that it stands in."""
        return self.moved.get(outer(where)) == outer(new)


def _read_named(
    version: Version, name: str, kind: str
) -> Mapping[tuple[str, bool], list[Target]]:
    """Return what a version has by the last part of a name, by qualified name and
    whether it is only declared.
    """
    rows = version.code.definitions_named(name, [kind])
    return grouped(
        ((row.qualname, bool(row.declaration)), Target(row.path, row.qualname))
        for row in rows
    )


def _sources(version: Version) -> dict[str, str]:
    """Return of the files that define something for others to use what they contain."""
    files = version.names.files.items()
    return {path: version.content(row) for path, row in files if row.source}


def _changed_files(
    version: Version,
    keys: Mapping[str, str],
    other_keys: Mapping[str, str],
    paths: Mapping[str, str],
) -> dict[str, Definitions]:
    """Return what the files of a version define that are another in the other one.

    :param paths: where its files are in the other one.
    """
    return {
        path: definitions_of(version, path)
        for path, key in keys.items()
        if other_keys.get(paths.get(path, "")) != key
    }


def _missing(
    own: Mapping[str, Definitions],
    others: Mapping[str, Definitions],
    paths: Mapping[str, str],
) -> dict[Target, Definition]:
    """Return what files of a version define, and their counterparts do not."""
    return {
        Target(path, name): definition
        for path, definitions in own.items()
        for name, definition in definitions.items()
        if name not in others.get(paths.get(path, ""), {})
    }


def _by_likeness(
    known: _Places, places: Iterable[Target]
) -> Mapping[tuple[str, str, str], list[Target]]:
    """Return some definitions by file, kind and name without case and underscores, and
    the classes without a name, too.
    """
    return grouped(
        ((place.path, known[place].kind, name), place)
        for place in places
        for name in (
            place.qualname.replace("_", "").lower(),
            *([""] if known[place].kind in DERIVING else []),
        )
    )


def outer(where: Target) -> Target:
    """Return what a definition stands in."""
    return Target(where.path, outer_name(where.qualname))


def _inside(places: Iterable[Target], where: Target) -> list[Target]:
    """Return those of some definitions of a file that stand in another there."""
    return [place for place in places if is_inside(place.qualname, where.qualname)]


def _contents(version: Version, wanted: Iterable[Target]) -> dict[ObjectName, Content]:
    """Return what tells some definitions by what they contain."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    for path, name in wanted:
        names[path].add(name)
    bodies = version.bodies(names)
    return {ObjectName(*where): body.content for where, body in bodies.items()}
