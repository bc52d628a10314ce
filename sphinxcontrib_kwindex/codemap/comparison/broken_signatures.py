"""What another signature or value of a definition of Python breaks.

The rules are those that callers of functions go by: a call that was right has to stay
right, whether it names its arguments or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...model.definition_heads import shown_signature
from ...model.facts import Definition
from ...model.kinds import CALLABLES
from ..signatures import (
    EITHER,
    KEYWORDS,
    ONLY_KEYWORD,
    ONLY_POSITIONAL,
    POSITIONAL,
    VARIADIC,
    Parameter,
    Signature,
    is_required,
    parse_signature,
    same_name,
    same_type,
    same_value,
)
from .changes import Breakage

#: What is awaited.
_AWAITED: Final = re.compile(r"\b(?:Awaitable|Coroutine|Future|Task)\b")
#: Decorators that leave the type alone that a function says to return.
_KEEPING: Final = frozenset(
    {
        *("property", "cached_property", "getter", "setter", "deleter"),
        *("staticmethod", "classmethod", "abstractmethod", "overload", "override"),
        *("final", "deprecated", "cache", "lru_cache", "wraps", "singledispatch"),
        *("contextmanager", "asynccontextmanager"),
    }
)


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
            elif all(types) and not same_type(*types):
                rule = "return-type"
                yield Breakage(rule, before=before.returns, after=after.returns)
    elif (
        was == "attribute"
        and old.value
        and new.value
        and not same_value(old.value, new.value)
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
    if not _is_bound(definition) or not first or first.kind not in POSITIONAL:
        return signature.parameters
    return {name: it for name, it in signature.parameters.items() if it is not first}


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
    places = {**old_places, **new_places}
    # What is, or was, only given by its place may have another name.
    nameless = {
        place
        for side, places in ((old, old_places), (new, new_places))
        for name, place in places.items()
        if side[name].kind == ONLY_POSITIONAL
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
        if now.kind != parameter.kind and now.kind != EITHER:
            yield Breakage("parameter-kind", name, parameter.kind, now.kind)
        elif name in old_places and places[name] != old_places[name]:
            yield Breakage("parameter-moved", name)
        if parameter.default is None:
            continue
        if is_required(now):
            yield Breakage("parameter-required", name)
        elif now.default is not None and not same_name(parameter.default, now.default):
            yield Breakage("parameter-default", name, parameter.default, now.default)
    for name, parameter in new.items():
        renamed = name in renamed_to.values() or any(
            unnamed.get(place) is parameter and before not in new
            for before, place in old_places.items()
        )
        if name not in old and is_required(parameter) and not renamed:
            yield Breakage("parameter-added", name)


def _fits(variadic: Parameter, parameter: Parameter) -> bool:
    """Tell whether ``*args`` or ``**kwargs`` took what is given to a parameter."""
    if variadic.kind == VARIADIC:
        return parameter.kind in POSITIONAL
    return variadic.kind == KEYWORDS and parameter.kind in {EITHER, ONLY_KEYWORD}


def _renamed(old: dict[str, Parameter], new: dict[str, Parameter]) -> dict[str, str]:
    """Return the parameters with another name whose old one ``**kwargs`` takes.

    The new one has a default: who gives the old name does not give it.
    """
    if all(parameter.kind != KEYWORDS for parameter in new.values()):
        return {}
    by_place = {place: name for name, place in _places(new).items()}
    return {
        name: by_place[place]
        for name, place in _places(old).items()
        if name not in new and by_place.get(place, name) not in {name, *old}
        if old[name].kind == EITHER and new[by_place[place]].default is not None
    }


def _places(parameters: dict[str, Parameter]) -> dict[str, int]:
    """Return the places of the parameters that can be given by their place."""
    names = [
        name for name, parameter in parameters.items() if parameter.kind in POSITIONAL
    ]
    return {name: place for place, name in enumerate(names)}


def _taken(
    parameter: Parameter,
    old_places: dict[str, int],
    new_places: dict[str, int],
    kinds: set[str],
) -> bool:
    """Tell whether what was given to a parameter is still taken without it."""
    if parameter.kind == ONLY_POSITIONAL:
        return old_places[parameter.name] < len(new_places) or VARIADIC in kinds
    if parameter.kind in {VARIADIC, KEYWORDS}:
        return parameter.kind in kinds
    by_place = parameter.kind == ONLY_KEYWORD or VARIADIC in kinds
    return by_place and KEYWORDS in kinds
