"""Shapes of the plane and of space.

Begin with :class:`Circle`, or with :func:`shapes.solid.volume`:

.. code-block:: python

   Circle(1).area

.. note:: Lengths have no unit.
"""

from .plane import Circle, Shape
from .plane import area_of as area
from .solid import *

__all__ = ["Circle", "Shape", "area", "volume"]
__version__ = "1.0"
