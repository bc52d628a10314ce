"""Configuration, and what a build does before Sphinx reads documents.

What comes in: ``conf.py``. What goes out: the state of the build (:mod:`.build_state`)
with the code map and the plan of its pages (:mod:`.pipeline`).

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
