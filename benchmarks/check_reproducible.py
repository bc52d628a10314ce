"""Check that clean builds of one tree are the same, wherever and however they are made.

Parts of a tree are copied to several places under several names. (The name counts where
the root is a package itself, and only there.) Each copy is built from nothing: from
another working directory, with other doctree and output directories, with ``-j 1``,
``-j 2`` and ``-j 4``, another ``PYTHONHASHSEED``, time zone and locale, and other
modification times of the sources; ``SOURCE_DATE_EPOCH`` alone is the same. Every file
of the outputs must be the same, byte by byte; of an ``.epub`` its members.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from check_incremental import DOCS, copy_parts, differences

REPOSITORY = Path(__file__).resolve().parents[1]
SHOWN = 5


@dataclass(frozen=True)
class Variant:
    """How a build differs from the first."""

    name: str
    jobs: int = 1
    environment: Mapping[str, str] = field(default_factory=dict)
    shuffled: bool = False
    """Whether the files have other times and stand in another order on the disk."""


VARIANTS = (
    Variant("the first", 1, {"PYTHONHASHSEED": "0"}),
    Variant("-j 1, another hash seed", 1, {"PYTHONHASHSEED": "1"}),
    Variant("-j 2", 2, {"PYTHONHASHSEED": "2"}, shuffled=True),
    Variant("-j 4, far east", 4, {"PYTHONHASHSEED": "3", "TZ": "Asia/Tokyo"}),
    Variant("-j 4, no locale", 4, {"LC_ALL": "C", "PYTHONUTF8": "0"}, shuffled=True),
)


def build(
    base: Path, tree: Path, builder: str, variant: Variant, epoch: str | None
) -> Path:
    """Build a copy of a tree and return the output directory."""
    copy = base / "somewhere" / f"tree-{len(base.name)}"
    shutil.copytree(tree, copy, symlinks=True)
    if variant.shuffled:
        chance = random.Random(base.name)
        paths = [path for path in copy.rglob("*") if path.is_file()]
        chance.shuffle(paths)
        for number, path in enumerate(paths):
            content = path.read_bytes()
            path.unlink()
            path.write_bytes(content)
            os.utime(path, (1e9 + number, 1e9 + number))
    environment = {**os.environ, **variant.environment, "PYTHONPATH": str(REPOSITORY)}
    environment.pop("SOURCE_DATE_EPOCH", None)
    if epoch is not None:
        environment["SOURCE_DATE_EPOCH"] = epoch
    (base / "work").mkdir()
    out = base / f"out-{len(base.name)}"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-j"]
    command += [str(variant.jobs), str(copy / DOCS), str(out)]
    done = subprocess.run(
        [*command, "-d", str(base / "deep" / "doctrees")],
        cwd=base / "work",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stdout.decode(errors="replace"))
    return out


def all_differences(one: Path, other: Path) -> Iterator[str]:
    """Yield where two output directories differ.

    A book is its members: Sphinx gives them the times at which it wrote them.
    """
    for found in differences(one, other):
        path = Path(found.partition(":")[0])
        if path.suffix == ".epub" and _members(one / path) == _members(other / path):
            continue
        yield found


def _members(path: Path) -> list[tuple[str, int]] | None:
    if not path.exists():
        return None
    with zipfile.ZipFile(path) as book:
        return [(one.filename, one.CRC) for one in book.infolist()]


def main() -> int:
    """Return 0 where every build is as the first, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="*", help="files and folders of it; all if none")
    parser.add_argument("--builders", default="html,markdown")
    parser.add_argument("--theme", default="alabaster")
    parser.add_argument("--epoch", default="1600000000", help="or 'none'")
    arguments = parser.parse_args()
    epoch = None if arguments.epoch == "none" else arguments.epoch
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        root = arguments.root.resolve()
        tree = copy_parts(root, arguments.parts, base, arguments.theme)
        for builder in arguments.builders.split(","):
            first = None
            for number, variant in enumerate(VARIANTS):
                # Paths of different lengths.
                here = base / builder / f"build{'-again' * number}"
                out = build(here, tree, builder, variant, epoch)
                files = sum(path.is_file() for path in out.rglob("*"))
                first = first or out
                found = list(all_differences(out, first))
                bad += bool(found)
                print(
                    f"{builder}, {variant.name}: {files:,} files"
                    f"{', ' + str(len(found)) + ' DIFFER' if found else ''}",
                    flush=True,
                )
                for line in found[:SHOWN]:
                    print(f"    {line}", flush=True)
                if out != first:
                    shutil.rmtree(here)
    print(f"{bad} builds differ from the first of their builder")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
