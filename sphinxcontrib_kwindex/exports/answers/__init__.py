"""Answers for programs and the command line, one file for each question.

Each is a function of a :class:`.CodeMap` that returns values which do not change:
what ``kwindex query`` and its like print, as text or as JSON. Paths are relative to the
root, with ``/``; lines are counted from 1. Nothing is left out: whoever prints an
answer decides how much of it.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
