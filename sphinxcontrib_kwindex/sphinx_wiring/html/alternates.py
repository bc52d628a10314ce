"""Tells programs where a page is in Markdown, and which list of pages it is in.

The relations are those of the `second version of the proposal for llms.txt
<https://llmstxt.org/changes.html>`__.
"""

from __future__ import annotations

import html
from typing import Final
from urllib.parse import quote

from sphinx.util.osutil import relative_uri

from ..documents.twins import twins_of
from .generated_page import GeneratedPage, for_generated_pages

_TWIN: Final = 'rel="alternate" type="text/markdown"'
_LIST: Final = 'rel="describedby"'


@for_generated_pages
def html_page_context_late(shown: GeneratedPage) -> None:
    """Put the links into the head of the page, unless another extension has."""
    twins = twins_of(shown.app.env)
    if twins is None:
        return
    page = shown.builder.get_target_uri(shown.docname)
    tags = shown.context.get("metatags", "")
    for link, target in (
        (_TWIN, twins.address(shown.docname)),
        (_LIST, twins.list_address),
    ):
        if link not in tags:
            uri = html.escape(relative_uri(page, quote(target)))
            tags += f'<link {link} href="{uri}" />\n'
    shown.context["metatags"] = tags
