"""What files of a project say of others: where compilers and languages find them."""

from __future__ import annotations

from .record import Record


class IncludeFolders(Record, frozen=True):
    """Where a compiler looks for what some files include."""

    folders: tuple[str, ...]
    """In this order; absolute, or relative to the file that says so."""
    files: tuple[str, ...]
    """The compiled files, in the same way."""


class ModuleName(Record, frozen=True):
    """The name by which other files import one, or what is below a folder."""

    name: str
    """Empty for what nobody imports: a program."""
    path: str
    """Relative to the folder of the file that says so; empty for that folder."""
