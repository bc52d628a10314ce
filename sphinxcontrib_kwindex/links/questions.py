"""What is asked while specs are followed, and what is asked of nothing known."""

from __future__ import annotations

from ..model.named_tuple import NamedTuple
from ..model.references import Spec
from .places import Arguments, Instance, Places, Target


class Unknown(NamedTuple):
    """An attribute whose definition is not known surely."""

    name: str
    classes: tuple[Target, ...] = ()
    """It is one of something that is declared as one of these classes, and so of one
    that is derived from them; empty if nothing is known of what has it."""
    made_up: bool = False
    """Whether the class may make it up, as by ``__getattr__``."""
    of_self: bool = False
    """Whether ``self`` is asked for it, or ``super()``."""
    behind: Target | None = None
    """The class behind which ``super()`` looks it up."""


class Asked(NamedTuple):
    """A definition whose value is asked for."""

    target: Target
    receiver: Instance | None
    """The instance that it is an attribute of, if that matters."""
    arguments: Arguments
    """What it is called with, if that matters."""


class Source(NamedTuple):
    """Where a spec is followed."""

    path: str
    receiver: Instance | None
    """What ``self`` is in :attr:`owner`."""
    owner: str
    known: dict[Spec, Places | None]
    """The specs that were followed there."""
    arguments: Arguments = ()
    """Those of the call of the function whose result is asked for."""
