"""What another signature, value or list of bases breaks.

The rules are those that callers of Python's functions go by: a call that was right has
to stay right, whether it names its arguments or not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from itertools import takewhile
from typing import Final

from ...analysis.python.syntax_trees import expression_tree, module_tree
from ...model.definition_heads import annotation_and_value, shown_signature
from ...model.facts import Definition
from ...model.kinds import CALLABLES
from ...model.named_tuple import NamedTuple
from ..class_members import is_mangled
from .changes import Breakage

#: Kinds of parameters, as :class:`inspect.Parameter` describes them.
_ONLY_POSITIONAL: Final = "positional-only"
_EITHER: Final = "positional or keyword"
_ONLY_KEYWORD: Final = "keyword-only"
_VARIADIC: Final = "variadic positional"
_KEYWORDS: Final = "variadic keyword"
_POSITIONAL: Final = (_ONLY_POSITIONAL, _EITHER)
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
#: What is awaited.
_AWAITED: Final = re.compile(r"\b(?:Awaitable|Coroutine|Future|Task)\b")
#: What stands before the last part of a dotted name.
_MODULES: Final = re.compile(r"\b(?:[^\W\d]\w*\.)+")
#: Names of :mod:`typing` for what is built in.
BUILTIN: Final = {
    name: name.lower() for name in ("Dict", "FrozenSet", "List", "Set", "Tuple", "Type")
}

#: Decorators that leave the type alone that a function says to return.
_KEEPING: Final = frozenset(
    {
        *("property", "cached_property", "getter", "setter", "deleter"),
        *("staticmethod", "classmethod", "abstractmethod", "overload", "override"),
        *("final", "deprecated", "cache", "lru_cache", "wraps", "singledispatch"),
        *("contextmanager", "asynccontextmanager"),
    }
)


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
        _parameter(argument, _ONLY_POSITIONAL if n < only else _EITHER, default)
        for n, (argument, default) in enumerate(zip(positional, defaults, strict=True))
    ]
    if arguments.vararg:
        parameters.append(_parameter(arguments.vararg, _VARIADIC))
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    parameters += [
        _parameter(argument, _ONLY_KEYWORD, default) for argument, default in named
    ]
    if arguments.kwarg:
        parameters.append(_parameter(arguments.kwarg, _KEYWORDS))
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
        and all(_same_type(was, now) for was, now in types)
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


def _same_type(old: str, new: str) -> bool:
    """Tell whether two annotations may say the same.

    A name may be taken from its module now that stood behind it, or the reverse.
    """
    old, new = _modern(old), _modern(new)
    short = [_MODULES.sub("", text) for text in (old, new)]
    return old == new or (short[0] == short[1] and bool({old, new} & {*short}))


def _same_name(old: str, new: str) -> bool:
    """Tell whether two defaults may be one, by its name and by one with its owner."""
    short, long = sorted((old, new), key=len)
    return old == new or (short.isidentifier() and long.endswith(f".{short}"))


def _same_value(old: str, new: str) -> bool:
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


def breakages(old: Definition, new: Definition) -> Iterator[Breakage]:
    """Yield what it breaks that a definition of Python is another now."""
    was, now = _sort(old), _sort(new)
    if was != now:
        yield Breakage("kind", before=was, after=now)
    elif old.kind in CALLABLES and new.kind in CALLABLES:
        before, after = (
            parse_signature(shown_signature(definition) or "()")
            for definition in (old, new)
        )
        if before and after:
            if was == "function":
                yield from _static(old, new)
                yield from _parameters(_given(old, before), _given(new, after))
            types = before.returns, after.returns
            if any(map(_may_return_another, (old, new))):
                return
            sorts = ["async " * ("async" in it.modifiers) + was for it in (old, new)]
            if sorts[0] != sorts[1]:
                # Some return what is awaited, and say so.
                if not any(map(_AWAITED.search, types)):
                    yield Breakage("kind", before=sorts[0], after=sorts[1])
            elif all(types) and not _same_type(*types):
                rule = "return-type"
                yield Breakage(rule, before=before.returns, after=after.returns)
    elif (
        was == "attribute"
        and old.value
        and new.value
        and not _same_value(old.value, new.value)
        and not _is_state(old, new)
    ):
        yield Breakage("value", before=old.value, after=new.value)


def _is_state(old: Definition, new: Definition) -> bool:
    """Tell whether methods give an attribute several values, so that it has no one."""
    modifiers = {*old.modifiers, *new.modifiers}
    return "instance" in modifiers and max(len(old.lines), len(new.lines)) > 1


def _may_return_another(definition: Definition) -> bool:
    """Tell whether callers may be given something else than a function says."""
    names = (text.partition("(")[0] for text in definition.decorators)
    return any(name.rpartition(".")[2] not in _KEEPING for name in names)


def _static(old: Definition, new: Definition) -> Iterator[Breakage]:
    """Yield that what was called on a class needs an object now, or the reverse."""
    static = ["staticmethod" in it.modifiers for it in (old, new)]
    other = old if static[1] else new
    of_object = _is_bound(other) and "classmethod" not in other.modifiers
    if any(static) and of_object:
        sorts = ["static method" if it else "method" for it in static]
        yield Breakage("kind", before=sorts[0], after=sorts[1])


def _is_bound(definition: Definition) -> bool:
    return definition.kind == "method" and "staticmethod" not in definition.modifiers


def _given(definition: Definition, signature: Signature) -> dict[str, Parameter]:
    """Return the parameters that callers give: no receivers of methods."""
    first = next(iter(signature.parameters.values()), None)
    if not _is_bound(definition) or not first or first.kind not in _POSITIONAL:
        return signature.parameters
    return {name: it for name, it in signature.parameters.items() if it is not first}


def hands_on(definition: Definition, text: str) -> bool:
    """Tell whether a method hands all that it is given on to that above it.

    :param text: its source.
    """
    signature = parse_signature(shown_signature(definition) or "()")
    if signature is None:
        return False
    rest = {parameter.kind: name for name, parameter in signature.parameters.items()}
    # Besides them there is the receiver.
    if not {_VARIADIC, _KEYWORDS} <= rest.keys() or len(signature.parameters) > 3:
        return False
    call = re.compile(
        rf"super\([^()]*\)\.{re.escape(definition.name)}\([^()]*"
        rf"\*{rest[_VARIADIC]},\s*\*\*{rest[_KEYWORDS]}\s*,?\s*\)"
    )
    return call.search(text) is not None


def _sort(definition: Definition) -> str:
    """Return what others can do with a definition."""
    if "property" in definition.modifiers or definition.kind == "data":
        return "attribute"
    return "function" if definition.kind in CALLABLES else definition.kind


def _parameters(
    old: dict[str, Parameter], new: dict[str, Parameter]
) -> Iterator[Breakage]:
    """Yield what breaks calls: parameters by name, as they were and as they are."""
    kinds = {parameter.kind for parameter in new.values()}
    old_places, new_places = _places(old), _places(new)
    renamed_to = _renamed(old, new)
    # What is, or was, only given by its place may have another name.
    nameless = {
        place
        for side, places in ((old, old_places), (new, new_places))
        for name, place in places.items()
        if side[name].kind == _ONLY_POSITIONAL
    }
    unnamed = {
        place: new[name]
        for name, place in new_places.items()
        if place in nameless and name not in old
    }
    for name, parameter in old.items():
        now = new.get(name) or unnamed.get(old_places.get(name, -1))
        if name in renamed_to:
            yield Breakage("parameter-renamed", name, after=renamed_to[name])
            continue
        if now is None and not _taken(parameter, old_places, new_places, kinds):
            if instead := [
                it for it in new if it not in old and _fits(parameter, new[it])
            ]:
                yield Breakage("parameter-named", name, after=", ".join(instead))
            else:
                yield Breakage("parameter-removed", name)
        if now is None:
            continue
        if now.kind != parameter.kind and now.kind != _EITHER:
            yield Breakage("parameter-kind", name, parameter.kind, now.kind)
        elif _is_moved(old_places.get(name), new_places.get(name)):
            yield Breakage("parameter-moved", name)
        if parameter.default is None:
            continue
        if is_required(now):
            yield Breakage("parameter-required", name)
        elif now.default is not None and not _same_name(parameter.default, now.default):
            yield Breakage("parameter-default", name, parameter.default, now.default)
    for name, parameter in new.items():
        renamed = name in renamed_to.values() or any(
            unnamed.get(place) is parameter and before not in new
            for before, place in old_places.items()
        )
        if name not in old and is_required(parameter) and not renamed:
            yield Breakage("parameter-added", name)


def is_required(parameter: Parameter) -> bool:
    """Tell whether a call has to have an argument for a parameter."""
    collects = parameter.kind in {_VARIADIC, _KEYWORDS}
    return parameter.default is None and not collects


def _fits(variadic: Parameter, parameter: Parameter) -> bool:
    """Tell whether ``*args`` or ``**kwargs`` took what is given to a parameter."""
    if variadic.kind == _VARIADIC:
        return parameter.kind in _POSITIONAL
    return variadic.kind == _KEYWORDS and parameter.kind in {_EITHER, _ONLY_KEYWORD}


def _renamed(old: dict[str, Parameter], new: dict[str, Parameter]) -> dict[str, str]:
    """Return the parameters with another name whose old one ``**kwargs`` takes.

    The new one has a default: who gives the old name does not give it.
    """
    if all(parameter.kind != _KEYWORDS for parameter in new.values()):
        return {}
    by_place = {place: name for name, place in _places(new).items()}
    return {
        name: by_place[place]
        for name, place in _places(old).items()
        if name not in new and by_place.get(place, name) not in {name, *old}
        if old[name].kind == _EITHER and new[by_place[place]].default is not None
    }


def _places(parameters: dict[str, Parameter]) -> dict[str, int]:
    """Return the places of the parameters that can be given by their place."""
    names = [
        name for name, parameter in parameters.items() if parameter.kind in _POSITIONAL
    ]
    return {name: place for place, name in enumerate(names)}


def _is_moved(old: int | None, new: int | None) -> bool:
    return old is not None and new is not None and old != new


def _taken(
    parameter: Parameter,
    old_places: dict[str, int],
    new_places: dict[str, int],
    kinds: set[str],
) -> bool:
    """Tell whether what was given to a parameter is still taken without it."""
    if parameter.kind == _ONLY_POSITIONAL:
        return old_places[parameter.name] < len(new_places) or _VARIADIC in kinds
    by_name = parameter.kind in {_VARIADIC, _ONLY_POSITIONAL} or _KEYWORDS in kinds
    by_place = parameter.kind in {_KEYWORDS, _ONLY_KEYWORD} or _VARIADIC in kinds
    renamed = parameter.kind in {_VARIADIC, _KEYWORDS} and parameter.kind in kinds
    return renamed or (
        parameter.kind not in {_VARIADIC, _KEYWORDS} and by_name and by_place
    )
