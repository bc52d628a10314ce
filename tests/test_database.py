"""The SQLite file: what goes in comes out, and no file stops a build."""

from __future__ import annotations

import os
import random
import sqlite3
import string
import subprocess
import sys
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

import pytest

from sphinxcontrib_kwindex.model.codec import decode, encode
from sphinxcontrib_kwindex.model.digests import digest
from sphinxcontrib_kwindex.model.facts import (
    Base,
    Definition,
    EntryPoint,
    Exposed,
    FileFacts,
    Heading,
    Import,
    ImportContract,
    LineKinds,
    Measure,
    Mention,
    Notebook,
    Pattern,
    Problem,
    PytestOption,
    Remark,
    Requirement,
)
from sphinxcontrib_kwindex.model.kinds import KINDS
from sphinxcontrib_kwindex.model.project_facts import IncludeFolders, ModuleName
from sphinxcontrib_kwindex.model.references import (
    ComputedName,
    References,
    Spec,
    packed,
)
from sphinxcontrib_kwindex.model.rows import Page, UseRow
from sphinxcontrib_kwindex.store import database as store_module
from sphinxcontrib_kwindex.store import link_rows, use_queries
from sphinxcontrib_kwindex.store.database import Store, below
from sphinxcontrib_kwindex.store.facts_cache import GENERATIONS_KEPT

#: Characters that encodings, SQL, JSON and HTML treat in their own ways.
CHARACTERS = f"{string.printable}äßİ中𝒳\u0301\u2028\x00\ufffd'\"\\<>&%_:"


def silent(text: str) -> None:
    raise AssertionError(text)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store.sqlite", silent)


def add(store: Store, path: str, *definitions: Definition, **given: object) -> None:
    facts = FileFacts("Python", "python", 1, definitions=definitions, **given)  # type: ignore[arg-type]
    store.put_facts(path, encode(facts))
    store.add_file(path, path, facts, lambda _path, _definition: False)


def defined(kind: str, qualname: str, line: int = 1) -> Definition:
    return Definition(kind, qualname, (line,), line)


# Facts round trip


def any_text(rng: random.Random) -> str:
    return "".join(rng.choice(CHARACTERS) for _ in range(rng.randrange(12)))


def any_tuple(rng: random.Random) -> tuple[str, ...]:
    return tuple(any_text(rng) for _ in range(rng.randrange(4)))


def filled(cls: type, rng: random.Random) -> object:
    """Return a dataclass whose every field has a value that its type allows."""
    values = {
        "str": any_text,
        "int": lambda rng: rng.randrange(1 << 40),
        "bool": lambda rng: rng.random() < 0.5,
        "tuple[str, ...]": any_tuple,
        "tuple[int, ...]": lambda rng: tuple(range(1, rng.randrange(2, 5))),
        "tuple[tuple[str, tuple[str, ...]], ...]": lambda rng: tuple(
            (any_text(rng), any_tuple(rng)) for _ in range(rng.randrange(4))
        ),
        "tuple[tuple[str, str], ...]": lambda rng: tuple(
            (any_text(rng), any_text(rng)) for _ in range(rng.randrange(4))
        ),
        "tuple[str, ...] | None": lambda rng: rng.choice([None, any_tuple(rng)]),
    }
    many = (Definition, Import, Heading, Pattern, Base, Measure, Requirement)
    more = (EntryPoint, ImportContract, Mention, Exposed, IncludeFolders)
    for kind in (*many, *more, ModuleName, Remark):
        values[f"tuple[{kind.__name__}, ...]"] = partial(several, kind)
    for kind in (Problem, LineKinds, Notebook, Remark):
        values[f"{kind.__name__} | None"] = partial(one_or_none, kind)
    values["References"] = any_references
    values["tuple[ComputedName, ...]"] = lambda rng: tuple(
        ComputedName(*(any_text(rng) for _ in range(4)))
        for _ in range(rng.randrange(4))
    )
    values["tuple[tuple[int, str], ...]"] = lambda rng: tuple(
        (rng.randrange(99), any_text(rng)) for _ in range(rng.randrange(4))
    )
    values["tuple[PytestOption, ...] | None"] = lambda rng: rng.choice(
        [None, several(PytestOption, rng)]
    )
    return cls(**{one.name: values[str(one.type)](rng) for one in fields(cls)})


def any_references(rng: random.Random) -> References:
    specs = [Spec("member", any_text(rng), any_tuple(rng)) for _ in range(3)]
    places = [(n + 1, *(rng.randrange(1 << 17) for _ in range(4))) for n in range(3)]
    return References(
        (*specs, Spec("def", "a")),
        packed(places),
        ((any_text(rng), (-1, 2)), (any_text(rng), ())),
        ((any_text(rng), 1),),
    )


def one_or_none(cls: type, rng: random.Random) -> object:
    return rng.choice([None, filled(cls, rng)])


def several(cls: type, rng: random.Random) -> tuple[object, ...]:
    return tuple(filled(cls, rng) for _ in range(rng.randrange(4)))


def test_facts_come_back_as_they_were(store: Store) -> None:
    for seed in range(200):
        facts = filled(FileFacts, random.Random(seed))
        assert isinstance(facts, FileFacts)
        assert decode(*encode(facts)) == facts, seed
        store.put_facts("key", encode(facts))
        found = store.get_all_facts("key")
        assert found == facts, seed
        # Hashable as before: no list is left where a tuple was.
        assert hash(found) == hash(facts), seed
        assert store.get_references("key") == facts.references, seed
        without = replace(facts, references=References())
        assert store.get_facts("key") == without, seed


def test_facts_with_defaults_only() -> None:
    facts = FileFacts("Text", "text", 0)
    assert decode(*encode(facts)) == facts


def test_unknown_facts(store: Store) -> None:
    with pytest.raises(KeyError):
        store.get_facts("nothing")
    assert store.known_keys() == set()


def test_facts_survive_the_process(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    first = Store(path, silent)
    facts = FileFacts("Python", "python", 3, docstring="Zwölf.")
    first.put_facts("key", encode(facts))
    first.close()
    assert Store(path, silent).get_facts("key") == facts
    # Closing is no end: the next use opens the file again.
    assert first.get_facts("key") == facts


# Files that cannot be used


def as_garbage(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 400)


def as_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def with_a_hole(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)


def of_another_version(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 999")


def of_another_program(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE theirs (x)")


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (as_garbage, "damaged"),
        (as_half, "damaged"),
        (with_a_hole, "damaged"),
        (of_another_version, "another version"),
        (of_another_program, "another version"),
    ],
)
def test_unusable_file_is_replaced_with_a_message(
    tmp_path: Path, damage: object, says: str
) -> None:
    path = tmp_path / "store.sqlite"
    before = Store(path, silent)
    with before.transaction():
        for number in range(200):
            add(before, f"{number}.py", defined("class", f"C{number}"))
    before.close()
    damage(path)  # type: ignore[operator]
    messages: list[str] = []
    store = Store(path, messages.append)
    assert len(messages) == 1
    assert str(path) in messages[0]
    assert says in messages[0]
    assert store.file_keys() == {}
    add(store, "a.py", defined("class", "C"))
    store.close()
    assert list(Store(path, silent).file_keys()) == ["a.py"]


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.touch()
    assert Store(path, silent).file_keys() == {}


def test_a_folder_in_its_place_is_no_endless_attempt(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.mkdir()
    with pytest.raises((OSError, sqlite3.Error)):
        Store(path, lambda _: None)


def test_transaction_is_all_or_nothing(store: Store) -> None:
    def interrupted() -> None:
        with store.transaction():
            add(store, "a.py")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert store.file_keys() == {}


# Processes


def test_nobody_writes_while_it_is_read(store: Store) -> None:
    other = sqlite3.connect(store.path, timeout=0, isolation_level=None)
    with store.reading():
        assert store.meta("name") == ""
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("REPLACE INTO meta VALUES ('name', 'before')")
        with pytest.raises(sqlite3.OperationalError), store.transaction():
            pass
    other.execute("REPLACE INTO meta VALUES ('name', 'after')")
    assert store.meta("name") == "after"
    other.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_goes_on_reading(store: Store) -> None:
    store.set_meta("name", "value")
    store.begin_reading()
    child = os.fork()
    if not child:
        code = 1
        try:
            right = store.meta("name") == "value" and store._database.in_transaction
            code = 0 if right else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    # The child's end is not the end of the parent's.
    other = sqlite3.connect(store.path, timeout=0, isolation_level=None)
    assert store.meta("name") == "value"
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("REPLACE INTO meta VALUES ('name', 'other')")
    store.end_reading()
    store.end_reading()
    store.set_meta("name", "value")
    other.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_reads_and_writes_with_a_connection_of_its_own(
    store: Store,
) -> None:
    add(store, "a.py", defined("class", "C"))
    cursor = store.definitions()
    mine = store._database
    child = os.fork()
    if child == 0:
        status = 1
        try:
            assert store._database is not mine
            assert [row.qualname for row in store.definitions()] == ["C"]
            store.set_meta("child", "was here")
            store.close()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    # Neither closed nor damaged by the child.
    assert [row.qualname for row in cursor] == ["C"]
    assert store._database is mine
    assert store.meta("child") == "was here"


# The tree


def test_rows_come_back(store: Store) -> None:
    facts = FileFacts(
        "Python",
        "python",
        10,
        lines=4,
        docstring="Doc. More.",
        summary="Doc.",
        definitions=(defined("class", "A"), defined("method", "A.Run", 2)),
        imports=(Import("a.b", 1, alias="c"), Import("", 2, "*", level=2, lazy=True)),
        exports=("A",),
        main_line=9,
        problem=Problem("bad", 3),
        source=True,
    )
    store.add_file("p/m.py", "key", facts, lambda _path, one: one.kind == "method")
    (file,) = store.files()
    assert (file.path, file.folder, file.name) == ("p/m.py", "p", "m.py")
    assert (file.key, file.type, file.source) == ("key", "Python", True)
    assert (file.lines, file.summary, file.docstring) == (4, "Doc.", True)
    assert (file.main_line, file.problem, file.exports) == (9, True, ("A",))
    assert store.files("p") == [file]
    assert store.files("") == []
    assert store.file("p/m.py") == file
    assert store.file("p") is None
    (row,) = store.definitions()
    assert (row.kind, row.qualname, row.line, row.target) == (
        "class",
        "A",
        1,
        "p/m.py::A",
    )
    assert store.hidden("p/m.py") == {("method", "A.Run")}
    first, second = store.imports()
    assert (first.module, first.bound, first.lazy) == ("a.b", "c", False)
    assert (second.level, second.name, second.lazy) == (2, "*", True)
    assert store.file_key("p/m.py") == "key"
    assert store.file_key("p") is None
    store.remove_file("p/m.py")
    for table in ("file", "definition", "hidden", "import"):
        assert store.count(table) == 0


def test_pages_keep_their_order(store: Store) -> None:
    pages = [Page("z", "docs", "z", "1"), Page("a", "kw", "a", "2")]
    store.set_pages(pages)
    assert store.pages() == pages
    store.set_pages(pages[1:])
    assert store.pages() == pages[1:]


def test_below_takes_the_folder_and_not_its_namesakes(store: Store) -> None:
    paths = ["a.py", "a/b.py", "a/c/d.py", "a-b/x.py", "a0.py", "A/b.py", "a/é.py"]
    for path in paths:
        add(store, path)

    def found(folder: str) -> set[str]:
        where, values = below(folder)
        rows = store.select(f"SELECT path FROM file WHERE {where}", values)
        return {path for (path,) in rows}

    assert found("") == set(paths)
    assert found("a") == {"a/b.py", "a/c/d.py", "a/é.py"}
    assert found("a/c") == {"a/c/d.py"}


def test_facts_that_no_tree_uses_are_dropped_after_a_while(store: Store) -> None:
    add(store, "kept.py")
    store.put_facts("dropped", encode(FileFacts("Text", "text", 1)))
    for _ in range(GENERATIONS_KEPT):
        store.forget_unused()
    assert store.known_keys() >= {"kept.py", "dropped"}
    store.forget_unused()
    assert store.known_keys() & {"kept.py", "dropped"} == {"kept.py"}


# Anchors


def anchors(store: Store, path: str) -> dict[tuple[str, str], str]:
    rows = store.definitions("path = ?", (path,))
    return {(row.kind, row.qualname): row.anchor for row in rows}


def test_anchors_are_unique_and_valid(store: Store) -> None:
    names = [
        "L12",
        "content",
        "f",
        "f.<locals>.f",
        "f.f",
        "a-class",
        "Ä",
        "é.<locals>._",
    ]
    definitions = [defined(kind, name) for kind in reversed(KINDS) for name in names]
    add(store, "a.py", *definitions)
    found = anchors(store, "a.py")
    assert len(found) == len(definitions)
    assert len(set(found.values())) == len(found)
    for anchor in found.values():
        assert not set(anchor) & set(" \t\n:<>\"'#%")
        assert anchor.startswith("def-")
    assert found["namespace", "L12"] == "def-L12"
    assert found["class", "L12"] == "def-L12-class"
    assert found["data", "L12"] == "def-L12-data"
    assert found["function", "f.<locals>.f"] == "def-f..f-function"


def test_other_kinds_change_no_anchor_of_python(store: Store) -> None:
    kinds = ("class", "function", "method", "attribute", "data")
    add(store, "a.py", *(defined(kind, "x") for kind in reversed(kinds)))
    found = anchors(store, "a.py")
    assert [found.pop((kind, "x")) for kind in kinds] == [
        "def-x",
        *(f"def-x-{kind}" for kind in kinds[1:]),
    ]
    assert not found


def test_an_anchor_depends_on_its_own_file_only(store: Store) -> None:
    add(store, "a.py", defined("function", "f"), defined("class", "C"))
    add(store, "b.py", defined("class", "f"))
    assert anchors(store, "a.py") == {
        ("function", "f"): "def-f",
        ("class", "C"): "def-C",
    }


# Digests


def test_digest_is_stable_and_tells_things_apart() -> None:
    facts = FileFacts("Python", "python", 1, docstring="ä\ud800")
    assert digest("a", 1, (None, True), facts) == digest("a", 1, (None, True), facts)
    assert digest("a", "b") != digest("ab")
    assert digest("a") != digest(("a",))
    assert digest(facts) != digest(replace(facts, docstring="ä"))
    assert digest(1) != digest("1")
    # The same in every process and on every system, or a restored cache is worthless.
    assert digest("kwindex", 1, ("ä",)) == "e7ce2755aea42db2c14611a4"


def test_digest_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    program = (
        "from sphinxcontrib_kwindex.model.facts import FileFacts\n"
        "from sphinxcontrib_kwindex.model.digests import digest\n"
        "print(digest(FileFacts('a', 'b', 1), ('x', 'y'), 2))"
    )
    root = str(Path(store_module.__file__).parents[1])
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_indexed_digest_changes_with_what_an_index_shows_only(store: Store) -> None:
    base = FileFacts(
        "Python",
        "python",
        10,
        definitions=(replace(defined("class", "A"), summary="One.", docstring="One."),),
    )

    def indexed(facts: FileFacts) -> str:
        store.remove_file("a.py")
        store.add_file("a.py", "k", facts, lambda _path, _definition: False)
        return store.files()[0].indexed

    (one,) = base.definitions
    same = replace(base, size=99, definitions=(replace(one, signatures=("(B)",)),))
    assert indexed(same) == indexed(base)
    for changed in (
        replace(one, lines=(2,)),
        replace(one, summary="Two."),
        replace(one, qualname="B"),
    ):
        assert indexed(replace(base, definitions=(changed,))) != indexed(base)
    assert indexed(replace(base, imports=(Import("os", 1),))) != indexed(base)
    assert indexed(replace(base, headings=(Heading("A", 1, 1),))) != indexed(base)


def test_several_processes_may_make_it_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from sphinxcontrib_kwindex.store.database import Store\n"
        "print('ready', flush=True)\n"
        "while path := sys.stdin.readline():\n"
        "    store = Store(Path(path[:-1]), lambda text: print(text))\n"
        "    store.set_meta(sys.argv[1], 'x')\n"
        "    print('done', flush=True)"
    )
    several = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for number in range(4)
    ]
    said = [one.stdout.readline() for one in several if one.stdout]
    assert said == ["ready\n"] * 4
    for round_ in range(8):
        path = tmp_path / f"{round_}.sqlite"
        for one in several:
            assert one.stdin
            one.stdin.write(f"{path}\n")
            one.stdin.flush()
        said = [one.stdout.readline() for one in several if one.stdout]
        assert said == ["done\n"] * 4
        store = Store(path, silent)
        assert [store.meta(str(number)) for number in range(4)] == ["x"] * 4
    assert [one.communicate()[0] for one in several] == [""] * 4


def test_uses_come_in_an_order_that_edits_leave(tmp_path: Path) -> None:
    """A class and a function may have one name, and be used in the same places."""
    uses = [
        UseRow("a.h", "A", "b.h", around, False, anchor, "def-f", 1, 1, 3, text, text)
        for around in ("f", "g")
        for anchor in ("def-A", "def-A-function")
        for text in ("A();",)
    ]
    queries = [
        lambda store: use_queries.uses_by(store, ["b.h"]),
        lambda store: use_queries.calls_by(store, "b.h"),
        lambda store: use_queries.calls_from(store, "b.h", "f"),
        lambda store: use_queries.uses_of(store, "a.h"),
        lambda store: use_queries.uses_with_lines(store, "a.h"),
        lambda store: use_queries.examples_of(store, "a.h"),
    ]
    found = []
    for number, rows in enumerate((uses, uses[::-1])):
        store = Store(tmp_path / f"{number}.sqlite", silent)
        with store.transaction():
            link_rows.USES.replace(store, rows)
        found.append([list(query(store)) for query in queries])
    assert found[0] == found[1]
    assert all(found[0])
