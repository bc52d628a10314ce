"""The filter that every path passes before it is input.

It keeps out what is never source (version control, virtual environments, what Sphinx
or this extension wrote) and what does not belong to the tree (the targets of links
that lead out of it), and names what is missing unexpectedly with its reason.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import warnings
from collections.abc import Container, Iterable, Sequence
from inspect import signature
from pathlib import Path
from typing import Any, Final

from pathspec import GitIgnoreSpec
from pathspec.pattern import Pattern, RegexPattern

from .own_folders import COMMAND_MARK, OUTPUT_RECORD

#: A folder that holds one of these is made by a tool: a virtual environment, the
#: output or the doctrees of a Sphinx build, output of this extension.
MADE_BY_TOOLS: Final = (
    "pyvenv.cfg",
    ".buildinfo",
    "environment.pickle",
    OUTPUT_RECORD,
    COMMAND_MARK,
)

#: Names that are never input, in any case. ``.git`` is a file in submodules and
#: work trees; the first three stand only in an index forged to lead elsewhere.
NEVER_INPUT: Final = frozenset({"", ".", "..", ".git", ".hg", ".svn", "__pycache__"})

#: The name of the files that say what git, and linguist, take other files for.
ATTRIBUTES: Final = ".gitattributes"
_NOT_UNICODE = "The name is not valid Unicode."


def relative(folder: Path, top: Path) -> str:
    """Return what to put before a path from *folder* to have it from *top*."""
    return "".join(f"{part}/" for part in folder.relative_to(top).parts)


def _printable(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def _is_unicode(path: str) -> bool:
    return _printable(path) == path


def never_input(name: str) -> bool:
    """Return whether nothing of that name is input."""
    return name.lower() in NEVER_INPUT or (os.sep != "/" and os.sep in name)


def is_link(status: os.stat_result) -> bool:
    """Return whether a file leads elsewhere."""
    # A junction is a folder to os.stat, but leads elsewhere as a link does. The
    # name of its tag, IO_REPARSE_TAG_MOUNT_POINT, exists on Windows only.
    tag = getattr(status, "st_reparse_tag", 0)
    return stat.S_ISLNK(status.st_mode) or tag == 0xA0000003


def link_problem(error: OSError) -> str:
    """Return what is wrong with a link that an error was raised for."""
    # Windows has a number of its own for ELOOP: ERROR_CANT_RESOLVE_FILENAME.
    if error.errno == errno.ELOOP or getattr(error, "winerror", 0) == 1921:
        return "The symbolic link points to itself."
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "The symbolic link is broken."
    return "The symbolic link cannot be followed."


class PatternError(ValueError):
    """What is no pattern of a ``.gitignore`` file, behind the value that has it."""


#: What pathspec writes for a "*", for a "**/" at the start, and for a "/**" inside.
_STAR, _ABOVE, _BETWEEN = "[^/]*", "^(?:.+/)?", "(?:/.+)?"
#: A star, and what stands between it and the next one of the same name.
_STAR_BEFORE_STAR: Final = re.compile(
    r"\[\^/\]\*((?:\\.|\[\^/\](?!\*)|\[(?:\^/)?\w[-\w]*\]|[^/()\[\\])*+)(?=\[\^/\]\*)"
)
#: Has newer releases of pathspec match by :mod:`re` also where others are installed,
#: which do not know all that the expressions of :func:`_linear` have.
_BY_RE: Final[dict[str, Any]] = (
    {"backend": "simple"} if "backend" in signature(GitIgnoreSpec).parameters else {}
)
_NEGATIVE_SET: Final = re.compile(r"\[\^(?=\w[-\w]*\])")


def _linear(pattern: Pattern) -> Pattern:
    """Return a pattern that takes no time which grows with a power of the path.

    Of all wildcards but the last the first place will do where the text behind it is;
    so no other is tried.
    """
    regex = getattr(pattern, "regex", None)
    if not isinstance(pattern, RegexPattern) or regex is None:
        return pattern
    # For git no set has a slash.
    text = _NEGATIVE_SET.sub("[^/", regex.pattern)
    text = _STAR_BEFORE_STAR.sub(rf"(?>{_STAR}?\1)", text)
    first, *middle = text.split(_BETWEEN)
    if middle:
        if first.startswith(_ABOVE):
            first = f"^(?>(?:.+?/)??{first.removeprefix(_ABOVE)}(?=/))"
        *middle, last = middle
        text = first + "".join(f"(?>(?:/.+?)??{part}(?=/))" for part in middle)
        text = f"{text}{_BETWEEN}{last}"
    return type(pattern)(re.compile(text), pattern.include)


def patterns_of(line: str) -> Sequence[Pattern]:
    """Return what a line of a ``.gitignore`` file holds: one pattern, or none.

    :raises PatternError: for what is no pattern
    """
    try:
        with warnings.catch_warnings():
            # Of a set such as "[[:x:]]", which Python may read otherwise one day.
            warnings.simplefilter("ignore", FutureWarning)
            return [
                _linear(pattern)
                for pattern in GitIgnoreSpec.from_lines([line]).patterns
            ]
    except (ValueError, re.error) as error:
        raise PatternError(f"not a valid .gitignore pattern: {line!r}") from error


def names_itself(pattern: Pattern, path: str) -> bool:
    """Tell whether a pattern names a path itself, and not only a folder around it."""
    result = pattern.match_file(path)
    # pathspec also matches what lies in a matching folder, and marks the slash then.
    return result is not None and result.match.groupdict().get("ps_d") is None


def compiled(patterns: Sequence[str], value: str) -> GitIgnoreSpec | None:
    """Return patterns as a single object, or ``None`` without patterns.

    :param value: what the user calls them: ``exclude``.
    :raises PatternError: for a pattern that is none
    """
    try:
        linear: list[Any] = [rule for line in patterns for rule in patterns_of(line)]
    except PatternError as error:
        raise PatternError(f"{value}: {error}") from error
    return GitIgnoreSpec(linear, **_BY_RE) if patterns else None


class InputFilter:
    """Takes paths that may be input and keeps those that are."""

    def __init__(
        self,
        root: Path,
        include: GitIgnoreSpec | None,
        exclude: GitIgnoreSpec | None,
        outputs: Iterable[Path],
    ) -> None:
        self.files: set[str] = set()
        self.attributes: set[str] = set()
        """The ``.gitattributes`` files below the root, also those that are no input:
        what they say holds all the same."""
        self.submodules: set[str] = set()
        self._repositories: list[str] = []
        self.problems: set[tuple[str, str]] = set()
        self.targets: dict[str, str] = {}
        """Of the files that are symbolic links, the paths that they lead to."""
        self.tracked: Container[str] | None = None
        """The paths that git tracks, where nothing else is input."""
        self.untracked: set[str] = set()
        """What would be input if git tracked it."""
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
        """Return where a path of the tree is on disk."""
        # Not a Path: this is asked several times for each file and folder.
        return self._prefix + path

    def excludes(self, path: str) -> bool:
        """Return whether the user excludes a path; a folder's ends in a slash."""
        return self._exclude is not None and self._exclude.match_file(_printable(path))

    def excludes_folder(self, folder: str) -> bool:
        """Tell whether the user excludes all that is below *folder*."""
        return self._final and self.excludes(f"{folder}/")

    def report_problem(self, path: str, reason: str) -> None:
        """Record a problem, unless the user does not want that path anyway."""
        # It may be a folder or a link to a folder, which the user ends with a slash.
        if path == "." or not (self.excludes(path) or self.excludes(f"{path}/")):
            self.problems.add((_printable(path), reason))

    def may_enter(self, folder: str, names: Container[str] | None = None) -> bool:
        """Tell whether files below *folder* can be input.

        :param names: what is in it, casefolded, where that is known.
        """
        unknown = []
        above = folder
        while above not in self._entered:
            unknown.append(above)
            above = above.rpartition("/")[0]
        entered = self._entered[above]
        for below in reversed(unknown):
            entry_names = names if below == folder else None
            entered = entered and self._is_enterable(below, entry_names)
            self._entered[below] = entered
        return entered

    def _is_enterable(self, folder: str, names: Container[str] | None) -> bool:
        location = self.location(folder)
        if never_input(folder.rpartition("/")[2]):
            return False
        if os.path.normcase(location) in self._outputs:
            return False
        try:
            status = os.lstat(location)
        except OSError:
            return False
        # git may still list files below what has become a file or a link.
        if is_link(status) or not stat.S_ISDIR(status.st_mode):
            return False
        if not os.access(location, os.R_OK | os.X_OK):
            self.report_problem(folder, "The folder cannot be read.")
            return False
        for name in MADE_BY_TOOLS:
            if names is not None and name not in names:
                continue
            if os.path.lexists(f"{location}/{name}"):
                return False
        if not _is_unicode(folder):
            self.report_problem(folder, _NOT_UNICODE)
            return False
        return True

    def add_repository(self, path: str) -> None:
        """Take a submodule or nested repository, which is named and not entered."""
        self._repositories.append(f"{path}/")
        if self.may_enter(path) and not self.excludes(f"{path}/"):
            self.submodules.add(path)

    def add(self, path: str) -> None:
        """Take *path*, anything but a folder, if it is input."""
        if self._never(path):
            return
        if path.endswith(f"/{ATTRIBUTES}"):
            self.attributes.add(path)
        if self.excludes(path):
            return
        reason = self._rejection(path, self.location(path))
        if reason:
            self.report_problem(path, reason)
        elif reason is not None:
            self.files.add(path)

    def _never(self, path: str) -> bool:
        parent, _, name = path.rpartition("/")
        return (
            never_input(name)
            or not self.may_enter(parent)
            or os.path.normcase(self.location(path)) in self._outputs
        )

    def _rejection(self, path: str, location: str) -> str | None:
        """Return why *path* is not input, ``""`` if it is, None for no news."""
        wanted = self._include is None or self._include.match_file(_printable(path))
        try:
            status = os.lstat(location)
        except (FileNotFoundError, NotADirectoryError):
            return None  # tracked, and deleted since
        except OSError:
            return "The file cannot be read."
        linked = is_link(status)
        if linked:
            try:
                status = os.stat(location)  # noqa: PTH116
            except OSError as error:
                # What leads into a submodule is not broken: it is not checked out.
                goal = self._inside(location) or ""
                known = not wanted or goal.startswith(tuple(self._repositories))
                return None if known else link_problem(error)
        # Patterns of *include* are about the files in a folder, so they cannot
        # tell whether a link to a folder was wanted; only *exclude* silences it.
        is_folder = stat.S_ISDIR(status.st_mode)
        if not wanted and not is_folder:
            return None
        if linked:
            target = self._inside(location)
            if target is None:
                return "The symbolic link points outside the root and is not followed."
            # A link must not bring back what is never input: .git/config may hold
            # a password, and "latest.html" may lead to our own output.
            if not is_folder and self._never(target):
                return None
            if not is_folder and not self._is_tracked(target):
                self.untracked.add(path)
                return None
            self.targets[path] = target
        if is_folder:
            return None
        if not stat.S_ISREG(status.st_mode):
            return "It is a device, a pipe or a socket."
        if not os.access(location, os.R_OK):
            return "The file cannot be read."
        return "" if _is_unicode(path) else _NOT_UNICODE

    def _is_tracked(self, path: str) -> bool:
        """Tell whether git tracks a path, or the submodule that it is in."""
        if self.tracked is None:
            return True
        parts = path.split("/")
        above = ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
        return any(ancestor in self.tracked for ancestor in above)

    def _inside(self, link: str) -> str | None:
        """Return the path that a link leads to, if that is below the root."""
        try:
            real = os.path.realpath(link)
        except OSError:
            return None
        # With the separator also behind the root itself, which is inside too.
        below = os.path.join(real, "")  # noqa: PTH118
        if os.path.normcase(below).startswith(os.path.normcase(self._prefix)):
            return real[len(self._prefix) :].replace(os.sep, "/")
        return None
