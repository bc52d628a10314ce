"""The placeholder that stands for a page, or a part of one, until it is written.

While Sphinx reads, everything in a doctree is walked about thirty times, pickled
and kept; so the doctree holds one node that says what is to be shown, the words of
the docstrings for the search, and the docstrings as they were parsed, in a form
that nobody walks. Writing expands it: in a visitor for HTML, in a post-transform
for the other builders.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from ...analysis.patterns.pattern_names import OPTION
from ...codemap.code_map import CodeMap
from ...links.text_links import TEXT_TYPES
from ...model.rows import Page
from ...store.file_queries import problem_files_without_page
from ..setup.messages import Subtype, warn_of_file
from .document_dependencies import DocstringReference
from .domain import kw_domain

if TYPE_CHECKING:
    from ...pages.page_context import Docstrings

#: By what the keys of files begin with that were left out of the analysis.
_SUBTYPES: Final[dict[str, Subtype]] = {
    "unreadable:": "unreadable",
    "large ": "limit",
    "failed:": "limit",
}
#: Style classes where MathJax is not to look for TeX: it takes ``\\(…\\)`` in any
#: text for some, and ``\\href{javascript:…}`` in that for a link.
NO_MATHJAX: Final = ("mathjax_ignore", "tex2jax_ignore")
#: Style classes of the map: of a generated page, or of what directives show.
MAP_CLASSES: Final = (*NO_MATHJAX, "kw-map")
#: The idioms whose details search finds.
_ASKED_FOR: Final = frozenset({"route", "command", OPTION})
#: Those of the body of a generated page.
PAGE_CLASSES: Final = (*MAP_CLASSES, "kw-page")


class kw_placeholder(nodes.General, nodes.Element):
    """Stands for what is made while writing.

    ``what`` is a kind of page or the name of a directive, ``path`` what it is
    about, ``docname`` the document that it stands in, ``options`` those of the
    directive, ``docstrings`` the parsed docstrings, pickled. The children are the
    words that search must find.
    """


@contextmanager
def temporary_children(
    node: kw_placeholder, shown: Iterable[nodes.Node]
) -> Iterator[None]:
    """Have a placeholder hold what it stands for while that is written.

    Visitors look around: for the document that a node is in, for what stands behind it.
    """
    words, node.children = node.children, []
    node.extend(shown)
    try:
        yield
    finally:
        _take_apart(node.children)
        node.children = words


def _take_apart(written: Sequence[nodes.Node]) -> None:
    """Have nodes not know where they stood, so that they are freed at once.

    Else they are circles, which Python's collector has to find.
    """
    for node in written:
        node.parent = node.document = None  # type: ignore[assignment]
        _take_apart(node.children)


def placeholder(
    env: BuildEnvironment,
    code: CodeMap,
    what: str,
    path: str,
    *,
    whole: Iterable[str] = (),
    opening: Iterable[str] = (),
    **options: Any,
) -> kw_placeholder:
    """Return a placeholder for the current document.

    :param whole: the files all of whose docstrings are shown.
    :param opening: the files of which the module docstring is shown, or how they open.
    """
    docstrings: dict[str, Docstrings] = {}
    words: dict[str, None] = {}
    for file in whole:
        docstrings[file] = read_docstrings(env, code, file, words, everything=True)
        # Addresses and commands are what readers of an application look for.
        found = code.facts(file).patterns
        words |= {row.detail: None for row in found if row.name in _ASKED_FOR}
    for file in opening:
        docstrings[file] = read_docstrings(env, code, file, words, everything=False)
    node = kw_placeholder(
        "",
        what=what,
        path=path,
        docname=env.docname,
        options=options,
        docstrings=pickle.dumps(docstrings, pickle.HIGHEST_PROTOCOL),
    )
    if words:
        node += nodes.Text(" ".join(words))
    return node


def read_page(env: BuildEnvironment, code: CodeMap, page: Page) -> kw_placeholder:
    """Return the placeholder for a generated page."""
    from ...pages.page_context import OUTLINE_ID
    from ...pages.page_kinds import PAGE_KINDS

    files = list(PAGE_KINDS[page.kind].docstrings(code, page.path))
    if page.kind == "index":
        for path in _problems_listed(code, page.path):
            warn_of_problem(code, path)
    if page.kind != "docs":
        return placeholder(env, code, page.kind, page.path, opening=files)
    warn_of_problem(code, page.path)
    facts = code.facts(page.path)
    is_prose = facts.notebook is not None or facts.type in TEXT_TYPES
    if not (is_prose or code.settings.has_section(OUTLINE_ID)):
        return placeholder(env, code, page.kind, page.path, opening=files)
    return placeholder(env, code, page.kind, page.path, whole=files)


def placeholder_alone(
    env: BuildEnvironment, code: CodeMap, page: Page
) -> kw_placeholder:
    """Return the placeholder for a generated page, without what is to be read."""
    return placeholder(env, code, page.kind, page.path)


def _problems_listed(code: CodeMap, folder: str) -> list[str]:
    """Return the files with a problem that have a row in an index and no page."""
    paths = problem_files_without_page(code.store, folder)
    return [path for path in paths if (code.index_row(path) or ("",))[0] == folder]


def warn_of_problem(code: CodeMap, path: str) -> None:
    """Warn of a file that could not be parsed, where it is first shown."""
    facts = code.facts(path)
    problem = facts.problem
    kind = code.store.file_key(path) or ""
    # Of a language that failed one warning tells for all its files.
    if problem is not None and not kind.startswith("language:"):
        where = "" if problem.line else f"{path}: "
        shown = "shown without its definitions"
        if kind.startswith(("unreadable:", "large ")):
            shown = "listed without its text"
        elif facts.requirements:
            shown = "shown without that line's requirement"
        warn_of_file(
            path,
            f"{where}{problem.message}; the file is {shown}",
            line=problem.line,
            subtype=next(
                (name for start, name in _SUBTYPES.items() if kind.startswith(start)),
                "syntax",
            ),
        )


def read_docstrings(
    env: BuildEnvironment,
    code: CodeMap,
    path: str,
    words: dict[str, None],
    *,
    everything: bool,
) -> Docstrings:
    """Parse the docstrings of a file, and add their words to *words*."""
    from ...pages.sections.notebook_cells import CELL, prose_cells
    from ...pages.sections.rendered_text import TEXT, markup_of, opening

    facts = code.facts(path)
    docformat = facts.docformat or {
        "markdown": "markdown",
        "rst": "restructuredtext",
        "restructuredtext": "restructuredtext",
        "text": "plaintext",
    }.get(facts.language, "")
    reader = kw_domain(env).docstring_reader
    docstrings: Docstrings = {}

    def read(key: tuple[str, str], docstring: str, line: int) -> None:
        if docstring:
            words.update(dict.fromkeys(docstring.split()))
            rendered = reader.read(
                docstring, docformat=docformat, source=path, line=line
            )
            scope = "" if key[0] == CELL else key[1]
            _note_references(env, path, scope, rendered)
            docstrings[key] = rendered

    read(("", ""), facts.docstring, facts.docstring_line)
    if facts.type in TEXT_TYPES:
        text = code.text(path)
        if markup := markup_of(facts, text):
            rendered = reader.read_file(text, markup, path)
            docstrings[TEXT, ""] = rendered if everything else opening(rendered)
            _note_references(env, path, "", docstrings[TEXT, ""])
    if everything:
        if facts.notebook is not None:
            for line, text in prose_cells(facts.notebook, code.text(path)):
                read((CELL, str(line)), text, line)
            # What holds of its text does not of its code.
            docformat = ""
        for definition in facts.definitions:
            read(
                (definition.kind, definition.qualname),
                definition.docstring,
                definition.line,
            )
    return docstrings


def _note_references(
    env: BuildEnvironment, path: str, scope: str, rendered: list[nodes.Node]
) -> None:
    """Tell references where they are written, and note what they lead to."""
    domain = kw_domain(env)
    for child in rendered:
        for node in child.findall(addnodes.pending_xref):
            if node.get("refdomain") not in {"py", "", None}:
                continue
            node["kw_scope"] = (path, scope)
            reference = DocstringReference(
                path, scope, node["reftype"], node["reftarget"]
            )
            digest = domain.docstring_digest(reference)
            domain.note_dependency(env.docname, reference, digest)
