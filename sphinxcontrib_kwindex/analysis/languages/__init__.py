"""The programming languages, one file each.

What comes in: the bytes of a source file. What goes out: its facts.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
