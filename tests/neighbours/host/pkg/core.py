"""What there is to be filled."""

from __future__ import annotations


class Box:
    """Something with room.

    Examples
    --------
    >>> Box(3).room
    3
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.used = 0

    @property
    def room(self) -> int:
        """How much still fits."""
        return self.size - self.used

    def put(self, amount: int) -> None:
        """Put something in.

        Parameters
        ----------
        amount
            How much.
        """
        self.used += amount


def fill(box: Box) -> Box:
    """Fill a box.

    :param box: the one to be filled.
    """
    box.put(box.room)
    return box
