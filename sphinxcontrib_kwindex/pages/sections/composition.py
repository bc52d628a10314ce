"""What a file is made of, at a glance: what most of it is, and its public names."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import figure, noun, say
from ...model.facts import Definition, FileFacts, large_parts
from ...scan.test_paths import is_test
from ..definition_counts import kind_word
from ..nodes import SHOWN, Entry, Part, entries, fields
from ..page_context import Context, counted
from .definition_badges import marks

#: With fewer definitions the outline below is as short.
_FEW: Final = 10
#: Of so many classes the methods are listed, if there are several.
_CLASSES: Final = 3
_SEVERAL: Final = 4


def mainly(context: Context, path: str) -> list[nodes.Node]:
    """Return the classes and functions that a good part of the file is."""
    facts = context.code.facts(path)
    large = large_parts(facts.definitions, facts.lines)
    if not large:
        return []
    anchors = _anchors(context.code, path)
    rows = []
    for size, one in large:
        uri = context.href("docs", path, anchors[one.kind, one.qualname])
        parts = [Part(one.qualname, uri, literal=True), Part(kind_word(one.kind))]
        if one.summary:
            parts.append(Part(say("“{text}”", text=one.summary)))
        share = say("{number}%", number=min(size * 100 // facts.lines, 100))
        rows.append((say("{share} of its lines", share=share), parts))
    return [fields(rows)]


def glance(context: Context, path: str) -> list[nodes.Node]:
    """Return the public classes and functions, the most used first.

    What ``__all__`` has stands before everything else. The first classes with several
    methods have them listed.
    """
    facts = context.code.facts(path)
    if is_test(path) or len(facts.definitions) < _FEW:
        return []
    shown = [
        one
        for one in facts.definitions
        if one.kind in {"class", "function"} and not one.private
        if "." not in one.qualname
    ]
    if not shown:
        return []
    anchors = _anchors(context.code, path)
    users = _users(context.code, path)
    exports = set(facts.exports or ())

    def order(one: Definition) -> tuple[bool, int, int]:
        used = users.get(anchors[one.kind, one.qualname], 0)
        return one.name not in exports, -used, one.line

    members = _members(facts)
    marked = marks(facts)
    listed = []
    methods: list[nodes.Node] = []
    for one in sorted(shown, key=order):
        uri = context.href("docs", path, anchors[one.kind, one.qualname])
        parts = [Part(label) for label in marked.get(one.qualname, ())]
        if inside := members[one.qualname]:
            parts.append(Part(counted(len(inside), "public method")))
        if number := users.get(anchors[one.kind, one.qualname], 0):
            text = noun(number, "used in {number} file", "used in {number} files")
            parts.append(Part(text.format(number=figure(number))))
        listed.append(
            Entry(
                one.name,
                uri,
                kind=kind_word(one.kind),
                summary=one.summary,
                parts=tuple(parts),
            )
        )
        if len(inside) >= _SEVERAL and len(methods) < 2 * _CLASSES:
            text = "Public methods of {name} ({number})"
            title = say(text, name=one.name, number=figure(len(inside)))
            methods += [nodes.rubric(title, title), _methods(context, path, inside)]
    text = "Public classes and functions ({number})"
    title = say(text, number=figure(len(shown)))
    return [nodes.rubric(title, title), entries(listed, shown=SHOWN), *methods]


def _methods(context: Context, path: str, methods: list[Definition]) -> nodes.Node:
    anchors = _anchors(context.code, path)
    marked = marks(context.code.facts(path))
    return entries(
        (
            Entry(
                one.name,
                context.href("docs", path, anchors[one.kind, one.qualname]),
                kind=", ".join(marked.get(one.qualname, ())),
                summary=one.summary,
            )
            for one in methods
        ),
        shown=SHOWN,
    )


def _members(facts: FileFacts) -> defaultdict[str, list[Definition]]:
    """Return the public methods of each class, without special ones."""
    found: defaultdict[str, list[Definition]] = defaultdict(list)
    for one in facts.definitions:
        outer = one.qualname.rpartition(".")[0]
        if one.kind == "method" and not one.name.startswith("_"):
            found[outer].append(one)
    return found


def _anchors(code: CodeMap, path: str) -> dict[tuple[str, str], str]:
    rows = code.definitions(path)
    return {(row.kind, row.qualname): row.anchor for row in rows}


def _users(code: CodeMap, path: str) -> dict[str, int]:
    """Return how many files use each definition, by its id; as the outline has it."""
    files: defaultdict[str, set[str]] = defaultdict(set)
    for row in code.incoming_uses(path):
        files[row.anchor].add(row.path)
    return {anchor: len(paths) for anchor, paths in files.items()}
