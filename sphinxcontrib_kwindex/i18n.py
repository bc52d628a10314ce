"""The fixed words of the pages, in the language of the build.

Modules write English and translate by :func:`say` what they show; the wiring loads the
translations (:mod:`.setup.translations`), and sets the language by
:func:`set_language`. Ids, docnames and what is looked up by a title stay English, so
that a link holds in any language.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

#: The name of the message catalogue.
CATALOGUE: Final = "kwindex"


class _Language:
    """The translations in use."""

    translations: NullTranslations = NullTranslations()
    thousands: str = ","


def set_language(translations: NullTranslations) -> None:
    """Translate all words by *translations* from now on."""
    _Language.translations = translations
    # TRANSLATORS: how a thousand is written; only the mark in it counts.
    _Language.thousands = say("1,000")[1:-3]


def say(text: str, /, **values: object) -> str:
    """Return the translation of a text.

    :param values: what stands in the place of ``{name}``. Without any the text may
        hold braces.
    """
    if not text:  # which in a catalogue is its head
        return ""
    translated = _Language.translations.gettext(text)
    return translated.format_map(values) if values else translated


def noun(number: int, one: str, many: str) -> str:
    """Return the translation of one of two texts, as goes with a number."""
    return _Language.translations.ngettext(one, many, number)


def counted(number: int, one: str, many: str) -> str:
    """Return the translation of one of two texts, with ``{number}`` in its place."""
    return noun(number, one, many).format(number=figure(number))


def figure(value: int) -> str:
    """Return a number with a mark between thousands."""
    written = f"{value:,}"
    if _Language.thousands == ",":
        return written
    return written.replace(",", _Language.thousands)


def at_line(line: int) -> str:
    """Return ``line 12``."""
    return say("line {line}", line=line)


def at_lines(lines: str, many: bool) -> str:
    """Return ``line 12`` or ``lines 12, 34``, of lines that are written out."""
    return say("lines {lines}", lines=lines) if many else say("line {line}", line=lines)


def and_more(rest: int) -> str:
    """Return `` and 12 more``."""
    return say(" and {number} more", number=figure(rest))


def mark(text: str) -> str:
    """Return a text as it is: what is translated where it is shown."""
    return text


#: The words of a project file for when a distribution is asked for.
_GROUPS: Final = frozenset(
    {mark("build"), mark("extra"), mark("group"), mark("optional")}
)


def group_words(group: str) -> str:
    """Return what a group of requirements is called: ``extra test``, ``build``."""
    word, space, name = group.partition(" ")
    return f"{say(word)}{space}{name}" if word in _GROUPS else group
