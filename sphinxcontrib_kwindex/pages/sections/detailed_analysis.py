"""Detailed Analysis: each definition with its docstring, uses, calls and tests."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...codemap.declared_documentation import declared_summaries
from ...codemap.possible_uses import PossibleUses, possible_uses
from ...codemap.testing.tests_of_definitions import (
    TESTED,
    DefinitionTests,
    definition_tests,
)
from ...i18n import counted, mark, noun, say
from ...links.tree_paths import folder_distance
from ...model.definition_heads import heads
from ...model.facts import Definition, is_not_public, is_private
from ...model.grouped import grouped
from ...model.kinds import AROUND_TESTS, DECLARATION, WITH_BODY
from ...model.names import enclosing
from ...store.counterpart_queries import Counterpart
from ..nodes import ListEntry, Part, entries, kw_definition
from ..page_context import Context
from ..quantities import DECLARED, counts_by_sort, kind_word
from .definition_badges import badges
from .definition_uses import (
    Uses,
    calls_of_definitions,
    places_used,
    users_node,
    uses_inputs,
    uses_of_definitions,
)
from .inherited_members import inheritance_note, inherited_members
from .possible_uses import shown_uses
from .section import Section
from .tested_by import direct_tests, tested_by

#: Modifiers of Python that something else on the page says.
_UNSAID: Final = frozenset({"async", "instance", "unbound", "conditional", "class"})
_FUNCTION_WORDS: Final = frozenset({"def", "fn", "fun", "func", "function"})
#: Words of signatures that say what something is, by kind.
_KIND_WORDS: Final = {
    "constant": frozenset({"const"}),
    "function": _FUNCTION_WORDS,
    "method": _FUNCTION_WORDS,
}
#: How many documents of the user that name a definition are seen at first.
_DOCUMENTS: Final = 20


def detailed_analysis_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return (
        uses_inputs(code, path),
        calls_of_definitions(code, path),
        [
            (anchor, possible, shown_uses(code, possible))
            for anchor, possible in possible_uses(code, path).items()
        ],
        sorted(code.unused[path]),
        inherited_members(code, path),
        definition_tests(code, path),
        code.counterparts(path),
        declared_summaries(code, path),
    )


def detailed_analysis(context: Context, path: str) -> list[nodes.Node]:
    """Return every definition of a file, nested as in the code, with anchors."""
    return definition_nodes(context, path, context.code.facts(path).definitions)


def definition_nodes(
    context: Context, path: str, definitions: Iterable[Definition]
) -> list[nodes.Node]:
    """Return definitions as nodes, each inside the definition that encloses it."""
    known = _Known(context, path)
    holders: defaultdict[str, list[kw_definition]] = defaultdict(list)
    ordered = sorted(definitions, key=attrgetter("line", "qualname"))
    made = []
    for definition in ordered:
        node = known.node(definition)
        made.append(node)
        holders[definition.qualname].append(node)
    inside = grouped(
        (_holder(holders, definition), node)
        for definition, node in zip(ordered, made, strict=True)
    )
    python = known.facts.python
    # Those inside before those around them, which are measured with what they hold.
    for holder, several in reversed(inside.items()):
        if holder is not None:
            holder.extend(public_first(several, python=python))
    return list(public_first(inside[None], python=python))


class _Known:
    """What the tree says of the definitions of a file, asked once for all of them."""

    def __init__(self, context: Context, path: str) -> None:
        code = context.code
        self._context = context
        self._path = path
        self.facts = code.facts(path)
        self._anchors = code.anchors(path)
        self._uses = uses_of_definitions(code, path)
        self._calls = calls_of_definitions(code, path)
        self._possible = possible = possible_uses(code, path)
        self._first_named = {
            one.of_name: anchor for anchor, one in reversed(possible.items())
        }
        self._above = inherited_members(code, path)
        self._tests = definition_tests(code, path)
        self._others = grouped((row.own, row) for row in code.counterparts(path))
        self._summaries = declared_summaries(code, path)
        self._badges = badges(code, path)
        limit = code.settings.rules.max_complexity
        self._complexities = {
            (measure.qualname, measure.line): measure.complexity
            for measure in self.facts.measures
            if measure.complexity > limit
        }

    def node(self, definition: Definition) -> kw_definition:
        """Return a definition without those in it."""
        context, path, facts = self._context, self._path, self.facts
        anchor = self._anchors[definition.qualname][definition.kind]
        node = kw_definition(
            "",
            anchor=context.anchor(path, anchor),
            kind=definition.kind,
            sort=definition.sort,
            name=definition.name,
            qualname=definition.qualname,
            decorators=definition.decorators,
            heads=heads(definition, python=facts.python),
            body=definition.kind in WITH_BODY,
            language=facts.language,
            private=is_private(definition.name)
            if facts.python
            else is_not_public(definition, python=False),
            lines=[(line, context.line(path, line)) for line in definition.lines],
            labels=self._labels(definition, anchor),
            reference=context.reference(path, anchor),
        )
        docstring = context.docstring(path, definition.kind, definition.qualname)
        others = self._others.get(anchor, [])
        summary = self._summaries.get(anchor, "")
        node["above"] = (
            *inheritance_note(context, self._above, anchor, definition.name),
            *counterpart_note(context, path, others, summary),
        )
        node["shown"] = shown_blocks(docstring, definition.docstring)
        node.extend(docstring)
        node.extend(self._used(definition, anchor))
        node.extend(_named_by(context.naming(path, anchor)))
        return node

    def _labels(self, definition: Definition, anchor: str) -> list[str]:
        measured = [
            self._complexities.get((definition.qualname, line), 0)
            for line in definition.lines
        ]
        own, python = anchor not in self._above.taken, self.facts.python
        return [
            *_labels(definition, max(measured), python=python, own=own),
            *self._badges.get(definition.qualname, ()),
        ]

    def _used(self, definition: Definition, anchor: str) -> Iterator[nodes.Node]:
        """Yield who uses a definition, and the tests that do so through others."""
        context, path = self._context, self._path
        with_body = definition.kind in WITH_BODY
        called = self._calls.get(definition.qualname, ()) if with_body else ()
        users = self._uses.get(anchor, Uses())
        besides = self._possible.get(anchor, PossibleUses())
        tested = DefinitionTests()
        if definition.kind in TESTED:
            tested = self._tests.get(definition.qualname, tested)
        by_tests = direct_tests(tested, users.functions())
        if said := users_node(
            *(context, path, definition, users, called, besides, by_tests),
            first=self._first_named.get(besides.of_name) == anchor,
        ):
            yield said
        if by_tests:
            tested = tested.through_others()
        yield from tested_by(context, tested, context.href("docs", path, anchor))


def _named_by(documents: Sequence[ListEntry]) -> Iterator[nodes.Node]:
    """Yield the list of the user's documents that name a definition."""
    if documents:
        title = counted(
            len(documents),
            "named on {number} page of the manual",
            "named on {number} pages of the manual",
        )
        yield entries(documents, title=title, shown=_DOCUMENTS)


def _holder(
    holders: dict[str, list[kw_definition]], definition: Definition
) -> kw_definition | None:
    several = holders.get(enclosing(definition.qualname), [])
    # Of a class and a variable with one name the class.
    return next((node for node in several if node["body"]), next(iter(several), None))


def _labels(
    definition: Definition, complexity: int, *, python: bool, own: bool
) -> tuple[str, ...]:
    # The signature says what it has as a word.
    unsaid = _UNSAID if python else {*definition.head.split()}
    told = {
        DECLARATION: say(DECLARED),
        "test": noun(1, "test", "tests"),
        AROUND_TESTS: say("run before or after tests"),
    }
    shown = [
        told.get(modifier, modifier)
        for modifier in definition.modifiers
        if modifier not in unsaid
    ]
    said = _KIND_WORDS.get(definition.kind, frozenset({definition.kind}))
    if not python and definition.sort == definition.kind and said.isdisjoint(unsaid):
        shown.insert(0, kind_word(definition.kind))
    if "instance" in definition.modifiers and python and own:
        shown.append(say("set on the instance"))
    if complexity:
        shown.append(say("complexity {number}", number=complexity))
    return tuple(shown)


SECTION: Final = Section(
    "Detailed Analysis",
    detailed_analysis,
    detailed_analysis_inputs,
    applies=lambda facts: bool(facts.definitions),
)


_DEFINED: Final = mark("defined in ")
_DECLARED: Final = mark("declared in ")


def counterpart_note(
    context: Context, path: str, rows: Sequence[Counterpart], summary: str
) -> list[Part]:
    """Return the line on the other files of a definition, the nearest first.

    :param summary: what they say of it.
    """
    nearest = sorted(rows, key=lambda row: (folder_distance(path, row.path), row.path))
    first = {row.path: row for row in reversed(nearest)}
    parts: list[Part] = []
    for row in reversed(first.values()):
        before = ", " if parts else say(_DEFINED if row.own_declares else _DECLARED)
        uri = context.href("docs", row.path, row.anchor)
        parts += [Part(before), Part(row.path, uri, literal=True)]
        if row.places:
            parts.append(Part(f" ({places_used(row.kind, row.places, row.files)})"))
    if summary:
        parts.append(Part(say(": “{text}”", text=summary)))
    return parts


#: A docstring of more characters is folded behind its first blocks.
_LONG: Final = 1500
_FIRST: Final = 700
#: Fewer private names are not worth a fold.
_SEVERAL: Final = 3


def shown_blocks(docstring: Sequence[nodes.Node], written: str) -> int:
    """Return how many blocks of a docstring are shown at once, 0 for all.

    That is the first block and what follows it while it is not too much.

    :param written: the text of the docstring.
    """
    if len(written) <= _LONG or not docstring:
        return 0
    sizes = [len(block.astext()) for block in docstring]
    number, size = 1, sizes[0]
    while number < len(sizes) and size + sizes[number] <= _FIRST:
        size += sizes[number]
        number += 1
    # "Example:" goes with what it announces.
    while number > 1 and docstring[number - 1].astext().endswith(":"):
        number -= 1
    return number if number < len(sizes) else 0


def public_first(
    several: Sequence[kw_definition], *, python: bool
) -> list[kw_definition]:
    """Return the definitions at one place, private ones last where HTML folds them.

    It folds them where there are several, and fewer than public definitions, both with
    those inside: the first has the summary in ``opens``, the last ``closes``.
    """
    private = [definition for definition in several if definition["private"]]
    public = [definition for definition in several if not definition["private"]]
    if len(private) < _SEVERAL or _number(private) >= _number(public):
        return list(several)
    numbers = Counter(definition["sort"] for definition in private)
    # What is protected, or of a package, is no more public.
    text = say("private: {kinds}") if python else say("not public: {kinds}")
    private[0]["opens"] = text.format(kinds=", ".join(counts_by_sort(numbers)))
    private[-1]["closes"] = True
    return [*public, *private]


def _number(definitions: Iterable[nodes.Node]) -> int:
    """Return how many definitions these are, with those inside."""
    return sum(
        1 + _number(one.children)
        for one in definitions
        if isinstance(one, kw_definition)
    )
