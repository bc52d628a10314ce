"""Takes what compilers know of the files of the tree from indexes in the SCIP format.

An index is an input as the files are: it is read when its content is another, and the
tree is linked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from functools import partial
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from ...analysis.scip.index_process import ScipError, read
from ...analysis.scip.read_index import Tool
from ...codemap.code_map import CodeMap
from ...model.digests import digest
from ...model.english import first_names, number_of
from ...store.database import Store
from ...store.scip_rows import add_index, files_that_do_not_fit, forget_indexes
from .config import conf_path
from .messages import inform, warn

#: How many times as long as a file an index may take.
_TIMES: Final = 10
#: How many folders of an address may be those of the tree.
_DEEPEST: Final = 100


def read_indexes(app: Sphinx, code: CodeMap) -> str:
    """Read the indexes of ``kwindex_scip`` if they are not those of the last build.

    :return: a digest of what they say; empty without any.
    :raises ConfigError: for what is no path.
    """
    given = app.config.kwindex_scip
    if not all(isinstance(path, str | os.PathLike) for path in given):
        raise ConfigError(f"kwindex_scip: {given!r} is not a list of paths")
    indexes = [conf_path(app, path) for path in given]
    store = code.store
    # Which file of the tree a path in an index means depends on the files there are.
    paths = frozenset(store.file_keys()) if indexes else frozenset()
    contents = list(map(_digest, indexes))
    state = digest(given, contents, sorted(paths)) if indexes else ""
    known = json.loads(store.meta("scip") or '["", []]')
    if known != [state, []]:
        with store.transaction():
            forget_indexes(store)
            store.set_meta("scip", "")
        problems = []
        for number, index in enumerate(indexes):
            place = partial(_places, index, code.root, paths)
            timeout = _TIMES * float(app.config.kwindex_timeout)
            try:
                index.open("rb").close()  # in a process of its own it would be fatal
                with store.transaction():
                    add_index(store, number, read(index, timeout), place)
            except (ScipError, OSError) as error:
                reason = getattr(error, "strerror", None) or error
                name = os.fspath(given[number])
                warn(f"kwindex_scip: {name!r} is not used: {reason}", subtype="scip")
                problems.append(number)
        # What could not be read is tried again: something may be installed then.
        store.set_meta("scip", json.dumps([state, problems]) if indexes else "")
    return store.meta("scip")


def _digest(index: Path) -> str:
    try:
        with index.open("rb") as stream:
            return file_digest(stream, "blake2b").hexdigest()
    except OSError:
        return ""


def _places(
    index: Path, root: Path, paths: frozenset[str], tool: Tool, documents: Iterable[str]
) -> Mapping[str, str]:
    """Return which files of the tree the documents of an index are.

    Their paths are relative to the folder for which the index was made, on a machine
    that may be another. It is taken to be the folder, of those around the index and the
    root and those below the root with its name, below which most of them are.

    :raises ScipError: if none of them is a file of the tree.
    """
    names = list(documents)
    root = root.resolve()
    parts = _folders(tool.project_root)
    best: dict[str, str] = {}
    named = (root.joinpath(*parts[-count:]) for count in range(1, len(parts)))
    around = (root, *root.parents, *index.resolve().parents, *named)
    for folder in dict.fromkeys(around):
        if root.is_relative_to(folder):
            start, end = "", root.relative_to(folder).as_posix().strip(".")
        elif folder.is_relative_to(root):
            start, end = f"{folder.relative_to(root).as_posix()}/", ""
        else:
            continue
        places = {
            name: start + name.removeprefix(f"{end}/")
            for name in names
            if not end or name.startswith(f"{end}/")
        }
        places = {name: path for name, path in places.items() if path in paths}
        if len(places) > len(best):
            best = places
    if not best:
        raise ScipError("it knows no file of the tree")
    return best


def _folders(address: str) -> tuple[str, ...]:
    """Return the last folders of an address; none of what is no address."""
    try:
        path = unquote(urlsplit(address).path)
    except ValueError:
        return ()
    return PurePosixPath(path).parts[-_DEEPEST:]


def tell_of_unused(store: Store) -> None:
    """Say of how many files the indexes were made from other texts."""
    paths = files_that_do_not_fit(store) if store.meta("scip") else []
    if paths:
        files = number_of(len(paths), "file")
        inform(
            f"{files} changed since the indexes of kwindex_scip were made; links are"
            f" found without them in {first_names(paths)}"
        )
