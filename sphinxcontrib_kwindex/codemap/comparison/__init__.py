"""What differs between two versions of a tree, as those who use its names see it.

What comes in: two :class:`.version.Version`, each a code map and what reads its files.
What goes out: the definitions that came, went, have another name or another signature
(:mod:`.changes`), and of each whether that breaks what others wrote.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
