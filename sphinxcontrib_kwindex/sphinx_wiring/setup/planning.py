"""Links the tree and plans its pages, where something changed since the last build."""

from __future__ import annotations

from functools import partial

from sphinx.application import Sphinx

from ...codemap.code_map import CodeMap
from ...links.edits.link_edits import LinkChanges, link_edits
from ...links.link_all import link_tree
from ...model.errors import noted
from ...model.rows import Changes, Page
from ...pages.affected_pages import affected_pages
from ...pages.file_documentation import added_sections_ask_others
from ...pages.page_plan import plan
from .config import output
from .parallel_jobs import parallel_map


def link(
    app: Sphinx, code: CodeMap, changed: Changes | None, problems: list[str]
) -> LinkChanges | None:
    """Link the tree, or what of it changed since that was done.

    :param changed: what changed; by default anything.
    :param problems: gets what could not be found out, and why.
    :return: what that changed in the links; ``None`` if it may be any.
    """
    tree = (code.store, code.root, code.root.name)
    links = None
    if changed:
        # The whole tree may be linked where its edits are not.
        with noted(problems, "what edits change in the links"):
            links = link_edits(*tree, changed.edited)
    if links is None:
        problems += link_tree(*tree, partial(parallel_map, app))
    else:
        problems += links.problems
    return links


def planned_pages(
    app: Sphinx, code: CodeMap, links: LinkChanges | None, problems: list[str]
) -> list[Page]:
    """Return the pages of a tree that is linked.

    :param links: what changed since they were planned; by default anything.
    :param problems: gets the pages of which it is not known what they show.
    """
    some = None
    # What sections that others added ask of the tree is not known.
    if links and not added_sections_ask_others(code):
        with noted(problems, "which pages show something else"):
            some = affected_pages(code, links)
    paths = links.paths if links else frozenset[str]()
    spread = partial(parallel_map, app)
    pages, unknown = plan(code, output(app.config), some, paths=paths, spread=spread)
    problems += unknown
    return pages
