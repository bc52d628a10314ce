"""Go: what pages show of its files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.store.use_queries import uses_by

Make = Callable[..., Project]

FILES = {
    "go.mod": "module example.org/tool/v2\n\ngo 1.22\n",
    "tool.go": (
        "// Package tool runs.\n"
        "package tool\n"
        'import "fmt"\n'
        "// Command is run.\n"
        "type Command struct {\n"
        "\tbase\n"
        "\tUse string\n"
        "}\n"
        "type base struct { depth int }\n"
        "func (b *base) Sink() {}\n"
        "const (\n"
        "\tFirst = iota\n"
        "\tSecond\n"
        ")\n"
        "func (c *Command) Execute() error {\n"
        "\tfmt.Println(c.Use, First)\n"
        "\tc.Sink()\n"
        "\treturn Execute()\n"
        "}\n"
        "func Execute() error { return helper(Second) }\n"
    ),
    "generic.go": (
        "package tool\n"
        "type Stepper interface { Step() }\n"
        "type Runner interface { Stepper }\n"
        "type Box[First any] struct { item First }\n"
        "func (b Box[First]) Item(r Runner) First { r.Step(); return b.item }\n"
    ),
    "helper.go": "package tool\nfunc helper(Use int) error { return nil }\n",
    "tool_test.go": (
        'package tool\nimport "testing"\nfunc TestRun(t *testing.T) { helper(1) }\n'
    ),
    "fmt/fmt.go": "package fmt\nfunc Println() {}\n",
    "cmd/main.go": (
        "package main\n"
        'import tools "example.org/tool/v2"\n'
        'import "example.org/tool/v2/fmt"\n'
        "func main() {\n"
        '\tc := &tools.Command{Use: "x"}\n'
        "\tc.Execute()\n"
        "\tfmt.Println()\n"
        "}\n"
    ),
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_the_name_of_a_package_is_none_of_what_is_in_it(tmp_path: Path) -> None:
    files = {
        "go.mod": "module x\n",
        "app.go": "package main\n\nfunc main() { run() }\n",
        "run.go": "package main\n\nfunc run() {}\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = {row.qualname for row in uses_by(code.store, ["app.go", "run.go"])}
    assert used == {"run"}


def test_definitions(built: Build) -> None:
    page = built.text("code/tool.go_docs")
    for anchor in ["Command", "Command.Use", "base.depth", "First", "Command.Execute"]:
        assert f'id="def-{anchor}"' in page, anchor
    assert "Command is run." in built.body("code/tool.go_kw")
    assert "struct" in built.body("code/tool.go_docs")


def test_files_of_a_package_see_each_other(built: Build) -> None:
    code = built.listing("tool.go")
    assert 'href="helper.go_docs.html#src-helper">helper' in code
    assert 'href="helper.go_docs.html#src-helper">helper' in built.listing(
        "tool_test.go"
    )
    # The function, not the method that it stands in; members by declared types.
    for name in ("Execute", "Command.Use", "base.Sink", "First", "Second"):
        assert f'href="#src-{name}"' in code, name
    generic = built.listing("generic.go")
    for name in ("Stepper.Step", "Box.item"):
        assert f'href="#src-{name}"' in generic, name
    # The parameter of the type, not the constant.
    assert "tool.go_docs" not in generic
    # Of the standard library, not the folder of that name.
    assert "fmt_docs" not in code
    assert "by name only" not in code


def test_packages_are_found_by_their_module(built: Build) -> None:
    code = built.listing("cmd/main.go")
    for target in ("tool.go_docs.html#src-Command", "fmt/fmt.go_docs.html#src-Println"):
        assert f'href="../{target}"' in code, target
    for name in ("Use", "Execute"):
        assert f'href="../tool.go_docs.html#src-Command.{name}">{name}' in code
    assert "by name only" not in code


def test_the_file_with_its_name_stands_for_the_package_of_the_tree(
    built: Build,
) -> None:
    assert "Package imported by (1 file) cmd/main.go" in built.body("code/tool.go_docs")
    assert "mported by (" not in built.body("code/generic.go_docs")


def test_tests_in_a_package_of_their_own_see_only_each_other(
    make_project: Make,
) -> None:
    project = make_project(
        {
            "go.mod": "module example.org/a\n",
            "a.go": "package a\n\nvar limit = 1\n",
            "a_test.go": "package a\n\nvar half = limit\n",
            "b_test.go": "package a_test\n\nvar limit = 2\n",
            "c_test.go": "package a_test\n\nvar twice = limit\n",
        }
    )
    build = project.build()
    inner = build.listing("a_test.go")
    assert 'href="a.go_docs.html#src-limit"' in inner
    assert "b_test.go" not in inner
    outer = build.listing("c_test.go")
    assert 'href="b_test.go_docs.html#src-limit"' in outer
    assert "a.go_docs" not in outer
    assert "Package: a_test" in build.body("code/c_test.go_docs")


def test_go_runs_tests_by_their_names() -> None:
    text = (
        "package a\nfunc TestMain(m *testing.M) {}\nfunc TestA(t *testing.T) {}\n"
        "func Testify(t *testing.T) {}\nfunc Test_b(t *testing.T) {}\n"
        "func Example() {}\nfunc Examples() {}\n"
    )
    rows = analyse("a_test.go", text.encode()).definitions
    assert [row.name for row in rows if "test" in row.modifiers] == [
        *("TestA", "Test_b", "Example"),
    ]


def test_the_comment_above_a_package_documents_it() -> None:
    licence = "// Copyright 2020 A. All rights reserved.\n"
    text = "//go:build linux\n\n// Package a runs.\n//\n// It has [Run].\npackage a\n"
    facts = analyse("a.go", f"{licence}\n{text}".encode())
    assert (facts.docstring, facts.docstring_line) == (
        "Package a runs.\n\nIt has [Run].",
        5,
    )
    assert facts.summary == "Package a runs."
    assert not analyse("a.go", f"{licence}package a\n".encode()).docstring
    assert not analyse("a.go", b"// Part one.\n\npackage a\n").docstring
    info = "/* Licence */\n/**\n * What runs.\n */\n@NonNull\npackage a.b;\n"
    assert analyse("package-info.java", info.encode()).docstring == "What runs."
    assert not analyse("A.java", f"{info}class A {{}}\n".encode()).docstring


def test_packages_of_the_standard_library_have_no_module_in_their_paths(
    tmp_path: Path,
) -> None:
    files = {
        "src/go.mod": "module std\n",
        "src/io/fs/fs.go": "package fs\nfunc Open() {}\n",
        "src/os/os.go": 'package os\nimport "io/fs"\nfunc f() { fs.Open() }\n',
        "src/os/os_test.go": 'package os_test\nimport ("os"; "no/such")\n',
    }
    code = surveyed(tmp_path, files)
    assert [row.target for row in code.links("src/os/os.go")] == ["src/io/fs"]
    of_test = code.links("src/os/os_test.go")
    assert [row.category for row in of_test] == ["folder", "standard library"]
    assert [use.qualname for use in code.incoming_uses("src/io/fs/fs.go")] == ["Open"]


@pytest.mark.parametrize(
    "changed",
    [
        {"helper.go": FILES["helper.go"].replace("package tool", "package other")},
        {"go.mod": "module example.org/other\n"},
        {"helper.go": FILES["helper.go"].replace("helper", "helps")},
        {"tool.go": FILES["tool.go"].replace("\tbase\n", "")},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_an_edit_ends_as_a_clean_build(
    follow_edits: Callable[..., None], changed: dict[str, str]
) -> None:
    follow_edits(FILES, changed)


def test_a_module_of_go_is_not_written_in_modula() -> None:
    facts = analyse("go.mod", b"module example.com/a\n\ngo 1.21\n")
    assert facts.type == "Go module"
    assert analyse("a.mod", b"MODULE a;\nEND a.\n").type == "Modula-2"


def test_fields_of_structs_without_a_name_are_of_what_has_them(
    make_project: Make,
) -> None:
    built = make_project(
        {
            "a.go": "package a\n\nvar cases = []struct {\n\tname string\n}{\n"
            '\t{name: "a"},\n}\n\nvar conf = struct{ size int }{size: 1}\n\n'
            "type T struct {\n\tinner struct{ deep int }\n}\n\n"
            "func Get() int { return conf.size }\n",
            "b.go": "package a\n\nfunc Run() {\n"
            '\tuse(pair{name: "b"}, []struct{ name string }{{name: "c"}})\n}\n',
        }
    ).build()
    assert built.warnings == ""
    code = built.text("code/a.go_docs")
    for name in ("cases.name", "conf.size", "T.inner.deep"):
        assert f'id="def-{name}"' in code, name
    assert 'href="#src-conf.size">size' in code
    for line in built.text("code/b.go_docs").splitlines():
        assert "a.go_docs.html#src-cases.name" not in line or "by name only" in line


def test_what_most_of_a_file_is(make_project: Make) -> None:
    """Methods count with their type, which they do not stand in."""
    methods = "".join(f"func (e *Entry) Log{n}() {{\n\te.at++\n}}\n" for n in range(4))
    files = {
        "a/entry.go": "package a\n// Entry is one event.\ntype Entry struct {\n"
        f"\tat int\n}}\n{methods}",
        "a/other.go": "package a\n",
    }
    built = make_project(files).build()
    purpose = built.body("code/a/entry.go_docs").partition("File Purpose")[2]
    assert "Struct: Entry · 88% of the lines · “Entry is one event.”" in purpose
    assert "6 definitions Entry is one event." in built.body("code/a/index")


def test_packages_are_called_without_what_says_that_they_are_of_go(
    tmp_path: Path,
) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "go.mod": "module example.org/go-box\n",
            "box.go": "package box\n\nfunc Open() {}\n",
            "store-go/go.mod": "module example.org/store-go/v7\n",
            "store-go/store.go": "package store\n\nfunc Open() {}\n",
            "yaml/go.mod": "module example.org/yaml.v3\n",
            "yaml/yaml.go": "package yaml\n\nfunc Open() {}\n",
            "two-words/two.go": "package twowords\n\nfunc Open() {}\n",
            "cmd/main.go": """
                package main
                import (
                    "example.org/go-box"
                    "example.org/store-go/v7"
                    "example.org/yaml.v3"
                    "example.org/go-box/two-words"
                )
                func main() { box.Open(); store.Open(); yaml.Open(); twowords.Open() }
            """,
        },
    )
    for path in ("box.go", "store-go/store.go", "yaml/yaml.go", "two-words/two.go"):
        uses = [use for use in code.incoming_uses(path) if use.qualname == "Open"]
        assert [(use.around, use.by_name) for use in uses] == [("main", False)], path


def test_what_values_say_of_variables_decides_their_members(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "go.mod": "module example.org/tool\n",
            "view.go": """
                package tool
                type View struct { name string }
                type Page struct { name string }
                func (v *View) Draw() {}
                func (p *Page) Draw() {}
                type Views []*View
                func (v Views) Draw() { v[0].Draw(); v.first().Draw() }
                func (v Views) first() *View { return v[0] }
                func drawn(v Views) { v.Draw() }
                type Screen struct { view *View }
                func (s *Screen) views() []*View { return nil }
            """,
            "use.go": """
                package tool
                func table() {
                    cases := []struct{ name string }{{name: "a"}}
                    for _, one := range cases { use(one.name) }
                }
                func held(s *Screen, all map[string][]*Page) {
                    for _, one := range s.views() { one.Draw() }
                    for _, some := range all {
                        for at, one := range some { one.Draw(); use(at.name) }
                    }
                    all["a"][0].Draw()
                }
                func taken(s *Screen) { view := s.view; view.Draw() }
                func chosen(x any) {
                    switch x := x.(type) {
                    case *Page:
                        x.Draw()
                    case *View, error:
                        use(x)
                    }
                }
            """,
        },
    )
    uses = {
        (use.around, use.qualname, use.by_name)
        for use in code.incoming_uses("view.go")
        if "." in use.qualname and not (use.around == "held" and use.by_name)
    }
    assert uses == {
        ("Views.Draw", "View.Draw", False),
        ("Views.Draw", "Views.first", False),
        ("drawn", "Views.Draw", False),
        ("held", "Screen.views", False),
        ("held", "View.Draw", False),
        ("held", "Page.Draw", False),
        ("taken", "Screen.view", False),
        ("taken", "View.Draw", False),
        ("chosen", "Page.Draw", False),
    }


def test_what_stands_behind_a_star_decides_the_member(tmp_path: Path) -> None:
    view = "package {0}\n\ntype View struct {{ name string }}\n"
    view += "func (v *View) Draw() {{}}\n"
    files = {
        "go.mod": "module example.org/tool\n",
        "far/view.go": view.format("far"),
        "view.go": view.format("tool"),
        "page.go": view.format("tool").replace("View", "Page"),
        "use.go": (
            "package tool\n\n"
            'import "example.org/tool/far"\n\n'
            'var table = map[string]any{"here": (*View).Draw}\n\n'
            "func other() { use((*far.View).Draw) }\n\n"
            "func named(page *Page) { use((*page).name) }\n\n"
            "func shadowed(View *Page) { use((*View).name) }\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {
        (use.around, path, use.qualname)
        for path in ("view.go", "far/view.go", "page.go")
        for use in code.incoming_uses(path)
        if "." in use.qualname and not use.by_name
    }
    assert uses == {
        ("", "view.go", "View.Draw"),
        ("other", "far/view.go", "View.Draw"),
        ("named", "page.go", "Page.name"),
        ("shadowed", "page.go", "Page.name"),
    }


def test_what_is_embedded_in_what_is_embedded_is_reached_by_its_name(
    tmp_path: Path,
) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "go.mod": "module example.org/tool\n",
            "base.go": """
                package tool
                type Dialector interface { Name() string }
                type Config struct { Dialector }
                type DB struct { *Config }
            """,
            "use.go": """
                package tool
                func use(db *DB) { db.Dialector.Name() }
            """,
        },
    )
    uses = {
        use.qualname
        for use in code.incoming_uses("base.go")
        if use.around == "use" and not use.by_name
    }
    assert uses == {"DB", "Dialector", "Dialector.Name"}


def test_what_is_embedded_is_reached_by_the_name_of_its_type(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "go.mod": "module example.org/tool\n",
            "base.go": """
                package tool
                type Base struct { id int }
                func (b *Base) Hello() {}
                type Other struct {}
                func (o *Other) Hello() {}
            """,
            "use.go": """
                package tool
                type User struct { *Base }
                func (u *User) Hello() {}
                func named(u *User) { u.Base.Hello(); u.Base.id = 1 }
                func made() { use(User{Base: nil}) }
                func other(o *Other) { o.Base.Hello() }
            """,
        },
    )
    uses = {
        (use.around, use.qualname)
        for use in code.incoming_uses("base.go")
        if use.around in {"named", "made", "other"} and not use.by_name
    }
    assert uses == {
        *(("named", "Base"), ("named", "Base.Hello"), ("named", "Base.id")),
        *(("made", "Base"), ("other", "Other")),
    }


def test_what_each_system_has_for_itself_is_all_meant(tmp_path: Path) -> None:
    systems = ("darwin", "freebsd", "linux", "windows")
    code = surveyed(
        tmp_path / "tree",
        {
            "go.mod": "module example.com/mine\n",
            "run.go": "package mine\nfunc Run() { open() }\n",
            "run_linux_test.go": "package mine\nfunc testRun() { open(); add() }\n",
            "add_amd64.go": "package mine\nfunc add() {}\n",
            "read_js_file.go": "package mine\nfunc read() { add(); open() }\n",
            **{f"open_{one}.go": "package mine\nfunc open() {}\n" for one in systems},
        },
    )
    users = {
        one: {(use.path, use.by_name) for use in code.incoming_uses(f"open_{one}.go")}
        for one in systems
    }
    of_all = {("run.go", False), ("read_js_file.go", False)}
    assert users.pop("linux") == {*of_all, ("run_linux_test.go", False)}
    assert list(users.values()) == [of_all] * 3
    adding = {use.path for use in code.incoming_uses("add_amd64.go")}
    assert adding == {"run_linux_test.go", "read_js_file.go"}


def _users(tmp_path: Path, files: dict[str, str]) -> dict[str, set[str]]:
    """Return by whom each file of a module is used, by their base names."""
    module = {"go.mod": "module example.com/mine\n"}
    code = surveyed(tmp_path / "tree", {**module, **files})
    return {
        path: {use.path.partition(".")[0] for use in code.incoming_uses(path)}
        for path in files
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("//go:build race", "//go:build !race"),
        (
            "//go:build cgo && (linux || darwin)",
            "//go:build !(cgo && linux) && !darwin",
        ),
        (
            "// Copyright.\n\n// +build cgo,linux darwin\n",
            "// +build !cgo\n// +build !darwin\n",
        ),
        ("//go:build unix", "//go:build windows"),
        ("//go:build ios", "//go:build !darwin"),
        ("//go:build windows", "//go:build wasm && windows || linux"),
        ("//go:build cgo || linux", "//go:build ignore || !linux && !cgo"),
        ("//go:build go1.26", "// A remark.\n//\n//go:build !go1.26\n"),
    ],
)
def test_a_file_means_what_is_built_with_it(
    tmp_path: Path, one: str, other: str
) -> None:
    thing = "package mine\ntype T struct{}\nfunc Open() {}\nfunc (T) Shut() {}\n"
    calls = "package mine\nfunc {}(t T) {{ Open(); t.Shut() }}\n"
    users = _users(
        tmp_path,
        {
            "mine/one.go": f"{one}\n{thing}",
            "mine/other.go": f"{other}\n{thing}",
            "mine/both.go": calls.format("both"),
            "mine/a.go": f"{one}\n{calls.format('a')}",
            "mine/b.go": f"{other}\n{calls.format('b')}",
            "far/c.go": f'{other}\npackage far\nimport "example.com/mine/mine"\n'
            "func c() { mine.Open() }\n",
        },
    )
    assert users["mine/one.go"] == {"mine/both", "mine/a"}
    assert users["mine/other.go"] == {"mine/both", "mine/b", "far/c"}


def test_what_is_run_by_itself_is_built_with_nothing(tmp_path: Path) -> None:
    text = "package main\nfunc main() { use() }\nfunc use() {}\n"
    users = _users(
        tmp_path,
        {
            "main.go": "package main\nfunc main() { use() }\n",
            "use.go": "package main\nfunc use() {}\n",
            "tool.go": f"//go:build ignore\n{text}",
            "more.go": f"// +build ignore\n\n{text}",
        },
    )
    assert users["use.go"] == {"main"}
    assert not users["tool.go"] - {"tool"}
    assert not users["more.go"] - {"more"}


@pytest.mark.parametrize(
    "constraint",
    [
        *("(linux", "linux)", "&& ||", "!", "((((", "()", "a b"),
        " && ".join(f"(a{n} || b{n})" for n in range(20)),
        "!" * 5_000 + "a",
        "(" * 5_000 + "a" + ")" * 5_000,
    ],
)
def test_a_constraint_that_nobody_understands_excludes_nothing(
    tmp_path: Path, constraint: str
) -> None:
    users = _users(
        tmp_path,
        {
            "odd.go": f"//go:build {constraint}\npackage mine\nfunc Open() {{}}\n",
            "use_windows.go": "package mine\nfunc use() { Open() }\n",
        },
    )
    assert users["odd.go"] == {"use_windows"}


def test_packages_are_imported_and_files_are_used(make_project: Make) -> None:
    built = make_project(
        {
            "go.mod": "module example.org/tool\n",
            "box/a.go": "package box\n\nfunc Open() { shut() }\n",
            "box/b.go": "package box\n\nfunc shut() {}\n",
            **{f"box/{n}.go": "package box\n" for n in range(9)},
            "cmd/main.go": 'package main\n\nimport "example.org/tool/box"\n\n'
            "func main() { box.Open() }\n",
            "run.sh": ". ./lib.sh\n",
            "lib.sh": "go() { :; }\n",
        }
    ).build()
    main, shut = (
        built.body(f"code/{name}_docs") for name in ("cmd/main.go", "box/b.go")
    )
    assert "No file imports it" not in main + shut
    assert "Used by (1 file) box/a.go" in shut
    start = built.body("code/index")
    used = start.partition("Most Used Files")[2]
    assert re.search(r"box/a.go [\w, ]*used by 1 file", used)
    assert re.search(r"box/ \d+ lines imported by 1 file", start)


def test_methods_of_an_interface_are_public_by_their_name() -> None:
    text = b"package a\ntype Store interface {\n\tGet() int\n\tread() int\n}\n"
    assert analyse("a.go", text).private_names() == {"Store.read"}


def test_each_of_several_names_has_its_own_value() -> None:
    text = b"package a\nconst A, _, B = 1, 2, 3\nvar c, d = f()\nvar e, g int\n"
    values = {row.name: row.value for row in analyse("a.go", text).definitions}
    assert values == {"A": "1", "B": "3", "c": "f()", "d": "f()", "e": "", "g": ""}


def test_what_has_no_name_defines_nothing() -> None:
    text = b"package a\ntype A struct { _ int; b, _ int }\nvar _ = 1\nfunc _() {}\n"
    assert [row.qualname for row in analyse("a.go", text).definitions] == ["A", "A.b"]


def test_a_parameter_may_have_the_name_of_the_package_of_its_type(
    tmp_path: Path,
) -> None:
    files = {
        "go.mod": "module x.org/m\n",
        "b/b.go": "package b\n\ntype Inner struct{}\n\nfunc (Inner) Deep() {}\n",
        "a/a.go": 'package a\n\nimport "x.org/m/b"\n\n'
        "func use(b b.Inner, c *b.Inner) { b.Deep() }\n",
    }
    code = surveyed(tmp_path / "tree", files)
    uses = [
        (row.qualname, row.count, bool(row.by_name))
        for row in uses_by(code.store, ["a/a.go"])
    ]
    assert sorted(uses) == [("Inner", 2, False), ("Inner.Deep", 1, False)]


def test_keys_of_a_map_of_another_package_are_no_fields(tmp_path: Path) -> None:
    text = """
        package a
        import "example.com/sq"
        const column = "key"
        const Other = 1
        func f() { use(sq.Eq{column: 1, Other: 2}) }
    """
    code = surveyed(tmp_path, {"a.go": text})
    assert {use.qualname for use in code.incoming_uses("a.go")} == {"column"}


def test_a_receiver_is_no_use_of_its_type(tmp_path: Path) -> None:
    files = {
        "go.mod": "module a.org/app\n",
        "app.go": "package app\n\ntype Pool[T any] struct{}\n\ntype Job struct{}\n",
        "more.go": (
            "package app\n\nfunc (p *Pool[T]) Run(job Job) {}\nfunc (j Job) Done() {}\n"
        ),
    }
    code = surveyed(tmp_path / "repo", files)
    uses = code.store.select("SELECT qualname, around FROM use ORDER BY 1")
    assert list(uses) == [("Job", "Pool.Run")]
    assert {row.qualname for row in code.references("more.go") if row} == {
        "Pool",
        "Job",
    }


def test_fields_of_types_without_a_name_and_of_generic_ones(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "go.mod": "module example.org/tool\n",
            "base.go": """
                package tool
                type log struct { size int }
                func (l *log) flush() {}
                type Other struct { size int; done bool; log *log }
                func (o *Other) flush() {}
                func (o *Other) Get() {}
                type Box[T any] struct { size T }
                func (b *Box[T]) Get() {}
                type DB struct {
                    mu struct {
                        log *log
                        state struct { done bool }
                    }
                }
                type Boxed struct { Box[int] }
                var all struct { size int }
            """,
            "use.go": """
                package tool
                func deep(db *DB) { db.mu.log.flush(); db.mu.state.done = all.size > 0 }
                func boxed(b *Boxed) { b.Get(); b.size = 1 }
            """,
        },
    )
    uses = {
        (use.around, use.qualname)
        for use in code.incoming_uses("base.go")
        if use.around in {"deep", "boxed"} and not use.by_name
    }
    assert uses == {
        *(("deep", "DB"), ("deep", "DB.mu"), ("deep", "DB.mu.log")),
        *(("deep", "log.flush"), ("deep", "DB.mu.state"), ("deep", "DB.mu.state.done")),
        *(("deep", "all"), ("deep", "all.size")),
        *(("boxed", "Boxed"), ("boxed", "Box.Get"), ("boxed", "Box.size")),
    }


def test_a_type_of_a_function_hides_that_of_its_package(tmp_path: Path) -> None:
    files = {
        "go.mod": "module example.org/tool\n",
        "row.go": "package tool\n\ntype Row struct { size int }\n\ntype Name string\n",
        "use.go": """
            package tool

            func local() {
                type Row struct { size string; Size int }
                type Name = int
                rows := []Row{{size: "a"}}
                one := Row{Size: 1}
                get := func(row Row, name Name) string { return row.size }
            }

            func of_package(row Row, name Name) int { return row.size }
        """,
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {(use.qualname, use.around) for use in code.incoming_uses("row.go")}
    assert uses == {(name, "of_package") for name in ("Row", "Row.size", "Name")}


def test_members_that_many_types_of_the_library_have_say_nothing(
    tmp_path: Path,
) -> None:
    text = """
        package a
        type Log struct{}
        func (l Log) Error() {}
        func (l Log) Rotate() {}
        func f(l Log) { err := other(); err.Error(); err.Rotate(); l.Error() }
    """
    code = surveyed(tmp_path, {"a.go": text})
    uses = code.incoming_uses("a.go")
    assert sorted((use.qualname, use.by_name) for use in uses if use.around == "f") == [
        *(("Log", False), ("Log.Error", False), ("Log.Rotate", True)),
    ]


def test_what_is_embedded_has_the_methods_of_all_files_of_its_package(
    tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    method = "package base\nfunc (b *Base) Far() int { return 1 }\n"
    files = {
        "go.mod": "module example.org/tool\n",
        "base/base.go": "package base\ntype Base struct{}\n",
        "base/far.go": method,
        "kit/kit.go": 'package kit\nimport "example.org/tool/base"\n'
        "type Kit struct { *base.Base }\n",
        "use.go": 'package tool\nimport "example.org/tool/kit"\n'
        "func use(k *kit.Kit) int { return k.Far() }\n",
    }
    code = surveyed(tmp_path / "first", files)
    (use,) = (use for use in code.incoming_uses("base/far.go") if use.around == "use")
    assert (use.qualname, use.by_name) == ("Base.Far", False)
    follow_edits(files, {"base/far.go": "package base\n"}, {"base/near.go": method})


def test_a_file_says_of_which_types_its_methods_are(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    head = "package x\n\n"
    served = head + "// Server serves.\ntype Server struct{}\n"
    files = {
        "go.mod": "module example.com/x\n",
        "server.go": served,
        "start.go": head
        + "func (s *Server) Start() {\n}\n\nfunc (s *Server) Stop() {\n}\n",
        "other/server.go": "package other\n\ntype Server struct{}\n",
    }
    built = make_project(files).build()
    purpose = built.body("code/start.go_docs").partition("File Purpose")[2]
    assert "Struct: Server · 57% of the lines · 2 methods · “Server serves.”" in purpose
    assert "Implemented types (1) Server struct server.go" in purpose
    follow_edits(
        files,
        {"server.go": served.replace("serves", "waits")},
        {"server.go": "\n\n" + served},
        {"server.go": None},
        {"more.go": served},
    )
