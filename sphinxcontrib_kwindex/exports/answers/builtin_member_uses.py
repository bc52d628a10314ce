"""What asks for members that texts, lists, sets and numbers have, too.

The store does not keep who asks something unknown for these, because most of them ask
for those of Python. So the sources are searched for their names.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Final

from ...codemap.code_map import CodeMap
from ...links.used_by_tests import Place
from ...model.facts import Definition
from ...model.kinds import WITH_BODY
from ...model.python_suffixes import SOURCE


def _members(*classes: type) -> set[str]:
    names = {name for cls in classes for name in dir(cls)}
    return {name for name in names if not name.startswith("_")}


#: Libraries call those of files and mappings, whoever has them.
_NAMES: Final = _members(str, bytes, int, float, list, set) - _members(
    dict, io.BufferedRWPair, io.TextIOWrapper
)
#: A name that more places ask for says little.
MOST: Final = 60


_ASKING: Final = re.compile(rf"""(?:\.\s*|["'])({"|".join(sorted(_NAMES))})\b""")


def asking_for(code: CodeMap, name: str) -> Set[Place] | None:
    """Return the definitions of Python that ask for a member by a name.

    :return: ``None`` if that says little.
    """
    if name not in _NAMES:
        return None
    # Whoever asks for one name asks for many, and each file is read once.
    places = code.once(_all_that_ask)[name]
    return places if len(places) <= MOST else None


def _all_that_ask(code: CodeMap) -> defaultdict[str, set[Place]]:
    return places_by_name(code, _asked)


def _asked(text: str) -> Iterator[tuple[str, int]]:
    line, done = 1, 0
    for match in _ASKING.finditer(text):
        line += text.count("\n", done, match.start())
        done = match.start()
        yield match[1], line


def places_by_name(
    code: CodeMap, named: Callable[[str], Iterable[tuple[str, int]]]
) -> defaultdict[str, set[Place]]:
    """Return the definitions around names in sources; of a frequent name, not all.

    :param named: returns the names in a source, with their lines.
    """
    by_name: defaultdict[str, set[Place]] = defaultdict(set)
    for row in code.files_in():
        text = code.text(row.path) if row.path.endswith(SOURCE) else ""
        for name, line in named(text):
            if len(places := by_name[name]) <= MOST:
                around = innermost(code.facts(row.path).definitions, line, line)
                places.add((row.path, around.qualname if around else ""))
    return by_name


def innermost(
    definitions: Iterable[Definition], start: int, end: int
) -> Definition | None:
    """Return the definition whose body has some lines; ``None`` for the module."""
    around = (
        definition
        for definition in definitions
        if definition.line <= start and end <= definition.end_line
    )
    bodies = (definition for definition in around if definition.kind in WITH_BODY)
    return max(bodies, key=lambda body: body.line, default=None)


def bound_at(definitions: Iterable[Definition], line: int) -> list[str]:
    """Return the variables of a module that get their values in a line."""
    data = (definition for definition in definitions if definition.kind == "data")
    return [it.qualname for it in data if it.line <= line <= max(it.end_line, it.line)]
