"""All shortcuts, in the order in which they are installed.

To add one is to write its file, to put its row here, and to describe it in the manual,
with the change to the other project that would make it superfluous.
"""

from __future__ import annotations

from typing import Final

from .asset_tags import ASSET_TAGS
from .docstring_states import DOCSTRING_STATES
from .doctree_memory import DOCTREE_MEMORY
from .generated_reading import GENERATED_READING
from .node_visits import NODE_VISITS
from .page_titles import PAGE_TITLES
from .post_transforms import POST_TRANSFORMS
from .search_index import SEARCH_PRUNE, SEARCH_STEMS
from .shortcut import Shortcut
from .sidebars import SIDEBARS
from .unchanged_indexes import UNCHANGED_INDEXES
from .write_processes import WRITE_PROCESSES

SHORTCUTS: Final[tuple[Shortcut, ...]] = (
    # Reading
    GENERATED_READING,
    DOCSTRING_STATES,
    DOCTREE_MEMORY,
    # Writing
    WRITE_PROCESSES,
    # HTML
    POST_TRANSFORMS,
    NODE_VISITS,
    SIDEBARS,
    PAGE_TITLES,
    ASSET_TAGS,
    SEARCH_STEMS,
    SEARCH_PRUNE,
    UNCHANGED_INDEXES,
)
