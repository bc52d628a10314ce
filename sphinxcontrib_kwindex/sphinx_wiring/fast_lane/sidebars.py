"""The user's own table of contents, rendered once instead of once for each page.

Themes such as furo show the whole ``toctree`` beside every page. For a page outside
of it (all of ours but one) it differs by nothing but the way there; for a page in it
also by the marks along its branch. Sphinx resolves and renders it anew each time,
which costs more than anything else that is done for a page of a long manual.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final
from urllib.parse import urljoin

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.osutil import relative_uri

from ..setup.build_state import build_state
from .shortcut import Shortcut, connect, makes_html

Render = Callable[..., str]
"""What themes call as ``toctree`` in their templates."""

#: Before the handlers of themes, which take ``toctree`` from the context.
_BEFORE_THEMES: Final = 100
#: How many pages Sphinx renders before what is made from the first is trusted.
TRIALS: Final = 2
_TAG: Final = re.compile(r"<(/?)(ul|li|a)\b([^>]*)>")
_LINK: Final = re.compile(
    r'( class="[^"]*")( href=")([^"#&]*)(#[^"]*)?(".*)', re.DOTALL
)
_ELSEWHERE: Final = re.compile(r"[\w+.-]+:|/")


@dataclass(frozen=True, slots=True)
class _Link:
    at: int
    start: str
    target: str
    fragment: str
    end: str
    branch: tuple[int, ...]


class WholeTree:
    """A ``toctree`` with nothing collapsed, as seen from one page.

    :param rendered: the HTML that Sphinx made of it.
    :param page: the URI of the page that it was made for, from the output folder.
    """

    def __init__(self, rendered: str, page: str) -> None:
        self._pieces: list[str] = []
        self._links: list[_Link] = []
        branch: list[int] = []
        done = 0
        for tag in _TAG.finditer(rendered):
            self._pieces += [rendered[done : tag.start()], tag[0]]
            done = tag.end()
            at = len(self._pieces) - 1
            closes, name, attributes = tag.groups()
            if closes:
                if name != "a" and branch:
                    branch.pop()
            elif name != "a":
                self._pieces[at] = _unmarked(tag[0])
                branch.append(at)
            elif found := _LINK.fullmatch(attributes):
                classes, middle, href, fragment, end = found.groups("")
                if _ELSEWHERE.match(href):
                    continue
                target = urljoin(f"/{page}", href)[1:]
                start = f"<a{_unmarked(classes)}{middle}"
                fragment = "" if fragment == "#" else fragment
                end = f"{end}>"
                self._links.append(
                    _Link(at, start, target, fragment, end, tuple(branch))
                )
        self._pieces.append(rendered[done:])

    def seen_from(self, page: str) -> str | None:
        """Return the HTML for the page with a URI.

        :return: ``None`` where it stands in the tree more than once.
        """
        pieces = self._pieces.copy()
        own = []
        for link in self._links:
            href = f"{relative_uri(page, link.target)}{link.fragment}" or "#"
            pieces[link.at] = f"{link.start}{href}{link.end}"
            if link.target == page and not link.fragment:
                own.append(link)
        if len(own) > 1:
            return None
        for link in own:
            for at in link.branch:
                pieces[at] = _marked(pieces[at])
            pieces[link.at] = pieces[link.at].replace('class="', 'class="current ', 1)
        return "".join(pieces)


def _unmarked(tag: str) -> str:
    tag = tag.replace(' class="current"', "", 1)
    return tag.replace(' current"', '"', 1).replace('"current ', '"', 1)


def _marked(tag: str) -> str:
    if "class=" in tag:
        return tag.replace('">', ' current">')
    return f'{tag[:-1]} class="current">'


@dataclass
class Sidebars:
    """The renderings of one build, in one process."""

    builder: StandaloneHTMLBuilder
    _outside: dict[tuple[tuple[int, ...], str], str] = field(default_factory=dict)
    _trials: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    _trees: dict[str, WholeTree | None] = field(default_factory=dict)
    _folders: list[tuple[str, ...]] | None = None

    def outside(self, docname: str, render: Render) -> Render:
        """Return what renders the tree for a page that does not stand in it.

        :param render: renders it for this page.
        """
        way = self._way(docname)

        def toctree(**options: Any) -> str:
            key = (way, repr(sorted(options.items())))
            if key not in self._outside:
                self._outside[key] = render(**options)
            return self._outside[key]

        return toctree

    def inside(self, docname: str, render: Render) -> Render:
        """Return what renders the tree for a page that may stand in it.

        Only where nothing is collapsed: otherwise every page has another tree.
        """
        page = self.builder.get_target_uri(docname)

        def toctree(**options: Any) -> str:
            if options.get("collapse", True):
                return render(**options)
            key = repr(sorted(options.items()))
            tree = self._trees.get(key)
            if tree and (made := tree.seen_from(page)) is not None:
                return made
            rendered = render(**options)
            if key not in self._trees:
                self._try(key, page, rendered)
            return rendered

        return toctree

    def _try(self, key: str, page: str, rendered: str) -> None:
        trials = self._trials.setdefault(key, [])
        trials.append((page, rendered))
        if len(trials) == TRIALS:
            tree = WholeTree(trials[0][1], trials[0][0])
            alike = all(tree.seen_from(page) == html for page, html in trials)
            self._trees[key] = tree if alike else None
            del self._trials[key]

    def _way(self, docname: str) -> tuple[int, ...]:
        """Return what decides the links from a page to those in the tree.

        That is how deep it stands, and how much of the way is a common one.
        """
        here = self._folder(docname)
        if self._folders is None:
            # The keys are the documents that stand in some table of contents.
            inside = self.builder.env.files_to_rebuild
            self._folders = sorted({self._folder(docname) for docname in inside})
        return (len(here), *(_shared(here, there) for there in self._folders))

    def _folder(self, docname: str) -> tuple[str, ...]:
        return tuple(self.builder.get_target_uri(docname).split("/")[:-1])


def _shared(here: Sequence[str], there: Sequence[str]) -> int:
    """Return how many folders two paths have in common from the root."""
    pairs = zip(here, there, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def install(app: Sphinx, undo: ExitStack) -> None:
    """Give themes what renders the table of contents for few of the pages."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    sidebars = Sidebars(app.builder)

    def html_page_context(
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        if "toctree" not in context or doctree is None:
            return
        generated = pagename in build_state(app).pages
        outside = generated and pagename not in app.env.files_to_rebuild
        render = sidebars.outside if outside else sidebars.inside
        context["toctree"] = render(pagename, context["toctree"])

    connect(undo, app, "html-page-context", html_page_context, _BEFORE_THEMES)


SIDEBARS: Final = Shortcut(
    "sidebars",
    "resolving and rendering the table of contents of your manual for each page",
    (
        "sphinx.builders.html:StandaloneHTMLBuilder.handle_page",
        "sphinx.builders.html:StandaloneHTMLBuilder.get_target_uri",
        "sphinx.util.osutil:relative_uri(base, to)",
        "env.files_to_rebuild",
    ),
    install,
    makes_html,
    saves="2 %, more beside a long manual",
    upstream="Sphinx: the tree is resolved once for all pages that do not stand in it,"
    " with URIs from the root, and its links are made relative when it is written.",
)
