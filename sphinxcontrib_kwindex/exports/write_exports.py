"""Writes the files of exports, as far as they are not there already.

A record in the output directory says which files are whose, and what they were made
of.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypedDict

from ..codemap.code_map import CodeMap
from ..model.digests import digest
from ..scan.own_folders import OUTPUT_RECORD, keep_record, read_record, remove
from .export import Export
from .script_data import DATA

#: The folder, in the output directory, where an export writes first.
_UNFINISHED: Final = f"{OUTPUT_RECORD}-unfinished"
_RECORD: Final = f"{OUTPUT_RECORD}-exports"


class _Written(TypedDict):
    """What an export wrote."""

    made_of: str
    files: list[str]
    """Their paths in the output directory."""


_NOTHING: Final = _Written(made_of="", files=[])


def write_exports(
    exports: Sequence[Export],
    code: CodeMap,
    outdir: Path,
    pages: Callable[[], Iterable[Path]],
    failed: Callable[[Export, Exception], None],
    *,
    others_stay: bool = False,
) -> dict[str, list[str]]:
    """Have exports write their files, and delete those of exports that are gone.

    The files of an export appear when all of them are written, one after the other.

    :param pages: returns the files of pages, which are nobody else's.
    :param failed: called with an export and what it raised.
    :param others_stay: whether the files of other exports are left as they are.
    :return: by the names of the exports their files in the output directory.
    """
    before = _read(outdir)
    record = dict(before)
    for export in exports:
        made_of = digest(export.name, export.version, code.state)
        known = record.get(export.name, _NOTHING)
        there = all((outdir / name).is_file() for name in known["files"])
        if there and known["made_of"] == made_of:
            continue
        try:
            files = _write(export, code, outdir, record, pages)
            record[export.name] = _Written(made_of=made_of, files=files)
        except Exception as error:  # noqa: BLE001, RUF100
            failed(export, error)
            record[export.name] = _NOTHING
        finally:
            shutil.rmtree(outdir / _UNFINISHED, ignore_errors=True)
    now = {export.name: record[export.name] for export in exports}
    _settle(record if others_stay else now, _files(before), outdir, pages)
    return {name: written["files"] for name, written in now.items()}


def remove_exports(outdir: Path, pages: Callable[[], Iterable[Path]]) -> None:
    """Delete what exports wrote, where nothing is left that they could be made of.

    :param pages: as for :func:`write_exports`.
    """
    _settle({}, set(), outdir, pages)


def _settle(
    now: dict[str, _Written],
    before: set[str],
    outdir: Path,
    pages: Callable[[], Iterable[Path]],
) -> None:
    """Delete the files of exports that are not there now, and note what is."""
    noted = _read(outdir)
    gone = {outdir / name for name in (before | _files(noted)) - _files(now)}
    # A page may stand today where an export wrote once.
    for file in gone.difference(pages()) if gone else ():
        remove(file, outdir)
    if now != noted:
        keep_record(outdir / _RECORD, now)


def _write(
    export: Export,
    code: CodeMap,
    outdir: Path,
    record: dict[str, _Written],
    pages: Callable[[], Iterable[Path]],
) -> list[str]:
    """Have an export write its files, and return their paths in the output directory.

    :raises FileExistsError: if there is a file that is not its own.
    """
    unfinished = outdir / _UNFINISHED
    shutil.rmtree(unfinished, ignore_errors=True)
    (unfinished / export.folder).mkdir(parents=True)
    export.write(code, unfinished / export.folder)
    paths = sorted(path for path in unfinished.rglob("*") if path.is_file())
    files = [path.relative_to(unfinished).as_posix() for path in paths]
    own = set(record.get(export.name, _NOTHING)["files"])
    taken = set(pages()) if not all(map(_is_data, files)) else set()
    for name in files:
        file = outdir / name
        if file in taken or (name not in own and not _is_data(name) and file.exists()):
            raise FileExistsError(f"{name} is a file of the output already")
    # The build may be killed while they move.
    moving = _Written(made_of="", files=sorted({*own, *files}))
    keep_record(outdir / _RECORD, {**record, export.name: moving})
    for name, path in zip(files, paths, strict=True):
        target = outdir / name
        # What is the same stays as it is, for whoever goes by times.
        if target.is_file() and target.read_bytes() == path.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
    return files


def _is_data(name: str) -> bool:
    """Tell whether a file is in the folder that is ours alone."""
    return name.startswith(f"{DATA}/")


def _files(record: dict[str, _Written]) -> set[str]:
    return {name for written in record.values() for name in written["files"]}


def _read(outdir: Path) -> dict[str, _Written]:
    return read_record(outdir / _RECORD, dict[str, _Written]) or {}
