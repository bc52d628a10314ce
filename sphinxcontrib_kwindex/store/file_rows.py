"""Rows of the store for the facts of one file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence, Set
from operator import attrgetter
from typing import Any, Final

from ..analysis.boilerplate import is_filler
from ..analysis.languages.language import NO_LANGUAGE, Language
from ..analysis.languages.python import PYTHON
from ..analysis.languages.registry import language_named, language_of, row_of
from ..model.anchors import definition_anchors
from ..model.digests import digest
from ..model.facts import Definition, FileFacts, Import, is_not_public
from ..model.kinds import DERIVING, MAIN_KINDS, NOT_PUBLIC, VALUES
from ..model.names import enclosing, is_in_any, last_part, letters, outer_name
from ..model.outermost_definitions import large_parts, size_of, top_level
from ..model.references import Spec
from ..model.rows import ImportRow, PageDecision
from ..scan.file_classes import CONFIGURATION

#: Decorators that keep what they decorate to themselves, as they are mostly imported.
_HARMLESS: Final = frozenset(
    {
        *("property", "cached_property", "staticmethod", "classmethod", "overload"),
        *("abstractmethod", "cache", "lru_cache", "wraps", "contextmanager", "final"),
        *("asynccontextmanager", "dataclass", "total_ordering", "override", "unique"),
        *("runtime_checkable", "define", "frozen", "mutable", "attrs"),
    }
)
_OWN_METACLASS: Final = re.compile(
    r"(\bmetaclass *= *|with_metaclass\()"
    r"(?!(abc\.)?ABCMeta\b|(enum\.)?Enum(Meta|Type)\b|type\b)"
)
_WORDS: Final = re.compile(r"[^\W_]+")
#: Modifiers that others ask for.
_TRAITS: Final = ("conditional", "class", "property", "test")
_OF_ANY_MODULE: Final = frozenset({"__getattr__", "__dir__", "__all__"})
#: What JavaScript exports by no other name.
_UNNAMED: Final = "default"
#: What the index of a file shows of a definition, and of a heading.
_SHOWN: Final = attrgetter("kind", "qualname", "lines", "summary", "modifiers")
_HEADING: Final = attrgetter("text", "line", "level")
#: Most names of definitions that stand for what a file is.
_NAMED: Final = 4


def has_own_metaclass(definition: Definition) -> bool:
    """Return whether a class has a metaclass that may set attributes on it.

    Those that Python brings along set nothing.
    """
    return definition.kind == "class" and any(
        map(_OWN_METACLASS.search, definition.signatures)
    )


def split_hidden(
    path: str, facts: FileFacts, skip: Callable[[str, Definition], bool]
) -> tuple[list[Definition], list[Definition]]:
    """Return the definitions of a file that are shown, and those that *skip* hides."""
    hidden: list[Definition] = []
    names = set[str]()
    outer_first = sorted(facts.definitions, key=lambda one: len(one.qualname))
    for definition in outer_first:
        # What is not shown does not show what is in it either.
        if is_in_any(definition.qualname, names) or skip(path, definition):
            hidden.append(definition)
            names.add(definition.qualname)
    left_out = {(definition.kind, definition.qualname) for definition in hidden}
    shown = [
        definition
        for definition in facts.definitions
        if (definition.kind, definition.qualname) not in left_out
    ]
    return shown, hidden


def file_row(
    path: str,
    key: str,
    facts: FileFacts,
    shown: Sequence[Definition],
    hidden: Sequence[Definition],
    decision: PageDecision,
) -> tuple[Any, ...]:
    """Return the row of the table ``file``; its ordinal is 0 for the time being.

    :param path: from the root of the tree.
    :param key: what the facts are kept by.
    :param facts: those of the file, with what is hidden.
    :param shown: the definitions that pages show.
    :param hidden: the others.
    :param decision: its class, and which pages it has.
    """
    exports = facts.exports if facts.exports_complete else None
    # Of data what has headings are keys.
    title = "" if decision.category == CONFIGURATION else _title(path, facts)
    # Of a sentence of a comment it turns out later whether many files have it.
    is_said = bool(facts.summary) and not facts.sentences
    mainly = "" if is_said else _main_part(path, facts, shown) or title
    return (
        *(path, 0, path.rpartition("/")[0], key, _indexed_digest(facts, hidden)),
        *(facts.type, facts.python, facts.lines, facts.summary),
        mainly,
        "" if is_said or mainly else _values(facts, shown),
        *(bool(facts.docstring), facts.main_line, facts.problem is not None),
        None if exports is None else json.dumps(exports),
        *(facts.size, decision.category, decision.reason),
        decision.pages and _more_than_a_row(facts),
        facts.binary,
        decision.pages and bool(shown or facts.imports),
        *(decision.document, decision.inputs, facts.source, facts.package),
        facts.constraint,
    )


def definition_rows(
    path: str, facts: FileFacts, shown: Sequence[Definition]
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the table ``definition``.

    :param shown: those of the file that are shown.
    """
    private = facts.private_names()
    anchors = definition_anchors(shown)
    language = language_of(path) or language_named(facts.type) or NO_LANGUAGE
    in_file = set[str]()
    for definition in sorted(shown, key=lambda one: len(one.qualname)):
        words = NOT_PUBLIC.intersection(definition.modifiers)
        if words - language.shared or enclosing(definition.qualname) in in_file:
            in_file.add(definition.qualname)
    for ordinal, definition in enumerate(shown):
        anchor = anchors[definition.kind, definition.qualname]
        names = definition.qualname, definition.name, definition.name.casefold()
        decorated = any(map(_may_register, definition.decorators))
        place = definition.line, anchor
        bound = "unbound" not in definition.modifiers
        traits = [
            *(word for word in _TRAITS if word in definition.modifiers),
            "metaclass" * has_own_metaclass(definition),
            *_inheritance(definition, language),
        ]
        documented = bool(definition.summary)
        more = bound, decorated, " ".join(filter(None, traits)), documented
        hides = definition.qualname in private or is_not_public(
            definition, python=facts.python
        )
        shares = hides and language.shared and definition.qualname not in in_file
        others = (
            hides + bool(shares),
            definition.declaration,
            definition.sort,
            language.family,
        )
        yield path, ordinal, definition.kind, *names, *place, *more, *others


def _inheritance(definition: Definition, language: Language) -> Iterator[str]:
    """Yield ``kept`` of a member that classes below do not have as theirs.

    And ``fixed`` of one that they may hide, and not redefine. Python knows neither.
    """
    if (language.family or language.name) == PYTHON.name:
        return
    name, modifiers = definition.name, {*definition.modifiers}
    owner = last_part(enclosing(definition.qualname)).partition("<")[0]
    if (
        "private" in modifiers
        or name in {owner, "constructor", "operator="}
        or name.startswith("~")
    ):
        yield "kept"
    if definition.kind != "method" or "static" in modifiers:
        yield "fixed"
    elif language.family == "c":
        # https://en.cppreference.com/w/cpp/language/virtual
        words = {word for text in definition.signatures for word in text.split()}
        if {"virtual", "override", "final"}.isdisjoint(modifiers | words):
            yield "fixed"


def _may_register(decorator: str) -> bool:
    """Tell whether others may get at what a decorator is for by the decorator."""
    return decorator.partition("(")[0].rpartition(".")[2] not in _HARMLESS


def import_rows(path: str, facts: FileFacts) -> Iterator[ImportRow]:
    """Yield the imports of a file as rows of the table ``import``."""
    language = row_of(path)
    specs = facts.references.specs
    exported = {
        specs[number] for name, number in facts.references.exports if "." not in name
    }
    for ordinal, imported in enumerate(facts.imports):
        names = imported.module, imported.level, imported.name, imported.bound
        branch = imported.guarded or imported.condition > 0
        steps = tuple(filter(None, imported.name.split(".")))
        private = (
            (language.exports or language.offering != "")
            and not (language.offering and imported.text.startswith(language.offering))
            and Spec("module", imported.module, steps) not in exported
        )
        runs_at_once = runs(imported, facts)
        yield ImportRow(
            *(path, ordinal, *names, imported.lazy, runs_at_once, branch, private),
            imported.apart,
        )


def runs(imported: Import, facts: FileFacts) -> bool:
    """Return whether an import runs as soon as the file is imported.

    What stands behind ``if __name__ == "__main__":`` is taken for part of it.
    """
    script = facts.python and 0 < facts.main_line < imported.line
    return not (imported.lazy or imported.type_checking or script)


def _more_than_a_row(facts: FileFacts) -> bool:
    """Tell whether there is more to read in a file than what its row in a list says.

    The row has the first sentence of what a file says of itself.
    """
    if facts.binary or facts.blank:
        return False
    # ``class Wrong(Exception): """Is raised."""`` is a line of a docstring.
    if facts.definitions or facts.imports:
        return True
    kinds = facts.line_kinds
    if kinds is None or kinds.code or kinds.comments:
        return True
    return " ".join(facts.docstring.split()) != facts.summary


def _main_part(path: str, facts: FileFacts, shown: Sequence[Definition]) -> str:
    """Return what half of a file or more is, else the names of its largest parts.

    Before such a half stands a quarter that the file is named after; a name that is
    the file's own says nothing. What Python asks every module for says nothing of one
    either, nor does a class that is declared ahead. The names are without their
    namespaces; of a package without such parts they are those that it re-exports.
    """
    shown = [part for part in shown if part.qualname not in _OF_ANY_MODULE]
    stem = path.rpartition("/")[2].partition(".")[0].casefold()
    parts = large_parts(shown, facts.lines)
    name = ""
    if parts and 2 * parts[0][0] >= facts.lines:
        named = (part for _, part in parts if part.name.casefold() == stem)
        definition = next(named, parts[0][1])
        name, summary = definition.name, definition.summary
        # As in Go, the sentence may begin with the name.
        if name == _UNNAMED or summary.startswith(f"{name} "):
            return summary
        if summary:
            return f"{name}: {summary}"
        if letters(name) not in {"", letters(stem)}:
            return name
    private = facts.private_names()
    public = (part for part in top_level(shown) if part.qualname not in private)
    main = (
        part
        for part in public
        if part.kind in MAIN_KINDS and not (part.declaration and part.kind in DERIVING)
    )
    largest = sorted(main, key=lambda part: -size_of(part))
    defined = {part.qualname for part in shown}
    every = dict.fromkeys(_group_or_name(part, defined) for part in largest)
    names = [name for name in every if name != _UNNAMED]
    if facts.python and stem == "__init__":
        names = names or _offered(facts)
    return _first_of(names) or name


def _first_of(names: Sequence[str]) -> str:
    return ", ".join([*names[:_NAMED], *(["…"] if len(names) > _NAMED else [])])


def _values(facts: FileFacts, shown: Sequence[Definition]) -> str:
    """Return the first public names of values, in the order of the file.

    Without them they are those of the largest parts, none of which is public.
    """
    private = facts.private_names()
    top = [part for part in top_level(shown) if part.qualname not in _OF_ANY_MODULE]
    names = [
        part.name
        for part in top
        if part.kind in VALUES and part.qualname not in private
    ]
    if not names:
        parts = (part for part in top if part.kind in MAIN_KINDS)
        largest = sorted(parts, key=lambda part: -size_of(part))
        names = [part.name for part in largest if part.qualname in private]
    return _first_of(list(dict.fromkeys(names)))


def _offered(facts: FileFacts) -> list[str]:
    """Return the names that a package imports so that others get them from it.

    Without ``__all__`` these are what it imports from beside it by public names.
    """
    offered = (
        imported.bound
        for imported in facts.imports
        if not (imported.lazy or imported.name in {"", "*"})
        and not imported.bound.startswith("_")
        and (
            imported.level == 1 and not imported.type_checking
            if facts.exports is None
            else imported.bound in facts.exports
        )
    )
    return list(dict.fromkeys(offered))


def _group_or_name(part: Definition, defined: Set[str]) -> str:
    """Return the name of a definition, or what several tests have before theirs.

    :param defined: the names of definitions, which are no such groups.
    """
    if "test" not in part.modifiers:
        return part.name
    name = part.qualname
    while (group := outer_name(name)) and group not in defined:
        name = group
    return name


def _title(path: str, facts: FileFacts) -> str:
    """Return the title of a document that says more than the file's name."""
    title = facts.headings[0].text if facts.headings else ""
    if is_filler(title):
        # The newest release is the first title of many lists of changes.
        return ""
    name = path.rpartition("/")[2].partition(".")[0]
    words = [_WORDS.findall(text.casefold()) for text in (title, name)]
    return "" if words[0] == words[1] else title


def _indexed_digest(facts: FileFacts, hidden: Sequence[Definition]) -> str:
    """Return a digest of what the index of a file shows of it."""
    private = facts.private_names()
    shown = [(*_SHOWN(row), row.qualname in private) for row in facts.definitions]
    left_out = [(definition.kind, definition.qualname) for definition in hidden]
    headings = list(map(_HEADING, facts.headings))
    about = facts.type, facts.problem, facts.lines
    return digest(*about, shown, left_out, facts.imports, headings)
