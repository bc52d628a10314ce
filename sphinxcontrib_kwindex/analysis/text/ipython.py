"""What IPython adds to Python: magics, commands of the shell, questions.

https://ipython.readthedocs.io/en/stable/interactive/reference.html
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from typing import Final

#: Cells that begin with these are Python from the next line on.
_OF_PYTHON: Final = frozenset({"capture", "prun", "time", "timeit"})
_CELL_MAGIC: Final = re.compile(r"\s*%%(\w*)")
#: A line that is no Python: ``%cd x``, ``!ls``, ``?print``, ``print??``.
_LINE: Final = re.compile(r"(\s*)(?:%{1,2}[A-Za-z]|!|\?{1,2}\w|[\w.*%]+\?{1,2}\s*$)")
#: What is bound to the output of a magic or a command: ``files = !ls``.
_BOUND: Final = re.compile(r"(\s*[\w, ]+=\s*)(?:%[A-Za-z]|!)")


def plain_python(lines: Sequence[str]) -> list[str]:
    """Return the lines of a cell as Python, each where it was; empty if it is none."""
    lines = list(lines)
    if _parses(lines):
        return lines
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    magic = _CELL_MAGIC.match(lines[first])
    if magic is None or magic[1] in _OF_PYTHON:
        lines = _without_magics(lines)
        if _parses(lines):
            return lines
    return [""] * len(lines)


def _without_magics(lines: Sequence[str]) -> list[str]:
    plain: list[str] = []
    continued = False
    for line in lines:
        if continued:
            plain.append("")
        elif match := _LINE.match(line):
            plain.append(f"{match[1]}pass")
        elif match := _BOUND.match(line):
            plain.append(f"{match[1]}...")
        else:
            plain.append(line)
            continue
        continued = line.endswith("\\")
    return plain


def _parses(lines: Sequence[str]) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
