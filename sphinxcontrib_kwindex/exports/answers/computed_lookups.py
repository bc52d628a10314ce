"""What looks up members by names that it puts together: ``f"visit_{kind}"``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...links.inheritance import ClassHierarchy
from ...links.places import Target
from ...model.references import BASE, CALLED, MENTION, ComputedName
from ...model.rows import UseRow


def looking_up(
    cls: Target,
    name: str,
    computed: Iterable[tuple[str, ComputedName]],
    hierarchy: ClassHierarchy,
    is_class: Callable[[Target], bool],
    uses: Callable[[Target], Iterable[UseRow]],
) -> Iterator[Target]:
    """Yield what puts a name together by which it may look up a member of a class.

    What does so of ``self`` means its own class, those below and above, and any that is
    given to what may make a class of it and others, as ``type()`` does.

    :param computed: all such lookups of the tree.
    :param uses: returns those of a class.
    """
    related: set[object] = set()
    for path, query in computed:
        tells_some = query.of and query.around and (query.begin or query.end)
        if tells_some and name.startswith(query.begin) and name.endswith(query.end):
            related = related or {
                *(cls, *hierarchy.known_ancestors(*cls), *hierarchy.below([cls]))
            }
            of = Target(path, query.of)
            if of in related or not is_class(of) or _is_mixed_in(cls, uses(cls)):
                yield Target(path, query.around)


def _is_mixed_in(cls: Target, uses: Iterable[UseRow]) -> bool:
    """Tell whether a class is given to others, and has no objects and no subclasses."""
    roles = {
        use.role
        for use in uses
        if use.path != cls.path or not f"{use.around}.".startswith(f"{cls.qualname}.")
    }
    return MENTION in roles and roles.isdisjoint({CALLED, BASE})
