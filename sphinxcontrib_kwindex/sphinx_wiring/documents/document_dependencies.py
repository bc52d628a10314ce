"""What a document shows of the tree, by which it is known when to make it again.

The environment keeps, by document, a digest of each. As keys they stand beside each
other, and no two kinds are equal: no directive has the name of a role.
"""

from __future__ import annotations

from ...model.named_tuple import NamedTuple


class RoleTarget(NamedTuple):
    """What a role leads to."""

    role: str
    target: str


class ShownPath(NamedTuple):
    """What a directive shows of a file or a folder."""

    directive: str
    path: str
    sections: tuple[str, ...] = ()
    """The ids of the sections that it shows; empty for all that it has."""


class ShownGraph(NamedTuple):
    """What a directive draws of a file, a folder or a definition."""

    kind: str
    path: str
    qualname: str


class MissingPath(NamedTuple):
    """A path that a directive shows once it is there."""

    directive: str
    path: str


class DocstringReference(NamedTuple):
    """A reference in a docstring that a document shows."""

    path: str
    scope: str
    """The qualified name of the definition that has the docstring."""
    role: str
    """A role of the Python domain."""
    target: str


class DescribedObject(NamedTuple):
    """A Python object that a document describes."""

    dotted: str
    objtype: str
    anchor: str


class NamedObject(NamedTuple):
    """A Python object that a document names without describing it."""

    names: tuple[str, ...]
    """What it may be called in full; the first that is a definition is meant."""
    in_code: bool
    """Whether an example names it, and no role."""


Dependency = (
    RoleTarget
    | ShownPath
    | ShownGraph
    | MissingPath
    | DocstringReference
    | DescribedObject
    | NamedObject
)
