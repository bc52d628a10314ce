"""The uses that a method or attribute may have, and those of a name that many have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from ...analysis.languages.language import NO_LANGUAGE
from ...analysis.languages.registry import is_of_python, row_of
from ...codemap.code_map import CodeMap
from ...codemap.possible_uses import MOST_NUMBERED, PossibleUses
from ...i18n import counted, figure, mark, noun, say
from ...links.builtin_types import BUILTIN_NAMES, STANDARD_NAMES
from ...model.anchors import slug
from ...model.references import ANNOTATION, STORED
from ...model.rows import UseRow
from ...store.use_queries import UsedName, uses_of_name
from ..keyword_parts import part_with_name
from ..nodes import ListEntry, Part
from ..page_context import Context

#: In how many definitions uses of a name may be to be shown with each that has it, and
#: how many may have it.
_FEW_USERS: Final = 20
_FEW_DEFINITIONS: Final = 10
#: Of how many the statement is shown.
_WITH_TEXT: Final = 200

_ROLE_WORDS: Final = {STORED: mark("assignment"), ANNOTATION: mark("as a type")}


def uses_anchor(name: str) -> str:
    """Return the id of the uses of a name on the page of keywords that has it."""
    return f"uses-{slug(name)}"


def shown_uses(code: CodeMap, possible: PossibleUses) -> list[UseRow]:
    """Return the uses of a name that are shown with each definition: if they are few.

    Of others there is a link to the page of keywords.
    """
    name = possible.of_name
    if (
        name is None
        or not 0 < name.users <= _FEW_USERS
        or name.definitions > _FEW_DEFINITIONS
    ):
        return []
    return uses_of_name(code.store, name.name)


def possible_summary(possible: PossibleUses) -> Iterator[str]:
    """Yield how many uses a definition may have."""
    if possible.through:
        number = sum(uses.places for uses in possible.through)
        yield (
            counted(
                number,
                "{number} possible use through a supertype",
                "{number} possible uses through a supertype",
            )
            if number
            else say("possible uses through a supertype")
        )
    if name := possible.of_name:
        yield (
            counted(
                name.places,
                "{number} use of this name on unknown receivers",
                "{number} uses of this name on unknown receivers",
            )
            if name.places
            else say("uses of this name on unknown receivers")
        )


def possible_entries(
    context: Context, possible: PossibleUses, *, listed: bool, alone: bool
) -> Iterator[ListEntry]:
    """Yield the uses that a definition may have, or where they are shown.

    :param alone: whether it has no other uses: what is said of them tells the rest.
    :param listed: whether few uses of its name are listed here; else there is only a
        link to where all are.
    """
    several = not alone or len(possible.through) > 1 or bool(possible.of_name)
    for uses in possible.through:
        yield ListEntry(
            uses.name,
            context.href("docs", uses.path, uses.anchor),
            kind=say("through the supertype") if several else "",
            parts=(Part(places_said(uses.places)),) if uses.places and several else (),
        )
    if possible.more:
        yield ListEntry(
            say("uses through more supertypes are listed with the last one"), prose=True
        )
    if name := possible.of_name:
        key = part_with_name(context.code, name.name)
        uri = context.href("keywords", key, uses_anchor(name.name))
        yield ListEntry(name_title(name), uri, prose=True)
        if listed:
            yield from use_entries(context, shown_uses(context.code, possible), 1)


def left_out(path: str, name: str) -> ListEntry | None:
    """Return why uses of a name on receivers that are not known are not shown.

    :param path: the file that defines it.
    """
    if is_of_python(path):
        # A special method is mostly called without being named.
        is_common = name in BUILTIN_NAMES and not name.startswith("__")
        text = mark(
            "uses of {name} on unknown receivers are left out: builtin types have it"
            " too"
        )
    else:
        is_common = name in row_of(path).common
        text = mark(
            "uses of {name} on unknown receivers are left out: types of the language or"
            " its standard library have it too"
        )
    return ListEntry(say(text, name=f".{name}"), prose=True) if is_common else None


def name_title(name: UsedName) -> str:
    """Return how often a name is used on receivers that are not known."""
    if name.places:
        uses = noun(
            name.places,
            "{number} use of {name} on unknown receivers",
            "{number} uses of {name} on unknown receivers",
        ).format(number=figure(name.places), name=f".{name.name}")
        having = counted(
            name.definitions,
            "{number} definition has this name",
            "{number} definitions have this name",
        )
    else:
        uses = say("uses of {name} on unknown receivers", name=f".{name.name}")
        more = figure(MOST_NUMBERED)
        having = say("more than {number} definitions have this name", number=more)
    said = [uses, having]
    if name.name in STANDARD_NAMES:
        said.append(say("so have classes of the standard library"))
    return "; ".join(said)


def use_entries(
    context: Context, rows: Sequence[UseRow], level: int = 0
) -> Iterator[ListEntry]:
    """Yield definitions that use a name, those of a file with several below it.

    :param rows: those of one file one after the other.
    """
    shown = 0
    for path, group in groupby(rows, attrgetter("path")):
        places = list(group)
        if shared := len(places) > 1:
            yield ListEntry(path, context.href("docs", path), level=level)
        for row in places:
            shown += 1
            entry = use_entry(
                *(context, row, _ROLE_WORDS.get(row.role, ""), level + shared),
                with_path=not shared,
            )
            text = row.text if shown <= _WITH_TEXT else ""
            language = context.code.language_of(path) or NO_LANGUAGE
            yield entry._replace(code=text, language=language.lexer)


def use_entry(
    context: Context, row: UseRow, word: str, level: int, *, with_path: bool
) -> ListEntry:
    """Return the entry of a definition that uses another.

    :param word: what the use is, in English.
    :param with_path: whether it tells its file, which else stands above.
    """
    top_level = row.path if with_path else say("top level")
    return ListEntry(
        row.around or top_level,
        context.in_source(row.path, row.around_anchor),
        kind=say(word),
        where=row.path if with_path and row.around else "",
        prose=not (row.around or with_path),
        code=row.text,
        parts=(Part(places_said(row.count)),) if row.count > 1 else (),
        level=level,
    )


def places_said(number: int) -> str:
    """Return in how many places something is used."""
    return counted(number, "{number} place", "{number} places")
