"""Rows of folders' indexes: where files and folders without a page of their own are."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same, inventory

from sphinxcontrib_kwindex.pages.quantities import file_size

Make = Callable[..., Project]

TREE: dict[str, str | bytes] = {
    "README.md": "# Sample\n\nWhat it is.\n",
    "src/pkg/__init__.py": '"""A package."""\n',
    "src/pkg/core.py": "import os\n\n\nclass Core:\n    def run(self): ...\n",
    "src/pkg/empty.py": "",
    "src/pkg/logo.png": b"\x89PNG\0" * 300,
    "src/pkg/locale/de/LC_MESSAGES/m.po": 'msgid "a"\nmsgstr "b"\n',
    "src/pkg/locale/de/LC_MESSAGES/m.mo": b"\xde\x12\x04\x95\0",
    "src/pkg/locale/fr/LC_MESSAGES/m.po": 'msgid "a"\nmsgstr "c"\n',
    "src/pkg/_vendor/lib.py": "class Vendored: ...\n",
    "src/pkg/uses.py": "from pkg._vendor.lib import Vendored\nx = Vendored()\n",
    "one/two/three/deep.py": "DEEP = 1\n",
    "poetry.lock": "[[package]]\n",
    ".github/ci.yml": "on: push\n",
    "tests/test_core.py": "def test(): ...\n",
    "docs_src/first/__init__.py": "",
}
#: Name in the inventory and the place that it leads to.
PLACES = {
    "file": {
        "src/pkg/core.py": "code/src/pkg/core.py_docs.html",
        "src/pkg/__init__.py": "code/src/pkg/index.html#row-__init__.py",
        "src/pkg/empty.py": "code/src/pkg/index.html#row-empty.py",
        "src/pkg/logo.png": "code/src/pkg/index.html#row-logo.png",
        "src/pkg/locale/de/LC_MESSAGES/m.mo": "code/src/pkg/index.html#row-locale",
        "src/pkg/_vendor/lib.py": "code/src/pkg/index.html#row-_vendor",
        "poetry.lock": "code/index.html#row-poetry.lock",
    },
    "folder": {
        ".": "code/index.html",
        "src": "code/index.html#row-src",
        "src/pkg": "code/src/pkg/index.html",
        "src/pkg/locale/fr": "code/src/pkg/index.html#row-locale",
        "one": "code/index.html#row-one",
        "one/two": "code/index.html#row-one--two",
        "one/two/three": "code/one/two/three/index.html",
    },
    "class": {
        "src/pkg/core.py::Core": "code/src/pkg/core.py_docs.html#def-Core",
        "src/pkg/_vendor/lib.py::Vendored": "code/src/pkg/index.html#row-_vendor",
    },
}
PAGES = {
    "README.md_docs",
    "index",
    "doc",
    "sub",
    "keywords",
    ".github/index",
    ".github/ci.yml_docs",
    "docs_src/first/index",
    "one/two/three/index",
    "one/two/three/sub",
    "one/two/three/deep.py_docs",
    "one/two/three/deep.py_kw",
    "src/pkg/index",
    "src/pkg/doc",
    "src/pkg/sub",
    "src/pkg/core.py_docs",
    "src/pkg/core.py_kw",
    "src/pkg/uses.py_docs",
    "src/pkg/uses.py_kw",
    "tests/index",
    "tests/sub",
    "tests/test_core.py_docs",
    "tests/test_core.py_kw",
}
ROLES = [(kind, name) for kind, names in PLACES.items() for name in names]
MANUAL = "Manual\n======\n\n" + "\n\n".join(
    f":kw:{kind}:`{name}`" for kind, name in ROLES
)


@pytest.fixture(scope="module")
def project(make_shared: Callable[..., Project]) -> Project:
    return make_shared(TREE, {"index.rst": MANUAL})


@pytest.fixture(scope="module")
def built(project: Project) -> Build:
    return project.build()


def generated(built: Build) -> set[str]:
    return {
        docname.removeprefix("code/")
        for docname in built.env.all_docs
        if docname.startswith("code/")
    }


def test_pages_are_those_that_say_something(built: Build) -> None:
    assert built.warnings == ""
    assert generated(built) == PAGES


def test_everything_stays_in_the_inventory(built: Build) -> None:
    found = inventory(built.outdir)
    for kind, names in PLACES.items():
        known = found[f"kw:{kind}"]
        assert {name: known.get(name) for name in names} == names
    assert found["kw:file"].keys() == {
        path for path in TREE if not path.startswith("docs/")
    }


def test_roles_lead_to_rows(built: Build) -> None:
    hrefs = re.findall(
        r'<p><a class="reference internal" href="([^"]*)"', built.text("index")
    )
    assert hrefs == [PLACES[kind][name] for kind, name in ROLES]
    built.check_links()


def test_links_in_listings_lead_to_rows(built: Build) -> None:
    page = built.text("code/src/pkg/uses.py_docs")
    assert 'href="index.html#row-_vendor"' in page


def test_an_index_says_what_its_data_is(built: Build) -> None:
    body = built.body("code/src/pkg/index")
    assert "locale/ 47 bytes 2 languages, 2 translation catalogues" in body
    assert "_vendor/ 20 bytes 1 vendored file" in body
    assert "logo.png PNG 1.5 kB image" in body
    assert "empty.py empty" in body
    assert "__init__.py — A package." in body or "__init__.py A package." in body


def test_the_start_page_has_code_first_and_says_what_there_is(built: Build) -> None:
    page = built.text("code/index")
    shown = re.search(r'(?s)<section id="folders">(.*?)</section>', page)
    assert shown is not None
    names = re.findall(r"([\w./-]+/)</a>", shown[1].replace("<wbr/>", ""))
    assert names == [
        "src/pkg/",
        "one/two/three/",
        "tests/",
        "docs_src/first/",
        ".github/",
    ]
    body = built.body("code/index")
    assert "Python: 7 files, 5 definitions" in body
    assert "1 lock file" in body


def test_what_credentials_are_called(make_project: Make) -> None:
    files = {"app/a.py": "def a(): ...\n", "app/b.py": "x = 1\n", "app/.env": "A=1\n"}
    built = make_project(files).build()
    assert "3 files: 2 Python, 1 credentials file." in built.body("code/app/doc")


def test_entry_points_of_the_project_stand_in_their_folders(make_project: Make) -> None:
    declared = '[project]\nname = "x"\n[project.scripts]\nshow = "pkg.cli:run"\n'
    files = {
        "pyproject.toml": declared,
        "pkg/__init__.py": "",
        "pkg/cli.py": "def run(): ...\n",
        "pkg/lib.py": "def help_it(): ...\n",
        "other/a.py": "def a(): ...\n",
        "other/b.py": "def b(): ...\n",
        "tests/data/setup.py": "setup(entry_points={'console_scripts': ['x = y:z']})",
    }
    project = make_project(files)
    built = project.build()
    assert "y:z" not in built.body("code/index")
    shown = "Entry Points¶ show console_scripts line 4 pkg.cli:run "
    assert shown in built.body("code/pkg/doc")
    assert "cli.py_docs.html#def-run" in built.text("code/pkg/doc")
    assert shown in built.body("code/index")
    assert "Entry Points" not in built.body("code/doc")
    assert "Entry Points" not in built.body("code/other/doc")
    for path, text in (
        ("pkg/cli.py", "def walk(): ...\n"),
        ("pyproject.toml", declared.replace("pkg.cli:run", "pkg.lib:help_it")),
    ):
        project.write({path: text})
        again = project.build()
        assert "cli.py_docs.html#def-run" not in again.text("code/pkg/doc")
        fresh = project.copy(project.base / f"fresh{len(text)}").build()
        assert_same(again.outdir, fresh.outdir)
    assert " pkg.lib:help_it " in again.body("code/pkg/doc")


def test_entry_points_of_test_data_and_examples_stand_aside(
    make_project: Make,
) -> None:
    def program(name: str) -> dict[str, str]:
        folder, _, script = name.rpartition("/")
        declared = f'[project.scripts]\n{script} = "{script}:run"\n'
        guard = "def run(): ...\nif __name__ == '__main__':\n    run()\n"
        below = f"{folder}/" if folder else ""
        return {f"{below}pyproject.toml": declared, f"{below}{script}.py": guard}

    files = program("own") | program("testdata/it/given") | program("examples/shown")
    project = make_project(files)
    project.write(program("lib/fixtures/b/broken") | {"zoo/a.py": "A = 1\n"})
    built = project.build()
    page = built.text("code/index")
    folders = page[page.index('id="folders"') : page.index('id="entry-points"')]
    assert folders.index(">zoo/<") < folders.index(">testdata/")
    start = page[page.index('id="entry-points"') : page.index('id="map"')]
    own, aside = start.split("<summary>In tests, examples, documentation or")
    for name in ("given", "shown", "broken"):
        assert f"{name}:run" not in own
        assert f"{name}.py" not in own
        assert f"{name}:run" in aside
        assert f"{name}.py" in aside
    assert "own:run" in own
    assert "own.py" in own
    # There they are what the folder is for.
    inside = built.text("code/testdata/it/doc")
    assert "given:run" in inside
    assert "In tests, examples" not in inside
    project.write(program("testdata/it/late"))
    again = project.build()
    assert "late:run" in again.text("code/index").split("In tests, examples")[1]
    fresh = project.copy(project.base / "fresh").build()
    assert_same(again.outdir, fresh.outdir)


def test_package_json_names_entry_points(make_project: Make) -> None:
    declared = '{"name": "x",\n "bin": {"show": "lib/cli.js"}, "main": "lib/index.js"}'
    files = {
        "app/package.json": declared,
        "app/src/index.ts": "export function help() {}\n",
        "app/src/cli.ts": "import { help } from './index'\nhelp()\n",
        "b.js": "let b = 1\n",
    }
    project = make_project(files)
    built = project.build()
    shown = "Entry Points¶ show bin line 2 lib/cli.js x main line 2 lib/index.js "
    assert shown in built.body("code/app/doc")
    assert shown in built.body("code/index")
    called = "show in app/package.json, line 2 calls it."
    assert called in built.body("code/app/src/cli.ts_docs")
    referred = "x (main) in app/package.json, line 2 refers to it."
    assert referred in built.body("code/app/src/index.ts_docs")
    # What is there is meant rather than what it may be made of.
    project.write({"app/lib/cli.js": "let a = 1\n"})
    again = project.build()
    assert called in again.body("code/app/lib/cli.js_docs")
    assert called not in again.body("code/app/src/cli.ts_docs")
    fresh = project.copy(project.base / "fresh").build()
    assert_same(again.outdir, fresh.outdir)


def test_programs_of_all_languages_are_entry_points(make_project: Make) -> None:
    files = {
        "README.md": "Text.\n",
        "build.rs": "fn main() {}\n",
        "deps/b/c.c": "int main(void) { return 0; }\n",
        "deps/benches/b.rs": "fn main() {}\n",
        "src/a.py": 'if __name__ == "__main__":\n    print()\n',
        "src/p/__main__.py": 'if __name__ == "__main__":\n    print()\n',
        "src/b.cpp": "#include <x>\nnamespace n { int main() { return 1; } }\n",
        "src/c.c": "int main(void);\n\nint main(void) { return 0; }\n",
        "src/cmd/main.go": "package main\n\nfunc main() {}\n",
        "src/kernel.cu": "int main() { return 0; }\n",
        "src/main.rs": "mod a;\n\nfn main() {}\n",
        # A macro, and the function of another package.
        "src/lib.rs": "pub fn main(args: T, item: T) -> T { item }\n",
        "src/shown.go": "package shown\n\nfunc main() {}\n",
        "src/Run.java": "class Run {\n  public static void main(String[] a) {}\n}\n",
        "tests/run.cc": "int main() { return 0; }\n",
    }
    built = make_project(files).build()
    built.check_links()
    page = built.body("code/index")
    # They stand before what is of interest later.
    listed = page[page.index("Entry Points") : page.index("Folder Map")]
    begins = "a program starts here"
    assert re.findall(
        r"(\S+) (line \d+) (a program.*?here|has a __main__ guard)", listed
    ) == [
        ("src/Run.java", "line 2", begins),
        ("src/c.c", "line 3", begins),
        ("src/kernel.cu", "line 1", begins),
        ("src/main.rs", "line 3", begins),
        # Those in more folders.
        ("deps/b/c.c", "line 1", begins),
        ("src/cmd/main.go", "line 3", begins),
        ("src/p/__main__.py", "line 1", "has a __main__ guard"),
        ("src/a.py", "line 1", "has a __main__ guard"),
        # What measures it is last; nobody runs what builds it.
        ("deps/benches/b.rs", "line 1", begins),
    ]
    assert "A program starts at line 3." in built.body("code/src/main.rs_docs")


def test_folders_of_tests_stand_behind_all_others(make_project: Make) -> None:
    names = ("e2e-tests", "integration_test", "latest", "shop", "unit.testing")
    files = {
        file: f"def f{number}(): ...\n"
        for number, name in enumerate(names)
        for file in (f"{name}/__init__.py", f"{name}/a.py")
    }
    listed = make_project(files).build().body("code/index").partition("Folders")[2]
    assert re.findall(r"(\S+)/ 2 files", listed) == [
        *("latest", "shop"),
        *("e2e-tests", "integration_test", "unit.testing"),
    ]


def test_titles_of_tests_are_named_whole(make_project: Make) -> None:
    pytest.importorskip("tree_sitter_javascript")
    files = {
        "tests/a.js": 'test("api: one", () => {\n  f();\n});\n',
        "tests/b.js": 'test("two", () => {\n  f();\n});\n',
        "main.py": "x = 1\n",
    }
    body = make_project(files).build().body("code/index")
    assert 'tests/ 2 files, 2 definitions test("two")' in body.replace("&quot;", '"')


def test_what_is_installed_defines_nothing_here(make_project: Make) -> None:
    built = make_project(
        {
            "a.js": "import pad from 'pad';\nexport function fill() { pad(); }\n",
            "node_modules/pad/index.js": "export default function padLeft() {}\n",
            "node_modules/pad/package.json": '{"name": "pad"}\n',
            "vendor/b.js": "export function own() {}\n",
        }
    ).build()
    index = built.body("code/index")
    assert "define 2 functions" in index
    assert "node_modules/" in index
    assert "padLeft" not in built.body("code/keywords")


def test_a_file_is_first_what_it_is_named_after(make_project: Make) -> None:
    text = (
        "/// <summary>What is sold.</summary>\npublic interface IThing\n{\n"
        "    void Sell();\n}\n\n/// <summary>More for it.</summary>\n"
        "public static class Things\n{\n    public static int A = 1;\n"
        "    public static int B = 2;\n    public static int C = 3;\n"
        "    public static int D = 4;\n}\n"
    )
    body = (
        make_project({"src/IThing.cs": text, "src/a.cs": ""})
        .build()
        .body("code/src/index")
    )
    assert "IThing: What is sold." in body


def test_a_file_of_values_is_their_names(make_project: Make) -> None:
    project = make_project(
        {
            "code/signals.py": "_names = 1\nsent = 1\nasked = 2\n",
            "code/limits.go": "package limits\n\nconst Most = 3\n",
        }
    )
    index = project.build().body("code/code/index")
    assert "signals.py 3 definitions sent, asked " in index
    assert "limits.go Go 1 definition Most " in index


def test_default_is_no_name_of_a_file(make_project: Make) -> None:
    files = {
        "src/a.js": "export default (limit) => {\n  return limit + 1;\n};\n",
        "src/b.js": "import a from './a.js';\n\nexport default a(1);\n"
        "function help() {\n  return a(2);\n}\n",
        "src/c.js": "/** Adds. */\nexport default function (x) {\n  return x + 1;\n}\n",
    }
    body = make_project(files).build().body("code/src/index")
    rows = body.partition("Files")[2]
    assert "default" not in rows
    assert "Adds." in rows
    assert "help" in rows


def test_the_largest_folders_stand_first(make_project: Make) -> None:
    files = {
        f"{name}/a.rs": "".join(f"pub fn f{number}() {{}}\n" for number in range(size))
        for name, size in {"assets": 0, "big": 9, "middle": 5, "tests": 12}.items()
    }
    files["src/a.py"] = files["src/b.py"] = "def f(): ...\n"
    listed = make_project(files).build().body("code/index").partition("Folders")[2]
    names = re.findall(r"(\S+)/ \d file", listed.partition("Folder Map")[0])
    assert names == ["big", "middle", "src", "assets", "tests"]


def test_subfolders_are_listed_in_the_index_alone(make_project: Make) -> None:
    names = "one", "two"
    files = {
        f"top/{name}/{name}{n}.py": f"{name} = 1\n" for name in names for n in "ab"
    }
    built = make_project(files).build()
    assert "2 files, 2 definitions" in built.body("code/top/index")
    assert "2 files, 2 definitions" not in built.body("code/top/doc")
    # What all paths begin with is on each, and a filter would find it everywhere.
    listed = built.body("code/top/sub").partition("keywords.")[2]
    assert "one/onea.py" in listed
    assert "top/one/" not in listed


def test_one_file_is_spoken_of_as_one(make_project: Make) -> None:
    main = 'def f(): ...\n\n\nif __name__ == "__main__":\n    f()\n'
    project = make_project({"one.py": main})
    one = project.build()
    assert "1 file in 1 folder defines 1 function." in one.body("code/index")
    assert "Folder: ." not in one.body("code/one.py_kw")
    project.write({"in/one.py": main})
    told = "1 file: Python. It defines 1 function."
    assert told in project.build().body("code/in/doc")


def test_kinds_have_one_order(make_project: Make) -> None:
    files = {
        "in/a.ts": "export interface A { b: string }\n",
        "in/c.py": "class C:\n    d = 1\n",
        "b.md": "B.\n",
    }
    built = make_project(files).build()
    kinds = "1 class, 1 interface, 1 field, 1 attribute."
    assert f"3 files in 2 folders define {kinds}" in built.body("code/index")
    assert f"They define {kinds}" in built.body("code/in/doc")


def test_the_start_page_names_the_most_usual_kinds(make_project: Make) -> None:
    files = {
        "a.ts": "export interface A { b: string; c: string }\nexport enum E { x, y }\n"
        "export type T = string; export namespace N { export const z = 1 }\n",
        "b.py": "class C:\n    d = e = 1\n    def f(self): ...\n    def g(self): ...\n",
        "c.c": "#define M 1\n#define K 2\nunion U { int i; };\nint f(void) { }\n",
    }
    built = make_project(files).build()
    page = built.body("code/index")
    assert (
        "define 1 namespace, 1 class, 1 union, 2 methods, 2 macros, 3 fields,"
        " 2 attributes, 3 constants, 4 other definitions." in page
    )


def test_a_single_type_more_is_named(make_project: Make) -> None:
    suffixes = "md rst txt toml yaml json css html xml ini bat tex sh"
    files = {f"f.{suffix}": "x\n" for suffix in suffixes.split()}
    page = make_project(files).build().body("code/index")
    assert "XML: 1 file" in page
    assert "Other types" not in page


def test_the_start_page_leaves_the_lists_of_its_only_folder_to_that(
    make_project: Make,
) -> None:
    files = {"src/pkg/a.py": "A = 1\n", "src/pkg/sub/b.py": "B = 1\n"}
    built = make_project(files).build()
    built.check_links()
    start, index = built.text("code/index"), built.text("code/src/pkg/index")
    assert 'href="src/pkg/index.html' in start
    assert not re.search(r'<section id="(folders|subfolders|files)">', start)
    assert '<section id="subfolders">' in index
    assert '<section id="files">' in index


@pytest.mark.parametrize(
    "names", [("README.md", "README-vim.md"), ("README.md", "README.de.md", "README")]
)
def test_the_readme_is_the_one_for_everybody(
    make_project: Make, names: tuple[str, ...]
) -> None:
    files = {name: f"# {name}\n\nThis is {name}.\n" for name in names}
    built = make_project({**files, "a.py": "A = 1\n"}).build()
    body = built.body("code/index")
    assert "This is README.md." in body.split("Keywords A to Z")[0]
    assert "From README.md." in body.replace(".github/", "")


def test_a_type_that_all_files_have_stands_in_no_row(make_project: Make) -> None:
    files = {"a/one.go": "package a\n", "a/two.go": "package a\n"}
    files |= {"b/one.go": "package b\n", "b/c.toml": "[a]\nb = 1\n"}
    built = make_project(files).build()
    assert ">Go<" not in built.text("code/a/index")
    assert built.text("code/b/index").count(">Go<") == 1


def test_no_row_says_the_name_of_its_file_again(make_project: Make) -> None:
    built = make_project(
        {
            "a/use_mobile.ts": "export function useMobile() {\n  return 1;\n}\n",
            "a/other.ts": "export function useOther() {\n  return 1;\n}\n",
        }
    ).build()
    text = built.body("code/a/index")
    assert "useMobile" not in text
    assert "useOther" in text


def test_a_folder_names_no_part_of_a_name(make_project: Make) -> None:
    lines = "  int a;\n" * 9
    text = f"template <>\nstruct A<int, B, 1> {{\n{lines}}};\nstruct C {{\n{lines}}};\n"
    files = {"src/a.cpp": text, "src/b.cpp": "int d;\n", "lib/c.cpp": "int e;\n"}
    body = make_project(files).build().body("code/index")
    assert "src/ 2 files, 5 definitions C lib/" in body


def test_a_folder_is_named_by_nothing_without_a_letter(make_project: Make) -> None:
    use = 'import { _ } from "../src/text";\n\n_("a");\n'
    files = {
        "src/text.ts": "export function _(it) {}\nexport function format() {}\n",
        "src/more.ts": "export function more() {}\n",
        "lib/a.ts": use,
        "lib/b.ts": use,
    }
    body = make_project(files).build().body("code/index")
    assert "src/ 2 files, 3 definitions more, format" in body


def test_a_folder_is_what_its_only_file_says(
    make_project: Make, tmp_path: Path
) -> None:
    files = {
        "a.py": "x = 1\n",
        "lib/log.js": "/**\n * @file Defines all of it.\n */\nexports.run = 1;\n",
        "lib/log/a.js": "exports.a = 1;\n",
        "lib/log/b.js": "exports.b = 1;\n",
    }
    project = make_project(files)
    assert "lib/ 3 files, 3 definitions Defines all of it." in project.build().body(
        "code/index"
    )
    project.write({"lib/log.js": "/** @file Some of it. */\nexports.run = 1;\n"})
    built = project.build()
    assert "lib/ 3 files, 3 definitions Some of it." in built.body("code/index")
    clean = project.build(outdir=tmp_path / "clean", fresh=True)
    assert_same(built.outdir, clean.outdir)


def test_the_readme_of_a_repository_may_be_in_a_folder(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    name = ".github/README.md"
    files = {name: "# A\n\nA sells.\n\nMuch.\n", "a.py": "A = 1\n", "b/c.py": "D = 1\n"}
    body = make_project(files).build().body("code/index")
    assert "A sells." in body.split("Keywords A to Z")[0]
    assert "From README.md." in body.replace(".github/", "")
    edits = "# A\n\nA sells.\n\nAll.\n", "# A\n\nA buys.\n", None
    own = {"README.md": "# A\n\nIt is here.\n"}
    follow_edits(files, *({name: text} for text in edits), {name: files[name]}, own)


@pytest.mark.parametrize("builder", ["dirhtml", "singlehtml", "markdown"])
def test_rows_are_led_to_everywhere(project: Project, builder: str) -> None:
    built = project.build(builder, kwindex_books=True)
    assert built.warnings == ""
    if builder == "markdown":
        assert '<a id="row-logo.png"></a>' in built.text("code/src/pkg/index.md")
    elif builder == "singlehtml":
        page = built.text("index")
        links = set(re.findall(r'href="#([^"]*row-[^"]*)"', page))
        assert links
        assert links <= set(re.findall(r'id="([^"]*)"', page))
    else:
        built.check_links()


def test_a_file_that_gets_content_gets_a_page_and_loses_it(
    make_project: Make, tmp_path: Path
) -> None:
    project = make_project(TREE, {"index.rst": MANUAL})
    project.build()
    project.touch()
    project.write(
        {"src/pkg/empty.py": "FILLED = 1\n", "src/pkg/logo.png": b"\x89PNG\0"}
    )
    built = project.build()
    assert {"src/pkg/empty.py_docs", "src/pkg/empty.py_kw"} <= generated(built)
    assert "5 bytes image" in built.body("code/src/pkg/index")
    assert_same(
        built.outdir, project.build(outdir=tmp_path / "clean", fresh=True).outdir
    )
    project.write({"src/pkg/empty.py": ""})
    project.touch()
    built = project.build()
    assert generated(built) == PAGES
    assert not built.path("code/src/pkg/empty.py_docs").exists()


def test_a_file_of_one_character_is_not_empty(make_project: Make) -> None:
    tree = {
        "VERSION": "7\n",
        "broken.json": "{",
        "blank.py": "\n\n\n",
        "blank.toml": "\r\n \r\n",
        "py.typed": "\n",
    }
    built = make_project(tree).build()
    assert generated(built) >= {"VERSION_docs", "broken.json_docs"}
    body = built.body("code/index")
    for name in ("blank.py", "blank.toml TOML", "py.typed Text"):
        assert f"{name} empty" in body
        assert f"{name.partition(' ')[0]}_docs" not in generated(built)
    assert body.count("empty") == 3


def test_code_on_the_line_of_its_docstring_is_more_than_its_row(
    make_project: Make,
) -> None:
    tree = {
        "errors.py": 'class Wrong(Exception): """Is raised."""\n',
        "says.py": '"""Says it."""\n',
    }
    built = make_project(tree).build()
    assert {name for name in generated(built) if ".py" in name} == {
        "errors.py_docs",
        "errors.py_kw",
    }


def test_a_user_chooses_which_files_have_pages(make_project: Make) -> None:
    chosen = ["code", "!prose", "poetry.lock", "!tests/", "src/pkg/_vendor/"]
    built = make_project(TREE, kwindex_pages=chosen).build()
    assert generated(built) == PAGES - {
        "README.md_docs",
        ".github/ci.yml_docs",
        "tests/index",
        "tests/sub",
        "tests/test_core.py_docs",
        "tests/test_core.py_kw",
    } | {
        ".github/index",
        "tests/index",
        "tests/sub",
        "poetry.lock_docs",
        "src/pkg/_vendor/index",
        "src/pkg/_vendor/sub",
        "src/pkg/_vendor/lib.py_docs",
        "src/pkg/_vendor/lib.py_kw",
    }
    assert "[[package]]" in built.body("code/poetry.lock_docs")


def test_a_change_of_what_has_pages_is_like_a_clean_build(
    make_project: Make, tmp_path: Path
) -> None:
    project = make_project(TREE)
    project.build()
    project.configure(kwindex_pages=["code", "data"])
    built = project.build()
    assert "poetry.lock_docs" in generated(built)
    assert_same(
        built.outdir, project.build(outdir=tmp_path / "clean", fresh=True).outdir
    )


def test_what_is_no_pattern_is_an_error(make_project: Make) -> None:
    with pytest.raises(Exception, match="kwindex_pages"):
        make_project(TREE, kwindex_pages=["!"]).build()


@pytest.mark.parametrize(
    ("entry", "near"),
    [("cod", "code"), ("!Prose", "prose"), ("src", ""), ("cod/", ""), ("xyz", "")],
)
def test_what_is_nearly_a_class_is_a_pattern_with_a_warning(
    make_project: Make, entry: str, near: str
) -> None:
    built = make_project(TREE, kwindex_pages=["code", entry]).build(strict=False)
    said = f"kwindex_pages: {entry!r} matches no file; did you mean {near!r}?"
    assert (said in built.warnings) == bool(near)
    assert ("did you mean" in built.warnings) == bool(near)


def test_attributes_that_change_are_noticed(make_project: Make, tmp_path: Path) -> None:
    project = make_project(TREE)
    project.build()
    project.write({".gitattributes": "core.py linguist-generated\n"})
    built = project.build()
    assert "src/pkg/core.py_docs" not in generated(built)
    assert "core.py 47 bytes generated file" in built.body("code/src/pkg/index")
    assert_same(
        built.outdir, project.build(outdir=tmp_path / "clean", fresh=True).outdir
    )


@pytest.mark.usefixtures("own_garbage")
def test_too_many_files_of_data_are_counted(make_project: Make) -> None:
    tree = {f"a/{number}.png": b"\0" for number in range(1001)} | {"a/a.py": "A = 1\n"}
    built = make_project(tree).build()
    assert "1,001 files in this folder 1.0 kB 1,001 image files" in built.body(
        "code/a/index"
    )
    assert inventory(built.outdir)["kw:file"]["a/7.png"] == "code/a/index.html#row-."
    built.check_links()


def test_what_cannot_be_read_is_warned_of_though_it_has_no_page(
    make_project: Make,
) -> None:
    tree = {"a/big.py": "A = 1\n" * 100, "a/small.py": "A = 1\n"}
    manual = {"index.rst": "Manual\n======\n\n.. kwfile:: a/big.py\n"}
    project = make_project(tree, manual, kwindex_max_size=100)
    built = project.build()
    (warning,) = built.warnings.splitlines()
    told = "more than the limit of 100; the file is listed without its text"
    assert f"a/big.py: it has 600 bytes, {told}" in warning
    assert "[kwindex.limit]" in warning
    assert "600 bytes, more than the limit of 100" in built.body("code/a/index")
    assert project.build().warnings == ""


# What Sphinx makes pages of


DOCS = {
    "index.rst": "Manual\n======\n\n.. toctree::\n\n   usage\n",
    "usage.md": "# Usage\n\nSee `core.py`.\n",
    "_old.rst": "Old\n===\n",
}


def test_a_document_of_the_project_is_led_to(make_project: Make) -> None:
    conf = {"kwindex_exclude": [], "exclude_patterns": ["_*"]}
    extensions = ["myst_parser", "sphinxcontrib_kwindex"]
    project = make_project(TREE, DOCS, extensions=extensions, **conf)
    built = project.build()
    assert built.warnings == ""
    pages = generated(built)
    assert "docs/usage.md_docs" not in pages
    assert {"docs/_old.rst_docs", "docs/conf.py_docs"} <= pages
    page = built.text("code/docs/index")
    row = page.partition('<li id="row-usage.md"')[2].partition("</a>")[0]
    assert 'href="../../usage.html"' in row
    built.check_links()
    assert project.build().read == set()


def test_what_autosummary_writes_is_led_to(make_project: Make) -> None:
    index = "Manual\n======\n\n.. autosummary::\n   :toctree: api\n\n   json\n"
    project = make_project(
        {"a.py": "A = 1\n"},
        {"index.rst": index},
        extensions=["sphinxcontrib_kwindex", "sphinx.ext.autosummary"],
        kwindex_exclude=[],
    )
    first = project.build()
    assert "docs/api/json.rst_docs" not in generated(first)
    assert 'href="../../../api/json.html"' in first.text("code/docs/api/index")
    second = project.build()
    assert second.read == set()
    assert second.warnings == ""


def test_catalogues_that_sphinx_compiles_are_no_news(make_project: Make) -> None:
    project = make_project(
        {
            "a.py": "A = 1\n",
            "docs/locale/de/LC_MESSAGES/index.po": 'msgid ""\nmsgstr ""\n',
        },
        kwindex_exclude=[],
        locale_dirs=["locale"],
        language="de",
    )
    project.build()
    assert (project.docs / "locale/de/LC_MESSAGES/index.mo").exists()
    assert project.build().read == set()


@pytest.mark.parametrize("folders", ["['gallery']", "'gallery'", "Path('gallery')"])
def test_a_gallery_is_not_read(make_project: Make, folders: str) -> None:
    project = make_project(
        {"docs/gallery/plot.py": "A = 1\n", "docs/own.py": "A = 1\n"},
        {"conf_gallery.py": ""},
        kwindex_exclude=[],
    )
    project.write(
        {
            "docs/conf.py": (project.docs / "conf.py").read_text()
            + (
                "from pathlib import Path\n"
                f"sphinx_gallery_conf = {{'gallery_dirs': {folders}}}\n"
                "def setup(app):\n"
                "    app.add_config_value('sphinx_gallery_conf', {}, '')\n"
            )
        }
    )
    pages = generated(project.build())
    assert "docs/own.py_docs" in pages
    assert not any(page.startswith("docs/gallery") for page in pages)


@pytest.mark.parametrize(
    ("size", "written"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (5_000_000_000, "5.0 GB"),
    ],
)
def test_sizes_are_written_for_readers(size: int, written: str) -> None:
    assert file_size(size) == written


@pytest.mark.parametrize("root", ["one", "img"])
def test_rows_of_folders_above_all_others(make_project: Make, root: str) -> None:
    manual = "\n\n".join(f":kw:folder:`{name}`" for name in ("two", "two/three"))
    project = make_project(
        {
            "one/two/three/four/deep.py": "DEEP = 1\n",
            "one/two/three/four/a.png": b"\x89PNG\0",
            "img/two/three/a.png": b"\x89PNG\0",
        },
        {"index.rst": f"Manual\n======\n\n{manual}\n"},
    )
    project.configure(kwindex_root=f"../{root}")
    built = project.build()
    assert built.warnings == ""
    built.check_links()
    found = inventory(built.outdir)["kw:folder"]
    assert found.keys() >= {"two", "two/three"}
    # Where nothing has a name, nobody is sent to the list of them.
    names = "where each name is defined"
    assert (names in built.body("code/index")) is (root == "one")
    # In one page of all, what is listed twice has two ids.
    book = project.build("singlehtml", kwindex_books=True).text("index")
    ids = re.findall(r"\bid=\"([^\"]*)\"", book)
    assert len(ids) == len(set(ids))


def test_what_describes_a_folder(make_project: Make) -> None:
    files = {
        "README.md": "# Axios\n\nUsing npm:\n\n```\nnpm i\n```\n",
        "package.json": '{\n  "description": "Asks servers."\n}\n',
        "lib/README.md": "# Lib\n\nHelpers.\n",
        "lib/package.json": '{\n  "description": "Helpers of all."\n}\n',
        "lib/a.py": "def ask(): ...\n",
        "lib/b.py": "def tell(): ...\n",
    }
    build = make_project(files).build()
    assert "Asks servers." in build.text("code/index")
    # What was written for it, before what may be news or sponsors.
    assert "Helpers of all." in build.text("code/index")
    assert "<p>Helpers.</p>" in build.text("code/lib/index")
    assert "Helpers" not in build.text("code/lib/doc")


def test_packages_describe_the_folders_that_they_are(make_project: Make) -> None:
    files = {
        "go.mod": "module example.org/a\n",
        "run/doc.go": "// Part of run.\npackage run\n",
        "run/run.go": "// Package run runs.\n//\n// It stops.\npackage run\n",
        "run/run_test.go": "// Package run tests.\npackage run\nfunc TestA() {}\n",
        "tell/tell.go": "// Tells.\npackage tell\nvar A = 1\n",
        "tell/tell_test.go": "package tell\nfunc TestA(t *testing.T) {}\n" + "//\n" * 9,
        "web/a/package-info.java": "/** Serves. */\npackage web.a;\n",
        "web/a/A.java": "package web.a;\nclass A {}\n",
        "box/src/lib.rs": "//! Packs.\npub fn pack() {}\n",
        "box/src/more.rs": "//! Package of more.\npub fn more() {}\n",
    }
    build = make_project(files).build()
    start = build.body("code/index")
    for told in ("Package run runs.", "Serves.", "Packs."):
        assert told in start, told
    # Tests are not what the folder is about.
    assert "TestA" not in start
    assert "It stops. From" in build.body("code/run/doc")


def test_what_describes_a_folder_is_not_what_checks_its_scripts(
    make_project: Make,
) -> None:
    files = {
        "package.json": '{\n  "description": "Checks the scripts."\n}\n',
        "pyproject.toml": '[project]\ndescription = "Sells things."\n',
        "a.py": "def ask(): ...\n",
    }
    start = make_project(files).build().text("code/index")
    assert "<p>Sells things.</p>" in start


def test_a_document_without_a_sentence_shows_its_title(make_project: Make) -> None:
    files = {
        "a.py": "def ask(): ...\n",
        "notes/faq.rst": "Frequently Asked Questions\n==========================\n",
        "notes/how_to-ask.md": "# How to ask?\n",
        "notes/news.md": "## 0.34.1 (August 13, 2026)\n\nChanges:\n\n* Asks less.\n",
        "notes/settings.yml": "colour: red\nsize: 3\n",
        "notes/told.md": "# What was told\n\nIt says what was told to whom.\n",
    }
    project = make_project(files)
    body = project.build().body("code/notes/index")
    assert "settings.yml YAML" in body
    assert "colour" not in body
    assert "faq.rst reStructuredText Frequently Asked Questions" in body
    assert "How to ask" not in body
    assert "2026" not in body
    assert "told.md Markdown It says what was told to whom." in body
    project.write({"notes/faq.rst": "Questions\n=========\n"})
    again = project.build()
    assert "faq.rst reStructuredText Questions" in again.body("code/notes/index")
    assert_same(again.outdir, project.copy(project.base / "fresh").build().outdir)


def test_a_folder_of_which_nothing_is_said_shows_its_most_used_and_largest_parts(
    make_project: Make,
) -> None:
    run = "    def run(self):\n        return 1\n"
    small = f"class Small:\n{run}"
    files = {
        "top/lib/small.py": small,
        "top/lib/large.py": f"class Large:\n{run}{run}\n\ndef main(): ...\n",
        "top/lib/main.py": "def main(): ...\n",
        "top/app.py": '"""It runs."""\n',
    }
    project = make_project(files)
    assert "6 definitions Large, Small " in project.build().body("code/top/index")
    project.write({"top/lib/small.py": small.replace("Small", "Little")})
    again = project.build()
    assert "6 definitions Large, Little " in again.body("code/top/index")
    assert_same(again.outdir, project.copy(project.base / "fresh").build().outdir)
    asks = "from top.lib import small\nsmall.Little()\n"
    project.write({"a.py": asks, "b.py": "from top.lib.small import Little\n"})
    assert "6 definitions Little, Large " in project.build().body("code/top/index")
    project.write({"a.py": "import top.lib.small\n"})
    again = project.build()
    assert "6 definitions Large, Little " in again.body("code/top/index")
    project.write({"a.py": asks})
    again = project.build()
    assert "6 definitions Little, Large " in again.body("code/top/index")
    assert_same(again.outdir, project.copy(project.base / "third").build().outdir)
    project.write({"top/lib/one.md": "# A\n", "top/lib/two.md": "# B\n"})
    project.write({"top/lib/three.md": "# C\n", "top/lib/four.md": "# D\n"})
    assert "Large" not in project.build().body("code/top/index")
    project.write({"top/lib/README.md": "# Lib\n\nWhat it is.\n"})
    assert "6 definitions What it is. " in project.build().body("code/top/index")


def test_what_a_folder_has_is_neither_its_tests_nor_their_namespaces(
    make_project: Make,
) -> None:
    test = "func TestAll(t *testing.T) {\n\n\tif Open() != 1 {\n\t\tt.Fail()\n\t}\n}\n"
    box = "namespace a::b {\nclass Box {\n  int get();\n};\nclass Lid {};\n}\n"
    files = {
        "go/lib/lib.go": "package lib\n\nfunc Open() int { return 1 }\n",
        "go/lib/lib_test.go": f'package lib\n\nimport "testing"\n\n{test}',
        "go/told/a.go": "package told\n\n// Shut shuts it.\nfunc Shut() {\n\tf()\n}\n",
        "cc/lib/boxes.h": box,
        "cc/lib/use.cc": '#include "boxes.h"\na::b::Box one;\n',
        "cc/use.cc": '#include "lib/boxes.h"\na::b::Box one;\n',
        "cc/other.cc": '#include "lib/boxes.h"\na::b::Box two;\n',
    }
    files |= {
        "js/lib/ask.js": "export const wait = 1;\nexport default (a) => a;\n",
        "js/a.js": "import ask, { wait } from './lib/ask';\nask(wait);\n",
        "js/b.js": "import ask, { wait } from './lib/ask';\nask(wait);\n",
    }
    built = make_project(files).build()
    assert "lib/ 1 file, 2 definitions wait " in built.body("code/js/index")
    assert "lib/ 2 files, 2 definitions Open " in built.body("code/go/index")
    assert "told/ 1 file, 1 definition Shut shuts it." in built.body("code/go/index")
    index = built.body("code/cc/index")
    assert re.search(r"lib/ 2 files, \d definitions Box ", index)
    assert "boxes.h 4 definitions Box " in built.body("code/cc/lib/index")
