"""The lines of the tables, keys and elements of a TOML text.

:mod:`tomllib` does not report them.

The text is known to be valid, so a look at its marks, strings and line ends is enough:
nothing is converted here but keys.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

Path = tuple[str | int, ...]
"""Keys, and the numbers of elements of arrays: ``("project", "dependencies", 0)``."""

_TOKEN: Final = re.compile(
    r"""
    [ \t]+ | \#[^\n]*
  | (?P<string>
        \"{3} (?: \\. | [^\\] )*? \"{3,5} (?!\")
      | '{3} .*? '{3,5} (?!')
      | \" (?: \\. | [^"\\\n] )* \"
      | ' [^'\n]* '
    )
  | (?P<mark> [\[\]{}=,.\n] )
  | (?P<bare> [^\s"'\[\]{}=,.\#]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


def toml_lines(text: str) -> dict[Path, int]:
    """Return the line of each table, key and element of an array.

    A table stands where it, or something in it, is named first; a value where its
    key does.

    :param text: valid TOML with LF line ends.
    """
    return _Lines(text).lines


class _Lines:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._tokens: list[tuple[str, str, int]] = []
        self._at = 0
        self._elements: dict[Path, int] = {}
        line = 1
        for token in _TOKEN.finditer(text):
            if token.lastgroup is not None:
                self._tokens.append((token.lastgroup, token[0], line))
            line += token[0].count("\n")
        table: Path = ()
        while self._at < len(self._tokens):
            if self._skip("\n"):
                continue
            line = self._tokens[self._at][2]
            if self._skip("["):
                several = self._skip("[")
                table = self._table(self._key(), line, several=several)
                continue
            self._pair(table)

    def _peek(self) -> tuple[str, str]:
        if self._at < len(self._tokens):
            return self._tokens[self._at][:2]
        return "mark", "\n"

    def _skip(self, mark: str) -> bool:
        if self._peek() != ("mark", mark):
            return False
        self._at += 1
        return True

    def _key(self) -> list[str]:
        """Return the parts of a key, and go behind the mark at its end."""
        parts = []
        while self._at < len(self._tokens):
            kind, token = self._peek()
            self._at += 1
            if kind == "string":
                parts.append(next(iter(tomllib.loads(f"{token} = 0"))))
            elif kind == "bare":
                parts.append(token)
            elif token != ".":
                while token == "]" and self._skip("]"):
                    pass
                break
        return parts

    def _table(self, key: list[str], line: int, *, several: bool) -> Path:
        path: Path = ()
        for number, part in enumerate(key):
            path = self._named((*path, part), line)
            if several and number == len(key) - 1:
                self._elements[path] = self._elements.get(path, -1) + 1
            if path in self._elements:
                path = self._named((*path, self._elements[path]), line)
        return path

    def _named(self, path: Path, line: int) -> Path:
        self.lines.setdefault(path, line)
        return path

    def _pair(self, path: Path) -> None:
        line = self._tokens[self._at][2]
        for part in self._key():
            path = self._named((*path, part), line)
        self._value(path)

    def _value(self, path: Path) -> None:
        if self._skip("["):
            number = 0
            while self._at < len(self._tokens) and not self._skip("]"):
                if not (self._skip(",") or self._skip("\n")):
                    element = self._named((*path, number), self._tokens[self._at][2])
                    self._value(element)
                    number += 1
        elif self._skip("{"):
            while self._at < len(self._tokens) and not self._skip("}"):
                if not (self._skip(",") or self._skip("\n")):
                    self._pair(path)
        elif self._peek()[0] == "string":
            self._at += 1
        else:
            while self._peek()[0] == "bare" or self._peek()[1] == ".":
                self._at += 1
