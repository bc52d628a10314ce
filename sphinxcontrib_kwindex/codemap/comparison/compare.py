"""Compares two versions of a tree: what of each is told, and what it breaks."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from keyword import iskeyword
from typing import Final

from msgspec.structs import replace

from ...analysis.languages.registry import is_of_python, row_of
from ...links.places import Target
from ...model.facts import Definition
from ...model.kinds import CALLABLES, MEMBERS, VALUES
from ...model.names import last_part
from ...model.rows import UseRow
from ..signatures import same_signature, written_behind
from .bases import Bases
from .broken_signatures import breakages
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
from .constructors import FIRST_METHODS, constructor
from .counterparts import Counterparts, outer
from .users import Users
from .version import Version

#: A value that is another name for a function or a class, or makes a method of one.
_ALIAS: Final = re.compile(r"(?:(classmethod|staticmethod)\()?([^\W\d][\w.]*)\)?")
#: One that is what a decorator makes of a class or a function, perhaps.
_DECORATED: Final = re.compile(r"()[\w.]+(?:\(.*\))?\(([^\W\d][\w.]*)\)")
_LAMBDA: Final = re.compile(r"lambda\b")
#: What a class or a function makes.
_CALL: Final = re.compile(r"(\w+)\(")
#: One that is a class of its own.
_MAKES_CLASS: Final = re.compile(r"(\w+\.)*(namedtuple|NamedTuple|TypedDict|Enum)\(")


def compare(old: Version, new: Version) -> Comparison:
    """Return what differs between two versions of a tree."""

    def order(change: Change) -> tuple[int, str, int]:
        return WHATS.index(change.what), change.place.path, change.place.line

    return Comparison(tuple(sorted(_Comparer(old, new).changes(), key=order)))


class _Comparer:
    """What two versions have, found out once."""

    def __init__(self, old: Version, new: Version) -> None:
        self._old = old
        self._new = new
        self._same = Counterparts(old, new)
        self._bases = Bases(old, new, self._same)
        gone = self._same.gone.items()
        self._users = Users(new, (it for it, was in gone if was.kind in MEMBERS))

    def changes(self) -> Iterator[Change]:
        """Yield all changes."""
        yield from self._files()
        for path, definitions in self._same.before.items():
            now = self._same.after.get(self._same.paths.get(path, ""), {})
            for name, definition in definitions.items():
                where = Target(path, name)
                if where in self._same.gone:
                    yield from self._went(where, definition)
                elif name in now:
                    new = Target(self._same.paths[path], name)
                    yield from self._stayed(where, new, CHANGED)
        moved_to = set(self._same.moved.values())
        for where, definition in self._same.came.items():
            around = outer(where)
            alone = around not in self._same.came or around in moved_to
            if where not in moved_to and alone:
                yield from self._new_one(where, definition)
        yield from self._imports()

    # What went, and where to.

    def _files(self) -> Iterator[Change]:
        for path in self._same.old_keys:
            if path in self._same.paths:
                continue
            names = self._old.names.names(Target(path, ""))
            broken = dict(self._lost_modules(names))
            renamed = self._same.renamed_files.get(path)
            yield Change(
                RENAMED if renamed else REMOVED,
                "file",
                Where(path),
                Where(renamed) if renamed else None,
                names,
                breakages=tuple(broken.values()),
                inside=len(self._same.before[path]),
                users=self._users.asking_for(broken),
            )
        same = self._same
        renamed_to = {*same.renamed_files.values(), *same.paths.values()}
        for path in self._same.new_keys.keys() - renamed_to:
            names = self._new.names.names(Target(path, ""))
            inside = len(self._same.after[path])
            yield Change(ADDED, "file", None, Where(path), names, inside=inside)

    def _went(self, where: Target, definition: Definition) -> Iterator[Change]:
        """Yield what is told of a definition that is no longer where it was."""
        moved = self._same.moved.get(where)
        around = outer(where)
        alone = around not in self._same.gone or around in self._same.moved
        if moved is not None and alone:
            renamed = self._same.renamed_files.get(where.path)
            # What moves with its file is said of the file.
            with_file = renamed and moved == Target(renamed, where.qualname)
            yield from self._stayed(where, moved, CHANGED if with_file else RENAMED)
            return
        if not alone:
            return
        names = self._names(where)
        lost = dict(self._lost(where))
        if where.path not in self._same.paths:
            # What went with its module is told of that.
            modules = self._names(Target(where.path, ""))
            for name in set(lost):
                if any(name.startswith(f"{module}.") for module in modules):
                    del lost[name]
            if not lost:
                return
        if names and (not lost or self._same.has_above(where)):
            # Another project has it now, or a class above.
            return
        if lost and definition.name in FIRST_METHODS and is_of_python(where.path):
            kept = dict(self._first_method_went(where, definition, lost))
            if not kept:
                return
            lost = kept
        yield Change(
            REMOVED,
            definition.kind,
            Where(*where, definition.line),
            None,
            names,
            before=written_behind(definition),
            breakages=tuple(lost.values()),
            inside=len(self._same.gone_in(where)),
            users=self._asking(where, lost),
        )

    def _asking(self, where: Target, lost: Iterable[str]) -> tuple[UseRow, ...]:
        """Return what still asks for something that is gone.

        :param lost: its dotted names.
        """
        owner = self._same.owner(where)
        if not (owner.qualname and is_of_python(where.path)):
            return self._users.asking_for(lost)
        return self._users.asking_of(owner, last_part(where.qualname))

    def _first_method_went(
        self, where: Target, was: Definition, lost: Mapping[str, Breakage]
    ) -> Iterator[tuple[str, Breakage]]:
        """Yield what it breaks that a class has no ``__init__`` of its own now."""
        if any(breakage.rule != "removed" for breakage in lost.values()):
            # A class of another project may have one.
            yield from lost.items()
            return
        around = outer(where)
        cls = self._same.moved.get(around, around)
        cls = cls._replace(path=self._same.paths.get(cls.path, cls.path))
        if constructor(self._new, cls):
            # That tells what it takes.
            return
        if any(self._new.names.member(cls, name) for name in FIRST_METHODS):
            return
        now = replace(was, signatures=("(self)",))
        yield from ((breakage.name, breakage) for breakage in breakages(was, now))

    def _lost(self, where: Target) -> Iterator[tuple[str, Breakage]]:
        """Yield the public names that lead nowhere now, and what that breaks.

        What went with the module or the class around it is told of that.
        """
        names = self._names(where)
        if not is_of_python(where.path):
            new = self._same.moved.get(where)
            if new and self._same.is_still_seen(where, new):
                return
            around = self._same.moved.get(outer(where))
            renamed = self._same.renamed_files.get(where.path)
            if around is None or around.path == renamed:
                for name in names:
                    if new and row_of(new.path).includes and new.qualname == name:
                        yield name, Breakage("other-header", name, after=new.path)
                    else:
                        yield name, Breakage("removed", name)
            return
        for name in names:
            end = self._new.names.find(name)
            module = name.rpartition(".")[0]
            if module and end is None and not self._new.names.leads(module):
                continue
            if end is None:
                yield name, Breakage("removed", name)
            elif end.perhaps:
                yield name, Breakage("perhaps-removed", name, after=end.perhaps)

    def _lost_modules(self, names: Iterable[str]) -> Iterator[tuple[str, Breakage]]:
        """Yield the names of modules that lead to no module now, with what they are."""
        for name in names:
            end = self._new.names.find(name)
            if end is None or not end.sure:
                yield name, Breakage("removed", name)
            elif end.where and end.where.qualname:
                rows = self._new.code.definitions_called(*end.where)
                now = rows[0].kind if rows else "attribute"
                yield name, Breakage("kind", name, "module", now)

    def _names(self, where: Target) -> tuple[str, ...]:
        return self._old.names.names(where)

    # What is still there.

    def _stayed(self, where: Target, new: Target, what: str) -> Iterator[Change]:
        """Yield what changed of a definition that both versions have."""
        was = self._same.definition(self._old, where)
        now = self._same.definition(self._new, new)
        if was is None or now is None:
            return
        lines = was.line, now.line
        was, now = self._set(self._old, where, was), self._set(self._new, new, now)
        names = self._names(where)
        made = list(self._fields(where, new)) if names and was.kind == "class" else []
        there = replace(was, lines=now.lines, end_line=now.end_line)
        if what == CHANGED and not made and there == now:
            return
        lost = dict(self._lost(where)) if what == RENAMED else {}
        broken = list(lost.values())
        inherited = what == RENAMED and self._same.is_inherited(where, new)
        if names and is_of_python(where.path):
            broken += self._broken(where, was, new, now)
            if was.kind == now.kind == "class":
                broken += [*self._bases.lost(where, new, was, now), *made]
        before, after = written_behind(was), written_behind(now)
        same = was.kind == now.kind and (
            before == after
            or (
                is_of_python(where.path)
                and same_signature(before, after, of_class=was.kind == "class")
            )
        )
        if inherited or (what == RENAMED and self._same.goes_with(where, new)):
            if not broken:
                return
            what = CHANGED
        if what == CHANGED and not broken and (same or was.kind in VALUES):
            return
        yield Change(
            what,
            now.kind,
            Where(*where, lines[0]),
            Where(*new, lines[1]),
            names,
            *(before, after, tuple(broken)),
            users=self._asking(where, lost) if lost else self._users.of(new),
        )

    def _broken(
        self, where: Target, was: Definition, new: Target, now: Definition
    ) -> Iterator[Breakage]:
        """Yield what it breaks that a definition is another now."""
        if was.kind != now.kind:
            was = self._aliased(self._old, where, was)
            now = self._aliased(self._new, new, now)
            if was.kind == now.kind == "class" or not (was.kind and now.kind):
                # "Name = Other" became a class of its own, or the reverse.
                return
            if {was.kind, now.kind} & CALLABLES and (
                self._may_be_called(self._old, where, was)
                or self._may_be_called(self._new, new, now)
            ):
                return
        if was.kind != now.kind and any(
            map(self._new.names.is_outside, self._names(where))
        ):
            # Without another project it is a value.
            return
        whole = was
        if was.kind == now.kind == "method" and was.signatures != now.signatures:
            whole = self._handed_to(where, was)
        yield from breakages(whole, now)

    def _fields(self, where: Target, new: Target) -> Iterator[Breakage]:
        """Yield what it breaks that a dataclass has other fields, or is one no more."""
        before, after = constructor(self._old, where), constructor(self._new, new)
        if before is None and after is None:
            return
        was = before or self._same.definition(self._old, where.member("__init__"))
        now = after or self._same.definition(self._new, new.member("__init__"))
        if was and now:
            # Which defaults fields have is told of them.
            broken = breakages(was, now)
            yield from (one for one in broken if one.rule != "parameter-default")

    def _aliased(
        self, version: Version, where: Target, definition: Definition
    ) -> Definition:
        """Return the class or function that a value is; else the value itself.

        The kind is empty if the value is something that is not known.
        """
        if definition.kind not in VALUES:
            return definition
        if _MAKES_CLASS.match(definition.value):
            return replace(definition, kind="class")
        if _LAMBDA.match(definition.value):
            # What its parameters are called, nobody is to rely on.
            return replace(definition, kind="")
        decorated = _DECORATED.fullmatch(definition.value)
        match = _ALIAS.fullmatch(definition.value) or decorated
        if not match or iskeyword(match[2]):
            return definition
        wrapper, name = match.groups()
        around = outer(where)
        places = [around._replace(qualname=f"{around.qualname}.{name}")]
        if place := version.code.import_resolver.find_definition(where.path, name):
            places.append(Target(*place))
        others = [
            self._same.definition(version, place) for place in places if place != where
        ]
        for other in others:
            if other and (other.kind == "class" or other.kind in CALLABLES):
                if decorated:
                    return replace(definition, kind="")
                modifiers = (wrapper,) if wrapper else other.modifiers
                return replace(other, modifiers=modifiers)
        if any(others) or decorated:
            return definition
        is_class = isinstance(getattr(builtins, name, None), type)
        return replace(definition, kind="class" if is_class else "")

    def _may_be_called(
        self, version: Version, where: Target, definition: Definition
    ) -> bool:
        """Tell whether a value is an object that can be called, or may be one.

        That is one of a class with ``__call__``, what a function returns that has
        another in it, and what Python looks for by a special name.
        """
        match = _CALL.match(definition.value) if definition.kind in VALUES else None
        if match is None:
            return False
        if definition.name.startswith("__"):
            return True
        place = version.code.import_resolver.find_definition(where.path, match[1])
        if place is None:
            return False
        if version.names.member(Target(*place), "__call__"):
            return True
        inside = f"{place[1]}.<locals>."
        rows = version.code.definitions(place[0])
        return any(row.qualname.startswith(inside) for row in rows)

    def _handed_to(self, where: Target, was: Definition) -> Definition:
        """Return the method above that another hands its arguments to; else itself."""
        body = self._old.bodies({where.path: {where.qualname}}).get(where)
        if body is None or not body.hands_on:
            return was
        for member in self._above(self._old, where, was.name):
            if member.kind == "method":
                return replace(member, modifiers=was.modifiers)
        return was

    def _set(
        self, version: Version, where: Target, definition: Definition
    ) -> Definition:
        """Return the property above that ``self.name = …`` sets; else itself."""
        if "instance" in definition.modifiers:
            for member in self._above(version, where, definition.name):
                if "property" in member.modifiers:
                    return member
        return definition

    def _above(
        self, version: Version, where: Target, name: str
    ) -> Iterator[Definition]:
        """Yield what classes of the tree above that of a member have by a name."""
        above = version.code.class_hierarchy.ancestors_of(*outer(where)).inside
        members = (self._same.definition(version, cls.member(name)) for cls in above)
        yield from filter(None, members)

    # What is new.

    def _new_one(self, where: Target, definition: Definition) -> Iterator[Change]:
        names = self._new.names.names(where)
        ends = map(self._old.names.find, names)
        above = next((end.where for end in ends if end and end.where), None)
        was = self._same.definition(self._old, above) if above else None
        new = Where(*where, definition.line)
        after = written_behind(definition)
        if above and was and definition.kind == was.kind == "method":
            # The class had that of a class above.
            broken = tuple(breakages(was, definition))
            if broken or not same_signature(written_behind(was), after):
                old = Where(*above, was.line)
                users = self._users.of(where)
                told = written_behind(was), after, broken
                yield Change(CHANGED, "method", old, new, names, *told, users=users)
            return
        inside = len(self._same.came_in(where))
        yield Change(
            ADDED, definition.kind, None, new, names, after=after, inside=inside
        )

    def _imports(self) -> Iterator[Change]:
        """Yield names that modules do not offer any more, or now."""
        sides = (
            (self._old, self._same.before, self._same.gone, self._new),
            (self._new, self._same.after, self._same.came, self._old),
        )
        for version, changed, told, other in sides:
            for path in changed:
                if not version.names.is_public(path):
                    continue
                module = version.code.modules.name(path)
                there = other.code.modules.find("", module, 0)
                also = other.names.offered(there) if there in other.names.files else {}
                for name, target in version.names.offered(path).items():
                    dotted = f"{module}.{name}"
                    if target is None and name in also:
                        # A module that a build makes is in neither version.
                        continue
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
