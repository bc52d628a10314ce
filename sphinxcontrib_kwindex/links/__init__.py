"""What only all files together tell.

What comes in: the facts of all files, from the store. What goes out: rows in the store
about imports, identifiers, inheritance, tests, texts that name code, and related files.
:mod:`.link_all` links a whole tree, :mod:`.link_edits` what edits of some files change.
Which definition an import leads to is decided in :mod:`.imports`, and in
:mod:`.expression_targets` which definition any other identifier leads to.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
