"""The pages as Markdown files that GitHub renders well.

What comes in: doctrees. What goes out: GitHub-flavoured Markdown, through
sphinx-markdown-builder.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
