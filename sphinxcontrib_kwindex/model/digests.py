"""The digest by which contents are compared.

:mod:`hashlib` loads OpenSSL, and then takes this one from Python itself. Answers are to
come at once, and need no other.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
