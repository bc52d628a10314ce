"""The names in annotations, and what an annotation says of a value.

An annotation that is a class says that a value is an instance of it, also behind
``Optional``, ``Final`` and their like, in a union, or as a string; with type arguments,
what these say is kept. The names in all others are noted all the same.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from astroid import nodes
from astroid.manager import AstroidManager
from astroid.rebuilder import TreeRebuilder

from ....model.names import last_part
from ....model.references import ANNOTATION, CALL
from ..expressions import (
    is_like_type,
    is_unpacked,
    last_name,
    name_of,
    operands,
    own_name,
    positional,
    with_annotations,
)
from ..scopes import CLASS, MODULE, Scope
from ..source.syntax_trees import expression_tree
from ..values import (
    ELLIPSIS,
    NONE,
    UNKNOWN,
    Combined,
    Either,
    Generic,
    Root,
    Step,
    Value,
    builtin,
    either,
    instance,
    is_literal,
    step,
    type_of,
    typing,
)
from .identifier_walk import Occurrences
from .type_variables import is_variable

# What they are given is what they stand for, as far as attributes go.
_TRANSPARENT: Final = {
    *("Optional", "ClassVar", "Final", "InitVar"),
    *("Required", "NotRequired", "ReadOnly", "Union"),
}
_ALIAS: Final = "TypeAlias"
#: What stands by itself says nothing of the type.
_OPEN: Final = {"ClassVar", "Final", _ALIAS}
_CLASS: Final = {"type", "Type"}
#: With something in brackets they are types wherever they stand.
_ALIASED: Final = {
    *("Optional", "Union", "Annotated", "List", "Dict", "Tuple", "Set", "Sequence"),
    *("Mapping", "Iterable", "Iterator", "Callable", "Awaitable", "Coroutine"),
}
#: The same of Python's own, if nothing else has the name.
_BUILTIN: Final = {"list", "dict", "set", "frozenset", "tuple", "type"}


#: Names of functions that import the module whose name they are given first.
_IMPORTING: Final = re.compile("import|load|lazy", re.IGNORECASE)


def visit_annotation(walk: Occurrences, node: nodes.NodeNG) -> Value:
    """Note the names in an annotation, and return a value that is annotated so."""
    kind = type(node)
    if kind is nodes.Name or kind is nodes.Attribute:
        cls = walk.visit_as(node, ANNOTATION)
        name = node.name if kind is nodes.Name else node.attrname
        if name in {"Self", walk.type_of_self}:
            return _self(walk.scope)
        if name == walk.made_by_self:
            return step(_self(walk.scope), CALL)
        return UNKNOWN if is_left_open(node) else instance(cls)
    if kind is nodes.Const:
        if isinstance(node.value, str):
            return _quoted(walk, node)
        return NONE if node.value is None else UNKNOWN
    if kind is nodes.BinOp and node.op == "|":
        return either(visit_annotation(walk, part) for part in operands(node, "|"))
    if kind is nodes.Subscript:
        return _subscripted(walk, node)
    walk.visit(node)
    return UNKNOWN


def is_left_open(annotation: nodes.NodeNG) -> bool:
    """Tell whether an annotation leaves it to the value what type a variable has."""
    return last_name(annotation) in _OPEN


def variable_of_self(
    function: nodes.FunctionDef, scope: Scope, *, is_instance: bool
) -> str:
    """Return the type variable that a method declares ``self`` as, or ``cls``.

    What is annotated with it is what ``Self`` says. It is empty for none.

    :param is_instance: whether the method has an instance. Declared as a class, that
        is an instance of a metaclass, and what it makes is an instance of the variable.
    """
    annotation = _first_annotation(function)
    if annotation is None:
        return ""
    kind, _, name = annotation.as_string().strip("'\"").rstrip("]").rpartition("[")
    if last_part(kind) not in ({""} if is_instance else _CLASS):
        return ""
    name = name.strip("'\"")
    # By PEP 8 a class that is imported has other letters, too.
    return name if is_variable(name, scope, imported=name.isupper()) else ""


def _first_annotation(function: nodes.FunctionDef) -> nodes.NodeNG | None:
    _, annotation = next(iter(with_annotations(function.args)), (None, None))
    return annotation


def _subscripted(walk: Occurrences, node: nodes.Subscript) -> Value:
    name = last_name(node.value)
    cls = walk.visit_as(node.value, ANNOTATION)
    inner = node.slice
    if name == "Literal":
        # Members of enumerations, or what strings and numbers hold: no types.
        walk.visit(inner)
        return UNKNOWN
    several = inner.elts if isinstance(inner, nodes.Tuple) else [inner]
    if name == "Annotated" and several:
        first = visit_annotation(walk, several[0])
        walk.visit_all(several[1:])
        return first
    if name in _TRANSPARENT:
        return either(visit_annotation(walk, part) for part in several)
    arguments = type_arguments(walk, inner)
    if name in _CLASS:
        return arguments[0] if len(arguments) == 1 else UNKNOWN
    return instance(of_generic(cls, arguments))


def type_arguments(walk: Occurrences, node: nodes.NodeNG) -> tuple[Value, ...]:
    """Note the names in the brackets behind a class, and return the types."""
    several = node.elts if type(node) is nodes.Tuple else [node]
    return tuple(class_of(_argument(walk, part)) for part in several)


def visit_type(walk: Occurrences, node: nodes.NodeNG) -> Value:
    """Note the names in a type, and return what an alias of it is."""
    return class_of(visit_annotation(walk, node))


def visit_annotated(walk: Occurrences, node: nodes.AnnAssign) -> Value:
    """Note the names in an annotation and in what is given, and return the value."""
    declared = visit_annotation(walk, node.annotation)
    if node.value is None:
        return declared
    if last_name(node.annotation) == _ALIAS:
        return visit_type(walk, node.value)
    given = walk.visit(node.value)
    is_open = is_literal(given) or is_left_open(node.annotation)
    return given if declared == UNKNOWN and is_open else declared


def visit_assigned(walk: Occurrences, node: nodes.NodeNG) -> Value:
    """Note the names in what a name is bound to, and return its value.

    The alias of a type is what an annotation says; a type variable has its bound, or
    what it may be, as type argument.
    """
    kind = type(node)
    if kind is nodes.Subscript:
        name = last_name(node.value)
        is_builtin = name in _BUILTIN and walk.scope.is_builtin(name)
        if is_builtin or name in _ALIASED or _is_generic(walk.scope, node):
            return visit_type(walk, node)
    if kind is nodes.BinOp and walk.scope.kind in {MODULE, CLASS}:
        parts = operands(node, "|")
        if all(map(_may_be_type, parts)) and any(map(is_like_type, parts)):
            types = visit_type(walk, node)
            several = types.values if type(types) is Either else (types,)
            return Combined("union", "", several)
    value = walk.visit(node)
    if kind is nodes.Call and last_name(node.func) == "TypeVar":
        bounds = [given.value for given in node.keywords if given.arg == "bound"]
        if bounds or node.args[2:]:
            return _one_of_types(walk, class_of(value), bounds or node.args[1:])
    return value


def _one_of_types(
    walk: Occurrences, variable: Value, types: list[nodes.NodeNG]
) -> Value:
    """Return a type variable that stands for one of some types, and nothing below."""
    bound = either(visit_type(walk, cls) for cls in types)
    return instance(of_generic(variable, (bound,)))


def _is_generic(scope: Scope, node: nodes.Subscript) -> bool:
    """Tell whether it is a class with type arguments, as far as names say."""
    return (
        scope.kind in {MODULE, CLASS} and are_types(node) and is_like_type(node.value)
    )


def are_types(node: nodes.Subscript) -> bool:
    """Tell whether it may be something with type arguments, as names say."""
    index = node.slice
    several = index.elts if type(index) is nodes.Tuple else [index]
    return (
        all(_may_be_type(part) and is_like_type(part) for part in several)
        and type(node.value) is not nodes.Subscript
        and _may_be_type(node.value)
    )


def _may_be_type(node: nodes.NodeNG) -> bool:
    if type(node) is nodes.Const:
        name = str(node.value).partition("[")[0].rpartition(".")[2]
        # "None", too. Those of members of enumerations are all capitals.
        return name.isidentifier() and name[0].isupper() and not name.isupper()
    return type(node) in {nodes.Name, nodes.Attribute, nodes.Subscript}


def visit_type_parameter(walk: Occurrences, node: nodes.NodeNG) -> Value:
    """Note the names in the bound of a type parameter, and return the type variable.

    :return: :data:`UNKNOWN` for what is no ``TypeVar``.
    """
    if type(node) is not nodes.TypeVar:
        # The default, as of those below, is there since Python 3.13.
        _visit_default(walk, node)
        return UNKNOWN
    bound = node.bound
    types = bound.elts if type(bound) is nodes.Tuple else [bound] if bound else []
    variable = _one_of_types(walk, typing("TypeVar"), types)
    _visit_default(walk, node)
    return variable


def _visit_default(walk: Occurrences, node: nodes.NodeNG) -> None:
    default = getattr(node, "default_value", None)
    if default is not None:
        visit_annotation(walk, default)


def of_generic(cls: Value, arguments: tuple[Value, ...]) -> Value:
    """Return a class with type arguments."""
    known = any(argument != UNKNOWN for argument in arguments)
    return Generic(cls, arguments) if known and cls != UNKNOWN else cls


def as_given(function: nodes.FunctionDef, result: Value | None) -> Value | None:
    """Return what a function returns; a type variable if that is what it is given.

    ``(f: Callable[P, R]) -> Callable[P, R]`` says of a decorator what ``(f: F) -> F``
    does. A module that is imported by a name that is given has a type argument.

    :param result: what the annotation says.
    """
    given, returns = _first_annotation(function), function.returns
    if (
        isinstance(returns, nodes.Subscript)
        and last_name(returns.value) == "Callable"
        and given is not None
        and given.as_string() == returns.as_string()
    ):
        return instance(typing("TypeVar"))
    is_module = returns is not None and last_name(returns) == "ModuleType"
    if result is not None and is_module and _imports_what_is_given(function):
        return instance(Generic(class_of(result), (Root("builtin", "str"),)))
    return result


def _imports_what_is_given(function: nodes.FunctionDef) -> bool:
    """Tell whether a function passes a parameter as it is to what imports modules."""
    given = {parameter.name for parameter in positional(function.args)}
    return any(
        _IMPORTING.search(own_name(call.func)) and name_of(argument) in given
        for call in function.nodes_of_class(nodes.Call)
        for argument in call.args[:1]
    )


def _argument(walk: Occurrences, node: nodes.NodeNG) -> Value:
    if type(node) is nodes.List:
        for element in node.elts:
            visit_annotation(walk, element)
        return UNKNOWN
    if type(node) is nodes.Const and node.value is ...:
        return instance(ELLIPSIS)
    return visit_annotation(walk, node)


def class_of(value: Value) -> Value:
    """Return the class that an annotation named for a value."""
    if type(value) is Either:
        return either(class_of(alternative) for alternative in value.values)
    if type(value) is Step and value.name == CALL:
        is_made = type(value.of) is Root and value.of.kind == "this"
        return step(value, "__class__") if is_made else value.of
    return UNKNOWN if value == NONE else type_of(value)


def _holding(name: str, value: Value) -> Value:
    """Return what a parameter after `*` or `**` is, of what the values are.

    :param name: the type that holds them, ``tuple`` or ``dict``.
    """
    if value in {UNKNOWN, NONE}:
        return builtin(name)
    root = Root("builtin", name)
    if name == "dict":
        return instance(Generic(root, (Root("builtin", "str"), class_of(value))))
    return instance(Generic(root, (class_of(value), ELLIPSIS)))


def annotated_parameters(
    walk: Occurrences, arguments: nodes.Arguments
) -> dict[str, Value]:
    """Note the names in the annotations of parameters, and return what these are."""
    by_name = zip(arguments.kwonlyargs, arguments.kwonlyargs_annotations, strict=False)
    values = {
        parameter.name: visit_annotation(walk, annotation)
        for parameter, annotation in (*with_annotations(arguments), *by_name)
        if annotation is not None
    }
    if arguments.varargannotation is not None:
        value = visit_annotation(walk, arguments.varargannotation)
        values[arguments.vararg] = _holding("tuple", value)
    if arguments.kwargannotation is not None:
        value = visit_annotation(walk, arguments.kwargannotation)
        if is_unpacked(arguments.kwargannotation) and isinstance(value, Step):
            value = value.of.arguments[0] if type(value.of) is Generic else UNKNOWN
            values[arguments.kwarg] = instance(value)
        else:
            values[arguments.kwarg] = _holding("dict", value)
    return values


def _self(scope: Scope | None) -> Value:
    while scope is not None and scope.kind != CLASS and not scope.owner:
        scope = scope.parent
    if scope is None:
        return UNKNOWN
    return Root("this", scope.owner or scope.qualname)


def _quoted(walk: Occurrences, node: nodes.Const) -> Value:
    """Note the names in an annotation that is a string."""
    text = node.value
    tree = expression_tree(text)
    if tree is None:
        return UNKNOWN
    start = node.col_offset + 1
    line = walk.lines[node.lineno - 1].encode("utf-8", "surrogatepass")
    # Not behind a prefix, with escapes or over several lines.
    stands = line.startswith(text.encode("utf-8", "surrogatepass"), start)
    for part in ast.walk(tree):
        if isinstance(part, ast.expr):
            part.lineno = part.end_lineno = node.lineno if stands else 0
            part.col_offset += start
            part.end_col_offset = (part.end_col_offset or 0) + start
    rebuilt = TreeRebuilder(AstroidManager()).visit(tree, node)
    return visit_annotation(walk, rebuilt)
