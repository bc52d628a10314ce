r"""Build pages of files that chance has made: mutated real ones, and made-up ones.

Files are made in batches; each is a tree with a project of its own, built as HTML and
as Markdown. For every file three things have to hold: the build ends without an
exception, the analysis neither dies nor hangs nor stumbles, and there is a page of
documentation with the file's text, and one of keywords, or the row in the index of its
folder if there is no more to say. Where something does not hold, the file to blame is
searched for and kept.

The same seed gives the same files from the same corpora. With hypothesis installed, a
share of the files is drawn from strategies of Python source, docstrings and rubbish.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from check_sources import problems as listing_problems
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

sys.path.insert(0, str(Path(__file__).parents[1]))

from sphinxcontrib_kwindex.analysis.file_text import file_text
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.model.anchors import row_id
from sphinxcontrib_kwindex.scan.file_classes import DATA
from sphinxcontrib_kwindex.sphinx_wiring.documents.domain import kw_domain

#: Files of a corpus that are larger are not mutated.
LARGEST = 60_000
#: Seconds that the analysis of a file may take: more is a hang.
TIMEOUT = 30
BUILDERS = {"html": ".html", "markdown": ".md"}
#: The kinds of pages about a file.
KINDS = ("docs", "kw")

#: What is put into texts, of all the languages in them.
TOKENS = [
    *"()[]{}:;,.@=!%&|^~<>*/+-\\#'\"`_$?\n\t ",
    *("'''", '"""', "f'", 'f"{', "{{", "r'", "b'", "\\\n", "**", "->", ":=", "..."),
    *("def ", "class ", "async ", "await ", "lambda: ", "yield ", "return ", "import "),
    *(
        "from . import *\n",
        "if x:\n",
        "else:\n",
        "try:\n",
        "except* A:\n",
        "with a as b:\n",
    ),
    *(
        "match x:\n",
        "case _:\n",
        "global x\n",
        "nonlocal x\n",
        "del x\n",
        "type X = int\n",
    ),
    *("# type: ignore\n", "# type: (int) -> str\n", "# coding: latin-1\n", "# noqa\n"),
    *("__all__ = ['a', 'b']\n", "__all__ += x\n", "__docformat__ = 'markdown'\n"),
    *(
        "__slots__ = ()\n",
        "self.x = 1\n",
        "if __name__ == '__main__':\n",
        "@property\n",
    ),
    *(
        "@overload\n",
        "@staticmethod\n",
        "TYPE_CHECKING",
        "super().__init__()",
        "print 1\n",
    ),
    *(
        "0777",
        "10L",
        "1_0",
        "1e999",
        "0x",
        "9" * 5000,
        "1j",
        "\N{SNOWMAN}",
        "ä",
        "\N{MATHEMATICAL SCRIPT CAPITAL X}",
        "ß",
    ),
    *("\x0c", "\x0b", "\x1c", "\x85", "\u2028", "\r", "\r\n", "\0", "\x1b", "\ufeff"),
    *(
        "\u202e",
        "\ud800",
        "\uffff",
        "\U0010ffff",
        "&amp;",
        "<script>",
        "]]>",
        "-->",
        "%s",
    ),
    *(
        ".. note::\n\n   x\n",
        ".. code-block:: python\n\n",
        ".. |a| replace:: b\n",
        "|a|",
    ),
    *(
        ":param x: y\n",
        ":class:`~a.b`",
        "``",
        "`a <b>`_",
        "`",
        "*a*",
        "[1]_",
        "a_",
        "__",
    ),
    *(".. [1] x\n", ".. _a: b\n", "=====\n", "-----\n", "+---+\n", "| a |\n", "::\n\n"),
    *(
        "Args:\n    x (int): y\n",
        "Parameters\n----------\nx : int\n",
        "Returns:\n",
        ">>> x\n",
    ),
    *(
        "# Title\n",
        "[a](b.py)",
        "![a](b)",
        "```python\n",
        "```\n",
        "> ",
        "- ",
        "1. ",
        "|-|-|\n",
    ),
    *(
        "<a href='x'>",
        "<!--",
        "{doc}`a`",
        ":::{note}\n",
        "---\n",
        "[tool.x]\n",
        "a = 1\n",
    ),
    *(
        "[options]\n",
        "install_requires =\n",
        "x>=1; os_name == 'a'\n",
        "-r x\n",
        "\\N{DASH}",
    ),
]
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
SUFFIXES = [*[".py"] * 12, ".pyi", ".md", ".md", ".rst", ".rst", ".txt", ".cfg", ".c"]
NAMES = ["pyproject.toml", "setup.cfg", "requirements.txt", "tox.ini", "Makefile"]


# Mutations


def flip(rng: random.Random, data: bytes) -> bytes:
    """Change bytes."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 2, 8, 64])):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut(rng: random.Random, data: bytes) -> bytes:
    """Leave bytes out, or the rest."""
    start = rng.randrange(len(data) + 1)
    end = rng.choice([len(data), start + 1, start + rng.randrange(200)])
    return data[:start] + data[end:]


def twice(rng: random.Random, data: bytes) -> bytes:
    """Repeat a part."""
    start = rng.randrange(len(data) + 1)
    part = data[start : start + rng.randrange(1, 300)]
    return data[:start] + part * rng.choice([2, 3, 50]) + data[start:]


def lines(rng: random.Random, data: bytes) -> bytes:
    """Leave out, move, indent or repeat lines."""
    found = data.split(b"\n")
    for _ in range(rng.choice([1, 3, 20])):
        at, to = rng.randrange(len(found)), rng.randrange(len(found))
        action = rng.randrange(5)
        if action == 0 and len(found) > 1:
            del found[at]
        elif action == 1:
            found[at], found[to] = found[to], found[at]
        elif action == 2:
            found.insert(to, found[at])
        elif action == 3:
            found[at] = b" " * rng.randrange(12) + found[at].lstrip()
        else:
            found[at] = found[at][: rng.randrange(len(found[at]) + 1)]
    return rng.choice([b"\n"] * 8 + [b"\r\n", b"\r"]).join(found)


def tokens(rng: random.Random, data: bytes) -> bytes:
    """Swap, leave out or put in words."""
    text = data.decode("utf-8", "replace")
    words = _WORD.findall(text)
    for _ in range(rng.choice([1, 4, 30])):
        if not words:
            break
        at, to = rng.randrange(len(words)), rng.randrange(len(words))
        action = rng.randrange(4)
        if action == 0:
            words[at], words[to] = words[to], words[at]
        elif action == 1:
            del words[at]
        elif action == 2:
            words[at] = rng.choice(TOKENS)
        else:
            words.insert(at, rng.choice(TOKENS))
    return "".join(words).encode("utf-8", "surrogatepass")


def insert(rng: random.Random, data: bytes) -> bytes:
    """Put in rubbish."""
    at = rng.randrange(len(data) + 1)
    some = "".join(rng.choices(TOKENS, k=rng.choice([1, 3, 30])))
    return data[:at] + some.encode("utf-8", "surrogatepass") + data[at:]


def nest(rng: random.Random, data: bytes) -> bytes:
    """Put a part into brackets, or under blocks."""
    number = rng.choice([2, 10, 60, 150, 1_000])
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.randrange(300))
    opening, closing = rng.choice(
        [
            (b"(", b")"),
            (b"[", b"]"),
            (b"{", b"}"),
            (b"f(", b")"),
            (b"-", b""),
            (b"not ", b""),
            (b"x.", b""),
            (b"x + ", b""),
            (b"> ", b""),
            (b"- ", b""),
            (b"'''", b"'''"),
        ]
    )
    if rng.random() < 0.3:
        # At the margin, where blocks may stand.
        start = data.rfind(b"\n", 0, start) + 1
        header = rng.choice([b"if x:", b"def f():", b"class A:", b"for x in y:"])
        number = min(number, 150)
        blocks = b"".join(b" " * depth + header + b"\n" for depth in range(number))
        return data[:start] + blocks + b" " * number + b"pass\n" + data[start:]
    part = opening * number + data[start:end] + closing * number
    return data[:start] + part + data[end:]


def encode(rng: random.Random, data: bytes) -> bytes:
    """Write it in another encoding, or say that it was."""
    text = data.decode("utf-8", "replace")
    name = rng.choice(
        """utf-8 utf-8-sig utf-16 utf-32 latin-1 cp1252 shift_jis utf-7 ascii idna
        rot13 unicode_escape koi8-r utf-16-le""".split()  # noqa: SIM905
    )
    try:
        coded = text.encode(name, "replace")
    except (LookupError, UnicodeError):
        coded = data
    cookie = f"# -*- coding: {name} -*-\n".encode()
    return rng.choice([coded, cookie + coded, cookie + data, b"\n" + cookie + data])


def document(rng: random.Random, data: bytes) -> bytes:
    """Put a docstring in that is full of markup."""
    at = data.find(b":\n", rng.randrange(len(data) + 1)) + 2
    if at < 2:
        return data
    line = data[at:].split(b"\n", 1)[0]
    indent = line[: len(line) - len(line.lstrip())] or b"    "
    words = [rng.choice(TOKENS) for _ in range(rng.choice([5, 40, 400]))]
    text = "".join(words).replace('"""', "").replace("\0", "")
    body = text.encode("utf-8", "replace").replace(b"\n", b"\n" + indent)
    return data[:at] + indent + b'r"""' + body + b' """\n' + data[at:]


MUTATIONS: list[Callable[[random.Random, bytes], bytes]] = [
    *(flip, cut, twice, lines, tokens, insert, nest, encode, document, document, lines),
]


@dataclass
class Corpus:
    """Real files."""

    paths: list[Path] = field(default_factory=list)

    @classmethod
    def of(cls, folders: Sequence[Path]) -> Corpus:
        """Return the files below folders that are of use."""
        wanted = {".py", ".pyi", ".md", ".rst", ".txt", ".toml", ".cfg", ".ini"}
        found = [
            path
            for folder in folders
            for path in sorted(folder.rglob("*"))
            if path.suffix in wanted and path.is_file()
        ]
        return cls([path for path in found if path.stat().st_size <= LARGEST])

    def draw(self, rng: random.Random) -> tuple[str, bytes]:
        """Return the name and the content of a mutated file."""
        path = rng.choice(self.paths)
        data = path.read_bytes()
        if rng.random() < 0.1:
            data += rng.choice(self.paths).read_bytes()
        for _ in range(rng.choice([1, 1, 2, 3, 6])):
            data = rng.choice(MUTATIONS)(rng, data)[: 4 * LARGEST]
        suffix = path.suffix if rng.random() < 0.9 else rng.choice(SUFFIXES)
        return suffix, data


def rubbish(rng: random.Random) -> tuple[str, bytes]:
    """Return a file of words that chance puts together."""
    text = "".join(rng.choices(TOKENS, k=rng.choice([3, 30, 300])))
    return rng.choice(SUFFIXES), text.encode("utf-8", "surrogatepass")


def drawn(number: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield files that hypothesis draws from strategies."""
    import hypothesis
    from hypothesis import strategies as st

    name = st.sampled_from(["a", "b", "self", "_c", "__d__", "A", "ä", "Base", "print"])
    string = st.text(max_size=30).map(repr) | st.text(max_size=30).map(
        lambda text: f"f{text!r}"
    )
    leaf = name | string | st.integers().map(str) | st.floats().map(str)
    expression = st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.tuples(
                inner, st.sampled_from(["+", "if", ".", " and ", "**", ":="]), inner
            ).map(lambda three: "({} {} {})".format(*three)),
            st.lists(inner, max_size=4).map(lambda all_: f"[{', '.join(all_)}]"),
            st.tuples(name, st.lists(inner, max_size=3)).map(
                lambda pair: f"{pair[0]}({', '.join(pair[1])})"
            ),
            st.tuples(name, inner).map(lambda two: f"(lambda {two[0]}: {two[1]})"),
            st.tuples(inner, name, inner).map(
                lambda three: "[{} for {} in {}]".format(*three)
            ),
            st.tuples(inner, inner).map(lambda two: f"{two[0]}[{two[1]}]"),
        ),
        max_leaves=12,
    )
    markup = st.lists(st.sampled_from(TOKENS) | st.text(max_size=20), max_size=40).map(
        lambda words: "".join(words).replace('"""', "'").replace("\\", "")
    )
    docstring = markup.map(lambda text: f'"""{text} """\n')

    def block(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        def indented(head: str, parts: list[str]) -> str:
            body = "".join(parts) or "pass\n"
            return head + "\n" + "".join(f"    {line}\n" for line in body.split("\n"))

        head = st.one_of(
            st.tuples(name, expression, st.none() | expression).map(
                lambda three: (
                    f"def {three[0]}(x={three[1]}, *args)"
                    + (f" -> {three[2]}:" if three[2] else ":")
                )
            ),
            st.tuples(name, st.lists(expression, max_size=3)).map(
                lambda two: f"class {two[0]}({', '.join(two[1])}):"
            ),
            expression.map(lambda one: f"if {one}:"),
            st.sampled_from(["try:", "async def f():", "with a as b:", "while 1:"]),
        )
        return st.builds(indented, head, st.lists(docstring | inner, max_size=4))

    statement = st.recursive(
        st.one_of(
            expression.map(lambda one: f"{one}\n"),
            st.tuples(name, expression).map(lambda two: f"{two[0]} = {two[1]}\n"),
            st.tuples(name, name).map(lambda two: f"from {two[0]} import {two[1]}\n"),
            st.tuples(name, expression, expression).map(
                lambda three: "{}: {} = {}\n".format(*three)
            ),
            expression.map(lambda one: f"@{one}\n"),
            st.sampled_from(["import a.b as c\n", "from . import *\n", "self.x = 1\n"]),
        ),
        block,
        max_leaves=8,
    )
    python = st.lists(statement | docstring, max_size=8).map("".join)
    files = st.one_of(
        st.tuples(st.just(".py"), python),
        st.tuples(st.sampled_from([".md", ".rst"]), markup),
        st.tuples(st.sampled_from(SUFFIXES), st.text(max_size=200)),
    ).map(lambda two: (two[0], two[1].encode("utf-8", "surrogatepass")))
    found: list[tuple[str, bytes]] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(files | st.tuples(st.sampled_from(SUFFIXES), st.binary()))
    def collect(one: tuple[str, bytes]) -> None:
        found.append(one)

    collect()
    yield from found


def files(
    number: int, seed: int, corpus: Corpus, *, strategies: bool = True
) -> Iterator[tuple[str, bytes]]:
    """Yield paths and contents, without end a path twice."""
    rng = random.Random(seed)
    made: list[tuple[str, bytes]] = []
    if strategies:
        made = list(drawn(max(1, number // 5), seed))
    for serial in range(number):
        if made and serial % 5 == 4:
            suffix, data = made.pop()
        elif not corpus.paths or rng.random() < 0.1:
            suffix, data = rubbish(rng)
        else:
            suffix, data = corpus.draw(rng)
        folder = f"p{serial % 7}"
        if rng.random() < 0.03:
            yield f"{folder}/{serial}/{rng.choice(NAMES)}", data
        else:
            yield f"{folder}/f{serial}{suffix}", data


# Builds


def faults(tree: Path, base: Path) -> list[str]:
    """Build a tree and return what is wrong, each with a path in front.

    :raises Exception: whatever the build raises.
    """
    source = base / "docs"
    source.mkdir(parents=True)
    (source / "index.rst").write_text("Manual\n======\n", "utf-8")
    found: list[str] = []
    for builder, suffix in BUILDERS.items():
        warnings = io.StringIO()
        with patch_docutils(source), docutils_namespace():
            app = Sphinx(
                srcdir=source,
                confdir=None,
                outdir=base / builder,
                doctreedir=base / "doctrees",
                buildername=builder,
                confoverrides={
                    "extensions": ["sphinxcontrib_kwindex"],
                    "html_theme": "alabaster",
                    "kwindex_root": str(tree),
                    "kwindex_timeout": TIMEOUT,
                },
                status=io.StringIO(),
                warning=warnings,
            )
            app.build()
        code = kw_domain(app.env).code
        assert code is not None
        found += _faults_of(code, tree, base / builder / "code", suffix)
        found += [
            f"?: {builder}: {line}"
            for line in warnings.getvalue().splitlines()
            if "[kwindex." not in line or "[kwindex.page]" in line
        ]
    return found


def missing(code: CodeMap, name: str, pages: Path, suffix: str) -> Iterator[str]:
    """Yield what is missing of the pages of a file, and the row that stands for them.

    :param pages: where the pages are.
    :param suffix: what their file names end in.
    """
    row = next(
        one for one in code.store.files(name.rpartition("/")[0]) if one.path == name
    )
    facts = code.store.get_facts(row.key)
    listed = code.index_row(name)
    has = {kind: (pages / f"{name}_{kind}{suffix}").is_file() for kind in KINDS}
    named = facts.definitions or facts.imports
    # Python that defines and imports nothing may be a docstring, which its row has.
    text = code.source(name).strip() and (
        not facts.python or facts.problem or named or not facts.docstring
    )
    if row.category != DATA:
        if text and not has["docs"]:
            yield f"no docs page as {suffix}"
        if facts.python and named and not has["kw"]:
            yield f"no kw page as {suffix}"
    if not has["docs"]:
        folder, about = listed or ("", "")
        index = pages / folder / f"index{suffix}"
        anchor = row_id(folder, about)
        if not listed or f'id="{anchor}"' not in index.read_text("utf-8"):
            yield f"neither a docs page nor a row as {suffix}"


def _faults_of(code: CodeMap, tree: Path, pages: Path, suffix: str) -> Iterator[str]:
    store = code.store
    shown = {path for (path,) in store.select("SELECT path FROM file")}
    for path in sorted(tree.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(tree).as_posix()
        if name not in shown:
            yield f"{name}: not in the tree"
            continue
        yield from (f"{name}: {one}" for one in missing(code, name, pages, suffix))
        problem = store.get_facts(store.file_key(name) or "").problem
        if problem and re.match(r"its analysis|[A-Z]\w*Error:", problem.message):
            yield f"{name}: {problem.message}"
        page = pages / f"{name}_docs{suffix}"
        if suffix == ".html" and page.is_file():
            source = file_text(path.name, path.read_bytes())
            if source.encoding:
                text = page.read_bytes().decode("utf-8").replace("\r\n", "\n")
                for wrong, detail in listing_problems(text, source.text):
                    yield f"{name}: {wrong} {detail}"


@dataclass
class Result:
    """What a run found."""

    files: int = 0
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    """Seconds of the slowest batch."""


def run(
    made: Sequence[tuple[str, bytes]], keep: Path | None = None, depth: int = 0
) -> Result:
    """Build files in one project, and in smaller ones where that raises.

    :param keep: where files go that something is wrong with.
    """
    result = Result(len(made))
    with tempfile.TemporaryDirectory(
        prefix="fuzz-", ignore_cleanup_errors=True
    ) as work:
        tree = Path(work, "tree")
        for name, data in made:
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        begun = time.process_time()
        try:
            result.faults = faults(tree, Path(work, "base"))
        except Exception:
            said = traceback.format_exc()
            if len(made) == 1:
                result.faults = [f"{made[0][0]}: {said}"]
            else:
                half = len(made) // 2
                parts = [
                    run(part, keep, depth + 1) for part in (made[:half], made[half:])
                ]
                result.faults = [one for part in parts for one in part.faults]
                # Together they fail, and not apart.
                result.faults = result.faults or [f"{made[0][0]} and others: {said}"]
        result.slowest = time.process_time() - begun
        if keep and not depth:
            for name in {one.partition(":")[0] for one in result.faults}:
                if (tree / name).is_file():
                    target = keep / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(tree / name, target)
    return result


def main() -> int:
    """Return 0 where nothing was wrong."""
    parser = argparse.ArgumentParser(description="Build files that chance has made.")
    parser.add_argument("corpora", type=Path, nargs="*", help="folders of real files")
    parser.add_argument("--number", type=int, default=10_000, help="of files, 10,000")
    parser.add_argument("--batch", type=int, default=200, help="files a build, 200")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="where faulty files are copied to")
    parser.add_argument("--from", type=int, default=0, dest="first", help="a batch")
    arguments = parser.parse_args()
    corpus = Corpus.of(arguments.corpora)
    try:
        import hypothesis
    except ImportError:
        strategies: Any = None
        print("without hypothesis: mutated files and rubbish only")
    else:
        strategies = hypothesis
    print(f"{len(corpus.paths):,} files to mutate", flush=True)
    total, wrong, slowest = 0, 0, 0.0
    for number in range(-(-arguments.number // arguments.batch)):
        if number < arguments.first:
            continue
        seed = arguments.seed * 1_000_003 + number
        made = list(files(arguments.batch, seed, corpus, strategies=bool(strategies)))
        keep = arguments.keep / str(number) if arguments.keep else None
        result = run(made, keep)
        total += result.files
        wrong += len(result.faults)
        slowest = max(slowest, result.slowest)
        print(f"{total:,} files, {wrong:,} faults, batch {number}", flush=True)
        for one in result.faults:
            print(f"  {one}", flush=True)
    print(f"{total:,} files, {wrong:,} faults; slowest batch {slowest:.0f} s of CPU")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
