"""What the command says instead of a traceback."""

from __future__ import annotations


class UsageError(Exception):
    """The command cannot do what it was told; the text is a sentence that says why."""
