"""``kwindex query NAME``: what is known of a definition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .printing import FOUND, NOTHING, not_found, print_json, print_lines, section
from .question_arguments import limited, opened, parser, with_tests

if TYPE_CHECKING:
    from ..exports.answers.lookup import Explanation, Found, Match, Place, Use


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    made = parser(
        "query",
        "Say what a name means: where it is defined, its signature, who uses it, which"
        " tests do.",
        "A name may be short (save), qualified (Model.save), with its module"
        " (django.db.models.Model) or its file (db/models/base.py::Model). Where it may"
        " mean several definitions, they are listed.",
    )
    made.add_argument(
        "name", metavar="NAME", help="the name of a definition, file or module"
    )
    made.add_argument(
        "-a", "--all", action="store_true", help="explain each of several definitions"
    )
    with_tests(made)
    limited(made, 10)
    arguments = made.parse_args(argv)
    with opened(arguments) as code:
        from ..exports.answers.lookup import explain, find

        every = arguments.all or arguments.json
        shown = 0 if every else arguments.limit
        found = find(code, arguments.name, at_most=shown)
        if found.files:
            from .file import show_files

            return show_files(code, found.files, arguments)
        whole = arguments.all or found.number == 1
        explained = (
            [explain(code, match, through=arguments.tests) for match in found.matches]
            if whole
            else []
        )
        if arguments.json:
            print_json(_data(found, explained))
            return FOUND if found.matches else NOTHING
        if not found.matches:
            return not_found(f"nothing is called {found.name!r}", found.similar)
        if whole:
            for number, one in enumerate(explained):
                print_lines([""] * bool(number) + list(_lines(one, arguments.limit)))
        else:
            print_lines(_listed(found))
    return FOUND


def _data(found: Found, explained: list[Explanation]) -> dict[str, object]:
    """Return what is printed as JSON."""
    from msgspec.structs import asdict

    full = [{**asdict(one.definition), **asdict(one)} for one in explained]
    for one in full:
        del one["definition"]
    return {
        "name": found.name,
        "definitions": full or [asdict(match) for match in found.matches],
        "similar": found.similar,
    }


def _head(one: Match) -> Iterator[str]:
    yield f"{one.path}:{one.line}: {one.kind} {one.qualname}"
    yield f"    {one.signature}"
    if one.summary:
        yield f"    {one.summary}"


def _listed(found: Found) -> Iterator[str]:
    shown = found.matches
    for one in shown:
        yield from _head(one)
    rest = found.number - len(shown)
    yield ""
    more = f", {rest:,} of them not shown (-n 0 for all)" if rest else ""
    # A class and a function of one name have one address.
    alike = not rest and len({one.target for one in shown}) == 1
    hint = "each: -a" if alike else f"one: {shown[0].target}"
    yield f"{found.number:,} definitions{more}; to see {hint}"


def _lines(one: Explanation, limit: int) -> Iterator[str]:
    yield from _head(one.definition)
    if one.unused:
        yield "    Nothing is found to use it."
    sure = [use for use in one.uses if use.sure and not use.in_test]
    by_name = [use for use in one.uses if not use.sure and not use.in_test]
    tests = [use for use in one.uses if use.in_test]
    callers = dict.fromkeys(
        f"{use.path} {use.around}".rstrip() for use in sure if use.role == "call"
    )
    yield from section("Declared in", _places(one.declared_in), limit)
    yield from section("Defined in", _places(one.defined_in), limit)
    yield from section("Subclasses", _places(one.subclasses), limit)
    yield from section("Overrides", _places(one.overrides), limit)
    yield from section("Overridden by", _places(one.overridden_by), limit)
    yield from section("Callers", list(callers), limit)
    yield from section("Uses", list(map(_use, sure)), limit)
    yield from section("Perhaps used, by its name", list(map(_use, by_name)), limit)
    if one.by_unknown:
        yield f"Its name is asked of unknown objects in {one.by_unknown:,} places."
    yield from section("Uses in tests", list(map(_use, tests)), limit)
    listed = [
        f"{test.path}:{test.line}: {test.qualname}"
        + (f" (through {', '.join(test.through)})" if test.through else "")
        + ("" if test.sure else " (by name)")
        for test in one.tests
    ]
    yield from section("Tests", listed, limit)


def _places(places: tuple[Place, ...]) -> list[str]:
    return [f"{place.path}:{place.line}: {place.qualname}" for place in places]


def _use(use: Use) -> str:
    times = f" ({use.places:,} places)" if use.places > 1 else ""
    around = f"{use.around}: " if use.around else ""
    return f"{use.path}:{use.line}: {around}{use.text or use.role}{times}"
