"""Small source trees on disk, and what the pipeline before Sphinx makes of them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from projects import write_file

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.scan.scan import SourceFile
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import Progress, ingest


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files by their POSIX paths; texts are dedented."""
    for path, content in files.items():
        if isinstance(content, str):
            content = textwrap.dedent(content)
        write_file(root / path, content)
    return root


def sources(root: Path) -> list[SourceFile]:
    """List all files below *root*."""
    return [
        SourceFile(path.relative_to(root).as_posix(), path)
        for path in sorted(root.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]


def take(store: Store, root: Path, progress: Progress = iter) -> bool:
    """Take all files below *root* into the store; nothing is hidden.

    :param progress: is given the files that have to be analysed, and passes them on.
    """
    return ingest(
        store,
        sources(root),
        skip=lambda _path, _definition: False,
        skip_digest="",
        progress=progress,
    )


def surveyed(
    root: Path, files: Mapping[str, str | bytes], *, root_name: str = "project"
) -> CodeMap:
    """Write a tree and return what is known of it, links included."""
    write(root, files)
    store = new_store(root.with_name(f"{root.name}.sqlite"))
    take(store, root)
    assert link_tree(store, root, root_name) == []
    return CodeMap(store, root)


def new_store(path: Path) -> Store:
    """Open a store that says nothing, made of one without files where there is none.

    To make its tables takes a fifth of what a small tree does.
    """
    if not path.exists():
        path.write_bytes(_empty_store())
    return Store(path, _no_message)


@cache
def _empty_store() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite")
        Store(path, _no_message).close()
        return path.read_bytes()


def _no_message(text: str) -> None:
    raise AssertionError(text)
