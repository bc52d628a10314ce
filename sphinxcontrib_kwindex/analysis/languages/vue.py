"""Single-file components of Vue: their scripts, and the expressions of their template.

https://vuejs.org/api/sfc-spec.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..grammars.grammar import blank
from .components import (
    ATTRIBUTES,
    Code,
    component,
    only_code,
    scripts_of,
    statement,
    without_comments,
    without_words,
    words_of,
)

_TEMPLATE: Final = re.compile(rf"^<template\b{ATTRIBUTES}", re.MULTILINE)
_TEMPLATE_END: Final = "\n</template>"
#: What holds an expression: ``{{ x }}``, ``:a="x"``, ``@b="x"``, ``v-if="x"``, and the
#: name of a component.
_EXPRESSION: Final = re.compile(
    r"""\{\{(?P<text>[^{}]{1,999})\}\}
      | (?<=\s)(?:v-(?!slot\b)(?P<directive>[a-z]+)|[:@.])[^\s"'=<>]{0,200}
        =(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')
      | <(?P<name>[A-Z]\w*)(?=[\s/>])""",
    re.VERBOSE,
)
#: What declares names for what is inside of an element.
_DECLARING: Final = re.compile(
    r"""(?<=\s)(?:v-for="(?P<loop>[^"]*?)\s(?:in|of)\s
      | (?:\#|v-slot)[^\s"'=<>]{0,200}="(?P<slot>[^"]*)")""",
    re.VERBOSE,
)
_LOOP: Final = re.compile(r".*?\s(?:in|of)\s", re.DOTALL)


def script_of(text: str) -> str:
    """Return a component as a script of as many characters."""
    return only_code(text, (*scripts_of(text), *_in_template(text)))


def _in_template(text: str) -> Iterator[Code]:
    template = _TEMPLATE.search(text)
    if template is None or "lang=" in template["attributes"]:
        return
    start, stop = template.end(), text.rfind(_TEMPLATE_END)
    markup = without_comments(text[start : max(start, stop)])
    names = {
        word
        for match in _DECLARING.finditer(markup)
        for word in words_of(match["loop"] or match["slot"] or "")
    }
    for match in _EXPRESSION.finditer(markup):
        which = match.lastgroup or ""
        code = match[which]
        if match["directive"] == "for" and (loop := _LOOP.match(code)):
            code = blank(loop[0]) + code[loop.end() :]
        at, code = statement(markup, match.start(which), without_words(code, names))
        yield start + at, code


VUE: Final = component("Vue", ".vue", "vue", script_of)
