"""Idioms of Python, and code that costs time.

What comes in: astroid's tree and the imports of one file. What goes out: the patterns
in it, each with its line, and measures such as complexity.

Patterns are looked for in the tree, never in the text: a comment that says ``class x``
is no class, a string that says ``eval(`` no call, a local variable called ``cache`` no
cache. There are two kinds of rules.

- :mod:`.name_rules` go by name: a class by its bases, a definition by its decorators,
  a call by what is called. Names are those that the file's imports give
  (:mod:`.imported_names`), so ``dc.dataclass`` after ``import dataclasses as dc`` is
  ``dataclasses.dataclass``, and a class of the file that is itself called ``Enum`` is
  not ``enum.Enum``. Users add rules.
- :mod:`.class_rules`, :mod:`.function_rules` and :mod:`.registry_idiom` go by shape: a
  class with ``__enter__`` and ``__exit__``, a function that returns an inner function
  which calls its argument.

:mod:`.walk`, the way in, applies all of them to a file in one pass. A base class in
another file is not followed, since a fact knows only its own file: :class:`Base` says
which it is, and :mod:`.base_rules` what follows once the links know the rest.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
