"""What a name means where it stands, as far as its file tells.

A name is looked for as Python does: in the scope it stands in, then in the functions
around it (classes are left out), then in the module, then among the built-in names.
If imports bind it there, it means what they ask for, as a dotted name. If the file
itself binds it there, it means something of this file and has no dotted name: a
variable called ``cache`` is no ``functools.cache``. Only two bindings may stand
beside an import without hiding it: one in another branch of the same ``try`` or
``if``, which is what is done where the import fails, and ``None``.

astroid has noted the bindings of each scope (``locals``) while it built the tree;
nothing is inferred here.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Final

from astroid import nodes

_BUILTINS: Final = frozenset(dir(builtins))


class Scope:
    """A module, a class, a function, a lambda or a comprehension.

    :param node: astroid's node for it.
    :param kind: ``module``, ``class``, ``function`` or ``expression``.
    :param qualname: the qualified name, or that of what an expression stands in.
    """

    __slots__ = ("_meanings", "global_names", "kind", "node", "outer", "qualname")

    def __init__(
        self, node: nodes.NodeNG, kind: str, qualname: str, outer: Scope | None
    ) -> None:
        self.node = node
        self.kind = kind
        self.qualname = qualname
        self.outer = outer
        self.global_names: set[str] = set()
        self._meanings: dict[str, tuple[str, ...]] = {}

    def qualify(self, name: str) -> str:
        """Return the qualified name of what is bound here."""
        if self.kind == "module" or name in self.global_names:
            return name
        separator = "." if self.kind == "class" else ".<locals>."
        return f"{self.qualname}{separator}{name}"

    def binding(self, name: str) -> Scope | None:
        """Return the scope that binds a name used here; ``None`` for a built-in."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.node.locals and (scope.kind != "class" or scope is self):
                return scope
            scope = scope.outer
        return None

    def meanings(self, name: str) -> tuple[str, ...]:
        """Return the dotted names that a name used here may stand for."""
        found = self._meanings.get(name)
        if found is None:
            scope = self.binding(name)
            if scope is None:
                found = (f"builtins.{name}",) if name in _BUILTINS else ()
            elif scope is self:
                found = _imported(name, self.node.locals[name])
            else:
                found = scope.meanings(name)
            self._meanings[name] = found
        return found

    def names(self, node: nodes.NodeNG) -> tuple[str, ...]:
        """Return the dotted names that an expression may stand for.

        There are several where branches import one name from several modules, and
        none for names of this file and for what is more than a dotted name.
        """
        if type(node) is nodes.Name:
            return self.meanings(node.name)
        attributes = []
        while type(node) is nodes.Attribute:
            attributes.append(node.attrname)
            node = node.expr
        if type(node) is not nodes.Name:
            return ()
        meanings = self.meanings(node.name)
        if not meanings:
            return ()
        tail = ".".join(reversed(attributes))
        return tuple(f"{start}.{tail}" for start in meanings)

    def decorators(self, node: nodes.ClassDef | nodes.FunctionDef) -> Iterator[str]:
        """Yield the dotted names of the decorators of a definition made here."""
        if node.decorators is not None:
            for decorator in node.decorators.nodes:
                called = type(decorator) is nodes.Call
                yield from self.names(decorator.func if called else decorator)

    def classes(self, node: nodes.NodeNG) -> list[nodes.ClassDef]:
        """Return the classes of this file that an expression may stand for."""
        if type(node) is nodes.Attribute:
            return [
                one
                for owner in self.classes(node.expr)
                for one in owner.locals.get(node.attrname, ())
                if type(one) is nodes.ClassDef
            ]
        if type(node) is not nodes.Name:
            return []
        scope = self.binding(node.name)
        if scope is None:
            return []
        bound = scope.node.locals[node.name]
        return [one for one in bound if type(one) is nodes.ClassDef]


def dotted(node: nodes.NodeNG, scope: Scope) -> str:
    """Return the absolute dotted name that an expression in *scope* was imported as.

    Relative imports keep their leading dots. The first, where branches import it
    differently; empty for names of this file.
    """
    names = scope.names(node)
    return names[0] if names else ""


def import_names(node: nodes.NodeNG, name: str) -> Iterator[str]:
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
        for asked, alias in node.names:
            if (alias or asked) == name:
                yield f"{start}{separator}{asked}"


def _imported(name: str, bindings: list[nodes.NodeNG]) -> tuple[str, ...]:
    """Return what imports bind a name to, unless something else binds it too."""
    imports = []
    others = []
    for node in bindings:
        kind = type(node)
        if kind is nodes.Import or kind is nodes.ImportFrom:
            imports.append(node)
        elif kind is not nodes.DelName and not _is_none(node):
            others.append(node)
    if not imports:
        return ()
    for other in others:
        if not any(_alternatives(one, other) for one in imports):
            return ()
    found = [dotted for node in imports for dotted in import_names(node, name)]
    return tuple(dict.fromkeys(found))


def _is_none(node: nodes.NodeNG) -> bool:
    statement = node.parent
    return (
        isinstance(statement, nodes.Assign | nodes.AnnAssign)
        and isinstance(statement.value, nodes.Const)
        and statement.value.value is None
    )


def _alternatives(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Tell whether two statements are in different branches of one statement."""
    branches = dict(_branches(one))
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
