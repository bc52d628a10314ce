"""Files for programs, made of what is known of the tree.

What comes in: a code map that is ready, and the output directory. What goes out: files
there. An export is one file here and one row of :data:`EXPORTS`; others add theirs by
:func:`~sphinxcontrib_kwindex.api.add_export`. What programs ask, rather than read from
files, is in :mod:`.answers`, and in :mod:`.test_selection` which tests to run.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
