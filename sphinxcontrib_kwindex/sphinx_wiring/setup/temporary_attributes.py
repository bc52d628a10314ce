"""Gives objects of others something else for a while."""

from __future__ import annotations

from contextlib import ExitStack


def replace(undo: ExitStack, owner: object, name: str, value: object) -> None:
    """Give one object an attribute of its own in the place of its class's.

    :param undo: gives the object back what it had.
    """
    own = vars(owner)
    if name in own:
        undo.callback(own.__setitem__, name, own[name])
    else:
        undo.callback(own.pop, name, None)
    own[name] = value
