"""Everything that knows Sphinx.

What comes in: Sphinx's events. What goes out: documents, pages, an inventory and a
search index. :mod:`.register` lists all parts in the order in which their handlers
are registered.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
