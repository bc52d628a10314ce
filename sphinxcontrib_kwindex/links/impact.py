"""How far edits are seen: names that stand for something else, and who asks for them.

To follow an identifier is to ask for names, one after the other: those that the file
says, those of the imports on the way, and those of the values, results and bases that
are met (:mod:`.identifiers`). An identifier of which none of them stands for something
else leads where it led. So this begins with the names that the edited files define,
bind or offer otherwise than before. An import of one of them binds a name that may
stand for something else, too; and so does a value, a result or a class of any file, if
what it asks for leads elsewhere now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..model.facts import FileFacts
from ..model.rows import ImportRow
from ..store.database import Store, import_rows, listed
from .identifiers import Outline, ReferenceResolver, Target, asked_names
from .imports import RANK, ImportResolver
from .test_collection import TELLING

#: Where more files ask for some of the names, and they are a larger part of the tree,
#: the whole of it is linked as fast.
_MANY: Final = 50
_PART: Final = 0.4

Outlines = Callable[[str], Outline]


@dataclass(frozen=True, slots=True)
class Edit:
    """What a file said before an edit, and what it says now."""

    before: FileFacts
    after: FileFacts

    @property
    def imports_otherwise(self) -> bool:
        """Whether an import is another one, or has another place."""
        return _imports(self.before) != _imports(self.after)

    def names(self) -> set[str] | None:
        """Return the names that others may now find otherwise.

        :return: ``None`` if more than names may have changed for them.
        """
        if _beside_names(self.before) != _beside_names(self.after):
            return None
        before, after = _by_name(self.before), _by_name(self.after)
        found = {
            name
            for name in before.keys() | after.keys()
            if before.get(name) != after.get(name)
        }
        return found | (_offered(self.before) ^ _offered(self.after))

    def redefined(self) -> set[str]:
        """Return the qualified names that are defined otherwise."""
        before, after = _kinds(self.before), _kinds(self.after)
        return {
            name
            for name in before.keys() | after.keys()
            if before.get(name) != after.get(name)
        }


def _offered(facts: FileFacts) -> set[str]:
    return set(facts.exports or ())


def _imports(facts: FileFacts) -> list[object]:
    """Return what others know of the imports of a file, in their order."""
    return [
        (row, one.type_checking)
        for row, one in zip(import_rows("", facts), facts.imports, strict=True)
    ]


def _beside_names(facts: FileFacts) -> object:
    """Return what a file tells others beside its names, but for its lines."""
    return (
        facts.type,
        facts.python,
        facts.problem,
        facts.exports is None,
        facts.exports_complete,
        [
            (row.module, row.level, row.lazy, row.runs, one.type_checking)
            for row, one in zip(import_rows("", facts), facts.imports, strict=True)
            if row.name == "*"
        ],
        # Others name their lines.
        facts.requirements,
        facts.entry_points,
    )


def _by_name(facts: FileFacts) -> Mapping[str, list[object]]:
    """Return what a file tells others of each name, but for its lines.

    Others ask for the last part of a qualified name at last.
    """
    found: defaultdict[str, list[object]] = defaultdict(list)
    for one in facts.definitions:
        # The tests of a file may be those of a class in another one.
        switch = one.value if one.name == "__test__" else ""
        found[one.name].append((one.kind, one.qualname, one.modifiers, switch))
    for pattern in facts.patterns:
        if pattern.name in TELLING:
            found[_last(pattern.qualname)].append((pattern.name, pattern.qualname))
    for row, imported in zip(import_rows("", facts), facts.imports, strict=True):
        if row.name != "*":
            told = (row.module, row.level, row.name, row.lazy, row.runs)
            found[row.bound].append((*told, imported.type_checking))
    outline = _outline(facts)
    for name, bases in outline.bases.items():
        found[_last(name)].append((name, bases))
    for name, value in outline.values.items():
        found[_last(name)].append((name, value))
    return found


def _kinds(facts: FileFacts) -> Mapping[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for one in facts.definitions:
        found[one.qualname].append(one.kind)
    return found


def _last(qualname: str) -> str:
    return qualname.rpartition(".")[2]


def _outline(facts: FileFacts) -> Outline:
    return Outline.of(facts.definitions, facts.references)


class _Before(ImportResolver):
    """Follows imports as they were before edits, the files being the same.

    :param edits: the edited files by path.
    """

    def __init__(self, store: Store, root_name: str, edits: Mapping[str, Edit]) -> None:
        super().__init__(store, root_name)
        self._edits = edits
        for path, one in edits.items():
            exports = listed(one.before)
            self._files[path] = self._files[path]._replace(exports=exports)

    def _names_at_top(self, path: str) -> dict[str, int]:
        if path not in self._edits:
            return super()._names_at_top(path)
        names: dict[str, int] = {}
        for one in self._edits[path].before.definitions:
            if "." not in one.qualname:
                rank = RANK.get(one.kind, 1)
                names[one.name] = min(rank, names.get(one.name, 1))
        return names

    def _imports(self, path: str) -> Iterable[ImportRow]:
        if path not in self._edits:
            return super()._imports(path)
        return import_rows(path, self._edits[path].before)


def reach(
    store: Store,
    edits: Mapping[str, Edit],
    names: set[str],
    links: ImportResolver,
    outlines: Outlines,
) -> set[str] | None:
    """Return the files with identifiers that may lead elsewhere than before edits.

    :param store: with the references as they were before.
    :param names: those that the edited files have otherwise; all others that stand for
        something else are put into it.
    :param links: what imports mean now.
    :param outlines: returns the outline of a file as it is now.
    :return: the edited files among them; ``None`` if they are too many.
    """

    def earlier(path: str) -> Outline:
        return _outline(edits[path].before) if path in edits else outlines(path)

    root_name = links.modules.root_name
    ways = (
        ReferenceResolver(_Before(store, root_name, edits), earlier),
        ReferenceResolver(links, outlines),
    )
    asked = dict(store.select("SELECT path, names FROM reference"))
    bound: defaultdict[str, set[str]] = defaultdict(set)
    for row in store.imports():
        bound[row.name].add(row.bound)
    found = set(edits)
    new = set(names)
    while new:
        marks = [f" {name} " for name in new]
        found.update(
            path
            for path, text in asked.items()
            if path not in found and any(mark in text for mark in marks)
        )
        if len(found) > max(_MANY, _PART * len(asked)):
            return None
        more = {other for name in new for other in bound.get(name, ())}
        for path in found:
            more.update(_otherwise(path, outlines(path), names, ways))
        new = more - names
        names |= new
    return found


def _otherwise(
    path: str,
    outline: Outline,
    names: set[str],
    ways: tuple[ReferenceResolver, ReferenceResolver],
) -> Iterator[str]:
    """Yield the names of a file whose value or bases ask for names and lead elsewhere.

    :param ways: how identifiers were followed before, and how they are now.
    """
    before, after = ways
    for qualname, spec in outline.values.items():
        if _last(qualname) in names or names.isdisjoint(asked_names((spec,))):
            continue
        found = after.held(path, spec)
        # What it holds is what a name stands for that may hold something else.
        inner = isinstance(found[0], Target) and _last(found[0].qualname) in names
        if inner or before.held(path, spec) != found:
            yield _last(qualname)
    for qualname, specs in outline.bases.items():
        if _last(qualname) in names or names.isdisjoint(
            asked_names(one for one in specs if one is not None)
        ):
            continue
        if before.order(path, qualname) != after.order(path, qualname):
            yield _last(qualname)
