"""What the identifiers of a file stand for, as far as the file itself tells.

What comes in: astroid's tree of one file, and its definitions. What goes out: each
identifier at its place with what it stands for (:mod:`.resolve_names`). One walk over
the tree (:mod:`.bindings`) notes on which ways a name is bound to what; the other files
are parts of that walk, and what it asks of an expression, a call or a parameter.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
