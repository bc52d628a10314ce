"""Compare the definitions of files with what universal-ctags finds in them.

``check_definitions.py ROOT --language C++ --shown 20`` analyses the files of one
language below ROOT and asks ``ctags`` for the same. A definition agrees by its name and
its line: the last part of its name, without white space and template arguments; of
``namespace a::b`` each part, as ctags has it. It prints, kind by kind, how much of
ctags' is found and how much of ours ctags has, and some of what only one of the two
has, to be read. What ctags of TypeScript lists of functions and blocks is local, but
for functions and classes, and left out like the locals of other languages; so are our
tests, which it has not.
Declarations (prototypes) are compared with those of ctags, but for
those of what the same file defines, which are no definitions of ours.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.languages.registry import family_of, language_of
from sphinxcontrib_kwindex.model.kinds import CALLABLES, VALUES
from sphinxcontrib_kwindex.model.names import last_part, parts_of

#: What ctags has that is no definition of ours: parameters, locals, labels, files.
LEFT_OUT: Final = frozenset(
    {"parameter", "local", "label", "header", "file", "tparam", "unknown"}
    | {"package", "import", "packageName", "using", "name", "module"}
    | {"lifetime", "receiver", "anonMember", "talias", "macroparam", "implementation"}
)
#: The languages of which it lists what is local.
LOCALS: Final = frozenset({"Java", "JavaScript", "TypeScript", "TSX"})
#: What is a definition inside of functions, too.
INSIDE: Final = frozenset({"function", "generator", "class"})
#: What may be local of what stands in no function to it.
LOCAL: Final = frozenset({"constant", "variable", "function", "alias"})
#: Words that it takes for names.
WORDS: Final = frozenset(
    {"symbol", "true", "false", "is", "extends", "export", "default", "interface"}
    | {"try", "if"}
)
#: What it calls a language that it knows by another name.
THEIR_NAMES: Final = {"TSX": "TypeScript", "C/C++ header": "C++"}
#: What ctags calls a declaration; in C a type of the name of a structure is one, too.
DECLARED: Final = frozenset({"prototype", "externvar", "typedef"})
#: What it takes for a function, and is a macro that is called.
MACRO: Final = re.compile(r"[A-Z][A-Z0-9_]{3,}(?:\(|$)")
_BLANKS: Final = re.compile(r"\s+")


class Row(NamedTuple):
    """A definition by its place."""

    path: str
    line: int
    name: str


def main() -> None:
    """Compare what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--language", required=True, help="as pages name it")
    parser.add_argument("--ctags-language", help="as ctags names it")
    parser.add_argument("--every", type=int, default=1, help="only each so many files")
    parser.add_argument("--shown", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    files = [
        path
        for path in sorted(options.root.rglob("*"))
        if path.is_file()
        and not {"dist", "node_modules"} & {*path.parts}
        and (language := language_of(path.name))
        and language.name == options.language
    ][:: options.every]
    files = [path for path in files if not _is_minified(path)]
    ours = dict(_ours(files))
    their_language = options.ctags_language or THEIR_NAMES.get(
        options.language, options.language
    )
    theirs = dict(_theirs(files, their_language))
    if options.language in LOCALS:
        within = {place for path in files for place in _within(path)}
        theirs = {
            row: kind
            for row, kind in theirs.items()
            if row in ours or kind in INSIDE or (row.path, row.line) not in within
        }
    defined = {(row.path, row.name) for row in ours}
    # A class that is only declared is none of theirs.
    ours = {row: kind for row, kind in ours.items() if kind or row in theirs}
    theirs = {
        row: kind
        for row, kind in theirs.items()
        if row in ours or kind not in DECLARED or (row.path, row.name) not in defined
    }
    _report("of ctags' found here", theirs, ours)
    _report("of ours found by ctags", ours, theirs)
    chosen = random.Random(options.seed)
    for title, rows, others in (
        ("only ctags has", theirs, ours),
        ("only we have", ours, theirs),
    ):
        missing = sorted(set(rows) - set(others))
        print(f"\n{title} {len(missing)}:")
        for row in sorted(chosen.sample(missing, min(options.shown, len(missing)))):
            text = Path(row.path).read_text("utf-8", "replace").split("\n")
            line = text[row.line - 1].strip()[:100]
            print(f"  {row.path}:{row.line} {rows[row]} {row.name}: {line}")


def _ours(files: Iterable[Path]) -> Iterator[tuple[Row, str]]:
    for path in files:
        facts = analyse(path.name, path.read_bytes())
        if facts.problem:
            print(f"{path}: {facts.problem.message}", file=sys.stderr)
        for row in facts.definitions:
            is_callable = row.kind in {"function", "method"}
            if _may_be_macro(path) and is_callable and MACRO.match(row.name):
                continue
            if path.suffix == ".rs" and re.match(
                r"(?:pub\S* )?const (?!fn|unsafe)", row.head
            ):
                continue
            if row.name.endswith('")'):
                continue
            names = [row.name]
            if row.kind == "namespace" and row.head:
                names = parts_of(row.head.split()[-1])
            for line in row.lines:
                for name in names:
                    declared = row.declaration and row.kind in {"class", "enum"}
                    kind = "" if declared else row.kind
                    yield Row(str(path), line, _plain(name)), kind


def _theirs(files: Iterable[Path], language: str) -> Iterator[tuple[Row, str]]:
    command = ["ctags", "--output-format=json", "--fields=+nKSl", "--kinds-all=*"]
    command += [f"--language-force={language}", "-f", "-", "-L", "-"]
    listed = "\n".join(map(str, files))
    done = subprocess.run(
        command, input=listed, capture_output=True, text=True, check=True
    )
    for line in done.stdout.splitlines():
        try:
            tag = json.loads(line)
        except ValueError:
            # Of what is no UTF-8 it makes no JSON.
            continue
        kind = tag.get("kind", "unknown")
        if kind in LEFT_OUT - ({"module"} if language == "Rust" else set()):
            continue
        if tag["name"].startswith(("__anon", "Anonymous")) or tag["name"] in WORDS:
            continue
        if language in LOCALS - {"Java"} and _is_local(tag):
            continue
        if language in LOCALS and _is_use(tag):
            continue
        if kind == "module" and tag["pattern"].endswith(";$/"):
            continue
        if kind == "alias" and (language != "TypeScript" or _is_import(tag)):
            continue
        if kind == "macro" and ("#pragma" in tag["pattern"] or _is_guard(tag)):
            continue
        if (
            kind in {"function", "prototype", "member"}
            and _may_be_macro(Path(tag["path"]))
            and MACRO.match(tag["name"])
        ):
            continue
        yield Row(tag["path"], tag["line"], _plain(last_part(tag["name"]))), kind


def _is_minified(path: Path) -> bool:
    return analyse(path.name, path.read_bytes()).minified


def _may_be_macro(path: Path) -> bool:
    return family_of(path.name) == "c"


def _within(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the lines within functions and values, each with the path."""
    for row in analyse(path.name, path.read_bytes()).definitions:
        if row.kind in CALLABLES | VALUES:
            for line in range(row.line + 1, row.end_line + 1):
                yield str(path), line


def _is_local(tag: dict[str, str]) -> bool:
    """Return whether a tag of TypeScript is local to a function, or to a block."""
    around = tag.get("scopeKind", "")
    is_indented = tag["pattern"][2:3].isspace()
    if tag["kind"] in INSIDE:
        return False
    return around in {"function", "method", "generator"} or (
        tag["kind"] in LOCAL and not around and is_indented
    )


def _is_use(tag: dict[str, str]) -> bool:
    """Return whether a tag is no definition, but what is imported, called or a type.

    ``const a = require("a")`` is an import of ours, ``b.name()`` among the fields of
    Java a call; of ``const a: b.C`` it has ``b``, and of ``for (const a of …)`` ``a``.
    Objects of JavaScript are classes to it, with all that they hold; a function that is
    an argument has its name in itself only.
    """
    name = re.escape(tag["name"])
    if tag["kind"] == "method":
        return bool(re.search(rf"\.{name}\(", tag["pattern"]))
    if tag["language"] == "JavaScript" and tag["kind"] in {"class", "property"}:
        return not re.search(r"\b(?:class|function)\b|=>", tag["pattern"])
    if tag["kind"] == "function":
        return bool(re.search(rf"[(,] *function\*? +{name}\b", tag["pattern"]))
    return tag["kind"] in {"constant", "variable"} and not re.search(
        rf"(?<![\w.]){name}\s*(?:[:;,!\]}}]|=(?!\s*require\()|\$/$)", tag["pattern"]
    )


def _is_import(tag: dict[str, str]) -> bool:
    """Return whether a tag of TypeScript is no type, but a name that is imported."""
    return not re.search(
        rf"\btype\s+{re.escape(tag['name'])}\b(?!\s*[,}}])", tag["pattern"]
    )


def _is_guard(tag: dict[str, str]) -> bool:
    """Return whether a macro keeps a header from being included twice."""
    asked = rf"#[ \t]*if(ndef[ \t]+|[ \t]+!\s*defined\W*){re.escape(tag['name'])}\b"
    text = Path(tag["path"]).read_text("utf-8", "replace")
    found = re.search(rf"{asked}\W*\n\s*#[ \t]*define[ \t]+\w+", text)
    return bool(found and found[0].endswith(tag["name"]))


def _plain(name: str) -> str:
    """Return a name without white space and template arguments."""
    name = _BLANKS.sub("", name)
    return name if name.startswith("operator") else name.partition("<")[0]


def _report(title: str, rows: dict[Row, str], others: dict[Row, str]) -> None:
    found: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for row, kind in rows.items():
        every[kind] += 1
        found[kind] += row in others
    total = sum(every.values())
    share = 100 * sum(found.values()) / total if total else 0.0
    print(f"\n{title}: {sum(found.values())} of {total}, {share:.1f} %")
    for kind, number in every.most_common():
        print(
            f"  {kind}: {found[kind]} of {number}, {100 * found[kind] / number:.1f} %"
        )


if __name__ == "__main__":
    main()
