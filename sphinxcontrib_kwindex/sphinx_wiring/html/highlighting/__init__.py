"""The colours of source listings.

What comes in: a text, its language, and the links of its identifiers. What goes out:
its lines as HTML (:func:`.highlighted_lines.highlight`).

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
