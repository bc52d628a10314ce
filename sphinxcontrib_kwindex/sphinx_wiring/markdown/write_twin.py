"""Writes a twin, while its page is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes

from ...pages.titles import heading
from ..documents.placeholder import kw_placeholder
from ..documents.twins import TwinLinks, Twins
from ..setup.build_state import build_state
from ..setup.messages import warn
from .translator import Translator
from .writer import write_children


def twin_translator(twins: Twins) -> type[Translator]:
    """Return the translator that twins are written with."""
    if twins.default_translator_class is None:
        chosen = build_state(twins.env).app.registry.translators.get(twins.format)
        if chosen is None or not issubclass(chosen, Translator):
            chosen = Translator
        made = type("TwinTranslator", (TwinLinks, chosen), {})
        twins.default_translator_class = made
    return twins.default_translator_class


def write_twin(
    twins: Twins,
    document: nodes.document,
    placeholder: kw_placeholder,
    body: list[nodes.Node],
) -> None:
    """Write the twin of a page.

    :param document: the page.
    :param placeholder: what stands there for what is below the title.
    :param body: the nodes that it stands for.
    """
    state = build_state(twins.env)
    docname = placeholder["docname"]
    twins.current_doc_name = docname
    name = heading(state.tree.settings.title, state.pages[docname])
    section = nodes.section("", nodes.title(name, name), ids=placeholder.parent["ids"])
    twin_translator(twins)
    # It asks of a builder what twins have.
    builder: Any = twins
    translator: Any = state.app.registry.create_translator(builder, document, builder)
    translator.dispatch_visit(section)
    section[0].walkabout(translator)
    write_children(translator, body)
    translator.dispatch_departure(section)
    path = Path(state.app.outdir, twins.address(docname))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(translator.astext(), "utf-8")
    except OSError as error:
        warn(
            f"the Markdown of a page could not be written: {error}",
            location=docname,
            subtype="export",
        )
