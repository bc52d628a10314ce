"""What runs programs of the project by their names, as tests of a command line do.

``run(["shop", "--help"])`` runs the entry point ``shop``, and
``run([sys.executable, "-m", "shop"])`` the module.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import Final

from ...codemap.code_map import CodeMap
from ...model.names import Symbol
from .uses_in_sources import places_by_name

_SCRIPTS: Final = frozenset({"console_scripts", "gui_scripts"})
_OF_MODULE: Final = "-m "
"""What stands before the names of modules, which others than programs have, too."""
#: What a string begins with, and what follows the option ``-m``.
_NAMED: Final = re.compile(
    r"""(?:(?P<module>-m["']?,?\s+["']?)|["'])(?P<name>\w[\w.-]*)(?=["'\s])"""
)


def running(code: CodeMap, place: Symbol) -> Iterator[Symbol]:
    """Yield the definitions of Python that name a program that begins at a place."""
    for name in code.once(_programs).get(place, ()):
        yield from code.once(_all_that_run)[name]


def _programs(code: CodeMap) -> Mapping[Symbol, list[str]]:
    """Return the names of the programs that begin at definitions and modules."""
    names: defaultdict[Symbol, list[str]] = defaultdict(list)
    for entry in code.distributions.entry_points:
        if entry.point.group in _SCRIPTS and entry.target:
            names[entry.target, entry.qualname].append(entry.point.name)
    for program in code.programs_below(""):
        if program.python and (module := code.modules.name(program.path)):
            package = module.removesuffix(".__main__")
            names[program.path, ""].append(f"{_OF_MODULE}{package}")
    return names


def _all_that_run(code: CodeMap) -> Mapping[str, Set[Symbol]]:
    known = {name for names in code.once(_programs).values() for name in names}

    def named(text: str) -> Iterator[tuple[str, int]]:
        line, done = 1, 0
        for match in _NAMED.finditer(text):
            name = f"{_OF_MODULE if match['module'] else ''}{match['name']}"
            if name in known:
                line += text.count("\n", done, match.start())
                done = match.start()
                yield name, line

    return places_by_name(code, named, sys.maxsize)
