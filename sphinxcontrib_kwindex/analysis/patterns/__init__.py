"""Idioms of Python, and code that costs time.

What comes in: astroid's tree and the imports of one file. What goes out: the patterns
in it, each with its line, and measures such as complexity. :mod:`.detectors` is the way
in.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
