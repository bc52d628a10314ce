"""The names that are there without being bound, and those of builtin types."""

from __future__ import annotations

import builtins
import io
from typing import Final

# Those of the Python that runs this; the same for all files.
BUILTINS: Final = frozenset(
    name for name in vars(builtins) if not name.startswith("_")
) - {"True", "False", "None", "Ellipsis", "NotImplemented", "copyright", "credits"}
#: What something unknown may have that is none of the tree.
BUILTIN_MEMBERS: Final = frozenset(
    name
    for kind in (
        *(str, bytes, bytearray, int, float, list, tuple, dict, set, frozenset),
        *(BaseException, io.TextIOWrapper, io.BufferedReader),
    )
    for cls in kind.__mro__
    for name in vars(cls)
)
