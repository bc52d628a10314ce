"""Runs no post-transforms of Sphinx's over generated documents.

Sphinx's own look for references, pictures, code and formulas in a title and a
placeholder. What the placeholder stands for is made when it is written.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from docutils.transforms import Transform
from sphinx.application import Sphinx

from ..setup.build_state import build_state, replace
from ..setup.extension_errors import foreign
from .shortcut import Shortcut, makes_html


def install(app: Sphinx, undo: ExitStack) -> None:
    """Leave those of other extensions for generated documents."""
    every = app.registry.get_post_transforms

    def get_post_transforms() -> list[type[Transform]]:
        if app.env.docname not in build_state(app).pages:
            return every()
        return [each for each in every() if foreign(each.__module__)]

    replace(undo, app.registry, "get_post_transforms", get_post_transforms)


POST_TRANSFORMS: Final = Shortcut(
    "post_transforms",
    "looking through each generated document for what only hand-written ones have",
    (
        (
            "sphinx.environment:BuildEnvironment.apply_post_transforms"
            "(self, doctree, docname)"
        ),
        "registry.get_post_transforms()",
    ),
    install,
    makes_html,
    saves="1 %",
)
