"""Lists the files that are input.

Everything that the extension shows begins with a list of files, and this module makes
that list. Where git keeps the tree, it lists the files: it knows best what belongs to a
repository and what its ``.gitignore`` files keep out. Elsewhere, for example in an
unpacked archive, the folders are walked and the same ``.gitignore`` rules applied. In a
git checkout only what git tracks is input: what lies beside it, notes, results, a file
with a password, was not put there for others. What either way finds then goes through
an :class:`~.input_filter.InputFilter`, which keeps out what is never source (version
control, virtual environments, what Sphinx or this extension wrote) and what does not
belong to the tree (the targets of links that lead out of it). The list is the same on
every system, and what is missing from it unexpectedly is named with its reason.

A scanned tree is not trusted. Nothing in it is run, its git configuration has no
say, and besides ``.gitignore`` and ``.gitattributes`` files none of it is opened.
"""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

from .credentials import holds_credentials, named_by
from .file_classes import BY_DEFAULT, FileClass, FileClassifier
from .git import GitError, commit, list_with_git
from .gitignore_walk import outer_rules, walk
from .input_filter import ATTRIBUTES, InputFilter, compiled, relative
from .work_tree import work_tree

__all__ = ["TRACKS_NOTHING", "Scan", "SourceFile", "revision", "scan"]

#: What to say of :attr:`Scan.tracks_nothing`.
TRACKS_NOTHING: Final = (
    "git tracks no files here, so all files that it does not ignore are included"
)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that is input."""

    path: str
    """POSIX path from the root: ``a/b.py``."""
    location: Path
    """Absolute path on disk."""
    class_by_name: FileClass = BY_DEFAULT
    """Its class, as far as its name tells."""
    withheld: bool = False
    """Whether it is listed without its content, which must not even be read: its name,
    or that of the file that it leads to, says that it holds credentials."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The files of a tree and how they were listed."""

    root: Path
    """The root, absolute and with symbolic links resolved."""
    files: tuple[SourceFile, ...]
    """The input, ordered by the parts of the paths (``a/b`` before ``a.py``)."""
    submodules: tuple[str, ...]
    """POSIX paths of submodules and nested repositories, which are not entered."""
    problems: tuple[tuple[str, str], ...]
    """What was left out and must not be missed in silence: POSIX path (printable,
    ``.`` for the root) and the reason in a sentence."""
    untracked: int = 0
    """The number of files that were left out because git does not track them."""
    tracks_nothing: bool = False
    """Whether git tracks nothing below the root. Then all that it does not ignore is
    input."""


def scan(
    root: Path,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    outputs: Iterable[Path] = (),
    untracked: bool = False,
    tracked_files: Iterable[str] | None = None,
) -> Scan:
    """List the files below *root* that are input.

    *include* and *exclude* are ``.gitignore`` patterns relative to *root*. With
    *include* only files that match it are input; files that match *exclude* are
    not. What lies below *outputs* never is. In a git checkout a file that git does not
    track is input with *untracked* only, and where git tracks nothing below *root*.

    Files that hold credentials are listed and to be withheld (:mod:`.credentials`),
    unless a pattern of *include* names them.

    *tracked_files* are the paths of what git tracks in a folder that it did not check
    out itself.

    :raises PatternError: for a pattern that is none
    """
    root = root.resolve()
    rules = compiled(include, "include"), compiled(exclude, "exclude"), list(outputs)
    tree = InputFilter(root, *rules)
    not_tracked = tree if untracked else InputFilter(root, *rules)
    top = work_tree(root) if root.is_dir() and tracked_files is None else None
    tracked = _list_files(tree, not_tracked, root, top, tracked_files)

    def by_parts(path: str) -> list[str]:
        return path.split("/")

    top = top or root
    base = relative(root, top)
    said = [*_wrapped(base, tree.files), *_attributes(root, top, tree.attributes)]
    classes = FileClassifier(said, base)
    named = named_by(include)

    def withheld(path: str) -> bool:
        # A link to it shows what it holds under another name.
        names = {path, tree.targets.get(path, path)}
        return any(holds_credentials(name) and not named(name) for name in names)

    return Scan(
        root=root,
        files=tuple(
            SourceFile(path, root / path, classes.classify(path), withheld(path))
            for path in sorted(tree.files, key=by_parts)
        ),
        submodules=tuple(sorted(tree.submodules, key=by_parts)),
        problems=tuple(sorted(tree.problems)),
        untracked=len(tree.untracked | (not_tracked.files - tree.files)),
        tracks_nothing=tracked == 0 and not untracked,
    )


def _list_files(
    tree: InputFilter,
    not_tracked: InputFilter,
    root: Path,
    top: Path | None,
    tracked_files: Iterable[str] | None,
) -> int | None:
    """Give a filter all files below a root, and return how many git tracks.

    :param not_tracked: is given what git does not track.
    :param top: the folder of the git work tree, if there is one.
    :param tracked_files: as :func:`scan` takes it.
    :return: ``None`` where git does not say which files it tracks.
    """
    tracked = None
    try:
        if tracked_files is not None:
            tree.tracked = set(tracked_files)
            for path in tree.tracked:
                tree.add(path)
            tracked = 1
        elif top is not None:
            tracked = list_with_git(tree, not_tracked, root, top)
        if tracked is None:
            walk(tree, [], "")
    except GitError as failed:
        assert top is not None
        tree.report_problem(".", f"{failed}; only the .gitignore files are applied.")
        walk(tree, outer_rules(root, top), relative(root, top))
    return tracked


def _wrapped(base: str, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield attributes of the folders that Meson fetches, if they are in the tree.

    ``subprojects/foo.wrap`` says where ``subprojects/foo-1.2`` is from:
    https://mesonbuild.com/Wrap-dependency-system-manual.html
    """
    for path in sorted(files):
        name, _, suffix = path.rpartition(".")
        if suffix == "wrap" and name.split("/")[-2:-1] == ["subprojects"]:
            for folder in (name, f"{name}-*"):
                yield "", f"/{base}{folder}/** linguist-vendored"


def _attributes(
    root: Path, top: Path, below: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Yield folder, from *top*, and text of the ``.gitattributes`` files.

    :param top: the top of the work tree; those between it and the root count, too.
    :param below: those below the root.
    """
    base = relative(root, top)
    folders = ["", *accumulate(f"{part}/" for part in base.split("/")[:-1])]
    folders += [base + path.removesuffix(ATTRIBUTES) for path in below]
    for folder in folders:
        file = top / folder / ATTRIBUTES
        # git does not follow a link here, and a pipe would never end.
        with contextlib.suppress(OSError):
            if stat.S_ISREG(file.lstat().st_mode):
                yield folder, file.read_text("utf-8", "replace")


def revision(root: Path) -> str:
    """Return what git has checked out at *root*, or an empty string without git."""
    with contextlib.suppress(GitError):
        return commit(root, "HEAD") if work_tree(root) else ""
    return ""
