"""The programming languages, one file each; others come from other packages.

What comes in: the name and the text of a source file. What goes out: its facts.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
