"""Facts and links, kept in one SQLite file.

What comes in: the files of a scan (:mod:`.ingest` has them analysed) and the links of
the tree. What goes out: typed rows (:mod:`.database`, over :mod:`.facts_cache`,
:mod:`.connection` and the tables of :mod:`.schema`).

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
