"""Answers to what a page asks of the tree.

What comes in: a store with facts and links, and the settings. What goes out: typed
answers; :class:`.code_map.CodeMap` gives most of them, :mod:`.lookup` finds what a
written name means, or which names are similar where there is none.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
