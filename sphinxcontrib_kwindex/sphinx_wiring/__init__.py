"""Everything that knows Sphinx.

What comes in: Sphinx's events. What goes out: documents, pages, an inventory and a
search index. :mod:`.event_handlers` lists what is called at each event, in order.
"""
