"""The findings of the linter Ruff in Python files.

The linter is Ruff, run over a list of files so that only the files and the rules
decide what comes out. No configuration is read, neither of the tree nor of the user,
nothing is written, and no path is excluded; ``noqa`` comments hold, since they are part
of a file. So findings can be kept by content, by the rules and by the version of Ruff
(:meth:`.Rules.key`), and :func:`run_ruff` need see content that is new only.

Two things depend on where a file stands: an ``assert`` in a test is what tests are made
of, and an import in an ``__init__`` module is what the package offers. Both are no
findings; :func:`relevant_findings` leaves them out when findings are shown.

Ruff is a program, found beside the running Python or on ``PATH``; its Python package is
not imported, as the analysed tree may well be on ``sys.path`` and hold a ``ruff.py``.
Where Ruff cannot be run, :attr:`Findings.problem` says why.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import Final

import msgspec

from ..i18n import mark
from ..scan.test_paths import is_test
from .linter_rules import CODE, UNUSED_IMPORT, Finding, Rules

#: Seconds after which one run of Ruff is taken to hang.
RUFF_TIMEOUT: Final = 600
#: The same when it has failed and files are tried apart.
RUFF_TIMEOUT_AGAIN: Final = 60
#: The number of runs that may fail.
_FAILURES: Final = 200

# Windows takes 32,767 characters, Linux 128 KiB an argument and 2 MiB in all.
_COMMAND_LIMIT: Final = 24_000 if os.name == "nt" else 200_000

# Ruff's own for what it could not read; selected so that it is reported.
_UNREADABLE: Final = "E902"
_PANIC: Final = "panic"
_TYPE_COMMENT: Final = re.compile(r"#[ \t]*type:(?![ \t]*ignore\b)(.*)")
_WORD: Final = re.compile(r"[^\W\d]\w*")
#: What is usual in tests: assert, passwords, temporary files, random numbers.
_IN_TESTS: Final = frozenset({"S101", "S105", "S106", "S107", "S108", "S311"})


@dataclass(frozen=True, slots=True)
class Ruff:
    """The linter."""

    program: str = ""
    """Its absolute path; empty without it."""
    version: str = ""
    """As ``ruff 0.14.2``; empty where it cannot be run."""
    problem: str = ""
    """Why it cannot be run, in a few words; empty if it can."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of :func:`run_ruff`."""

    files: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    """By path the findings of each file that Ruff could read, by line."""
    unread: dict[str, str] = field(default_factory=dict)
    """By path why Ruff could not read a file: it reads UTF-8 only."""
    problem: str = ""
    """Why paths are missing, if Ruff could not be run (to the end)."""


def find_ruff() -> Ruff:
    """Return the linter, or why there is none. Never raises."""
    for candidate in _candidates():
        program = shutil.which(str(candidate))
        if program is not None:
            try:
                version = _run(program, ["--version"]).decode("utf-8", "replace")
            except _RuffError as error:
                return Ruff(program, problem=str(error))
            return Ruff(program, " ".join(version.split()))
    return Ruff(problem=mark("ruff was not found"))


def _candidates() -> Iterator[Path]:
    """Yield where Ruff may be: where pip puts it, then on the search path."""
    name = "ruff.exe" if os.name == "nt" else "ruff"
    places = [
        sysconfig.get_path("scripts"),
        str(Path(sys.executable).parent),
        sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")),
        *os.get_exec_path(),
    ]
    for place in dict.fromkeys(places):
        # A relative place may lead into the tree.
        if place and Path(place).is_absolute():
            yield Path(place) / name


def run_ruff(
    files: Iterable[tuple[str, Path]],
    rules: Rules | None = None,
    ruff: Ruff | None = None,
) -> Findings:
    """Return what Ruff finds in Python files. Never raises.

    :param files: the path and the absolute location of each.
    :param ruff: the linter, if it was looked for before.
    """
    rules = rules or Rules()
    ruff = ruff or find_ruff()
    all_findings = Findings(problem=ruff.problem)
    options = _options(rules)
    pending = deque(() if ruff.problem else _chunks(files))
    failures = 0
    while pending:
        chunk = pending.popleft()
        timeout = RUFF_TIMEOUT_AGAIN if failures else RUFF_TIMEOUT
        try:
            output = _run(ruff.program, [*options, "--", *chunk], timeout)
            results = _by_file(_decoder.decode(output))
        except _RuffError as error:
            failures += 1
            if failures > _FAILURES or not _works(ruff.program, options):
                return replace(all_findings, problem=str(error))
            # A file has it overflow its stack, or go on for ever: which file?
            if len(chunk) > 1:
                pending.extendleft(reversed(_halves(chunk)))
                continue
            results = {next(iter(chunk)): (str(error), ())}
        except msgspec.DecodeError as error:
            problem = f"Ruff's output could not be parsed ({type(error).__name__})"
            return replace(all_findings, problem=problem)
        for location, path in chunk.items():
            note, findings = results.get(location, ("", ()))
            if note:
                all_findings.unread[path] = note
            else:
                all_findings.files[path] = _without_typed(location, findings)
    return all_findings


def _without_typed(location: str, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Leave out what type comments use: Ruff does not read them."""
    if all(finding.rule != UNUSED_IMPORT for finding in findings):
        return findings
    try:
        text = Path(location).read_bytes().decode(errors="replace")
    except OSError:
        # It is gone by now.
        return findings
    used = set(_WORD.findall(" ".join(_TYPE_COMMENT.findall(text))))
    return tuple(
        finding
        for finding in findings
        if finding.rule != UNUSED_IMPORT
        or used.isdisjoint(_WORD.findall(finding.message.partition(" imported")[0]))
    )


def relevant_findings(
    path: str, findings: Iterable[Finding], *, tests: bool = False
) -> tuple[Finding, ...]:
    """Return the findings that count for the file at *path*.

    In an ``__init__`` module an import is there for others. In tests ``assert``,
    passwords, temporary files and random numbers do not count.

    :param tests: whether the file belongs to tests, if its path does not tell.
    """
    if path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"}:
        findings = [finding for finding in findings if finding.rule != UNUSED_IMPORT]
    if tests or is_test(path):
        return tuple(finding for finding in findings if finding.rule not in _IN_TESTS)
    return tuple(findings)


def _options(rules: Rules) -> list[str]:
    return [
        *("check", "--isolated", "--no-cache", "--no-fix", "--no-force-exclude"),
        *("--no-respect-gitignore", "--no-preview", "--exit-zero", "--quiet"),
        "--output-format=json",
        f"--select={','.join((*rules.selected, _UNREADABLE))}",
        f"--config=lint.mccabe.max-complexity={rules.max_complexity}",
    ]


def _chunks(files: Iterable[tuple[str, Path]]) -> Iterator[dict[str, str]]:
    """Yield the paths by their locations, as many at once as a command may have."""
    chunk: dict[str, str] = {}
    length = 0
    for path, location in files:
        # An absolute path begins neither with "-" nor with "@", which stands for a
        # file of arguments.
        argument = os.path.abspath(location)  # noqa: PTH100, as Ruff does it
        size = len(os.fsencode(argument)) + 10
        if chunk and (length + size > _COMMAND_LIMIT or argument in chunk):
            yield chunk
            chunk, length = {}, 0
        chunk[argument] = path
        length += size
    if chunk:
        yield chunk


def _halves(chunk: dict[str, str]) -> list[dict[str, str]]:
    items = list(chunk.items())
    middle = len(items) // 2
    return [dict(items[:middle]), dict(items[middle:])]


def _works(program: str, options: list[str]) -> bool:
    """Return whether Ruff runs at all, with nothing to read."""
    try:
        _run(program, [*options, "-"], RUFF_TIMEOUT_AGAIN)
    except _RuffError:
        return False
    return True


class _Location(msgspec.Struct):
    row: int


class _Diagnostic(msgspec.Struct):
    """What is read of an element of Ruff's output."""

    filename: str
    code: str | None
    message: str
    location: _Location | None = None
    end_location: _Location | None = None
    url: str | None = None


_decoder = msgspec.json.Decoder(list[_Diagnostic])


_ORDER: Final = attrgetter("line", "rule", "end_line", "message")


def _by_file(
    diagnostics: list[_Diagnostic],
) -> dict[str, tuple[str, tuple[Finding, ...]]]:
    """Return by file why Ruff could not read it, and its findings."""
    notes: dict[str, str] = {}
    findings: dict[str, list[Finding]] = {}
    for entry in diagnostics:
        if entry.code in {_UNREADABLE, _PANIC}:
            notes[entry.filename] = " ".join(entry.message.split("\n")[0].split())
        elif entry.code is not None and CODE.fullmatch(entry.code):
            # Syntax errors have no such code; the analysis knows them.
            findings.setdefault(entry.filename, []).append(_finding(entry, entry.code))
    return {
        name: (notes.get(name, ""), tuple(sorted(findings.get(name, ()), key=_ORDER)))
        for name in (*notes, *findings)
    }


def _finding(entry: _Diagnostic, code: str) -> Finding:
    start, end = entry.location, entry.end_location
    if start is None or end is None:
        raise msgspec.ValidationError(f"{code} without a place")
    message = " ".join(entry.message.split())
    if code == UNUSED_IMPORT:
        # What Ruff advises then depends on the name of the file.
        message = message.partition(";")[0]
    return Finding(code, message, start.row, end.row, entry.url or "")


class _RuffError(Exception):
    """Ruff could not be run; the text tells why."""


def _run(program: str, arguments: list[str], timeout: int = RUFF_TIMEOUT) -> bytes:
    """Run Ruff where it finds no other file than its arguments."""
    environment = {
        name: value
        for name, value in os.environ.items()
        # RUFF_OUTPUT_FILE and the like; what colours messages.
        if not name.upper().startswith(("RUFF_", "CLICOLOR", "FORCE_COLOR"))
    } | {"NO_COLOR": "1"}
    try:
        with tempfile.TemporaryDirectory(prefix="kwindex-") as folder:
            done = subprocess.run(  # noqa: S603
                [program, *arguments],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=timeout,
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"ruff could not be run ({type(error).__name__})"
        raise _RuffError(message) from error
    if done.returncode and _PANIC.encode() not in done.stdout:
        stderr = done.stderr.decode("utf-8", "replace").split("\n")
        lines = [line.strip() for line in stderr if line.strip()]
        errors = [line for line in lines if line.startswith(("error:", "Cause:"))]
        reasons = errors or lines[-1:] or [f"exit code {done.returncode}"]
        raise _RuffError(f"ruff failed ({reasons[0]})")
    return done.stdout
