"""Single-file components of Vue: their scripts, and the expressions of their template.

https://vuejs.org/api/sfc-spec.html. All else is blank for the grammar of TypeScript,
which reads JavaScript, too, so that each character stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ...model.facts import FileFacts
from ...model.name_rule import NameRule
from . import ecmascript
from .typescript import GRAMMAR, TSX_GRAMMAR, TYPESCRIPT

_ATTRIBUTES: Final = (
    r"""(?P<attributes>(?:[^<>"']|"[^"]{0,500}"|'[^']{0,500}'){0,500}+)>"""
)
_SCRIPT: Final = re.compile(rf"^<script\b{_ATTRIBUTES}", re.MULTILINE)
_SCRIPT_END: Final = "</script"
_TEMPLATE: Final = re.compile(rf"^<template\b{_ATTRIBUTES}", re.MULTILINE)
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
_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_VISIBLE: Final = re.compile(r"\S")


def _analyse(text: str, facts: FileFacts, rules: Sequence[NameRule]) -> FileFacts:
    is_tsx = any(
        re.search(r"""lang=["']?[jt]sx""", found["attributes"])
        for found in _SCRIPT.finditer(text)
    )
    grammar = TSX_GRAMMAR if is_tsx else GRAMMAR
    return ecmascript.analyse(grammar, script_of(text), facts, rules)


def script_of(text: str) -> str:
    """Return a component as a script of as many characters."""
    kept = sorted(_kept(text))
    parts: list[str] = []
    at = 0
    for start, code in kept:
        parts += _VISIBLE.sub(" ", text[at:start]), code
        at = start + len(code)
    return "".join((*parts, _VISIBLE.sub(" ", text[at:])))


def _kept(text: str) -> Iterator[tuple[int, str]]:
    """Yield where code begins, and the code with what ends statements around it."""
    end = 0
    while script := _SCRIPT.search(text, end):
        start, end = script.end(), text.find(_SCRIPT_END, script.end())
        if end < 0:
            break
        yield start, text[start:end]
    template = _TEMPLATE.search(text)
    if template is None or "lang=" in template["attributes"]:
        return
    start, stop = template.end(), text.rfind(_TEMPLATE_END)
    markup = _without_comments(text[start : max(start, stop)])
    names = {
        word
        for found in _DECLARING.finditer(markup)
        for word in _WORD.findall(found["loop"] or found["slot"] or "")
    }
    for found in _EXPRESSION.finditer(markup):
        which = next(
            one
            for one in ("text", "double", "single", "name")
            if found[one] is not None
        )
        first, last = found.span(which)
        code = found[which]
        if found["directive"] == "for" and (loop := _LOOP.match(code)):
            code = _VISIBLE.sub(" ", loop[0]) + code[loop.end() :]
        # What an element around declares is nothing of the script.
        code = _WORD.sub(
            lambda word: "_" * len(word[0]) if word[0] in names else word[0], code
        )
        # A name may have a line end behind it, which ends a statement, too.
        behind = markup[last : last + 1]
        is_object = code.lstrip().startswith("{")
        begin, close = "()" if is_object else ";;"
        yield start + first - 1, begin + code + (behind if behind.isspace() else close)


def _without_comments(markup: str) -> str:
    first, *rest = markup.split("<!--")
    parts = [first]
    for one in rest:
        inside, end, behind = one.partition("-->")
        parts += _VISIBLE.sub(" ", f"<!--{inside}{end}"), behind
    return "".join(parts)


VUE: Final = replace(
    TYPESCRIPT,
    name="Vue",
    analyse=_analyse,
    version=GRAMMAR.version and f"1 {GRAMMAR.version}",
    suffixes=(".vue",),
    lexer="vue",
)
