"""The programming languages, one file each.

What comes in: the bytes of a source file. What goes out: its facts.
"""
