"""What edits of some files change in the links of the tree.

What comes in: the facts of some files as they were, and the store with their new ones.
What goes out: the links that changed (:mod:`.link_edits`), without those of all other
files being made again.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
