"""What ends the command with a message and not with a traceback."""

from __future__ import annotations


class UsageError(Exception):
    """The command cannot do what it was asked for; the text is a sentence that says
    why.
    """


class BuildError(Exception):
    """The build, or a subcommand, failed for a reason that is not the user's; the text
    is a sentence.
    """
