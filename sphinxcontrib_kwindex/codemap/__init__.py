"""The code map: answers about the tree for pages, exports and commands.

What comes in: a store with facts and links, and the settings. What goes out: typed
answers. :class:`.code_map.CodeMap` gives most of them, :mod:`.names` what a written
name means, :mod:`.testing` which tests there are of what, and :mod:`.comparison` what
differs from another version.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
