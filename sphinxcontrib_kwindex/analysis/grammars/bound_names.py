"""Names that the import statements of a file bind, and the scopes they hold in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from ...model.references import Spec
from .grammar import Imported

#: How many paths that begin with another are followed.
_MOST_RELATIVE: Final = 5


class BoundNames:
    """What import statements bind and open, for a file or for a scope in it."""

    def __init__(
        self, imported: Sequence[Imported], kinds: Mapping[str, str], separator: str
    ) -> None:
        """Note what the statements make known.

        :param kinds: what each definition of the file is, by its qualified name.
        :param separator: what stands between the parts of names.
        """
        self._kinds = kinds
        self._separator = separator
        self.names: dict[str, Spec] = {}
        """What names stand for in all of the file."""
        self.names_in: defaultdict[tuple[int, int], dict[str, Spec]]
        """The same by the scope, which begins and ends in the text."""
        self.names_in = defaultdict(dict)
        self.opened: tuple[str, ...] = ()
        """The namespaces whose names need not be qualified."""
        self.opened_in: defaultdict[tuple[int, int], tuple[str, ...]]
        self.opened_in = defaultdict(tuple)
        for statement in imported:
            if statement.within:
                _bind(self.names_in[statement.within.byte_range], statement, kinds)
                if statement.opened:
                    self.opened_in[statement.within.byte_range] += statement.opened
            else:
                _bind(self.names, statement, kinds)
                self.opened += statement.opened
        self.opened = tuple(dict.fromkeys(self.opened))
        self._package = next(
            (statement.package for statement in imported if statement.package), ""
        )
        if any(statement.relative and statement.bound for statement in imported):
            for names in (self.names, *self.names_in.values()):
                names |= {name: self._followed(spec) for name, spec in names.items()}
        self.places: dict[int, tuple[int, Spec]] = {
            node.start_byte: (
                node.end_byte,
                self._followed(spec) if statement.relative else spec,
            )
            for statement in imported
            for node, spec in statement.places
        }
        """Where what leads to something besides identifiers begins and ends."""

    def _followed(self, spec: Spec) -> Spec:
        """Return a path from where the name that it begins with leads."""
        if "\\" in spec.base:
            return self._in_namespace(spec)
        separator = self._separator
        for _ in range(_MOST_RELATIVE):
            first, _, rest = spec.base.partition(separator)
            start = self.names.get(first)
            if start is None and first in self._kinds and spec.kind == "module":
                # What the file has itself.
                return Spec("name", separator.join((spec.base, *spec.steps)), ("",))
            if start is None or start.base.partition(separator)[0] in {first, ""}:
                break
            parts = rest.split(separator) if rest else []
            if start.kind == "module":
                more = spec.steps if spec.kind == "module" else ()
                spec = Spec("module", start.base, (*start.steps, *parts, *more))
            else:
                base = separator.join((start.base, *parts, *spec.steps))
                spec = start._replace(base=base)
        return spec

    def _in_namespace(self, spec: Spec) -> Spec:
        r"""Return a path of PHP as from the root: ``A\B``."""
        first, _, rest = spec.base.partition("\\")
        start = self.names.get(first)
        above = start.base if start else f"{self._package}\\{first}"
        return spec._replace(base=f"{above}\\{rest}".lstrip("\\"))

    def exported(self, imported: Iterable[Imported]) -> list[tuple[str, Spec]]:
        """Return what names stand for by which the file defines nothing."""
        exported = []
        pairs = dict(pair for statement in imported for pair in statement.exported)
        for name, spec in sorted(pairs.items()):
            first, *rest = spec.base.split(self._separator)
            if spec.kind == "name" and first in self.names:
                spec = self.names[first].then(*rest)
            exported.append((name, spec))
        return exported


def _bind(names: dict[str, Spec], statement: Imported, own: Container[str]) -> None:
    """Add the names that a statement binds to those of the statements before it.

    Of members of one name of several types, as Java imports them, the arguments of a
    call decide: it is a member that only its name tells.

    :param own: the names that the file defines. What may be one of several things is
        asked of the file, as other files ask for it.
    """
    is_optional = statement.optional and statement.within is None
    for name, spec in statement.bound:
        if is_optional and (name in names or name in own):
            names[name] = Spec("module", "self", (name,))
        elif len(spec.steps) > 1 and names.get(name, spec) != spec:
            names[name] = Spec("member", name)
        else:
            names[name] = spec
