"""What comments say of types, as they did before there were annotations for it.

PEP 484 describes them: ``x = []  # type: list[C]``, ``# type: (int, C) -> D`` below the
head of a function, ``# type: C`` behind a parameter. Identifiers in comments are no
references.
"""

from __future__ import annotations

from astroid import nodes

from .annotations import visit_annotation
from .identifier_walk import Occurrences
from .values import UNKNOWN, Value


def visit_comment(walk: Occurrences, node: nodes.NodeNG | None) -> Value:
    """Return a value that a comment says to be of a type.

    :param node: the type as an expression, ``None`` for no such comment.
    """
    if node is None:
        return UNKNOWN
    pending = [node]
    for part in pending:
        # The lines in it are those of the comment.
        part.lineno = 0
        pending += part.get_children()
    return visit_annotation(walk, node)


def commented_parameters(
    walk: Occurrences, function: nodes.FunctionDef, *, method: bool
) -> dict[str, Value]:
    """Return what comments say that the parameters of a function are."""
    arguments = function.args
    own = (
        arguments.type_comment_posonlyargs,
        arguments.type_comment_args,
        arguments.type_comment_kwonlyargs,
    )
    if not function.type_comment_args and not any(any(some or ()) for some in own):
        return {}
    positional = [*arguments.posonlyargs, *(arguments.args or ())]
    found = {
        parameter.name: visit_comment(walk, comment)
        for parameters, comments in (
            (arguments.posonlyargs, arguments.type_comment_posonlyargs),
            (arguments.args, arguments.type_comment_args),
            (arguments.kwonlyargs, arguments.type_comment_kwonlyargs),
        )
        for parameter, comment in zip(parameters or (), comments or (), strict=False)
        if comment is not None
    }
    several = function.type_comment_args or ()
    named = positional[1:] if method and len(several) < len(positional) else positional
    if len(several) == len(named):
        for parameter, comment in zip(named, several, strict=True):
            found[parameter.name] = visit_comment(walk, comment)
    return {name: value for name, value in found.items() if value != UNKNOWN}


def declared_result(walk: Occurrences, function: nodes.FunctionDef) -> Value | None:
    """Return what a function is said to return, ``None`` if nothing says it."""
    if function.returns is not None:
        return visit_annotation(walk, function.returns)
    comment = function.type_comment_returns
    return None if comment is None else visit_comment(walk, comment)
