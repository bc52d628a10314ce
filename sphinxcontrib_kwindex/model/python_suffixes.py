"""What the names of files with Python end in."""

from __future__ import annotations

from typing import Final

SOURCE: Final = ".py"
STUB: Final = ".pyi"
#: All of them; those of notebooks are others.
PYTHON: Final = (SOURCE, STUB, ".pyw")
#: Of what is compiled to a module of Python.
CYTHON: Final = ".pyx"
