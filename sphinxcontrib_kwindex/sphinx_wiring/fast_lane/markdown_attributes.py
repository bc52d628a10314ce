"""Has the Markdown translator find its methods as any object does.

The original looks for each attribute with a function of its own, in Python.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final

from sphinx.application import Sphinx

from .markdown_paragraphs import our_translator, put_translator
from .shortcut import Shortcut


def install(app: Sphinx, undo: ExitStack) -> None:
    """Put a faster translator in the place of ours."""
    base: Any = our_translator(app)
    if base is None:
        return

    class Translator(base):  # type: ignore[misc]
        """Remembers the methods that the original makes from its tables."""

        __getattribute__ = object.__getattribute__

        def __getattr__(self, name: str) -> Any:
            method = self._find_predefined_method(name)
            if method is None:
                method = super().__getattr__(name)
            self.__dict__[name] = method
            return method

    put_translator(app, undo, Translator)


MARKDOWN_ATTRIBUTES: Final = Shortcut(
    "markdown_attributes",
    "looking for each attribute of the Markdown translator in Python",
    (
        (
            "sphinx_markdown_builder.translator:MarkdownTranslator.__getattribute__"
            "(self, item)"
        ),
        (
            "sphinx_markdown_builder.translator:MarkdownTranslator._find_predefined_method"
            "(self, item)"
        ),
    ),
    install,
    lambda app: our_translator(app) is not None,
    saves="6 % of a Markdown build",
)
