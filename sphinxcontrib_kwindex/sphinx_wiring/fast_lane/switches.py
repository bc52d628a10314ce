"""Which shortcuts are on in a build, for code of ours that has two ways.

What replaces something of Sphinx is installed there and asks nobody. This is for what
the extension itself does in docutils' place, such as parsing a docstring.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final
from weakref import WeakKeyDictionary

from sphinx.environment import BuildEnvironment

_ON: Final[WeakKeyDictionary[BuildEnvironment, set[str]]] = WeakKeyDictionary()


def is_on(env: BuildEnvironment, name: str) -> bool:
    """Return whether a shortcut is on in the build of an environment."""
    return name in _ON.get(env, ())


def switch_on(undo: ExitStack, env: BuildEnvironment, name: str) -> None:
    """Have :func:`is_on` say so until the shortcut is taken back."""
    switches = _ON.setdefault(env, set())
    switches.add(name)
    undo.callback(switches.discard, name)
