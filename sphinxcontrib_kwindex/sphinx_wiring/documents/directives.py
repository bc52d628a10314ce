"""The directives: keyword indexes, files and folders on hand-written pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from msgspec.json import encode
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ...codemap.code_map import CodeMap
from ...codemap.names.lookup import similar_objects
from ...codemap.names.similar_names import did_you_mean, most_similar
from ...links.tree_paths import by_base_name
from ...model.digests import digest
from ...model.kinds import KINDS, SORTS
from ...model.names import spellings
from ...pages import PAGES_VERSION
from ...pages.page_context import section_id
from ..setup.guarded_handlers import fence
from ..setup.messages import warn
from ..setup.pipeline import make_code_map
from .document_dependencies import MissingPath, ShownGraph, ShownPath
from .domain import KwDomain, kw_domain
from .placeholder import placeholder, warn_of_problem

logger = logging.getLogger(__name__)

#: The number of candidates named for a path that the tree has nothing near.
_CANDIDATES: Final = 3
Options = dict[str, Any]


class UnknownError(Exception):
    """What a directive asks for is not there.

    :param hint: the nearest match, for the warning alone: pages do not follow it.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def _split(argument: str | None) -> list[str]:
    return [part.strip() for part in (argument or "").split(",") if part.strip()]


class CodeDirective(SphinxDirective):
    """A directive that shows something of the tree."""

    required_arguments = 1
    final_argument_whitespace = True

    places: ClassVar[tuple[str, ...]] = ("file", "folder")
    """What its path may be."""

    @property
    def given(self) -> str:
        """The path as it is written."""
        argument: str = self.arguments[0]
        return argument.strip()

    def run(self) -> list[nodes.Node]:
        """Return a placeholder, or a message where it cannot be shown."""
        state = kw_domain(self.env).state
        what, where = f"show what {self.name} names", self.get_location()
        with fence(state, what, where):
            # What failed once in a build fails again.
            if state.code is None and not state.error:
                state.code = make_code_map(state.app)
            if state.code is not None:
                return self._shown(state.code)
        text = f"{self.name}: {self.given}: there was an error, see the warnings"
        return [nodes.error("", nodes.paragraph(text, text))]

    def _shown(self, code: CodeMap) -> list[nodes.Node]:
        """Return a placeholder for what is shown, or an error that says why not."""
        domain = kw_domain(self.env)
        try:
            path = self.path(code)
            options = self.read_options(code, path)
        except UnknownError as exc:
            logger.error(
                "%s: %s%s",
                self.name,
                exc,
                exc.hint,
                location=self.get_location(),
                type="kwindex",
                subtype="directive",
            )
            for wanted in self.wanted(code):
                self._note_absence(domain, wanted)
            text = f"{self.name}: {exc}"
            return [nodes.error("", nodes.paragraph(text, text))]
        for wanted in self.wanted(code):
            if wanted == path:
                break
            self._note_absence(domain, wanted)
        parts = self.parts(options)
        self.note_shown(domain, path, options)
        serials = self._shown_before(path, parts or ("",))
        return [self.show(code, path, options | {"serials": serials})]

    def note_shown(self, domain: KwDomain, path: str, options: Options) -> None:
        """Have the document read again when what is shown changes."""
        digest = directive_digest(domain, self.name, path)
        shown = ShownPath(self.name, path, self.parts(options))
        domain.note_dependency(self.env.docname, shown, digest)

    def _note_absence(self, domain: KwDomain, path: str) -> None:
        """Have the document read again when a path comes into being."""
        digest = directive_digest(domain, self.name, path)
        missing = MissingPath(self.name, path)
        domain.note_dependency(self.env.docname, missing, digest)

    def parts(self, options: Options) -> tuple[str, ...]:
        """Return the ids of the sections that are shown."""
        return ()

    def _shown_before(self, path: str, parts: Iterable[str]) -> dict[str, int]:
        """Return how often the document has shown each part, and note that it does.

        What is shown again gets other ids than the first time.
        """
        key = f"kwindex-{self.name}-{path}"
        before: dict[str, int] = self.env.temp_data.get(key) or {}
        serials = {part: before.get(part, 0) for part in parts}
        self.env.temp_data[key] = before | {part: n + 1 for part, n in serials.items()}
        return serials

    def wanted(self, code: CodeMap) -> list[str]:
        """Return the paths from the root that the argument may mean, the first first.

        It is a path from the root; or else a path as ``literalinclude`` takes it, from
        the document's folder or, with a slash before it, from the source directory.
        """
        given = self.given.replace("\\", "/")
        path = given.removeprefix("./").rstrip("/")
        paths = [] if given.startswith("/") else [path]
        absolute = Path(self.env.relfn2path(given)[1])
        for root, file in (
            (code.root, absolute),
            (code.root.resolve(), absolute.resolve()),
        ):
            if file.is_relative_to(root):
                paths.append(file.relative_to(root).as_posix())
        spelled = chain.from_iterable(map(spellings, paths))
        return list(dict.fromkeys("" if path == "." else path for path in spelled))

    def path(self, code: CodeMap) -> str:
        """Return the path that the argument means.

        :raises UnknownError: if the tree has no such file or folder.
        """
        wanted = self.wanted(code)
        for path in wanted:
            if "folder" in self.places and path in code.folders:
                return path
            if "file" in self.places and code.store.file_key(path) is not None:
                return path
        what = " or ".join(self.places)
        given = self.given
        near = [
            candidate
            for path in wanted
            for candidate in similar_objects(code, path, self.places)
        ]
        near = near[:1] or _candidates(code, given, self.places)
        names = ", ".join(map(repr, near))
        hint = f"; did you mean {names}?" if near else ""
        raise UnknownError(f"no {what} {given!r} below kwindex_root", hint)

    def read_options(self, code: CodeMap, path: str) -> Options:
        """Return what the options say, as plain data."""
        return {}

    def show(self, code: CodeMap, path: str, options: Options) -> nodes.Node:
        """Return what stands in the document."""
        return placeholder(self.env, code, self.name, path, **options)


class KwindexDirective(CodeDirective):
    """``.. kwindex:: PATH``: the keywords of a file or of a folder and below."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "kinds": directives.unchanged_required,
        "private": directives.flag,
        "sort": lambda argument: directives.choice(argument, ("name", "line")),
        "imports": directives.flag,
    }

    def read_options(self, code: CodeMap, path: str) -> Options:
        """Return kinds, and whether private names and imports are shown."""
        kinds = _split(self.options.get("kinds")) or list(KINDS)
        for kind in kinds:
            if kind not in KINDS:
                near = did_you_mean(kind, KINDS, "choose from")
                if kind in SORTS:
                    near = f"{SORTS[kind]!r} includes it"
                raise UnknownError(f"unknown kind {kind!r}", f"; {near}")
        return {
            "kinds": tuple(kinds),
            "private": "private" in self.options,
            "sort": self.options.get("sort", "line"),
            "imports": "imports" in self.options,
        }


class KwfileDirective(CodeDirective):
    """``.. kwfile:: PATH``: the documentation of a file, or sections of it."""

    places = ("file",)
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "sections": directives.unchanged_required
    }

    def read_options(self, code: CodeMap, path: str) -> Options:
        """Return the ids of the chosen sections; by default those of a page."""
        from ...pages.file_documentation import sections_of

        sections = [section.id for section in sections_of(code, path, every=True)]
        chosen = [section_id(title) for title in _split(self.options.get("sections"))]
        for name in chosen:
            if name not in sections:
                near = did_you_mean(name, sections, "choose from")
                raise UnknownError(f"{path} has no section {name!r}", f"; {near}")
        shown = chosen or [name for name in sections if code.settings.has_section(name)]
        return {"sections": tuple(shown)}

    def parts(self, options: Options) -> tuple[str, ...]:
        """Return the ids of the sections that are shown."""
        return tuple(options["sections"])

    def show(self, code: CodeMap, path: str, options: Options) -> nodes.Node:
        """Return what stands in the document, with the docstrings of the file."""
        # Of what is listed on a generated page, that page warns.
        if not code.pages:
            warn_of_problem(code, path)
        if path in code.withheld:
            warn(
                f"{self.name}: the content of {path} is not shown, as its name suggests"
                " credentials",
                location=self.get_location(),
                subtype="withheld",
            )
        return placeholder(self.env, code, self.name, path, whole=[path], **options)


class KwfolderDirective(CodeDirective):
    """``.. kwfolder:: PATH``: the index and the documentation of a folder."""

    places = ("folder",)

    def show(self, code: CodeMap, path: str, options: Options) -> nodes.Node:
        """Return what stands in the document, with the folder's docstring."""
        from ...pages.page_kinds import PAGE_KINDS

        kinds = PAGE_KINDS["index"], PAGE_KINDS["doc"]
        files = chain.from_iterable(kind.docstrings(code, path) for kind in kinds)
        return placeholder(self.env, code, self.name, path, opening=files, **options)


class KwgraphDirective(CodeDirective):
    """``.. kwgraph:: PATH`` or ``PATH::NAME``: a picture of what is there."""

    places = ("file", "folder")
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "kind": directives.unchanged_required
    }

    @property
    def given(self) -> str:
        """The path as it is written, without the name behind it."""
        return super().given.partition("::")[0]

    def read_options(self, code: CodeMap, path: str) -> Options:
        """Return what kind of picture it is, and of which definition."""
        from ...pages.pictures.graph_kinds import GRAPH_KINDS

        name = self.options.get("kind", "imports")
        kind = GRAPH_KINDS.get(name)
        if kind is None:
            near = did_you_mean(name, GRAPH_KINDS, "choose from")
            raise UnknownError(f"unknown kind {name!r}", f"; {near}")
        place = "folder" if path in code.folders else "file"
        if place not in kind.places:
            wanted = " or ".join(kind.places)
            raise UnknownError(f"kind {name!r} shows a {wanted}, not a {place}", "")
        qualname = super().given.partition("::")[2]
        if qualname or kind.needs_name:
            self._check_name(code, path, qualname, name, kind.definitions)
        return {"kind": name, "name": qualname}

    def _check_name(
        self, code: CodeMap, path: str, qualname: str, kind: str, kinds: tuple[str, ...]
    ) -> None:
        """Check that a file has a definition that the kind of picture shows."""
        if not kinds:
            raise UnknownError(f"kind {kind!r} takes a path without a name", "")
        names = {
            row.qualname: None for row in code.definitions(path) if row.kind in kinds
        }
        if not qualname or qualname not in names:
            what = " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
            near = f"; {did_you_mean(qualname, names, 'choose from')}" if names else ""
            if not qualname:
                wanted = f"kind {kind!r} takes {path}:: and the name of a {what}"
                raise UnknownError(wanted, near)
            raise UnknownError(f"no {what} {qualname!r} in {path}", near)

    def note_shown(self, domain: KwDomain, path: str, options: Options) -> None:
        """Have the document read again when the picture is another."""
        shown = ShownGraph(options["kind"], path, options["name"])
        domain.note_dependency(self.env.docname, shown, graph_digest(domain, shown))


def graph_digest(domain: KwDomain, shown: ShownGraph) -> str:
    """Return a digest of what a picture shows; empty if its path is gone."""
    from ...pages.page_kinds import rows_led_to
    from ...pages.pictures.graph_kinds import GRAPH_KINDS

    code = domain.code
    if code is None:
        return ""
    path = shown.path
    if path not in code.folders and code.store.file_key(path) is None:
        return ""
    names = {row.qualname for row in code.definitions(path)}
    if shown.qualname and shown.qualname not in names:
        return ""
    inputs = GRAPH_KINDS[shown.kind].inputs(code, path, shown.qualname)
    text = encode(inputs).decode()
    rows = rows_led_to(code, text)
    return digest(PAGES_VERSION, code.settings, rows, text=text)


def _candidates(code: CodeMap, given: str, places: tuple[str, ...]) -> list[str]:
    """Return what the tree has that a path without a near match may mean.

    It is what is called so or nearly so, anywhere; or else what is at the top.
    """
    paths = []
    if "folder" in places:
        paths += [path for path in code.folders if path]
    if "file" in places:
        paths += [file for folder in code.folders.values() for file in folder.files]
    by_name = by_base_name(paths)
    name = given.replace("\\", "/").rstrip("/").rpartition("/")[2]
    if near := most_similar(name, by_name):
        return sorted(by_name[near])[:_CANDIDATES]
    return sorted(paths, key=lambda path: (path.count("/"), path))[:_CANDIDATES]


def directive_digest(domain: KwDomain, name: str, path: str) -> str:
    """Return a digest of what a directive may show; empty if the path is gone.

    It shows what generated pages do, with the same links; where there are none, it is
    made of what they would show.
    """
    from ...pages.page_kinds import PAGE_KINDS

    code = domain.code
    if code is None:
        return ""
    if name == "kwgraph":
        # It was not there, or did not have what is to be drawn.
        key = code.store.file_key(path)
        return digest(key, path in code.folders) if key or path in code.folders else ""
    if path in code.folders and name != "kwfile":
        kinds = ("sub",) if name == "kwindex" else ("index", "doc")
    elif code.store.file_key(path) is not None:
        kinds = ("kw",) if name == "kwindex" else ("docs",)
    else:
        return ""
    return digest(
        *(
            page.digest
            if (page := code.page(kind, path))
            else (PAGES_VERSION, code.settings, PAGE_KINDS[kind].inputs(code, path))
            for kind in kinds
        )
    )


DIRECTIVES: Final[dict[str, type[CodeDirective]]] = {
    "kwindex": KwindexDirective,
    "kwfile": KwfileDirective,
    "kwfolder": KwfolderDirective,
    "kwgraph": KwgraphDirective,
}
