"""What the detectors say of one file, together."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.facts import Base, Measure, Pattern


@dataclass(frozen=True, slots=True)
class Patterns:
    """All that the detectors say of a file."""

    patterns: tuple[Pattern, ...] = ()
    """By line, name and qualified name."""
    bases: tuple[Base, ...] = ()
    """In the order of the file."""
    measures: tuple[Measure, ...] = ()
    """Of each ``def``, in the order of the file."""
