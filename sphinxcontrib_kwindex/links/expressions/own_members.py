"""What a class has itself: by its body, by an import in that, or by its stub."""

from __future__ import annotations

from ...model.references import BY_IMPORT
from ..places import Instance, Member, Places, Target, Tree


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
