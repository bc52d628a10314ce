"""Data for the scripts of the pages.

Pages that are opened as files can fetch nothing, so a file of data is a script: one
call of ``kwindexData`` (``static/kwindex.d.ts``) with the key of the file and a value.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from ..scan.own_folders import remove, write_changed

#: The folder of the data in the output directory.
DATA: Final = "_kwindex"


def data_script(key: str, value: object) -> str:
    """Return the text of a file of data.

    :param key: what the scripts ask for; the file is ``_kwindex/KEY.js``.
    :param value: lists, texts and numbers. No dictionaries: a script would take a key
        such as ``__proto__`` for something else.
    """
    arguments = json.dumps([key, value], separators=(",", ":"))[1:-1]
    escaped = arguments.replace("<", r"\u003c")
    return f"kwindexData({escaped});\n"


def write_data(folder: Path, key: str, value: object) -> None:
    """Write a file of data, if what is there is something else.

    :param folder: the output directory, or one whose files get there.
    """
    write_changed(folder / DATA / f"{key}.js", data_script(key, value).encode())


def remove_data(folder: Path, key: str) -> None:
    """Delete a file of data, where there is one, from the output directory."""
    remove(folder / DATA / f"{key}.js", folder)
