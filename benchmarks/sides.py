"""Sphinx projects that show a tree of Python files: the sides of a comparison.

Beside this extension and the floor there are other extensions, each set up as its
manual says for a whole package, one page a module, with its defaults. sphinx-autoapi
and sphinx-autodoc2 parse the code as this extension does. autodoc *imports* it, so the
code runs while the documentation is built: its requirements must be installed, and a
tree that cannot be imported has no such build. viewcode adds the sources to that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from build import (
    Project,
    toctree,
    write_conf,
    write_extension,
    write_floor,
    write_page,
)
from corpora import Tree, copy

#: Other extensions, and what a report calls them.
PEERS: Final = {
    "autoapi": "sphinx-autoapi",
    "autodoc2": "sphinx-autodoc2",
    "autodoc": "autodoc, viewcode",
}
OURS: Final = ("kwindex", "floor")
#: All sides, and what a report calls them.
LABELS: Final = {**{side: side for side in OURS}, **PEERS}
#: Prints which of the files named on standard input the Python that runs it refuses.
UNREADABLE = """
import ast, json, sys, warnings
warnings.simplefilter("ignore")
bad = []
for name in json.load(sys.stdin):
    try:
        ast.parse(open(name, "rb").read())
    except (SyntaxError, ValueError, RecursionError):
        bad.append(name)
json.dump(bad, sys.stdout)
"""


def write_autoapi(source: Path, root: Path, theme: str) -> tuple[str, ...]:
    """Write a project for sphinx-autoapi, which adds its pages to the root document."""
    write_conf(
        source,
        project="autoapi",
        extensions=["autoapi.extension"],
        autoapi_dirs=[str(root)],
        html_theme=theme,
        html_copy_source=False,
    )
    write_page(source / "index.rst", "Corpus", "A page written by hand.", toctree(()))
    return ("autoapi",)


def write_autodoc2(source: Path, root: Path, theme: str) -> tuple[str, ...]:
    """Write a project for sphinx-autodoc2."""
    write_conf(
        source,
        project="autodoc2",
        extensions=["autodoc2"],
        # It wants a relative path.
        autodoc2_packages=[{"path": os.path.relpath(root, source)}],
        html_theme=theme,
        html_copy_source=False,
    )
    links = toctree(["apidocs/index"])
    write_page(source / "index.rst", "Corpus", "A page written by hand.", links)
    return ("apidocs",)


def write_autodoc(
    source: Path, root: Path, theme: str, prepare: str
) -> tuple[str, ...]:
    """Write a project for autodoc and viewcode, with pages by Sphinx's apidoc.

    `prepare` runs in ``conf.py``, when the package can be imported.
    """
    write_conf(
        source,
        project="autodoc",
        extensions=["sphinx.ext.apidoc", "sphinx.ext.autodoc", "sphinx.ext.viewcode"],
        apidoc_modules=[
            {"path": str(root), "destination": "api", "separate_modules": True}
        ],
        html_theme=theme,
        html_copy_source=False,
    )
    with (source / "conf.py").open("a", encoding="utf-8") as conf:
        # What is compiled goes away with the project, not into the tree.
        conf.write(f"import sys\nsys.pycache_prefix = {str(source / 'compiled')!r}\n")
        conf.write(f"sys.path.insert(0, {str(root.parent)!r})\n{prepare}")
    links = toctree(["api/modules"])
    write_page(source / "index.rst", "Corpus", "A page written by hand.", links)
    return ("api", "compiled")


#: Of those that parse: the function that writes the project, and returns the folders
#: that a build makes in it.
PARSING: Final[dict[str, Callable[[Path, Path, str], tuple[str, ...]]]] = {
    "autoapi": write_autoapi,
    "autodoc2": write_autodoc2,
}


def readable(tree: Tree, python: str, folder: Path) -> tuple[Tree, list[str]]:
    """Return a tree of the files that a Python can parse, and the others' paths: a peer
    may stop for good at such a file. Where there are any, the tree is a copy in
    `folder`, which is new.
    """
    paths = {str(path): path.relative_to(tree.root).as_posix() for path in tree.files}
    answer = subprocess.run(
        [python, "-c", UNREADABLE],
        input=json.dumps(list(paths)),
        capture_output=True,
        text=True,
        check=True,
    )
    bad = {paths[name] for name in json.loads(answer.stdout)}
    if not bad:
        return tree, []
    good = [path for path in paths.values() if path not in bad]
    return Tree(tree.name, copy(tree.root, good, folder / tree.root.name)), sorted(bad)


def write_project(
    side: str,
    tree: Tree,
    folder: Path,
    *,
    name: str = "",
    theme: str = "alabaster",
    jobs: int = 1,
    python: str = sys.executable,
    settings: Iterable[str] = (),
) -> Project:
    """Write the project of one side, in a new folder.

    :param side: a key of :data:`LABELS`.
    :param tree: what it shows.
    :param name: what progress calls it; the side's name unless told.
    :param python: the Python that the peers are installed for.
    :param settings: ``NAME=VALUE``, for this extension.
    """
    name, source = name or LABELS[side], folder / "source"
    if side == "kwindex":
        write_extension(source, tree.root, theme, 0)
        return Project(name, folder, "html", tuple(settings), jobs)
    if side == "floor":
        write_floor(source, tree.root, theme, 0, ())
        return Project(name, folder, "html", jobs=jobs)
    if side == "autodoc":
        made = write_autodoc(source, tree.root, theme, tree.prepare)
    else:
        made = PARSING[side](source, tree.root, theme)
    return Project(
        name, folder, "html", jobs=jobs, python=python, peer=True, generated=made
    )
