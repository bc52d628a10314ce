"""The start page: what is in the tree, and where to begin."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from docutils import nodes

from ..codemap import CodeMap
from ..facts import KINDS, WITHHELD
from ..words import say
from .context import Context, counted, sentence
from .counts import PLURALS
from .folders import FolderIndex, file_list, folder_index, folder_list, important
from .nodes import Entry, entries


@dataclass(frozen=True, slots=True)
class Start:
    """What the start page shows."""

    root: FolderIndex
    files: int
    folders: int
    kinds: tuple[tuple[str, int], ...]
    example: str
    """A file of the tree, to show what its pages are."""
    users: int
    """How many files import it; no file is imported by more."""
    submodules: tuple[str, ...]


def start(code: CodeMap) -> Start:
    """Return what the start page shows."""
    kinds = dict(
        code.store.select("SELECT kind, count(*) FROM definition GROUP BY kind")
    )
    first = code.store.select(
        "SELECT path, 0 FROM file WHERE type <> ? ORDER BY ordinal LIMIT 1", (WITHHELD,)
    )
    example, users = next(chain(important(code, "", 1), first, [("", 0)]))
    return Start(
        folder_index(code, ""),
        code.store.count("file"),
        len(code.folders),
        tuple((kind, kinds[kind]) for kind in KINDS if kind in kinds),
        example,
        users,
        tuple(code.store.meta("submodules").split("\n"))
        if code.store.meta("submodules")
        else (),
    )


def start_body(context: Context) -> list[nodes.Node]:
    """Return the body of the start page."""
    shown = start(context.code)
    found: list[nodes.Node] = []
    if shown.root.summary:
        found.append(sentence(shown.root.summary))
    counts = ", ".join(
        counted(number, "variable" if kind == "data" else kind, PLURALS[kind])
        for kind, number in shown.kinds
    )
    places = {
        "files": counted(shown.files, "file"),
        "folders": counted(shown.folders, "folder"),
    }
    text = say("{files} in {folders}.", **places)
    if counts:
        text = say("{files} in {folders} define {kinds}.", **places, kinds=counts)
    found.append(sentence(text))
    found += context.heading("Begin Here", "begin", "", [_ways(context, shown)])
    if shown.root.subfolders:
        listed = folder_list(context, shown.root.subfolders)
        found += context.heading("Folders", "folders", "", [listed])
    if shown.root.files:
        listed = file_list(context, shown.root.files)
        found += context.heading("Files", "files", "", [listed])
    if shown.submodules:
        names = ", ".join(shown.submodules)
        text = say(
            "Other repositories inside this one, not entered: {names}.", names=names
        )
        found += context.heading("Left Out", "left-out", "", [sentence(text)])
    return found


def _ways(context: Context, shown: Start) -> nodes.Node:
    rows = [
        Entry(
            say("Keywords A to Z"),
            context.href("keywords", ""),
            summary=say("find where a name is defined"),
            prose=True,
        ),
        Entry(
            say("Folder documentation"),
            context.href("doc", ""),
            summary=say("what is used most, and where things stand"),
            prose=True,
        ),
        Entry(
            say("Subtree keywords"),
            context.href("sub", ""),
            summary=say("every name, by kind"),
            prose=True,
        ),
    ]
    if shown.example:
        rows.append(
            Entry(
                shown.example,
                context.href("docs", shown.example),
                where=say("its keywords"),
                where_uri=context.href("kw", shown.example),
                summary=say("the file that most others import") if shown.users else "",
            )
        )
    return entries(rows)
