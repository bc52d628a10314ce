"""What replaces a part of Sphinx or docutils for speed.

What comes in: a Sphinx application whose builder is ready. What goes out: the same
bytes, sooner. A shortcut stands in a file here and in the table of
:mod:`.install_shortcuts`, which installs those that ``kwindex_fast_lane`` names and
takes them back when the build ends. Without any of them the build is right all the
same: that is the slow lane.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
