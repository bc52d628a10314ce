"""The manual, and the extension at work on its own repository."""

from sphinx.application import Sphinx

from sphinxcontrib_kwindex import __version__

project = "sphinxcontrib-kwindex"
author = "the sphinxcontrib-kwindex authors"
copyright = f"2026, {author}"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinxcontrib_kwindex",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "sphinxcontrib-kwindex"

# Files that are broken on purpose, for the tests.
kwindex_exclude = ["/tests/roots/", "/tests/sources/"]

# Of the how-to "Beside an autodoc project" and of the API. Signatures name classes of
# others, whose documentation could only be linked over the network.
autodoc_default_options = {"exclude-members": "__init__"}
nitpick_ignore = [
    ("py:class", name)
    for name in (
        "Path",
        "pathlib.Path",
        "docutils.nodes.Node",
        "collections.abc.Iterator",
    )
]


def link_to_code_map(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """End what autodoc shows of a class or a function with a link to the code map."""
    if what in {"class", "function"}:
        lines += ["", f"In the code map: :kw:obj:`{name}`"]


def setup(app: Sphinx) -> None:
    """Connect it, and let the reference describe events."""
    app.connect("autodoc-process-docstring", link_to_code_map)
    app.add_object_type("event", "event", "pair: %s; event")
