"""Which files are input.

Everything that the extension shows begins with a list of files, and this module
makes that list. Where git keeps the tree, git is asked: it knows best what
belongs to a repository and what its ``.gitignore`` files keep out. Elsewhere, in
an unpacked archive for one, the folders are walked and the same ``.gitignore``
rules applied. What either way finds then passes one gate, :class:`_Tree`, which
keeps out what is never source (version control, virtual environments, what Sphinx
or this extension wrote) and what does not belong to the tree (the targets of
links that lead out of it). The list is the same on every system, and what is
missing from it unexpectedly is named with its reason.

A scanned tree is not trusted. Nothing in it is run, its git configuration has no
say, and besides ``.gitignore`` files none of it is opened.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pathspec import GitIgnoreSpec
from pathspec.pattern import Pattern

#: The file by which the extension marks a folder that it writes to.
OUTPUT_RECORD: Final = ".kwindex"

#: A folder that holds one of these is made by a tool: a virtual environment, the
#: output or the doctrees of a Sphinx build, output of this extension.
MADE_BY_TOOLS: Final = ("pyvenv.cfg", ".buildinfo", "environment.pickle", OUTPUT_RECORD)

#: Names that are never input, in any case. ``.git`` is a file in submodules and
#: work trees; the first three stand only in an index forged to lead elsewhere.
NEVER_INPUT: Final = frozenset({"", ".", "..", ".git", ".hg", ".svn", "__pycache__"})

#: Seconds after which git is taken to hang, on a pipe named ``.gitignore`` say.
GIT_TIMEOUT: Final = 120

# Variables that would have git look at another repository than the one it is run
# in, as in a hook or ``git rebase --exec``. The user's own configuration in
# GIT_CONFIG_* stays: ``safe.directory`` may be in it.
_GIT_PLACES = re.compile(
    "GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX|(ALTERNATE_)?OBJECT_DIRECTOR.*)"
)
_GIT_UNREADABLE = re.compile(rb"warning: could not open directory '(.+?)/?': (.+)")

_NOT_UNICODE = "The name is not valid Unicode."


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that is input."""

    path: str
    """POSIX path from the root: ``a/b.py``."""
    location: Path
    """Absolute path on disk."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What :func:`scan` found."""

    root: Path
    """The root, absolute and with symbolic links resolved."""
    files: tuple[SourceFile, ...]
    """The input, ordered by the parts of the paths (``a/b`` before ``a.py``)."""
    submodules: tuple[str, ...]
    """POSIX paths of submodules and nested repositories, which are not entered."""
    problems: tuple[tuple[str, str], ...]
    """What was left out and must not be missed in silence: POSIX path (printable,
    ``.`` for the root) and the reason in a sentence."""


def default_root(confdir: Path, srcdir: Path) -> Path:
    """Return the root when none is configured.

    It is the git work tree that holds *confdir*, or else the folder that holds
    *srcdir*; absolute, with symbolic links resolved.
    """
    return _work_tree(confdir.resolve()) or srcdir.resolve().parent


def scan(
    root: Path,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    outputs: Iterable[Path] = (),
) -> Scan:
    """List the files below *root* that are input.

    *include* and *exclude* are ``.gitignore`` patterns relative to *root*. With
    *include* only files that match it are input; files that match *exclude* are
    not. What lies below *outputs* never is.

    :raises ValueError: for a pattern that is none
    """
    root = root.resolve()
    tree = _Tree(root, _compile(include), _compile(exclude), outputs)
    top = _work_tree(root) if root.is_dir() else None
    try:
        if top is None or not _list_with_git(tree, root, top):
            _walk(tree, [], "")
    except _GitFailed as failed:
        assert top is not None
        tree.leave_out(".", f"{failed}; .gitignore files alone decide here.")
        _walk(tree, _outer_rules(root, top), _relative(root, top))

    def by_parts(path: str) -> list[str]:
        return path.split("/")

    return Scan(
        root=root,
        files=tuple(
            SourceFile(path, root / path) for path in sorted(tree.files, key=by_parts)
        ),
        submodules=tuple(sorted(tree.submodules, key=by_parts)),
        problems=tuple(sorted(tree.problems)),
    )


def _work_tree(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if os.path.lexists(candidate / ".git"):
            return candidate
    return None


def _relative(folder: Path, top: Path) -> str:
    """Return what to put before a path from *folder* to have it from *top*."""
    return "".join(f"{part}/" for part in folder.relative_to(top).parts)


def _printable(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def _is_unicode(path: str) -> bool:
    return _printable(path) == path


def _never_input(name: str) -> bool:
    return name.lower() in NEVER_INPUT or (os.sep != "/" and os.sep in name)


def _compile(patterns: Sequence[str]) -> GitIgnoreSpec | None:
    for pattern in patterns:
        try:
            GitIgnoreSpec.from_lines([pattern])
        except ValueError as error:
            message = f"not a valid .gitignore pattern: {pattern!r}"
            raise ValueError(message) from error
    return GitIgnoreSpec.from_lines(patterns) if patterns else None


def _is_link(status: os.stat_result) -> bool:
    # A junction is a folder to os.stat, but leads elsewhere as a link does. The
    # name of its tag, IO_REPARSE_TAG_MOUNT_POINT, exists on Windows only.
    tag = getattr(status, "st_reparse_tag", 0)
    return stat.S_ISLNK(status.st_mode) or tag == 0xA0000003


def _link_problem(error: OSError) -> str:
    # Windows has a number of its own for ELOOP: ERROR_CANT_RESOLVE_FILENAME.
    if error.errno == errno.ELOOP or getattr(error, "winerror", 0) == 1921:
        return "The symbolic link leads back to itself."
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "The symbolic link is broken."
    return "The symbolic link cannot be followed."


class _Tree:
    """The gate: takes paths that may be input and keeps those that are."""

    def __init__(
        self,
        root: Path,
        include: GitIgnoreSpec | None,
        exclude: GitIgnoreSpec | None,
        outputs: Iterable[Path],
    ) -> None:
        self.files: set[str] = set()
        self.submodules: set[str] = set()
        self.problems: set[tuple[str, str]] = set()
        self._prefix = os.path.join(root, "")  # noqa: PTH118
        self._include = include
        self._exclude = exclude
        # Without "!" nothing below an excluded folder can come back.
        self._final = exclude is not None and all(
            pattern.include is not False for pattern in exclude.patterns
        )
        self._outputs = {os.path.normcase(path.resolve()) for path in outputs}
        self._entered = {"": True}

    def location(self, path: str) -> str:
        # Not a Path: this is asked several times for each file and folder.
        return self._prefix + path

    def excludes(self, path: str) -> bool:
        return self._exclude is not None and self._exclude.match_file(_printable(path))

    def prunes(self, folder: str) -> bool:
        """Tell whether the user excludes all that is below *folder*."""
        return self._final and self.excludes(f"{folder}/")

    def leave_out(self, path: str, reason: str) -> None:
        """Record a problem, unless the user does not want that path anyway."""
        # It may be a folder or a link to one, which the user ends with a slash.
        if path == "." or not (self.excludes(path) or self.excludes(f"{path}/")):
            self.problems.add((_printable(path), reason))

    def enters(self, folder: str) -> bool:
        """Tell whether files below *folder* can be input."""
        unknown = []
        while folder not in self._entered:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        entered = self._entered[folder]
        for below in reversed(unknown):
            entered = entered and self._opens(below)
            self._entered[below] = entered
        return entered

    def _opens(self, folder: str) -> bool:
        location = self.location(folder)
        if _never_input(folder.rpartition("/")[2]):
            return False
        if os.path.normcase(location) in self._outputs:
            return False
        try:
            status = os.lstat(location)
        except OSError:
            return False
        # git may still list files below what has become a file or a link.
        if _is_link(status) or not stat.S_ISDIR(status.st_mode):
            return False
        if not os.access(location, os.R_OK | os.X_OK):
            self.leave_out(folder, "The folder cannot be read.")
            return False
        if any(os.path.lexists(f"{location}/{name}") for name in MADE_BY_TOOLS):
            return False
        if not _is_unicode(folder):
            self.leave_out(folder, _NOT_UNICODE)
            return False
        return True

    def add_repository(self, path: str) -> None:
        if self.enters(path) and not self.excludes(f"{path}/"):
            self.submodules.add(path)

    def add(self, path: str) -> None:
        """Take *path*, anything but a folder, if it is input."""
        if self._never(path) or self.excludes(path):
            return
        reason = self._judge(path, self.location(path))
        if reason:
            self.leave_out(path, reason)
        elif reason is not None:
            self.files.add(path)

    def _never(self, path: str) -> bool:
        parent, _, name = path.rpartition("/")
        return (
            _never_input(name)
            or not self.enters(parent)
            or os.path.normcase(self.location(path)) in self._outputs
        )

    def _judge(self, path: str, location: str) -> str | None:
        """Return why *path* is not input, ``""`` if it is, None for no news."""
        wanted = self._include is None or self._include.match_file(_printable(path))
        try:
            status = os.lstat(location)
        except (FileNotFoundError, NotADirectoryError):
            return None  # tracked, and deleted since
        except OSError:
            return "The file cannot be read."
        linked = _is_link(status)
        if linked:
            try:
                status = os.stat(location)  # noqa: PTH116
            except OSError as error:
                return _link_problem(error) if wanted else None
        # Patterns of *include* are about the files in a folder, so they cannot
        # tell whether a link to one was wanted; only *exclude* silences it.
        is_folder = stat.S_ISDIR(status.st_mode)
        if not wanted and not is_folder:
            return None
        if linked:
            target = self._inside(os.path.realpath(location))
            if target is None:
                return "The symbolic link leads out of the root and is not followed."
            # A link must not bring back what is never input: .git/config may hold
            # a password, and "latest.html" may lead to our own output.
            if not is_folder and self._never(target):
                return None
        if is_folder:
            return None
        if not stat.S_ISREG(status.st_mode):
            return "It is a device, a pipe or a socket."
        if not os.access(location, os.R_OK):
            return "The file cannot be read."
        return "" if _is_unicode(path) else _NOT_UNICODE

    def _inside(self, real: str) -> str | None:
        # With the separator also behind the root itself, which is inside too.
        below = os.path.join(real, "")  # noqa: PTH118
        if os.path.normcase(below).startswith(os.path.normcase(self._prefix)):
            return real[len(self._prefix) :].replace(os.sep, "/")
        return None


class _GitFailed(Exception):  # noqa: N818
    """git could not say what it keeps; the text tells why."""


def _find_git() -> str:
    # Neither subprocess nor shutil.which is left to look: on Windows both begin
    # with the current folder, which may be the very tree that is scanned.
    name = "git.exe" if os.name == "nt" else "git"
    for folder in map(Path, os.get_exec_path()):
        if folder.is_absolute() and (found := shutil.which(str(folder / name))):
            return found
    raise _GitFailed("git was not found")


def _git(root: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in *root* so that nothing configured there makes it run programs."""
    command = [_find_git(), "--no-pager", "-c", "core.fsmonitor=false"]
    command += ["-c", f"core.hooksPath={os.devnull}", "-c", "core.quotePath=false"]
    environment = {
        name: value
        for name, value in os.environ.items()
        if not _GIT_PLACES.fullmatch(name)
    } | {
        "GIT_ALLOW_PROTOCOL": "none",  # a partial clone would fetch what is missing
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",  # messages are matched
    }
    try:
        return subprocess.run(  # noqa: S603
            [*command, *arguments],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=GIT_TIMEOUT,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _GitFailed(f"git could not be run ({type(error).__name__})") from error


def _git_list(root: Path, *options: str) -> tuple[list[str], bytes]:
    done = _git(root, "ls-files", "-z", *options)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").splitlines() or ["no message"]
        reason = next((line for line in said if line.startswith("fatal:")), said[-1])
        raise _GitFailed(f"git could not list the files ({reason})")
    entries = done.stdout.split(b"\0")
    return [os.fsdecode(entry) for entry in entries if entry], done.stderr


def _list_with_git(tree: _Tree, root: Path, top: Path) -> bool:
    """Add what git lists; return False where git ignores the whole of *root*."""
    tracked, _ = _git_list(root, "--cached", "--stage")
    # A folder that git ignores, say an archive unpacked in a build folder, is no
    # part of the repository around it, unless something in it is tracked.
    whole = not tracked and root != top
    if whole and _git(root, "check-ignore", "--quiet", ".").returncode == 0:
        return False
    others, warnings = _git_list(root, "--others", "--exclude-standard")
    for entry in tracked:
        about, _, path = entry.partition("\t")
        if about.startswith("160000 "):
            tree.add_repository(path)
        else:
            tree.add(path)
    for path in others:
        if path.endswith("/"):
            tree.add_repository(path.rstrip("/"))
        else:
            tree.add(path)
    # Of an untracked folder that git could not open nothing is listed, and the
    # only word is a warning, with the path from the top of the work tree.
    prefix = _relative(root, top)
    for warning in _GIT_UNREADABLE.finditer(warnings):
        folder = os.fsdecode(warning[1])
        if folder.startswith(prefix):
            tree.enters(folder.removeprefix(prefix))
    return True


class _Rules:
    """The rules of one ``.gitignore`` file, for paths below its folder."""

    def __init__(self, base: str, content: bytes) -> None:
        self._base = len(base)
        self._patterns: list[Pattern] = []
        text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
        for line in text.split("\n"):
            # pathspec has short cuts for a last "**" or "*" that match other paths
            # than git does; so spelled, they mean the same and are not taken.
            rule = re.sub(r"(^!?|/)\*\*(/?) *$", r"\1**/*\2", line.removesuffix("\r"))
            rule = re.sub(r"(^!?|/)\*(/?) *$", r"\1?*\2", rule)
            try:
                self._patterns += GitIgnoreSpec.from_lines([rule]).patterns
            except ValueError:
                continue  # git, too, passes over what is no pattern
        self._patterns.reverse()

    def verdict(self, path: str) -> bool | None:
        """Tell whether the last rule for *path* ignores it; None without one."""
        below = path[self._base :]
        for pattern in self._patterns:
            if pattern.include is None:
                continue
            found = pattern.match_file(below)
            # pathspec also matches what lies in a matching folder, and marks the
            # slash after that. The walk is past that folder, so it was let in by
            # a later rule, and only a match of the path itself counts.
            if found and found.match.groupdict().get("ps_d") is None:
                return pattern.include
            if found and found.match.end("ps_d") == len(below):
                return pattern.include
        return None


def _ignored(path: str, rules: Sequence[_Rules]) -> bool:
    for level in reversed(rules):  # a deeper file's rule wins
        verdict = level.verdict(path)
        if verdict is not None:
            return verdict
    return False


def _read_rules(folder: str, base: str) -> list[_Rules]:
    file = Path(folder, ".gitignore")
    try:
        # git does not follow a link here either, and a pipe would never end.
        if stat.S_ISREG(file.lstat().st_mode):
            return [_Rules(base, file.read_bytes())]
    except OSError:
        pass  # none there, or reported as a file that cannot be read
    return []


def _outer_rules(root: Path, top: Path) -> list[_Rules]:
    """Read the rules between the work tree's top and *root*, if they let it in."""
    rules: list[_Rules] = []
    folder, base = top, ""
    for part in root.relative_to(top).parts:
        rules += _read_rules(str(folder), base)
        folder, base = folder / part, f"{base}{part}/"
        if _ignored(base, rules):
            return []
    return rules


def _walk(tree: _Tree, rules: list[_Rules], base: str) -> None:
    """Add what the folders hold and ``.gitignore`` files let through.

    *rules* are those from above the root; their paths begin with *base*.
    """
    pending = [("", rules)]
    while pending:
        parent, rules = pending.pop()
        location = tree.location(parent)
        try:
            with os.scandir(location) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            tree.leave_out(parent or ".", "The folder cannot be read.")
            continue
        prefix = f"{parent}/" if parent else ""
        rules = rules + _read_rules(location, base + prefix)
        for entry in entries:
            path = prefix + entry.name
            try:
                is_folder = entry.is_dir(follow_symlinks=False) and not _is_link(
                    entry.stat(follow_symlinks=False)
                )
            except OSError:
                continue  # gone since
            if _ignored(f"{base}{path}/" if is_folder else base + path, rules):
                continue
            if not is_folder:
                tree.add(path)
            elif tree.prunes(path) or not tree.enters(path):
                continue
            elif os.path.lexists(f"{entry.path}/.git"):
                tree.add_repository(path)
            else:
                pending.append((path, rules))
