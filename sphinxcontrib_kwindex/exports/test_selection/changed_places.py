"""Which definitions changed lines are in, and which name a file that has none."""

from __future__ import annotations

from collections.abc import Iterator

from ...codemap.code_map import CodeMap
from ...model.kinds import CONTAINERS, VALUES, WITH_BODY
from ...model.names import Symbol
from ...scan.git_changes import ChangedFile
from .uses_in_sources import innermost


def changed_places(code: CodeMap, file: ChangedFile) -> Iterator[Symbol]:
    """Yield the definitions that lines of a file are in; with "" the whole file."""
    known = code.facts(file.path).definitions
    values = [definition for definition in known if definition.kind in VALUES]
    if not file.lines:
        yield file.path, ""
    for first, last in file.lines:
        # Where lines were deleted, what is on both sides of the gap.
        start, end = min(first, last), max(first, last)
        around = innermost(known, start, end)
        within = (it for it in known if start <= it.line and it.end_line <= end)
        inside = [definition for definition in within if definition.kind in WITH_BODY]
        # Around imports, values of the module or several definitions is the file.
        yield file.path, around.qualname if around else ""
        if around is None or around.kind in CONTAINERS:
            inside += [
                value
                for value in values
                if value.line <= end and start <= value.end_line
            ]
        yield from ((file.path, definition.qualname) for definition in inside)


def is_only_named(code: CodeMap, path: str) -> bool:
    """Tell whether no file imports a file, and no definition of it is used."""
    return not code.definitions(path) and not code.all_importers(path)


def places_naming(code: CodeMap, path: str) -> Iterator[Symbol]:
    """Yield the definitions that name a file, also through files that are only named.

    A template may be named by others, and these by code.
    """
    seen, waiting = {path}, [path]
    while waiting:
        named = waiting.pop()
        for user in code.mentioned_in(named):
            mentions = code.facts(user).mentions
            rows = code.resolved_mentions(user)
            lines = [mentions[row.ordinal].line for row in rows if row.target == named]
            file = ChangedFile(user, gone=False, lines=tuple((n, n) for n in lines))
            yield from changed_places(code, file)
            if user not in seen and is_only_named(code, user):
                seen.add(user)
                waiting.append(user)
