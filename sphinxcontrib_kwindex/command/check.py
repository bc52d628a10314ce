"""``kwindex check``: finds what a pipeline should refuse."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..model.english import number_of
from .atomic_write import write_whole
from .messages import UsageError, message
from .printing import not_in_map, print_json, print_lines
from .question_arguments import opened, parse_question, parser, path_in_tree, repeated

if TYPE_CHECKING:
    from ..exports.answers.check import Finding, Key

#: Exit codes: nothing found, or all of it in the baseline; something new.
CLEAN, FINDINGS = 0, 1
_DESCRIPTION: Final = (
    "Look for kw roles that lead nowhere, broken contracts and cycles of imports,"
    " and public definitions without documentation or use. Exit with 1 if there is"
    " any that the baseline does not have."
)
_EXIT_CODES: Final = "Exit codes: 0 nothing new; 1 findings; 2 wrong usage; 3 failed."
_VERSION: Final = 1


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    from ..exports.answers.check import RULES, findings, is_of, moved_key

    made = parser("check", _DESCRIPTION, exit_codes=_EXIT_CODES)
    add = made.add_argument
    does = "report only what is in this folder or file (default: the whole tree)"
    add("path", metavar="PATH", nargs="?", help=does)
    does = "apply only this rule (default: all)"
    repeated(made, "--rule", choices=list(RULES), does=does)
    does = "do not report the findings in FILE, from --write-baseline"
    add("--baseline", metavar="FILE", type=Path, help=does)
    does = "write all findings to FILE, for --baseline"
    add("--write-baseline", metavar="FILE", type=Path, help=does)
    arguments = parse_question(made, argv)
    known = _read(arguments.baseline) if arguments.baseline else set()
    rules = arguments.rule or list(RULES)
    path = Path(arguments.path) if arguments.path else None
    with opened(arguments, path if path and path.exists() else None) as code:
        below = path_in_tree(code, arguments.path) if path else ""
        if not code.has_file(below) and below not in code.folders:
            raise UsageError(not_in_map(code, arguments.path))
        current = [it for it in findings(code, rules) if is_of(it.key, below)]
        known = {moved_key(code, key) for key in known}
    known = {key for key in known if key[1] in rules and is_of(key, below)}
    if arguments.write_baseline:
        _write(arguments.write_baseline, current)
        written = number_of(len(current), "finding")
        message(f"wrote {written} to {arguments.write_baseline}")
        return CLEAN
    new = [finding for finding in current if finding.key not in known]
    gone = sorted(known - {finding.key for finding in current})
    still = len(current) - len(new)
    if arguments.json:
        _print_as_json(new, still, gone)
    else:
        print_lines(map(_line, new))
        if arguments.baseline:
            message(f"{len(new):,} new, {still:,} known, {len(gone):,} gone")
    return FINDINGS if new else CLEAN


def _print_as_json(new: list[Finding], still: int, gone: list[Key]) -> None:
    """Print what is found that is new, how much is known, and what is not there now."""
    names = ("path", "rule", "name")
    rows = [dict(zip(names, key, strict=True)) for key in gone]
    print_json({"findings": new, "known": still, "gone": rows})


def _line(finding: Finding) -> str:
    where = f"{finding.path}:{finding.line}" if finding.line else finding.path
    return f"{where}: {finding.message} ({finding.rule})"


def _read(file: Path) -> set[Key]:
    """Return the findings of a baseline.

    :raises UsageError: if it is none.
    """
    try:
        document = json.loads(file.read_text("utf-8"))
        rows = document["findings"]
        return {(str(path), str(rule), str(name)) for path, rule, name in rows}
    except OSError as error:
        raise UsageError(f"cannot read {file} ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise UsageError(f"{file} is not a baseline of kwindex check") from error


def _write(file: Path, findings: Iterable[Finding]) -> None:
    from ..analysis.names_in_text import BASELINE

    rows = [json.dumps(list(finding.key)) for finding in findings]
    lines = ",\n  ".join(dict.fromkeys(rows))
    text = f'{BASELINE}\n"version": {_VERSION}, "findings": [\n  {lines}\n]}}\n'
    write_whole(file, text)
