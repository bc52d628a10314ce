"""Generated documents: how Sphinx finds pages that nobody wrote.

Each page has a stub in the doctree directory that holds its digest and nothing
else, so that the stub changes exactly when the page does and Sphinx's own
comparison of times finds what to read. A project that knows them makes them
visible; a parser of their own gives them a title, the words that search must find,
and one placeholder for everything else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Set
from copy import copy
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.parsers import Parser
from sphinx.project import Project

from ...model.anchors import slug
from ...model.english import first_names, number_of
from ...model.errors import noted
from ...model.rows import Page
from ...pages.titles import heading, title
from ...scan.own_folders import remove_all
from ..html.line_breaks import breakable
from ..setup.build_state import build_state
from ..setup.config import output
from ..setup.extension_errors import foreign_handlers
from ..setup.messages import warn
from ..setup.pipeline import SUFFIX, StoreError, make_code_map
from .books_without_map import makes_book
from .domain import kw_domain
from .outdated_outputs import output_path, replaced_by
from .placeholder import MAP_CLASSES, placeholder_alone, read_page

#: The folder of the stubs in the doctree directory.
STUBS: Final = "kwindex-pages"
#: Where a document's metadata holds the digest of the page that was read.
DIGEST: Final = "kwindex_digest"


class CodeProject(Project):
    """A project with generated documents beside those in the source directory."""

    def __init__(
        self,
        project: Project,
        stubs: Path,
        pages: dict[str, Page],
        *,
        at_top: bool,
        output: Callable[[str], Path | None],
        replaced: Callable[[str], str],
    ) -> None:
        super().__init__(project.srcdir, project.source_suffix)
        self.restore(project)
        self.stubs = stubs
        self.generated = pages
        self.at_top = at_top
        self.output = output
        self.replaced = replaced
        # Sphinx asks several times in a row for each.
        self._stub_path = lru_cache(64)(lambda docname: stubs / f"{docname}{SUFFIX}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled as a plain project, without the generated documents.

        They are planned anew at each build. Until then others go through all documents
        that the environment knows, and read what the source directory has of them.
        """
        plain = Project(self.srcdir, self.source_suffix)
        plain.restore(self)
        plain.docnames = self.docnames - self.generated.keys()
        return Project, (self.srcdir, self.source_suffix), plain.__dict__

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Find the documents in the source directory and add the generated ones."""
        docnames = super().discover(exclude_paths, include_paths)
        # Stubs and records of outputs that lie below the source directory.
        for docname, path in list(self._docname_to_path.items()):
            if path.name.endswith(SUFFIX):
                docnames.discard(docname)
                del self._docname_to_path[docname], self._path_to_docname[path]
        taken = self._taken(docnames)
        if taken and self.at_top:
            own = partial(super().doc2path, absolute=False)
            raise _names_taken(list(map(own, taken.values())))
        for page, docname in taken.items():
            text = (
                "the project has a document with the name of a generated page; the"
                " generated page is left out"
                if page == docname
                else "this document is written to the same file as the generated page"
                f" {page}, which is left out; kwindex_output can name another folder"
            )
            warn(text, location=docname, subtype="docname")
            del self.generated[page]
        self._leave_out_replaced()
        docnames.update(self.generated)
        return docnames

    def _leave_out_replaced(self) -> None:
        """Leave out the pages for whose places the configuration has other files."""
        found = {page: self.replaced(page) for page in self.generated}
        replaced = {page: value for page, value in found.items() if value}
        for page in replaced:
            del self.generated[page]
        if replaced:
            values = " and ".join(sorted({*replaced.values()}))
            pages = number_of(len(replaced), "generated page")
            text = (
                f"files of {values} take the places of {pages}, left out:"
                f" {first_names(sorted(replaced))};"
                " kwindex_output can name another folder"
            )
            warn(text, subtype="docname")

    def _taken(self, docnames: Set[str]) -> dict[str, str]:
        """Return the pages whose place documents of the user take, and which do.

        For dirhtml ``code`` takes the place of ``code/index``.
        """
        taken = {name: name for name in sorted(docnames & self.generated.keys())}
        for page in self.generated.keys() - taken.keys():
            folder = page.removesuffix("/index")
            other = folder if folder != page else f"{page}/index"
            if other in docnames:
                file = self.output(page)
                if file and file == self.output(other):
                    taken[page] = other
        return taken

    def doc2path(self, docname: str, absolute: bool) -> Any:
        """Return the path of a document's source; of a generated document its stub.

        It is of the class that Sphinx has for paths: in some versions a path is also
        a text, and there are extensions that count on it.
        """
        if docname not in self.generated:
            return super().doc2path(docname, absolute)
        if not absolute:
            return type(self.stubs)(f"{docname}{SUFFIX}")
        return self._stub_path(docname)

    def path2doc(self, filename: str | os.PathLike[str]) -> str | None:
        """Return the docname of a path; of a stub, or a doctree's source, its page's.

        There are builders that ask it of what they write.
        """
        path = Path(filename)
        for folder in (self.stubs, self.srcdir):
            if path.is_relative_to(folder):
                path = path.relative_to(folder)
                break
        docname = path.as_posix().removesuffix(SUFFIX)
        return docname if docname in self.generated else super().path2doc(filename)


def _names_taken(documents: list[Path]) -> ConfigError:
    """Return the error for documents of the project where generated pages would stand.

    Below a prefix of its own such a document was put there on purpose; at the top of
    the output it is there by accident, and one of the two would be lost.
    """
    names = first_names(list(map(str, documents)))
    return ConfigError(
        f"kwindex_output puts generated pages at the top of the project, which has"
        f" documents of their names: {names}. Rename or remove them, or name a"
        f" folder in kwindex_output"
    )


class PageParser(Parser):
    """Makes the doctree of a generated document."""

    supported = ("kwindex",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Put title, words and placeholder into *document*."""
        self.setup_parse(inputstring, document)
        app = build_state(document.settings.env).app
        foreign_handlers(app).guard(document.transformer)
        fill(document)
        self.finish_parse()


def fill(document: nodes.document) -> None:
    """Put title, words and placeholder of a page into *document*.

    :param document: that of the page that the environment reads.
    """
    env = document.settings.env
    # Others ask where below the source directory it lies, and the stub does not.
    document["source"] = str(Path(env.srcdir, env.docname))
    code = build_state(env).tree
    page = code.by_docname[env.docname]
    metadata = env.metadata[env.docname]
    metadata["orphan"] = ""
    metadata[DIGEST] = page.digest
    # What cannot be read is missing.
    problems: list[str] = []
    name = page.path
    with noted(problems, env.docname):
        name = title(code.settings.title, page)
    # Quotation marks and dashes of a path stay as they are.
    shown = nodes.title(name, name, translatable=False, support_smartquotes=False)
    # Where documents become one, its id has to be its own.
    section = nodes.section("", shown, ids=[slug(page.docname)], classes=[*MAP_CLASSES])
    document += section
    for read in (read_page, placeholder_alone):
        with noted(problems, env.docname):
            section += read(env, code, page)
            break
    for problem in problems:
        warn(f"cannot read what the page shows: {problem}", subtype="page")


def begin_reading(env: BuildEnvironment, docname: str) -> None:
    """Note of a generated document what others note when they see a source.

    They see no source of it: there is none, and the stub is nothing to ask git about.
    """
    # Of sphinx.ext.duration, which looks at it when the document is read.
    env.current_document.reading_started_at = time.monotonic()
    # Of sphinx_last_updated_by_git.
    dates = getattr(env, "git_last_updated", None)
    if isinstance(dates, dict):
        dates[docname] = (None, True)


def source_read(app: Sphinx, docname: str, content: list[str]) -> None:
    """Begin to read a generated document, where Sphinx does that."""
    code = kw_domain(app.env).code
    if code is not None and docname in code.by_docname:
        begin_reading(app.env, docname)


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Shorten the heading of a page, and let it break: it is a path or a name.

    In a book the title is all that tells the page apart.
    """
    code = build_state(app).code
    page = code.by_docname.get(docname) if code else None
    if code is None or page is None or makes_book(app.builder):
        return
    text: nodes.Node = nodes.Text(heading(code.settings.title, page))
    if app.builder.format == "html":
        markup = breakable(text.astext(), narrow=True)
        text = nodes.raw("", markup, format="html")
    for shown in doctree.findall(nodes.title):
        shown[:] = [text]
        break


def config_inited(app: Sphinx, config: Config) -> None:
    """Keep the suffix of stubs out of later builds of the process.

    Sphinx adds it to the value in place, which may be the default of all projects.
    """
    config.source_suffix = copy(config.source_suffix)


def builder_inited(app: Sphinx) -> None:
    """Make the code map and have Sphinx know its pages."""
    state = build_state(app)
    # Loaded for its roles alone, the first directive asks for the map.
    if app.config.kwindex_generate or kw_domain(app.env).has_directives():
        state.code = make_code_map(app, _import_readers)
    pages = state.pages
    stubs = Path(app.doctreedir, STUBS)
    try:
        write_stubs(app.env, stubs, pages)
    except OSError as exc:
        raise StoreError(f"{stubs}: {exc.strerror or exc}") from exc
    app.project = app.env.project = CodeProject(
        app.project,
        stubs,
        pages,
        at_top=not output(app.config),
        output=partial(output_path, app.builder, Path(app.outdir)),
        replaced=partial(replaced_by, app.builder),
    )


def _import_readers() -> None:
    """Import what reads documents; it takes long, and is not always needed."""
    import_module("..docstrings.docstring_reader", __package__)
    import_module("...pages.page_kinds", __package__)


def builder_inited_last(app: Sphinx) -> None:
    """Have Sphinx look whether the generated documents that it has read are current.

    It does so before it looks for documents. What other extensions do at the start,
    they do with those in the source directory.
    """
    project = app.project
    if isinstance(project, CodeProject):
        project.docnames |= project.generated.keys() & app.env.all_docs.keys()


def write_stubs(env: BuildEnvironment, stubs: Path, pages: dict[str, Page]) -> None:
    """Make the stubs agree with the pages; touch only those that do not."""
    # Names and not paths: there are thousands, and mostly they only have to be read.
    top = f"{stubs}{os.sep}"
    present = {
        f"{folder}{os.sep}{name}"
        for folder, _, names in os.walk(stubs)
        for name in names
    }
    for docname, page in pages.items():
        stub = f"{top}{docname.replace('/', os.sep)}{SUFFIX}"
        if stub in present:
            present.remove(stub)
            content, modified = _read(stub)
            if content == page.digest.encode():
                if env.metadata.get(docname, {}).get(DIGEST) == page.digest:
                    _date_back(stub, modified, env.all_docs.get(docname))
                continue
        path = Path(stub)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.digest, "utf-8")
    gone = map(Path, present)
    remove_all(gone, (stubs / f"{docname}{SUFFIX}" for docname in pages), stubs)


def _read(stub: str) -> tuple[bytes, int]:
    """Return the content of a stub, and when it was modified, in nanoseconds."""
    with open(stub, "rb", buffering=0) as stream:  # noqa: PTH123
        return stream.read(), os.fstat(stream.fileno()).st_mtime_ns


def _date_back(stub: str, modified: int, read: int | None) -> None:
    """Make a stub no newer than its reading.

    A doctree directory that was restored from a cache has files with new times.

    :param modified: when it was modified, in nanoseconds.
    :param read: when it was read, in microseconds.
    """
    if read is not None and modified > read * 1000:
        os.utime(stub, ns=(read * 1000, read * 1000))


def env_get_outdated(app: Sphinx, env: BuildEnvironment, *_: object) -> list[str]:
    """Return documents that were read as another page than now, or as none.

    Times alone would miss them where a doctree directory was restored, or where the
    user's own document comes or goes.
    """
    pages = build_state(env).pages
    return [
        docname
        for docname in env.all_docs
        for page in [pages.get(docname)]
        if env.metadata.get(docname, {}).get(DIGEST) != (page.digest if page else None)
    ]


def env_before_read_docs(
    app: Sphinx, env: BuildEnvironment, docnames: list[str]
) -> None:
    """Warn of pages that Sphinx did not find, instead of leaving them out silently."""
    if docnames:
        # Before processes are forked that would each import them.
        _import_readers()
    pages = build_state(env).pages
    lost = sorted(pages.keys() - env.found_docs)
    if lost:
        pages_ = number_of(len(lost), "generated page")
        text = f"Sphinx did not find {pages_}; left out: {first_names(lost)}"
        warn(text, subtype="lost")
    for docname in lost:
        del pages[docname]


def env_before_read_docs_last(
    app: Sphinx, env: BuildEnvironment, docnames: list[str]
) -> None:
    """Note which documents Sphinx reads, when nobody changes the list any more."""
    build_state(app).scheduled = set(docnames)


def env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Take labels away that other extensions made of generated pages.

    They would be in the inventory; roles of our own lead to these pages.
    """
    pages, data = build_state(app).pages, env.get_domain("std").data
    for labels in (data["labels"], data["anonlabels"]):
        for label in [name for name, target in labels.items() if target[0] in pages]:
            del labels[label]
