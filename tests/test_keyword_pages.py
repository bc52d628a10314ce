"""Keywords of many files: how they are split over pages, and what stays where it is."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from docutils import nodes

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.model.codec import encode
from sphinxcontrib_kwindex.model.facts import Definition, FileFacts
from sphinxcontrib_kwindex.model.rows import DefinitionRow
from sphinxcontrib_kwindex.pages import keyword_pages, keyword_parts
from sphinxcontrib_kwindex.pages.keyword_pages import (
    keywords_body,
    subtree,
    subtree_body,
)
from sphinxcontrib_kwindex.pages.keyword_parts import (
    part_docname,
    part_rows,
    part_with_name,
    parts,
)
from sphinxcontrib_kwindex.pages.nodes import Part, kw_entries, kw_navigation
from sphinxcontrib_kwindex.pages.page_context import Context
from sphinxcontrib_kwindex.pages.page_kinds import page_body
from sphinxcontrib_kwindex.pages.page_plan import plan
from sphinxcontrib_kwindex.pages.titles import part_name, title
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import in_tree_order

LIMIT = 8
Pair = tuple[str, str]


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (keyword_pages, keyword_parts):
        monkeypatch.setattr(module, "LIMIT", LIMIT)


@pytest.fixture
def _large_pages(monkeypatch: pytest.MonkeyPatch, _small_pages: None) -> None:
    monkeypatch.undo()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store.sqlite", lambda text: pytest.fail(text))


def fill(store: Store, pairs: Iterable[Pair]) -> Store:
    """Make the tree hold just these definitions: pairs of path and qualified name."""
    files: dict[str, list[Definition]] = {}
    for path, qualname in sorted(set(pairs)):
        found = files.setdefault(path, [])
        found.append(Definition("function", qualname, (len(found) + 1,), 1))
    with store.transaction():
        for path in store.file_keys():
            store.remove_file(path)
        for path, definitions in files.items():
            facts = FileFacts("Python", "python", 1, definitions=tuple(definitions))
            store.put_facts(path, encode(facts))
            store.add_file(path, path, facts, lambda _path, _definition: False)
        store.order_files(in_tree_order(files))
    return store


def tree(store: Store) -> CodeMap:
    return CodeMap(store, Path("nowhere"))


def listed(store: Store) -> dict[str, list[DefinitionRow]]:
    """Return what each part lists; the first one is the overview if there are more."""
    code = tree(store)
    keys = parts(code)
    assert keys[0] == ""
    assert len(set(keys)) == len(keys)
    shown = keys if len(keys) == 1 else keys[1:]
    return {key: list(part_rows(code, key)) for key in shown}


def shown(store: Store) -> dict[str, list[Pair]]:
    return {
        key: [(row.path, row.qualname) for row in rows]
        for key, rows in listed(store).items()
    }


def unsplittable(rows: list[DefinitionRow]) -> bool:
    """Tell whether one name stands so often in the files of one folder."""
    names = {row.qualname.rpartition(".")[2].casefold() for row in rows}
    return len(names) == 1 and len({row.path.rpartition("/")[0] for row in rows}) == 1


def check(store: Store, pairs: set[Pair]) -> None:
    """Everything is on exactly one part, and no part is larger than it must be."""
    found = listed(store)
    everything = [row.target for rows in found.values() for row in rows]
    assert sorted(everything) == sorted(f"{path}::{name}" for path, name in pairs)
    code = tree(store)
    code.keywords = parts(code)
    first: dict[str, str] = {}
    for key, rows in found.items():
        assert rows, key
        for row in rows:
            name = row.qualname.rpartition(".")[2]
            first.setdefault(name.casefold(), key)
            assert part_with_name(code, name) == first[name.casefold()]
        assert len(rows) <= LIMIT or unsplittable(rows), key
        names = [row.qualname.rpartition(".")[2] for row in rows]
        assert [name.casefold() for name in names] == sorted(map(str.casefold, names))


# As they are in code, and as sorting and folding do not expect them: Turkish i without
# its dot, a German letter that folds to two.
DOTLESS, SHARP = "\u0131", "\u00df"
NAMES = ["__init__", "a", "A", "ab", "abc", "Ab.c", "b", "get", "getter", "Get", "_"]
NAMES += [f"test_{letter}" for letter in "abcdefgkopqstuvz"] + ["tax", "tests"]
NAMES += [
    "ss",
    "é",
    "z.<locals>.a",
    "K.__init__",
    "变",
    "变量",
    "i",
    "I",
    DOTLESS,
    SHARP,
]
PATHS = ["a.py", "b.py", "p/a.py", "p/b.py", "P/a.py", "p/q/a.py", "p.files/a.py"]
PATHS += ["p_q/a.py", "p%/a.py", "p q/ä.py", "all/a.py", "p/q/r/s/t.py"]


def some(rng: random.Random, number: int) -> set[Pair]:
    # Some names far more often than others, as __init__ is.
    weights = [1 / (place + 1) for place in range(len(NAMES))]
    names = rng.choices(NAMES, weights, k=number)
    serial = iter(range(10**6))
    return {
        (rng.choice(PATHS), f"C{next(serial)}.{name}" if rng.random() < 0.5 else name)
        for name in names
    }


@pytest.mark.parametrize("seed", range(12))
def test_every_definition_is_on_exactly_one_part(store: Store, seed: int) -> None:
    rng = random.Random(seed)
    pairs = some(rng, rng.choice([0, 1, LIMIT, LIMIT + 1, 40, 150, 400]))
    if not pairs:
        assert shown(fill(store, pairs)) == {"": []}
        return
    check(fill(store, pairs), pairs)


@pytest.mark.parametrize("seed", range(6))
def test_one_more_or_less_touches_one_part(store: Store, seed: int) -> None:
    rng = random.Random(seed)
    pairs = some(rng, 120)
    before = shown(fill(store, pairs))
    kept = 0
    for _ in range(15):
        changed = set(pairs)
        if rng.random() < 0.5:
            one = rng.choice(sorted(pairs))
            changed.remove(one)
        else:
            one = (rng.choice(PATHS), f"New.{rng.choice(NAMES)}")
            changed.add(one)
        after = shown(fill(store, changed))
        touched = {
            key for key in before.keys() | after.keys()
            if before.get(key) != after.get(key)
        }  # fmt: skip
        same_keys = before.keys() == after.keys()
        if same_keys:
            kept += 1
            assert len(touched) <= 1
        else:
            # The limit was crossed, or a part has gone empty: what changed is one
            # part and those that it was split into, or that became one.
            folded = one[1].rpartition(".")[2].casefold()
            for key in filter(None, touched):
                assert key[0] == folded[0]
        check(store, changed)
    assert kept > 5


def test_the_first_part_holds_everything_as_long_as_it_can(store: Store) -> None:
    pairs = {("a.py", f"f{number}") for number in range(LIMIT)}
    assert parts(tree(fill(store, pairs))) == [""]
    assert parts(tree(fill(store, pairs | {("a.py", "g")}))) == ["", "f", "g"]


def test_a_part_is_split_by_one_more_character(store: Store) -> None:
    pairs = {("a.py", f"get_{number}") for number in range(LIMIT)}
    pairs |= {("a.py", "go"), ("a.py", "g"), ("a.py", "G")}
    assert list(shown(fill(store, pairs))) == ["g\t", "g\tae", "g\tko"]
    assert shown(store)["g\t"] == [("a.py", "G"), ("a.py", "g")]


def test_a_word_that_most_begin_with_is_split_alone(store: Store) -> None:
    pairs = {("a.py", f"get_{letter}{n}") for letter in "afp" for n in range(3)}
    pairs |= {("a.py", name) for name in ("go", "g", "gä", "gab", "gen", "ges", "get")}
    found = listed(fill(store, pairs))
    assert list(found) == ["g\t-get_", *("get_\tae", "get_\tfj", "get_\tpt")]
    names = [row.qualname for row in found["g\t-get_"]]
    assert names == ["g", "gab", "gen", "ges", "get", "go", "gä"]
    assert part_docname("g\t-get_") == "keywords-g.not-get_"
    assert part_name("g\t-get_") == "g… without get_…"
    check(store, pairs)
    # Not where the others do not fit on one page.
    pairs |= {("a.py", name) for name in ("gz", "gy")}
    assert "g\t-get_" not in shown(fill(store, pairs))
    check(store, pairs)


def test_a_name_with_too_many_definitions_is_split_by_path(store: Store) -> None:
    paths = [
        f"{folder}{number}.py" for folder in ("", "p/", "q/r/") for number in range(6)
    ]
    found = shown(fill(store, [(path, "forward") for path in paths]))
    assert {key: [path for path, _ in rows] for key, rows in found.items()} == {
        "forward\n/": paths[:6],
        "forward\np": paths[6:12],
        "forward\nq": paths[12:],
    }


def test_subfolders_share_parts(store: Store) -> None:
    """Or each of a thousand would have one, with a definition or two."""
    folders = [f"{letter}{number}" for letter in "abcgGst" for number in range(2)]
    paths = [f"p/{folder}/x.py" for folder in folders] + ["p/s0/y.py"]
    paths += [f"p/t0/{number}.py" for number in range(LIMIT)] + ["p/\n/x.py"]
    found = shown(fill(store, [(path, "f") for path in paths]))
    assert {key: len(rows) for key, rows in found.items()} == {
        "f\np/\n": 1,
        "f\np//\tae": 6,
        "f\np//\tfj": 4,
        "f\np//s": 3,
        "f\np/t0/": LIMIT + 1,
        "f\np/t1": 1,
    }
    assert part_name("f\np//\tae") == "f in p/a… to e…"
    assert part_name("f\n//s") == "f in s…"
    assert part_docname("f\np//\tae") == "keywords-f.p.in-a-e"
    assert part_docname("f\np//s\t") == "keywords-f.p.in-s.other"


def test_more_than_a_page_in_one_folder_stays_together(store: Store) -> None:
    pairs = [(f"p/{number}.py", "f") for number in range(LIMIT + 3)]
    found = shown(fill(store, [*pairs, ("p/q/x.py", "f")]))
    assert {key: len(rows) for key, rows in found.items()} == {
        "f\np/": LIMIT + 3,
        "f\np/q": 1,
    }


# Pages


def code_map(store: Store) -> CodeMap:
    code = tree(store)
    plan(code, "code")
    return code


def context(code: CodeMap) -> Context:
    return Context(code, "page", lambda docname, anchor: f"{docname}#{anchor}")


def ids(body: list[nodes.Node]) -> list[str]:
    return [
        one
        for part in body
        for node in part.findall(nodes.Element)
        for one in node["ids"]
    ]


def entries_of(body: list[nodes.Node]) -> list[tuple[str, str]]:
    return [
        (entry.text, entry.uri)
        for part in body
        for node in part.findall(kw_entries)
        for entry in node["entries"]
    ]


@pytest.mark.parametrize("seed", range(6))
def test_docnames_and_titles_are_unique(store: Store, seed: int) -> None:
    pairs = some(random.Random(seed), 300)
    code = code_map(fill(store, pairs))
    docnames = [docname.casefold() for docname in code.by_docname]
    assert len(set(docnames)) == len(docnames)
    pages = [page for page in code.pages.values() if page.kind == "keywords"]
    assert [page.path for page in pages] == parts(code)
    titles = [title("Code map", page) for page in pages]
    assert sorted(set(titles)) == sorted(titles)
    for page in pages:
        assert not set(page.docname) & set(" \n:?#\\")


def test_docnames_are_unique_where_the_parts_of_them_are_not(store: Store) -> None:
    folders = ["x", "x/y", "x.files", "X", "all"]
    pairs = [(f"{folder}/{n}.py", "f") for folder in folders for n in range(LIMIT)]
    code = code_map(fill(store, pairs))
    docnames = [docname.casefold() for docname in code.by_docname]
    assert len(set(docnames)) == len(docnames)


@pytest.mark.parametrize("seed", range(6))
def test_the_overview_leads_to_every_part(store: Store, seed: int) -> None:
    pairs = some(random.Random(seed), 300)
    code = code_map(fill(store, pairs))
    body = keywords_body(context(code), "")
    pages = [page for page in code.pages.values() if page.kind == "keywords"]
    assert [uri for _, uri in entries_of(body)] == [f"{p.docname}#" for p in pages[1:]]
    texts = [text for text, _ in entries_of(body)]
    assert sorted(set(texts)) == sorted(texts)
    assert len(set(ids(body))) == len(ids(body))


def test_the_way_to_a_part_is_shown_above_it(store: Store) -> None:
    code = code_map(fill(store, some(random.Random(1), 300)))
    part = next(page for page in code.pages.values() if page.path == parts(code)[-1])
    (crumbs,) = (
        node
        for node in page_body(context(code), part)
        if isinstance(node, kw_navigation)
    )
    assert [*crumbs["links"]] == [
        Part("Code map", "code/index#"),
        Part("Keywords A to Z", "code/keywords#"),
        Part(part_name(part.path)),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_the_pages_show_every_definition_once(store: Store, seed: int) -> None:
    pairs = some(random.Random(seed), 300)
    code = code_map(fill(store, pairs))
    found = []
    for key in parts(code)[1:]:
        body = keywords_body(context(code), key)
        assert len(set(ids(body))) == len(ids(body))
        found += entries_of(body)
    assert sorted(text for text, _ in found) == sorted(name for _, name in pairs)
    uris = [uri for _, uri in found]
    assert len(set(uris)) == len(uris)


@pytest.mark.usefixtures("_large_pages")
def test_letters_stand_together_and_once(store: Store) -> None:
    # So many that none of them shares a heading.
    names = [f"i{number}" for number in range(1, 6)]
    names += ["sr", "sra", "srb", "srd", SHARP, "st"]
    names += [f"{DOTLESS}{number}" for number in range(1, 6)]
    shuffled = random.Random(1).sample(names, len(names))
    with_all = code_map(fill(store, [("a.py", name) for name in shuffled]))
    body = keywords_body(context(with_all), "")
    assert [text for text, _ in entries_of(body)] == names
    titles = [node[0].astext() for node in body if isinstance(node, nodes.section)]
    assert titles == ["I", "S", DOTLESS]
    assert len(set(ids(body))) == 3


@pytest.mark.usefixtures("_large_pages")
@pytest.mark.parametrize(
    ("counts", "titles"),
    [
        ({"a": 2, "b": 1, "c": 1}, []),
        ({"a": 5, "b": 5}, ["A", "B"]),
        ({"a": 1, "b": 4, "c": 5, "d": 1}, ["A–B", "C–D"]),  # noqa: RUF001
        ({"_": 5, "a": 1, "b": 4}, ["_", "A–B"]),  # noqa: RUF001
    ],
)
def test_letters_with_few_entries_share_a_heading(
    store: Store,
    counts: dict[str, int],
    titles: list[str],
) -> None:
    names = [f"{one}{n}" for one, count in counts.items() for n in range(count)]
    code = code_map(fill(store, [("a.py", name) for name in names]))
    body = keywords_body(context(code), "")
    assert [text for text, _ in entries_of(body)] == names
    sections = [node for node in body if isinstance(node, nodes.section)]
    assert [node[0].astext() for node in sections] == titles
    assert len(set(ids(body))) == len(titles)


def test_no_definitions_at_all(store: Store) -> None:
    code = code_map(store)
    (said,) = keywords_body(context(code), "")
    assert said.astext() == "No file defines a name."


# Subtrees


def test_a_subtree_lists_what_is_below_it(store: Store) -> None:
    code = code_map(fill(store, [("a.py", "a"), ("p/b.py", "b"), ("p/q/c.py", "C.c")]))
    assert [row.target for row in subtree(code, "p").definitions] == [
        "p/b.py::b",
        "p/q/c.py::C.c",
    ]
    body = subtree_body(context(code), "p")
    assert "2 keywords." in body[0].astext()
    assert [text for text, _ in entries_of(body)] == ["b", "C.c"]


def test_a_large_subtree_points_to_its_parts_and_says_so(store: Store) -> None:
    pairs = [(f"p/s{number % 3}/m.py", f"f{number}") for number in range(LIMIT + 1)]
    pairs += [("p/own.py", "one"), ("p/own.py", "two")]
    code = code_map(fill(store, pairs))
    shown = subtree(code, "p")
    assert shown.count == LIMIT + 3
    assert shown.definitions == ()
    assert shown.subfolders == (("p/s0", 3), ("p/s1", 3), ("p/s2", 3))
    assert shown.files == (("p/own.py", 2),)
    body = subtree_body(context(code), "p")
    said = body[0].astext()
    assert f"There are {LIMIT + 3} keywords below this folder" in said
    assert "Keywords A to Z" in said
    assert entries_of(body) == [
        ("s0/", "code/p/s0/sub#"),
        ("s1/", "code/p/s1/sub#"),
        ("s2/", "code/p/s2/sub#"),
        ("own.py", "code/p/own.py_kw#"),
    ]
    # One less than the limit is shown in full.
    assert subtree(code, "p/s0").definitions


def test_the_sum_of_all_subtree_pages_is_linear_in_the_tree(store: Store) -> None:
    deep = "/".join("d" * 1 for _ in range(30))
    pairs = [(f"{deep}/m.py", f"f{number}") for number in range(LIMIT * 10)]
    code = code_map(fill(store, pairs))
    total = sum(
        len(found.definitions) + len(found.subfolders) + len(found.files)
        for path in code.folders
        for found in [subtree(code, path)]
    )
    assert total <= len(code.folders)


def test_what_no_range_of_letters_holds(store: Store) -> None:
    """Some of it comes before the letters, and some behind them."""
    names = ("b1", "b_", "b", "ba", "bz", "bé", "bß", "b\N{GREEK SMALL LETTER PI}")
    pairs = {("a.py", f"{name}{number}") for name in names for number in range(3)}
    check(fill(store, pairs), pairs)
    pairs = {("a.py", f"b{end}{number}") for end in ("1", "é") for number in range(3)}
    pairs |= {("a.py", f"b{letter}") for letter in "acegikm"}
    check(fill(store, pairs), pairs)
