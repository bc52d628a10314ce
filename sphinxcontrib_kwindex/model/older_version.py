"""What names the older version of a comparison: a commit, or an export of the map."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

_SUFFIX: Final = ".json"
#: What says nothing of the version that it is of.
_PLAIN: Final = ("kwindex", "exports", "")


class ExportError(Exception):
    """Why an export cannot be used."""


def is_export(name: str) -> bool:
    """Tell whether it is the path of a ``kwindex.json``, and no name of a commit."""
    return name.endswith(_SUFFIX)


def version_name(given: str) -> str:
    """Return what to call the older version, whichever of the two names it."""
    return _export_name(given) if is_export(given) else given


def _export_name(path: str) -> str:
    """Return what to call the version of an export.

    That is the name of its file, or where this says nothing that of the folder around
    it: ``1.0`` for ``old/1.0/exports/kwindex.json``.
    """
    names = PurePath(path).with_suffix("").parts
    return next((name for name in reversed(names) if name not in _PLAIN), path)
