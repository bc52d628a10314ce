"""Pictures: their boxes, lines and labels, each with its position.

A picture is plain data of the code map, a :class:`.drawing.Picture`. It is placed when
a builder draws it; builders that do not draw show the text that says the same.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
