"""Facts and links, kept in one SQLite file.

What comes in: the files of a scan (:mod:`.ingest` has them analysed) and the links of
the tree. What goes out: typed rows (:mod:`.database`).
"""
