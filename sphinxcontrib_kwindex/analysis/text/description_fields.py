"""What a file says of itself where its format has a place for that.

Units of systemd (``man systemd.unit``), desktop entries
(https://specifications.freedesktop.org/desktop-entry-spec/), manual pages in DocBook
and for ``man`` (``man 7 man``, ``man 7 mdoc``), web pages, and the metadata of Helm's
charts, GitHub's actions, Ansible's collections and Dart's packages.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from ...model.facts import Remark
from ..first_sentence import first_sentence

_UNIT: Final = (
    r"\.(?:automount|mount|path|scope|service|slice|socket|swap|target|timer)"
    r"(?:\.in|\.j2)?\Z"
)
#: The end of a name, what the text has, and the place: within a line, or two for a
#: heading and what is below it.
_PLACES: Final = tuple(
    (re.compile(name), mark, re.compile(place, re.MULTILINE))
    for name, mark, place in (
        (_UNIT, "[Unit]", r"^Description[ \t]*=[ \t]*(?P<text>\S.{0,500})"),
        (
            r"\A(?:Chart|action|galaxy|pubspec)\.ya?ml\Z",
            "description:",
            (
                r"^description:[ \t]{1,9}(?P<quote>[\"']?)"
                r"(?P<text>[^\s\"'>|#].{0,500}?)(?P=quote)[ \t]*$"
            ),
        ),
        (
            r"\.desktop(?:\.in)?\Z",
            "[Desktop Entry]",
            r"^_?Comment=(?P<text>\S.{0,500})",
        ),
        (
            r"\.(?:xml|docbook|dbk|sgml)(?:\.in)?\Z",
            "<refentry",
            r"<refpurpose>(?P<text>[^<]{1,500})</refpurpose>",
        ),
        (
            r"\.(?:[1-9][a-z]{0,4}|man|roff)(?:\.in)?\Z",
            ".SH",
            (
                r'^\.SH[ ]{1,9}"?(?:NAME|Name)"?[ \t]*\n(?:\.\S.{0,200}\n){0,5}'
                r".{1,300}?[ ]\\?-{1,2}[ ]{1,9}(?P<text>\S.{0,500})"
            ),
        ),
        (
            r"\.(?:[1-9][a-z]{0,4}|mdoc)(?:\.in)?\Z",
            ".Nd",
            r"^\.Nd[ ]{1,9}(?P<text>\S.{0,500})",
        ),
        (
            r"\.(?:html?|xhtml)\Z",
            "description",
            (
                r"<meta\s{1,9}name=[\"']?description[\"']?\s{1,9}"
                r"content=(?P<quote>[\"'])(?P<text>[^\"'<>{}]{1,500})(?P=quote)"
            ),
        ),
    )
)
#: Commands of ``man`` inside of a line, and what it writes for others.
_ROFF: Final = re.compile(r"\\f[A-Z]|\\&|\\(?=-)")


def places_by_name(name: str) -> str:
    """Return in which places a file is read, by its base name; empty for none."""
    places = (str(at) for at, (names, _, _) in enumerate(_PLACES) if names.search(name))
    return " ".join(places)


def described_in_field(name: str, text: str) -> Remark | None:
    """Return the sentence and its line; ``None`` for a file that has no such place.

    :param name: the base name of the file.
    """
    for names, mark, place in _PLACES:
        if mark in text and names.search(name) and (match := place.search(text)):
            told = unescape(_ROFF.sub("", match["text"]))
            if sentence := first_sentence(told):
                return Remark(sentence, text.count("\n", 0, match.start("text")) + 1)
    return None
