"""What a name means, and all that is known of the definition that it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...codemap.class_members import ClassMembers
from ...codemap.code_map import CodeMap
from ...codemap.names.lookup import (
    MODULE,
    DomainObject,
    files_without_suffix,
    find_by_any_signs,
    find_objects,
    similar_objects,
    without_line,
)
from ...codemap.testing.files_with_tests import is_in_tests
from ...links.inheritance import ClassHierarchy
from ...links.places import Target
from ...links.tree_paths import folder_distance
from ...model.definition_heads import written
from ...model.facts import Definition
from ...model.kinds import CONTAINERS, DERIVING, KINDS, MEMBERS
from ...model.names import enclosing, full_name, last_part, split_name
from ...model.python_suffixes import PYTHON
from ...model.record import Record
from ...model.references import ROLE_NAMES
from ...store.counterpart_queries import DECLARING, Counterpart, counterparts
from ...store.definition_queries import computed_names, lines_of_names
from ...store.test_queries import tests_in
from ...store.use_queries import (
    direct_subclasses,
    is_unused,
    uses_of_definition,
    uses_with_lines,
)
from .computed_lookups import looking_up
from .likely_meanings import likely_order, with_source, without_declarations

#: Characters of a signature behind the name.
LONGEST: Final = 400
#: How many similar names are told of one that is not there.
_SIMILAR: Final = 5


class Match(Record, frozen=True):
    """A definition."""

    path: str
    kind: str
    """One of ``class``, ``function``, ``method``, …"""
    qualname: str
    line: int
    signature: str
    """As written, on one line: ``def f(x: int) -> str``."""
    summary: str
    """The first sentence of what is said of it, or of its declaration."""
    private: bool
    sort: str = ""
    """What it is called on pages: ``struct`` of a class that is one, else the kind."""

    @property
    def target(self) -> str:
        """The name that means nothing else, ``path::qualname``."""
        return f"{self.path}::{self.qualname}"


class Found(Record, frozen=True):
    """What a name means."""

    name: str
    matches: tuple[Match, ...]
    """Several, if it is not clear."""
    number: int
    """How many there are, where not all were asked for."""
    files: tuple[str, ...]
    """The files that it means where it is no definition's."""
    similar: tuple[str, ...]
    """Names of the tree that look like it where it means nothing."""
    others: tuple[str, ...] = ()
    """Definitions that it only ends, ``path::qualname``, where it is a whole name, and
    those that declare for TypeScript what it means."""


class Use(Record, frozen=True):
    """A place where a definition is used, or several in one definition."""

    path: str
    line: int
    around: str
    """The qualified name of the definition around it; empty on the level of the
    module."""
    role: str
    """``call``, ``decorator``, ``base``, ``annotation``, ``import``, ``assignment`` or
    ``mention``: the most telling of several places."""
    places: int
    text: str
    """The statement at the first of them."""
    sure: bool
    """Whether more than the name says so."""
    in_test: bool
    """Whether it is in tests."""


class Place(Record, frozen=True):
    """Where another definition stands."""

    path: str
    qualname: str
    line: int


class TestOf(Record, frozen=True):
    """A test that uses a definition."""

    path: str
    qualname: str
    line: int
    through: tuple[str, ...]
    """What it uses it through, its own side first; empty if it does so itself."""
    sure: bool


class Explanation(Record, frozen=True):
    """What is known of a definition."""

    definition: Match
    lines: tuple[int, ...]
    """The line of each definition of the name: overloads, setters, branches."""
    end_line: int
    """The last line of the first of them."""
    docstring: str
    decorators: tuple[str, ...]
    bases: tuple[str, ...]
    """As written."""
    members: tuple[Match, ...]
    """What a class or a namespace defines in this file, in order of lines."""
    declared_in: tuple[Place, ...]
    """Where others declare it, as a header does."""
    defined_in: tuple[Place, ...]
    """Where others define it, if this is a declaration."""
    subclasses: tuple[Place, ...]
    """What derives directly from it."""
    overrides: tuple[Place, ...]
    """What it redefines, in the class that has it next."""
    overridden_by: tuple[Place, ...]
    looked_up_in: tuple[Place, ...]
    """What puts names together by which it may look it up in its class."""
    uses: tuple[Use, ...]
    """Sure ones first, then nearest first; also of what declares or defines it."""
    by_unknown: int
    """In how many places its name is asked of what is not known."""
    tests: tuple[TestOf, ...]
    """Those that use it directly, nearest first; then some that do so through
    others."""
    unused: bool
    """Whether nothing is found to use it, nor to lead to it otherwise."""

    @property
    def callers(self) -> tuple[Use, ...]:
        """The uses that are calls."""
        return tuple(use for use in self.uses if use.role == "call")


def find(
    code: CodeMap, name: str, kinds: Iterable[str] = KINDS, *, at_most: int = 0
) -> Found:
    """Return what a name means.

    :param name: a name, qualified or its end, also with its module or its file:
        ``save``, ``Model.save``, ``django.db.models.Model``, ``db/base.py::Model``,
        with the signs of any language (``Model#save``); a line (``db/base.py:12``)
        for what is there; or a file, also without its suffix, or its module. The path
        of a file may be absolute, or begin with ``./``.
    :param at_most: how many definitions are described where it may mean several, the
        first ones; 0 for all.
    """
    name, kinds = below_root(code, name), tuple(kinds)
    known = find_by_any_signs(code, name, kinds)
    objects = without_declarations(code, with_source(code, name, known, kinds))
    files: list[DomainObject] = []
    if not objects:
        files = find_objects(code, without_line(name), ("file", MODULE))
    paths = sorted({file.path for file in files})
    similar: list[str] = []
    if not objects and not files:
        # In many languages that is what a module is called.
        similar = files_without_suffix(code, name)
        if len(similar) == 1:
            paths, similar = similar, []
        else:
            is_path = "/" in name and "::" not in name
            similar += similar_objects(code, name, ("file",) if is_path else kinds)
            similar = similar[:_SIMILAR]
    others = {*_ending_with(code, name, objects, kinds), *_left_out(known, objects)}
    return Found(
        name,
        tuple(_matches(code, objects, at_most)),
        len(objects),
        tuple(paths),
        tuple(similar),
        tuple(sorted(others)),
    )


def below_root(code: CodeMap, path: str) -> str:
    """Return a path, absolute or from the root, as the tree has it."""
    path = f"{path}/".removeprefix(f"{code.root.as_posix()}/").removeprefix("./")
    return path[:-1]


def _left_out(
    known: Iterable[DomainObject], objects: Sequence[DomainObject]
) -> Iterator[str]:
    """Yield what only declares one of some objects for TypeScript, if that is clear."""
    for object_ in known if len(objects) == 1 else ():
        if object_ not in objects and object_.path.endswith(DECLARING):
            yield object_.name


def _ending_with(
    code: CodeMap, name: str, objects: Iterable[DomainObject], kinds: Sequence[str]
) -> Iterable[str]:
    """Return what else ends with a word by itself that means some objects."""
    known = {object_.name for object_ in objects}
    if not known or not name.isidentifier():
        return []
    rows = code.definitions_named(name, kinds)
    return {row.target for row in rows} - known


def _matches(
    code: CodeMap, objects: Sequence[DomainObject], at_most: int
) -> list[Match]:
    """Return definitions in the order in which somebody may mean them."""
    if at_most and len(objects) > at_most:
        # To read the facts of a file takes longer than its rows.
        rows = {
            (row.path, row.qualname, row.kind): row
            for name in {last_part(object_.qualname) for object_ in objects}
            for row in code.definitions_named(name, KINDS)
        }

        def row_order(object_: DomainObject) -> tuple[object, ...]:
            row = rows[object_.path, object_.qualname, object_.kind]
            return likely_order(code, row.path, row, private=row.private > 0)

        objects = sorted(objects, key=row_order)[:at_most]
    places = [
        (object_.path, _definition(code, object_.path, object_.kind, object_.qualname))
        for object_ in objects
    ]

    def order(place: tuple[str, Definition]) -> tuple[object, ...]:
        path, definition = place
        return likely_order(
            code,
            path,
            definition,
            private=definition.qualname in private_names(code, path),
        )

    return [_match(code, *place) for place in sorted(places, key=order)]


def _match(code: CodeMap, path: str, definition: Definition) -> Match:
    facts = code.facts(path)
    return Match(
        path,
        definition.kind,
        definition.qualname,
        definition.line,
        written(definition, python=facts.python, longest=LONGEST),
        _documented(code, path, definition).summary,
        definition.qualname in private_names(code, path),
        definition.sort,
    )


def _definition(code: CodeMap, path: str, kind: str, qualname: str) -> Definition:
    for definition in code.facts(path).definitions:
        if definition.qualname == qualname and definition.kind == kind:
            return definition
    raise KeyError(full_name(path, qualname))


def _documented(code: CodeMap, path: str, definition: Definition) -> Definition:
    """Return a definition, or what declares it if only that is documented."""
    if definition.docstring:
        return definition
    anchor = _anchor(code, path, definition)
    for row in counterparts(code.store, path, definition.qualname):
        if row.own == anchor and not row.own_declares:
            other = _definition(code, row.path, row.kind, row.qualname)
            if other.docstring:
                return other
    return definition


def explain(code: CodeMap, of: Match, *, through: bool = False) -> Explanation:
    """Return all that is known of a definition.

    :param of: a definition that :func:`find` returned.
    :param through: whether tests are looked for that use it through others; that
        takes a while in a large tree.
    :raises KeyError: if it is not in the tree.
    """
    definition = _definition(code, of.path, of.kind, of.qualname)
    used = uses(code, of)
    tests = _tests(code, of, used, through=through)
    overrides, overridden_by = _overrides(code, of)
    elsewhere = _counterparts(code, of)
    return Explanation(
        of,
        definition.lines,
        definition.end_line,
        _documented(code, of.path, definition).docstring,
        definition.decorators,
        definition.bases,
        _members_of(code, of),
        _others(code, elsewhere, declaring=True),
        _others(code, elsewhere, declaring=False),
        _places(code, _subclasses(code, of)),
        _places(code, overrides),
        _places(code, overridden_by),
        _places(code, list(dict.fromkeys(_looking_up(code, of)))),
        used,
        sum(use.places for use in uses_of_unknown(code, of)),
        tests,
        is_unused(code.store, of.path, of.qualname)
        and of.qualname in code.unused[of.path],
    )


def _members_of(code: CodeMap, of: Match) -> tuple[Match, ...]:
    """Return what a class or a namespace defines itself, once of each name."""
    if of.kind not in CONTAINERS:
        return ()
    members: dict[str, Definition] = {}
    for definition in code.facts(of.path).definitions:
        if enclosing(definition.qualname) == of.qualname:
            members.setdefault(definition.qualname, definition)
    by_line = sorted(members.values(), key=lambda member: member.line)
    return tuple(_match(code, of.path, member) for member in by_line)


def _anchor(code: CodeMap, path: str, of: Match | Definition) -> str:
    return code.anchors(path).get(of.qualname, {}).get(of.kind, "")


def _counterparts(code: CodeMap, of: Match) -> list[Counterpart]:
    """Return what declares a definition, or what defines it."""
    anchor = _anchor(code, of.path, of)
    rows = counterparts(code.store, of.path, of.qualname)
    return [row for row in rows if row.own == anchor]


def _others(
    code: CodeMap, rows: Iterable[Counterpart], *, declaring: bool
) -> tuple[Place, ...]:
    targets = [
        Target(row.path, row.qualname) for row in rows if row.own_declares != declaring
    ]
    return _places(code, targets)


def uses(code: CodeMap, of: Match) -> tuple[Use, ...]:
    """Return where a definition is used, sure uses first, then nearest first.

    In a file that includes a header the declaration there is used.
    """
    places = [(of.path, of.qualname, _anchor(code, of.path, of))]
    places += [(row.path, row.qualname, row.anchor) for row in _counterparts(code, of)]
    return _nearest_uses(code, of, places)


def uses_of_unknown(code: CodeMap, of: Match) -> tuple[Use, ...]:
    """Return where the name of a member is asked of what is not known."""
    if of.kind not in MEMBERS or "<locals>" in of.qualname:
        return ()
    return _nearest_uses(code, of, [("", last_part(of.qualname), "")])


def _nearest_uses(
    code: CodeMap, of: Match, places: Iterable[tuple[str, str, str]]
) -> tuple[Use, ...]:
    rows = [row for place in places for row in uses_of_definition(code.store, *place)]
    near = {
        path: (path != of.path, folder_distance(of.path, path), path)
        for path in {row.path for row in rows}
    }
    rows.sort(key=lambda row: (row.by_name, near[row.path], row.line, row.around))
    return tuple(
        Use(
            row.path,
            row.line,
            row.around,
            ROLE_NAMES[row.role],
            row.count,
            row.text,
            not row.by_name,
            is_in_tests(code, row.path, row.around),
        )
        for row in rows
    )


def _subclasses(code: CodeMap, of: Match) -> list[Target]:
    if of.kind not in DERIVING:
        return []
    below = direct_subclasses(code.store, of.path, of.qualname)
    return _nearest(of.path, map(Target._make, below))


def _overrides(code: CodeMap, of: Match) -> tuple[list[Target], list[Target]]:
    """Return what a member of a class redefines, and what redefines it."""
    owner, name = split_name(of.qualname)
    if of.kind not in MEMBERS or not owner:
        return [], []
    cls = Target(of.path, owner)
    # To read all classes of a large tree takes longer than all else.
    hierarchy = ClassHierarchy(code.store, around=cls)
    members = ClassMembers(code.store, hierarchy, [name])
    above = members.redefined(cls).get(name)
    bases = [above.base] if above and isinstance(above.base, Target) else []
    below = [sub for sub, _ in members.redefining(cls).get(name, ())]
    # With what stands before it in this language.
    member = of.qualname.removeprefix(owner)
    return _members(bases, member), _members(_nearest(of.path, below), member)


def _looking_up(code: CodeMap, of: Match) -> Iterator[Target]:
    """Yield what may look up a method by a name that it puts together."""
    owner, name = split_name(of.qualname)
    if of.kind == "method" and owner and of.path.endswith(PYTHON):
        cls = Target(of.path, owner)
        yield from looking_up(
            cls,
            name,
            computed_names(code.store),
            ClassHierarchy(code.store, around=cls),
            lambda of: "class" in code.anchors(of.path).get(of.qualname, {}),
            lambda of: (
                use
                for use in uses_with_lines(code.store, of.path)
                if use.qualname == of.qualname
            ),
        )


def _members(classes: Iterable[Target], member: str) -> list[Target]:
    return [Target(cls.path, f"{cls.qualname}{member}") for cls in classes]


def _nearest(path: str, targets: Iterable[Target]) -> list[Target]:
    return sorted(
        targets, key=lambda target: (folder_distance(path, target.path), target)
    )


def _tests(
    code: CodeMap, of: Match, used: Iterable[Use], *, through: bool
) -> tuple[TestOf, ...]:
    """Return the tests of a definition."""
    in_tests = [use for use in used if use.in_test]
    known = tests_in(code.store, {use.path for use in in_tests})
    tests: dict[Target, tuple[tuple[str, ...], bool]] = {}
    for use in in_tests:
        place = Target(use.path, use.around.partition(".<locals>")[0])
        if place in known:
            tests.setdefault(place, ((), use.sure))
    if through and code.test_files:
        # It takes a while to import, and more to know.
        from ...codemap.testing.tests_of_definitions import GraphOfTests

        for test_use in code.once(GraphOfTests).of(of.path, of.qualname).nearest:
            way = tuple(name for _, name in test_use.way)
            tests.setdefault(Target(*test_use.test), (way, not test_use.by_name))
    places = _places(code, list(tests))
    return tuple(
        TestOf(place.path, place.qualname, place.line, *how)
        for place, how in zip(places, tests.values(), strict=True)
    )


def _places(code: CodeMap, targets: Sequence[Target]) -> tuple[Place, ...]:
    """Return where definitions are, on line 0 if they are not shown."""
    names = {last_part(target.qualname) for target in targets}
    paths = {target.path for target in targets}
    lines = lines_of_names(code.store, names, paths) if targets else {}
    return tuple(Place(*target, lines.get(target, 0)) for target in targets)


def private_names(code: CodeMap, path: str) -> frozenset[str]:
    """Return the definitions of a file that are private and not offered to Python."""
    private = {row.qualname for row in code.definitions(path) if row.private}
    return frozenset(private.difference(it.qualname for it in code.facts(path).exposed))
