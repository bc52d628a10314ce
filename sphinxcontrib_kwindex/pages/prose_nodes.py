"""The nodes of texts of the tree that HTML shows as they are read."""

from __future__ import annotations

from typing import Final

from docutils import nodes

#: The class of text that stands for an image.
IMAGE_TEXT: Final = "kw-image"


class kw_prose(nodes.container):
    """A text as it is read, in HTML alone: its twin has the source."""


class kw_twin(nodes.General, nodes.Element):
    """What stands in the twin of a page in HTML, which shows it in another way."""


class kw_relative_link(nodes.Inline, nodes.Element):
    """A link in somebody's text, by a path or fragment in the attribute ``target``.

    Whoever shows the text knows what that means.
    """
