"""Which definitions each file uses, and which nothing is found to use.

What comes in: what identifiers lead to, by following them, by an index of a compiler,
or by nothing but their names (:mod:`.by_name`). What goes out: a row for each
identifier and for each use (:mod:`.identifier_links`), and the definitions without any.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
