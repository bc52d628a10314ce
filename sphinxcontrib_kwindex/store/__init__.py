"""Facts and links, kept in one SQLite file; the only folder that holds SQL.

What comes in: the files of a scan (:mod:`.ingest` has them analysed) and the links of
the tree (:mod:`.link_rows`). What goes out: typed rows. The way in is
:class:`.database.Store` (over :mod:`.facts_cache`, :mod:`.connection` and the tables of
:mod:`.schema`); what only some ask is a function of a store, in the module of queries
(``*_queries``) that its subject has.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
