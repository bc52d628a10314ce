"""The classes that those of a tree are derived from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from ...model.references import Spec
from ..fixpoint import Fixpoint
from ..imports.import_resolver import ImportResolver
from ..places import (
    Applied,
    External,
    Place,
    Places,
    Target,
    dotted_of,
    joined,
    named,
)
from .expression_steps import OBJECT, Steps
from .lookup_context import Asked, Source
from .method_resolution import Class, MethodResolution, Mro


class Bases(Steps):
    """Follows what files say that their classes are derived from.

    :param imports: what imports mean.
    """

    def __init__(self, imports: ImportResolver) -> None:
        super().__init__(imports)
        self.values: Final[Fixpoint[Asked, Places | None]] = Fixpoint(
            self.search_value, lambda before, after: joined((before, after)), (), None
        )
        self.resolution: Final = MethodResolution(
            self._bases, lambda: self.values.uncertain
        )
        self._applied_bases: dict[Target, tuple[Applied, ...]] = {}

    @abstractmethod
    def search_value(self, asked: Asked) -> Places | None:
        """Return what a definition holds or returns."""

    @abstractmethod
    def follow(self, source: Source, spec: Spec) -> Places | None:
        """Return what a spec stands for in what is asked."""

    def classes(self, path: str) -> Iterator[tuple[str, tuple[Mro, ...]]]:
        """Yield the classes of a file that have bases, each with these in order.

        :return: pairs of a qualified name and, for each base, the classes of the tree
            or of other projects of which it is one, for all that the source says;
            ``None`` for one that is not known.
        """
        for qualname, specs in self.interface(path).bases.items():
            ask = partial(self._classes_of_bases, path, specs)
            yield qualname, self.values.patiently(ask)

    def _classes_of_bases(
        self, path: str, specs: Iterable[Spec | None]
    ) -> tuple[Mro, ...]:
        return tuple(self._base_classes(path, spec) for spec in specs)

    @property
    def uncertain(self) -> bool:
        """Whether what was found last may be found otherwise later."""
        return self.values.uncertain

    def stub_of(self, path: str) -> str:
        """Return the stub of a source; empty if it has none."""
        return self.imports.stub_of(path)

    def mro(self, owner: Target) -> Mro:
        """Return the classes that an attribute is looked up in, in their order."""
        return self.resolution.of(owner)

    def applied_bases(self, cls: Target) -> tuple[Applied, ...]:
        """Return the bases of a class that have type arguments."""
        if cls in self._applied_bases:
            return self._applied_bases[cls]
        source = Source(cls.path, None, "", {})
        applied: list[Applied] = []
        for spec in self.interface(cls.path).bases.get(cls.qualname, ()):
            if spec is not None and spec.kind == "generic":
                places = self.follow(source, spec) or ()
                applied += [place for place in places if isinstance(place, Applied)]
        if not self.uncertain:
            self._applied_bases[cls] = tuple(applied)
        return tuple(applied)

    def is_protocol(self, cls: Target) -> bool:
        """Tell whether what has what a class names is one, whatever its own class."""
        if not any(map(_is_protocol_itself, self.mro(cls))):
            # The order of most classes is known already.
            return False
        return any(map(_is_protocol_itself, self._bases(cls)))

    def _bases(self, owner: Target) -> list[Class]:
        specs = self.interface(owner.path).bases.get(owner.qualname, ())
        return [self._base(owner.path, spec) for spec in specs]

    def _base(self, path: str, spec: Spec | None) -> Class:
        classes = self._base_classes(path, spec)
        if len(classes) > 1:
            # It stands in for the other, which may not be installed.
            classes = tuple(cls for cls in classes if cls != OBJECT)
        return classes[0] if len(classes) == 1 else None

    def _base_classes(self, path: str, spec: Spec | None) -> Mro:
        """Return the classes of which a base is one; ``None`` for what is none."""
        if spec is None:
            return (None,)
        places = self.evaluated(self.follow(Source(path, None, "", {}), spec))
        classes = dict.fromkeys(map(self._class, places or (None,)))
        for cls in list(classes):
            if isinstance(cls, Target) and (
                cls.qualname in self.interface(cls.path).rebound
            ):
                others = self.evaluated(self.value(cls, None))
                classes |= dict.fromkeys(map(self._class, others or (None,)))
        if spec.base != OBJECT.dotted and list(classes) == [OBJECT]:
            # By another name it stands in for a class that may not be installed.
            return (None,)
        return tuple(classes)

    def _class(self, place: Place | None) -> Class:
        cls = named(place) if place else None
        if isinstance(cls, Target):
            return cls if self.kind(cls) == "class" else None
        return cls if isinstance(cls, External) else None

    def first_inside(self, order: Mro, name: str) -> Target | None:
        """Return what the first class of the tree defines that has a name."""
        for cls in order:
            if isinstance(cls, Target):
                own = cls.member(name)
                if self.kind(own):
                    return own
        return None


def _is_protocol_itself(cls: Class) -> bool:
    return dotted_of(cls).endswith(".Protocol")
