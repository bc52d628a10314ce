"""What a written name means.

What comes in: what stands in a role, a directive, a command or a docstring. What goes
out: the file, the folder or the definition that it means (:mod:`.lookup`), or names
that are written like it.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
