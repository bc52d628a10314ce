r"""Have files read that chance has made, in all languages but Python.

Real files of each language are mutated: bytes changed, parts cut or repeated, brackets
and blocks nested thousands deep, lines made very long, other characters and line ends
put in. A process that can be killed reads each, as in a build. It has to end by itself,
within the time limit and without an exception, and what it says has to fit the file:
definitions stand in its lines, identifiers at their places. Of each language some files
are built as pages, too, as :mod:`fuzz` does it.

The same seed gives the same files from the same folders.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import fuzz

sys.path.insert(0, str(Path(__file__).parents[1]))

from sphinxcontrib_kwindex.analysis.file_text import file_text
from sphinxcontrib_kwindex.analysis.languages.language import Language
from sphinxcontrib_kwindex.analysis.languages.python import PYTHON
from sphinxcontrib_kwindex.analysis.languages.registry import languages
from sphinxcontrib_kwindex.analysis.worker_pool import Worker
from sphinxcontrib_kwindex.model.codec import decode
from sphinxcontrib_kwindex.model.facts import FileFacts

#: Seconds that a file may take.
TIMEOUT = 10
#: What nests, and what closes it.
NESTS = (
    *(("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("f(", ")"), ("x[", "]")),
    *(("-", ""), ("!", ""), ("*", ""), ("&", ""), ("x.", ""), ("x->", ""), ("a::", "")),
    *(("x + ", ""), ("a ? b : ", ""), ("a = ", ""), ("return ", ""), ("x => ", "")),
    *(("if (x) ", ""), ("if (x) {", "}"), ("else if (x) ", ""), ("for (;;) ", "")),
    *(("namespace a { ", "}"), ("class A { ", "};"), ("struct A { ", "} a;")),
    *(("enum A { ", "}"), ("template <class T> ", ""), ('extern "C" {', "}")),
    *(("#if x\n", "\n#endif"), ("#ifdef x\n", ""), ("/* ", ""), ("// ", "\n")),
    *(("function f() { ", "}"), ("() => {", "}"), ("`${", "}`"), ("<a>", "</a>")),
    *(("interface A { x: ", "}"), ("A<", ">"), ("A<B,", ">"), ("x as ", "")),
    *(("mod a { ", "}"), ("fn f() { ", "}"), ("impl A { ", "}"), ("x => ", "}")),
    *(("func() {", "}()"), ("[]", ""), ("map[a]", ""), ("chan ", ""), ("|x| ", "")),
    *(("@a(", ")"), ("#[a(", ")]"), ("import a.", ";"), ("'", ""), ('"', "")),
)
#: What is put in.
WORDS = (
    *("class A", "struct", "union", "enum", "namespace a", "template <typename T>"),
    *("#define X", "#include <a.h>", '#include "', "#if 0\n", "#else\n", "#endif\n"),
    *("using namespace a;", "typedef", "operator", "~A();", "friend ", "public:"),
    *("A::", "TEST(A, B) {", "__global__", "extern", "export default", "'a"),
    *("import * as a from 'b'", "require('./a')", "function*", "async", "=>", "..."),
    *("interface A", "type A =", "?:", "declare module 'a'", "@decorator", "</A>"),
    *("<A b={c}>", "fn f", "impl<T> A for B", "pub(crate)", "mod a;", "macro_rules! a"),
    *("use a::{b, c as d, *};", "#[test]", "trait", "unsafe", "func (a *A) f()"),
    *("package a", 'import "a/b"', "const (", "iota", "type A struct {", "go ", "<-"),
    *(":=", "package a.b;", "import static a.B.*;", "throws", "record A(int b) {}"),
    *("@Test", "sealed", "/**", "*/", "///", "//!", "/*", "//", "\\\n", 'R"x('),
    *("\0", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\r", "\r\n", "\ufeff"),
    *("\ud800", "\U0001d4b3", "ä", "ß", "0x", "1e999", "9" * 5000, '"', "'", "`"),
)


def put_in(rng: random.Random, data: bytes) -> bytes:
    """Put in words of the languages."""
    for _ in range(rng.choice([1, 4, 40])):
        at = rng.randrange(len(data) + 1)
        word = rng.choice(WORDS).encode("utf-8", "surrogatepass")
        data = data[:at] + rng.choice([b"", b" ", b"\n"]) + word + data[at:]
    return data


def nest(rng: random.Random, data: bytes) -> bytes:
    """Nest a part deeply, closed or not."""
    opening, closing = (one.encode() for one in rng.choice(NESTS))
    number = rng.choice([3, 100, 1_000, 10_000])
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice([0, 5, 300]))
    closed = closing * (number if rng.random() < 0.7 else 0)
    return data[:start] + opening * number + data[start:end] + closed + data[end:]


def long_lines(rng: random.Random, data: bytes) -> bytes:
    """Have lines that are very long."""
    if rng.random() < 0.5:
        return data.replace(b"\n", b" ")
    start = rng.randrange(len(data) + 1)
    part = data[start : start + rng.randrange(1, 60)].replace(b"\n", b" ")
    return data[:start] + part * 10_000 + data[start:]


def line_ends(rng: random.Random, data: bytes) -> bytes:
    """Mix line ends."""
    ends = [b"\n", b"\r\n", b"\r", b"\n\r", b"\x0c\n", b"\x0b", b"\xe2\x80\xa8"]
    lines = data.split(b"\n")
    return b"".join(line + rng.choice(ends) for line in lines)


MUTATIONS: list[Callable[[random.Random, bytes], bytes]] = [
    *(fuzz.flip, fuzz.cut, fuzz.twice, fuzz.lines, fuzz.tokens, fuzz.encode),
    *(put_in, put_in, nest, nest, long_lines, line_ends),
]


def mutated(
    real: Sequence[bytes], suffixes: Sequence[str], number: int, seed: int
) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of files that chance has made of real ones."""
    for index in range(number):
        rng = random.Random(f"{seed} {suffixes[0]} {index}")
        data = rng.choice(real)
        for _ in range(rng.choice([1, 1, 2, 3, 6])):
            data = rng.choice(MUTATIONS)(rng, data)[: 20 * fuzz.LARGEST]
        yield f"f{index}{rng.choice(suffixes)}", data


def faults(name: str, data: bytes, facts: FileFacts) -> Iterator[str]:
    """Yield what of the facts cannot be."""
    if facts.problem:
        if re.match(r"[A-Z]\w*(Error|Exception):", facts.problem.message):
            yield facts.problem.message
        return
    lines = file_text(name, data).text.split("\n")
    for row in facts.definitions:
        if not all(1 <= line <= facts.lines for line in (*row.lines, row.end_line)):
            yield f"{row.qualname}: no line {row.lines}, {row.end_line}"
        if not row.qualname:
            yield f"line {row.line}: a {row.kind} without a name"
    before = (0, 0)
    for one in facts.references.iterate():
        if one.line > len(lines):
            yield f"no line {one.line}"
            return
        text = lines[one.line - 1][one.column : one.column + one.length]
        if len(text) != one.length or (one.line, one.column) < before:
            yield f"line {one.line}, {one.column}: no identifier of {one.length}"
            return
        if one.length and (text[0].isspace() or text[-1].isspace()):
            yield f"line {one.line}: {text!r} is no identifier"
            return
        before = one.line, one.column + one.length


@dataclass
class Result:
    """What was found in one language."""

    files: int = 0
    told: int = 0
    """Files with a problem in their facts."""
    faults: list[str] = field(default_factory=list)
    faulty: list[str] = field(default_factory=list)
    """The names of the files that are to blame."""
    slowest: tuple[float, str] = (0.0, "")


def run(made: Sequence[tuple[str, bytes]], timeout: float = TIMEOUT) -> Result:
    """Have files read, one after the other in one process."""
    result = Result()
    worker = Worker((), timeout, tuple(languages().entries))
    for name, data in made:
        begun = time.perf_counter()
        answer = worker.analyse(name, data)
        taken = time.perf_counter() - begun
        result.slowest = max(result.slowest, (taken, name))
        result.files += 1
        if isinstance(answer, str):
            found = [answer]
        else:
            facts = decode(*answer)
            result.told += facts.problem is not None
            found = list(faults(name, data, facts))
        result.faults += [f"{name}: {one}" for one in found]
        result.faulty += [name] if found else []
    worker.close()
    return result


def real_files(
    language: Language, folders: Sequence[Path], most: int = 500
) -> list[bytes]:
    """Return the contents of files of a language below folders, some of many."""
    paths = sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if (path.suffix.lower() in language.suffixes or path.name in language.names)
        and path.is_file()
        and 0 < path.stat().st_size <= fuzz.LARGEST
    )
    return [path.read_bytes() for path in paths[:: len(paths) // most + 1]]


def main() -> int:
    """Return 0 where nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", type=Path, nargs="+", help="folders of real files")
    parser.add_argument("--language", action="append", help="by default all")
    parser.add_argument("--number", type=int, default=1_000, help="of files, 1,000")
    parser.add_argument("--pages", type=int, default=40, help="of them built, 40")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="where faulty files are copied to")
    arguments = parser.parse_args()
    wrong = 0
    for language in languages().all:
        # fuzz.py has files of Python.
        if (
            not language.suffixes
            or language is PYTHON
            or (arguments.language and language.name not in arguments.language)
        ):
            continue
        real = real_files(language, arguments.folders)
        if not real:
            print(f"{language.name}: no files to mutate")
            continue
        made = list(mutated(real, language.suffixes, arguments.number, arguments.seed))
        begun = time.perf_counter()
        result = run(made)
        seconds, slowest = result.slowest
        print(
            f"{language.name}: {len(real):,} real files, {result.files:,} mutated in"
            f" {time.perf_counter() - begun:.0f} s, {result.told:,} with a problem;"
            f" slowest {seconds:.2f} s ({slowest}); {len(result.faults)} faults",
            flush=True,
        )
        for one in result.faults:
            print(f"  {one}")
        keep = arguments.keep / language.name if arguments.keep else None
        if keep:
            shutil.rmtree(keep, ignore_errors=True)
            keep.mkdir(parents=True)
            for name, data in made:
                if name in {*result.faulty, slowest}:
                    (keep / name).write_bytes(data)
        wrong += len(result.faults)
        if arguments.pages:
            built = fuzz.run(made[: arguments.pages], keep)
            print(f"  {built.files} built as pages: {len(built.faults)} faults")
            for one in built.faults:
                print(f"  {one}")
            wrong += len(built.faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
