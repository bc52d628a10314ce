"""What only HTML builders need: visitors, themes, navigation, search.

What comes in: doctrees and the contexts of pages. What goes out: HTML.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
