"""Which definition an identifier of Python leads to, over all files.

What comes in: what each expression is in terms of its own file, and what imports mean.
What goes out: what an identifier leads to (:mod:`.expression_targets`), which follows
from the types of expressions and from the order in which classes are searched.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
