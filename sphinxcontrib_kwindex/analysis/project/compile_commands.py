"""Where compilers look for headers, as ``compile_commands.json`` says.

The format is that of Clang's "JSON Compilation Database Format Specification", the
options those of GCC, Clang and MSVC. Folders of the system (``-isysroot``) are not
looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from posixpath import join, normpath
from typing import Any, Final

from ...model.project_facts import IncludeFolders
from .plain_data import array, loaded

COMPILE_COMMANDS: Final = "compile_commands.json"
#: The options, with what follows them at once or as the next word.
_OPTION: Final = re.compile(
    r"(?:-I|-iquote|-isystem|-idirafter|-imsvc|[-/]external:I|/I)(.*)", re.DOTALL
)
_WORD: Final = re.compile(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""")
_DRIVE: Final = re.compile(r"[A-Za-z]:/")


def include_folders(name: str, text: str) -> tuple[IncludeFolders, ...]:
    """Return the folders that each file is compiled with.

    :param name: the base name of the file that says so.
    :param text: its text.
    """
    if name != COMPILE_COMMANDS:
        return ()
    files: dict[tuple[str, ...], list[str]] = {}
    for command in array(loaded(json.loads, text)):
        if not isinstance(command, dict):
            continue
        folder, file = (command.get(key, "") for key in ("directory", "file"))
        if isinstance(folder, str) and isinstance(file, str):
            folders = dict.fromkeys(
                _path(folder, included) for included in _folders(_words(command))
            )
            files.setdefault(tuple(folders), []).append(_path(folder, file))
    return tuple(
        IncludeFolders(folders, tuple(dict.fromkeys(names)))
        for folders, names in files.items()
    )


def _words(command: dict[str, Any]) -> list[str]:
    arguments, line = command.get("arguments"), command.get("command")
    if isinstance(arguments, list):
        return [word for word in arguments if isinstance(word, str)]
    if not isinstance(line, str):
        return []
    return [re.sub("[\"']", "", word) for word in _WORD.findall(line)]


def _folders(words: list[str]) -> Iterator[str]:
    following = iter(words)
    for word in following:
        if option := _OPTION.fullmatch(word):
            yield option[1] or next(following, "")


def _path(folder: str, path: str) -> str:
    folder, path = folder.replace("\\", "/"), path.replace("\\", "/")
    return normpath(path if _DRIVE.match(path) else join(folder, path))
