"""Which files and definitions are tests, and what these may use.

What comes in: the configurations of pytest, and what the files define. What goes out:
the tests that are collected (:mod:`.test_collection_rules`), and what is used in tests.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
