"""The export ``json``: ``kwindex.json`` and its parts."""
