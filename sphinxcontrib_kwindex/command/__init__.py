"""The command ``kwindex``, for repositories that have no Sphinx project.

What comes in: arguments and ``[tool.kwindex]``. What goes out: a built site, by a run
of Sphinx over a project of the command's own (:mod:`.document`), or the answer of a
subcommand, one file each. :mod:`.main` is the way in.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
