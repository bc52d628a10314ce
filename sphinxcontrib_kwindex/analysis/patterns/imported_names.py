"""Full dotted names of expressions, by the imports of the file.

If imports bind a name where it is used, it means what they ask for, as a dotted name.
If the file itself binds it there, it means something of this file and has no dotted
name: a variable called ``cache`` is no ``functools.cache``. Only two bindings may stand
beside an import without hiding it: a binding in another branch of the same ``try`` or
``if``, which is what is done where the import fails, and ``None``.

:mod:`~sphinxcontrib_kwindex.analysis.python.scopes` says which scope binds a name, and
astroid has noted the statements that do (``locals``).
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Final

from astroid import nodes

from ..python.expressions import called, decorators_of, is_none
from ..python.scopes import Scope

_BUILTINS: Final = frozenset(dir(builtins))
_IMPORTS: Final = frozenset({nodes.Import, nodes.ImportFrom})
#: What hides no import.
_HARMLESS: Final = _IMPORTS | {nodes.DelName}


def _names_of(name: str, scope: Scope) -> tuple[str, ...]:
    names = scope.dotted_names.get(name)
    if names is None:
        owner = scope.binding_scope(name)
        if owner is None:
            names = (f"builtins.{name}",) if name in _BUILTINS else ()
        elif owner is scope:
            names = _imported(name, scope.statements(name))
        else:
            names = _names_of(name, owner)
        scope.dotted_names[name] = names
    return names


def dotted_names(node: nodes.NodeNG, scope: Scope) -> tuple[str, ...]:
    """Return the dotted names that an expression may stand for.

    There are several where branches import one name from several modules, and
    none for names of this file and for what is more than a dotted name. Relative
    imports keep their leading dots.
    """
    if type(node) is nodes.Name:
        return _names_of(node.name, scope)
    attributes = []
    while type(node) is nodes.Attribute:
        attributes.append(node.attrname)
        node = node.expr
    if type(node) is not nodes.Name:
        return ()
    starts = _names_of(node.name, scope)
    if not starts:
        return ()
    tail = ".".join(reversed(attributes))
    return tuple(f"{start}.{tail}" for start in starts)


def decorator_names(
    node: nodes.ClassDef | nodes.FunctionDef, scope: Scope
) -> Iterator[str]:
    """Yield the dotted names of the decorators of a definition."""
    for decorator in decorators_of(node):
        yield from dotted_names(called(decorator), scope)


def local_classes(node: nodes.NodeNG, scope: Scope) -> list[nodes.ClassDef]:
    """Return the classes of this file that an expression may stand for."""
    if type(node) is nodes.Attribute:
        bound = [
            binding
            for owner in local_classes(node.expr, scope)
            for binding in owner.locals.get(node.attrname, ())
        ]
    elif type(node) is nodes.Name:
        bound = scope.statements(node.name)
    else:
        return []
    return [binding for binding in bound if type(binding) is nodes.ClassDef]


def _import_names(node: nodes.NodeNG, name: str) -> Iterator[str]:
    """Yield the dotted names by which an import statement binds *name*."""
    if type(node) is nodes.Import:
        for module, alias in node.names:
            if alias == name:
                yield module
            elif alias is None and module.partition(".")[0] == name:
                yield name
    else:
        start = "." * (node.level or 0) + (node.modname or "")
        separator = "" if not start or start.endswith(".") else "."
        for imported, alias in node.names:
            if (alias or imported) == name:
                yield f"{start}{separator}{imported}"


def _imported(name: str, bindings: list[nodes.NodeNG]) -> tuple[str, ...]:
    """Return what imports bind a name to, unless something else binds it too."""
    imports = [binding for binding in bindings if type(binding) in _IMPORTS]
    others = [
        binding
        for binding in bindings
        if type(binding) not in _HARMLESS and not _is_none(binding)
    ]
    if not all(
        any(_alternatives(import_, other) for import_ in imports) for other in others
    ):
        return ()
    names = [dotted for node in imports for dotted in _import_names(node, name)]
    return tuple(dict.fromkeys(names))


def _is_none(node: nodes.NodeNG) -> bool:
    statement = node.parent
    is_assigned = isinstance(statement, nodes.Assign | nodes.AnnAssign)
    return is_assigned and is_none(statement.value)


def _alternatives(node: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Tell whether two statements are in different branches of one statement."""
    branches = dict(_branches(node))
    return any(
        branches.get(fork, branch) != branch for fork, branch in _branches(other)
    )


def _branches(node: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, object]]:
    """Yield the forks around a statement, each with the branch it is in."""
    parent = node.parent
    while parent is not None and not isinstance(parent, nodes.Module):
        if isinstance(parent, nodes.If):
            yield parent, node in parent.orelse
        elif isinstance(parent, nodes.Try | nodes.TryStar):
            if isinstance(node, nodes.ExceptHandler):
                yield parent, node
            elif node not in parent.finalbody:
                yield parent, "body"
        node, parent = parent, parent.parent
