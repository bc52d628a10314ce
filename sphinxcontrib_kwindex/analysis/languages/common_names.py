"""Names too common to link by name alone: ``common_names.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

_TABLE: Final = Path(__file__).with_suffix(".toml")
_WORDS: Final[dict[str, dict[str, str]]] = tomllib.loads(_TABLE.read_text("utf-8"))


def common_names(table: str, language: str) -> frozenset[str]:
    """Return words of a language.

    :param table: ``members``: the names of members that say nothing of what has them;
        ``prelude``: those that are there without being imported; ``reserved``: words
        that are no names, as :attr:`.Grammar.reserved`.
    """
    return frozenset(_WORDS[table][language].split())
