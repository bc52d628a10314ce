"""Pages at the addresses of files and folders that moved: they lead on.

They are no documents: not searched, in no table of contents and no inventory. A script
takes along what an address names on the page; without it the page itself leads on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from ..analysis.project.moved_file import ObjectName
from ..codemap.code_map import CodeMap
from ..codemap.names.lookup import DomainObject
from ..codemap.names.moved_places import (
    departed,
    departed_folders,
    moved_rows,
    moved_to,
)
from ..i18n import say
from ..model.anchors import former_anchors
from ..model.errors import error_line
from ..model.named_tuple import NamedTuple
from ..pages.page_kind_names import FILE_KINDS, FOLDER_KINDS
from ..scan.own_folders import (
    OUTPUT_RECORD,
    folded,
    keep_names,
    read_names,
    remove_all,
    write_changed,
)
from .documents.books_without_map import makes_book
from .documents.domain import kw_domain
from .documents.outdated_outputs import output_path
from .html.escaping import escaped
from .markdown import text as markdown
from .setup.build_state import build_state
from .setup.config import output
from .setup.messages import warn

#: In the output directory: which files are such pages.
_RECORD: Final = f"{OUTPUT_RECORD}-moved"
_SCRIPT: Final = "_static/kwindex-moved.js"


class MovedPage(NamedTuple):
    """A page where a file or a folder was."""

    docname: str
    kind: str
    path: str
    new: str | None
    """Where it is now, empty for the root; ``None`` if only definitions are known to
    have moved."""
    departed: list[tuple[str, ObjectName]]
    """What had an address on it, and where that is now."""


#: What Sphinx writes besides documents.
_SPHINXS: Final = ("search", "genindex", "py-modindex")


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the pages, and delete those that are not wanted any more."""
    code = build_state(app).code
    if exception is not None:
        return
    builder = app.builder
    if builder.format not in _WRITERS or makes_book(builder):
        return
    if isinstance(builder, SerializingHTMLBuilder):
        return
    wanted: dict[Path, str] = {}
    pages: list[MovedPage] = []
    if code is not None and code.pages:
        pages += moved_pages(code, output(app.config))
    names = (*app.env.all_docs, *_SPHINXS) if pages else ()
    others = {folded(str(_file(builder, name))) for name in names}
    for page in pages:
        file = _file(builder, page.docname)
        # Where file systems fold case, one would be the other.
        if (name := folded(str(file))) not in others:
            others.add(name)
            wanted[file] = _WRITERS[builder.format](app, page)
    _write(app, wanted)


def moved_pages(code: CodeMap, prefix: str) -> Iterator[MovedPage]:
    """Yield the pages at addresses where there is none today.

    :param prefix: what docnames begin with.
    """
    if not moved_rows(code).rows:
        return
    # It takes long to import.
    from ..pages.page_plan import docname_for

    for path in moved_rows(code).paths():
        new = moved_to(code, ObjectName(path))
        for kind in FILE_KINDS:
            left = departed(code, path) if kind == "docs" else []
            if (new or left) and code.page(kind, path) is None:
                docname = docname_for(prefix, f"{path}_{kind}")
                yield MovedPage(docname, kind, path, new.path if new else None, left)
    for folder, now in departed_folders(code).items():
        for kind in FOLDER_KINDS:
            yield MovedPage(
                docname_for(prefix, f"{folder}/{kind}"), kind, folder, now, []
            )


def _file(builder: Builder, docname: str) -> Path:
    path = output_path(builder, Path(builder.outdir), docname)
    assert path is not None
    return path


def _write(app: Sphinx, wanted: dict[Path, str]) -> None:
    """Have exactly these pages in the output directory."""
    outdir = Path(app.outdir)
    record = outdir / _RECORD
    before = {outdir / name for name in read_names(record)}
    if not wanted and not before:
        return
    # The build may be killed while it writes.
    _keep(record, wanted.keys() | before)
    documents = {_file(app.builder, name) for name in app.env.all_docs}
    remove_all(before, wanted.keys() | documents, outdir)
    for file, text in wanted.items():
        try:
            write_changed(file, text.encode())
        except OSError as error:
            # Windows has no "a:b", as the file may have been called.
            name = file.relative_to(outdir).as_posix()
            warn(
                f"{name}, which would lead on, cannot be written: {error_line(error)}",
                subtype="moved",
            )
    _keep(record, wanted)


def _keep(record: Path, files: Iterable[Path]) -> None:
    folder = record.parent
    keep_names(record, (file.relative_to(folder).as_posix() for file in files))


def _addresses(app: Sphinx, page: MovedPage) -> tuple[str, list[tuple[str, str, str]]]:
    """Return the URI of what a page leads to, and names and URIs of definitions.

    The URI is empty where what it leads to has no page and no row.
    """
    from .documents.placeholder_content import uris

    code, domain, builder = build_state(app).tree, kw_domain(app.env), app.builder
    uri = uris(builder, page.docname)
    target = ""
    if page.new is not None:
        kind = "folder" if page.kind in FOLDER_KINDS else "file"
        if alike := code.page(page.kind, page.new):
            target = uri(alike.docname, "")
        elif place := domain.location(DomainObject(kind, page.new), builder):
            target = uri(*place)
    listed = []
    for qualname, new in page.departed:
        anchor = next(iter(code.anchors(new.path)[new.qualname].values()))
        shown = DomainObject("class", new.path, new.qualname, anchor)
        place = domain.location(shown, builder)
        listed.append((qualname, new.name, uri(*place) if place else ""))
    return target, listed


def _html(app: Sphinx, page: MovedPage) -> str:
    """Return the page that leads on from where a file was, and what it defined."""
    target, listed = _addresses(app, page)
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    own = builder.get_target_uri(page.docname)
    root = "../" * own.count("/") or "./"
    name = escaped(page.path)
    head, script = [], ""
    if target:
        base = app.config.html_baseurl
        canonical = target.partition("#")[0]
        if base:
            from urllib.parse import urljoin

            canonical = urljoin(urljoin(base, own), canonical)
        head.append(f'<link rel="canonical" href="{escaped(canonical)}">')
        head.append(f'<meta http-equiv="refresh" content="0; url={escaped(target)}">')
        script = f' data-to="{escaped(target)}"'
    body = []
    if page.new is not None:
        new = _a(f"<code>{escaped(page.new or '.')}</code>", target)
        body.append(f"<p>{_now(f'<code>{name}</code>', new)}</p>")
    if listed:
        body.append(f"<h1>{escaped(say('What was here'))}</h1>\n<ul>")
        for qualname, new_name, uri in listed:
            entry, source = map(escaped, former_anchors(qualname))
            new = _a(f"<code>{escaped(new_name)}</code>", uri)
            text = _now(f"<code>{escaped(qualname)}</code>", new)
            body.append(f'<li id="{entry}"><span id="{source}"></span>{text}</li>')
        body.append("</ul>")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{escaped(app.config.language)}">',
            '<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="robots" content="noindex">',
            f"<title>{name}</title>",
            *head,
            f'<script src="{root}{_SCRIPT}" defer{script}></script>',
            "</head>\n<body>",
            *body,
            "</body>\n</html>\n",
        ]
    )


def _a(markup: str, uri: str) -> str:
    return f'<a href="{escaped(uri)}">{markup}</a>' if uri else markup


def _now(old: str, new: str) -> str:
    """Return a sentence about two names, which are markup."""
    first, _, rest = escaped(say("{old} is now {new}.")).partition("{old}")
    second, _, third = rest.partition("{new}")
    return f"{first}{old}{second}{new}{third}"


def _markdown(app: Sphinx, page: MovedPage) -> str:
    target, listed = _addresses(app, page)
    lines = []
    if page.new is not None:
        new = markdown.link(markdown.code(page.new or "."), target)
        lines.append(say("{old} is now {new}.", old=markdown.code(page.path), new=new))
    for qualname, new_name, uri in listed:
        new = markdown.link(markdown.code(new_name), uri)
        text = say("{old} is now {new}.", old=markdown.code(qualname), new=new)
        anchors = "".join(map(markdown.anchor, former_anchors(qualname)))
        lines.append(f"- {anchors}{text}")
    return "\n\n".join(lines) + "\n"


_WRITERS: Final = {"html": _html, "markdown": _markdown}
