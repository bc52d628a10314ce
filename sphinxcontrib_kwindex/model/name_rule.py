"""The rules that recognise a pattern by name, as users have them, too."""

from __future__ import annotations

from typing import Final

from .record import Record

#: The groups of rules: a section of the page each.
IDIOM: Final = "idiom"
PERFORMANCE: Final = "performance"


class NameRule(Record, frozen=True):
    """A pattern and the names that stand for it.

    Names are dotted. A name without a dot is built in (``eval``), a name that ends
    with ``.*`` stands for everything below. A decorator ``*.name`` is one of any
    module.
    """

    name: str
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    direct: bool = False
    """Whether only a base in the class statement itself counts: a class that
    implements a protocol is none."""
    assigned: bool = False
    """Whether a call counts only as the value of a name of the module or of a class:
    ``x = property(f)``."""
    arguments: tuple[str, ...] = ()
    """Names of which a call must have one as an argument; empty for any call. Behind
    a ``*`` stands a part of the last name."""
    group: str = IDIOM
