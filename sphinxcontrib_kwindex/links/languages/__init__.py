"""What imports mean in the languages that need the tree for it, one file each.

What comes in: an import, and the paths of all files. What goes out: the path of a file.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
