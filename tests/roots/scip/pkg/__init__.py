"""Shapes."""

from .shapes import Square, largest

__all__ = ["Square", "largest"]
