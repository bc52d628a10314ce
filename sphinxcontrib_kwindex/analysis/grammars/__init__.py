"""Shared analysis of all languages that tree-sitter parses.

What comes in: the text of a source file, and what is special about its language
(:class:`.grammar.Grammar`). What goes out: its facts.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
