"""Docstrings that a statement gives to what has none: ``plot.__doc__ = "…"``.

Only what is written down counts: a string literal, or one that is dedented. Of one that
is formatted that is what comes before the first field.
"""

from __future__ import annotations

from inspect import cleandoc
from itertools import takewhile
from typing import Final

from astroid import nodes

from ..decoding import valid_text
from .expressions import dotted_name

#: What takes the indentation out of a text.
_DEDENTING: Final = frozenset(
    {"dedent", "textwrap.dedent", "cleandoc", "inspect.cleandoc"}
)


def documented_name(target: nodes.NodeNG) -> str:
    """Return ``a.b`` for the target ``a.b.__doc__``, else nothing."""
    if isinstance(target, nodes.AssignAttr) and target.attrname == "__doc__":
        return dotted_name(target.expr)
    return ""


def written_docstring(value: nodes.NodeNG) -> str:
    """Return the docstring that an expression surely is, or how that begins."""
    if isinstance(value, nodes.Const):
        return valid_text(cleandoc(value.value)) if isinstance(value.value, str) else ""
    if not isinstance(value, nodes.Call):
        return ""
    if len(value.args) == 1 and dotted_name(value.func) in _DEDENTING:
        return written_docstring(value.args[0])
    if isinstance(value.func, nodes.Attribute) and value.func.attrname == "format":
        paragraphs = written_docstring(value.func.expr).split("\n\n")
        return "\n\n".join(takewhile(lambda text: "{" not in text, paragraphs))
    return ""
