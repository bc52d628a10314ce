"""Builds after one file was edited, beside the floor's with nothing changed."""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

from build import MEGA, Build, build, medians, progress
from check_incremental import Editor
from corpora import Tree, copy
from results import compared, table, told_list
from sides import LABELS, OURS, write_project

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path


def title(arguments: argparse.Namespace, tree: Tree) -> str:
    """Return the title of the report's section."""
    return f"{tree.name}: edits, {arguments.theme[0]}, -j {arguments.jobs[0]}"


def run(arguments: argparse.Namespace, tree: Tree, folder: Path) -> Iterator[str]:
    """Measure builds after edits of a copy in `folder`; yield Markdown."""
    edited = Tree(tree.name, copy(tree.root, tree.sizes, folder / "tree"))
    editor = Editor(edited.root, random.Random(arguments.seed))
    if unknown := set(arguments.edits) - set(editor.kinds):
        sys.exit(f"no edit {told_list(unknown)} but {told_list(editor.kinds)}")
    projects = {
        side: write_project(
            side,
            edited if side == "kwindex" else tree,
            folder / side,
            theme=arguments.theme[0],
            jobs=arguments.jobs[0],
            settings=arguments.settings,
        )
        for side in OURS
    }

    def built(side: str, number: int, what: str) -> Build:
        result = build(projects[side])
        progress(projects[side], number, result, what)
        return result

    for side in OURS:
        built(side, 0, "from nothing")
    builds: dict[str, list[Build]] = defaultdict(list)
    done = []
    for number in range(arguments.runs):
        for side in OURS[:: -1 if number % 2 else 1]:
            what = "nothing changed"
            builds[f"{LABELS[side]}, {what}"].append(built(side, number, what))
        for kind in arguments.edits:
            done.append(editor.edit(kind))
            builds[f"{LABELS['kwindex']}, {kind}"].append(
                built("kwindex", number, done[-1])
            )
    yield f"- Runs: {arguments.runs}, seed {arguments.seed}"
    yield f"- Edits: {'; '.join(done)}"
    yield "- ÷ and seconds more: than the floor's build with nothing changed"
    base = builds[f"{LABELS['floor']}, nothing changed"]
    yield f"\n{describe_edits(builds, base)}"


def describe_edits(builds: dict[str, list[Build]], base: list[Build]) -> str:
    """Return a table of builds, by what was done before, beside the floor's `base`."""
    heads = ["one file edited", "wall s", "CPU s", "peak MB", "written"]
    heads += ["wall ÷", "CPU ÷", "peak ÷", "wall, range", "seconds more"]
    rows = []
    for name, measured in builds.items():
        middle = medians(measured)
        more = median(a.wall - b.wall for a, b in zip(measured, base, strict=True))
        rows.append(
            [
                name,
                f"{middle['wall']:.2f}",
                f"{middle['cpu']:.2f}",
                f"{middle['peak'] / MEGA:,.0f}",
                f"{middle['written']:,.0f}",
                *compared(measured, base, ("wall", "cpu", "peak")),
                f"{more:+.2f}" if measured is not base else "",
            ]
        )
    return table(heads, rows)
