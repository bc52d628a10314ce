"""Reads the text of a file as its pages show it."""

from __future__ import annotations

from .decoding import UTF16_BOMS, Source, decode_text
from .file_types import is_notebook
from .languages.registry import row_of


def file_text(name: str, data: bytes) -> Source:
    """Return the content *data* of a file with the path or base name *name* as text.

    That of a notebook is the script of its cells. Never raises.
    """
    if is_notebook(name):
        from .text.notebooks import script_of

        return script_of(decode_text(data))
    return (row_of(name, data).decode or decode_text)(data)


def is_binary(name: str, head: bytes) -> bool:
    """Return whether the first :data:`BINARY_PREFIX` bytes of a file tell that it is
    binary. Of UTF-16 the whole content has to be seen.
    """
    decides = row_of(name, head).decode is not None
    return b"\0" in head and not decides and not head.startswith(UTF16_BOMS)
