"""Jupyter notebooks, read as their cells.

The text of a notebook is the script that Jupytext's *percent* format makes of it: each
cell under a line ``# %%``, code as it is, Markdown and raw text commented out. Outputs
are no text and are counted. Lines are those of this script.

https://nbformat.readthedocs.io/en/latest/format_description.html describes version 4,
which is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from ...model.facts import FileFacts, Heading, Notebook
from ...model.named_tuple import NamedTuple
from ..decoding import Source, line_count, one_line, valid_text
from ..file_header import licence
from ..file_types import NOTEBOOK
from ..first_sentence import first_sentence
from ..lexers import lexer_by_name
from ..python.source.syntax_trees import module_tree
from .headings import markdown_outline

#: What stands behind ``# %%``, by the type of the cell.
_MARKERS: Final = {"code": "", "markdown": " [markdown]"}


class Cell(NamedTuple):
    """A part of a notebook."""

    kind: str
    """``code``, ``markdown`` or ``raw``."""
    text: str
    outputs: int

    @property
    def lines(self) -> list[str]:
        """The lines of the script that it becomes."""
        lines = self.text.rstrip("\n").split("\n") if self.text.strip() else []
        if self.kind != "code":
            lines = [f"# {line}".rstrip() for line in lines]
        return [f"# %%{_MARKERS.get(self.kind, ' [raw]')}", *lines, ""]


class Cells(NamedTuple):
    """What a notebook holds."""

    cells: list[Cell]
    language: str
    """The alias of a Pygments lexer."""

    @property
    def script(self) -> str:
        """The text of the notebook."""
        return "\n".join(line for cell in self.cells for line in cell.lines)


def read_cells(text: str) -> Cells:
    """Read the content of a notebook.

    :raises ValueError: if it is none, with the reason.
    """
    try:
        document = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(document, dict):
        raise ValueError("its JSON is not an object")
    raw_cells = document.get("cells")
    if not isinstance(raw_cells, list):
        raise ValueError("it has no cells")
    cells = [_cell(cell, number) for number, cell in enumerate(raw_cells, 1)]
    return Cells(cells, _language(document.get("metadata")))


def _cell(cell: Any, number: int) -> Cell:
    if not isinstance(cell, dict):
        raise ValueError(f"cell {number} is not an object")
    text = cell.get("source", "")
    if isinstance(text, list) and all(isinstance(line, str) for line in text):
        text = "".join(text)
    if not isinstance(text, str):
        raise ValueError(f"cell {number} has no text")
    text = valid_text(text).replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\0", "\ufffd")
    outputs = cell.get("outputs")
    count = len(outputs) if isinstance(outputs, list) else 0
    return Cell(str(cell.get("cell_type")), text, count)


def _language(metadata: Any) -> str:
    """Return the alias of the lexer for a notebook's code."""
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        about = metadata.get(part) if isinstance(metadata, dict) else None
        name = about.get(key) if isinstance(about, dict) else None
        if not isinstance(name, str) or name.lower() in {"", "python", "ipython"}:
            continue
        lexer = lexer_by_name(name)
        return lexer.aliases[0] if lexer else "text"
    return NOTEBOOK.alias


def script_of(source: Source) -> Source:
    """Return the script of a notebook; what was given where it is none."""
    try:
        return source._replace(text=read_cells(source.text).script)
    except ValueError:
        return source


def code_of(source: Source, *, is_python: bool) -> str:
    """Return the script of a notebook with nothing but code in it, line by line.

    :param is_python: whether it is Python. What only IPython understands is in the
        place of ``pass`` then, and cells that are not Python are left out.
    """
    lines: list[str] = []
    for cell in read_cells(source.text).cells:
        blank = [""] * len(cell.lines)
        if cell.kind == "code":
            code = cell.lines[1:]
            blank[1:] = plain_python(code) if is_python else code
        lines += blank
    return "\n".join(lines)


def analyse_notebook(source: Source, size: int) -> FileFacts:
    """Return the facts of a notebook.

    :param size: in bytes.
    :raises ValueError: if it is none, with the reason.
    """
    try:
        cells, language = content = read_cells(source.text)
    except ValueError as error:
        raise ValueError(one_line(f"not a notebook: {error}")) from error
    headings: list[Heading] = []
    starts: list[tuple[int, str]] = []
    paragraph, paragraph_line, line = "", 0, 1
    for cell in cells:
        starts.append((line, cell.kind))
        if cell.kind == "markdown":
            outline = markdown_outline(cell.text)
            headings += [
                Heading(heading.text, line + heading.line, heading.level)
                for heading in outline.headings
            ]
            if outline.paragraph and not paragraph:
                paragraph, paragraph_line = outline.paragraph, line + outline.line
        line += len(cell.lines)
    summary = first_sentence(paragraph)
    if not summary and headings:
        title, *others = headings
        # One of several of its level is that of a part.
        if all(heading.level > title.level for heading in others):
            summary, paragraph_line = title.text, title.line
    code = sum(cell.kind == "code" for cell in cells)
    return FileFacts(
        type=NOTEBOOK.name,
        language=language,
        size=size,
        lines=line_count(content.script),
        encoding=source.encoding,
        docstring=paragraph,
        summary=summary,
        docstring_line=paragraph_line,
        docformat="notebook",
        headings=tuple(headings),
        licence=licence(content.script),
        notebook=Notebook(
            *(code, len(cells) - code, sum(cell.outputs for cell in cells)),
            tuple(starts),
        ),
    )


# What IPython adds to Python: magics, commands of the shell, questions.
# https://ipython.readthedocs.io/en/stable/interactive/reference.html

#: Cells that begin with these are Python from the next line on.
_OF_PYTHON: Final = frozenset({"capture", "prun", "time", "timeit"})
_CELL_MAGIC: Final = re.compile(r"\s*%%(\w*)")
#: A line that is no Python: ``%cd x``, ``!ls``, ``?print``, ``print??``.
_LINE: Final = re.compile(r"(\s*)(?:%{1,2}[A-Za-z]|!|\?{1,2}\w|[\w.*%]+\?{1,2}\s*$)")
#: What is bound to the output of a magic or a command: ``files = !ls``.
_BOUND: Final = re.compile(r"(\s*[\w, ]+=\s*)(?:%[A-Za-z]|!)")


def plain_python(lines: Sequence[str]) -> list[str]:
    """Return the lines of a cell as Python, each where it was; empty if it is none."""
    lines = list(lines)
    if _parses(lines):
        return lines
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    magic = _CELL_MAGIC.match(lines[first])
    if magic is None or magic[1] in _OF_PYTHON:
        lines = _without_magics(lines)
        if _parses(lines):
            return lines
    return [""] * len(lines)


def _without_magics(lines: Sequence[str]) -> list[str]:
    plain: list[str] = []
    continued = False
    for line in lines:
        if continued:
            plain.append("")
        elif match := _LINE.match(line):
            plain.append(f"{match[1]}pass")
        elif match := _BOUND.match(line):
            plain.append(f"{match[1]}...")
        else:
            plain.append(line)
            continue
        continued = line.endswith("\\")
    return plain


def _parses(lines: Sequence[str]) -> bool:
    source = "\n".join(lines)
    if module_tree(source) is not None:
        return True
    # It may be that of a newer Python.
    from astroid.exceptions import AstroidError

    from ..python.module_facts import parse

    try:
        parse(source)
    except (AstroidError, ValueError, RecursionError, MemoryError):
        return False
    return True
