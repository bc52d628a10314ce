"""Which files are input.

What comes in: a root folder and the configuration. What goes out: the paths of the
files to document, each with its class (code, prose, configuration, data), and what git
knows of them. No file's content is read but for ``.gitignore`` and ``.gitattributes``.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
