"""Which tests there are, and what they test.

What comes in: the links of the tree, and what coverage.py measured. What goes out: the
tests of a definition (:mod:`.tests_of_definitions`) and of a file, the tests that a
file holds, its fixtures and its doctests.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
