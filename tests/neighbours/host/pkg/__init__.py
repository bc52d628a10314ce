"""A package with little in it."""

from .core import Box, fill

__all__ = ["Box", "fill"]
