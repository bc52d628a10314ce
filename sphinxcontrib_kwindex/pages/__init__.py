"""The pages: from answers of the code map to docutils nodes.

What comes in: a :class:`~sphinxcontrib_kwindex.codemap.code_map.CodeMap`. What goes
out: the list of pages (:mod:`.page_plan`), and for each the nodes of its body and the
data that these are made of, whose digest decides whether the page is made again
(:mod:`.page_kinds`). The sections of file documentation are in :mod:`.sections`.

Nothing here knows a builder. Links are made through a :class:`.page_context.Context`
that knows where the page stands; the few nodes that docutils lacks are in
:mod:`.nodes`.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""

from typing import Final

#: Raised by one whenever the same facts give a different page.
PAGES_VERSION: Final = 55
