"""Parses untrusted Python with ``ast`` without showing its warnings.

Of an escape that is none, say, Python warns. That is the author's business: printed it
is noise, and who runs with ``-W error`` would see other facts.
"""

from __future__ import annotations

import ast
import warnings
from contextlib import suppress
from typing import Final

_NO_PYTHON: Final = (SyntaxError, ValueError, MemoryError, RecursionError)


def module_tree(source: str) -> ast.Module | None:
    """Return the tree of a source, ``None`` for what this Python does not parse."""
    with warnings.catch_warnings(action="ignore"), suppress(*_NO_PYTHON):
        return ast.parse(source)
    return None


def expression_tree(source: str) -> ast.expr | None:
    """Return the tree of an expression, ``None`` for what is none."""
    with warnings.catch_warnings(action="ignore"), suppress(*_NO_PYTHON):
        return ast.parse(source, mode="eval").body
    return None
