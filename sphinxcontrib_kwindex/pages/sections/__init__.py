"""The sections of file documentation, one file each, and what several of them share.

What comes in: the code map and the path of a file. What goes out: the nodes of one
section, and the data that it shows.
"""
