"""The folder that the command writes the pages to."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..scan.own_folders import COMMAND_MARK, read_record
from .cache_folder import short_digest
from .messages import UsageError

_CHOOSE: Final = "choose another one with -o"


class OutputFolder:
    """The folder for the pages, which is new, empty, or of an earlier run.

    :param given: as the user named it.
    :param path: the root as the user named it.
    :param root: absolute, with symbolic links resolved.
    """

    #: The name of the file that says which run made the folder.
    MARK: Final = COMMAND_MARK

    def __init__(self, given: Path, path: Path, root: Path, builder: str) -> None:
        self.given = given
        self.folder = given.resolve()
        self.root = root
        self._made: list[Path] = []
        inside = self.folder.is_relative_to(root)
        # A folder in the tree may be moved and shared with it.
        identity = (
            Path(os.path.relpath(root, self.folder)).as_posix()
            if inside
            else short_digest(root)
        )
        self._mark = {"builder": builder, "root": identity}
        named = Path(os.path.abspath(given))  # noqa: PTH100, links stay
        tops = (root, Path(os.path.abspath(path)))  # noqa: PTH100
        self._led_out = not inside and any(named.is_relative_to(top) for top in tops)

    def check(self) -> None:
        """Look whether the folder may be written to, and leave it as it is.

        :raises UsageError: if not.
        """
        if self.root.is_relative_to(self.folder):
            which = "is" if self.root == self.folder else "contains"
            raise self._refused(f"{which} the folder to document; {_CHOOSE}")
        if self._led_out:
            raise self._refused(
                "is a symbolic link that points outside the folder to document; pass"
                " its target with -o"
            )
        try:
            self._check_content()
        except OSError as error:
            raise self._unusable(error) from error

    def _check_content(self) -> None:
        try:
            first = next(self.folder.iterdir(), None)
        except FileNotFoundError:
            return
        except NotADirectoryError:
            if self.folder.exists():
                raise self._refused(f"is a file; {_CHOOSE}") from None
            raise
        if first is None:
            return
        mark = self._read_mark()
        if mark is None:
            raise self._refused(
                f"was not created by kwindex and is not empty (it contains"
                f" {first.name!r}); empty it or {_CHOOSE}"
            )
        for key, what in (("root", "folder"), ("builder", "builder")):
            if mark.get(key) != self._mark[key]:
                raise self._refused(
                    f"was created for another {what}; delete it or {_CHOOSE}"
                )

    def _read_mark(self) -> dict[str, object] | None:
        path = self.folder / self.MARK
        if path.is_symlink() or not path.is_file():
            return None
        return read_record(path, dict[str, object])

    def claim(self) -> None:
        """Make the folder and mark it.

        :raises UsageError: if that cannot be done, or would write elsewhere.
        """
        try:
            missing = [self.folder, *self.folder.parents]
            self._made = [folder for folder in missing if not folder.exists()]
            self.folder.mkdir(parents=True, exist_ok=True)
            # The tree may have come with a folder that looks like one of ours.
            for folder, folders, files in os.walk(self.folder):
                for name in (*folders, *files):
                    path = Path(folder, name)
                    if path.is_symlink():
                        raise self._refused(
                            f"contains the symbolic link {path}, which kwindex did not"
                            " create; delete it"
                        )
            text = json.dumps(self._mark)
            (self.folder / self.MARK).write_text(text + "\n", "utf-8")
        except OSError as error:
            self.release()
            raise self._unusable(error) from error

    def release(self) -> None:
        """Remove what :meth:`claim` made, where a run ends before it has begun."""
        if self._made:
            # It was not there, so all that is in it is ours.
            shutil.rmtree(self.folder, ignore_errors=True)
        for folder in self._made[1:]:
            with suppress(OSError):
                folder.rmdir()

    def _refused(self, reason: str) -> UsageError:
        return UsageError(f"the output folder {self.given} {reason}")

    def _unusable(self, error: OSError) -> UsageError:
        return self._refused(
            f"cannot be written ({error.strerror or error}); {_CHOOSE}"
        )
