"""Judges which tests are said to be worth running, by breaking functions.

Functions of a project, drawn with a seed, are one after the other replaced by one that
raises; its suite says which tests fail then. How many of these are among the tests that
``kwindex tests`` prints for the function and for its file, and how large a part of the
suite these are, is printed. Of a function without which files of tests cannot be
imported it is asked whether a test of these files is among them.

    python benchmarks/check_tests_to_run.py ROOT PYTHON [--source src] [-n 30]

A perfect answer has at least those that fail. With ``--ran FILE``, data of coverage.py
with contexts, it has those that ran the function or, for its file, a function there.
With ``--coverage FILE``, such data, those are judged that are printed with it.

A run may end in pytest waiting for input or for ever: it is ended after five minutes
and left out.

PYTHON has the project's dependencies and pytest; ROOT is changed while this runs, and
put back.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from sphinxcontrib_kwindex.api import open_tree
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.testing.coverage_data import (
    CoverageReader,
    coverage_file,
    measured,
)
from sphinxcontrib_kwindex.exports.test_selection.measured_tests_to_run import (
    Measurement,
)
from sphinxcontrib_kwindex.exports.test_selection.tests_naming_it import (
    likely_tests,
    naming_first,
)
from sphinxcontrib_kwindex.exports.test_selection.tests_to_run import Search

_LINE = re.compile(r"^(FAILED|ERROR) (\S+?)(\[.*)?( - .*)?$", re.MULTILINE)


def functions(root: Path, source: str) -> list[tuple[str, str, ast.FunctionDef]]:
    """Return the functions and methods below a folder."""
    found = []

    def visit(path: str, node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                visit(path, child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.FunctionDef):
                stub = all(
                    isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
                    for part in child.body
                )
                if not stub:
                    found.append((path, prefix + child.name, child))
            elif not isinstance(child, ast.AsyncFunctionDef):
                visit(path, child, prefix)

    for file in sorted((root / source).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        if "test" not in path:
            visit(path, ast.parse(file.read_bytes()), "")
    return found


def broken(text: str, function: ast.FunctionDef) -> str:
    """Return the text of a file with a function that raises."""
    lines = text.splitlines(keepends=True)
    # Some suites look at docstrings.
    documented = ast.get_docstring(function) is not None and len(function.body) > 1
    first = function.body[documented]
    indent = lines[first.lineno - 1][: first.col_offset]
    line = f"{indent}raise AssertionError('broken')\n"
    if first.lineno == function.lineno:
        lines[first.lineno - 1] = line
        return "".join(lines)
    del lines[first.lineno - 1 : function.end_lineno]
    lines.insert(first.lineno - 1, line)
    return "".join(lines)


def failing(root: Path, python: str, source: str) -> tuple[set[str], int]:
    """Return the node ids that fail, without parameters, and how many there are."""
    command = [python, "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider"]
    # Some projects end at the first that fails.
    command += ["--continue-on-collection-errors", "--color=no", "--maxfail=0"]
    try:
        done = subprocess.run(
            command,
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
            env={
                **os.environ,
                "PYTHONPATH": str(root / source),
                "PYTHONDONTWRITEBYTECODE": "1",
                "COLUMNS": "500",
            },
            stdin=subprocess.DEVNULL,
            timeout=300,
        )
    except subprocess.TimeoutExpired:
        return set(), 2
    return {found[2] for found in _LINE.finditer(done.stdout)}, done.returncode


def collected(root: Path, python: str, source: str) -> set[str]:
    """Return the node ids of the suite, without parameters."""
    done = subprocess.run(
        [
            python,
            "-m",
            "pytest",
            "--verbosity=-1",
            "--collect-only",
            "-pno:cacheprovider",
        ],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root / source)},
    )
    lines = done.stdout.splitlines()
    return {line.partition("[")[0] for line in lines if "::" in line}


def ran_by(
    data: CoverageReader, code: CodeMap, path: str, qualname: str
) -> dict[str, set[str]]:
    """Return the tests that ran a function, and those that ran one of its file."""
    contexts = measured(code.source(path), data.lines(code.root, path)).contexts
    every = set[str]().union(*contexts.values())
    return {"definition": {*contexts.get(qualname, ())}, "file": every}


def share(parts: list[float]) -> str:
    """Return the mean of parts of a suite, and how many are more than half."""
    mean = sum(parts) / max(len(parts), 1)
    return f"{mean:.1%} ({sum(part > 0.5 for part in parts)} times more than half)"


def main() -> None:
    """Break functions and compare."""
    # What is broken is mended where a time limit ends this, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("python")
    parser.add_argument("--source", default="src")
    parser.add_argument("-n", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--coverage", type=Path)
    parser.add_argument("--ran", type=Path)
    parser.add_argument("-v", action="store_true")
    arguments = parser.parse_args()
    root, python, source = arguments.root.resolve(), arguments.python, arguments.source
    suite = collected(root, python, source)
    if not suite:
        parser.error(f"{python} -m pytest collects no tests in {root}")
    known_bad, _ = failing(root, python, source)
    print(f"{len(suite)} tests, {len(known_bad)} fail before")
    every = functions(root, source)
    drawn = random.Random(arguments.seed).sample(every, min(arguments.n, len(every)))
    total = in_definition = in_file = no_start = at_import = told_at_import = 0
    in_half, first = 0, list[int]()
    parts: dict[str, list[float]] = {"definition": [], "file": []}
    perfect: dict[str, list[float]] = {"definition": [], "file": []}
    with (
        tempfile.TemporaryDirectory() as cache,
        open_tree(root, cache=Path(cache)) as code,
    ):
        run, search = Search.run, Search(code)
        ran = CoverageReader(coverage_file(arguments.ran)) if arguments.ran else None
        if arguments.coverage:
            data = CoverageReader(coverage_file(arguments.coverage))
            run = Measurement(code, data).run
        for path, qualname, function in drawn:
            likely = [
                likely_tests(code, run(search, [(path, name)]))
                for name in (qualname, "")
            ]
            printed = [test.node_id for test in naming_first(code, likely[0])]
            for_definition, for_file = (
                {test.node_id for test in tests} for tests in likely
            )
            file = root / path
            text = file.read_text("utf-8")
            try:
                file.write_text(broken(text, function), "utf-8")
                fail, exit_code = failing(root, python, source)
            finally:
                file.write_text(text, "utf-8")
            if not fail and exit_code > 1:
                print(f"{path}::{qualname}: pytest does not start, or end")
                no_start += 1
                continue
            fail -= known_bad
            whole = {name for name in fail if "::" not in name}
            if whole:
                # It runs when it is imported: any test of these files tells.
                at_import += 1
                told = any(test.partition("::")[0] in whole for test in for_definition)
                told_at_import += told
                print(
                    f"{path}::{qualname}: runs at import, {'' if told else 'not '}told"
                )
                continue
            missed = fail - for_definition
            places = [place for place, test in enumerate(printed, 1) if test in fail]
            first += places[:1]
            in_half += sum(2 * place <= len(suite) + 1 for place in places)
            total += len(fail)
            in_definition += len(fail & for_definition)
            in_file += len(fail & for_file)
            parts["definition"].append(len(for_definition & suite) / len(suite))
            parts["file"].append(len(for_file & suite) / len(suite))
            needed = {"definition": fail, "file": fail}
            if ran:
                needed = ran_by(ran, code, path, qualname)
            for what, tests in needed.items():
                perfect[what].append(len(tests & suite) / len(suite))
            print(
                f"{path}::{qualname}: {len(fail)} fail, {len(missed)} not among"
                f" {len(for_definition)} for it, {len(fail - for_file)} not among"
                f" {len(for_file)} for its file"
            )
            if arguments.v:
                for name in sorted(missed)[:5]:
                    print("   ", name)
    print(
        f"of {total}: {in_definition / max(total, 1):.1%} among those for the"
        f" definition, {in_file / max(total, 1):.1%} for the file; of {at_import}"
        f" that run at import {told_at_import} have a test that tells;"
        f" {no_start} times pytest did not start, or end, which is left out"
    )
    print(
        f"{in_half / max(total, 1):.1%} are among the first printed for the definition,"
        " as many as half of the suite; the first that fails is on average at place"
        f" {sum(first) / max(len(first), 1):.1f}"
    )
    for what in parts:
        print(
            f"for the {what} printed on average {share(parts[what])} of the suite; by"
            f" a perfect answer {share(perfect[what])}"
        )


if __name__ == "__main__":
    main()
