"""The export ``json``: ``kwindex.json`` and its parts.

What comes in: a code map. What goes out: records of its files and folders, and the
schema that they follow.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
