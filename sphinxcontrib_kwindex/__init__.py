"""A map of a repository's own code, made while Sphinx builds.

The package is a pipeline. A folder imports only from folders that stand before it::

    scan -> analysis -> store -> links -> codemap -> pages -> exports
        -> sphinx_wiring -> command

Files are found, read without being imported, and kept as facts, with what a linter
finds. What they say together are links. Pages are made of both, and everything that
knows Sphinx is in ``sphinx_wiring``; ``command`` is for those who have no Sphinx
project. ``model`` holds the plain types that all share, ``i18n`` the fixed words of the
pages.

What others may rely on is named in :mod:`.api`. All else is internal: it changes
without notice.

Used as an extension: ``extensions = ["sphinxcontrib_kwindex"]``.
"""

# Nothing is imported here: "python -m" has the current folder on the path, which may be
# the tree that is documented, until "__main__" has taken it off.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    __version__: str


def __getattr__(name: str) -> str:
    """Return ``__version__``, which nobody needs at first, and keep it."""
    if name != "__version__":
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("sphinxcontrib-kwindex")
    except PackageNotFoundError:  # a checkout that was not installed
        found = "0"
    globals()[name] = found
    return found


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the extension with Sphinx; wiring only."""
    from . import __version__
    from .sphinx_wiring.register import setup_all

    setup_all(app)
    return {
        "version": __version__,
        # Raised when another class, or a class with other fields, is pickled.
        "env_version": 7,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
