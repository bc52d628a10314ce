"""Jupyter notebooks, whose cells of code are Python.

Those of other kernels have definitions by the language of their cells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .python import PYTHON

NOTEBOOK: Final = replace(
    PYTHON,
    name="Jupyter notebook",
    suffixes=(".ipynb",),
    lexer="python3",
    family=PYTHON.name,
    decode=None,
)
