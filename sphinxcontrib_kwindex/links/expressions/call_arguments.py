"""What the arguments of a call say of the type variables of a function.

A function may return what it is given, or something of it: ``(several: list[T]) -> T``.
What an argument is compared with what its parameter is declared as tells what ``T``
stands for. Where that is not known, neither is the result: it is something of which no
more than the bound of the variable is sure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ...model.names import outer_name
from ...model.references import AWAIT, CALL, ELEMENT, Spec, type_of_literal
from ..builtin_types import result_of
from ..module_interface import DATACLASS
from ..places import (
    UNSETTLED,
    UNSOLVED,
    Applied,
    Arguments,
    External,
    Instance,
    Member,
    Place,
    Places,
    Target,
    dotted_of,
    instance,
    instances,
    joined,
)
from .lookup_context import Source
from .method_resolution import EMPTY_BASES
from .outside_steps import OutsideSteps
from .parameters import Fields
from .type_arguments import TypeArguments, replaced, variables_in
from .type_tests import is_instance
from .type_variables import bound, is_variable

#: Classes of which nothing is an instance that is none by its bases, as of a protocol.
_CLOSED: Final = frozenset(
    {
        *("object", "abc.ABC", "typing.Generic", "str", "bytes", "bool", "int"),
        *("list", "tuple", "dict", "set", "frozenset"),
    }
)


class CallArguments:
    """Finds what type variables stand for in a call.

    :param steps: takes steps from what is given.
    :param type_arguments: tells what it is as one of a class above its own.
    :param fields: tells which fields a class has.
    """

    def __init__(
        self, steps: OutsideSteps, type_arguments: TypeArguments, fields: Fields
    ) -> None:
        self._steps = steps
        self._type_arguments = type_arguments
        self._fields = fields

    def made(self, cls: Place, arguments: Callable[[], Arguments]) -> Places | None:
        """Return what a call of a class makes if its arguments may say more of it.

        :param arguments: returns what they are.
        """
        steps = self._steps
        if not isinstance(cls, Target) or steps.kind(cls) != "class":
            return None
        variables = self._type_arguments.variables(cls)
        receiver = instance(cls, [(Instance(variable),) for variable in variables])
        mro = steps.mro(cls) if variables else ()
        for above in mro:
            if isinstance(above, Target):
                init = above.member("__init__")
                if steps.kind(init):
                    places = steps.value(init, receiver, arguments)
                    is_made = places and getattr(places[0], "cls", None) == cls
                    return places if is_made else None
                makes = steps.trait(above) == DATACLASS
            else:
                # That of another project, as pydantic's, makes it of the fields.
                makes = "." in dotted_of(above) and dotted_of(above) not in EMPTY_BASES
            if makes:
                given = arguments()
                classes = [one for one in mro if isinstance(one, Target)]
                if isinstance(above, Target):
                    classes = [one for one in classes if steps.trait(one) == DATACLASS]
                else:
                    # What it takes without names may be something else.
                    given = tuple(row for row in given if not row[0].isdecimal())
                return self._of_fields(receiver, classes, given)
            if above is None:
                return None
        return None

    def _of_fields(
        self, receiver: Instance, classes: list[Target], arguments: Arguments
    ) -> Places | None:
        """Return an instance of a class whose ``__init__`` takes its fields."""
        fields = {
            name: cls.member(name)
            for cls in reversed(classes)
            for name in self._fields.of_class(cls)
        }
        parameters: dict[str, Places | None] = {}
        for number, (name, field) in enumerate(fields.items()):
            owner = Target(field.path, outer_name(field.qualname))
            own = self._type_arguments.as_class(receiver, owner)
            declared = self._steps.value(field, None)
            parameters[f"{number}:{name}"] = self._type_arguments.substituted(
                declared, own
            )
        return self.result(
            *((receiver,), parameters, arguments, ()), is_overload=False, is_made=True
        )

    def returned(
        self, source: Source, spec: Spec, parts: list[Places | None]
    ) -> Places | None:
        """Return what a function gives in a call.

        :param spec: what it returns, and what parameters are declared as.
        :param parts: what those are.
        """
        owner = Target(source.path, source.owner)
        is_made = parts[0] == (source.receiver,)
        if is_made and source.receiver:
            own = self._type_arguments.as_class(source.receiver, owner)
            parts = [self._type_arguments.substituted(part, own) for part in parts]
        return self.result(
            parts[0],
            dict(zip(spec.base.split(","), parts[1:], strict=True)),
            source.arguments,
            () if is_made else self._type_arguments.variables(owner),
            is_overload=spec.kind == "overload",
            is_made=is_made,
        )

    def result(
        self,
        declared: Places | None,
        parameters: Mapping[str, Places | None],
        arguments: Arguments,
        known: Iterable[Target | External],
        *,
        is_overload: bool,
        is_made: bool,
    ) -> Places | None:
        """Return what a function gives in a call.

        :param declared: what it returns, with type variables in it.
        :param parameters: what parameters are that have type variables, each by its
            number and its name with a colon between.
        :param known: type variables that something else than the arguments says.
        :param is_overload: whether other signatures are for other arguments.
        :param is_made: whether it is an instance that is made, which has the type
            variables of its class where no argument says what they are.
        """
        given = dict(arguments)
        fits = self._fit(parameters, given) if is_overload else True
        if fits is False:
            return ()
        elsewhere = set(known)
        solved: dict[Target, Places | None] = {}
        variables: set[Target] = set()
        for names, places in parameters.items():
            number, _, name = names.partition(":")
            inside = set(variables_in(self._steps, places))
            variables.update(inside)
            key = name if name in given else number
            if key in given and inside:
                self._compare(places or (), given[key], solved)
            elif inside and is_overload:
                return ()
        meanings: dict[Target, Places] = {}
        if is_overload and () in map(solved.get, variables - elsewhere):
            return ()
        for variable in variables - elsewhere:
            meaning = solved.get(variable)
            if is_made and not meaning:
                continue
            if meaning is None:
                meaning = (instance(UNSOLVED, (bound(self._steps, variable),)),)
            meanings[variable] = meaning
        result = replaced(declared, meanings, meanings.get)
        return result if fits or not result else (*result, UNSETTLED)

    def _fit(
        self,
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
            if not any(variables_in(self._steps, places)):
                given, literal = arguments.get(key), literals.get(key, "")
                answers.add(self._fits(places, texts, given, literal))
        others = {key.partition("=")[0] for key in arguments} - keys
        stars = {"*" if key.isdecimal() else "**" for key in others}
        if False in answers or not stars <= keys:
            return False
        return None if None in answers else True

    def _fits(
        self, declared: Places | None, texts: str, given: Places | None, literal: str
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
            some = self._steps.evaluated(given)
            return False if some and all(map(self._is_no_literal, some)) else None
        if literal == "None" or not declared:
            return None
        if literal:
            given = (Instance(External(type_of_literal(literal))),)
        given = self._steps.evaluated(given)
        answers = {self._is_one(value, declared) for value in given or ()}
        return answers.pop() if len(answers) == 1 else None

    def _is_no_literal(self, place: Place) -> bool:
        """Tell whether something is surely none, nor ``None``."""
        cls = place.cls if isinstance(place, Instance) else place
        if isinstance(cls, Target):
            return self._steps.kind(cls) in {"class", "function", "method"}
        return dotted_of(cls).endswith("Callable")

    def _is_one(self, value: Place, declared: Places) -> bool | None:
        """Tell whether something is an instance of one of some classes."""
        classes = [place.cls for place in declared if isinstance(place, Instance)]
        if any(is_instance(self._steps, value, cls) for cls in classes):
            return True
        several = [value, *declared]
        return None if not all(map(self._is_closed, several)) else False

    def _is_closed(self, place: Place) -> bool:
        """Tell whether nothing else is an instance of a class than its bases say."""
        if not isinstance(place, Instance):
            return False
        cls = place.cls
        mro = self._steps.mro(cls) if isinstance(cls, Target) else (cls,)
        return all(
            dotted_of(above) in _CLOSED
            or (isinstance(above, Target) and self._steps.kind(above) == "class")
            for above in mro
        )

    def _compare(
        self,
        declared: Places,
        given: Places | None,
        solved: dict[Target, Places | None],
    ) -> None:
        """Note what the variables stand for in what a parameter is declared as."""
        given = self._steps.evaluated(given)
        rest = given
        for place in declared:
            if not isinstance(place, Instance) or is_variable(place.cls, self._steps):
                continue
            if given is not None:
                fitting = [
                    value for value in given if self._compare_one(place, value, solved)
                ]
                rest = tuple(value for value in rest or () if value not in fitting)
        for place in declared:
            cls = place.cls if isinstance(place, Instance | Applied) else place
            if isinstance(cls, Target) and is_variable(cls, self._steps):
                # "type[T]": the class itself is given.
                is_object = isinstance(place, Instance)
                self._note(cls, rest if is_object else _of_classes(rest), solved)

    def _note(
        self,
        variable: Target,
        given: Places | None,
        solved: dict[Target, Places | None],
    ) -> None:
        before = solved.get(variable, ())
        solved[variable] = joined((before, given))

    def _compare_one(
        self, declared: Instance, given: Place, solved: dict[Target, Places | None]
    ) -> bool:
        """Compare with one that may be an instance of a class with type arguments."""
        steps = self._steps
        cls, arguments = declared.cls, declared.arguments
        dotted = dotted_of(cls)
        if dotted.endswith("Callable") and arguments:
            self._compare(arguments[-1] or (), steps.step((given,), CALL), solved)
            return True
        if not isinstance(given, Instance):
            return False
        if arguments and result_of(dotted, AWAIT) is not None:
            # What a coroutine returns is the last of its type arguments.
            awaited = steps.step((given,), AWAIT)
            self._compare(arguments[-1] or (), awaited, solved)
            return awaited is not None
        own = self._type_arguments.as_class(given, cls)
        if own.cls == cls and (given.cls == cls or own.arguments):
            for inner, some in zip(arguments, own.arguments, strict=False):
                self._compare(inner or (), some, solved)
            return True
        if len(arguments) == 1 and result_of(dotted, ELEMENT) == 0:
            self._compare(arguments[0] or (), steps.step((given,), ELEMENT), solved)
            return True
        return False


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


def _of_classes(places: Places | None) -> Places | None:
    """Return what instances are of those places that are classes."""
    given = [place for place in places or () if isinstance(place, Instance)]
    if places is None or any(place.cls == External("type") for place in given):
        return None
    return instances(tuple(place for place in places if place not in given))
