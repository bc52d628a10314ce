"""Generated documents, the domain ``kw``, and the directives.

What comes in: the plan of the pages. What goes out: documents that Sphinx reads, and
their bodies when it writes them.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
