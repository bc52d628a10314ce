"""The definitions of the tree as a tags table, which Emacs reads without packages.

The format is that of etags:
https://git.savannah.gnu.org/cgit/emacs.git/tree/etc/ETAGS.EBNF
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..codemap.code_map import CodeMap
from ..model.facts import FileFacts
from ..model.python_escapes import is_order
from .ctags import files_with_tags, tagged_lines

#: What it is called. "TAGS" would be "tags", the export ``ctags``, on some systems.
TABLE: Final = "emacs.TAGS"


def write(code: CodeMap, folder: Path) -> None:
    """Write ``emacs.TAGS``.

    :param folder: where the file goes.
    """
    with (folder / TABLE).open("wb") as stream:
        for path, facts, lines in files_with_tags(code):
            plain = path.isprintable() and not is_order(path)
            if plain and (entries := b"".join(_entries(facts, lines))):
                stream.write(f"\f\n{path},{len(entries)}\n".encode() + entries)


def _entries(facts: FileFacts, lines: list[str]) -> Iterator[bytes]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode(errors="replace")) + 1)
    tags = sorted(
        (line, definition.name)
        for definition in facts.definitions
        for line in tagged_lines(definition)
    )
    for number, name in tags:
        if number > len(lines) or not name.isprintable():
            continue
        text = lines[number - 1]
        # Emacs looks for what stands before and in the name, near the place.
        before, named, _ = text.partition(name)
        shown = f"{before}{named}" if named else text
        if is_order(shown) or not shown.replace("\t", " ").isprintable():
            shown = ""
        place = f"{number},{starts[number - 1]}"
        yield f"{shown}\x7f{name}\x01{place}\n".encode()
