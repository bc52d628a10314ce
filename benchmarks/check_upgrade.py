"""Check that a build over what an older version left ends as a clean build does.

Parts of a tree are copied, with a manual that shows some of it, and built by older
checkouts of this repository with each builder, over one doctree directory. Then a file
is deleted, and the checkout that this script stands in builds on. Every file of the
outputs must be that of a clean build, byte by byte, and the first build must say once,
and the others not at all, that another version was there before.
"""

from __future__ import annotations

import argparse
import shutil
import site
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

from check_incremental import DOCS, copy_parts, differences

REPOSITORY = Path(__file__).resolve().parents[1]
MESSAGE = "was written by another version"
MANUAL = """\
Manual
======

:kw:file:`{path}`

.. kwfile:: {path}

.. kwfolder:: {folder}
"""
SHOWN = 5


def python_of(checkout: Path, folder: Path) -> Path:
    """Make a Python that has a checkout and whatever this Python has beside its own."""
    venv.create(folder)
    paths = sysconfig.get_paths("venv", {"base": folder, "platbase": folder})
    shared = [path for path in site.getsitepackages() if Path(path).is_dir()]
    lines = [
        str(checkout),
        *(f"import site; site.addsitedir({path!r})" for path in shared),
    ]
    Path(paths["purelib"], "checkout.pth").write_text("\n".join(lines), "utf-8")
    return Path(paths["scripts"], "python")


def build(python: Path, copy: Path, base: Path, builder: str) -> tuple[Path, str]:
    """Build a copy; return the output directory and what was said.

    :param python: with the checkout that builds.
    """
    out = base / "out" / builder
    command = [str(python), "-m", "sphinx", "--no-color", "-b", builder]
    done = subprocess.run(
        [*command, str(copy / DOCS), str(out), "-d", str(base / "doctrees")],
        cwd=copy,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    said = done.stdout.decode(errors="replace")
    if done.returncode:
        raise RuntimeError(said)
    return out, said


def problems(said: str, clean: str, messages: int) -> list[str]:
    """Return what a build should not have said.

    :param said: what it said.
    :param clean: what a clean build says.
    :param messages: how often it has to say that another version was there.
    """
    found = []
    if (times := said.count(MESSAGE)) != messages:
        found.append(f"said {times} times that it {MESSAGE}")
    marks = ("WARNING", "ERROR", "Traceback")
    known = set(clean.splitlines())
    found += [
        line
        for line in said.splitlines()
        if line not in known and any(mark in line for mark in marks)
    ]
    return found


def main() -> int:
    """Return 0 where every build ended as a clean one, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="*", help="files and folders of it; all if none")
    parser.add_argument(
        "--old", type=Path, action="append", required=True, help="an older checkout"
    )
    parser.add_argument("--builders", default="html,markdown")
    parser.add_argument("--theme", default="alabaster")
    parser.add_argument("--keep", type=Path, help="work in this new folder")
    arguments = parser.parse_args()
    builders = arguments.builders.split(",")
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        top = arguments.keep or Path(folder)
        for number, old in enumerate(path.resolve() for path in arguments.old):
            base = top / f"old{number}"
            before = python_of(old, base / "before")
            after = python_of(REPOSITORY, base / "after")
            copy = copy_parts(
                arguments.root.resolve(), arguments.parts, base, arguments.theme
            )
            gone, shown, *_ = sorted(copy.rglob("*.py"), key=lambda path: path.name)
            name = shown.relative_to(copy)
            text = MANUAL.format(path=name.as_posix(), folder=name.parts[0])
            (copy / DOCS / "index.rst").write_text(text, "utf-8")
            for builder in builders:
                build(before, copy, base / "upgraded", builder)
            gone.unlink()
            for position, builder in enumerate(builders):
                out, said = build(after, copy, base / "upgraded", builder)
                shutil.rmtree(base / "clean", ignore_errors=True)
                reference, clean = build(after, copy, base / "clean", builder)
                found = problems(said, clean, messages=not position)
                found += differences(out, reference)
                bad += bool(found)
                files = sum(path.is_file() for path in out.rglob("*"))
                print(
                    f"after {old.name}, {builder}: {files:,} files"
                    f"{', ' + str(len(found)) + ' PROBLEMS' if found else ''}",
                    flush=True,
                )
                for line in found[:SHOWN]:
                    print(f"    {line}", flush=True)
    print(f"{bad} builds over those of another version differ from a clean one")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
