"""When garbage is looked for, and that what was there before is put back."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docutils import nodes
from projects import Project
from sphinx.application import Sphinx

from sphinxcontrib_kwindex import api

Make = Callable[..., Project]

LARGE = "\n\n".join(f"Word *{number}*." for number in range(400))
FILES = {f"pkg/m{number}.py": f'"""{LARGE}"""\n\nX = 1\n' for number in range(5)}


@pytest.fixture
def threshold() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("threshold")
@pytest.mark.parametrize(
    ("before", "meanwhile"), [(700, 50_000), (60_000, 60_000), (0, 0)]
)
def test_garbage_is_seldom_looked_for_in_documents(
    make_project: Make, before: int, meanwhile: int
) -> None:
    seen = set()
    events = ("doctree-read", "doctree-resolved")

    def setup(app: Sphinx) -> None:
        for event in events:
            app.connect(
                event, lambda *_, event=event: seen.add((event, gc.get_threshold()[0]))
            )

    gc.set_threshold(before, 11, 12)
    first = gc.get_threshold()
    make_project(FILES).build("dummy", setup=setup)
    assert seen == {(event, meanwhile) for event in events}
    assert gc.get_threshold() == first


@pytest.mark.usefixtures("threshold")
def test_garbage_is_seldom_looked_for_while_pages_are_planned(
    make_project: Make,
) -> None:
    seen: set[tuple[str, int]] = set()

    def inputs(code: object, path: str) -> str:
        seen.add(("inputs", gc.get_threshold()[0]))
        return path

    def setup(app: Sphinx) -> None:
        api.add_section(app, api.Section("More", lambda *_: [], inputs))
        app.connect(
            "env-get-outdated",
            lambda *_: seen.add(("planned", gc.get_threshold()[0])) or [],
        )

    gc.set_threshold(700, 11, 12)
    make_project(FILES).build("dummy", setup=setup)
    assert seen == {("inputs", 50_000), ("planned", 700)}


@pytest.mark.usefixtures("threshold")
def test_garbage_of_large_trees_is_not_set_apart_with_what_stays(
    make_project: Make,
) -> None:
    """It would be there until the build ends."""
    files = {f"m{number}.py": "x = 1\n" for number in range(150)}
    kept: list[weakref.ref[nodes.document]] = []
    alive: list[bool] = []

    def make_garbage(*_: object) -> list[str]:
        circle = nodes.document(None, None)
        circle.document = circle
        kept.append(weakref.ref(circle))
        return []

    def look(*_: object) -> None:
        alive.append(kept[0]() is not None)
        # The other pages would tell nothing more.
        raise KeyboardInterrupt

    def setup(app: Sphinx) -> None:
        app.connect("env-get-outdated", make_garbage)
        app.connect("doctree-read", look)

    gc.set_threshold(60_000, 10, 10)
    with pytest.raises(KeyboardInterrupt):
        make_project(files).build("dummy", setup=setup)
    assert alive == [False]


@pytest.mark.usefixtures("threshold")
def test_what_is_read_is_gone_before_the_next_document(make_project: Make) -> None:
    kept: list[weakref.ref[nodes.document]] = []
    alive: list[int] = []

    def note(app: Sphinx, doctree: nodes.document) -> None:
        alive.append(sum(one() is not None for one in kept))
        if app.env.docname.endswith("_docs"):
            kept.append(weakref.ref(doctree))

    gc.set_threshold(700, 10, 10)
    make_project(FILES).build(setup=lambda app: app.connect("doctree-read", note))
    assert len(kept) == len(FILES)
    assert max(alive) <= 1


@pytest.mark.usefixtures("threshold")
def test_what_is_written_is_gone_before_the_next_document(make_project: Make) -> None:
    alive: list[int] = []

    def note(app: Sphinx, doctree: nodes.document, docname: str) -> None:
        words = (isinstance(each, nodes.emphasis) for each in gc.get_objects())
        alive.append(sum(words))

    gc.set_threshold(700, 10, 10)
    make_project(FILES).build(setup=lambda app: app.connect("doctree-resolved", note))
    assert len(alive) > len(FILES)
    # A file has more; what was read before may still be there.
    assert max(alive) - min(alive) < 400


def test_the_command_ends_without_looking_for_garbage(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    # What is registered first is called last.
    code = (
        "import atexit, gc, sys;"
        " atexit.register(lambda: print(gc.get_freeze_count() > 9_999));"
        " from sphinxcontrib_kwindex.command.main import main;"
        " before = gc.get_threshold();"
        " done = main(sys.argv[1:]);"
        " print(gc.get_freeze_count(), gc.get_threshold() == before);"
        " sys.exit(done)"
    )
    output, cache = tmp_path / "out", tmp_path / "cache"
    arguments = [tmp_path / "pkg", "-q", "-o", output, "--cache", cache]
    command = [sys.executable, "-c", code, *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    expected = (0, "0 True\nTrue\n", "")
    assert (done.returncode, done.stdout, done.stderr) == expected
