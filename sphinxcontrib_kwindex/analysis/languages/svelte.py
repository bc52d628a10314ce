"""Components of Svelte: their scripts, and the expressions of their markup.

https://svelte.dev/docs/svelte/svelte-files
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
    without_words,
    words_of,
)

#: ``#if``, ``:else if``, ``@html``, ``#each``: https://svelte.dev/docs/svelte/if
_BLOCK: Final = re.compile(r"\s*(?:\.\.\.|[#:@](?P<kind>[a-z]+)(?:\s+if\b)?)")
_AWAITED: Final = re.compile(r"\s(?:then|catch)\b(?P<names>.*)", re.DOTALL)
_LISTED: Final = re.compile(r"(?P<items>.*)\sas\s(?P<names>.*)", re.DOTALL)
_CONSTANT: Final = re.compile(r"(?P<names>.*?[^=!<>])=(?![=>])", re.DOTALL)
#: ``let:item``, ``let:item={one}``.
_LET: Final = re.compile(r"(?<=\s)let:(\w+)(?:=\{([^{}]*)\})?")
#: What names something without braces: a component, ``use:x``, ``bind:x``.
_NAMED: Final = re.compile(
    r"""<(?P<component>[A-Z][\w.]*)(?=[\s/>])
      | (?<=\s)(?:use|transition|in|out|animate):(?P<called>[A-Za-z_]\w*)
      | (?<=\s)(?:bind|class|style):(?P<short>[A-Za-z_]\w*)(?=[\s/>])""",
    re.VERBOSE,
)
#: The value of a store: https://svelte.dev/docs/svelte/stores
_STORE: Final = re.compile(r"(?<![\w$.\"'`])\$(?=(?P<name>[A-Za-z_]\w*))")
#: No stores: https://svelte.dev/docs/svelte/what-are-runes
_RUNES: Final = frozenset(
    {"bindable", "derived", "effect", "host", "inspect", "props", "state"}
)
#: ``$: x = 1``, which declares: https://svelte.dev/docs/svelte/legacy-reactive-assignments
_REACTIVE: Final = re.compile(
    r"^[ \t](?P<indent>[ \t]*)\$: (?=(?P<name>[A-Za-z_]\w*)\s*=[^=])", re.MULTILINE
)
_DECLARED: Final = re.compile(r"\b(?:let|var)\s+(\w+)")


def script_of(text: str) -> str:
    """Return a component as a script of as many characters."""
    scripts = list(scripts_of(text))
    known = {word for _, code in scripts for word in words_of(code)} - _RUNES
    declared = {name for _, code in scripts for name in _DECLARED.findall(code)}

    def reactive(match: re.Match[str]) -> str:
        if match["name"] in declared:
            return match[0]
        declared.add(match["name"])
        return f"var{match['indent']} "

    return only_code(
        text,
        (
            (start, _STORE.sub(lambda at: " " if at["name"] in known else "$", code))
            for start, code in (
                *((start, _REACTIVE.sub(reactive, code)) for start, code in scripts),
                *_in_markup(text),
            )
        ),
    )


def _in_markup(text: str) -> Iterator[Code]:
    """Yield the expressions of markup, each a statement."""
    markup = without_markup(without_comments(text))
    local = {
        word for names in _LET.findall(markup) for word in words_of(" ".join(names))
    }
    expressions: list[Code] = []
    for start, end in braces(markup):
        code, names = _expression(markup[start:end])
        local.update(words_of(names))
        expressions.append((start, code))
    for match in _NAMED.finditer(with_blanks(markup, braces(markup))):
        which = match.lastgroup or ""
        expressions.append((match.start(which), match[which]))
    for start, code in expressions:
        if code.strip():
            yield statement(markup, start, without_words(code, local))


def _expression(code: str) -> tuple[str, str]:
    """Return what is code in braces, as long as what stands there, and what declares.

    >>> _expression("#each items as item (item.id)")
    ('      items                      ', 'item (item.id)')
    """
    if code.lstrip().startswith("/"):
        return blank(code), ""
    block = _BLOCK.match(code)
    if block is None:
        return code, ""
    kind, rest = block["kind"], code[block.end() :]
    names = ""
    if kind in {"then", "catch", "snippet"}:
        rest, names = blank(rest), rest
    elif kind == "each" and (listed := _LISTED.match(rest)):
        rest, names = listed["items"], listed["names"]
    elif kind == "await" and (awaited := _AWAITED.search(rest)):
        rest, names = rest[: awaited.start()], awaited["names"]
    elif kind == "const" and (constant := _CONSTANT.match(rest)):
        rest, names = blank(constant[0]) + rest[constant.end() :], constant["names"]
    shown = blank(block[0]) + rest
    return shown + blank(code[len(shown) :]), names


SVELTE: Final = component("Svelte", ".svelte", "html", script_of)
