"""Which definition of the tree a documented name means.

Somebody's API reference describes objects by the names that users import them by:
``package.Name``, which may well be defined in ``package/_names.py``, and a method by
the class that has it from another class. Only full names are followed, from the module
that they begin with; endings would be guesses.
"""

from __future__ import annotations

from typing import Final

from ...links.languages.python import is_stub
from ...model.facts import is_private
from ...model.rows import DefinitionRow
from ...scan.test_paths import is_test_or_example
from ..code_map import CodeMap
from ..testing.files_with_tests import holds_tests

#: The kinds of definitions that an object type of the Python domain stands for,
#: where a name has several.
_KINDS: Final = {
    "class": ("class",),
    "exception": ("class",),
    "data": ("data",),
    "function": ("function",),
    "decorator": ("function",),
    "attribute": ("attribute", "method"),
    "property": ("method", "attribute"),
    "type": ("data", "class"),
}
_METHOD: Final = ("method", "attribute")


def find_documented(code: CodeMap, dotted: str, objtype: str) -> DefinitionRow | None:
    """Return the definition that a documented object is, if that is clear.

    :param dotted: its name, with the module from its beginning.
    :param objtype: its type in the Python domain, such as ``function``.
    """
    definitions = documented(code, dotted, objtype)
    return definitions[0] if len(definitions) == 1 else None


def documented(
    code: CodeMap, dotted: str, objtype: str = "", *, whole: bool = True
) -> list[DefinitionRow]:
    """Return the definitions that a documented object may be, one of each file.

    :param whole: whether the name of the module is given from its beginning.
    """
    parts = dotted.split(".")
    find = code.modules.called if whole else code.modules.ending
    kinds = _KINDS.get(objtype, _METHOD)
    for number in range(len(parts) - 1, 0, -1):
        modules = find(".".join(parts[:number]))
        places = {_follow(code, path, parts[number:]) for path in modules}
        by_path: dict[str, DefinitionRow] = {}
        rows = [row for place in places if place for row in _rows(code, *place)]
        rows.sort(key=lambda row: (row.kind not in kinds, row.line, row.kind))
        for row in rows:
            by_path.setdefault(row.path, row)
        # The stub of a module is not its source.
        sources = [path for path in by_path if not is_stub(path)]
        if by_path:
            return [by_path[path] for path in sorted(sources or by_path)]
    return []


def public_names(code: CodeMap, path: str) -> list[DefinitionRow]:
    """Return the classes and functions of a file that a manual is to name.

    They are those at the top of a module in a package, of which no name is private or
    special.
    """
    package = f"{path.rpartition('/')[0]}/__init__.py".lstrip("/")
    dotted = path.rpartition(".")[0].replace("/", ".")
    if package not in code.modules.files or is_private(dotted) or is_stub(path):
        return []
    if holds_tests(code, path) or is_test_or_example(path):
        return []
    return [
        row
        for row in code.definitions(path)
        if row.kind in {"class", "function"}
        and "." not in row.qualname
        and not row.qualname.startswith("_")
    ]


def _follow(code: CodeMap, path: str, names: list[str]) -> tuple[str, str] | None:
    """Return path and qualified name of what is in a module by these names."""
    qualname = ""
    for name in names:
        if qualname:
            qualname = f"{qualname}.{name}"
            continue
        definition = code.import_resolver.find_definition(path, name)
        if definition is None:
            return None
        path, qualname = definition
    return path, qualname


def _rows(code: CodeMap, path: str, qualname: str) -> list[DefinitionRow]:
    """Return the definitions of a name, or those that a class inherits by it."""
    owner, _, name = qualname.rpartition(".")
    rows = code.definitions_called(path, qualname)
    if not rows and owner:
        rows = code.inherited_members(path, owner, name)
    return rows
