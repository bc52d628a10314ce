"""From the bytes of one file to its facts.

What comes in: the name and the bytes of one file. What goes out: its
:class:`~sphinxcontrib_kwindex.model.facts.FileFacts`, the same wherever the file lies.
:mod:`.analyse` chooses who reads the file; :mod:`.worker_pool` runs that in worker
processes that can be ended. Nothing that is analysed is imported or run.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
