"""Compares two versions of a tree.

Files are the same by their paths, modules of Python also by the names that they are
imported by: ``flask/app.py`` may move to ``src/flask/app.py``. Only files with another
content are looked into. What is gone from one of them may have gone elsewhere: to where
its public names lead now, to a class above, or to a definition with the same text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from ...analysis.languages.registry import is_of_python
from ...analysis.moved_definitions import moved_texts, texts_of
from ...analysis.project.moved_file import Place
from ...links.places import External, Target
from ...model.facts import Definition
from ...model.kinds import MAIN_KINDS, VALUES
from ...model.names import LOCALS, outer_name
from .changes import (
    ADDED,
    CHANGED,
    REMOVED,
    RENAMED,
    WHATS,
    Breakage,
    Change,
    Comparison,
    Where,
)
from .signatures import breakages
from .users import Users
from .version import Version

#: The share of a file's definitions that makes another file the same one.
_SAME: Final = 0.5

Definitions = dict[str, Definition]
"""What a file defines outside of functions, by qualified name."""


def compare(old: Version, new: Version) -> Comparison:
    """Return what differs between two versions of a tree."""
    found = _Comparer(old, new).changes()
    return Comparison(
        tuple(
            sorted(
                found,
                key=lambda it: (WHATS.index(it.what), it.place.path, it.place.line),
            )
        )
    )


def definitions_of(version: Version, path: str) -> Definitions:
    """Return what a file defines outside of functions, by qualified name."""
    found: Definitions = {}
    for one in version.code.facts(path).definitions:
        known = found.get(one.qualname)
        main = known is None or (
            one.kind in MAIN_KINDS | {"method"} and known.kind in VALUES
        )
        if LOCALS not in one.qualname and main:
            found[one.qualname] = one
    return found


class _Comparer:
    """What two versions have, found out once."""

    def __init__(self, old: Version, new: Version) -> None:
        self._old = old
        self._new = new
        self._users = Users(new)
        self._old_keys = _sources(old)
        self._new_keys = _sources(new)
        self._paths = dict(self._pairs())
        self._before: dict[str, Definitions] = {}
        self._after: dict[str, Definitions] = {}
        back = {path: was for was, path in self._paths.items()}
        for path, key in self._old_keys.items():
            now = self._paths.get(path)
            if now is None or self._new_keys[now] != key:
                self._before[path] = definitions_of(old, path)
        for path, key in self._new_keys.items():
            was = back.get(path)
            if was is None or self._old_keys[was] != key:
                self._after[path] = definitions_of(new, path)
        self._gone = {
            Target(path, name): definition
            for path, definitions in self._before.items()
            for name, definition in definitions.items()
            if name not in self._after.get(self._paths.get(path, ""), {})
        }
        self._came = {
            Target(path, name): definition
            for path, definitions in self._after.items()
            for name, definition in definitions.items()
            if name not in self._before.get(back.get(path, ""), {})
        }

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the paths of files that are the same by path or by name."""
        left = [path for path in self._old_keys if path not in self._new_keys]
        yield from ((path, path) for path in self._old_keys.keys() & self._new_keys)
        modules, names = self._new.code.modules, self._old.code.modules.name
        for path in left:
            if is_of_python(path) and self._old.names.names(Target(path, "")):
                found = modules.find("", names(path), 0)
                if found in self._new_keys and found not in self._old_keys:
                    yield path, found

    def changes(self) -> Iterator[Change]:
        """Yield all changes."""
        yield from self._files()
        for path, definitions in self._before.items():
            now = self._after.get(self._paths.get(path, ""), {})
            for name, definition in definitions.items():
                where = Target(path, name)
                if where in self._gone:
                    yield from self._went(where, definition)
                elif name in now:
                    new = Target(self._paths[path], name)
                    yield from self._stayed(where, new, CHANGED)
        moved_to = set(self._moved.values())
        for where, definition in self._came.items():
            if where not in moved_to and not self._is_inside(where, self._came):
                yield self._new_one(where, definition)
        yield from self._imports()

    # What went, and where to.

    @cached_property
    def _moved(self) -> dict[Target, Target]:
        """Where definitions went, by name or by text."""
        moved: dict[Target, Target] = {}
        # A value is too short to be known again.
        rest = {
            where: one for where, one in self._gone.items() if one.kind not in VALUES
        }
        for where in self._gone:
            for name in self._old.names.names(where):
                found = self._new.names.find(name)
                if found and found.where and found.where.qualname:
                    moved[where] = found.where
                    rest.pop(where, None)
                    break
        taken = set(moved.values())
        gone = _texts(self._old, rest)
        new = [one for one in self._came if one not in taken]
        came = _texts(self._new, new)
        for before, after in moved_texts(gone, came).items():
            moved[Target(*before)] = Target(*after)
            # What stands in it went with it.
            for inside in self._gone:
                if inside.path == before.path and _is_in(inside, Target(*before)):
                    name = after.qualname + inside.qualname[len(before.qualname) :]
                    there = Target(after.path, name)
                    if inside not in moved and there in self._came:
                        moved[inside] = there
        return moved

    @cached_property
    def _renamed_files(self) -> dict[str, str]:
        """Which files have another name, by their content or their definitions."""
        gone = [path for path in self._old_keys if path not in self._paths]
        added = set(self._new_keys) - set(self._paths.values())
        by_key = defaultdict(list)
        for path in sorted(added):
            by_key[self._new_keys[path]].append(path)
        renamed: dict[str, str] = {}
        for path in gone:
            same = by_key[self._old_keys[path]]
            if len(same) == 1 and self._before[path]:
                renamed[path] = same[0]
                continue
            ends = Counter(
                self._moved[Target(path, name)].path
                for name in self._before[path]
                if Target(path, name) in self._moved
            )
            if ends:
                other, number = ends.most_common(1)[0]
                if other in added and number > _SAME * len(self._before[path]):
                    renamed[path] = other
        return renamed

    def _files(self) -> Iterator[Change]:
        for path in self._old_keys:
            if path in self._paths:
                continue
            names = self._old.names.names(Target(path, ""))
            lost = [name for name in names if not self._leads(name)]
            renamed = self._renamed_files.get(path)
            yield Change(
                RENAMED if renamed else REMOVED,
                "file",
                Where(path),
                Where(renamed) if renamed else None,
                names,
                breakages=tuple(Breakage("removed", name) for name in lost),
                inside=len(self._before[path]),
                users=self._users.asking_for(lost),
            )
        renamed_to = set(self._renamed_files.values()) | set(self._paths.values())
        for path in self._new_keys.keys() - renamed_to:
            names = self._new.names.names(Target(path, ""))
            inside = len(self._after[path])
            yield Change(ADDED, "file", None, Where(path), names, inside=inside)

    def _went(self, where: Target, definition: Definition) -> Iterator[Change]:
        moved = self._moved.get(where)
        outer = _outer(where)
        if moved is not None and (outer not in self._gone or outer in self._moved):
            if where.path not in self._renamed_files or (
                moved != Target(self._renamed_files[where.path], where.qualname)
            ):
                yield from self._stayed(where, moved, RENAMED)
            return
        if where.path not in self._paths or self._is_inside(where, self._gone):
            return
        names = self._old.names.names(where)
        lost = dict(self._lost(names))
        if names and not lost:
            # Another project has it now, or a class above.
            return
        yield Change(
            REMOVED,
            definition.kind,
            Where(*where, definition.line),
            None,
            names,
            before=_signature(definition),
            breakages=tuple(lost.values()),
            inside=sum(_is_in(one, where) for one in self._gone),
            users=self._users.asking_for(lost),
        )

    def _lost(self, names: Iterable[str]) -> Iterator[tuple[str, Breakage]]:
        """Yield the names that lead nowhere now, and what that breaks.

        What went with the module or the class around it is told of that.
        """
        for name in names:
            found = self._new.names.find(name)
            outer = name.rpartition(".")[0]
            if outer and found is None and not self._leads(outer):
                continue
            if found is None:
                yield name, Breakage("removed", name)
            elif found.perhaps:
                yield name, Breakage("perhaps-removed", name, after=found.perhaps)

    def _leads(self, name: str) -> bool:
        """Tell whether a name surely leads to something now."""
        found = self._new.names.find(name)
        return found is not None and found.sure

    # What is still there.

    def _stayed(self, where: Target, new: Target, what: str) -> Iterator[Change]:
        """Yield what changed of a definition that both versions have."""
        was = self._definition(self._old, self._before, where)
        now = self._definition(self._new, self._after, new)
        if was is None or now is None:
            return
        names = self._old.names.names(where)
        broken = list(dict(self._lost(names)).values()) if what == RENAMED else []
        inherited = what == RENAMED and self._is_inherited(where, new)
        if names and is_of_python(where.path):
            broken += breakages(was, now)
            if was.kind == now.kind == "class":
                broken += self._bases(where, new, was, now)
        same = (was.kind, _signature(was)) == (now.kind, _signature(now))
        if inherited or (what == RENAMED and self._goes_with(where, new)):
            if not broken:
                return
            what = CHANGED
        if what == CHANGED and not broken and (same or was.kind in VALUES):
            return
        yield Change(
            what,
            now.kind,
            Where(*where, was.line),
            Where(*new, now.line),
            names,
            before=_signature(was),
            after=_signature(now),
            breakages=tuple(broken),
            users=self._users.of(new),
        )

    def _is_inherited(self, where: Target, new: Target) -> bool:
        """Tell whether a member is that of a class above now."""
        owner = self._moved.get(_outer(where)) or Target(
            self._paths.get(where.path, where.path), outer_name(where.qualname)
        )
        if not owner.qualname or _outer(new) == owner:
            return False
        found = self._new.names.member(owner, where.qualname.rpartition(".")[2])
        return found is not None and found.where == new

    def _goes_with(self, where: Target, new: Target) -> bool:
        """Tell whether a definition moved with the class that it stands in."""
        return self._moved.get(_outer(where)) == _outer(new)

    def _bases(
        self, where: Target, new: Target, was: Definition, now: Definition
    ) -> Iterator[Breakage]:
        if was.bases == now.bases:
            return
        above = self._new.code.class_hierarchy.ancestors_of(*new)
        named = {_base_name(base) for base in now.bases} | {
            (
                one.base.dotted if isinstance(one.base, External) else one.base.qualname
            ).rpartition(".")[2]
            for one in above.classes
        }
        for base in was.bases:
            if _base_name(base) not in named and "=" not in base:
                yield Breakage("base-removed", base)
        code = self._old.code
        inherited = {
            name
            for base in code.class_hierarchy.ancestors_of(*where).classes
            if isinstance(base.base, Target)
            for name, member in code.class_members.of_class(base.base).items()
            if member.anchor and not name.startswith("_")
        } - code.class_members.of_class(where).keys()
        for name in sorted(inherited):
            if self._new.names.member(new, name) is None:
                yield Breakage("member-removed", name)

    def _definition(
        self, version: Version, known: dict[str, Definitions], where: Target
    ) -> Definition | None:
        if where.path not in known:
            if where.path not in version.names.files:
                return None
            known[where.path] = definitions_of(version, where.path)
        return known[where.path].get(where.qualname)

    # What is new.

    def _new_one(self, where: Target, definition: Definition) -> Change:
        return Change(
            ADDED,
            definition.kind,
            None,
            Where(*where, definition.line),
            self._new.names.names(where),
            after=_signature(definition),
            inside=sum(_is_in(one, where) for one in self._came),
            users=self._users.of(where),
        )

    def _imports(self) -> Iterator[Change]:
        """Yield names that modules do not offer any more, or now."""
        sides = (
            (self._old, self._before, self._gone, self._new),
            (self._new, self._after, self._came, self._old),
        )
        for version, changed, told, other in sides:
            for path in changed:
                if not version.names.is_public(path):
                    continue
                module = version.code.modules.name(path)
                for name, target in version.names.offered(path).items():
                    dotted = f"{module}.{name}"
                    if target not in told and other.names.find(dotted) is None:
                        yield self._import(path, dotted, gone=version is self._old)

    def _import(self, path: str, dotted: str, *, gone: bool) -> Change:
        where = Where(path, dotted.rpartition(".")[2])
        if not gone:
            return Change(ADDED, "import", None, where, (dotted,))
        broken = (Breakage("removed", dotted),)
        users = self._users.asking_for([dotted])
        return Change(
            REMOVED, "import", where, None, (dotted,), breakages=broken, users=users
        )

    @staticmethod
    def _is_inside(where: Target, among: dict[Target, Definition]) -> bool:
        """Tell whether what a definition stands in is among some, too."""
        return _outer(where) in among


def _sources(version: Version) -> dict[str, str]:
    """Return the keys of the files that define something for others to use."""
    return {path: row.key for path, row in version.names.files.items() if row.source}


def _outer(where: Target) -> Target:
    return Target(where.path, outer_name(where.qualname))


def _is_in(one: Target, where: Target) -> bool:
    return one.path == where.path and one.qualname.startswith(
        (f"{where.qualname}.", f"{where.qualname}::")
    )


def _base_name(base: str) -> str:
    return base.partition("[")[0].rpartition(".")[2]


def _signature(definition: Definition) -> str:
    """Return what is written behind a name."""
    if definition.signatures:
        return definition.signatures[0]
    annotation = f": {definition.annotation}" if definition.annotation else ""
    value = f" = {definition.value}" if definition.value else ""
    return annotation + value


def _texts(version: Version, wanted: Iterable[Target]) -> dict[Place, tuple[str, str]]:
    """Return kind and text of some definitions."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    for path, name in wanted:
        names[path].add(name)
    texts = version.texts(list(names))
    return {
        Place(path, name): text
        for path, chosen in names.items()
        for name, text in texts_of(
            [
                one
                for one in version.code.facts(path).definitions
                if one.qualname in chosen
            ],
            texts[path],
        ).items()
    }
