"""Pointers of Git LFS: files whose content is elsewhere.

https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
"""

from __future__ import annotations

from typing import Final

_BEGINNING: Final = b"version https://git-lfs.github.com/spec/v1\n"
#: Bytes, which no pointer has.
_TOO_MANY: Final = 1024


def is_lfs_pointer(data: bytes) -> bool:
    """Tell whether the content of a file is a pointer."""
    return data.startswith(_BEGINNING) and len(data) < _TOO_MANY
