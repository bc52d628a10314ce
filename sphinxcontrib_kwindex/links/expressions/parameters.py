"""Which parameter a keyword argument gives a value to, and what one is declared as."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from ...model.names import last_part, split_name
from ...model.references import ALL_KEYWORDS
from ..module_interface import (
    ANNOTATED,
    ASSIGNED,
    DATACLASS,
    DECORATED,
    FIELD,
    MADE,
    OF_METACLASS,
    ModuleInterface,
)
from ..places import (
    Applied,
    External,
    Instance,
    Member,
    Parameter,
    Place,
    Places,
    Target,
    Tree,
    argument_classes,
    dotted_of,
    joined,
)
from .method_resolution import EMPTY_BASES, Mro, may_have
from .outside_steps import TAKING_FIELDS, TYPES

_NAMED_TUPLE: Final = External("typing.NamedTuple")
_TYPES: Final = frozenset(map(External, TYPES))
#: The packages whose functions map attributes of a class.
_MAPPERS: Final = frozenset({"sqlalchemy", "flask_sqlalchemy"})
_TYPED_DICTS: Final = frozenset(
    External(f"{module}.TypedDict") for module in ("typing", "typing_extensions")
)

_Passed = tuple[Target, ...]
"""The functions that have passed an argument on."""


def parameter_of(
    tree: Tree, called: Place, name: str, passed: _Passed = ()
) -> Places | None:
    """Return the parameter or the field of what is called that has a name."""
    if isinstance(called, Instance) and called.cls in _TYPES:
        classes = tree.evaluated(joined(argument_classes(called.arguments)))
        return classes and joined(
            parameter_of(tree, cls, name, passed) for cls in classes
        )
    function = called.target if isinstance(called, Member) else called
    if isinstance(called, Member) and last_part(dotted_of(function)) in TAKING_FIELDS:
        function = called.receiver.cls
    if isinstance(function, Target) and tree.kind(function) != "class":
        receiver = called.receiver if isinstance(called, Member) else None
        return _of_function(tree, function, receiver, name, passed)
    owner = function.cls if isinstance(function, Applied | Instance) else function
    if not isinstance(owner, Target):
        return None
    receiver, methods = Instance(owner), ["__init__", "__new__"]
    if isinstance(function, Instance):
        receiver, methods = function, ["__call__"]
    mro = tree.mro(owner)
    for method in methods:
        for number, cls in enumerate(mro):
            if cls is None:
                return _column(tree, mro, name) if method == "__init__" else None
            if isinstance(cls, External):
                if cls.dotted in EMPTY_BASES:
                    continue
                # Python's own make no fields.
                if "." in cls.dotted and (field := _field(tree, mro, name, cls)):
                    return field
                if method == "__init__" and (column := _column(tree, mro, name)):
                    return column
                # A "__new__" of the tree takes what an "__init__" outside does.
                break
            if f"{cls.qualname}.{method}" in tree.interface(cls.path).kinds:
                function = cls.member(method)
                taken = _of_function(tree, function, receiver, name, passed)
                # The "**fields" of a class decorated by "dataclass_transform".
                is_made = taken is None and tree.trait(cls) == DATACLASS
                return _field(tree, mro, name) if is_made else taken
            if method == "__init__" and tree.trait(cls) == DATACLASS:
                return _field(tree, mro[number:], name)
    # What makes an "__init__" that no class has makes it of the fields: a decorator
    # or a metaclass with "dataclass_transform", say.
    is_made = any(
        isinstance(cls, Target) and tree.trait(cls) in {DECORATED, OF_METACLASS}
        for cls in mro
    )
    if not is_made or "__init__" not in methods:
        return None
    return _field(tree, mro, name) or _column(tree, mro, name)


def _of_function(
    tree: Tree,
    function: Target,
    receiver: Instance | None,
    name: str,
    passed: _Passed,
) -> Places | None:
    """Return the parameter with a name, or that of what its ``**`` is handed to."""
    interface = tree.interface(function.path)
    if name in interface.parameters.get(function.qualname, ()):
        return (Parameter(*function, name),)
    stub = Target(tree.stub_of(function.path), function.qualname)
    if stub.path and (said := _of_function(tree, stub, receiver, name, passed)):
        # More than the "**options" of the source.
        return said
    everything = Target(function.path, function.qualname + ALL_KEYWORDS)
    spec = interface.values.get(everything.qualname)
    if spec is None or name in spec.base.split(",") or function in passed:
        return None
    parameters: dict[Place, None] = {}
    for given in tree.value(everything, receiver) or ():
        # What nothing is known of may be given others.
        for called in tree.evaluated((given,)) or ():
            several = parameter_of(tree, called, name, (*passed, function))
            if several is None and receiver is not None:
                several = _of_outside(tree, called, receiver, name)
            parameters.update(dict.fromkeys(several or ()))
    return tuple(parameters) or None


def _of_outside(
    tree: Tree, called: Place, receiver: Instance, name: str
) -> Places | None:
    """Return the field that an ``__init__`` of another project takes."""
    function = called.target if isinstance(called, Member) else called
    if not isinstance(function, External) or not isinstance(receiver.cls, Target):
        return None
    owner, method = split_name(function.dotted)
    mro = tree.mro(receiver.cls)
    outside = External(owner)
    is_made = method == "__init__" and owner not in EMPTY_BASES and outside in mro
    return _field(tree, mro, name, outside) if is_made and "." in owner else None


def _column(tree: Tree, mro: Mro, name: str) -> Places | None:
    """Return the attribute that SQLAlchemy maps to a column or to other objects.

    Whatever its base is, or makes of it, such a class takes it when it is called.
    """
    for cls in mro:
        if isinstance(cls, Target) and tree.trait(cls.member(name)) == MADE:
            column = cls.member(name)
            interface = tree.interface(column.path)
            said = interface.values.get(column.qualname)
            if said and said.kind == "called":
                said = interface.parts.get(said.parts[0])
            made = [said.base] if said and said.kind == "module" else []
            held = tree.value(column, None) or ()
            classes = (place.cls for place in held if isinstance(place, Instance))
            made += [type_.dotted for type_ in classes if isinstance(type_, External)]
            tops = {dotted.partition(".")[0] for dotted in made}
            return None if tops.isdisjoint(_MAPPERS) else (column,)
    return None


def _field(
    tree: Tree, mro: Mro, name: str, outside: External | None = None
) -> Places | None:
    """Return the field of a class whose ``__init__`` is made of its fields.

    :param outside: the class that makes it, if it is of another project. Those of
        Django, Peewee and their like that are called models have fields like
        ``name = CharField()``.
    """
    is_model = outside is not None and outside.dotted.endswith("Model")
    kinds = {FIELD, MADE} if is_model else {FIELD}
    for cls in mro:
        if isinstance(cls, Target):
            field = cls.member(name)
            if tree.trait(field) in kinds:
                return (field,)
    return None


class Fields:
    """The fields that items of objects are.

    :param interface: returns what is known of a file.
    """

    def __init__(self, interface: Callable[[str], ModuleInterface]) -> None:
        self._interface = interface
        self._by_class = cache(self._in_file)

    def at(self, mro: Mro, step: str) -> str:
        """Return the field that an item of a typed dict or a named tuple is.

        :param mro: that of its class.
        :param step: as in :attr:`.Spec.steps`.
        :return: its name; empty if there is none.
        """
        if step.startswith("['"):
            return step[2:-2] if _TYPED_DICTS.intersection(mro) else ""
        number = step[1:-1]
        cls = mro[mro.index(_NAMED_TUPLE) - 1] if _NAMED_TUPLE in mro else None
        if not isinstance(cls, Target) or not number.lstrip("-").isdecimal():
            return ""
        own, at = self.of_class(cls), int(number)
        return own[at] if -len(own) <= at < len(own) else ""

    def of_class(self, cls: Target) -> list[str]:
        """Return the fields that the body of a class has, in their order."""
        return self._by_class(cls.path).get(cls.qualname, [])

    def _in_file(self, path: str) -> dict[str, list[str]]:
        fields: dict[str, list[str]] = {}
        for qualname, trait in self._interface(path).traits.items():
            if trait == FIELD:
                owner, name = split_name(qualname)
                fields.setdefault(owner, []).append(name)
        return fields


def declared_above(tree: Tree, method: Member, step: str) -> Places | None:
    """Return what a parameter of a method is; ``None`` if nothing is known of it.

    :param method: the first that may declare it, before those that it overrides.
    :param step: a :func:`~.references.parameter_step`.
    """
    cls = method.receiver.cls
    if not isinstance(cls, Target) or not isinstance(method.target, Target):
        return None
    owner, name = split_name(method.target.qualname)
    order = tree.mro(cls)
    first = Target(method.target.path, owner)
    for above in order[order.index(first) :] if first in order else ():
        if not isinstance(above, Target):
            return None
        asked = above.member(f"{name}{step}")
        declared = tree.value(asked, method.receiver)
        if declared is not None:
            return declared
    return None


def held_above(tree: Tree, attribute: Target) -> Places | None:
    """Return what an attribute is by the class above that declares it.

    What is put into it is what is annotated there, or goes to a property there if
    methods do so; what a class body has in its place is something else.
    """
    owner, name = split_name(attribute.qualname)
    cls = Target(attribute.path, owner)
    if tree.kind(attribute) != "attribute":
        return None
    for declared in _above(tree, cls, name):
        kind = tree.kind(declared)
        takes = kind == "property" and tree.trait(attribute) in ASSIGNED
        if takes or tree.trait(declared) in ANNOTATED:
            return tree.value(declared, Instance(cls))
        if kind not in {"", "attribute"}:
            return None
    return None


def held_by(tree: Tree, attribute: Target, receiver: Instance | None) -> Places | None:
    """Return what an attribute holds.

    What is put into a property the property knows, if anything does.
    """
    for target in (taken_by(tree, attribute), attribute):
        if target is not None and (held := tree.value(target, receiver)) is not None:
            return held
    return held_above(tree, attribute)


def taken_by(tree: Tree, attribute: Target) -> Target | None:
    """Return the property of a class above that gets what methods assign.

    A class with slots may have one of its own in its place.
    """
    owner, name = split_name(attribute.qualname)
    if not owner or tree.trait(attribute) not in ASSIGNED:
        return None
    if tree.kind(Target(attribute.path, f"{owner}.__slots__")):
        return None
    for member in _above(tree, Target(attribute.path, owner), name):
        kind = tree.kind(member)
        if kind and tree.trait(member) not in ASSIGNED:
            return member if kind == "property" else None
    return None


def _above(tree: Tree, cls: Target, name: str) -> Iterator[Target]:
    """Yield what a name may be in the classes above a class, while these are known."""
    for above in tree.mro(cls)[1:]:
        if isinstance(above, Target):
            yield above.member(name)
        elif above is None or may_have(above.dotted, name):
            return
