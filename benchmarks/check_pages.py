"""Compare generated pages with the host's own, in every theme, light and dark.

    python benchmarks/check_pages.py                   # every theme installed
    python benchmarks/check_pages.py --themes furo     # one

The host is that of ``check_widths.py``: a manual of its own, and a repository with long
names. Each page kind is opened in Chromium by ``check_pages.mjs`` (Node.js, and
``npm install`` in the checkout), everything unfolded, over a server with the policy
``script-src 'self'; style-src 'self'``. At fault is what the host's own pages have not:

- a violation that axe-core finds, of colours by the pair of them;
- what the policy refuses, and what the console reports;
- a page that is wider than the screen, from 390 to 2,200 pixels.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from check_widths import CHECKOUT, DARK, OPTIONS, OURS, OWN, build
from markup import escape_output

WIDTHS: Final = (390, 768, 1200, 1600, 2200)
#: Pages of the host, which have more of what ours have than its start page.
HOST: Final = (*OWN.values(), "api", "listings")


def addresses(site: Path, names: Sequence[str]) -> list[str]:
    """Return the addresses of the pages that there are."""
    return [f"{name}.html" for name in names if (site / f"{name}.html").is_file()]


def check(site: Path, theme: str) -> bool:
    """Tell whether a page of a site is at fault; what it is has been printed."""
    # Searches show nothing of ours but names.
    ours = [address for address in OURS.values() if not address.startswith("search?")]
    asked = {
        "own": addresses(site, HOST),
        "ours": addresses(site, ours),
        "widths": WIDTHS,
        "dark": DARK.get(theme, ""),
    }
    script = Path(__file__).with_suffix(".mjs")
    done = subprocess.run(
        ["node", str(script), str(site)],
        input=json.dumps(asked),
        text=True,
        cwd=CHECKOUT,
        check=False,
    )
    return done.returncode != 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 1 if a page is at fault, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--themes", default=",".join(OPTIONS), metavar="A,B")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="leave the sites there"
    )
    given = parser.parse_args(arguments)
    escape_output()
    if not shutil.which("node") or not (CHECKOUT / "node_modules/axe-core").is_dir():
        print("skipped: there is no Node.js, or npm install has not run")
        return 0
    wrong = False
    with tempfile.TemporaryDirectory() as name:
        for theme in given.themes.split(","):
            if find_spec(theme) is None:
                print(f"{theme}: skipped, not installed")
                continue
            site = build(given.keep or Path(name), theme)
            print(theme, flush=True)
            wrong |= check(site, theme)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
