"""What replaces or repeats a part of Sphinx for speed.

What comes in: a running Sphinx. What goes out: the same bytes, sooner.
"""
