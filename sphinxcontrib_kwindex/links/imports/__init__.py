"""What imports mean: files, and the definitions in them.

What comes in: the imports of all files, their paths, and what the project says of its
packages. What goes out: which file and which definition an import means
(:mod:`.import_resolver`), and from that which files import each other in circles.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
