"""Which pages of an output directory are outdated, by a record of what was written.

Sphinx compares times. That is not enough for several builders over one doctree
directory, for an output that a killed build left truncated, and for pages that are
gone. So each output directory holds a record of the pages in it and their digests,
written when a build ends well, and a mark while a build runs, with the names of the
pages that are not in the record and may be written.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Final, TypedDict

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.matching import Matcher
from sphinx.util.osutil import copyfile

from ...model.digests import digest
from ...scan.own_folders import OUTPUT_RECORD, read_record, remove, remove_all
from ..setup.build_state import build_state, replace
from ..setup.messages import inform
from .domain import kw_domain
from .intersphinx import inventories
from .manual_names import manual_names
from .object_descriptions import descriptions
from .toctrees import top_page, wanted_entry

#: The name of the mark that stands in the output directory while a build runs. It has
#: a line of JSON for each docname.
RUNNING: Final = f"{OUTPUT_RECORD}-running"
#: Where a record has the document that tables of contents lead to, and its title; no
#: docname is empty.
_ENTRY: Final = ""


class _Written(TypedDict):
    """What a builder wrote."""

    builder: str
    pages: dict[str, str]


def _record(app: Sphinx) -> dict[str, str]:
    """Return the digests of the pages that were written into the output directory."""
    record = read_record(Path(app.outdir, OUTPUT_RECORD), _Written)
    return record["pages"] if record and record["builder"] == app.builder.name else {}


def _begun(app: Sphinx) -> set[str]:
    """Return the pages that were written, or were going to be, since the record was."""
    docnames = set()
    with contextlib.suppress(OSError):
        for line in Path(app.outdir, RUNNING).read_text("utf-8").splitlines():
            # The last line may be cut off, and its page is not there then.
            with contextlib.suppress(ValueError):
                docnames.add(str(json.loads(line)))
    return docnames


def _begin(app: Sphinx, docnames: Iterable[str]) -> None:
    """Keep the names of pages before they are written: a build may be killed."""
    if new := sorted(set(docnames) - _begun(app)):
        lines = "".join(f"{json.dumps(docname)}\n" for docname in new)
        with (
            contextlib.suppress(OSError),
            Path(app.outdir, RUNNING).open("a", encoding="utf-8") as mark,
        ):
            # What stands there may be cut off.
            mark.write(f"\n{lines}")


def config_inited(app: Sphinx, config: Config) -> None:
    """Keep record and mark out of the packages that epub makes of its output."""
    config.epub_exclude_files = [*config.epub_exclude_files, OUTPUT_RECORD, RUNNING]


def write_started(app: Sphinx, builder: Builder) -> None:
    """Keep what is ours in the doctree directory out of an epub, and of its warnings.

    By default that is in the output directory, and each file there is one warning. The
    configuration is pickled by now; a change before would have all documents read anew.
    """
    doctrees, output = Path(app.doctreedir), Path(app.outdir)
    if not isinstance(builder, Epub3Builder) or not doctrees.is_relative_to(output):
        return
    state, excluded = build_state(app), list(app.config.epub_exclude_files)
    for path in doctrees.rglob("*"):
        name = path.relative_to(doctrees).as_posix()
        if name.startswith("kwindex") or name.removesuffix(".doctree") in state.pages:
            excluded.append(str(path.relative_to(output)))
    replace(state.undo, app.config, "epub_exclude_files", excluded)


def builder_inited(app: Sphinx) -> None:
    """Mark the output directory, and see whether the last build was killed."""
    mark = Path(app.outdir, RUNNING)
    build_state(app).interrupted = mark.exists()
    with contextlib.suppress(OSError):
        mark.touch()


def env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the documents whose output is not what it should be."""
    state = build_state(app)
    record = _record(app)
    digests = _digests(app)
    _begin(app, digests.keys() - record.keys() - {_ENTRY})
    if state.interrupted:
        inform("the last build did not finish; writing all pages again")
        return state.schedule(sorted(env.all_docs))
    if record.get(_ENTRY) != digests.get(_ENTRY):
        # Themes show it beside every page, whatever else is there.
        outdated = sorted(env.all_docs)
    elif state.code is None:
        return []
    else:
        outdated = [
            docname
            for docname, shown in digests.items()
            if docname in env.all_docs and record.get(docname) != shown
        ]
    if not record:
        # Sphinx writes what is not there. Told of it here, it would check the tables of
        # contents again, and repeat what it says of the manual for each builder.
        outdated = [name for name in outdated if _is_there(app, name)]
    return state.schedule(outdated)


def _is_there(app: Sphinx, docname: str) -> bool:
    """Return whether a builder that writes a file a document has written this one's."""
    path = output_path(app.builder, Path(app.outdir), docname)
    return path is not None and path.exists()


def _digests(app: Sphinx) -> dict[str, str]:
    """Return by document a digest of all of the tree that its output shows."""
    domain, state = kw_domain(app.env), build_state(app)
    digests = {docname: page.digest for docname, page in state.pages.items()}
    if state.pages:
        if app.builder.format == "html":
            # They stand in every page, and in nothing that is read.
            config = app.config
            added = config.kwindex_robots, bool(config.kwindex_markdown)
            digests = {name: digest(page, *added) for name, page in digests.items()}
        digests[_ENTRY] = _entry(app)
    for docname, dependencies in domain.dependencies.items():
        digests[docname] = digest(digests.get(docname), dependencies)
    for source in (descriptions(domain), manual_names(domain), inventories(domain)):
        for docname, links in source.states() if source else ():
            digests[docname] = digest(digests.get(docname), links)
    if state.book is not None:
        for docname in (_ENTRY, *state.pages):
            digests.pop(docname, None)
    return digests


def _entry(app: Sphinx) -> str:
    """Return which document the project's contents lead to, and what they call it."""
    page = top_page(app)
    title = app.env.titles.get(page.docname) if page else None
    return f"{wanted_entry(app)} {title.astext() if title else ''}"


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Record what was written, and delete the output of pages that are gone."""
    if exception is not None:
        return
    now = _digests(app)
    before = _record(app)
    written = before.keys() | _begun(app)
    if now or written:
        if gone := written - app.env.all_docs.keys() - {_ENTRY}:
            remove_outputs(app, gone, app.env.all_docs)
            # Sphinx leaves them there, with words of what was on the page.
            doctrees = Path(app.doctreedir)
            remove_all(
                [doctrees / f"{docname}.doctree" for docname in gone],
                (doctrees / f"{docname}.doctree" for docname in app.env.all_docs),
                doctrees,
            )
        if isinstance(app.builder, StandaloneHTMLBuilder):
            _copy_originals(app)
        file = Path(app.outdir, OUTPUT_RECORD)
        if not now:
            file.unlink(missing_ok=True)
        elif now != before:
            record = {"builder": app.builder.name, "pages": now}
            file.write_text(json.dumps(record, indent=0, sort_keys=True), "utf-8")
    Path(app.outdir, RUNNING).unlink(missing_ok=True)


def remove_pages(app: Sphinx, pages: Set[str]) -> None:
    """Delete what an earlier build wrote for pages that are no longer wanted here."""
    written = (_record(app).keys() | _begun(app)) & pages
    kept = app.env.all_docs.keys() - pages
    remove_outputs(app, written, kept)


def remove_outputs(app: Sphinx, gone: Iterable[str], kept: Iterable[str]) -> None:
    """Delete what a builder wrote for documents, and folders that are empty then.

    :param kept: the documents that are left. With dirhtml the output of a document may
        stand where that of another stood: ``sub`` and ``sub/index``.
    """
    builder, outdir, generated = app.builder, Path(app.outdir), build_state(app).pages

    def files(docnames: Iterable[str]) -> Iterator[Path]:
        for docname in docnames:
            path = output_path(builder, outdir, docname)
            if path and not replaced_by(builder, docname):
                yield path
            yield outdir / "_sources" / original_name(docname)
            # Of a hand-written document that showed something of the tree.
            for suffix in () if docname in generated else app.config.source_suffix:
                yield outdir / "_sources" / f"{docname}{suffix}.txt"

    remove_all(set(files(gone)), files(kept), outdir)


def output_path(builder: Builder, outdir: Path, docname: str) -> Path | None:
    """Return the file that a builder writes for a document, if it writes one for it."""
    if isinstance(builder, StandaloneHTMLBuilder):
        return Path(builder.get_outfilename(docname))
    suffix = getattr(builder, "out_suffix", "")
    return outdir / f"{docname}{suffix}" if suffix else None


def replaced_by(builder: Builder, docname: str) -> str:
    """Return the configuration value that has another file for the place of a page."""
    if not isinstance(builder, StandaloneHTMLBuilder):
        return ""
    config = builder.config
    if docname in config.html_additional_pages:
        return "html_additional_pages"
    for extra in config.html_extra_path:
        path = Path(builder.confdir, extra)
        file = Path(os.path.relpath(builder.get_outfilename(docname), builder.outdir))
        if path.is_file() and path.name == str(file):
            return "html_extra_path"
        names = (name.as_posix() for name in (file, *file.parents))
        excluded = Matcher(config.exclude_patterns)
        if (path / file).is_file() and not any(map(excluded, names)):
            return "html_extra_path"
    return ""


def original_name(docname: str) -> str:
    """Return the path below ``_sources`` of the original file that a page is about."""
    return f"{docname.removesuffix('_docs')}.txt"


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Note that a document is written, for whatever reason."""
    build_state(app).written.add(docname)


def _copy_originals(app: Sphinx) -> None:
    """Put the original files where "Show source" leads.

    Sphinx has copied the stubs of the pages that it wrote there. Where no originals are
    wanted, none of an earlier build is left.
    """
    state, code = build_state(app), build_state(app).code
    if code is None:
        return
    copies = app.config.html_copy_source and getattr(app.builder, "copysource", False)
    for docname in state.written & state.pages.keys():
        page = state.pages[docname]
        if page.kind != "docs":
            continue
        target = Path(app.outdir, "_sources", original_name(page.docname))
        with contextlib.suppress(OSError):
            if copies and code.is_text(page.path):
                target.parent.mkdir(parents=True, exist_ok=True)
                copyfile(code.root / page.path, target, force=True)
            else:
                # It may have been text.
                remove(target, Path(app.outdir))
