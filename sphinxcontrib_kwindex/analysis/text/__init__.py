"""Text that is not Python: prose, notebooks, and whatever else has lines.

What comes in: the text of one file. What goes out: its headings, its first paragraph
and the places that name other files.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
