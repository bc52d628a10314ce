"""What the type variables of generic classes stand for."""

from __future__ import annotations

from .places import External, Instance, Places, Target, Tree, instance, joined


class TypeArguments:
    """The type arguments of instances.

    :param tree: what is known of the classes.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._above: dict[Instance, dict[Target | External, Instance]] = {}

    def as_class(self, receiver: Instance, cls: Target | External) -> Instance:
        """Return an instance as one of a class above its own."""
        if receiver.cls == cls or not isinstance(receiver.cls, Target):
            return receiver
        if receiver not in self._above:
            above: dict[Target | External, Instance] = {receiver.cls: receiver}
            for one in self._tree.mro(receiver.cls):
                if isinstance(one, Target):
                    own = above.setdefault(one, Instance(one))
                    for base in self._tree.applied_bases(one):
                        arguments = [
                            self.substituted(some, own) for some in base.arguments
                        ]
                        above.setdefault(base.cls, instance(base.cls, arguments))
            if self._tree.uncertain:
                return above.get(cls, Instance(cls))
            self._above[receiver] = above
        return self._above[receiver].get(cls, Instance(cls))

    def substituted(self, places: Places | None, receiver: Instance) -> Places | None:
        """Return places with the type arguments of an instance for the variables.

        :param receiver: as one of the class that the places are said in.
        """
        if places is None or not isinstance(receiver.cls, Target):
            return places
        variables = self.variables(receiver.cls)
        if not variables:
            return places
        given = dict(zip(variables, receiver.arguments, strict=False))
        found: list[Places | None] = []
        for place in places:
            if isinstance(place, Instance):
                if isinstance(place.cls, Target) and place.cls in variables:
                    # Without an argument it is what every argument is.
                    is_given = place.cls in given
                    found.append(
                        given[place.cls] if is_given else self._tree.bound(place.cls)
                    )
                    continue
                inner = [self.substituted(some, receiver) for some in place.arguments]
                place = instance(place.cls, inner)
            found.append((place,))
        return joined(found)

    def variables(self, cls: Target) -> tuple[Target | External, ...]:
        """Return the type variables of a class in their order."""
        bases = self._tree.applied_bases(cls)
        declaring = [
            base
            for base in bases
            if isinstance(base.cls, External)
            and base.cls.dotted.rpartition(".")[2] in {"Generic", "Protocol"}
        ]
        return tuple(
            {
                place.cls: None
                for base in declaring or bases
                for some in base.arguments
                for place in some or ()
                if isinstance(place, Instance)
                and isinstance(place.cls, Target)
                and self._tree.kind(place.cls) != "class"
            }
        )
