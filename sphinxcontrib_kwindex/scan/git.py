"""Runs git so that no configuration of the repository changes what it answers.

What git ignores, and which files it takes for binary, may be set there all the same.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from .input_filter import InputFilter, relative
from .overdue_process import killed_after

#: Seconds after which git is taken to hang.
GIT_TIMEOUT: Final = 120
#: Seconds after which it is looked whether git waits for a pipe of such a name.
_PATIENCE: Final = 5
_READ_BY_GIT: Final = (".gitattributes", ".gitignore")
#: Seconds for one answer of what goes through a whole history.
GIT_LOG_TIMEOUT: Final = 900
#: A name in quotes, with escapes as in C (``core.quotePath`` in
#: https://git-scm.com/docs/git-config); the group is what stands between them.
QUOTED: Final = re.compile(
    rb'"((?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*+)"', re.DOTALL
)
_ESCAPE: Final = re.compile(rb"\\(?:([0-7]{3})|(.))")
_CONTROLS: Final = dict(zip(b"abtnvfr", b"\a\b\t\n\v\f\r", strict=True))

# Variables that would have git look at another repository than that of the
# folder it is run in, as in a hook or ``git rebase --exec``, or answer in another
# form. The user's own configuration in GIT_CONFIG_* stays: ``safe.directory`` may be
# in it.
_NOT_PASSED_ON = re.compile(
    "GIT_(DIR|(IMPLICIT_)?WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX|NAMESPACE"
    "|(ALTERNATE_)?OBJECT_DIRECTOR.*|GRAFT_FILE|SHALLOW_FILE|ATTR_SOURCE"
    "|.*REPLACE_.*|.*_PATHSPECS|DIFF_OPTS)"
)
#: Options of what compares, so that no configuration says how; a submodule counts by
#: its commit, and nothing is run in it.
COMPARING: Final = (
    *("--relative", "--no-color", "--no-ext-diff", "--no-textconv"),
    *("--ignore-submodules=dirty", f"-O{os.devnull}"),
)
#: What lists commits, whatever the user wants to see of them.
PLAIN_LOG: Final = (
    *("log", *COMPARING, "-z"),
    *("--no-show-signature", "--no-notes", "--no-mailmap"),
)
_NO_REPOSITORY = "not a git repository"
_GIT_UNREADABLE = re.compile(rb"warning: could not open directory '(.+?)/?': (.+)")


class GitError(Exception):
    """git could not say what it keeps; the text tells why."""


class NoCommitError(GitError):
    """The repository, or what of it was cloned, has no such commit."""


def _find_git() -> str:
    # Neither subprocess nor shutil.which is left to look: on Windows both begin
    # with the current folder, which may be the very tree that is scanned.
    name = "git.exe" if os.name == "nt" else "git"
    for folder in map(Path, os.get_exec_path()):
        if folder.is_absolute() and (program := shutil.which(str(folder / name))):
            return program
    raise GitError("git was not found")


def started(
    root: Path,
    *arguments: str,
    stdin: int = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    """Start git in *root* so that nothing configured there makes it run programs.

    :param arguments: those behind ``git``.
    :param stdin: as :class:`subprocess.Popen` takes it, like the other two.
    :raises GitError: if it was not found.
    :raises OSError: if it could not be run.
    """
    command = [_find_git(), "--no-pager", "-c", "core.fsmonitor=false"]
    command += ["-c", f"core.hooksPath={os.devnull}", "-c", "core.quotePath=false"]
    command += ["-c", "log.showRoot=true"]
    environment = {
        name: value
        for name, value in os.environ.items()
        if not _NOT_PASSED_ON.fullmatch(name)
    } | {
        "GIT_ALLOW_PROTOCOL": "none",  # a partial clone would fetch what is missing
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",  # messages are matched
    }
    return subprocess.Popen(  # noqa: S603
        [*command, *arguments],
        cwd=root,
        env=environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
    )


def run_git(
    root: Path, *arguments: str, into: IO[bytes] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git as :func:`started` does, and wait until it ends.

    :param into: a file that gets the output, which may be large.
    :raises GitError: if it could not be run.
    """
    try:
        with started(root, *arguments, stdout=into or subprocess.PIPE) as process:
            try:
                written = _answer(process, root)
            finally:
                process.kill()
        return subprocess.CompletedProcess(process.args, process.returncode, *written)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GitError(f"cannot run git ({type(error).__name__})") from error


def _answer(process: subprocess.Popen[bytes], root: Path) -> tuple[bytes, bytes]:
    """Return what git writes.

    :raises GitError: if it waits for a pipe in the tree that nobody writes to.
    :raises subprocess.TimeoutExpired: if it takes too long.
    """
    with suppress(subprocess.TimeoutExpired):
        return process.communicate(timeout=min(_PATIENCE, GIT_TIMEOUT))
    for folder, _, names in os.walk(root):
        for name in _READ_BY_GIT:
            if name in names and Path(folder, name).is_fifo():
                raise GitError(f"git waits for a pipe that is called {name}")
    return process.communicate(timeout=GIT_TIMEOUT)


def read_git(root: Path, *arguments: str) -> Iterator[bytes]:
    """Run git as :func:`run_git` does, and yield what stands before each NUL.

    :raises GitError: if it could not be run, or failed.
    """
    try:
        with (
            TemporaryFile() as errors,
            started(root, *arguments, stderr=errors) as process,
        ):
            assert process.stdout is not None
            try:
                rest, block = b"", b"\0"
                while block:
                    with killed_after(process, GIT_LOG_TIMEOUT):
                        block = process.stdout.read(1 << 16)
                    *whole, rest = (rest + block).split(b"\0")
                    yield from whole
            finally:
                process.kill()
            if process.wait():
                errors.seek(0)
                raise GitError(reason(errors.read()))
    except OSError as error:
        raise GitError(f"cannot run git ({type(error).__name__})") from error


def read_log(root: Path, *arguments: str) -> Iterator[tuple[str, list[bytes]]]:
    """Run ``git log``, and yield hash and time of each commit with what is listed.

    :param arguments: the command with its options, among them ``-z``, and a revision.
    :raises GitError: if it could not be run, or failed.
    """
    # A file's name may be anything; nobody knows this mark before.
    mark = secrets.token_hex(16)
    *options, revision = arguments
    form = f"--format=tformat:{mark}%H %ct"
    told, listed = "", list[bytes]()
    for entry in read_git(root, *options, form, revision, "--"):
        if entry.startswith(mark.encode()):
            if told:
                yield told, listed
            told, listed = entry.decode("ascii").removeprefix(mark), []
        else:
            # A line end stands between a commit and what is listed first.
            listed.append(entry if listed else entry[1:])
    if told:
        yield told, listed


def reason(stderr: bytes) -> str:
    """Return why git failed, by what it wrote to standard error."""
    lines = stderr.decode("utf-8", "replace").splitlines() or ["no message"]
    fatal = (line for line in lines if line.startswith("fatal:"))
    text = next(fatal, lines[-1]).removeprefix("fatal: ")
    trust = (line.strip() for line in lines if "--add safe.directory" in line)
    if command := next(trust, ""):
        text += f"; to trust it: {command}"
    return _NO_REPOSITORY if text.startswith(_NO_REPOSITORY) else text


def is_bare(root: Path) -> bool:
    """Tell whether a folder is in a repository without files that are checked out."""
    return run_git(root, "rev-parse", "--is-bare-repository").stdout == b"true\n"


def branch_or_tag(root: Path) -> str:
    """Return what is checked out: the branch, or else a tag of just that commit.

    :return: empty where there is neither, or no repository.
    """
    try:
        done = run_git(root, "symbolic-ref", "--quiet", "HEAD")
        name = os.fsdecode(done.stdout).strip()
        if not done.returncode and name.startswith("refs/heads/"):
            return name.removeprefix("refs/heads/")
        done = run_git(root, "describe", "--tags", "--exact-match", "HEAD")
    except GitError:
        return ""
    return "" if done.returncode else os.fsdecode(done.stdout).strip()


def _git_list(root: Path, *options: str) -> tuple[list[str], bytes]:
    done = run_git(root, "ls-files", "-z", *options)
    if done.returncode:
        raise GitError(f"git could not list the files ({reason(done.stderr)})")
    entries = done.stdout.split(b"\0")
    return [os.fsdecode(entry) for entry in entries if entry], done.stderr


def commit(root: Path, name: str) -> str:
    """Return which commit a name means: a tag, a branch, ``HEAD~3``.

    :raises NoCommitError: if it means none.
    :raises GitError: if git cannot say.
    """
    options = ("--verify", "--quiet", "--end-of-options")
    done = run_git(root, "rev-parse", *options, f"{name}^{{commit}}")
    if done.returncode == 1:
        shallow = run_git(root, "rev-parse", "--is-shallow-repository").stdout
        where = " in this shallow clone" if shallow == b"true\n" else ""
        near = _similar_revision(root, name)
        hint = f"; did you mean {near!r}?" if near else ""
        raise NoCommitError(f"there is no commit {name!r}{where}{hint}")
    if done.returncode:
        raise GitError(reason(done.stderr))
    return done.stdout.decode("ascii").strip()


def _similar_revision(root: Path, name: str) -> str:
    """Return the branch or tag that is most like one that is not there."""
    from difflib import get_close_matches  # few need it

    listed = run_git(root, "for-each-ref", "--format=%(refname:short)").stdout
    refs = ["HEAD", *os.fsdecode(listed).split()]
    if f"origin/{name}" in refs:
        return f"origin/{name}"
    begin, steps = re.split(r"(?=[~^@:])|$", name, maxsplit=1)
    known = {ref.lower(): ref for ref in refs}
    near = [] if begin in refs else get_close_matches(begin.lower(), known, 1)
    return f"{known[near[0]]}{steps}" if near else ""


def tracks_files(root: Path) -> bool:
    """Return whether git tracks any file below *root*."""
    try:
        return bool(_git_list(root, "--cached")[0])
    except GitError:
        return False


def list_with_git(
    tree: InputFilter, not_tracked: InputFilter, root: Path, top: Path
) -> int | None:
    """Add what git lists.

    :param tree: gets what git tracks, and repositories inside of *root*.
    :param not_tracked: gets what git neither tracks nor ignores; it may be *tree*, and
        where git tracks nothing *tree* gets it.
    :return: how much git tracks; ``None`` where it ignores the whole of *root*, and
        nothing was added.
    :raises GitError: if git cannot say.
    """
    tracked, _ = _git_list(root, "--cached", "--stage")
    # A folder that git ignores, say an archive unpacked in a build folder, is no
    # part of the repository around it, unless something in it is tracked.
    whole = not tracked and root != top
    if whole and run_git(root, "check-ignore", "--quiet", ".").returncode == 0:
        return None
    if not tracked:
        not_tracked = tree
    # Submodules first: links may lead into them.
    entries = sorted(
        (entry.partition("\t") for entry in tracked),
        key=lambda entry: not entry[0].startswith("160000 "),
    )
    if not_tracked is not tree:
        tree.tracked = {path for _, _, path in entries}
    try:
        others, warnings = _git_list(root, "--others", "--exclude-standard")
    except GitError as failed:
        if not_tracked is tree:
            raise
        tree.report_problem(
            ".", f"{failed}; files that it does not track are not counted."
        )
        others, warnings = [], b""
    for about, _, path in entries:
        if about.startswith("160000 "):
            tree.add_repository(path)
        else:
            tree.add(path)
    for path in others:
        if path.endswith("/"):
            tree.add_repository(path.rstrip("/"))
        else:
            not_tracked.add(path)
    # Of an untracked folder that git could not open nothing is listed, and the
    # only word is a warning, with the path from the top of the work tree.
    prefix = relative(root, top)
    for warning in _GIT_UNREADABLE.finditer(warnings):
        folder = os.fsdecode(warning[1])
        if folder.startswith(prefix):
            not_tracked.may_enter(folder.removeprefix(prefix))
    return len(tracked)


def unquoted(name: bytes) -> bytes:
    """Return a name without quotes; as it is if it has none."""
    quoted = QUOTED.fullmatch(name)
    return unescaped(quoted[1]) if quoted else name


def unescaped(text: bytes) -> bytes:
    """Return what stands between quotes without its escapes."""

    def plain(escape: re.Match[bytes]) -> bytes:
        if escape[1]:
            return bytes([int(escape[1], 8)])
        (char,) = escape[2]
        return bytes([_CONTROLS.get(char, char)])

    return _ESCAPE.sub(plain, text)
