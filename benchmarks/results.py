"""Text of reports: tables in Markdown, where it was measured, sections of a file.

A report is a Markdown file with a section for each measurement. A new measurement
replaces the section of its title and leaves the others, so that one file holds what
was measured on several days, each with its date, machine and versions.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from datetime import date
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from build import CHECKOUT, ratios

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from build import Build

HEAD = """# Results

Written by `compare.py`, section by section; [README.md](README.md) says what is
measured, and how. MB are 1,000,000 bytes, KB are 1,000. Compare ratios, not seconds.
"""
KILO = 1_000
#: Distributions whose version matters, where they are installed.
DISTRIBUTIONS = (
    "sphinx",
    "docutils",
    "astroid",
    "pygments",
    "tree-sitter",
    "tree-sitter-python",
    "ruff",
    "furo",
    "sphinx-rtd-theme",
    "pydata-sphinx-theme",
)
PEER_DISTRIBUTIONS = (*DISTRIBUTIONS, "sphinx-autoapi", "sphinx-autodoc2")
#: Prints the versions of the distributions that its arguments name.
VERSIONS = """
import json, platform, sys
from importlib.metadata import PackageNotFoundError, version
found = {"Python": platform.python_version()}
for name in sys.argv[1:]:
    try:
        found[name] = version(name)
    except PackageNotFoundError:
        pass
json.dump(found, sys.stdout)
"""


# Markdown


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, the first column to the left, the others to the right, padded so
    that it can be read as text, too.
    """
    cells = [[cell.replace("|", "\\|") for cell in row] for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    first, *others = widths
    rule = "|".join(["", "-" * (first + 2), *("-" * (w + 1) + ":" for w in others), ""])
    lines = [
        "| "
        + " | ".join([row[0].ljust(first), *map(str.rjust, row[1:], others)])
        + " |"
        for row in cells
    ]
    return "\n".join([lines[0], rule, *lines[1:]])


def replace_section(text: str, title: str, body: str) -> str:
    """Return a Markdown text with the section of a title (``## TITLE``) replaced, or
    added at its end. A line that begins with ``## `` inside of a fenced block is none.
    """
    section = f"## {title}\n\n{body.strip()}\n"
    starts, fence = [], ""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        mark = re.match(r" {0,3}(`{3,}|~{3,})", line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and line.strip() == mark[1]:
            fence = ""
        elif not fence and line.startswith("## "):
            starts.append(number)
    for start, end in pairwise([*starts, len(lines)]):
        if lines[start].rstrip() == f"## {title}":
            after = lines[end:]
            return "".join(
                [*lines[:start], section, *(["\n", *after] if after else [])]
            )
    return f"{text.rstrip()}\n\n{section}" if text.strip() else section


def write_report(path: Path, title: str, body: str) -> None:
    """Replace a section of a report, or begin one."""
    text = path.read_text(encoding="utf-8") if path.exists() else HEAD
    path.write_text(replace_section(text, title, body), encoding="utf-8", newline="\n")


def compared(
    builds: Sequence[Build], base: Sequence[Build], whats: Sequence[str]
) -> list[str]:
    """Return the medians of ratios to the floor, and the range of the first: nothing
    for the floor itself, and for builds that did not end well.
    """
    if not base or builds is base or any(build.ending for build in builds):
        return ["" for _ in (*whats, "range")]
    cells = [f"{median(ratios(builds, base, what)):.2f}" for what in whats]
    first = sorted(ratios(builds, base, whats[0]))
    return [*cells, f"{first[0]:.2f} to {first[-1]:.2f}"]


def told_list(values: Iterable[object]) -> str:
    """Return values as a text."""
    return ", ".join(
        f"{value:,}" if isinstance(value, int) else str(value) for value in values
    )


# Where it was measured


def conditions(peers_python: str | None) -> str:
    """Return lines that say when, on what and with what was measured."""
    lines = [
        f"- Date: {date.today().isoformat()}",
        f"- Machine: {machine()}",
        f"- Checkout: {revision()}",
        f"- Versions: {versions(sys.executable, DISTRIBUTIONS)}",
    ]
    if peers_python:
        told = versions(peers_python, PEER_DISTRIBUTIONS)
        lines.append(f"- Versions, peers: {told}")
    lines.append(f"- Command: `{command_line(sys.argv)}`")
    return "\n".join(lines)


def machine() -> str:
    """Return the processor, how many, memory, system, and how busy it was."""
    parts = [processor(), f"{os.cpu_count()} cores"]
    if "SC_PHYS_PAGES" in os.sysconf_names:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        parts.append(f"{memory / 1e9:.0f} GB")
    parts.append(f"{platform.system()} {platform.machine()}")
    return ", ".join(parts)


def processor() -> str:
    """Return the name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.machine()


def revision() -> str:
    """Return the commit that is measured, and whether files differ from it."""
    git = ["git", "-C", str(CHECKOUT)]
    try:
        commit = subprocess.run(
            [*git, "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        changed = subprocess.run(
            [*git, "status", "--porcelain", "--", "sphinxcontrib_kwindex"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "no repository"
    return f"{commit}, changed" if changed else commit


def versions(python: str, names: Sequence[str]) -> str:
    """Return the versions of a Python and of what is installed for it."""
    command = [python, "-c", VERSIONS, *names]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return ", ".join(f"{name} {number}" for name, number in json.loads(told).items())


def command_line(arguments: Sequence[str]) -> str:
    """Return a command line as it would be typed here; of absolute paths only the last
    part is told, which is all that another machine shares.
    """

    def shown(argument: str) -> str:
        name, equals, value = argument.rpartition("=")
        if Path(value).is_absolute():
            value = f".../{Path(value).name}"
        word = f"{name}{equals}{value}"
        return f"'{word}'" if " " in word else word

    script = f"benchmarks/{Path(arguments[0]).name}"
    return " ".join(["python", script, *map(shown, arguments[1:])])
