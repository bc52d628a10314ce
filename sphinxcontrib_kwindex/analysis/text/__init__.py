"""Text in no programming language: prose, notebooks, settings, and whatever has lines.

What comes in: the text of one file. What goes out: its headings or keys, its first
paragraph and the places that name other files (:mod:`.text_files`).

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
