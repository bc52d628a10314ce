"""Builds of a tree from nothing, and with nothing changed, of all sides in turns."""

from __future__ import annotations

import os
import shutil
import sys
from statistics import median
from typing import TYPE_CHECKING

from build import MEGA, WARNING, Series, at_once, measure, medians, ratios
from results import KILO, compared, table, told_list
from sides import LABELS, OURS, readable, write_project

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from corpora import Tree


def title(arguments: argparse.Namespace, tree: Tree) -> str:
    """Return the title of the report's section."""
    themes = told_list(arguments.theme)
    return f"{tree.name}: {themes}, -j {told_list(arguments.jobs)}"


def run(arguments: argparse.Namespace, tree: Tree, folder: Path) -> Iterator[str]:
    """Measure builds in `folder`; yield Markdown as it comes. Leave this program where
    a side of ours made less than two pages a file, which compares nothing.
    """
    sides, for_peers = list(arguments.sides), tree
    python = arguments.peers_python or sys.executable
    yield f"- Runs: {arguments.runs}, of peers {arguments.peer_runs}"
    if "autodoc" in sides and not tree.importable:
        sides.remove("autodoc")
        yield f"- No {LABELS['autodoc']}: this tree cannot be imported as it is"
    if "autodoc" in sides:
        yield "- autodoc imports the code, and so runs it; all others read it"
    if not set(sides) <= set(OURS):
        for_peers, bad = readable(tree, python, folder / "readable")
        told = ", ".join(f"`{path}`" for path in bad)
        if bad:
            yield f"- Left out for peers, whose Python cannot parse it: {told}"
    most = min(max(arguments.jobs), os.cpu_count() or 1)
    looks: list[float] = []

    def look() -> None:
        if most > 1:
            looks.append(at_once(most))

    for theme in arguments.theme:
        place = folder / theme
        projects = {
            (jobs, side): write_project(
                side,
                tree if side in OURS else for_peers,
                place / f"j{jobs}" / side,
                name=LABELS[side] if jobs == 1 else f"{LABELS[side]} -j {jobs}",
                theme=theme,
                jobs=jobs,
                python=python,
                settings=arguments.settings,
            )
            for jobs in arguments.jobs
            for side in sides
        }
        limits = (arguments.peer_limit, arguments.peer_runs)
        every = measure(list(projects.values()), arguments.runs, *limits, look)
        measured = dict(zip(projects, every, strict=True))
        for jobs in arguments.jobs:
            group = {side: measured[jobs, side] for side in sides}
            yield f"\n### {theme}, -j {jobs}\n\n{describe_builds(group)}"
        if len(arguments.jobs) > 1:
            yield f"\n### {theme}, in parallel\n\n{describe_jobs(measured)}"
        if not arguments.keep:
            shutil.rmtree(place)
        ours = [series for series in every if not series.project.peer]
        if short := [s for s in ours if s.fresh[0].pages < 2 * len(tree.files)]:
            names = ", ".join(series.project.name for series in short)
            yield f"\n**Not two pages a file, so nothing is compared: {names}.**"
            sys.exit(f"not two pages a file: {names}")
    if looks:
        yield (
            f"\n- {most} processes that only count do {median(looks):.2f} times the "
            f"work of one ({min(looks):.2f} to {max(looks):.2f}, looked at before each "
            "build from nothing)"
        )


def describe_builds(group: dict[str, Series]) -> str:
    """Return tables of builds from nothing and with nothing changed."""
    base = group.get("floor")
    whats = ("wall", "cpu", "peak", "size", "index")
    heads = ["from nothing", "wall s", "CPU s", "peak MB", "output MB"]
    heads += ["searchindex.js KB", "largest page KB", "pages"]
    heads += ["wall ÷", "CPU ÷", "peak ÷", "output ÷", "searchindex ÷", "wall, range"]
    rows = []
    for series in group.values():
        middle = medians(series.fresh)
        cells = [f"{middle['wall']:.1f}", f"{middle['cpu']:.1f}"]
        cells += [f"{middle['peak'] / MEGA:,.0f}", f"{middle['size'] / MEGA:,.1f}"]
        cells += [f"{middle[what] / KILO:,.0f}" for what in ("index", "largest")]
        cells.append(f"{middle['pages']:,.0f}")
        cells += compared(series.fresh, base.fresh if base else [], whats)
        rows.append([series.project.name, *cells])
    text = [table(heads, rows)]
    heads = ["nothing changed", "wall s", "CPU s", "peak MB", "written"]
    heads += ["wall ÷", "CPU ÷", "peak ÷", "wall, range"]
    rows = []
    for series in group.values():
        if series.again:
            middle = medians(series.again)
            cells = [f"{middle['wall']:.2f}", f"{middle['cpu']:.2f}"]
            cells += [f"{middle['peak'] / MEGA:,.0f}", f"{middle['written']:,.0f}"]
            cells += compared(series.again, base.again if base else [], whats[:3])
            rows.append([series.project.name, *cells])
    if rows:
        text.append(table(heads, rows))
    text.append("\n".join(f"- {line}" for line in remarks(group.values())))
    return "\n\n".join(text)


def remarks(every: Iterable[Series]) -> Iterator[str]:
    """Yield a line for each side: its warnings, and how its builds ended."""
    for series in every:
        first = series.fresh[0]
        warnings = len(WARNING.findall(first.messages))
        told = [f"{warnings:,} warnings"]
        for build_ in (*series.fresh, *series.again):
            if build_.ending:
                told.append(f"{build_.ending} with {build_.written:,} pages written")
                if not build_.ending.startswith("stopped"):
                    last = build_.messages.strip().splitlines()[-1:] or ["nothing"]
                    told.append(f"last said: `{last[0][:200]}`")
        yield f"{series.project.name}: {'; '.join(told)}"


def describe_jobs(measured: dict[tuple[int, str], Series]) -> str:
    """Return a table of what more processes give."""
    least = min(jobs for jobs, _ in measured)
    heads = ["from nothing", "-j", "wall s", f"times as fast as -j {least}"]
    heads += ["range", "CPU ÷", "peak MB", "peak ÷"]
    rows = []
    for (jobs, side), series in measured.items():
        base = measured[least, side].fresh
        middle = medians(series.fresh)
        faster = ratios(base, series.fresh, "wall")
        cells = [LABELS[side], str(jobs), f"{middle['wall']:.1f}"]
        cells += [f"{median(faster):.2f}", f"{min(faster):.2f} to {max(faster):.2f}"]
        cells.append(f"{median(ratios(series.fresh, base, 'cpu')):.2f}")
        cells.append(f"{middle['peak'] / MEGA:,.0f}")
        cells.append(f"{median(ratios(series.fresh, base, 'peak')):.2f}")
        rows.append(cells)
    return table(heads, sorted(rows))
