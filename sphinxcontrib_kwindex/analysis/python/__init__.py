"""The parts of the analysis of Python.

What comes in: astroid's tree of one file, or its text. What goes out: definitions,
imports, and what each identifier means as far as the file itself tells
(:mod:`.module_facts`). Of the folders here one imports only from those before it:
:mod:`.source`, :mod:`.definitions`, :mod:`.identifiers`.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
