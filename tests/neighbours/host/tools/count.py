"""Count what is in boxes."""

from pkg.core import fill


def count(boxes):
    return sum(fill(box).used for box in boxes)
