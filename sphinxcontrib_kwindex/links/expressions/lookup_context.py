"""Facts about definitions that are needed while expressions are followed."""

from __future__ import annotations

from ...model.named_tuple import NamedTuple
from ...model.references import Spec
from ..places import Arguments, Instance, Places, Target


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
