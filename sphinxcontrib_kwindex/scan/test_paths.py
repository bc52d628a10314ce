"""Which files are tests, and which are examples, by their paths."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

#: Maven's standard layout of directories has tests and their data there, and so have
#: the source sets of Gradle: ``src/androidTest/kotlin``. None are in ``src/main``.
_MAVEN: Final = re.compile(
    r"(?:^|.*/)src/(main|test|\w+Test)/(?:java|kotlin|scala|groovy|resources)/.*"
)
_JAVA: Final = re.compile(r"Test.*|.*(Test|Tests|TestCase)")
#: A folder with the word in its name: ``tests``, ``tests_e2e``, ``unittests``.
_TEST_FOLDER: Final = re.compile(
    r"(?:^|/)(?:[^/]*[_.-])?(?:unit|integration|functional|regression|acceptance|system)?"
    r"tests(?:[_.-][^/]*)?/"
)
#: How the names of tests end before some suffixes.
_STEMS: Final = {
    **dict.fromkeys(("cs", "kt"), ("Test", "Tests")),
    "php": ("Test",),
    "rb": ("_spec",),
}
#: Folders of documentation and examples, which are a part of it, in lower case.
_EXAMPLE_FOLDERS: Final = frozenset(
    {
        *("example", "examples", "demo", "demos", "sample", "samples"),
        *("doc", "docs", "docs_src", "documentation", "tutorial", "tutorials"),
        # That of Cargo is the last.
        *("benchmark", "benchmarks", "benches"),
    }
)

#: Folders of data for tests wherever they stand: the first is that of Go's tools.
_TEST_DATA: Final = frozenset({"testdata", "fixtures"})


def example_folder(path: str) -> str:
    """Return the outermost folder of examples that a file is in, with a final slash.

    Empty without such a folder.
    """
    folders = path.split("/")[:-1]
    for number, name in enumerate(folders, 1):
        if name.lower() in _EXAMPLE_FOLDERS:
            return f"{'/'.join(folders[:number])}/"
    return ""


def test_folder(path: str) -> str:
    """Return the path of the folder ``test`` that a file is in, with its final slash.

    Empty without such a folder. Whether it holds tests, what is in it tells.
    """
    before, separator, _ = f"/{path}".rpartition("/test/")
    return f"{before}{separator}".removeprefix("/")


def counts_in(folder: str, path: str) -> bool:
    """Tell whether a file below a folder is what the folder is for: tests are not,
    unless it is a folder of tests.
    """
    return not is_test(path) or is_test(f"{folder}/a")


@lru_cache(4096)
def is_test(path: str) -> bool:
    """Tell whether the file at *path* belongs to tests.

    That is what pytest takes for a test by its name (``python_files`` in its
    reference: ``test_*.py``, ``*_test.py``; and ``conftest.py``), all below a folder
    with the word ``tests`` in its name, and all below ``test`` at the top of the tree.
    Further down a ``test`` may well be what is tested: ``django.test`` is a part of
    Django. Of other languages it is what Go (``*_test.go``), Google's style for C++
    (``*_unittest.cc``), Jest (``testMatch``: ``*.test.*``, ``*.spec.*``,
    ``__tests__``), tsd (``*.test-d.ts``), PHPUnit (``*Test.php``), RSpec
    (``*_spec.rb``), .NET (``*Tests.cs``, as most of its projects do), Maven (Surefire's
    ``includes``, and ``src/test``) and the book of Rust (``tests.rs``) take for tests.
    """
    *folders, name = path.split("/")
    stem, _, rest = name.partition(".")
    if source_set := _MAVEN.fullmatch(path):
        return source_set[1] != "main"
    if rest == "java":
        below = "/src/test/" in f"/{path}"
        if below or _JAVA.fullmatch(stem):
            return True
    elif rest.startswith(("test.", "spec.", "test-d.")) and not rest.endswith("py"):
        return True
    return (
        stem == "conftest"
        or name == "tests.rs"
        or stem.startswith("test_")
        or stem.endswith(("_test", "_unittest", *_STEMS.get(rest, ())))
        or _TEST_FOLDER.search(path) is not None
        or folders[:1] == ["test"]
    )


def is_test_or_example(path: str) -> bool:
    """Tell whether a file is a test, an example or documentation, by its path."""
    return is_test(path) or bool(example_folder(path))


def is_test_data(path: str) -> bool:
    """Tell whether a file stands among tests or their data, and is no test by its name.

    Such a file may be broken on purpose.
    """
    *folders, name = path.split("/")
    below = is_test(path) or test_folder(path) or not _TEST_DATA.isdisjoint(folders)
    return bool(below) and not is_test(name)


def stands_aside(path: str) -> bool:
    """Tell whether a file is a test, their data, an example or documentation."""
    return is_test_or_example(path) or is_test_data(path)
