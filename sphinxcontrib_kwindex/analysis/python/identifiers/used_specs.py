"""The specs of a file that are used, numbered by their first use."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.references import Spec

_UNKNOWN = -1


class UsedSpecs:
    """Numbers specs anew.

    :param specs: all specs, by their numbers of before.
    """

    def __init__(self, specs: Sequence[Spec]) -> None:
        self._specs = specs
        self._numbers: dict[int, int] = {}
        self._kept: list[Spec] = []

    def number(self, spec: int) -> int:
        """Return the number of a spec, by that of before; -1 for none."""
        if spec < 0:
            return _UNKNOWN
        if spec not in self._numbers:
            self._numbers[spec] = len(self._kept)
            self._kept.append(self._specs[spec])
        return self._numbers[spec]

    def with_parts(self) -> tuple[Spec, ...]:
        """Return the specs that were asked for, behind them their parts."""
        for at, spec in enumerate(self._kept):
            # The parts are put behind, and have their turn.
            if spec.parts:
                parts = tuple(map(self.number, spec.parts))
                self._kept[at] = spec._replace(parts=parts)
        return tuple(self._kept)
