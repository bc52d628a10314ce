"""Links between the files of a tree: imports, identifiers, inheritance, tests.

What comes in: the facts of all files, from the store. What goes out: rows in the store
about imports, identifiers, inheritance, tests, texts that name code, and related files.
:mod:`.link_all` links a whole tree, :mod:`.edits` what edits of some files change. Here
are the steps of one file each, and what all steps share (:mod:`.places`,
:mod:`.module_interface`); the others have a folder each, where one imports only from
those before it: :mod:`.languages`, :mod:`.imports`, :mod:`.expressions`,
:mod:`.scopes`, :mod:`.uses`, :mod:`.testing`.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
