"""The sentence with which a project's own file describes the project.

That is ``description`` in ``pyproject.toml`` (:pep:`621`, Poetry's table),
``Cargo.toml``, ``package.json`` and ``composer.json``:
https://doc.rust-lang.org/cargo/reference/manifest.html,
https://docs.npmjs.com/cli/configuring-npm/package-json,
https://getcomposer.org/doc/04-schema.md
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final

from ...model.facts import Remark
from ..first_sentence import first_sentence
from ..leading_comments import NOTHING
from .plain_data import value
from .toml_lines import Path, toml_lines

_PLACES: Final[Mapping[str, tuple[Path, ...]]] = {
    "pyproject.toml": (("project", "description"), ("tool", "poetry", "description")),
    "Cargo.toml": (("package", "description"),),
    "package.json": (("description",),),
    "composer.json": (("description",),),
}
#: The files that describe the project in whose folder they are. Of several the first
#: counts: other projects have their tools by ``package.json``.
DESCRIBING: Final = tuple(_PLACES)
#: Of what is one level deep, as it is mostly written.
_JSON_LINE: Final = re.compile(r'^(?: {0,4}|\t)"description"\s*:', re.MULTILINE)


def project_description(name: str, text: str) -> Remark | None:
    """Return the sentence and its line; ``None`` for a file that has no place for it.

    Empty where the file says nothing, or is broken.

    :param name: the base name of the file.
    """
    places = _PLACES.get(name)
    if places is None:
        return None
    load, lines = _JSON if name.endswith(".json") else _TOML
    try:
        data, known = load(text), lines(text)
    except (ValueError, RecursionError):
        return NOTHING
    for place in places:
        text = value(data, *place)
        if text == value(data, *place[:-1], "name"):
            continue
        if isinstance(text, str) and (sentence := first_sentence(text)):
            return Remark(sentence, known.get(place, 1))
    return NOTHING


def _json_lines(text: str) -> dict[Path, int]:
    match = _JSON_LINE.search(text)
    return {("description",): text.count("\n", 0, match.start()) + 1} if match else {}


_Reader = tuple[Callable[[str], Any], Callable[[str], Mapping[Path, int]]]
_JSON: Final[_Reader] = (json.loads, _json_lines)
_TOML: Final[_Reader] = (tomllib.loads, toml_lines)
