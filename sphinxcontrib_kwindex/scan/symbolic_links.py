"""Symbolic links and junctions: what is one, and what is wrong with one."""

from __future__ import annotations

import errno
import os
import stat


def is_link(status: os.stat_result) -> bool:
    """Return whether a file leads elsewhere."""
    # A junction is a folder to os.stat, but leads elsewhere as a link does. The
    # name of its tag, IO_REPARSE_TAG_MOUNT_POINT, exists on Windows only.
    tag = getattr(status, "st_reparse_tag", 0)
    return stat.S_ISLNK(status.st_mode) or tag == 0xA0000003


def link_problem(error: OSError) -> str:
    """Return what is wrong with a link that an error was raised for."""
    # Windows has a number of its own for ELOOP: ERROR_CANT_RESOLVE_FILENAME.
    if error.errno == errno.ELOOP or getattr(error, "winerror", 0) == 1921:
        return "The symbolic link points to itself."
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "The symbolic link is broken."
    return "The symbolic link cannot be followed."
