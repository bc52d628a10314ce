"""Signatures, annotations and values of Python: what they say, and which say the same.

They are read as they are written, so two that differ in nothing but how, are the same.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import takewhile
from typing import Final

from ..analysis.python.source.syntax_trees import expression_tree, module_tree
from ..model.definition_heads import annotation_and_value, shown_signature
from ..model.facts import Definition
from ..model.named_tuple import NamedTuple
from .class_members import is_mangled

#: Kinds of parameters, as :class:`inspect.Parameter` describes them.
ONLY_POSITIONAL: Final = "positional-only"
EITHER: Final = "positional or keyword"
ONLY_KEYWORD: Final = "keyword-only"
VARIADIC: Final = "variadic positional"
KEYWORDS: Final = "variadic keyword"
POSITIONAL: Final = (ONLY_POSITIONAL, EITHER)
#: What modules with types are called in annotations.
_OF_TYPING: Final = (
    *("typing", "typing_extensions", "t", "te"),
    *("collections.abc", "cabc", "abc"),
)
#: The base that all classes have.
_OBJECT: Final = re.compile(
    r"(?<=\()\s*object\s*(?:,\s*|(?=\)))|,\s*object\s*,?\s*(?=\)$)"
)
#: How a value ends of which the rest is not known.
_CUT: Final = "…"
#: The mark that Python 2 needed.
_UNICODE: Final = re.compile(r"(?<!\w)[uU](?=['\"])")
#: What stands before the last part of a dotted name.
_MODULES: Final = re.compile(r"\b(?:[^\W\d]\w*\.)+")
#: Names of :mod:`typing` for what is built in.
BUILTIN: Final = {
    name: name.lower() for name in ("Dict", "FrozenSet", "List", "Set", "Tuple", "Type")
}


class Parameter(NamedTuple):
    """A parameter of a function."""

    name: str
    kind: str
    default: str | None
    """As :func:`ast.unparse` writes it; ``None`` without one."""


class Signature(NamedTuple):
    """What stands between the name of a function and its body."""

    parameters: dict[str, Parameter]
    returns: str
    """Empty without an annotation."""


@lru_cache(1024)
def parse_signature(text: str) -> Signature | None:
    """Return what a signature says; ``None`` for one that Python cannot read."""
    function = _function(text)
    if function is None:
        return None
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(arguments.defaults)
    defaults = [*[None] * missing, *arguments.defaults]
    only = len(arguments.posonlyargs) or _count_private(positional)
    parameters = [
        _parameter(argument, ONLY_POSITIONAL if n < only else EITHER, default)
        for n, (argument, default) in enumerate(zip(positional, defaults, strict=True))
    ]
    if arguments.vararg:
        parameters.append(_parameter(arguments.vararg, VARIADIC))
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    parameters += [
        _parameter(argument, ONLY_KEYWORD, default) for argument, default in named
    ]
    if arguments.kwarg:
        parameters.append(_parameter(arguments.kwarg, KEYWORDS))
    returns = ast.unparse(function.returns) if function.returns else ""
    return Signature(
        {parameter.name: parameter for parameter in parameters}, _plain(returns)
    )


def _function(signature: str) -> ast.FunctionDef | None:
    """Return a function with a signature; ``None`` if Python cannot read that."""
    # Type parameters, which it may begin with, take Python 3.12.
    text = signature[_end_of_types(signature) :]
    module = module_tree(f"def f{text}: pass")
    if module is None:
        return None
    function = module.body[0]
    assert isinstance(function, ast.FunctionDef)
    _without_marks(function)
    return function


def _end_of_types(signature: str) -> int:
    """Return where a signature goes on behind its type parameters: ``[T](x: T)``."""
    return signature.find("](") + 1 if signature.startswith("[") else 0


def written_behind(definition: Definition) -> str:
    """Return what is written behind the name of a definition."""
    return shown_signature(definition) or annotation_and_value(definition)


def same_signature(old: str, new: str, *, of_class: bool = False) -> bool:
    """Tell whether two signatures differ in nothing but how they write their types.

    :param of_class: whether they are lists of bases, in which ``object`` says nothing.
    """
    if of_class:
        old, new = (_OBJECT.sub("", text).removesuffix("()") for text in (old, new))
    before, after = _function(old), _function(new)
    if old == new or before is None or after is None:
        return old == new
    types = zip(_taken_types(before), _taken_types(after), strict=False)
    return (
        old[: _end_of_types(old)] == new[: _end_of_types(new)]
        and ast.unparse(before) == ast.unparse(after)
        and all(same_type(was, now) for was, now in types)
    )


def _taken_types(function: ast.FunctionDef) -> list[str]:
    """Take the types out of a function, and return them; empty where there are none."""
    types = [function.returns]
    function.returns = None
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            types.append(node.annotation)
            node.annotation = None
    return [ast.unparse(type_) if type_ else "" for type_ in types]


def _count_private(arguments: list[ast.arg]) -> int:
    """Return how many parameters their names say are only positional.

    Their names begin with two underscores, as before Python 3.8
    (https://typing.python.org/en/latest/spec/historical.html), or are nothing else.
    """
    names = [argument.arg for argument in arguments]
    bound = names[:1] in (["self"], ["cls"])
    number = len(list(takewhile(_is_private, names[bound:])))
    return number + bound if number else 0


def _is_private(name: str) -> bool:
    return is_mangled(name) or not name.strip("_")


def _parameter(
    argument: ast.arg, kind: str, default: ast.expr | None = None
) -> Parameter:
    written = None if default is None else ast.unparse(default)
    return Parameter(argument.arg, kind, written)


def _plain(annotation: str) -> str:
    """Return an annotation without what a future import made superfluous."""
    if annotation[:1] in {"'", '"'} and annotation[-1:] == annotation[:1]:
        return annotation[1:-1]
    return annotation


def _modern(annotation: str) -> str:
    """Return an annotation as it is written today, to be compared.

    :pep:`585` has ``list`` for ``List``, :pep:`604` has ``X | None`` for ``Optional``;
    quotes and the modules of :mod:`typing`'s names say nothing.
    """
    return _rewritten(annotation, _Modern().visit)


def same_type(old: str, new: str) -> bool:
    """Tell whether two annotations may say the same.

    A name may be taken from its module now that stood behind it, or the reverse.
    """
    old, new = _modern(old), _modern(new)
    short = [_MODULES.sub("", text) for text in (old, new)]
    return old == new or (short[0] == short[1] and bool({old, new} & {*short}))


def same_name(old: str, new: str) -> bool:
    """Tell whether two defaults may be one, by its name and by one with its owner."""
    short, long = sorted((old, new), key=len)
    return old == new or (short.isidentifier() and long.endswith(f".{short}"))


def same_value(old: str, new: str) -> bool:
    """Tell whether two values are one as far as they are known, however written."""
    if old.endswith(_CUT) and new.endswith(_CUT):
        marks = (_UNICODE.sub("", text).replace('"', "'") for text in (old, new))
        short, long = sorted(marks, key=len)
        return long.startswith(short.removesuffix(_CUT))
    return old == new or _rewritten(old) == _rewritten(new)


def _without_marks(tree: ast.AST) -> ast.AST:
    """Return an expression whose texts are not marked as Unicode, as all are."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.kind = None
    return tree


def _rewritten(
    text: str, change: Callable[[ast.AST], ast.AST] = lambda node: node
) -> str:
    """Return an expression in one way of writing it; one that is cut, as it is."""
    try:
        return ast.unparse(change(_without_marks(_expression(text))))
    except (ValueError, MemoryError, RecursionError):
        return text


def _expression(text: str) -> ast.expr:
    if (tree := expression_tree(text)) is None:
        raise ValueError(text)
    return tree


class _Modern(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(BUILTIN.get(node.id, node.id))

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if ast.unparse(node.value) in _OF_TYPING:
            return self.visit_Name(ast.Name(node.attr))
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, str):
            return node
        visited: ast.expr = self.visit(_expression(node.value))
        return visited

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        name = ast.unparse(self.visit(node.value))
        if name == "Literal":
            return node
        self.generic_visit(node)
        inside = node.slice
        choices = inside.elts if isinstance(inside, ast.Tuple) else [inside]
        if name == "Optional":
            choices = [*choices, ast.Constant(None)]
        elif name != "Union":
            return node
        return reduce(lambda a, b: ast.BinOp(a, ast.BitOr(), b), choices)


def hands_on(definition: Definition, text: str) -> bool:
    """Tell whether a method hands all that it is given on to that above it.

    :param text: its source.
    """
    signature = parse_signature(shown_signature(definition) or "()")
    if signature is None:
        return False
    rest = {parameter.kind: name for name, parameter in signature.parameters.items()}
    # Besides them there is the receiver.
    if not {VARIADIC, KEYWORDS} <= rest.keys() or len(signature.parameters) > 3:
        return False
    call = re.compile(
        rf"super\([^()]*\)\.{re.escape(definition.name)}\([^()]*"
        rf"\*{rest[VARIADIC]},\s*\*\*{rest[KEYWORDS]}\s*,?\s*\)"
    )
    return call.search(text) is not None


def is_required(parameter: Parameter) -> bool:
    """Tell whether a call has to have an argument for a parameter."""
    collects = parameter.kind in {VARIADIC, KEYWORDS}
    return parameter.default is None and not collects
