"""Walks over folders that git does not keep, by the rules of ``.gitignore`` files."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path

from pathspec.pattern import Pattern

from .input_filter import InputFilter, PatternError, is_link, never_input, patterns_of


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
                self._patterns += patterns_of(rule)
            except PatternError:
                continue  # git, too, passes over what is no pattern
        self._patterns.reverse()

    def verdict(self, path: str) -> bool | None:
        """Tell whether the last rule for *path* ignores it; None without a rule."""
        below = path[self._base :]
        for pattern in self._patterns:
            if pattern.include is None:
                continue
            result = pattern.match_file(below)
            # pathspec also matches what lies in a matching folder, and marks the
            # slash after that. The walk is past that folder, so it was let in by
            # a later rule, and only a match of the path itself counts.
            if result and result.match.groupdict().get("ps_d") is None:
                return pattern.include
            if result and result.match.end("ps_d") == len(below):
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


def outer_rules(root: Path, top: Path) -> list[_Rules]:
    """Read the rules between the work tree's top and *root*, if they let it in."""
    rules: list[_Rules] = []
    folder, base = top, ""
    for part in root.relative_to(top).parts:
        rules += _read_rules(str(folder), base)
        folder, base = folder / part, f"{base}{part}/"
        if _ignored(base, rules):
            return []
    return rules


def walk(tree: InputFilter, rules: list[_Rules], base: str) -> None:
    """Add what the folders hold and ``.gitignore`` files let through.

    *rules* are those from above the root; their paths begin with *base*.
    """
    pending = [("", rules)]
    while pending:
        parent, rules = pending.pop()
        location = tree.location(parent)
        try:
            with os.scandir(location) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError:
            if not parent or tree.may_enter(parent):
                tree.report_problem(parent or ".", "The folder cannot be read.")
            continue
        # What is not among the names, however they are written, is not looked for.
        names = {entry.name.casefold() for entry in entries}
        if parent and not tree.may_enter(parent, names):
            continue
        if parent and ".git" in names and os.path.lexists(f"{location}/.git"):
            tree.add_repository(parent)
            continue
        prefix = f"{parent}/" if parent else ""
        if ".gitignore" in names:
            rules = rules + _read_rules(location, base + prefix)
        for entry in entries:
            path = prefix + entry.name
            try:
                is_folder = entry.is_dir(follow_symlinks=False) and not is_link(
                    entry.stat(follow_symlinks=False)
                )
            except OSError:
                continue  # gone since
            if _ignored(f"{base}{path}/" if is_folder else base + path, rules):
                continue
            if not is_folder:
                tree.add(path)
            elif not never_input(entry.name) and not tree.excludes_folder(path):
                pending.append((path, rules))
