"""Pages that may change with declarations in other files."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.languages.registry import may_declare, row_of
from ..codemap.code_map import CodeMap
from ..links.edits.link_edits import LinkChanges
from ..model.kinds import TYPES
from ..store.counterpart_queries import named_alike
from .affected_by_paths import PageKey, indexes_above


def counterparts(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Declarations and definitions say where the others are used, and what they say."""
    changed = {(use.target, use.qualname) for use in links.use}
    for path, edit in links.edits.items():
        changed.update((path, name) for name in edit.declared_otherwise())
    # What a source defines goes with the header that it includes.
    for path in {link.path for link in links.link if may_declare(link.path)}:
        changed.update((path, row.qualname) for row in code.definitions(path))
    for path, name in changed:
        if may_declare(path):
            for file, _ in named_alike(code.store, name):
                # The row of a source names the types that it implements.
                yield from (("docs", file), ("kw", file), *indexes_above(code, file, 1))


def types_beside(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Files say of which types of their package they have methods."""
    for path, edit in links.edits.items():
        folder = code.folders.get(path.rpartition("/")[0])
        if folder is None or not row_of(path).embeds:
            continue
        names = edit.declared_otherwise()
        facts = (*edit.before.definitions, *edit.after.definitions)
        if any(part.kind in TYPES and part.qualname in names for part in facts):
            for file in filter(code.language_of, folder.files):
                yield from (("docs", file), *indexes_above(code, file, 1))
