"""Where a program begins, by the rules of each language."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.facts import Definition, FileFacts


def c_program(facts: FileFacts) -> int:
    """Return the line of the function ``main``, 0 without one."""
    return _first(_main_functions(facts))


def go_program(facts: FileFacts) -> int:
    """Return the line of ``main`` in a file of the package ``main``, 0 without one."""
    return _first(_main_functions(facts)) if facts.package == "main" else 0


def rust_program(facts: FileFacts) -> int:
    """Return the line of a ``main`` that takes nothing, 0 without one.

    What takes something is a macro, say.
    """
    return _first(
        main_function
        for main_function in _main_functions(facts)
        if all(signature.startswith("()") for signature in main_function.signatures)
    )


def java_program(facts: FileFacts) -> int:
    """Return the line of the first method ``main``, 0 without one."""
    return _first(
        definition
        for definition in facts.definitions
        if definition.kind == "method" and definition.name == "main"
    )


def _main_functions(facts: FileFacts) -> Iterator[Definition]:
    # A function in a namespace or a module is another one.
    for definition in facts.definitions:
        if (definition.kind, definition.qualname) == (
            "function",
            "main",
        ) and not definition.declaration:
            yield definition


def _first(definitions: Iterator[Definition]) -> int:
    return next((definition.line for definition in definitions), 0)
