"""A map of a repository's own code, made while Sphinx builds.

The package is a pipeline, and its modules stand in the order in which data goes
through it::

    scan -> analysis -> store -> intake -> links -> codemap -> pages -> sphinx_wiring

Files are found, read without being imported (by :mod:`.analysts` in processes that can
be ended), and kept as facts, with what a linter finds. What they say together are
links: :mod:`.linking` calls every step in its order. Pages are made of both, and
everything that knows Sphinx is in the last folder. :mod:`.command` is for those
who have no Sphinx project. A module knows only what stands before it.

Used as an extension: ``extensions = ["sphinxcontrib_kwindex"]``.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

try:
    __version__ = version("sphinxcontrib-kwindex")
except PackageNotFoundError:  # a checkout that was not installed
    __version__ = "0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx; wiring only."""
    from .sphinx_wiring import setup_all

    setup_all(app)
    return {
        "version": __version__,
        "env_version": 2,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
