"""What a class has itself: by its body, by an import in that, or by its stub."""

from __future__ import annotations

from ...model.references import BY_IMPORT
from ..module_interface import ASSIGNED
from ..places import Instance, Member, Places, Target, Tree
from .type_tests import is_guess


def own_member(tree: Tree, own: Target, receiver: Instance) -> Places | None:
    """Return what a class itself has, also by an import in its body or in its stub.

    :param own: where its body would define it.
    :return: nothing if the class has not; ``None`` if it is not known what it is.
    """
    interface = tree.interface(own.path)
    if own.qualname in interface.kinds:
        return (Member(own, receiver),)
    imported = Target(own.path, own.qualname + BY_IMPORT)
    if imported.qualname in interface.values:
        return tree.value(imported, None)
    stub = Target(tree.stub_of(own.path), own.qualname)
    return (Member(stub, receiver),) if stub.path and tree.kind(stub) else ()


def or_assigned(
    tree: Tree, found: Places | None, name: str, receiver: Instance
) -> Places | None:
    """Return what an instance has that methods assign, where a class is not known.

    The instance itself has that, whatever the classes before have.

    :param found: what the attribute is by the classes alone.
    """
    if not isinstance(receiver.cls, Target) or not any(map(is_guess, found or ())):
        return found
    mro = tree.mro(receiver.cls)
    members = (cls.member(name) for cls in mro if isinstance(cls, Target))
    own = next((it for it in members if tree.trait(it) in ASSIGNED), None)
    return (Member(own, receiver),) if own else found
