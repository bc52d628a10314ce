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
from ...model.references import AWAIT, CALL, ELEMENT, Spec
from ..builtin_types import result_of
from ..imports.import_resolver import ImportResolver
from ..module_interface import DATACLASS
from ..places import (
    UNSETTLED,
    UNSOLVED,
    Applied,
    Arguments,
    External,
    Instance,
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
from .signature_choice import fit
from .type_arguments import TypeArguments, replaced, variables_in
from .type_variables import bound, is_variable

#: As the analysis calls what a function imports by the name that it is given.
_MODULE: Final = (
    instance(External("types.ModuleType"), [(Instance(External("str")),)]),
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
        fits = fit(self._steps, parameters, given) if is_overload else True
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


def imported(
    imports: ImportResolver,
    path: str,
    result: Places | None,
    arguments: Callable[[], Arguments] | None,
) -> Places | None:
    """Return the module that a function gives which is called with its name.

    :param path: the file of the function.
    :param result: what it is declared to return; if that is nothing that it imports
        by the name that it is given, it is returned.
    :param arguments: returns what it is called with.
    """
    if result != _MODULE or arguments is None:
        return result
    literals = dict(key.split("=", 1) for key, _ in arguments() if "='" in key)
    name = literals.get("0", literals.get("name", "")).strip("'")
    if name.startswith("."):
        # As "importlib.import_module" takes it.
        package = literals.get("1", literals.get("package", "")).strip("'")
        name = package + name if package and name[:2] != ".." else ""
    module = imports.find_module(path, name, 0) if name else None
    return (Target(module, ""),) if module else result


def _of_classes(places: Places | None) -> Places | None:
    """Return what instances are of those places that are classes."""
    given = [place for place in places or () if isinstance(place, Instance)]
    if places is None or any(place.cls == External("type") for place in given):
        return None
    return instances(tuple(place for place in places if place not in given))
