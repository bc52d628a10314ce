"""Makes the records of ``kwindex.json`` that are about definitions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final

from ...codemap.code_map import CodeMap
from ...codemap.comparison.changes import ADDED, CHANGED
from ...codemap.comparison.changes_since import changed_definitions
from ...codemap.comparison.version import bodies_in
from ...codemap.possible_uses import possible_uses
from ...codemap.testing.tests_of_definitions import (
    NEAREST,
    TESTED,
    DefinitionTests,
    definition_tests,
)
from ...links.inheritance import Base, OneOf, Unresolved
from ...links.places import Target
from ...links.tree_paths import folder_distance
from ...model.facts import Definition, FileFacts, Measure
from ...model.grouped import grouped
from ...model.kinds import CALLABLES, DERIVING, VALUES
from ...model.names import LOCALS, full_name, split_name
from ...model.references import ROLE_NAMES
from ...store.use_queries import uses_with_lines
from . import definition_record as out

#: What is said of what a version did not have, or had otherwise.
_SINCE: Final = {ADDED: "new", CHANGED: "changed"}
_LINE: Final = attrgetter("line", "around", "text")
#: What a definition and its record call alike.
_WRITTEN: Final = (
    *("kind", "qualname", "lines", "end_line", "signatures", "head", "annotation"),
    *("value", "decorators", "modifiers", "summary", "docstring"),
)


def object_ids(places: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return what several are called."""
    return tuple(full_name(*place) for place in places)


def definition_records(
    code: CodeMap, path: str, calls: Mapping[str, tuple[str, ...]]
) -> Iterator[out.Definition]:
    """Yield the records of the definitions of a file.

    :param calls: what each calls, by its qualified name.
    """
    facts = code.facts(path)
    if not facts.definitions:
        return
    anchors, unused = code.anchors(path), code.unused[path]
    uses = _uses(code, path)
    possible = possible_uses(code, path)
    tests = definition_tests(code, path)
    private = facts.private_names()
    measures = _most_complex(facts)
    others = grouped((row.own, row) for row in code.counterparts(path))
    redefinitions = _Redefinitions(code, path)
    texts, since = _texts(code, path), changed_definitions(code, path)
    for definition in facts.definitions:
        name = definition.qualname
        anchor = anchors[name][definition.kind]
        overrides, overridden_by = redefinitions.of(name)
        classes = _classes(code, path, definition)
        measure = measures.get(name) if definition.kind in CALLABLES else None
        yield out.Definition(
            full_name(path, name),
            anchor=anchor,
            **fields_of(definition, *_WRITTEN),
            text=texts.get(name) if definition.kind not in VALUES else None,
            since=_SINCE.get(since.get(name, ""), ""),
            private=name in private,
            unused=name in unused,
            **fields_of(measure, "complexity", "loop_depth", "loop_line"),
            bases=classes[0],
            ancestors=classes[1],
            subclasses=classes[2],
            written_bases=definition.bases,
            overrides=overrides,
            overridden_by=overridden_by,
            counterparts=tuple(
                out.Counterpart(row.path, row.anchor, not row.own_declares)
                for row in others[anchor]
            ),
            calls=calls.get(name, ()),
            used_by=tuple(uses.get(anchor, ())),
            possible_uses=tuple(
                out.PossibleUse(*row)
                for row in (possible[anchor].through if anchor in possible else ())
            ),
            tests=_tests(tests.get(name if definition.kind in TESTED else "")),
        )


def fields_of(row: object, *names: str) -> dict[str, Any]:
    """Return attributes by their names; none of ``None``."""
    return {name: getattr(row, name) for name in names if row is not None}


def _texts(code: CodeMap, path: str) -> dict[str, out.Text]:
    """Return what tells the texts of the definitions of a file, by their names."""
    wanted = [
        definition
        for definition in code.facts(path).definitions
        if LOCALS not in definition.qualname and definition.kind not in VALUES
    ]
    text = code.text(path) if wanted else ""
    if not text:
        return {}
    return {
        definition.qualname: out.Text(
            body.content.digest, body.content.length, hands_on=body.hands_on
        )
        for definition, body in bodies_in(wanted, text)
    }


def _most_complex(facts: FileFacts) -> dict[str, Measure]:
    """Return by name the measures of functions, of several the highest."""
    highest: dict[str, Measure] = {}
    for measure in facts.measures:
        known = highest.setdefault(measure.qualname, measure)
        if measure.complexity > known.complexity:
            highest[measure.qualname] = measure
    return highest


def _uses(code: CodeMap, path: str) -> dict[str, list[out.Use]]:
    """Return by their ids who uses the definitions of a file, nearest files first."""
    rows = uses_with_lines(code.store, path)
    by_file = grouped((row.path, row) for row in rows if row.anchor)
    uses: defaultdict[str, list[out.Use]] = defaultdict(list)

    def order(user: str) -> tuple[bool, int, str]:
        return user != path, folder_distance(path, user), user

    for user in sorted(by_file, key=order):
        for row in sorted(by_file[user], key=_LINE):
            by, by_name = full_name(user, row.around), bool(row.by_name)
            role = ROLE_NAMES[row.role]
            use = out.Use(by, row.line, role, row.count, by_name, row.text)
            uses[row.anchor].append(use)
    return uses


_Classes = tuple[tuple[out.Base, ...], tuple[out.Base, ...], tuple[str, ...]]


def _classes(code: CodeMap, path: str, definition: Definition) -> _Classes:
    """Return the bases of a class, all classes above it, and those below."""
    if definition.kind not in DERIVING:
        return (), (), ()
    cls = Target(path, definition.qualname)
    hierarchy = code.class_hierarchy
    bases, above = hierarchy.bases_of(*cls), hierarchy.order_of_lookup(*cls)[1:]
    below = object_ids(hierarchy.subclasses_of(cls))
    return tuple(map(_base, bases)), tuple(map(_base, above)), below


def _base(base: Base) -> out.Base:
    if isinstance(base, Target):
        return out.Base(id=full_name(*base))
    if isinstance(base, OneOf):
        return out.Base(one_of=tuple(map(_base, base.classes)))
    if isinstance(base, Unresolved):
        return out.Base(base.written)
    return out.Base(dotted=base.dotted)


class _Redefinitions:
    """What the members of the classes of a file redefine, and what redefines them."""

    def __init__(self, code: CodeMap, path: str) -> None:
        self._members = code.class_members
        self._path = path
        self._redefining = cache(self._members.redefining)
        self._names = cache(partial(_names_of_members, code))

    def of(
        self, qualname: str
    ) -> tuple[out.Overriding | None, tuple[out.Overriding, ...]]:
        """Return what a definition overrides, and what overrides it."""
        owner, name = split_name(qualname)
        cls = Target(self._path, owner)
        if not owner or name not in self._members.of_class(cls):
            return None, ()
        above = self._members.redefined(cls).get(name)
        overrides = self._member(above.base, name, above.conditional) if above else None
        below = (
            self._member(sub, name, conditional)
            for sub, conditional in self._redefining(cls).get(name, ())
        )
        return overrides, tuple(filter(None, below))

    def _member(
        self, cls: Target, name: str, conditional: bool
    ) -> out.Overriding | None:
        """Return a member of a class, ``None`` if it is not shown."""
        if qualname := self._names(cls.path).get((cls.qualname, name)):
            return out.Overriding(full_name(cls.path, qualname), conditional)
        return None


def _names_of_members(code: CodeMap, path: str) -> dict[tuple[str, str], str]:
    """Return the qualified names of a file, by owner and name."""
    return {split_name(row.qualname): row.qualname for row in code.definitions(path)}


def _tests(tests: DefinitionTests | None) -> out.Tests | None:
    if tests is None:
        return None
    nearest = tuple(
        out.NearTest(full_name(*use.test), object_ids(use.way), use.by_name)
        for use in tests.nearest
    )
    ran_in = object_ids(test for test in tests.ran_in[:NEAREST] if test[0])
    return out.Tests(tests.direct, nearest, tests.measured, ran_in)
