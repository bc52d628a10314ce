"""All shortcuts, in the order in which they are installed.

To add one is to write its file and to put its row here.
"""

from __future__ import annotations

from typing import Final

from .asset_tags import ASSET_TAGS
from .code_formatters import CODE_FORMATTERS
from .docstring_states import DOCSTRING_STATES
from .doctree_memory import DOCTREE_MEMORY
from .event_log import EVENT_LOG
from .generated_reading import GENERATED_READING
from .inline_patterns import INLINE_PATTERNS
from .markdown_attributes import MARKDOWN_ATTRIBUTES
from .markdown_paragraphs import MARKDOWN_PARAGRAPHS
from .page_titles import PAGE_TITLES
from .plain_docstrings import PLAIN_DOCSTRINGS
from .search_prune import SEARCH_PRUNE
from .search_stems import SEARCH_STEMS
from .shared_settings import SHARED_SETTINGS
from .shortcut import Shortcut
from .sidebars import SIDEBARS
from .template_checks import TEMPLATE_CHECKS
from .write_processes import WRITE_PROCESSES

SHORTCUTS: Final[tuple[Shortcut, ...]] = (
    # Reading
    GENERATED_READING,
    PLAIN_DOCSTRINGS,
    DOCSTRING_STATES,
    INLINE_PATTERNS,
    DOCTREE_MEMORY,
    # Writing
    WRITE_PROCESSES,
    SHARED_SETTINGS,
    # HTML
    SIDEBARS,
    PAGE_TITLES,
    EVENT_LOG,
    ASSET_TAGS,
    TEMPLATE_CHECKS,
    CODE_FORMATTERS,
    SEARCH_STEMS,
    SEARCH_PRUNE,
    # Markdown
    MARKDOWN_ATTRIBUTES,
    MARKDOWN_PARAGRAPHS,
)
