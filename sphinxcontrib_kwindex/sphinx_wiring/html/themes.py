"""What single themes ask of a page, answered for generated ones.

Most read the context that all themes get (:mod:`.navigation`). Some have other sources:
for the local contents in the environment, which knows no sections of a generated page;
for "edit this page" at the document's name and its suffix, which are those of a stub.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Final

from docutils import nodes
from sphinx import addnodes

from ...model.rows import Page
from ...pages.page_kind_names import KIND_NAMES
from ..setup.build_state import build_state
from ..setup.repository_urls import site
from .generated_page import GeneratedPage, for_generated_pages
from .navigation import contents, page_sections, section_list

#: What themes call the sites for which they have a button.
_PROVIDERS: Final = {"github": "GitHub", "gitlab": "GitLab", "bitbucket": "Bitbucket"}
#: The suffix of a page's source for themes that ask for it: files are copied with it.
_SUFFIX: Final = ".txt"
#: Those that show the title of a page behind the names of the pages above it.
_WITH_TITLE_AS_CRUMB: Final = {"pydata_sphinx_theme", "sphinx_rtd_theme"}


def _entry(title: str, url: str) -> SimpleNamespace:
    """Return a section in the contents list of sphinx_immaterial, as mkdocs has them.

    :param title: HTML.
    """
    unknown = dict.fromkeys(("aria_label", "icon_html"))
    flags = dict.fromkeys(("active", "current", "caption_only"), False)
    return SimpleNamespace(
        title=title, url=url, children=[], meta={}, **unknown, **flags
    )


def _put_sections(shown: GeneratedPage) -> None:
    """Have the sections of a page in the environment while themes ask for them.

    Pages that stand in a table of contents are left out: a theme may make the
    table beside every page now.
    """
    env, name = shown.app.env, shown.docname
    if name in env.tocs and name not in env.files_to_rebuild:
        sections = page_sections(shown)
        toc, number = env.tocs[name], env.toc_num_entries[name]
        undo = build_state(shown.app).undo_page
        undo.callback(env.tocs.__setitem__, name, toc)
        undo.callback(env.toc_num_entries.__setitem__, name, number)
        env.tocs[name] = _with_sections(toc, name, sections)
        env.toc_num_entries[name] = len(sections) + 1


def _with_sections(
    toc: nodes.bullet_list, docname: str, sections: Sequence[tuple[str, str]]
) -> nodes.bullet_list:
    """Return a document's contents as Sphinx's collector makes them of its sections."""
    toc = toc.deepcopy()
    below = nodes.bullet_list()
    for text, name in sections:
        reference = nodes.reference(
            "", text, internal=True, refuri=docname, anchorname=f"#{name}"
        )
        below += nodes.list_item("", addnodes.compact_paragraph("", "", reference))
    if sections and toc.children:
        top = toc.children[0]
        assert isinstance(top, nodes.list_item)
        top += below
    return toc


@for_generated_pages
def html_page_context_first(shown: GeneratedPage) -> None:
    """Have no theme make a link of the stub's name and suffix, nor miss sections."""
    _put_sections(shown)
    # pydata_sphinx_theme sees at once which parts of the page will be empty.
    button = "theme_use_edit_page_button" in shown.context and original_links(shown)[0]
    shown.context["page_source_suffix"] = _SUFFIX if button else ""


@for_generated_pages
def html_page_context_behind_themes(shown: GeneratedPage) -> None:
    """Make the buttons of pydata_sphinx_theme and its heirs lead to the original file.

    They ask a function for the link, which fails where it is not configured.
    """
    context = shown.context
    if "get_edit_provider_and_url" not in context:
        return
    view, edit = original_links(shown)
    provider = _PROVIDERS.get(site(view), "")
    # sphinx_book_theme has buttons for these sites only, and a download button.
    is_book = "header_buttons" in context
    if not view or (is_book and not (provider and context.get("sourcename"))):
        context["page_source_suffix"] = ""
    provider = provider or context.get("edit_page_provider_name") or ""
    context["get_edit_provider_and_url"] = lambda: (provider, edit)
    if not edit:
        context["theme_use_edit_page_button"] = False


@for_generated_pages
def html_page_context_late(shown: GeneratedPage) -> None:
    """Change what the handlers of themes put into the context of a generated page."""
    context = shown.context
    _change_links(shown, *original_links(shown))
    sections = page_sections(shown)
    in_toctree = shown.docname in shown.app.env.files_to_rebuild
    if in_toctree and context["toc"] != contents(shown, sections):
        # Some leave the page's title out, and take the rest from the environment.
        context["toc"] = section_list(sections)
    context["display_toc"] = bool(sections)
    # furo asks how many sections there are.
    if "furo_hide_toc" in context:
        context["furo_hide_toc"] = not sections
    theme = getattr(shown.builder, "theme", None)
    folders = theme.get_theme_dirs() if theme else ()
    if not _WITH_TITLE_AS_CRUMB.isdisjoint(Path(folder).name for folder in folders):
        context["title"] = _short_in_page(shown.page, context["title"])
    # sphinx_immaterial takes them from the contents of the whole project.
    page = context.get("page")
    if isinstance(page, dict) and isinstance(page.get("toc"), list):
        page["toc"] = [_entry(html.escape(text), f"#{name}") for text, name in sections]


def _short_in_page(page: Page, title: str) -> str:
    """Return the title of a page with the path above it hidden, as it stands there.

    The title of the browser's window is its text without tags, all of it.

    :param title: HTML.
    """
    kind = KIND_NAMES[page.kind]
    above, slash, name = html.escape(page.path).rpartition("/")
    before = title.removesuffix(name) if kind.named_as_path else above + slash
    if not kind.tab or before in {"", title}:
        return title
    return title.replace(before, f"<span hidden>{before}</span>", 1)


def original_links(shown: GeneratedPage) -> tuple[str, str]:
    """Return where the original file can be seen and edited, empty for nowhere."""
    page, settings = shown.page, shown.code.settings
    view = settings.original(page.path) if page.kind in {"docs", "kw"} else ""
    # Nobody can edit what a pull request leads to.
    if not view or "/refs/pull/" in view:
        return view, ""
    return view, settings.original_at(page.path, "edit") or view


def _change_links(shown: GeneratedPage, view: str, edit: str) -> None:
    """Have themes lead to the original file."""
    context = shown.context
    # furo and other themes on sphinx-basic-ng
    if "theme_source_view_link" in context and view:
        context["page_source_suffix"] = _SUFFIX
    for name, url in (("view", view), ("edit", edit)):
        context[f"theme_source_{name}_link"] = url
    if not view:
        context["theme_source_repository"] = ""
    # sphinx_rtd_theme
    for name in _PROVIDERS:
        display = f"display_{name}"
        context[display] = bool(view) and context.get(display, False)
        # A link there is a button, also where nobody asked for a button.
        if context[display]:
            context["meta"] = {**(context.get("meta") or {}), f"{name}_url": view}
    # shibuya
    environment = getattr(shown.builder.templates, "environment", None)
    if "edit_source_link" in getattr(environment, "globals", {}):
        context["edit_source_link"] = lambda filename: edit
        context["page_source_suffix"] = _SUFFIX if edit else ""
    # sphinx_immaterial
    page = context.get("page")
    if isinstance(page, dict) and "edit_url" in page:
        page["edit_url"] = edit
