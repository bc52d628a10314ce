"""CUDA, which the grammar of C++ reads without its few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .cpp import CPP
from .language import Language

CUDA: Final[Language] = replace(
    CPP, name="CUDA", suffixes=(".cu", ".cuh", ".hip"), lexer="cuda"
)
