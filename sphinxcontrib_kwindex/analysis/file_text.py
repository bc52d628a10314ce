"""The text of a file as its pages show it."""

from __future__ import annotations

from .decoding import Source, decode_python, decode_text
from .file_types import is_notebook, is_python


def file_text(name: str, data: bytes) -> Source:
    """Return the content *data* of a file with the base name *name* as text.

    That of a notebook is the script of its cells. Never raises.
    """
    if is_notebook(name):
        from .text.notebooks import script_of

        return script_of(decode_text(data))
    return decode_python(data) if is_python(name) else decode_text(data)
