"""A library leaves the process of its host as it found it."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from projects import Project
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import SphinxError

Make = Callable[..., Project]

TREE = {
    "pkg/__init__.py": '"""Words."""\n',
    "pkg/core.py": '"""Words with :func:`run`."""\n\ndef run():\n    "Run $x$."\n',
}
PAGE = "Page\n====\n\n:kw:file:`core.py`\n"
SHOWN = f"{PAGE}\n.. kwfile:: pkg/core.py\n"


def attributes_of_sphinx() -> dict[str, int]:
    """Return the identity of what modules and classes of Sphinx and docutils have."""
    found: dict[str, int] = {}
    for name, module in sorted(sys.modules.items()):
        if not name.startswith(("sphinx.", "docutils.")):
            continue
        for key, value in vars(module).items():
            if callable(value) or isinstance(value, ModuleType):
                found[f"{name}.{key}"] = id(value)
            if isinstance(value, type) and value.__module__ == name:
                for attribute, content in vars(value).items():
                    if attribute not in {"__abstractmethods__", "_abc_impl"}:
                        found[f"{name}.{key}.{attribute}"] = id(content)
    return found


def open_files(folder: Path, name: str) -> list[str]:
    """Return which files of a name are open below a folder, if the system says."""
    found = []
    for entry in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):
            found.append(entry.readlink())
    return [
        str(path) for path in found if path.is_relative_to(folder) and path.name == name
    ]


def process() -> dict[str, Any]:
    """Return what a library might change in a process."""
    return {
        "thresholds": gc.get_threshold(),
        "enabled": gc.isenabled(),
        "frozen": gc.get_freeze_count(),
        "signals": {one: signal.getsignal(one) for one in signal.valid_signals()},
        "atexit": atexit._ncallbacks(),
        "recursion": sys.getrecursionlimit(),
        "path": list(sys.path),
        "finders": list(map(id, sys.meta_path)),
        "hooks": (sys.excepthook, sys.unraisablehook, threading.excepthook),
        "folder": Path.cwd(),
        "environment": dict(os.environ),
        "threads": {one.name for one in threading.enumerate()},
    }


@pytest.fixture
def collector() -> Iterator[None]:
    gc.collect()
    before = gc.get_threshold()
    gc.set_threshold(700, 11, 12)
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def fail(*_: object) -> None:
    raise SphinxError("stopped here")


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def interrupted(event: str, how: Callable[..., None]) -> Callable[[Sphinx], object]:
    return lambda app: app.connect(event, how)


ENDINGS: dict[str, Callable[[Sphinx], object] | None] = {
    "well": None,
    "scan": interrupted("builder-inited", fail),
    "read": interrupted("doctree-read", fail),
    "between": interrupted("env-updated", fail),
    "written": interrupted("doctree-resolved", fail),
    "stopped": interrupted("doctree-resolved", interrupt),
}
#: With a map, with directives alone, with roles alone, as an extension that is loaded
#: and not used.
USES = {
    "map": ({"page.rst": PAGE}, {}),
    "directives": ({"page.rst": SHOWN}, {"kwindex_generate": False}),
    "roles": ({"page.rst": "Page\n====\n"}, {"kwindex_generate": False}),
}


@pytest.mark.usefixtures("collector")
def test_twenty_applications_leave_the_process_as_it_was(make_project: Make) -> None:
    # What Sphinx and others do once, they have done then.
    make_project(TREE, {"page.rst": SHOWN}).build(parallel=2)
    make_project(TREE, {"page.rst": SHOWN}).build("latex")
    gc.collect()
    before, sphinx, modules = process(), attributes_of_sphinx(), dict(sys.modules)
    built = 0
    for docs, conf in USES.values():
        for setup in ENDINGS.values():
            project = make_project(TREE, docs, **conf)
            try:
                project.build(setup=setup)
            except (SphinxError, KeyboardInterrupt):
                built += 1
            # Nothing was read that is not written again.
            if setup is None:
                project.build()
                built += 2
            assert process() == before
            # Sphinx tells nobody when it is interrupted.
            stopped = setup is ENDINGS["stopped"]
            assert stopped or open_files(project.base, "kwindex.sqlite") == []
        gc.collect()
        assert process() == before
    assert built >= 20
    now = attributes_of_sphinx()
    assert {name for name, value in sphinx.items() if now.get(name) != value} == set()
    assert {name for name in modules if sys.modules.get(name) is not modules[name]} == (
        set()
    )
    # What is documented is never imported.
    assert not {name for name in sys.modules if name.split(".")[0] == "pkg"}


def test_later_projects_have_no_suffix_of_ours(make_project: Make) -> None:
    before = dict(Config.config_values["source_suffix"].default)
    project = make_project(TREE, {"page.rst": PAGE})
    project.build()
    assert Config.config_values["source_suffix"].default == before
    assert ".kwindex" not in before
    project.configure(extensions=[])
    assert project.build().app.config.source_suffix == {".rst": "restructuredtext"}


@pytest.mark.usefixtures("collector")
def test_what_builds_leave_does_not_pile_up(make_project: Make) -> None:
    project = make_project(TREE, {"page.rst": PAGE})
    environments: list[weakref.ref[object]] = []
    for _ in range(12):
        project.build(
            setup=lambda app: app.connect(
                "env-updated", lambda _, env: environments.append(weakref.ref(env))
            ),
            fresh=True,
        )
    assert [one() for one in environments[:3]] == [None, None, None]


@pytest.mark.usefixtures("collector")
def test_what_the_host_set_apart_stays_so(make_project: Make) -> None:
    project = make_project(TREE, {"page.rst": PAGE})
    kept = [[] for _ in range(100)]
    gc.freeze()
    before = gc.get_freeze_count()
    during: list[int] = []
    project.build(
        setup=lambda app: app.connect(
            "doctree-resolved", lambda *_: during.append(gc.get_freeze_count())
        )
    )
    # Frozen objects that are no longer used may go.
    assert len(kept) < gc.get_freeze_count() <= max(during) <= before
    assert gc.get_threshold() == (700, 11, 12)


@pytest.mark.usefixtures("collector")
@pytest.mark.parametrize("used", ["directives", "roles"])
def test_without_generated_pages_the_collector_is_the_hosts(
    make_project: Make, used: str
) -> None:
    docs, conf = USES[used]
    seen = set()

    def note(*_: object) -> None:
        seen.add((gc.get_threshold(), gc.get_freeze_count()))

    def setup(app: Sphinx) -> None:
        for event in ("builder-inited", "doctree-read", "doctree-resolved"):
            app.connect(event, note, priority=1_000)

    make_project(TREE, docs, **conf).build(setup=setup)
    assert seen == {((700, 11, 12), 0)}
