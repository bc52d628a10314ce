"""Docstrings of somebody else's code.

What comes in: the text of a docstring. What goes out: the nodes that its author meant
(:class:`.docstring_reader.DocstringReader`).

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
