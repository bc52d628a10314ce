"""Bodies in space. Docstrings in NumPy style."""

from .plane import Circle

try:
    import numpy
except ImportError:
    numpy = None

__all__ = ["volume"]


async def volume(base: Circle, height: float = 1.0) -> float:
    """Return the volume of a cylinder.

    Parameters
    ----------
    base : Circle
        What it stands on.
    height : float, optional
        Its height.

    Returns
    -------
    float
        Base times height.
    """
    from . import plane

    return round(base.area * height, plane.PLACES)
