"""What of long outlines is shown at once, and what only when asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from docutils import nodes

from ...i18n import say
from ..nodes import kw_definition
from ..quantities import counts_by_kind

#: A docstring of more characters is folded behind its first blocks.
_LONG: Final = 1500
_FIRST: Final = 700
#: Fewer private names are not worth a fold.
_SEVERAL: Final = 3


def shown_blocks(docstring: Sequence[nodes.Node], written: str) -> int:
    """Return how many blocks of a docstring are shown at once, 0 for all.

    That is the first block and what follows it while it is not too much.

    :param written: the text of the docstring.
    """
    if len(written) <= _LONG or not docstring:
        return 0
    sizes = [len(block.astext()) for block in docstring]
    number, size = 1, sizes[0]
    while number < len(sizes) and size + sizes[number] <= _FIRST:
        size += sizes[number]
        number += 1
    # "Example:" goes with what it announces.
    while number > 1 and docstring[number - 1].astext().endswith(":"):
        number -= 1
    return number if number < len(sizes) else 0


def public_first(several: Sequence[kw_definition]) -> list[kw_definition]:
    """Return the definitions at one place with private definitions last.

    Where there are several of these, and public definitions too, HTML folds them: the
    first has the summary in ``opens``, the last ``closes``.
    """
    private = [definition for definition in several if definition["private"]]
    public = [definition for definition in several if not definition["private"]]
    if len(private) < _SEVERAL or not public:
        return list(several)
    numbers = Counter(definition["kind"] for definition in private)
    private[0]["opens"] = say(
        "private: {kinds}", kinds=", ".join(counts_by_kind(numbers))
    )
    private[-1]["closes"] = True
    return [*public, *private]
