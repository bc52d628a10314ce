"""Which tests to run for what changed, as ``kwindex tests`` prints them.

What comes in: a code map, and places that changed. What goes out: the tests that may
come to execute them (:mod:`.tests_to_run`) or that did so when they were measured
(:mod:`.measured_tests_to_run`), in the order in which they are worth running.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
