"""What the grammars of JavaScript and TypeScript know nothing of."""

from __future__ import annotations

import re
from typing import Final

from ..grammars.grammar import Syntax

_USING: Final = re.compile(
    r"((?:^[ \t]*|\bfor[ \t]*(?:await[ \t]*)?\([ \t]*))(?:await +)?using"
    r"(?=[ \t]+[A-Za-z_$][\w$]*[ \t]+(?:of\b|=[^=>]))",
    re.MULTILINE,
)


def plain_declarations(text: str) -> str:
    """Return a text with ``const`` for ``using``, which the grammars do not know."""
    return _USING.sub(
        lambda found: found[1] + "const".ljust(len(found[0]) - len(found[1])), text
    )


def is_module(syntax: Syntax) -> bool:
    """Return whether a file has its names to itself, as modules do."""
    return bool(syntax.nodes.get("import") or syntax.nodes.get("module"))
