"""Files that describe a project: packaging metadata and settings of tools.

What comes in: the text of one such file: TOML, INI, JSON, YAML, ``setup.py``. What goes
out: what it declares, with the line of each declaration.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
