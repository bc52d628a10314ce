"""Python with Jinja's tags, as project templates of Cookiecutter and the like have it.

No Python parses it. Without its tags most of it is Python, with what stands in all
branches; an expression becomes a name that stands for what nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ....model.facts import Definition, Import

#: Tags, none too long to look for its end, and what may hold braces that are none:
#: strings and comments.
_TAGS: Final = re.compile(
    r"(?P<expression>\{\{.{0,1000}?\}\})|(?P<tag>\{%.{0,1000}?%\}|\{#.{0,1000}?#\})"
    r"|(?:\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|\#[^\n]*)",
    re.DOTALL,
)
_NOT_LINE_END: Final = re.compile(r"[^\n]")
#: As long as the shortest expression: ``{{x}}``.
_UNKNOWN: Final = "_____"


def without_tags(text: str) -> str:
    """Return a text without Jinja's tags, every place in it staying the same.

    :return: the same text if it has none outside of strings and comments.
    """
    if "{{" not in text and "{%" not in text:
        return text
    return _TAGS.sub(_in_place_of, text)


def _in_place_of(match: re.Match[str]) -> str:
    if match.lastgroup is None:
        return match[0]
    # Columns are counted in bytes.
    size = len(match[0].encode()) - len(match[0])
    fill = " " if match["tag"] else "_"
    return _NOT_LINE_END.sub(fill, match[0]) + fill * size


def known_imports(imports: Iterable[Import]) -> tuple[Import, ...]:
    """Return the imports of which is known what they import."""
    return tuple(
        import_
        for import_ in imports
        if _UNKNOWN not in import_.module and _UNKNOWN not in import_.name
    )


def known_definitions(definitions: Iterable[Definition]) -> tuple[Definition, ...]:
    """Return the definitions whose names are known."""
    return tuple(
        definition for definition in definitions if _UNKNOWN not in definition.qualname
    )
