"""The tokens of C, C++ and CUDA, as one regular expression.

The tokens that a preprocessor sees need no parser, and no macro makes them others (ISO
C, 6.4 Lexical elements). Which words are the language's own Pygments knows; its lexers
take several times as long, since they try many expressions at each place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .ranges import Range, add
from .with_pygments import pygments_ranges, too_long

#: The aliases of the lexers of these languages.
C_FAMILY: Final = frozenset({"c", "cpp", "cuda"})
#: By the class that each has; "raw" begins a string in which nothing means anything,
#: "number" is what a preprocessor takes for one. Nothing can match in two ways, and
#: what has no end ends with its line, or with the text.
_TOKEN: Final = re.compile(
    r"""
    (?P<c1>//(?:[^\\\n]|\\.|\\\n)*+)
    |(?P<cm>/\*(?:[^*]|\*(?!/))*+(?:\*/)?)
    |(?:u8?|[UL])?R"(?P<raw>[^()\\\s"]{0,16})\(
    |(?P<s>(?:u8?|[UL])?"(?:[^"\\\n]|\\.|\\\n)*+"?)
    |(?P<sc>(?:u8?|[UL])?'(?:[^'\\\n]|\\.|\\\n)*+'?)
    |^[ \t]*+(?P<cp>\#[ \t]*+(?:
        (?:error|pragma|warning)\b(?:[^\\\n]|\\.|\\\n)*+
        |(?:define|ifdef|ifndef|undef)\b[ \t]++\w++
        |\w++))
    |(?<=include[ ])(?P<cpf><[^>\n]++>)
    |(?P<number>\.?\d(?:[eEpP][-+]|'?\w|\.)*+)
    |(?P<word>[^\W\d]\w*+)
    """,
    re.VERBOSE | re.MULTILINE,
)
#: Words, and the class of the name behind them.
_DECLARING: Final = {
    **dict.fromkeys(("class", "enum", "struct", "union"), "nc"),
    "namespace": "nn",
}
_ANOTHER: Final = re.compile(r"\s++[^\W\d]")


def c_ranges(text: str, language: str) -> list[Range]:
    """Return where the tokens of a text are, in order, without names and signs.

    Names of classes and namespaces where they are declared are among them.
    """
    ranges: list[Range] = []
    if too_long(text):
        return ranges
    # The class of a name behind, and where that begins.
    declared, begin = "", 0
    for kind, start, end in _tokens(text):
        if kind == "word":
            word = text[start:end]
            css = _class_of_word(word, language)
            if css:
                ranges.append((start, end, css))
            elif declared and text[begin:start].isspace():
                if word.isupper() and _ANOTHER.match(text, end):
                    # A macro: "class TORCH_API Tensor".
                    begin = end
                    continue
                ranges.append((start, end, declared))
            declared, begin = _DECLARING.get(word, ""), end
        elif kind == "number":
            ranges.append((start, end, _class_of_number(text[start:end])))
        else:
            add(ranges, text, start, end, kind)
    return ranges


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the class of each token, where it begins, and where it ends."""
    done = 0
    while done < len(text):
        for token in _TOKEN.finditer(text, done):
            kind = token.lastgroup or ""
            if kind == "raw":
                end = text.find(f'){token["raw"]}"', token.end())
                done = end + len(token["raw"]) + 2 if end >= 0 else len(text)
                yield "s", token.start(), done
                break
            yield kind, token.start(kind), token.end()
        else:
            return


@lru_cache(10_000)
def _class_of_word(word: str, language: str) -> str:
    """Return the class of a word that is one of its language's own, otherwise none."""
    (css,) = {css for *_, css in pygments_ranges(word, language)} or {""}
    return css if css[:1] == "k" else ""


def _class_of_number(number: str) -> str:
    if number[:2] in ("0x", "0X"):
        return "mh"
    return "mf" if "." in number or "e" in number or "E" in number else "mi"
