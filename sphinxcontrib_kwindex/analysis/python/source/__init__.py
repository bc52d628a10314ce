"""Python as it is written, whichever Python it is for.

What comes in: the text of a file. What goes out: a text that the running Python parses,
its tree, segments of it as they are written, and how many lines are of which kind.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
