"""Plain data types that all folders share.

What comes in: nothing; no other folder is imported here. What goes out: facts about one
file (:mod:`.facts`), rows of the store (:mod:`.rows`), and the bytes of facts
(:mod:`.codec`).

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
