"""Components of Astro: their scripts, and the expressions of their markup.

https://docs.astro.build/en/basics/astro-components/
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..grammars.grammar import blank, with_blanks
from .components import (
    Code,
    braces,
    component,
    only_code,
    scripts_of,
    statement,
    without_comments,
    without_markup,
)

#: The script at the top, between lines of hyphens.
_SCRIPT: Final = re.compile(
    r"\s*^---[ \t]*$(?P<code>.*?)^---", re.DOTALL | re.MULTILINE
)
_COMPONENT: Final = re.compile(r"<([A-Z][\w.]*)(?=[\s/>])")


def script_of(text: str) -> str:
    """Return a component as a script of as many characters."""
    top = _SCRIPT.match(text)
    end = top.end() if top else 0
    first = [(top.start("code"), top["code"])] if top else []
    markup = blank(text[:end]) + text[end:]
    return only_code(text, (*first, *scripts_of(markup), *_in_markup(markup)))


def _in_markup(text: str) -> Iterator[Code]:
    """Yield the expressions of markup, each a statement."""
    markup = without_markup(without_comments(text))
    for start, end in braces(markup):
        code = markup[start:end]
        spread = code.lstrip().startswith("...")
        code = code.replace("...", "   ", 1) if spread else code
        if code.strip():
            yield statement(markup, start, code)
    for match in _COMPONENT.finditer(with_blanks(markup, braces(markup))):
        yield statement(markup, match.start(1), match[1])


ASTRO: Final = component("Astro", ".astro", "html", script_of, tsx=True)
