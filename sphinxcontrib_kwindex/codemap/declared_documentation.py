"""What other files say of what is defined in a file, because they declare it.

Of a function of C or C++ the header usually has the documentation, and the class; of a
method of Go any file of the package may have the type.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache, partial

from ..links.tree_paths import folder_distance
from ..model.facts import Definition
from ..model.grouped import grouped
from ..model.kinds import TYPES
from ..model.named_tuple import NamedTuple
from ..model.names import outer_name
from ..model.outermost_definitions import size_of
from ..store.counterpart_queries import Counterpart
from .code_map import CodeMap


def declared_summaries(code: CodeMap, path: str) -> dict[str, str]:
    """Return the first sentences that declarations have, of the nearest one.

    :return: by the ids of the definitions in the file that have none of their own.
    """
    return code.once(_Declared).summaries(path)


def shown_summary(code: CodeMap, path: str, definition: Definition) -> str:
    """Return the first sentence of a definition, or of its declaration."""
    anchor = code.anchors(path)[definition.qualname][definition.kind]
    return definition.summary or declared_summaries(code, path).get(anchor, "")


class _Declared:
    def __init__(self, code: CodeMap) -> None:
        # A page asks more than once.
        self.summaries = lru_cache(4)(partial(_summaries, code))
        self.implemented = lru_cache(4)(partial(_implemented, code))


def _summaries(code: CodeMap, path: str) -> dict[str, str]:
    silent = {row.anchor for row in code.definitions(path) if not row.documented}
    declarations = grouped(
        (row.path, row)
        for row in code.counterparts(path)
        if row.own in silent and not row.own_declares
    )
    summaries: dict[str, str] = {}
    for other in sorted(
        declarations, key=lambda file: (folder_distance(path, file), file)
    ):
        known = {
            (definition.kind, definition.qualname): definition
            for definition in code.facts(other).definitions
        }
        for row in declarations[other]:
            declaration = known.get((row.kind, row.qualname))
            if declaration and declaration.summary:
                summaries.setdefault(row.own, declaration.summary)
    return summaries


class ImplementedType(NamedTuple):
    """A type of another file that has methods in a file."""

    path: str
    anchor: str
    qualname: str
    sort: str
    """As :attr:`.Definition.sort`."""
    summary: str
    methods: int
    """The number of its methods in the file."""
    lines: int
    """Their lines."""


def implemented_types(code: CodeMap, path: str) -> list[ImplementedType]:
    """Return the types that other files declare and a file implements.

    :return: the one with the most lines first.
    """
    return code.once(_Declared).implemented(path)


def _implemented(code: CodeMap, path: str) -> list[ImplementedType]:
    declared: dict[str, Counterpart] = {}
    # They come by path, and the nearest counts.
    rows = code.counterparts(path)
    for row in sorted(rows, key=lambda row: folder_distance(path, row.path)):
        declared.setdefault(row.own, row)
    anchors = code.anchors(path)
    beside = _types_beside(code, path)
    methods: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for definition in code.facts(path).definitions:
        if definition.kind != "method":
            continue
        outer = outer_name(definition.qualname)
        other = declared.get(anchors[definition.qualname][definition.kind])
        if other and not other.own_declares:
            methods[other.path, outer_name(other.qualname)].append(size_of(definition))
        elif outer in beside:
            methods[beside[outer], outer].append(size_of(definition))
    types = []
    for (header, name), sizes in methods.items():
        for of in code.facts(header).definitions:
            if of.qualname == name and of.kind in TYPES:
                anchor = code.anchors(header)[name][of.kind]
                shown = header, anchor, name, of.sort, of.summary
                types.append(ImplementedType(*shown, len(sizes), sum(sizes)))
                break
    return sorted(types, key=lambda type_: (-type_.lines, type_.qualname, type_.path))


def _types_beside(code: CodeMap, path: str) -> dict[str, str]:
    """Return the types of a file's methods that other files of its package define.

    :return: the files, by the names of the types.
    """
    language = code.language_of(path)
    if language is None or not language.embeds:
        return {}
    definitions = code.facts(path).definitions
    named = {outer_name(part.qualname) for part in definitions if part.kind == "method"}
    named -= {part.qualname for part in definitions}
    folder = path.rpartition("/")[0]
    return {
        row.qualname: row.path
        for name in named
        for row in code.definitions_named(name, sorted(TYPES))
        if row.qualname == name and row.path.rpartition("/")[0] == folder
    }
