"""``kwindex check``: what a pipeline refuses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .errors import BuildError, UsageError
from .messages import message
from .printing import opened, parser, print_json, print_lines

if TYPE_CHECKING:
    from ..exports.answers.check import Finding

#: Exit codes: nothing found, or all of it in the baseline; something new.
CLEAN, FOUND = 0, 1
_DESCRIPTION: Final = (
    "Look for links of texts that lead nowhere, broken contracts and cycles of imports,"
    " and public definitions without documentation or use. Exit with 1 if there is"
    " any that the baseline does not have."
)
_VERSION: Final = 1


def main(argv: list[str]) -> int:
    """Run the subcommand, and return the exit code."""
    from ..exports.answers.check import RULES, findings

    made = parser("check", _DESCRIPTION)
    made.epilog = "Exit codes: 0 nothing new; 1 findings; 2 wrong usage; 3 failed."
    add = made.add_argument
    add(
        "--rule",
        action="append",
        choices=list(RULES),
        help="look at this only; may be repeated (default: all)",
    )
    add("--baseline", metavar="FILE", type=Path, help="findings that are known")
    add(
        "--write-baseline",
        metavar="FILE",
        type=Path,
        help="write what is found to FILE, as known from now on",
    )
    arguments = made.parse_args(argv)
    known = _read(arguments.baseline) if arguments.baseline else set()
    with opened(arguments) as code:
        found = findings(code, arguments.rule or list(RULES))
    if arguments.write_baseline:
        _write(arguments.write_baseline, found)
        message(f"wrote {len(found):,} findings to {arguments.write_baseline}")
        return CLEAN
    new = [one for one in found if one.key not in known]
    if arguments.json:
        print_json({"findings": new, "known": len(found) - len(new)})
    else:
        print_lines(map(_line, new))
        if known:
            gone = len(known - {one.key for one in found})
            message(f"{len(new):,} new, {len(found) - len(new):,} known, {gone:,} gone")
    return FOUND if new else CLEAN


def _line(finding: Finding) -> str:
    where = f"{finding.path}:{finding.line}" if finding.line else finding.path
    return f"{where}: {finding.message} ({finding.rule})"


def _read(file: Path) -> set[tuple[str, str, str]]:
    """Return the findings of a baseline.

    :raises UsageError: if it is none.
    """
    try:
        document = json.loads(file.read_text("utf-8"))
        rows = document["findings"]
        return {(str(path), str(rule), str(name)) for path, rule, name in rows}
    except OSError as error:
        raise UsageError(f"cannot read {file} ({error.strerror})") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} is not a baseline of kwindex check") from error


def _write(file: Path, found: Iterable[Finding]) -> None:
    rows = [json.dumps(list(one.key)) for one in found]
    lines = ",\n  ".join(dict.fromkeys(rows))
    text = f'{{"version": {_VERSION}, "findings": [\n  {lines}\n]}}\n'
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BuildError(f"cannot write {file} ({error.strerror})") from error
