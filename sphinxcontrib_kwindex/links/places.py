"""Places: the definitions, files and types that an expression may stand for.

A *place* is one thing that it can be: a definition, a class with type arguments, an
instance. What an expression is are :data:`Places`: several where several are as sure,
as of ``A | B``; none where it is known that there is nothing, as of an attribute that
a class does not have; and ``None`` where nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from ..model.named_tuple import NamedTuple
from ..model.record import Record

if TYPE_CHECKING:
    from .module_interface import ModuleInterface


class Target(NamedTuple):
    """A definition, file or folder of the tree."""

    path: str
    qualname: str
    """Empty for a file or folder."""

    def member(self, name: str) -> Target:
        """Return what a class of Python has by a name in its body."""
        return Target(self.path, f"{self.qualname}.{name}")


class External(NamedTuple):
    """Something of another project, or of Python itself."""

    dotted: str
    """The name as it is imported; builtins without a module."""


class Parameter(NamedTuple):
    """A parameter of a function of the tree."""

    path: str
    qualname: str
    """Of the function."""
    name: str


class MadeUp(NamedTuple):
    """What a module gives that it has not, of which nothing else is known."""

    function: Target
    """The function :data:`GETATTR` of the module."""


class Applied(Record, frozen=True):
    """A class with type arguments."""

    cls: Target | External
    arguments: tuple[Places | None, ...]
    """For each what an instance of it is."""


class Instance(Record, frozen=True):
    """An instance of a class."""

    cls: Target | External
    """Or the type variable that stands for the class."""
    arguments: tuple[Places | None, ...] = ()
    """For each type argument of the class what an instance of it is."""


class Member(Record, frozen=True):
    """An attribute of an instance or a class."""

    target: Target | External
    receiver: Instance
    """What it was asked of; an instance of it, if it was a class."""


class Unknown(NamedTuple):
    """An attribute whose definition is not known surely."""

    name: str
    classes: tuple[Target, ...] = ()
    """It is one of something that is declared as one of these classes, and so of one
    that is derived from them; empty if nothing is known of what has it."""
    made_up: bool = False
    """Whether the class may make it up, as by ``__getattr__``."""
    of_self: bool = False
    """Whether ``self`` is asked for it, or ``super()``."""
    behind: Target | None = None
    """The class behind which ``super()`` looks it up."""
    given_by: str = ""
    """The package of the class that gives ``self`` what it is asked of, if that is one
    of another project: then it is as likely something that derives from another of
    its classes."""
    unbound: bool = False
    """Whether it is no attribute but a name that its file does not bind, as what runs
    the file may do."""


Place: TypeAlias = Target | External | Parameter | MadeUp | Applied | Instance | Member
Places: TypeAlias = tuple[Place, ...]
Arguments: TypeAlias = "tuple[tuple[str, Places | None], ...]"
"""By its number from 0, or its name, what each argument of a call is, if known."""

#: What modules and classes are asked for what they have not.
GETATTR: Final = "__getattr__"
#: The class of what a type variable stands for that no argument says. Its type
#: argument is what is declared of it.
UNSOLVED: Final = External("an unsolved type variable")
#: Stands beside what several signatures of a function give, if the arguments of a call
#: do not say which of them is meant. A call has no name.
UNSETTLED: Final = External("one of several signatures()")


class Tree(Protocol):
    """What is known of the definitions of a tree."""

    @property
    def uncertain(self) -> bool:
        """Whether what was found last may be found otherwise later."""

    def interface(self, path: str) -> ModuleInterface:
        """Return what other files need to know of a file."""

    def stub_of(self, path: str) -> str:
        """Return the stub of a source; empty if it has none."""

    def kind(self, target: Target) -> str:
        """Return the kind of a definition, ``file`` for a file or folder."""

    def trait(self, target: Target) -> str:
        """Return what is special about a definition."""

    def mro(self, owner: Target) -> tuple[Target | External | None, ...]:
        """Return the classes that an attribute is looked up in, in their order."""

    def applied_bases(self, cls: Target) -> tuple[Applied, ...]:
        """Return the bases of a class that have type arguments."""

    def value(
        self,
        target: Target,
        receiver: Instance | None,
        arguments: Callable[[], Arguments] | None = None,
    ) -> Places | None:
        """Return what its file says that a definition holds or returns.

        :param receiver: the instance that it is an attribute of.
        :param arguments: returns what it is called with.
        """

    def evaluated(
        self, places: Places | None, *, variables: bool = False
    ) -> Places | None:
        """Return what is there: modules, classes, instances, functions, …

        :param variables: whether type variables stay what they are.
        """


def place_found(name: str, path: str, qualname: str) -> Place:
    """Return what a name of a module is.

    :param path: where it is defined, empty for what is not in the tree.
    """
    if not path:
        return External(qualname)
    target = Target(path, qualname)
    return MadeUp(target) if qualname == GETATTR != name else target


#: What can be more things than that is not known.
_MOST: Final = 8
#: Type arguments within type arguments that are kept.
_NESTED: Final = 3


def joined(several: Iterable[Places | None]) -> Places | None:
    """Return what is one of several; ``None`` if one of them is not known."""
    places: Places = ()
    for some in several:
        if some is None:
            return None
        places += some
    if len(places) > 1:
        # Mostly there is one, and it is not cheap to compare places.
        places = tuple(dict.fromkeys(places))
    return places if len(places) <= _MOST else None


def instance(cls: Target | External, arguments: Iterable[Places | None]) -> Instance:
    """Return an instance of a class, with type arguments as deep as they are kept."""
    kept = tuple(some and _kept(some, _NESTED - 1) for some in arguments)
    return Instance(cls, kept if any(kept) else ())


def _kept(places: Places, levels: int) -> Places:
    """Return some places with that many levels of type arguments in them."""
    if not any(isinstance(place, Instance) and place.arguments for place in places):
        return places
    kept: dict[Place, None] = {}
    for place in places:
        if isinstance(place, Instance):
            inner = place.arguments if levels else ()
            arguments = tuple(some and _kept(some, levels - 1) for some in inner)
            place = Instance(place.cls, arguments)
        kept[place] = None
    return tuple(kept)


def dotted_of(cls: object) -> str:
    """Return the name of a class of another project; empty for anything else."""
    return cls.dotted if isinstance(cls, External) else ""


@cache
def _is_class(dotted: str) -> bool:
    # It imports modules that most who know places need not wait for.
    from .builtin_types import is_class

    return is_class(dotted)


def instances(places: Places | None) -> Places | None:
    """Return what instances of classes are; what is an instance stays one."""
    if places is None:
        return None
    several: list[Places | None] = []
    for place in places:
        if isinstance(place, Applied):
            several.append((instance(place.cls, place.arguments),))
        elif isinstance(place, Member) and isinstance(place.target, Target):
            several.append((Instance(place.target),))
        elif isinstance(place, Target) or (
            isinstance(place, External) and _is_class(place.dotted)
        ):
            several.append((Instance(place),))
        else:
            several.append((place,) if isinstance(place, Instance) else None)
    return joined(several)


def argument_classes(arguments: tuple[Places | None, ...]) -> Iterator[Places | None]:
    """Yield the classes whose instances type arguments are."""
    for some in arguments or (None,):
        if some is None:
            yield None
        else:
            yield tuple(
                Applied(place.cls, place.arguments)
                for place in some
                if isinstance(place, Instance)
            )


def named(place: Place) -> Target | External | Parameter | None:
    """Return what an identifier leads to that stands for a place."""
    if isinstance(place, Member):
        return place.target
    if isinstance(place, Applied):
        return place.cls
    if isinstance(place, MadeUp):
        return place.function
    return None if isinstance(place, Instance) else place
