"""Old addresses of files and definitions, by ``kwindex_moved.toml``."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import commonpath

from ...analysis.project.moved_file import Moved, ObjectName, Problem, place, read_moved
from ..code_map import CodeMap
from .lookup import ROLES, DomainObject


def moved_rows(code: CodeMap) -> Moved:
    """Return the rows of a tree; they are read once a build."""
    return code.keep(read_moved, lambda: read_moved(code.root))


def exists(code: CodeMap, where: ObjectName) -> bool:
    """Return whether a place is in the tree, and shown."""
    if not code.has_file(where.path):
        return False
    return not where.qualname or where.qualname in code.anchors(where.path)


def moved_to(code: CodeMap, old: ObjectName) -> ObjectName | None:
    """Return where something is now; ``None`` if it is not known to have moved."""
    new = moved_rows(code).end(old, lambda where: exists(code, where))
    return new if new and new != old and exists(code, new) else None


def problems(code: CodeMap) -> Iterator[Problem]:
    """Yield what is wrong with the rows: those that lead in a circle, or to nothing."""
    moved = moved_rows(code)
    yield from moved.problems
    for old, row in moved.rows.items():
        if moved_to(code, old) is None:
            end = moved.end(old, lambda where: exists(code, where))
            if end is None or end == old:
                yield Problem(row.line, f"{old.name} leads in a circle")
            else:
                text = f"{old.name} leads to {end.name}, which is not there"
                yield Problem(row.line, text)


def departed(code: CodeMap, path: str) -> list[tuple[str, ObjectName]]:
    """Return what had an address on the page of a file, and where it is now.

    In the order of the rows; what is there again is left out.
    """
    moved = moved_rows(code)
    if not moved.rows:
        return []
    places = moved.departed(path, renamed=not code.has_file(path))
    return [
        (qualname, new)
        for qualname, old in places.items()
        if not exists(code, ObjectName(path, qualname))
        and (new := moved_to(code, old)) is not None
    ]


def departed_folders(code: CodeMap) -> dict[str, str]:
    """Return the folders whose files all went, and the folder that these are in now."""
    went: dict[str, list[tuple[str, str]]] = {}
    for path in moved_rows(code).paths():
        new = moved_to(code, ObjectName(path))
        folder = path.rpartition("/")[0]
        while new and folder and folder not in code.folders:
            went.setdefault(folder, []).append((path, new.path))
            folder = folder.rpartition("/")[0]
    return {folder: _new_folder(folder, pairs) for folder, pairs in went.items()}


def _new_folder(folder: str, pairs: list[tuple[str, str]]) -> str:
    """Return what a folder is called now, or else which folder has all its files."""
    ends = [(old[len(folder) :], new) for old, new in pairs]
    names = {new.removesuffix(end) if new.endswith(end) else "" for end, new in ends}
    if len(names) == 1 and (name := names.pop()):
        return name
    return commonpath([new.rpartition("/")[0] for _, new in pairs])


def find_moved(code: CodeMap, name: str, role: str) -> list[DomainObject]:
    """Return the object that had a name, which is a path or ``path::qualname``."""
    new = moved_to(code, place(name))
    if new is None:
        return []
    if not new.qualname:
        return [DomainObject("file", new.path)] if "file" in ROLES[role] else []
    return [
        DomainObject(kind, new.path, new.qualname, anchor)
        for kind, anchor in code.anchors(new.path)[new.qualname].items()
        if kind in ROLES[role]
    ][:1]
