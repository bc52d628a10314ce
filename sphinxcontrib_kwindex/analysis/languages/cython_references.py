"""What the identifiers of a Cython file stand for, by the tree of its own parser.

A name is a local variable or a parameter of the functions around it, else what the file
defines or imports at its top; what neither is may stand in its definition file. Members
are known of ``self``, of modules, and of variables with a declared type.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ...model.facts import Definition
from ...model.references import (
    ANNOTATION,
    BASE,
    CALLED,
    DECORATOR,
    IMPORTED,
    MENTION,
    STORED,
    Block,
    References,
    Spec,
    packed,
)

Node = Any
"""A node of ``Cython.Compiler.Nodes``, which has no types."""

#: What the language has without a declaration.
_BUILTINS: Final = {*dir(builtins), "NULL", "bint", "size_t", "ssize_t", "Py_ssize_t"}
_MODULE: Final = re.compile(r"\s*(?:from|cimport|import)\s+(\.*\w[\w.]*|\.+)")
_NAME: Final = re.compile(r"[ \t]*(\w+)")
_FUNCTIONS: Final = frozenset({"DefNode", "CFuncDefNode", "LambdaNode"})
_CLASSES: Final = frozenset({"CClassDefNode", "PyClassDefNode", "CppClassNode"})
#: Attributes with nodes that the parser does not list as children.
_MORE: Final = {
    "CClassDefNode": ("bases", "decorators"),
    "PyClassDefNode": ("bases", "decorators"),
    "LambdaNode": ("args", "star_arg", "starstar_arg", "result_expr"),
    "TypecastNode": ("base_type",),
    "SizeofTypeNode": ("base_type",),
    "NewExprNode": ("cppclass",),
    "CTypeDefNode": ("base_type", "declarator"),
    "CStructOrUnionDefNode": ("attributes",),
    "FusedTypeNode": ("types",),
    "AnnotationNode": ("expr",),
}
#: Of classes, which are walked with what they hold.
_DERIVED: Final = {"bases": BASE, "decorators": DECORATOR}


def read_references(
    tree: Node, text: str, definitions: Iterable[Definition]
) -> References:
    """Return what the identifiers of a parsed file stand for.

    :param definitions: all of the file.
    """
    reader = _Reader(text, {row.qualname: row for row in definitions})
    reader.imports(tree)
    reader.loose = {
        name: Spec("local", ",".join(lines), ("variable", name))
        for name, lines in _variables(tree).items()
        if name not in reader.rows
    }
    reader.walk(tree, _Scope())
    places = sorted(reader.places.items())
    return References(
        specs=tuple(reader.specs),
        positions=packed((*at, *rest) for at, rest in places),
        bases=tuple(sorted(reader.bases.items())),
        values=tuple(sorted(reader.values.items())),
        blocks=tuple(sorted(reader.blocks)),
    )


@dataclass(slots=True)
class _Scope:
    """What a name is looked up in, from the innermost function outwards."""

    qualname: str = ""
    """That of the definition around."""
    cls: str = ""
    """The class whose body it is, or whose method."""
    this: str = ""
    """What a method calls the object that it belongs to."""
    is_class: bool = False
    names: dict[str, Spec] = field(default_factory=dict)
    """The parameters and variables of the functions around."""

    def qualified(self, name: str) -> str:
        return f"{self.qualname}.{name}" if self.qualname else name


@dataclass(slots=True)
class _Reader:
    text: str
    rows: Mapping[str, Definition]
    specs: dict[Spec, int] = field(default_factory=dict)
    places: dict[tuple[int, int], tuple[int, int, int]] = field(default_factory=dict)
    bases: dict[str, tuple[int, ...]] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    bound: dict[str, Spec] = field(default_factory=dict)
    """What the imports of the file bind."""
    loose: dict[str, Spec] = field(default_factory=dict)
    """What the file binds at its top that is no definition: the name of a loop."""
    types: dict[Spec, int] = field(default_factory=dict)
    """The declared types of local variables."""
    lines: list[str] = field(init=False)
    own: set[tuple[int, str]] = field(init=False)
    """The lines and names of definitions, which lead to no others."""

    def __post_init__(self) -> None:
        self.lines = ["", *self.text.split("\n")]
        self.own = {
            (line, row.name) for row in self.rows.values() for line in row.lines
        }

    # Imports

    def imports(self, tree: Node) -> None:
        """Note what the imports bind, and lead from their words to what they mean.

        What functions import is known in all of the file: nobody has two meanings.
        """
        for node in _below(tree):
            kind = type(node).__name__
            if kind == "FromCImportStatNode":
                module = _from(node.module_name, max(node.relative_level or 0, 0))
                self._module(node, module)
                for pos, name, alias, *_ in node.imported_names:
                    self._import(pos, module, str(name), str(alias or ""))
            elif kind == "FromImportStatNode":
                module = _from(node.module.module_name.value, node.module.level or 0)
                self._module(node, module)
                several = zip(node.items, node.module.imported_names, strict=False)
                for (name, target), written in several:
                    bound = str(getattr(target, "name", None) or name)
                    self._import(written.pos, module, str(name), bound)
            elif kind == "CImportStatNode":
                self._whole(node, str(node.module_name), str(node.as_name or ""))
            elif kind == "SingleAssignmentNode" and _is_import(node.rhs):
                alias = str(node.lhs.name) if node.rhs.is_import_as_name else ""
                self._whole(node.rhs, str(node.rhs.module_name.value), alias)

    def _import(self, pos: Any, module: str, name: str, alias: str) -> None:
        """Note one name of a module."""
        if name == "*":
            return
        spec = Spec("module", module, (name,))
        if not module.strip("."):
            # "from . cimport x": it is a module itself.
            spec = Spec("module", f"{module}{name}")
        self.bound[alias or name] = spec
        self._add(int(pos[1]), int(pos[2]), name, spec, IMPORTED)

    def _whole(self, node: Node, module: str, alias: str) -> None:
        """Note a module that is imported as such."""
        first = module.partition(".")[0]
        self.bound[alias or first] = Spec("module", module if alias else first)
        self._add(*_place(node), module, Spec("module", module), IMPORTED)

    def _module(self, node: Node, module: str) -> None:
        """Lead from the name of the module of a statement to that."""
        line, _ = _place(node)
        if match := _MODULE.match(self.lines[line]):
            at = match.start(1)
            self._add(line, at, match[1], Spec("module", module), IMPORTED)

    # Names

    def walk(self, node: Node, scope: _Scope, role: int = MENTION) -> None:
        """Read what stands in a node."""
        kind = type(node).__name__
        if kind == "NameNode":
            self._named(node, scope, role)
        elif kind == "AttributeNode":
            self._attribute(node, scope, role)
        elif kind == "CSimpleBaseTypeNode":
            self._type(node, scope)
        elif kind in _FUNCTIONS:
            self._function(node, scope)
        elif kind in _CLASSES:
            self._class(node, scope)
        elif kind in {"SimpleCallNode", "GeneralCallNode"}:
            self.walk(node.function, scope, CALLED)
            self._children(node, scope, without=("function",))
        elif kind == "DecoratorNode":
            self.walk(node.decorator, scope, DECORATOR)
        elif kind == "CVarDefNode":
            self._variables(node, scope)
        elif kind == "SingleAssignmentNode":
            if not _is_import(node.rhs):
                self.walk(node.lhs, scope, STORED)
                self.walk(node.rhs, scope)
        elif kind not in {"FromImportStatNode", "FromCImportStatNode"}:
            self._children(node, scope)

    def _children(
        self, node: Node, scope: _Scope, *, without: tuple[str, ...] = ()
    ) -> None:
        for attribute, child in _children(node):
            if attribute not in without:
                self.walk(child, scope, _DERIVED.get(attribute, MENTION))

    def _named(self, node: Node, scope: _Scope, role: int) -> None:
        name = str(node.name)
        line, column = _place(node)
        if (line, name) in self.own and role == STORED and not scope.names:
            return
        self._add(line, column, name, self._meant(name, scope), role)

    def _meant(self, name: str, scope: _Scope) -> Spec:
        """Return what a name stands for by itself."""
        if name in scope.names:
            return scope.names[name]
        if scope.is_class and f"{scope.cls}.{name}" in self.rows:
            return Spec("def", f"{scope.cls}.{name}")
        if name in self.rows:
            return Spec("def", name)
        if name in self.bound:
            return self.bound[name]
        if name in self.loose:
            return self.loose[name]
        return Spec("builtin", name) if name in _BUILTINS else Spec("name", name, ("",))

    def _attribute(self, node: Node, scope: _Scope, role: int) -> None:
        self.walk(node.obj, scope)
        name = str(node.attribute)
        line, column = _place(node)
        match = _NAME.match(self.lines[line], column + 1)
        if match and match[1] == name:
            self._add(line, match.start(1), name, self._member(node, scope), role)

    def _member(self, node: Node, scope: _Scope) -> Spec:
        """Return what a member stands for, by what it is a member of."""
        name, of = str(node.attribute), type(node.obj).__name__
        if of == "AttributeNode":
            above = self._member(node.obj, scope)
            if above.kind in {"this", "module"} or above.parts:
                return above.then(name)
        elif of == "NameNode":
            if scope.this and node.obj.name == scope.this:
                return Spec("this", scope.cls, (name,))
            meant = self._meant(str(node.obj.name), scope)
            if meant.kind == "module":
                return meant.then(name)
            if meant.kind == "def" and self.rows[meant.base].kind in {"class", "enum"}:
                return Spec("this", meant.base, (name,))
            if meant in self.types:
                return Spec("member", name, (), (self.types[meant],))
        return Spec("member", name)

    def _type(self, node: Node, scope: _Scope) -> int:
        """Return the number of the spec of a type; -1 for one of the language."""
        if node.name is None or node.is_basic_c_type:
            return -1
        line, column = _place(node)
        path = [*map(str, node.module_path), str(node.name)]
        spec = self._meant(path[0], scope)
        number = self._add(line, column, path[0], spec, ANNOTATION)
        for name in path[1:]:
            column = self.lines[line].find(name, column + 1)
            spec = spec.then(name) if spec.kind == "module" else Spec("member", name)
            number = self._add(line, column, name, spec, ANNOTATION)
        return number

    # What holds others

    def _class(self, node: Node, scope: _Scope) -> None:
        name = str(getattr(node, "class_name", None) or node.name)
        qualname = scope.qualified(name)
        self._block(qualname, _place(node)[0])
        inside = _Scope(qualname, qualname, is_class=True, names=scope.names)
        for attribute, child in _children(node):
            role = _DERIVED.get(attribute, MENTION)
            for part in getattr(child, "args", ()) if role == BASE else [child]:
                self.walk(part, scope if role else inside, role)
                if role == BASE:
                    numbers = self.bases.get(qualname, ())
                    self.bases[qualname] = (*numbers, self._number_at(part))

    def _number_at(self, node: Node) -> int:
        """Return the number of the spec of the last name of a base."""
        line, column = _place(node)
        if type(node).__name__ == "AttributeNode":
            column = self.lines[line].find(str(node.attribute), column + 1)
        return self.places.get((line, column), (0, -1, 0))[1]

    def _function(self, node: Node, scope: _Scope) -> None:
        """Read a function: its parameters outside of it, its body with its names."""
        function, base = declared(getattr(node, "declarator", None))
        qualname = scope.qualified(_name_of(base) or str(getattr(node, "name", "")))
        qualname = qualname if qualname in self.rows and not scope.names else ""
        if qualname:
            self._block(qualname, _place(node)[0])
        parameters, named = _parameters(node, function)
        is_method = scope.is_class and bool(named)
        names = dict(scope.names)
        said = dict.fromkeys(_given_to_all(getattr(node, "body", None)))
        for local, lines in _variables(node).items():
            if local not in said:
                names[local] = Spec("local", ",".join(lines), ("variable", local))
        for local, line in named:
            names[local] = Spec("local", str(line), ("parameter", local))
        inside = _Scope(
            qualname or scope.qualname,
            scope.cls,
            named[0][0] if is_method else scope.this,
            names=names,
        )
        for holder in parameters:
            self._parameter(holder, scope, inside)
        skipped = ("args", "star_arg", "starstar_arg", "declarator")
        for attribute, child in _children(node):
            if attribute == "decorators":
                self.walk(child, scope)
            elif attribute not in skipped:
                self.walk(child, inside)

    def _parameter(self, node: Node, scope: _Scope, inside: _Scope) -> None:
        """Read the type, the default value and the name of a parameter."""
        _, declarator = declared(getattr(node, "declarator", None))
        named = _name_of(declarator)
        for attribute, child in _children(node):
            if attribute == "base_type":
                number = self._declared(child, scope) if named else -1
                if named in inside.names and number >= 0:
                    self.types[inside.names[named]] = number
            elif attribute != "declarator":
                self.walk(child, scope)
        if declarator is not None and getattr(declarator, "default", None) is not None:
            self.walk(declarator.default, scope)

    def _declared(self, node: Node, scope: _Scope) -> int:
        """Read a type, and return the number of its spec if it is one by its name."""
        if type(node).__name__ == "CSimpleBaseTypeNode":
            return self._type(node, scope)
        if type(node).__name__ == "CQualifierTypeNode":
            return self._declared(node.base_type, scope)
        self._children(node, scope)
        return -1

    def _variables(self, node: Node, scope: _Scope) -> None:
        """Read ``cdef T a, b = x``."""
        number = self._declared(node.base_type, scope)
        for declarator in node.declarators:
            _, at = declared(declarator)
            name = _name_of(at)
            if number >= 0 and name:
                if name in scope.names:
                    self.types[scope.names[name]] = number
                elif not scope.names:
                    self.values[scope.qualified(name)] = number
            for inner in _below(declarator):
                if type(inner).__name__ == "CArgDeclNode":
                    self.walk(inner.base_type, scope)
            if getattr(at, "default", None) is not None:
                self.walk(at.default, scope)

    def _block(self, qualname: str, line: int) -> None:
        row = self.rows.get(qualname)
        if row is not None:
            last = max(row.end_line, line)
            self.blocks.append(Block(min(line, row.line), last, qualname))

    def _add(self, line: int, column: int, name: str, spec: Spec, role: int) -> int:
        """Note an identifier, if it stands there; what the parser made does not."""
        if column < 0 or not self.lines[line].startswith(name, column):
            return -1
        number = self.specs.setdefault(spec, len(self.specs))
        self.places[line, column] = len(name), number, role
        return number


def _parameters(node: Node, function: Node) -> tuple[list[Node], list[tuple[str, int]]]:
    """Return the parameters of a function: their nodes, and their names with lines."""
    given = getattr(function if function is not None else node, "args", None) or []
    more = [getattr(node, which, None) for which in ("star_arg", "starstar_arg")]
    several = [parameter for parameter in (*given, *more) if parameter is not None]
    names = []
    for parameter in several:
        _, at = declared(getattr(parameter, "declarator", parameter))
        name = _name_of(at)
        base = getattr(parameter, "base_type", None)
        if not name and not getattr(base, "module_path", None):
            # Without a type the name of a parameter looks like one.
            name = _name_of(base)
        if name:
            names.append((name, int(parameter.pos[1])))
    return several, names


def _name_of(node: Node) -> str:
    return str(getattr(node, "name", None) or "")


def _from(module: object, level: int) -> str:
    return "." * level + str(module or "")


def _is_import(node: Node) -> bool:
    return type(node).__name__ == "ImportNode"


def _place(node: Node) -> tuple[int, int]:
    return int(node.pos[1]), int(node.pos[2])


def _children(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the nodes in a node, each with the attribute that it is of."""
    names = (*(node.child_attrs or ()), *_MORE.get(type(node).__name__, ()))
    for name in dict.fromkeys(names):
        value = getattr(node, name, None)
        for child in value if isinstance(value, list) else [value]:
            if hasattr(child, "child_attrs"):
                yield name, child


def _below(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting += [child for _, child in _children(inner)]


def declared(declarator: Node) -> tuple[Node, Node]:
    """Return the declarator of a function, if it is one, and that of the name."""
    function = None
    while hasattr(declarator, "base"):
        is_function = type(declarator).__name__ == "CFuncDeclaratorNode"
        pointed = type(declarator.base).__name__ == "CPtrDeclaratorNode"
        if is_function and not pointed:
            function = declarator
        declarator = declarator.base
    return function, declarator if hasattr(declarator, "name") else None


def _given_to_all(body: Node) -> Iterator[str]:
    """Yield the names that a function says it shares with what is around it."""
    for node in _below(body) if body is not None else ():
        if type(node).__name__ in {"GlobalNode", "NonlocalNode"}:
            yield from map(str, node.names)


def _variables(function: Node) -> dict[str, list[str]]:
    """Return the variables of a function with the lines that bind them."""
    variables: dict[str, dict[str, None]] = {}
    waiting = [child for name, child in _children(function) if name == "body"]
    while waiting:
        node = waiting.pop()
        kind = type(node).__name__
        bound: list[Node] = []
        if kind in _FUNCTIONS:
            _, at = declared(getattr(node, "declarator", node))
            name = getattr(at, "name", None)
            if name and kind != "LambdaNode":
                variables.setdefault(str(name), {})[str(node.pos[1])] = None
            continue
        if kind in _CLASSES:
            continue
        if kind == "CVarDefNode":
            bound += [declared(declarator)[1] for declarator in node.declarators]
        elif kind == "SingleAssignmentNode":
            bound += [] if _is_import(node.rhs) else [node.lhs]
        elif kind == "CascadedAssignmentNode":
            bound += node.lhs_list
        elif kind == "InPlaceAssignmentNode":
            bound.append(node.lhs)
        elif hasattr(node, "target"):
            bound.append(node.target)
        while bound:
            left = bound.pop()
            if (name := getattr(left, "name", None)) and not hasattr(left, "attribute"):
                variables.setdefault(str(name), {})[str(left.pos[1])] = None
            bound += getattr(left, "args", None) or ()
        waiting += [child for _, child in _children(node)]
    return {name: sorted(lines, key=int) for name, lines in variables.items()}
