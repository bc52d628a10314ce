"""Which files are tests, by their paths."""

from __future__ import annotations

from functools import lru_cache


def test_folder(path: str) -> str:
    """Return the path of the folder ``test`` that a file is in, with its final slash.

    Empty without such a folder. Whether it holds tests, what is in it tells.
    """
    before, separator, _ = f"/{path}".rpartition("/test/")
    return f"{before}{separator}".removeprefix("/")


@lru_cache(4096)
def is_test(path: str) -> bool:
    """Tell whether the Python file at *path* belongs to tests.

    That is what pytest takes for a test by its name (``python_files`` in its
    reference: ``test_*.py``, ``*_test.py``; and ``conftest.py``), all below a folder
    ``tests``, and all below ``test`` at the top of the tree. Further down a ``test``
    may well be what is tested: ``django.test`` is a part of Django.
    """
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    return (
        stem == "conftest"
        or stem.startswith("test_")
        or stem.endswith("_test")
        or "tests" in folders
        or folders[:1] == ["test"]
    )
