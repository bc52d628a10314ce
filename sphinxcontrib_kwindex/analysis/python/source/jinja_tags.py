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


def known_imports(imports: Iterable[Import], text: str) -> tuple[Import, ...]:
    """Return the imports of which is known what they import.

    :param text: the file, with tags.
    """
    return tuple(
        import_
        for import_ in imports
        if _is_known(import_.module, text) and _is_known(import_.name, text)
    )


def known_definitions(
    definitions: Iterable[Definition], text: str
) -> tuple[Definition, ...]:
    """Return the definitions whose names are known.

    :param text: the file, with tags.
    """
    return tuple(it for it in definitions if _is_known(it.qualname, text))


def _is_known(name: str, text: str) -> bool:
    return _UNKNOWN not in name or "{{" not in text
