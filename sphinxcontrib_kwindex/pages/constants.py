"""The pages: from facts and links to docutils nodes.

A page is a pure function of what the tree says and of the configuration. Each
kind of page is a row of :data:`~.page_kinds.PAGE_KINDS`: how it is titled, what it
shows, and the functions that make its sections. What a page *shows* is known
without making it; the digest of that decides whether it is made.

Nothing here knows a builder. Links are made through a
:class:`~.page_context.Context` that knows where the page stands; the few nodes that
are not docutils' own (:mod:`~.nodes`) say what they are in docutils' own.
"""

from typing import Final

#: Raised by one whenever the same facts give a different page.
PAGES_VERSION: Final = 6
#: The ids of the sections of a file documentation, in their order.
SECTION_IDS: Final = (
    "file-metadata",
    "file-purpose",
    "original-source",
    "high-level-overview",
    "detailed-analysis",
    "architecture-design",
    "dependencies",
    "code-patterns-idioms",
    "performance-considerations",
    "security-safety",
    "testing-usage",
    "related-files",
    "cross-references",
)
#: The kinds of pages of the root folder that may stand for all pages in a ``toctree``.
BOOK_LEADERS: Final = ("index", "doc", "keywords")
