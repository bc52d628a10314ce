"""``python -m sphinxcontrib_kwindex`` is the command ``kwindex``."""

# Both are there since Python began; anything else may be a file of the tree.
import os
import sys


def _leave_current_folder() -> None:
    """Take the current folder off the path on which modules are looked for.

    ``python -m`` puts it first, and it may be the very tree that is documented, with
    a module in it that has the name of one of ours.
    """
    package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    first = os.path.realpath(sys.path[0]) if sys.path else package
    here = os.path.realpath(os.getcwd())  # noqa: PTH109
    if not sys.flags.safe_path and first == here and first != package:
        del sys.path[0]


if __name__ == "__main__":
    _leave_current_folder()
    from sphinxcontrib_kwindex.command.main import main

    sys.exit(main())
