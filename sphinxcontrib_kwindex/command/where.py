"""``kwindex where PATTERN``: where definitions are, in the form that grep has."""

from __future__ import annotations

from .messages import UsageError, message
from .printing import FOUND, NOTHING, not_found, print_json, print_lines
from .question_arguments import limited, opened, parse_question, parser, repeated


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    made = parser(
        "where",
        "List definitions by their names, the best matches first, as PATH:LINE: KIND"
        " NAME.",
        "With *, ? or [...] PATTERN is the whole name (with . or ::, the qualified"
        " name), as in shells; else words of it, or if no name has these, letters in"
        " this order. Without a capital letter case does not matter. A name with its"
        " module (django.db.models.Model) or file finds what it means.",
    )
    add = made.add_argument
    does = "what to look for in names and qualified names"
    add("pattern", metavar="PATTERN", help=does)
    add("-E", "--regex", action="store_true", help="PATTERN is a regular expression")
    does = "list only definitions of this kind, such as class or method"
    repeated(made, "--kind", metavar="KIND", does=does)
    limited(made, 50)
    arguments = parse_question(made, argv)
    from ..model.kinds import KINDS

    kinds = arguments.kind or KINDS
    if unknown := set(kinds) - set(KINDS):
        from ..codemap.names.similar_names import did_you_mean

        hint = did_you_mean(min(unknown), KINDS, "choose from")
        raise UsageError(f"unknown kind {min(unknown)!r}; {hint}")
    with opened(arguments) as code:
        from ..exports.answers.where import where

        try:
            matches = where(
                code, arguments.pattern, regex=arguments.regex, kinds=frozenset(kinds)
            )
        except ValueError as error:
            raise UsageError(str(error)) from error
        if arguments.json:
            print_json({"matches": matches})
            return FOUND if matches else NOTHING
        if not matches:
            from ..exports.answers.lookup import find

            similar = find(code, arguments.pattern).similar
            return not_found(f"no name matches {arguments.pattern!r}", similar)
        shown = matches[: arguments.limit or None]
        print_lines(
            f"{match.path}:{match.line}: {match.kind} {match.qualname}"
            for match in shown
        )
        if len(shown) < len(matches):
            message(f"not shown: {len(matches) - len(shown):,} more (-n 0 for all)")
    return FOUND
