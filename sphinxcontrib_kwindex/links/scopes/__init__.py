"""Which definition an identifier of a language other than Python leads to.

What comes in: the names that each file asks for, with the scopes that they stand in,
and what imports mean. What goes out: what a name leads to (:mod:`.scoped_names`):
looked up from its scope outwards, in what modules export, or among the members of a
class and those above it.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
