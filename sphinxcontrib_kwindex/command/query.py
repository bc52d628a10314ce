"""``kwindex query NAME``: what is known of a definition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.english import number_of
from .printing import FOUND, NOTHING, not_found, print_json, print_lines, section
from .question_arguments import (
    flag,
    limited,
    opened,
    parse_question,
    parser,
    path_in_tree,
    with_tests,
)

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
    does = "the name of a definition or module, or the path of a file or folder"
    made.add_argument("name", metavar="NAME", help=does)
    flag(made, "-a", "--all", does="if NAME may mean several definitions, explain each")
    with_tests(made)
    limited(made, 10)
    arguments = parse_question(made, argv)
    with opened(arguments) as code:
        from ..exports.answers.lookup import below_root, explain, find

        every = arguments.all or arguments.json
        shown = 0 if every else arguments.limit
        name = arguments.name
        if "/" in name and Path(written := name.partition("::")[0]).exists():
            # As the current folder sees it.
            name = path_in_tree(code, written) + name.removeprefix(written)
        meaning = find(code, name, at_most=shown)
        path = below_root(code, name.rstrip("/"))
        known = bool(meaning.files or meaning.matches)
        if path in code.folders and name and ("/" in arguments.name or not known):
            from .file import show_folder

            return show_folder(code, path, arguments)
        if meaning.files:
            from .file import show_files

            return show_files(code, meaning.files, arguments)
        whole = arguments.all or meaning.number == 1
        matches = meaning.matches if whole else ()
        explained = [explain(code, it, through=arguments.tests) for it in matches]
        if arguments.json:
            print_json(_data(meaning, explained))
            return FOUND if meaning.matches else NOTHING
        if not meaning.matches:
            return not_found(f"nothing is called {meaning.name!r}", meaning.similar)
        if whole:
            for number, about in enumerate(explained):
                print_lines([""] * bool(number) + list(_lines(about, arguments.limit)))
        else:
            print_lines(_listed(meaning))
        others = "Other definitions of that name"
        print_lines(section(others, meaning.others, arguments.limit))
    return FOUND


def _data(meaning: Found, explained: list[Explanation]) -> dict[str, object]:
    """Return what is printed as JSON."""
    from msgspec.structs import asdict

    full = [{**asdict(one.definition), **asdict(one)} for one in explained]
    for fields in full:
        del fields["definition"]
    return {
        "name": meaning.name,
        "definitions": full or [asdict(match) for match in meaning.matches],
        "others": meaning.others,
        "similar": meaning.similar,
    }


def _head(match: Match) -> Iterator[str]:
    yield f"{match.path}:{match.line}: {match.sort} {match.qualname}"
    yield f"    {match.signature}"
    if match.summary:
        yield f"    {match.summary}"


def _listed(meaning: Found) -> Iterator[str]:
    shown = meaning.matches
    for match in shown:
        yield from _head(match)
    rest = meaning.number - len(shown)
    yield ""
    more = f", {rest:,} of them not shown (-n 0 for all)" if rest else ""
    # A class and a function of one name have one address.
    alike = not rest and len({match.target for match in shown}) == 1
    hint = "each: -a" if alike else f"one: {shown[0].target}"
    yield f"{meaning.number:,} definitions{more}; to see {hint}"


def _lines(explanation: Explanation, limit: int) -> Iterator[str]:
    yield from _head(explanation.definition)
    if explanation.unused:
        yield "    Nothing is found to use it."
    elif not (explanation.uses or explanation.by_unknown or explanation.looked_up_in):
        yield "    No use is found, but there may be some."
    sure = [use for use in explanation.uses if use.sure and not use.in_test]
    by_name = [use for use in explanation.uses if not use.sure and not use.in_test]
    tests = [use for use in explanation.uses if use.in_test]
    callers = dict.fromkeys(
        f"{use.path} {use.around}".rstrip() for use in sure if use.role == "call"
    )
    members = [
        f"{member.line}: {member.signature}"
        for member in explanation.members
        if not member.private
    ]
    yield from section("Members", members, limit)
    yield from section("Declared in", _places(explanation.declared_in), limit)
    yield from section("Defined in", _places(explanation.defined_in), limit)
    yield from section("Subclasses", _places(explanation.subclasses), limit)
    yield from section("Overrides", _places(explanation.overrides), limit)
    yield from section("Overridden by", _places(explanation.overridden_by), limit)
    lookups = _places(explanation.looked_up_in)
    yield from section("Perhaps looked up by a part of its name", lookups, limit)
    yield from section("Callers", list(callers), limit)
    yield from section("Uses", list(map(_use, sure)), limit)
    yield from section("Perhaps used, by its name", list(map(_use, by_name)), limit)
    if unknown := explanation.by_unknown:
        places = number_of(unknown, "place")
        yield f"Its name is asked of unknown objects in {places}."
    yield from section("Uses in tests", list(map(_use, tests)), limit)
    listed = [
        f"{test.path}:{test.line}: {test.qualname}"
        + (f" (through {', '.join(test.through)})" if test.through else "")
        + ("" if test.sure else " (by name)")
        for test in explanation.tests
    ]
    yield from section("Tests", listed, limit)


def _places(places: tuple[Place, ...]) -> list[str]:
    return [f"{place.path}:{place.line}: {place.qualname}" for place in places]


def _use(use: Use) -> str:
    times = f" ({use.places:,} places)" if use.places > 1 else ""
    around = f"{use.around}: " if use.around else ""
    return f"{use.path}:{use.line}: {around}{use.text or use.role}{times}"
