"""Names of languages that by themselves say nothing: ``common_names.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

_TABLE: Final = Path(__file__).with_suffix(".toml")
_WORDS: Final[dict[str, dict[str, str]]] = tomllib.loads(_TABLE.read_text("utf-8"))


def common_members(language: str) -> frozenset[str]:
    """Return the names of members that say nothing of what has them."""
    return frozenset(_WORDS["members"][language].split())


def prelude(language: str) -> frozenset[str]:
    """Return the names that are there without being imported."""
    return frozenset(_WORDS["prelude"][language].split())


def reserved(language: str) -> frozenset[str]:
    """Return the words that are no names, as :attr:`.Grammar.reserved`."""
    return frozenset(_WORDS["reserved"][language].split())
