"""Check that lines that move in a file do not rewrite the pages of others.

A line is added at the top of each of the files of a tree that import most, one after
the other, and the pages that change by that are counted, as ``check_edits.py`` follows
edits: no page is made. With ``--old`` another checkout of this repository does the
same, with its own Python; no file may change more pages than there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    # Where the package and "check_edits" of a checkout are.
    HERE = Path(__file__).resolve().parents[1]
    _checkout = Path(
        sys.argv[sys.argv.index("--in") + 1] if "--in" in sys.argv else HERE
    )
    sys.path[:0] = [str(_checkout), str(_checkout / "benchmarks")]

from check_edits import Followed
from check_incremental import copy_parts
from results import table

LINE = "# A line more.\n"


def changed_pages(root: Path, parts: list[str], number: int) -> dict[str, list[str]]:
    """Return by path the pages that change if a line is added to a file.

    :param number: how many files are edited.
    """
    changed: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_parts(root, parts, Path(folder))
        followed = Followed(copy, Path(folder))
        counted = Counter(row.path for row in followed.store.imports())
        python = [one for one in counted.most_common() if one[0].endswith(".py")]
        for path, _ in sorted(python, key=lambda row: (-row[1], row[0]))[:number]:
            file = copy / path
            before = file.read_bytes()
            file.write_bytes(LINE.encode() + before)
            changed[path] = sorted(followed.follow())
            file.write_bytes(before)
            followed.follow()
        followed.store.close()
    return changed


def main() -> int:
    """Return 0 where no file changes more pages than in the old checkout, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="*", help="files and folders of it; all if none")
    parser.add_argument("--number", type=int, default=10, help="of the files")
    parser.add_argument("--old", type=Path, help="another checkout")
    parser.add_argument("--python", default=sys.executable, help="that of --old")
    parser.add_argument("--in", dest="checkout", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    changed = changed_pages(root, arguments.parts, arguments.number)
    if arguments.checkout:
        print(json.dumps(changed))
        return 0
    old: dict[str, list[str]] = {}
    if arguments.old:
        command = [arguments.python, __file__, str(root), *arguments.parts]
        command += ["--number", str(arguments.number)]
        command += ["--in", str(arguments.old.resolve())]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        old = json.loads(done.stdout.splitlines()[-1])
    rows = [
        [path, f"{len(pages):,}", f"{len(old[path]):,}" if path in old else "-"]
        for path, pages in changed.items()
    ]
    print(table(["file", "pages changed", "by the old checkout"], rows))
    more = [path for path in changed if len(changed[path]) > len(old.get(path, ()))]
    if old:
        for path in more:
            shown = ", ".join(sorted(set(changed[path]) - set(old[path]))[:10])
            print(f"{path}: more pages: {shown}")
    return 1 if old and more else 0


if __name__ == "__main__":
    sys.exit(main())
