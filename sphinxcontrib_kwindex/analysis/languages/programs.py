"""Where a program begins, by the rules of each language."""

from __future__ import annotations

from ...model.facts import FileFacts


def c_program(facts: FileFacts, beginning: str = "") -> int:
    """Return the line of the function ``main``, 0 without one.

    A function in a namespace or a module is another one.

    :param beginning: of the signature that it has to have.
    """
    lines = (
        row.line
        for row in facts.definitions
        if (row.kind, row.qualname) == ("function", "main")
        and not row.declaration
        and all(signature.startswith(beginning) for signature in row.signatures)
    )
    return next(lines, 0)


def go_program(facts: FileFacts) -> int:
    """Return the line of ``main`` in a file of the package ``main``, 0 without one."""
    return c_program(facts) if facts.package == "main" else 0


def rust_program(facts: FileFacts) -> int:
    """Return the line of a ``main`` that takes nothing, 0 without one.

    What takes something is a macro, say.
    """
    return c_program(facts, "()")


def java_program(facts: FileFacts) -> int:
    """Return the line of the first method ``main``, 0 without one."""
    rows = (row for row in facts.definitions if row.kind == "method")
    return next((row.line for row in rows if row.name == "main"), 0)
