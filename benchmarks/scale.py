"""Builds of samples of a tree: what a file costs among many, and among few."""

from __future__ import annotations

import shutil
from collections import defaultdict
from dataclasses import dataclass
from pathlib import PurePosixPath
from statistics import linear_regression, median
from typing import TYPE_CHECKING

from build import MEGA, Project, Series, measure, medians, page_times
from corpora import Tree, copy, samples
from results import KILO, compared, table, told_list
from sides import LABELS, OURS, write_project

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from pathlib import Path

#: Trees of so much of the largest one are small: they are soon built again.
SMALL = 1 / 4
#: Ends of the names of pages that show one file.
OF_A_FILE = (".py_docs.html", ".py_kw.html")


@dataclass(frozen=True)
class Site:
    """What the output of a build holds."""

    pages: dict[str, int]
    """Bytes of each page, by its path."""

    @property
    def of_tree(self) -> tuple[str, int]:
        """The largest page that shows not one file but several, and its bytes."""
        pages = {p: size for p, size in self.pages.items() if not p.endswith(OF_A_FILE)}
        return max(pages.items(), key=lambda item: (item[1], item[0]), default=("", 0))

    def growth(self, other: Site) -> list[tuple[float, int, str]]:
        """Return ratio, bytes and path of what the pages of files, which `other` has
        too, have grown to there.
        """
        return [
            (other.pages[page] / size, other.pages[page] - size, page)
            for page, size in sorted(self.pages.items())
            if page.endswith(OF_A_FILE) and size and page in other.pages
        ]


def read_site(output: Path) -> Site:
    """Read the sizes of the pages of an output directory."""
    return Site(
        {p.relative_to(output).as_posix(): p.stat().st_size for p in page_times(output)}
    )


def title(arguments: argparse.Namespace, tree: Tree) -> str:
    """Return the title of the report's section."""
    themes = told_list(arguments.theme)
    return f"{tree.name}: {told_list(arguments.sizes)} files, {themes}"


def run(arguments: argparse.Namespace, tree: Tree, folder: Path) -> Iterator[str]:
    """Measure samples of several sizes in `folder`; yield Markdown as it comes."""
    sizes, jobs = tree.sizes, arguments.jobs[0]
    chosen = samples(sizes, arguments.sizes, arguments.seed)
    trees = {
        number: Tree(tree.name, copy(tree.root, names, folder / "trees" / str(number)))
        for number, names in chosen.items()
    }
    yield f"- Runs: {arguments.runs}, -j {jobs}, seed {arguments.seed}"
    sides = OURS[:1] if arguments.no_floor else OURS
    heads = ["sample: files", "MB", "KB a file", "folders a file", "largest file KB"]
    yield f"\n{table(heads, [describe_sample(c, sizes) for c in chosen.values()])}"
    for theme in arguments.theme:
        projects = {
            (number, side): write_project(
                side,
                trees[number],
                folder / theme / f"{number}" / side,
                name=f"{LABELS[side]}, {number:,} files, {theme}",
                theme=theme,
                jobs=jobs,
                settings=arguments.settings,
            )
            for number in chosen
            for side in sides
        }
        measured = measured_twice(projects, arguments.runs)
        sites = {key: read_site(project.output) for key, project in projects.items()}
        yield f"\n### {theme}\n\n{describe_scale(measured, sites)}"
        if not arguments.keep:
            shutil.rmtree(folder / theme)


def measured_twice(
    projects: dict[tuple[int, str], Project], runs: int
) -> dict[tuple[int, str], Series]:
    """Measure projects by size and side, the small ones a second time at the end.

    A large tree takes so long that the machine may be another one before and behind it,
    so that a small one that is built once is compared with luck.
    """
    largest = max(number for number, _ in projects)
    order = [*projects, *(key for key in projects if key[0] <= largest * SMALL)]
    measured: dict[tuple[int, str], Series] = {}
    for key, series in zip(
        order, measure([projects[key] for key in order], runs), strict=True
    ):
        one = measured.setdefault(key, Series(projects[key]))
        one.fresh += series.fresh
        one.again += series.again
    return measured


def describe_sample(names: Sequence[str], sizes: dict[str, int]) -> list[str]:
    """Return a row of a table: what a sample holds."""
    weights = [sizes[name] for name in names]
    folders = {folder for name in names for folder in PurePosixPath(name).parents}
    return [
        f"{len(names):,}",
        f"{sum(weights) / MEGA:.1f}",
        f"{sum(weights) / len(names) / KILO:.2f}",
        f"{len(folders) / len(names):.3f}",
        f"{max(weights) / KILO:,.0f}",
    ]


def describe_scale(
    measured: dict[tuple[int, str], Series], sites: dict[tuple[int, str], Site]
) -> str:
    """Return a table of what a file costs at each size, and what follows from it."""
    heads = ["files", "ms a file", "CPU ms a file", "peak MB", "output KB a file"]
    heads += [
        "searchindex.js B a file",
        "largest page KB",
        "largest of several files KB",
    ]
    heads += ["nothing changed s", "wall ÷", "CPU ÷", "peak ÷"]
    numbers = sorted({number for number, _ in measured})
    a_file: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    rows = []
    for (number, side), series in measured.items():
        middle, again = medians(series.fresh), medians(series.again)
        for what in ("wall", "cpu", "peak"):
            a_file[side, what][number] = middle[what] / number
        shared = sites[number, side].of_tree[1]
        floor = measured.get((number, "floor"))
        quantities = ("wall", "cpu", "peak")
        ratios = compared(series.fresh, floor.fresh, quantities)[:3] if floor else []
        rows.append(
            [
                f"{LABELS[side]}, {number:,}",
                f"{middle['wall'] / number * 1000:.1f}",
                f"{middle['cpu'] / number * 1000:.1f}",
                f"{middle['peak'] / MEGA:,.0f}",
                f"{middle['size'] / number / KILO:.1f}",
                f"{middle['index'] / number:,.0f}",
                f"{middle['largest'] / KILO:,.0f}",
                f"{shared / KILO:,.0f}" if side == "kwindex" else "",
                f"{again['wall']:.2f}",
                *(ratios or [""] * len(quantities)),
            ]
        )
    rows.sort(key=lambda row: row[0].partition(",")[0] == "floor")
    lines = []
    for side in dict.fromkeys(side for _, side in measured):
        label = LABELS[side]
        for low in numbers[:-1][:2]:
            wall, cpu = (
                a_file[side, what][numbers[-1]] / a_file[side, what][low]
                for what in ("wall", "cpu")
            )
            lines.append(
                f"{label}, {numbers[-1]:,} files ÷ {low:,} files: {wall:.2f} times the "
                f"time a file, {cpu:.2f} times the CPU time"
            )
        if len(numbers) > 1:
            peaks = [a_file[side, "peak"][n] * n / KILO for n in numbers]
            slope = linear_regression(numbers, peaks).slope
            lines.append(f"{label}: peak memory grows by {slope:.0f} KB a file")
    first, last = sites[numbers[0], "kwindex"], sites[numbers[-1], "kwindex"]
    if len(numbers) > 1 and (grown := first.growth(last)):
        ratio = median(ratio for ratio, *_ in grown)
        _, bytes_, page = max(grown, key=lambda item: item[1])
        lines.append(
            f"kwindex, the {len(grown):,} pages that show a file of the smallest tree: "
            f"in the largest one {ratio:.3f} times as large (median); most bytes came "
            f"to `{page}`, {bytes_ / KILO:+.1f} KB"
        )
    page, size = last.of_tree
    lines.append(
        f"kwindex, largest page of several files at {numbers[-1]:,}: `{page}`, "
        f"{size / KILO:.0f} KB"
    )
    return "\n\n".join([table(heads, rows), "\n".join(f"- {line}" for line in lines)])
