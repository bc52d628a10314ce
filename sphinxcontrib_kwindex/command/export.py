"""``kwindex export``: writes what is known of a tree for other programs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ..exports.export import EXPORTS, Export
from ..exports.write_exports import write_exports
from ..model.errors import described
from ..model.python_escapes import harmless
from .messages import BuildError, UsageError
from .open_tree import open_tree
from .output_folder import OutputFolder
from .printing import print_lines, while_read
from .question_arguments import Parser, parser, repeated, tree_options, with_tree
from .sphinx_project import root_folder

#: To each format the file that is written to the standard output.
_MAIN_FILES: Final = {
    "json": "kwindex.json",
    "ctags": "tags",
    "etags": "emacs.TAGS",
    "scip": "index.scip",
}
_STANDARD_OUTPUT: Final = "-"


def main(argv: Sequence[str]) -> None:
    """Run the subcommand.

    :raises UsageError: for an output folder that is not ours.
    :raises BuildError: if an export fails.
    """
    arguments = _parser().parse_args(argv)
    formats = arguments.format
    exports = [
        replace(export, folder="") for export in EXPORTS if export.name in formats
    ]
    to_stream = arguments.output == _STANDARD_OUTPUT
    if to_stream and len(exports) > 1:
        raise UsageError("only one format can be written to the standard output")
    path = Path(arguments.path)
    output = OutputFolder(Path(arguments.output), path, root_folder(path), "export")
    if not to_stream:
        output.check()
    with open_tree(path, **tree_options(arguments), with_pages=True) as code:
        if to_stream:
            with TemporaryDirectory() as folder:
                try:
                    exports[0].write(code, Path(folder))
                except Exception as error:
                    _failed(exports[0], error)
                _print(exports[0], Path(folder))
            return
        output.claim()
        written = write_exports(
            exports, code, output.folder, list, _failed, others_stay=True
        )
    if not arguments.quiet:
        names = (name for some in written.values() for name in some)
        print_lines(str(Path(arguments.output, name)) for name in names)


def _failed(export: Export, error: Exception) -> None:
    message = f"the export {export.name!r} failed ({described(error)})"
    raise BuildError(message) from error


def _print(export: Export, folder: Path) -> None:
    """Write the file of an export to the standard output.

    :raises UsageError: if it refers to others.
    """
    file = folder / _MAIN_FILES[export.name]
    if any(folder.glob(f"{file.stem}-*{file.suffix}")):
        raise UsageError(f"{file.name} has several parts; choose a folder with -o")
    with file.open("rb") as content, while_read():
        if file.suffix == ".json":
            # It means the same with escapes.
            lines = (harmless(line.decode()).encode() for line in content)
            sys.stdout.buffer.writelines(lines)
        else:
            shutil.copyfileobj(content, sys.stdout.buffer)
        sys.stdout.flush()


def _parser() -> Parser:
    made = parser(
        "export",
        "Write what is known of a repository into files for programs.",
        exit_codes="Exit codes: 0 written; 2 wrong usage; 3 an export failed.",
    )
    add = made.add_argument
    add("path", metavar="PATH", help="the folder with the code")
    names = [export.name for export in EXPORTS]
    does = "the format to write"
    repeated(made, "-f", "--format", does=does, choices=names, required=True)
    add(
        "-o",
        "--output",
        metavar="OUT",
        default="kwindex-exports",
        help="the folder for the files: new, empty, or of an earlier run (default:"
        " kwindex-exports); '-' for the standard output",
    )
    with_tree(made, "show only warnings")
    return made
