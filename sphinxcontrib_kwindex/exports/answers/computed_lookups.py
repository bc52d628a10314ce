"""What looks up members by names that it puts together: ``f"visit_{kind}"``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...links.inheritance import ClassHierarchy
from ...links.places import Target
from ...model.references import ComputedName


def looking_up(
    cls: Target,
    name: str,
    computed: Iterable[tuple[str, ComputedName]],
    hierarchy: ClassHierarchy,
    is_class: Callable[[Target], bool],
) -> Iterator[Target]:
    """Yield what puts a name together by which it may look up a member of a class.

    What does so of ``self`` means its own class, and those below and above.

    :param computed: all such lookups of the tree.
    """
    related: set[object] = set()
    for path, query in computed:
        tells_some = query.of and query.around and (query.begin or query.end)
        if tells_some and name.startswith(query.begin) and name.endswith(query.end):
            related = related or {
                *(cls, *hierarchy.known_ancestors(*cls), *hierarchy.below([cls]))
            }
            of = Target(path, query.of)
            if of in related or not is_class(of):
                yield Target(path, query.around)
