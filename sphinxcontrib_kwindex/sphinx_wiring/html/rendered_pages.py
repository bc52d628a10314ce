"""Changes rendered HTML where no value of the template's context can."""

from __future__ import annotations

import html
import re
from contextlib import closing
from functools import wraps
from itertools import pairwise
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ..documents.outdated_outputs import original_name
from ..setup.build_state import build_state
from ..setup.guarded_handlers import fence
from .generated_page import Context, GeneratedPage, shown_body
from .head_tags import with_head_tags
from .line_breaks import breakable
from .scripts import with_assets
from .themes import original_links

_LINK: Final = re.compile(
    r'\b(href|data-[\w-]+)="'
    r'((?:https?:)?//[^"?#]*/(blob|browse|edit|raw|src|tree)/[^"?#]*)(?:[?#][^"]*)?"'
)
_BREADCRUMBS: Final = re.compile(r'<nav class="kw-breadcrumbs".*?</nav>\n', re.DOTALL)
#: Breadcrumbs of a theme, by a name that themes give them.
_THEIRS: Final = re.compile(
    r'class="[^"]*\bbreadcrumbs?\b(?:.*?</(?:div|nav|ol|ul)>)?', re.DOTALL
)
#: Stands before the titles of parents while a template is rendered.
_MARK: Final = "\2kw\2"
_TAG: Final = re.compile(r"<[^>]*>")
#: What ends a text, but of an element that has no elements in it.
_TEXT_END: Final = re.compile(r"\s*<(?!/(?:option|script|style|textarea|title)\b)")
_WHAT: Final = "fit pages to their theme"
#: What templates write behind the name of a document if they do not ask for it.
_SUFFIXES: Final = ("", ".rst", ".md", ".txt")


def builder_inited(app: Sphinx) -> None:
    """Look at what templates make."""
    templates = getattr(app.builder, "templates", None)
    if templates is None or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    state, render = build_state(app), templates.render

    @wraps(render)
    def render_page(template: str, context: Context) -> str:
        page = state.pages.get(context.get("pagename", ""))
        if state.code is None or page is None:
            made = render(template, context)
            with fence(state, _WHAT, context.get("pagename")):
                return with_assets(made, context)
            return made
        parents = [
            parent | {"title": f"{_MARK}{parent.get('title', '')}"}
            for parent in context.get("parents") or ()
            if isinstance(parent, dict)
        ]
        # Some templates ask for sections by functions, as handlers do.
        with closing(state.undo_page):
            made = render(template, context | {"parents": parents})
        with fence(state, _WHAT, page.docname):
            fit = with_head_tags(with_assets(made, context), context)
            double = shown_twice(fit, [str(one.get("link")) for one in parents])
            before, body, after = (
                part.replace(double or _MARK, "", 1).replace(_MARK, "")
                for part in fit.partition(shown_body(context) or fit)
            )
            around = break_title([before, after], context)
            shown = GeneratedPage(app, state.code, page, context)
            return body.join(lead_to_original(around, shown))
        return made.replace(_MARK, "")

    # For as long as there is this builder: an application may build several times.
    vars(templates)["render"] = render_page


def shown_twice(made: str, links: list[str]) -> str:
    """Return the breadcrumbs of ours, if a page has all in those of its theme above it.

    What stands behind them is no way to the page, such as a list of related pages.

    :param made: has marks in what the theme shows of parents, unless a handler of the
        theme took them before the template was rendered.
    :param links: to the parents.
    """
    own = _BREADCRUMBS.search(made)
    if own is None:
        return ""
    before = made[max(made.find("<body"), 0) : own.start()]
    # Of a page right below the root document a theme shows the title alone.
    shown = (one[0] for one in _THEIRS.finditer(before))
    is_double = 0 < len(links) <= before.count(_MARK) or any(
        all(f'"{html.escape(link)}"' in crumbs for link in links) for crumbs in shown
    )
    return own[0] if is_double else ""


def break_title(around: list[str], context: Context) -> list[str]:
    """Return what is around a body, with a title that may break where it is shown.

    Templates show it as text in bars and breadcrumbs, and in flexible boxes no style
    sheet parts it that would not part the words around it, too.
    """
    title = html.unescape(_TAG.sub("", str(context.get("title") or "")))
    plain, broken = html.escape(title), breakable(title)
    if plain == broken:
        return around
    return [_replaced(part.split(plain), plain, broken) for part in around]


def _replaced(pieces: list[str], plain: str, broken: str) -> str:
    """Return pieces put together, by *broken* where a text is what parted them."""
    made = pieces[:1]
    for before, after in pairwise(pieces):
        alone = before.rstrip().endswith(">") and _TEXT_END.match(after)
        made += [broken if alone else plain, after]
    return "".join(made)


def lead_to_original(around: list[str], shown: GeneratedPage) -> list[str]:
    """Return what is around a body, its links to the stub to the original file.

    Many templates write an address that the project configured, the document's name and
    its suffix, or the name of its copy below ``_sources``, one after the other. For a
    generated page that would be the address of its stub, which is nowhere. No value of
    the context stands for such a link alone.

    Where there is no original file, or it is not known where it can be seen, the link
    is hidden, and what scripts read is empty.
    """
    name = f"/{html.escape(shown.docname)}"
    copy = f"/{html.escape(original_name(shown.docname))}"
    if not any(path in part for path in (name, copy) for part in around):
        return around
    suffixes = {*_SUFFIXES, *shown.app.config.source_suffix}
    suffixes.add(str(shown.context.get("page_source_suffix") or ""))
    ends = (copy, *(name + suffix for suffix in suffixes))
    view, edit = original_links(shown)

    def changed(link: re.Match[str]) -> str:
        attribute, address, way = link.groups()
        if not address.endswith(ends):
            return link[0]
        target = html.escape(edit if way == "edit" else view)
        hide = attribute == "href" and not target
        return "hidden" if hide else f'{attribute}="{target}"'

    return [_LINK.sub(changed, part) for part in around]
