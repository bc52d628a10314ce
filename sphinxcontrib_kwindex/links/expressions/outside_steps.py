"""Steps from instances of classes of other projects, as far as these are known."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from ...model.references import (
    ASYNC_ELEMENT,
    ASYNC_ENTER,
    CALL,
    ELEMENT,
    ENTER,
    ITEM,
    SLICE,
)
from ..builtin_types import ANY, ITSELF, Result, result_of
from ..places import (
    External,
    Instance,
    Member,
    Place,
    Places,
    Tree,
    argument_classes,
    instance,
    instances,
    joined,
)
from .method_resolution import lacks
from .type_tests import is_any
from .type_variables import is_made

#: As :mod:`.builtin_types` knows ``async for`` and ``async with``.
_AS_SYNCHRONOUS: Final = {ASYNC_ELEMENT: ELEMENT, ASYNC_ENTER: ENTER}
_MOCKS: Final = ("unittest.mock.", "mock.")
#: The classes of classes: a type argument says of which.
TYPES: Final = frozenset({"type", "typing.Type"})
#: The methods of named tuples and of pydantic's models that take their fields.
TAKING_FIELDS: Final = frozenset({"_replace", "model_construct"})
#: These, and others that return an instance of the class that they are called on,
#: which derives from that of another project that has them.
OF_OWN_CLASS: Final = TAKING_FIELDS | {
    *("_make", "from_orm", "model_copy", "model_validate", "model_validate_json"),
    *("model_validate_strings", "parse_file", "parse_obj", "parse_raw"),
}


#: Modules of Python's own whose functions give nothing back that programs gave them.
_OF_DATA: Final = frozenset(
    {
        *("base64", "binascii", "bz2", "calendar", "csv", "datetime", "difflib"),
        *("email", "glob", "gzip", "hashlib", "hmac", "html", "http", "ipaddress"),
        *("lzma", "math", "mimetypes", "os", "platform", "re", "secrets", "select"),
        *("shutil", "socket", "ssl", "struct", "subprocess", "tarfile", "tempfile"),
        *("time", "tokenize", "tomllib", "urllib", "uuid", "xml", "zipfile", "zlib"),
    }
)


def called_outside(function: External) -> Places | None:
    """Return what a call of something of another project gives.

    What a function of Python's own gives may have no name, and is nothing of the tree.
    """
    is_of_data = function.dotted.partition(".")[0] in _OF_DATA
    unnamed = External(f"{function.dotted}()")
    return instances((function,)) or ((Instance(unnamed),) if is_of_data else None)


class OutsideSteps(Tree):
    """Takes steps from instances of classes of other projects."""

    @abstractmethod
    def step(self, places: Places | None, name: str) -> Places | None:
        """Return what a step from some places gives.

        :param name: as in :attr:`.Spec.steps`.
        """

    def step_outside(self, place: Instance, cls: External, name: str) -> Places | None:
        """Take a step from an instance of a class of another project."""
        if is_any(place):
            return ()
        if cls.dotted in TYPES or is_made(place):
            # What is an instance of a type argument is a class where it is none.
            return joined(
                self.step(some, name) for some in argument_classes(place.arguments)
            )
        is_mock = cls.dotted.startswith(_MOCKS)
        if is_mock and name == CALL:
            return (place,)
        if name[-1] in ")]":
            return self.known_result(place, name)
        if lacks(cls.dotted, name):
            # Whatever a mock is asked for is one, too.
            return (place,) if is_mock else ()
        return (Member(External(f"{cls.dotted}.{name}"), place),)

    def known_result(self, place: Instance, step: str) -> Places | None:
        """Return what a step from an instance of one of Python's own classes gives."""
        if not isinstance(place.cls, External):
            return (place,) if step in OF_OWN_CLASS else None
        arguments = place.arguments
        step = _AS_SYNCHRONOUS.get(step, step)
        if step.startswith("[") and step not in {ITEM, SLICE}:
            is_number = step[1] != "'"
            if is_number and arguments and result_of(place.cls.dotted, ITEM) == ANY:
                number = int(step[1:-1])
                if -len(arguments) <= number < len(arguments):
                    return arguments[number]
                return arguments[0] if len(arguments) == 1 else None
            step = ITEM
        result = result_of(place.cls.dotted, step)
        return None if result is None else self._given(result, place)

    def next_of(self, place: Place) -> Places | None:
        """Return what an iterator gives."""
        if not isinstance(place, Instance):
            return None
        if isinstance(place.cls, External):
            return self.known_result(place, ELEMENT)
        return self.step(self.step((place,), "__next__"), CALL)

    def _given(self, result: Result, place: Instance) -> Places | None:
        if isinstance(result, tuple):
            name, inner = result
            return (
                instance(External(name), [self._given(part, place) for part in inner]),
            )
        if result == ITSELF:
            return (place,)
        arguments = place.arguments
        if result == ANY:
            return joined(arguments) if arguments else None
        return arguments[result] if result < len(arguments) and arguments else None
