"""The Sphinx extension: events, documents, directives and output.

What comes in: Sphinx's events. What goes out: documents, pages, an inventory and a
search index. :mod:`.event_handlers` lists what is called at each event, in order.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
