"""What a file defines, imports and exports.

What comes in: astroid's tree of one file. What goes out: its definitions, with all
places at which each is bound, and the names in ``__all__``
(:mod:`.module_definitions`).

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
