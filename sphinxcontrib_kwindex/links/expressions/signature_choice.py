"""Which of several signatures of a function the arguments of a call choose.

What is declared with ``@overload`` gives what the first signature does that fits. Where
that is not known, what several give is marked with :data:`.UNSETTLED`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ...model.references import type_of_literal
from ..places import (
    UNSETTLED,
    External,
    Instance,
    Member,
    Place,
    Places,
    Target,
    dotted_of,
    joined,
)
from .outside_steps import OutsideSteps
from .type_arguments import variables_in
from .type_tests import is_instance

#: Classes of which nothing is an instance that is none by its bases, as of a protocol.
_CLOSED: Final = frozenset(
    {
        *("object", "abc.ABC", "typing.Generic", "str", "bytes", "bool", "int"),
        *("list", "tuple", "dict", "set", "frozenset"),
    }
)


def fit(
    steps: OutsideSteps,
    parameters: Mapping[str, Places | None],
    arguments: Mapping[str, Places | None],
) -> bool | None:
    """Tell whether arguments fit a signature; ``None`` if that is not known."""
    literals = dict(key.split("=") for key in arguments if "=" in key)
    keys, answers = set(), set()
    for names, places in parameters.items():
        number, _, name = names.partition(":")
        name, _, texts = name.partition("=")
        keys |= {number, name}
        key = name if name in arguments or name in literals else number
        if not any(variables_in(steps, places)):
            given, literal = arguments.get(key), literals.get(key, "")
            answers.add(_fits(steps, places, texts, given, literal))
    others = {key.partition("=")[0] for key in arguments} - keys
    stars = {"*" if key.isdecimal() else "**" for key in others}
    if False in answers or not stars <= keys:
        return False
    return None if None in answers else True


def _fits(
    steps: OutsideSteps,
    declared: Places | None,
    texts: str,
    given: Places | None,
    literal: str,
) -> bool | None:
    """Tell the same of one argument.

    :param declared: what its parameter is declared as.
    :param texts: the literals that it is declared as in place of that.
    :param literal: the argument, if it is one.
    """
    if texts and literal:
        # Of others than short ones there is only the type.
        is_type = literal != "None" and literal == type_of_literal(literal)
        return literal in texts.split("|") and (None if is_type else True)
    if texts:
        some = steps.evaluated(given)
        return (
            False
            if some and all(_is_no_literal(steps, place) for place in some)
            else None
        )
    if literal == "None" or not declared:
        return None
    if literal:
        given = (Instance(External(type_of_literal(literal))),)
    given = steps.evaluated(given)
    answers = {_is_one(steps, value, declared) for value in given or ()}
    return answers.pop() if len(answers) == 1 else None


def _is_no_literal(steps: OutsideSteps, place: Place) -> bool:
    """Tell whether something is surely none, nor ``None``."""
    cls = place.cls if isinstance(place, Instance) else place
    if isinstance(cls, Target):
        return steps.kind(cls) in {"class", "function", "method"}
    return dotted_of(cls).endswith("Callable")


def _is_one(steps: OutsideSteps, value: Place, declared: Places) -> bool | None:
    """Tell whether something is an instance of one of some classes."""
    classes = [place.cls for place in declared if isinstance(place, Instance)]
    if any(is_instance(steps, value, cls) for cls in classes):
        return True
    several = [value, *declared]
    return None if not all(_is_closed(steps, place) for place in several) else False


def _is_closed(steps: OutsideSteps, place: Place) -> bool:
    """Tell whether nothing else is an instance of a class than its bases say."""
    if not isinstance(place, Instance):
        return False
    cls = place.cls
    mro = steps.mro(cls) if isinstance(cls, Target) else (cls,)
    return all(
        dotted_of(above) in _CLOSED
        or (isinstance(above, Target) and steps.kind(above) == "class")
        for above in mro
    )


def first_fitting(
    several: Iterable[Places | None], declared: Callable[[], Iterable[Places | None]]
) -> Places | None:
    """Return what the first of several signatures gives that fits a call.

    :param several: what each gives, nothing for one that does not fit.
    :param declared: returns what they are said to give whatever the arguments are.
    """
    fitting: list[Places | None] = []
    for places in several:
        if places != ():
            fitting.append(places)
        if places and UNSETTLED not in places:
            break
    # Where none fits, too little is known of the arguments.
    places = joined(fitting or (*declared(), (UNSETTLED,)))
    alone = places and tuple(place for place in places if place != UNSETTLED)
    return places if alone and len(alone) > 1 else alone


def of_unsettled(
    places: Places, take: Callable[[Places], Places | None]
) -> Places | None:
    """Return what is made of what several signatures give.

    :param take: returns what is made of places.
    """
    given = take(tuple(place for place in places if place != UNSETTLED))
    several = {one.target if isinstance(one, Member) else one for one in given or ()}
    return (*given, UNSETTLED) if given and len(several) > 1 else given
