"""Histograms: counted in C++, drawn as text or in a browser."""

from ._histogram import Bins, count

__all__ = ["Bins", "bars", "count"]


def bars(values: list[float], number: int = 10) -> list[str]:
    """Return a histogram of values, a line for each bin."""
    bins = Bins(min(values), max(values), number)
    return ["#" * one for one in count(values, bins)]
