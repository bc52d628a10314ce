"""What a section says where there is nothing to list."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from .nodes import kw_checks


def nothing_found(title: str, *looked_for: str) -> nodes.Element:
    """Return a line on what was not found.

    :param title: a sentence.
    :param looked_for: the checks that ran, a few words each, if that does not say it.
    """
    if not looked_for:
        return nodes.paragraph(title, title)
    return kw_checks("", title=title, checks=looked_for)


def none_found(missing: Sequence[tuple[str, ...]]) -> list[nodes.Node]:
    """Return a line on several things that were not found, if there are some.

    :param missing: of each what :func:`nothing_found` takes.
    """
    titles = [title for title, *_ in missing]
    checks = [check for _, *checks in missing for check in checks]
    return [nothing_found(" ".join(titles), *checks)] if missing else []
