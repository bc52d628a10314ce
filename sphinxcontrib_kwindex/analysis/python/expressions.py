"""Properties of an expression that its own tree shows.

Small questions that the walk over statements asks of the few expressions it looks
at. Each is answered from the tree alone: a name is taken for what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, takewhile
from typing import Final

from astroid import nodes
from astroid.bases import Proxy

from .builtin_names import BUILTINS
from .values import is_key

#: Strings that are kept as they are where literals are told apart: short ones, and
#: what may be the name of a module.
_KEPT: Final = re.compile(r"[\w.-]{0,16}|(?=.{,99}$)\.*\w+(\.\w+)+")
#: Context managers behind which a program goes on after an exception.
_SWALLOWING: Final = {"suppress", "raises", "assertRaises", "assertRaisesRegex"}


def dotted_name(node: nodes.NodeNG, *, items: bool = False) -> str:
    """Return ``a.b.c`` for an expression that is a dotted name, else nothing.

    :param items: whether ``a[0].c`` is such a name, too: ``a.[0].c``.
    """
    parts = []
    while True:
        if isinstance(node, nodes.Attribute):
            parts.append(node.attrname)
            node = node.expr
        elif items and isinstance(node, nodes.Subscript) and (key := item_key(node)):
            parts.append(key)
            node = node.value
        else:
            break
    if not isinstance(node, nodes.Name):
        return ""
    parts.append(node.name)
    return ".".join(reversed(parts))


def last_name(node: nodes.NodeNG) -> str:
    """Return ``c`` for ``a.b.c``, nothing for what is no dotted name."""
    return dotted_name(node).rpartition(".")[2]


def string_of(node: nodes.NodeNG | None) -> str:
    """Return the string that an expression is, written as a literal, else nothing."""
    value = node.value if isinstance(node, nodes.Const) else ""
    return value if isinstance(value, str) else ""


def name_of(node: nodes.NodeNG | None) -> str:
    """Return the name that an expression is, else nothing."""
    return str(node.name) if isinstance(node, nodes.Name) else ""


def is_none(node: nodes.NodeNG | None) -> bool:
    """Tell whether it is ``None``, written so."""
    return isinstance(node, nodes.Const) and node.value is None


def decorators_of(node: nodes.ClassDef | nodes.FunctionDef) -> list[nodes.NodeNG]:
    """Return the decorators of a definition."""
    return [] if node.decorators is None else node.decorators.nodes


def called(node: nodes.NodeNG) -> nodes.NodeNG:
    """Return what a call calls; of anything else that itself."""
    return node.func if isinstance(node, nodes.Call) else node


def operands(node: nodes.NodeNG, operator: str) -> list[nodes.NodeNG]:
    """Return what one operator puts together, however often: ``a | b | c``."""
    later = []
    # It leans to the left. One after the other, as there may be hundreds.
    while type(node) is nodes.BinOp and node.op == operator:
        later.append(node.right)
        node = node.left
    return [node, *reversed(later)]


def item_key(node: nodes.Subscript) -> str:
    """Return ``[0]``, ``[-1]`` or ``['name']`` if a literal says it, else nothing."""
    match node.slice:
        case nodes.Const(value=key):
            return f"[{key!r}]" if is_key(key) else ""
        case nodes.UnaryOp(op="-", operand=nodes.Const(value=int(key))):
            return f"[-{key}]"
    return ""


def parts(
    value: nodes.NodeNG | None, targets: list[nodes.NodeNG]
) -> list[nodes.NodeNG] | list[None]:
    """Return what each of several targets gets, where that can be seen."""
    if (
        isinstance(value, nodes.Tuple | nodes.List)
        and len(value.elts) == len(targets)
        and not any(isinstance(node, nodes.Starred) for node in (*value.elts, *targets))
    ):
        return list(value.elts)
    return [None] * len(targets)


def literal_names(value: nodes.NodeNG) -> list[str]:
    """Return the strings that are written in a literal, the keys of a dictionary."""
    elements = [value]
    if isinstance(value, nodes.Tuple | nodes.List | nodes.Set):
        elements = value.elts
    elif isinstance(value, nodes.Dict):
        elements = [key for key, _ in value.items]
    constants = (node.value for node in elements if isinstance(node, nodes.Const))
    return [name for name in constants if isinstance(name, str)]


def named_expressions(statement: nodes.NodeNG) -> list[nodes.NamedExpr]:
    """Return the ``:=`` of a statement that bind in the scope it stands in."""
    expressions = []
    pending = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.NamedExpr):
            expressions.append(node)
        if isinstance(node, nodes.Lambda) and not isinstance(node, nodes.FunctionDef):
            # Its body is a scope of its own, its defaults are not.
            pending.append(node.args)
        else:
            # The statements in the blocks of this statement have their own turn.
            pending += [
                child for child in node.get_children() if not child.is_statement
            ]
    return expressions


def is_main(test: nodes.NodeNG) -> bool:
    """Tell whether it is ``__name__ == "__main__"``, either way round."""
    match test:
        case nodes.Compare(left=left, ops=[("==", right)]):
            pairs = (left, right), (right, left)
            asked = {(name_of(name), string_of(value)) for name, value in pairs}
            return ("__name__", "__main__") in asked
    return False


def type_checking(test: nodes.NodeNG) -> tuple[bool, bool]:
    """Tell whether the body, and whether the rest, is for type checkers only."""
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        body, rest = type_checking(test.operand)
        return rest, body
    if isinstance(test, nodes.BoolOp) and test.op == "and":
        return any(type_checking(value)[0] for value in test.values), False
    return last_name(test) == "TYPE_CHECKING", False


def swallows_exceptions(node: nodes.With) -> bool:
    """Tell whether what is behind a ``with`` is run after an exception in it, too."""
    return any(last_name(called(manager)) in _SWALLOWING for manager, _ in node.items)


def positional(arguments: nodes.Arguments) -> list[nodes.AssignName]:
    """Return the parameters that are given by their places."""
    return [*arguments.posonlyargs, *(arguments.args or ())]


def with_defaults(
    arguments: nodes.Arguments,
) -> list[tuple[nodes.AssignName, nodes.NodeNG | None]]:
    """Return the parameters but for ``*`` and ``**``, each with its default."""
    parameters, defaults = positional(arguments), arguments.defaults or ()
    required = [None] * (len(parameters) - len(defaults))
    return [
        *zip(parameters, [*required, *defaults], strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults or (), strict=False),
    ]


def with_annotations(
    arguments: nodes.Arguments,
) -> list[tuple[nodes.AssignName, nodes.NodeNG | None]]:
    """Return the parameters that are given by their places, with annotations."""
    annotations = arguments.posonlyargs_annotations, arguments.annotations or ()
    return list(zip(positional(arguments), chain(*annotations), strict=False))


def annotating_names(name: nodes.Name) -> list[str]:
    """Return the names in the annotation of the parameter that has a name, if any."""
    arguments = getattr(name.frame(), "args", None)
    if not isinstance(arguments, nodes.Arguments):
        return []
    return [
        part.name
        for parameter, annotation in with_annotations(arguments)
        if parameter.name == name.name and annotation is not None
        for part in annotation.nodes_of_class(nodes.Name)
    ]


def with_metaclass(base: nodes.NodeNG) -> list[nodes.NodeNG]:
    """Return the metaclass and the bases that ``with_metaclass(M, A)`` puts together.

    That is six's, or a copy of it: what derives from it derives from its arguments.

    :param base: a base of a class; anything else gives nothing.
    """
    if type(base) is not nodes.Call or base.keywords:
        return []
    is_one = own_name(base.func).endswith("with_metaclass")
    is_plain = all(type(argument) is not nodes.Starred for argument in base.args)
    return list(base.args) if is_one and is_plain else []


def bases_of(node: nodes.ClassDef) -> list[nodes.NodeNG]:
    """Return what a class derives from: its bases, or those that a call puts there."""
    return [one for base in node.bases for one in (with_metaclass(base)[1:] or [base])]


def own_name(node: nodes.NodeNG) -> str:
    """Return the name of a name or an attribute, else nothing."""
    if isinstance(node, Proxy):
        # A literal has what its class has, once somebody had astroid look for that.
        return ""
    return str(getattr(node, "attrname", getattr(node, "name", "")))


def numbers(arguments: list[nodes.NodeNG]) -> Iterator[str]:
    """Yield the number of each argument of a call, up to one after ``*``."""
    plain = takewhile(lambda node: type(node) is not nodes.Starred, arguments)
    yield from (str(number) for number, _ in enumerate(plain))


def literals(call: nodes.Call) -> Iterator[str]:
    """Yield the arguments of a call that are literals, as in :attr:`.Spec.base`."""
    for number, node in zip(numbers(call.args), call.args, strict=False):
        if type(node) is nodes.Const:
            yield f"{number}={literal(node)}"
    for keyword in call.keywords:
        if keyword.arg and type(keyword.value) is nodes.Const:
            yield f"{keyword.arg}={literal(keyword.value)}"


def literal(node: nodes.Const) -> str:
    """Return a short text that tells literals apart, or else the name of a type."""
    value = node.value
    if type(value) is str and _KEPT.fullmatch(value):
        return f"'{value}'"
    is_short = (
        value is None or type(value) is bool or (type(value) is int and value < 100)
    )
    return str(value) if is_short else type(value).__name__


def is_like_type(node: nodes.NodeNG) -> bool:
    """Tell whether it is called as types are after :pep:`8`, and flags are not."""
    if type(node) in {nodes.Const, nodes.Subscript}:
        return True
    name = last_name(node)
    has_capitals = name[:1].isupper() and not name.isupper()
    return has_capitals or (name in BUILTINS and name == dotted_name(node))


def is_unpacked(annotation: nodes.NodeNG | None) -> bool:
    """Tell whether ``**kwargs`` are the items of a class: ``Unpack[C]``."""
    match annotation:
        case nodes.Subscript(value=cls):
            return last_name(cls) == "Unpack"
    return False


def is_optional_keyword(node: nodes.Call) -> bool:
    """Tell whether it gives what ``**kwargs`` have under a name, or else ``None``.

    That is ``kwargs.get("a")`` or ``kwargs.pop("a", None)``, where no annotation says
    of what type all of them are.
    """
    match node:
        case nodes.Call(
            func=nodes.Attribute(expr=nodes.Name(name=name), attrname=method),
            args=[nodes.Const(), *default],
        ):
            is_default = [*map(is_none, default)] == [True]
            if not (
                (method == "get" and not default)
                or (method in {"get", "pop"} and is_default)
            ):
                return False
            arguments = getattr(node.frame(), "args", None)
            if isinstance(arguments, nodes.Arguments) and arguments.kwarg == name:
                annotation = arguments.kwargannotation
                return annotation is None or is_unpacked(annotation)
    return False
