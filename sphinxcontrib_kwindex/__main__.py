"""``python -m sphinxcontrib_kwindex`` is the command ``kwindex``."""

from __future__ import annotations

import sys
from pathlib import Path


def _leave_current_folder() -> None:
    """Take the current folder off the path on which modules are looked for.

    ``python -m`` puts it first, and it may be the very tree that is documented, with
    a module in it that has the name of one of ours.
    """
    package = Path(__file__).resolve().parents[1]
    first = Path(sys.path[0]).resolve() if sys.path else package
    if not sys.flags.safe_path and first == Path.cwd() and first != package:
        del sys.path[0]


if __name__ == "__main__":
    _leave_current_folder()
    from sphinxcontrib_kwindex.command import main

    sys.exit(main())
