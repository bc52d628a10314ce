"""Indexes in the SCIP format, in which compilers and type checkers say what they know.

:mod:`.read_index` is the program of a process that reads one, :mod:`.index_process`
starts it, and :mod:`.text_matches` tells which of it is said of the text of a file.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
