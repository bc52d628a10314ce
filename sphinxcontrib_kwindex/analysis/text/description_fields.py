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

from ...model.data_files import data_beside
from ...model.facts import Remark
from ..first_sentence import first_sentence

_PLACES: Final = tuple(
    (re.compile(row["name"]), row["mark"], re.compile(row["place"], re.MULTILINE))
    for row in data_beside(__file__)["place"]
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
