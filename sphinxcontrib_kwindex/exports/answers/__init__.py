"""What programs ask of a tree, one file a question.

What comes in: a code map, and a question. What goes out: plain dataclasses, which the
command prints and others may serialise.
"""
