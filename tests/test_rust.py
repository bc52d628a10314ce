"""Rust: what pages show of its files."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.model.outermost_definitions import top_level
from sphinxcontrib_kwindex.model.references import CALLED, Spec

Make = Callable[..., Project]

FILES = {
    "Cargo.toml": '[package]\nname = "my-crate"\n',
    "src/lib.rs": (
        "//! Shapes.\n"
        "use std::fmt;\n"
        "pub mod a;\n"
        '#[path = "strange.rs"]\n'
        "mod odd;\n"
        "mod shapes;\n"
        "pub use shapes::{Circle, Shape as Form};\n"
        "use odd::*;\n"
        "use paint::Brush;\n"
        "mod paint { pub struct Brush; }\n"
        "pub fn run(circle: &Circle) -> f64 {\n"
        "    let brush: Brush = Brush;\n"
        "    fn inner(x: f64) -> f64 { x }\n"
        "    helper();\n"
        "    inner(circle.radius) + a::deep::dig(3)\n"
        "}\n"
        "#[cfg(test)]\n"
        "mod tests {\n"
        "    use super::*;\n"
        "    #[test]\n"
        "    fn it_runs() { run(&Circle::new(1.0)); }\n"
        "}\n"
    ),
    "src/shapes.rs": (
        "/// What has an area.\n"
        "pub trait Shape {\n"
        "    type Number;\n"
        "    fn area(&self) -> f64;\n"
        "    fn twice(&self) -> f64 { 2.0 * self.area() }\n"
        "}\n"
        "/// A circle.\n"
        "#[derive(Debug)]\n"
        "pub struct Circle { pub radius: f64, hidden: u8 }\n"
        "impl Circle {\n"
        "    pub const SIDES: u8 = 0;\n"
        "    pub fn new(radius: f64) -> Self { Self { radius, hidden: 0 } }\n"
        "}\n"
        "impl Shape for Circle {\n"
        "    type Number = f64;\n"
        "    fn area(&self) -> f64 { self.radius * self.twice() + area(3) }\n"
        "}\n"
        "fn area(radius: u8) -> f64 { radius as f64 }\n"
        "pub enum Colour { Red, Green { depth: u8 } }\n"
        "use Colour::*;\n"
        "macro_rules! paint { () => { Red } }\n"
        "fn depth(colour: Colour) -> u8 {\n"
        "    match colour { Green { depth } => depth, other => 0 }\n"
        "}\n"
    ),
    "src/strange.rs": (
        "pub fn helper() { crate::run(&super::Circle::new(2.0)); }\n"
        "struct Odd;\n"
        "impl super::Form for Odd {\n"
        "    fn area(&self) -> f64 { self.twice() }\n"
        "}\n"
    ),
    "src/a/mod.rs": "pub mod deep;\n",
    "src/a/deep.rs": (
        "use super::super::shapes::Circle;\n"
        "pub fn dig(n: usize) -> f64 { let c: Circle = Circle::new(1.0); c.radius }\n"
    ),
    "tests/all.rs": (
        "use my_crate::{a::deep::{self, dig}, run, Form};\n"
        "fn all() { run(0); deep::dig(1); dig(2); }\n"
    ),
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def listing(build: Build, path: str) -> list[str]:
    """Return the lines of the listing of a file."""
    return build.listing(path).split("\n")


def line_with(build: Build, path: str, *parts: str) -> str:
    """Return the only line of a listing that has what else no line has."""
    lines = [
        line for line in listing(build, path) if all(part in line for part in parts)
    ]
    assert len(lines) == 1, (path, parts, lines)
    return lines[0]


def test_definitions(built: Build) -> None:
    page = built.text("code/src/shapes.rs_docs")
    names = "Shape Shape.Number Shape.area Circle Circle.radius Circle.SIDES Circle.new"
    for anchor in f"{names} Circle.area area Colour Colour.Green.depth paint".split():
        assert f'id="def-{anchor}"' in page, anchor
    body = built.body("code/src/shapes.rs_docs")
    assert "trait" in body
    assert "pub struct Circle" in body
    assert "A circle." in built.body("code/src/shapes.rs_kw")
    assert 'id="def-tests.it_runs"' in built.text("code/src/lib.rs_docs")


def test_definitions_are_counted_as_what_rust_calls_them(built: Build) -> None:
    page = built.body("code/src/shapes.rs_docs")
    assert "Defines: 1 struct, 1 trait, 1 enum, 2 types, 2 functions, 4 m" in page
    assert "3 fields, 1 constant, 2 variants" in page
    assert "2 modules, 1 struct" in built.body("code/src/lib.rs_docs")
    for name in ("code/src/doc", "code/index"):
        assert "define 2 modules, 3 structs, 1 trait" in built.body(name)
        assert "class" not in built.body(name)


def test_modules_are_files(built: Build) -> None:
    lib = "\n".join(listing(built, "src/lib.rs"))
    for path in ("strange.rs", "a/mod.rs", "shapes.rs"):
        assert f'href="{path}_docs.html">' in lib, path
    crate = "\n".join(listing(built, "tests/all.rs"))
    assert 'href="../src/shapes.rs_docs.html#src-Shape">Form' in crate
    assert crate.count('href="../src/a/deep.rs_docs.html#src-dig">dig') == 3
    assert crate.count('href="../src/a/deep.rs_docs.html">deep') == 2
    strange = "\n".join(listing(built, "src/strange.rs"))
    assert 'href="lib.rs_docs.html#src-run">run' in strange
    assert 'href="shapes.rs_docs.html#src-Circle.new">new' in strange
    assert 'href="shapes.rs_docs.html#src-Shape.twice">twice' in strange


def test_names_lead_by_scopes(built: Build) -> None:
    shapes = "\n".join(listing(built, "src/shapes.rs"))
    # A function, not the method of the same name; the methods by their types.
    for name in ("#src-area", "#src-Shape.area", "#src-Shape.twice"):
        assert f'href="{name}"' in shapes, name
    for name in ("#src-Circle.radius", "#src-Circle.hidden", "#src-Colour.Green"):
        assert f'href="{name}"' in shapes, name
    lib = "\n".join(listing(built, "src/lib.rs"))
    for name in ("strange.rs_docs.html#src-helper", "#src-run.inner"):
        assert f'href="{name}"' in lib, name
    for name in ("#src-paint", "#src-paint.Brush"):
        assert f'href="{name}"' in lib, name
    assert 'href="shapes.rs_docs.html#src-Circle.radius"' in lib
    deep = "\n".join(listing(built, "src/a/deep.rs"))
    assert 'href="../shapes.rs_docs.html#src-Circle.radius">radius' in deep
    assert "by name only" not in lib + shapes + deep


def test_modules_in_files_hold_modules_that_are_files(make_project: Make) -> None:
    project = make_project(
        {
            "Cargo.toml": '[package]\nname = "a"\n',
            "src/lib.rs": (
                "pub struct Context;\n"
                "mod handlers {\n"
                "    pub type Handler = u8;\n"
                "    pub mod deep { pub mod last; }\n"
                "    mod first;\n"
                "    pub mod second;\n"
                "}\n"
                "use handlers::second::run;\n"
                "fn all() { run(); }\n"
            ),
            "src/handlers/first.rs": (
                "use crate::Context;\n"
                "use super::second::run;\n"
                "use crate::handlers::deep::last::end;\n"
                "fn go(_: Context) { run(); end(); }\n"
            ),
            "src/handlers/second/mod.rs": (
                "use super::Handler;\npub fn run() -> crate::Context {}\n"
            ),
            "src/handlers/deep/last.rs": (
                "use super::super::second;\npub fn end() { second::run(); }\n"
            ),
        }
    )
    build = project.build()
    first = "\n".join(listing(build, "src/handlers/first.rs"))
    assert 'href="../lib.rs_docs.html#src-Context"' in first
    assert 'href="second/mod.rs_docs.html#src-run"' in first
    assert 'href="deep/last.rs_docs.html#src-end"' in first
    assert 'href="handlers/second/mod.rs_docs.html#src-run"' in "\n".join(
        listing(build, "src/lib.rs")
    )
    last = "\n".join(listing(build, "src/handlers/deep/last.rs"))
    assert 'href="../second/mod.rs_docs.html#src-run"' in last
    second = "\n".join(listing(build, "src/handlers/second/mod.rs"))
    assert 'href="../../lib.rs_docs.html#src-Context"' in second
    body = build.body("code/src/lib.rs_docs")
    assert "mod first" in body.partition("This repository (")[2]
    imported = build.body("code/src/handlers/first.rs_docs")
    assert "Imported by (1 file) src/lib.rs" in imported


def test_targets_that_cargo_finds_have_their_modules_beside_them(
    make_project: Make,
) -> None:
    project = make_project(
        {
            "Cargo.toml": '[package]\nname = "a"\n',
            "src/lib.rs": "pub fn run() {}\n",
            "tests/all.rs": (
                "mod common;\nmod part;\npub struct World;\n"
                "#[test]\nfn it_runs() { common::set_up(); part::check(); }\n"
            ),
            "tests/common/mod.rs": "pub fn set_up() -> crate::World {}\n",
            "tests/part.rs": (
                "use crate::common::set_up;\npub fn check() { set_up(); }\n"
            ),
            "src/bin/tool.rs": "mod part;\nfn main() { part::go(); }\n",
            "src/bin/part.rs": "pub fn go() { a::run(); }\n",
        }
    )
    build = project.build()
    found = {
        path: "\n".join(listing(build, path))
        for path in ("tests/all.rs", "tests/part.rs", "tests/common/mod.rs")
    }
    assert 'href="common/mod.rs_docs.html#src-set_up"' in found["tests/all.rs"]
    assert 'href="part.rs_docs.html#src-check"' in found["tests/all.rs"]
    assert 'href="common/mod.rs_docs.html#src-set_up"' in found["tests/part.rs"]
    assert 'href="../all.rs_docs.html#src-World"' in found["tests/common/mod.rs"]
    tool = "\n".join(listing(build, "src/bin/tool.rs"))
    assert 'href="part.rs_docs.html#src-go"' in tool


def test_a_pattern_binds_what_is_no_variant(built: Build) -> None:
    line = line_with(built, "src/shapes.rs", "match")
    assert 'href="#src-Colour.Green">Green' in line
    assert "other</a>" not in line
    assert "depth</a>" not in line


def test_dependencies(built: Build) -> None:
    page = built.body("code/src/lib.rs_docs")
    assert "use std::fmt" in page
    assert "mod odd" in page
    assert "Third party" not in page
    # The files of a crate are compiled as one.
    assert "cycle" not in page
    deep = built.text("code/src/a/deep.rs_docs")
    assert 'href="../../tests/all.rs_docs.html"' in deep.partition("mported by")[2]


def test_edits_end_as_a_clean_build(follow_edits: Callable[..., None]) -> None:
    follow_edits(
        FILES,
        {"Cargo.toml": '[package]\nname = "other"\n'},
        {"src/lib.rs": FILES["src/lib.rs"].replace("strange.rs", "shapes.rs")},
        {"src/shapes.rs": FILES["src/shapes.rs"].replace("radius", "size")},
    )


def test_a_pattern_calls_nothing() -> None:
    text = (
        "enum Node { Leaf(u8), Pair(u8, u8) }\n"
        "fn f(node: Node) -> Node {\n"
        "    if let Node::Pair(a, _) = node { return Node::Leaf(a); }\n"
        "    match node { Node::Leaf(b) => Node::Pair(b, b), other => other }\n"
        "}\n"
    )
    called = {
        (one.line, text.split("\n")[one.line - 1][one.column :].split("(")[0])
        for one in analyse("a.rs", text.encode()).references.iterate()
        if one.role == CALLED
    }
    assert called == {(3, "Leaf"), (4, "Pair")}


def test_what_is_implemented_for_a_type_is_no_use_of_it(tmp_path: Path) -> None:
    text = (
        "struct Pool<T> { held: T }\nstruct Job;\ntrait Run {}\n"
        "impl<T> Pool<T> { fn add(job: Job) {} }\nimpl Run for Job {}\n"
    )
    code = surveyed(tmp_path / "repo", {"a.rs": text})
    uses = set(code.store.select("SELECT qualname, around FROM use"))
    assert ("Job", "Pool::add") in uses
    assert not uses & {("Pool", "Pool"), ("Job", "Job")}


def test_edits_of_what_a_crate_offers_end_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    lib = "mod one;\nmod two;\nmod user;\npub use one::Error;\n"
    used = "use crate::Error;\npub fn f(_: Error) {}\n"
    follow_edits(
        {
            "Cargo.toml": '[package]\nname = "a"\n',
            "src/lib.rs": lib,
            "src/one.rs": "pub struct Error;\n",
            "src/two.rs": "pub struct Error;\nuse crate::user::f;\n",
            "src/user.rs": used,
        },
        {"src/lib.rs": lib.replace("use one", "use two")},
        {"src/user.rs": f"#[cfg(test)]\n{used}"},
    )


#: Crates that offer what others do, as large workspaces have it.
FACADES = {
    "Cargo.toml": '[package]\nname = "game"\n[workspace]\nmembers = ["crates/*"]\n',
    "src/lib.rs": "pub use inner::*;\n",
    "crates/app/Cargo.toml": '[package]\nname = "my_app"\n',
    "crates/app/src/lib.rs": """
        mod app;
        mod time;
        pub use app::*;
        pub mod prelude {
            pub use crate::app::App;
            pub use crate::time::prelude::*;
            use crate::app::Hidden;
        }
    """,
    "crates/app/src/app.rs": """
        pub struct App;
        impl App { pub fn run(&self) {} }
        pub struct Hidden;
    """,
    "crates/app/src/time.rs": """
        pub mod prelude { pub use super::{Update, Last as End}; }
        pub struct Update;
        pub struct Last;
    """,
    "crates/inner/Cargo.toml": '[package]\nname = "inner"\n',
    "crates/inner/src/lib.rs": "pub mod prelude;\npub use my_app as app;\n",
    "crates/inner/src/prelude.rs": "pub use crate::{app::prelude::*, a::b::*};\n",
    "examples/all.rs": """
        use game::prelude::*;
        fn main() { let app = App {}; app.run(); Update {}; }
        fn outside() { Hidden {}; }
    """,
    "examples/one.rs": """
        use game::app::App;
        use inner::prelude::Update as Next;
        use my_app::prelude::End;
        fn main() { let app = App {}; app.run(); Next {}; }
        fn end() { End {}; }
        fn whole() { game::app::prelude::App {}; }
    """,
}


def test_crates_offer_what_modules_of_others_do(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", FACADES)
    uses = {
        (use.path, use.around, use.qualname)
        for path in ("crates/app/src/app.rs", "crates/app/src/time.rs")
        for use in code.incoming_uses(path)
        if not use.by_name and use.path != path
    }
    assert uses == {
        (f"examples/{path}.rs", "main", qualname)
        for path in ("all", "one")
        for qualname in ("App", "App::run", "Update")
    } | {("examples/one.rs", "whole", "App"), ("examples/one.rs", "end", "Last")}


def test_what_several_files_implement_for_a_type_is_found_by_the_type(
    tmp_path: Path,
) -> None:
    """Which of them a call means is not known, whatever a crate offers first."""
    implemented = (
        "use crate::Rgb;\npub struct {0};\n"
        "impl From<{0}> for Rgb {{ fn from(a: {0}) {{}} }}\n"
    )
    offered = "".join(f"mod {it};\npub use {it}::*;\n" for it in ("a", "b", "rgb"))
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "color"\n',
            "src/lib.rs": offered,
            "src/a.rs": implemented.format("Lab"),
            "src/b.rs": implemented.format("Hsl"),
            "src/rgb.rs": "pub struct Rgb;\n",
            "examples/one.rs": "use color::*;\nfn f() { Rgb::from(1); }\n",
            "examples/two.rs": "use color::Rgb;\nfn f() { Rgb::from(1); }\n",
            "examples/whole.rs": "fn f() { color::Rgb::from(1); }\n",
            "examples/c.rs": (
                "use outside::V;\nuse color::Zero;\n"
                "impl Zero for V { const Z: u8 = 0; }\nfn f() { V::Z; }\n"
            ),
            "examples/d.rs": "use outside::V;\nfn f() { V::Z; }\n",
        },
    )
    for path in ("src/a.rs", "src/b.rs"):
        uses = {
            use.path
            for use in code.incoming_uses(path)
            if use.qualname == "Rgb::from" and not use.by_name
        }
        assert uses == {f"examples/{name}.rs" for name in ("one", "two", "whole")}
    uses = {use.path for use in code.incoming_uses("examples/c.rs") if not use.by_name}
    assert "examples/d.rs" not in uses


def test_files_that_are_modules_of_each_other(tmp_path: Path) -> None:
    """No compiler takes them, and the search for their crate ends."""
    code = surveyed(
        tmp_path / "tree",
        {
            "a.rs": '#[path = "b.rs"]\nmod b;\npub use b::X;\nfn f() { crate::X; }\n',
            "b.rs": '#[path = "a.rs"]\nmod a;\npub use crate::a::*;\nfn g() { X; }\n',
            "c.rs": "mod d;\npub struct Y;\n",
            "c/d.rs": '#[path = "../c.rs"]\nmod c;\nuse crate::*;\nfn h() { c::Y; }\n',
        },
    )
    uses = {(use.path, use.around) for use in code.incoming_uses("c.rs")}
    assert uses == {("c/d.rs", "h")}


def test_edits_of_what_modules_of_a_crate_offer_end_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    time = FACADES["crates/app/src/time.rs"]
    app = FACADES["crates/app/src/lib.rs"]
    follow_edits(
        FACADES,
        {"crates/app/src/time.rs": time.replace("Last as End", "Update as End")},
        {"crates/app/src/lib.rs": app.replace("use crate::app::H", "pub use app::H")},
        {"crates/app/src/lib.rs": app.replace("time::prelude::*", "time::*")},
        {"crates/inner/src/prelude.rs": "\n"},
    )


def test_macros_of_modules_are_private() -> None:
    text = (
        "macro_rules! a { () => {} }\n"
        "mod tests {\n    macro_rules! b { () => {} }\n"
        "    fn f() { macro_rules! c { () => {} } }\n"
        "    #[macro_export]\n    macro_rules! d { () => {} }\n}\n"
        "#[macro_use]\nmod other { macro_rules! e { () => {} } }\n"
    )
    facts = analyse("a.rs", text.encode())
    macros = {one.qualname for one in facts.definitions if one.kind == "macro"}
    assert macros == {"a", "tests::b", "tests::f::c", "d", "e"}
    assert macros & set(facts.private_names()) == {"tests::b", "tests::f::c"}


def test_a_macro_of_a_module_takes_no_name_elsewhere(tmp_path: Path) -> None:
    source = """
        fn run() { println!("a"); }
        #[cfg(test)]
        mod tests {
            macro_rules! println { ($x:expr) => { } }
            fn f() { println!("b"); }
        }
    """
    code = surveyed(
        tmp_path / "tree",
        {"Cargo.toml": '[package]\nname = "mine"\n', "src/lib.rs": source},
    )
    uses = [use for use in code.incoming_uses("src/lib.rs") if "print" in use.qualname]
    assert [(use.qualname, use.around) for use in uses] == [
        ("tests::println", "tests::f")
    ]


def test_macros_name_what_their_crate_has(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "mine"\n',
        "src/lib.rs": """
            mod colour;
            pub use colour::Colour;
            pub fn paint(colour: Colour) {}
        """,
        "src/colour.rs": """
            pub enum Colour { Red }
            macro_rules! inner { () => {} }
            macro_rules! red { () => {
                $crate::paint($crate::Colour::Red); $crate::colour::inner!(); } }
        """,
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {
        (use.qualname, use.by_name)
        for path in ("src/lib.rs", "src/colour.rs")
        for use in code.incoming_uses(path)
        if use.around == "red"
    }
    assert uses == {
        *(("paint", False), ("Colour", False), ("Colour::Red", False)),
        ("inner", False),
    }


def test_traits_may_be_constant() -> None:
    source = (
        b"/// Makes a value.\n"
        b"pub const trait Make: Sized {\n    fn make() -> Self;\n}\n"
        b"pub const unsafe trait Other { }\n"
        b"const impl Make for Foo { fn make() -> Foo { Foo } }\n"
        b"impl const Make for u8 { fn make() -> u8 { 0 } }\n"
        b"pub const TRAIT: u8 = 1;\n"
        b"fn read(one: *const impl Make) {}\n"
    )
    found = {one.qualname: one for one in analyse("a.rs", source).definitions}
    assert {name: one.kind for name, one in found.items()} == {
        "Make": "class",
        "Make::make": "method",
        "Other": "class",
        "Foo::make": "method",
        "u8::make": "method",
        "TRAIT": "constant",
        "read": "function",
    }
    assert found["Make"].head == "pub const trait Make: Sized"
    assert found["Make"].summary == "Makes a value."


def test_a_line_of_slashes_takes_no_time() -> None:
    slashes = "/" * 300
    text = (
        f"#[test]\n{slashes}\nfn f() {{}}\nfn g() {{}}\n"
        f'#[path = "a.rs"]\n{slashes} x\nmod m;\nmod n;\n'
    )
    rows = {row.name: row for row in analyse("a.rs", text.encode()).definitions}
    assert "test" in rows["f"].modifiers
    assert "test" not in rows["g"].modifiers


def test_what_follows_the_mark_of_a_test_may_hold_brackets() -> None:
    source = '#[test]\n#[should_panic = "no `#[f(skip)]` here"]\nfn f() {}\n'
    (row,) = analyse("a.rs", source.encode()).definitions
    assert "test" in row.modifiers


def test_a_call_is_one_of_a_method_and_no_field_is_called(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/lib.rs": """
                pub struct Line { number: u64, from: u8, run: fn() }
                pub struct Other;
                impl Other {
                    pub fn number(&self) -> u64 { 1 }
                    pub fn from(&self) -> u8 { 2 }
                    pub fn both(&self) -> u8 { self.from }
                }
                impl Line {
                    fn of(&self) -> u8 { self.from }
                    fn call<T: Make>(&self, x: T) {
                        (self.run)();
                        x.number();
                        x.number::<T>();
                        x.number;
                        parse::<u8>(x);
                        a.map(T::make).at(1);
                    }
                }
                fn parse<T>(x: u8) {}
                trait Make { fn make(); }
            """,
        },
    )

    def users(name: str) -> set[str]:
        uses = code.incoming_uses("src/lib.rs")
        return {use.around for use in uses if use.qualname == name}

    assert users("Line::from") == {"Line::of"}
    assert users("Other::from") == set()
    assert users("Other::number") == {"Line::call"}
    assert users("Line::number") == {"Line::call"}
    assert users("Line::run") == {"Line::call"}
    uses = code.incoming_uses("src/lib.rs")
    (generic,) = (use for use in uses if use.qualname == "parse")
    assert generic.role == CALLED
    assert users("Make::make") == {"Line::call"}


def test_tests_in_the_arguments_of_macros() -> None:
    text = """\
proptest! {
    #[test]
    fn one(a in any()) { a + 1 }
    fn two() {}
    /// Three.
    #[test]
    fn three(b in any()) {
        helper(b)
    }
}
other!(four, 12);
"""
    facts = analyse("a.rs", text.encode())
    tests = {row.qualname: row for row in facts.definitions if "test" in row.modifiers}
    assert list(tests) == ["one", "three"]
    assert tests["three"].docstring == "Three."
    blocks = {block.qualname: block[:2] for block in facts.references.blocks}
    assert blocks["three"] == (7, 9)


def test_attributes_that_make_tests() -> None:
    names = ("test", "tokio::test", "rstest", "test_case(1)", "wasm_bindgen_test")
    names += ("maybe_tokio_test", "test_log::test", "cfg(test)", "inline", "tested")
    text = "\n".join(f"#[{name}]\nfn f{at}() {{}}" for at, name in enumerate(names))
    rows = analyse("a.rs", text.encode()).definitions
    assert ["test" in row.modifiers for row in rows] == 7 * [True] + 3 * [False]


def test_what_is_derived_is_used_and_other_words_of_attributes_are_not(
    tmp_path: Path,
) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "mine"\n',
        "src/lib.rs": """
            pub mod user;
            pub use mine_macros::Load;
            pub trait Load {}
            pub type Eq = u8;
            pub fn test() {}
            pub fn rows() {}
            pub fn both<T: Load>() {}
        """,
        "src/user.rs": """
            use crate::{Eq, Load, rows, test};
            #[derive(Debug, Eq, Load)]
            #[load(rows = rows)]
            struct User;
            #[test]
            #[mine_macros::quick(rows)]
            fn quick() {}
        """,
        "macros/Cargo.toml": (
            '[package]\nname = "mine_macros"\n[lib]\npath = "lib.rs"\n'
        ),
        "macros/lib.rs": """
            #[proc_macro_derive(Load)]
            pub fn derive_load(input: TokenStream) -> TokenStream { input }
            #[proc_macro_attribute]
            pub fn quick(a: TokenStream, b: TokenStream) -> TokenStream { b }
        """,
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {
        (use.path, use.qualname, use.count)
        for path in ("src/lib.rs", "macros/lib.rs")
        for use in code.incoming_uses(path)
        if not use.by_name
    }
    assert uses == {
        ("src/lib.rs", "Load", 1),
        ("src/user.rs", "Load", 1),
        ("src/user.rs", "quick", 1),
    }


def test_a_test_file_whose_macros_may_make_tests_does_not_say_that_it_has_none(
    make_project: Make,
) -> None:
    project = make_project(
        {"tests/a.rs": "crate::check!(one, |x| x.run());\nstruct A;\n"}
    )
    page = project.build().body("code/tests/a.rs_docs")
    assert "No tests found outside of macros." in page


def test_macros_around_items_are_what_they_hold(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "mine"\n',
        "src/macros.rs": "macro_rules! cfg_rt { ($($i:item)*) => { $($i)* } }\n",
        "src/lib.rs": """
            #[macro_use]
            mod macros;
            cfg_rt! {
                /// Tasks.
                pub mod task;
                pub use crate::task::{spawn, Task};
                cfg_more! { pub fn more() -> Task { spawn() } }
            }
            cfg_feature! {
                #![any(feature = "a", feature = "b")]

                pub mod server;
            }
            cfg_if::cfg_if! {
                if #[cfg(unix)] { mod unix; } else if #[cfg(windows)] {
                    fn windows() {}
                } else {
                }
            }
            thread_local! { static ONE: Task = Task {}; }
            pin_project! {
                #[project = Projected]
                pub struct Pinned { #[pin] task: Task }
            }
            impl Pinned {
                cfg_rt! { pub fn run(&self) { self.task.start(); } }
            }
            events! { pub struct Other: u8 { A, B } }
            fn tokens() { quote! { struct Inner; } }
            make! { fn with(x in 1..2) {} }
        """,
        "src/task.rs": """
            pub struct Task {}
            impl Task { pub fn start(&self) {} }
            pub fn spawn() -> Task { Task {} }
        """,
        "src/server.rs": "pub fn serve() {}\n",
        "src/unix.rs": "fn unix() { crate::spawn(); cfg_rt! {} }\n",
        "tests/one.rs": "fn one() { mine::spawn().start(); mine::more(); }\n",
    }
    code = surveyed(tmp_path / "tree", files)
    facts = analyse("src/lib.rs", files["src/lib.rs"].encode())
    assert [(row.kind, row.qualname) for row in facts.definitions] == [
        *(("function", "more"), ("function", "windows"), ("data", "ONE")),
        *(("class", "Pinned"), ("field", "Pinned::task"), ("method", "Pinned::run")),
        ("function", "tokens"),
    ]
    modules = [row.module for row in facts.imports]
    assert modules[:4] == ["self::macros", "self::task", "crate::task", "crate::task"]
    assert modules[4:] == ["self::server", "self::unix"]
    around = {
        (use.qualname, use.around, use.by_name)
        for use in code.incoming_uses("src/task.rs")
    }
    for name, user in (
        *(("spawn", "more"), ("spawn", "unix"), ("spawn", "one")),
        *(("Task::start", "Pinned::run"), ("Task::start", "one")),
    ):
        assert (name, user, False) in around
    uses = code.incoming_uses("src/macros.rs")
    assert {use.path for use in uses} >= {"src/lib.rs", "src/unix.rs"}


def test_a_module_without_a_file_leads_nowhere(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/lib.rs": """
                mod lost;
                mod inner { mod lost; mod found; pub fn f() {} }
                mod own { pub fn g() {} }
                use self::own::g;
            """,
            "src/inner/found.rs": "pub fn h() {}\n",
        },
    )
    path = "src/lib.rs"
    imports = zip(code.facts(path).imports, code.links(path), strict=True)
    assert {row.module: (link.category, link.module) for row, link in imports} == {
        "self::lost": ("missing", ""),
        "self::inner::lost": ("missing", ""),
        "self::inner::found": ("file", "src/inner/found.rs"),
        "self::own": ("file", path),
    }


def test_names_of_a_statement_are_said_once(make_project: Make) -> None:
    files = {
        "src/lib.rs": (
            "mod a;\nmod b;\npub use a::{one, Two};\nuse std::{fs, io};\n"
            "use b::{three as third, four};\n"
        ),
        "src/a.rs": "pub fn one() {}\npub struct Two;\n",
        "src/b.rs": "pub fn three() {}\npub fn four() {}\n",
    }
    body = make_project(files).build().body("code/src/lib.rs_docs")
    listed = body.partition("Dependencies")[2]
    assert "pub use a line 3 one, Two use b" in listed
    assert "use std line 4 fs, io" in listed
    # The name that it has here stands in the statement alone.
    assert "use b::{three as third, four} line 5 three, four" in listed


def test_paths_may_begin_with_a_crate(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n[dependencies]\nhttp = "1"\n',
            "src/lib.rs": "pub mod task;\npub use crate::task::{spawn, Task};\n",
            "src/task.rs": """
                pub struct Task {}
                impl Task { pub fn start(&self) {} }
                pub fn spawn() -> Task { Task {} }
            """,
            "tests/support.rs": "pub fn http() {}\n",
            "tests/one.rs": """
                mod support;
                fn whole() { mine::spawn().start(); }
                fn inner() { mine::task::spawn(); }
                fn member() { mine::Task::start(http::Method::GET); }
                mod own { pub fn spawn() {} }
                fn other() { own::spawn(); let support = support::http(); }
                fn outside() { http::Task::start(); }
            """,
        },
    )
    uses = {
        (use.qualname, use.around, use.by_name)
        for use in code.incoming_uses("src/task.rs")
        if use.path == "tests/one.rs"
    }
    assert uses == {
        *(("spawn", "whole", False), ("Task::start", "whole", False)),
        *(("spawn", "inner", False), ("Task", "member", False)),
        ("Task::start", "member", False),
    }
    uses = {use.around for use in code.incoming_uses("tests/support.rs")}
    assert uses == {"other"}
    references = analyse("a.rs", b"fn f() { mine::f(); }\n").references
    assert Spec("module", "mine") in references.specs


def test_what_a_module_of_the_file_takes_out_of_one_in_it_is_no_import() -> None:
    text = (
        "mod a {\n    mod deep {\n        pub fn f() {}\n    }\n"
        "    pub use deep::f as g;\n    use serde::Value;\n}\n"
        "mod b {\n    use deep::other;\n}\n"
    )
    rows = analyse("a.rs", text.encode()).imports
    assert [row.module for row in rows] == ["serde", "deep"]


def test_what_is_implemented_for_any_type_is_of_none() -> None:
    text = (
        "struct S<T> { t: T }\n"
        "trait Find { fn f(&self); fn g(&self); }\n"
        "impl<'a, M: Find> Find for &'a M { fn f(&self) { self.g() } fn g(&self) {} }\n"
        "impl<T> From<Vec<T>> for T { fn f(&self) {} }\n"
        "impl<A> Find for (A, S) { fn f(&self) {} }\n"
        "impl Find for [S] { fn f(&self) {} }\n"
        "impl Find for () { fn f(&self) {} }\n"
        "impl<'d, 'e, T> Get<'d> for &'d mut T { fn h(&self) {} }\n"
        "impl<'a> Get<'a, S> for (dyn Find + 'a) { fn h(&self) {} }\n"
        "impl<T: Find> Find for &S<T> { fn f(&self) {} }\n"
    )
    rows = analyse("a.rs", text.encode()).definitions
    assert [row.qualname for row in rows if row.lines[0] > 2] == [
        "<&M as Find>::f",
        "<&M as Find>::g",
        "<T as From<Vec<T>>>::f",
        "<(A, S) as Find>::f",
        "<[S] as Find>::f",
        "<() as Find>::f",
        "<&mut T as Get>::h",
        "<(dyn Find) as Get<S>>::h",
        "S::f",
    ]
    assert {row.kind for row in rows if row.lines[0] > 2} == {"method"}


def test_what_a_block_opens_is_open_in_it_only(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/lib.rs": """
                pub enum Unexpected { Bool, Option }
                impl Unexpected {
                    fn fmt(&self) { use self::Unexpected::*; f(Bool); { f(Option); } }
                }
                pub fn next() -> Option<u8> { None }
            """,
        },
    )
    uses = code.incoming_uses("src/lib.rs")
    found = {use.qualname: use.around for use in uses if "::" in use.qualname}
    assert found == dict.fromkeys(
        ("Unexpected::Bool", "Unexpected::Option"), "Unexpected::fmt"
    )


def test_what_a_block_imports_may_begin_a_path(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "way"\n',
        "src/lib.rs": "pub mod util;\npub mod other;\nmod third;\n",
        "src/third.rs": "pub fn util() {}\n",
        "src/util.rs": "pub fn far() {}\n",
        "src/other.rs": (
            "fn at_once() {\n  use crate::util;\n  util::far();\n}\n"
            "mod tests {\n  use crate::{util::{self}};\n  use super::*;\n"
            "  fn near() { util::far(); }\n}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    uses = code.incoming_uses("src/util.rs")
    assert not list(code.incoming_uses("src/third.rs"))
    found = {(use.around, use.qualname, bool(use.by_name)) for use in uses}
    assert found == {("at_once", "far", False), ("tests::near", "far", False)}


def test_a_head_on_several_lines_reads_like_one_on_one() -> None:
    text = (
        "pub fn new(\n    a: u8,\n    b: &'a (u8,),\n) -> Self {}\nfn f( a: u8 ) {}\n"
    )
    rows = analyse("a.rs", text.encode()).definitions
    assert [row.signatures for row in rows] == [
        ("(a: u8, b: &'a (u8,)) -> Self",),
        ("( a: u8 )",),
    ]


def test_crates_of_one_name(tmp_path: Path) -> None:
    """Which is meant, the crate says: bindings are often called like what they bind."""
    lib = "pub struct Word;\npub struct {name};\n"
    code = surveyed(
        tmp_path / "tree",
        {
            "core/Cargo.toml": '[package]\nname = "words"\n',
            "core/src/lib.rs": lib.format(name="Core"),
            "core/benches/speed.rs": "use words::Word;\n",
            "python/Cargo.toml": (
                '[package]\nname = "words-python"\n[lib]\nname = "words"\n'
                '[dependencies.words]\npath = "../core"\n'
            ),
            "python/src/lib.rs": "use words as w;\nuse w::Word;\n",
            "node/Cargo.toml": (
                '[package]\nname = "node"\n[dependencies]\n'
                'of-core = { package = "words", path = "../core/" }\n'
            ),
            "node/src/lib.rs": "use of_core::Word;\nuse words::Core;\n",
            "Cargo.toml": '[package]\nname = "all"\n',
            "src/lib.rs": "pub struct Top;\n",
            ".ci/Cargo.toml": '[package]\nname = "ci"\n[dependencies]\n'
            'all = { path = ".." }\n',
            ".ci/src/lib.rs": "use all::Top;\npub struct Ci;\n",
            "user/Cargo.toml": '[package]\nname = "user"\n[dependencies]\n'
            'ci = { path = "../.ci" }\n',
            "user/src/lib.rs": "use ci::Ci;\n",
        },
    )

    def found(path: str) -> list[str]:
        return [f"{row.target}::{row.qualname}" for row in code.links(path)]

    word = "core/src/lib.rs::Word"
    assert found("core/benches/speed.rs") == [word]
    assert found("python/src/lib.rs") == ["core/src/lib.rs::", word]
    assert found(".ci/src/lib.rs") == ["src/lib.rs::Top"]
    assert found("user/src/lib.rs") == [".ci/src/lib.rs::Ci"]
    # There are two crates that might be called words.
    assert found("node/src/lib.rs") == [word, "::"]


def test_statements_that_import_from_several_modules(make_project: Make) -> None:
    files = {
        "a.rs": "use std::{fmt, io::{Read as R, Write}};\nuse std::io::Seek;\n"
        "use serde::Serialize;\nmod m { use serde::Serialize; }\n",
        "src/lib.rs": "mod b;\nuse crate::b::S;\nmod m { use crate::b::S; }\n",
        "src/b.rs": "pub struct S;\n",
        "Cargo.toml": '[package]\nname = "a"\n',
        "pyproject.toml": '[project]\nname = "a"\ndependencies = ["serde"]\n',
    }
    built = make_project(files).build()
    # What a module in the file imports again is the same.
    assert "use crate::b::S lines 2, 3 " in built.body("code/src/lib.rs_docs")
    assert "S, S" not in built.body("code/src/lib.rs_docs")
    page = built.body("code/a.rs_docs")
    listed = page.partition("Standard library")[2].partition("Third party")[0]
    assert "std::fmt line 1" in listed
    assert "std::io lines 1, 2 Read as R, Write, Seek" in listed
    assert "{" not in listed
    # What Python asks for is no crate.
    assert (
        "pyproject.toml" not in page.partition("Third party")[2].partition("Nearby")[0]
    )


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (
            "a.rs",
            """fn f(at: u32) -> u32 {
    let at = g(at) + { let at = at; at };
    if let Some(at) = h(at) { return at; }
    at
}
""",
            [(2, "1"), (2, "1"), (2, "2"), (3, "2"), (3, "3"), (4, "2")],
        ),
        (
            "a.go",
            """package a
func f(at int) int {
	at := g(at)
	for at := range at { g(at) }
	return at
}
""",
            [(3, "2"), (4, "3"), (4, "4"), (5, "3")],
        ),
    ],
)
def test_a_variable_holds_behind_its_declaration(
    name: str, text: str, found: list[tuple[int, str]]
) -> None:
    references = analyse(name, text.encode()).references
    specs = [(one.line, references.specs[one.spec]) for one in references.iterate()]
    assert [(line, spec.base) for line, spec in specs if spec.kind == "local"] == found


def test_what_is_implemented_leads_to_its_type(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path,
        {
            "Cargo.toml": '[package]\nname = "a"\n',
            "src/lib.rs": "mod alloc;\nuse crate::alloc::Global;\n"
            "pub struct Box<T> { of: T }\n"
            "impl<T> Drop for Box<T> {}\n"
            "impl Clone for Global {}\n",
            "src/alloc.rs": "pub use self::inner::Global;\n"
            '#[cfg(feature = "std")]\nmod inner { pub use std::alloc::Global; }\n'
            '#[cfg(not(feature = "std"))]\nmod inner { pub struct Global; }\n',
        },
    )
    rows = [row for row in code.references("src/lib.rs") if row]
    found = {(row.path, row.qualname) for row in rows}
    assert {("src/lib.rs", "Box"), ("src/alloc.rs", "inner::Global")} <= found


def test_what_conditions_choose_from_is_all_meant(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/lib.rs": """
                mod unix;
                mod windows;
                mod other;
                #[cfg(unix)]
                use crate::unix as imp;
                #[cfg(windows)]
                #[allow(unused)]
                use crate::windows as imp;
                #[cfg(feature = "std")]
                use std::error::Error;
                #[cfg(not(feature = "std"))]
                pub trait Error {}
                pub struct Sure;
                impl Error for Sure {}
                pub fn run() { imp::open() }
                mod inner {
                    use super::*;
                    trait Sure {}
                    impl Sure for u8 {}
                }
                use other::Kept as Sure2;
                use unix::Kind as First;
                enum Kind { First }
                fn f(x: Kind) {
                    use Kind::*;
                    match x { First => {} }
                }
            """,
            "src/unix.rs": "pub fn open() {}\npub struct Kind;\n",
            "src/windows.rs": "pub fn open() {}\n",
            "src/other.rs": """
                #[cfg(feature = "a")]
                pub use crate::Sure as Kept;
                #[cfg(not(feature = "a"))]
                pub struct Kept;
                use crate::Error;
                fn f(x: &dyn Error, y: Kept) {}
            """,
        },
    )

    def leads(path: str, line: int, name: str) -> tuple[list[str], bool]:
        text = (tmp_path / "tree" / path).read_text("utf-8")
        column = text.split("\n")[line - 1].index(name)
        (spec,) = (
            one.spec
            for one in analyse(path, text.encode()).references.iterate()
            if (one.line, one.column) == (line, column)
        )
        row = code.references(path)[spec]
        assert row
        return [f"{one.path}::{one.qualname}" for one in (row, *row.more)], row.by_name

    both = ["src/unix.rs::open", "src/windows.rs::open"]
    assert leads("src/lib.rs", 16, "open") == (both, False)
    # What is chosen may not be in the tree.
    assert leads("src/lib.rs", 15, "Error") == (["src/lib.rs::Error"], True)
    assert leads("src/other.rs", 7, "Error") == (["src/lib.rs::Error"], True)
    kept = ["src/other.rs::Kept", "src/lib.rs::Sure"]
    assert leads("src/other.rs", 7, "Kept") == (kept, False)
    assert leads("src/lib.rs", 22, "Kept") == (kept, False)
    # What a module has itself comes first.
    assert leads("src/lib.rs", 20, "Sure") == (["src/lib.rs::inner::Sure"], False)
    assert leads("src/lib.rs", 27, "First") == (["src/lib.rs::Kind::First"], False)


def test_other_files_implement_what_they_import(built_project: Make) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "mine"\n',
        "src/lib.rs": "mod error;\nmod other;\npub struct Error;\n",
        "src/error.rs": (
            "use crate::Error;\nimpl Error {\n    pub fn text(&self) -> u8 { 1 }\n}\n"
        ),
        "src/other.rs": (
            "struct Error;\nimpl Error {\n    fn text(&self) -> u8 { 1 }\n}\n"
            "fn run(x: crate::Error) -> u8 { crate::Error::text(&x) + x.text() }\n"
        ),
    }
    project = built_project(files)
    text = "error.rs_docs.html#def-Error.text"
    assert text in project.build().text("code/src/other.rs_docs")
    project.write({"src/error.rs": files["src/error.rs"].replace("::", "::other::")})
    built = project.build()
    assert text not in built.text("code/src/other.rs_docs")
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


def test_what_is_implemented_for_a_type_elsewhere_holds_its_types() -> None:
    text = (
        "use crate::a::Circle;\n"
        "impl TryFrom<&str> for Circle {\n    type Error = String;\n"
        "    fn try_from(a: &str) -> Result<Self, String> { todo!() }\n}\n"
        "pub fn free() {}\npub type Own = Circle;\n"
    )
    definitions = analyse("src/b.rs", text.encode()).definitions
    assert [one.qualname for one in top_level(definitions)] == ["free", "Own"]


def test_what_a_function_defines_hides_what_is_around_it(tmp_path: Path) -> None:
    text = (
        "pub struct Own(u8);\nfn f() {\n    struct Own {\n        a: u8,\n    }\n"
        "    let own = Own { a: 1 };\n}\nfn g() -> Own { Own(1) }\n"
    )
    code = surveyed(tmp_path, {"src/lib.rs": text})
    uses = {(row.line, row.qualname) for row in code.incoming_uses("src/lib.rs")}
    assert uses == {(6, "f::Own"), (6, "f::Own::a"), (8, "Own")}


def test_what_is_taken_of_one_thing_twice_is_the_same_each_time() -> None:
    loop = "for item in mapping.items()?.iter() { item.f(); }\n"
    text = f"fn f(mapping: &Map) {{ {loop * 20} }}\n"
    first = analyse("a.rs", text.encode())
    assert all(analyse("a.rs", text.encode()) == first for _ in range(20))


def test_a_method_is_not_private_as_the_field_of_its_name() -> None:
    source = (
        "pub struct A { help: u8, b: u8 }\n"
        "impl A { pub fn help(self) {} pub(crate) fn own(self) {} }\n"
        "pub(super) fn near() {}\n"
    )
    facts = analyse("a.rs", source.encode())
    assert facts.private_names() == {"A::b", "A::own", "near"}


def test_what_a_crate_keeps_is_used_in_all_its_files(make_project: Make) -> None:
    built = make_project(
        {
            "Cargo.toml": '[package]\nname = "a"\n',
            "src/lib.rs": "mod low;\npub fn run(x: &low::Low) { x.own() }\n",
            "src/low.rs": "pub struct Low { own: u8 }\n"
            "impl Low { pub(crate) fn own(&self) {} pub fn all(&self) {} }\n",
        }
    ).build()
    page = built.body("code/src/low.rs_docs")
    assert "used in at least 1 place in 1 file: run src/lib.rs" in page


def test_modules_in_modules_are_read_at_once() -> None:
    source = "mod a {" * 500 + "use b::c;" * 500 + "}" * 500
    began = time.process_time()
    analyse("a.rs", source.encode())
    assert time.process_time() - began < 6


def test_attributes_in_arguments_of_macros() -> None:
    text = "fn derive() {}\nfn f() { quote! { #[derive(X)] struct A; derive(); } }\n"
    references = analyse("a.rs", text.encode()).references
    line = text.split("\n")[1]
    words = [line[row.column : row.column + row.length] for row in references.iterate()]
    assert words.count("derive") == 1


def test_exported_macros_stand_at_the_top_of_their_crate(tmp_path: Path) -> None:
    files = {
        "a/Cargo.toml": '[package]\nname = "made"\n',
        "a/src/lib.rs": "mod macros;\n",
        "a/src/macros.rs": "#[macro_export]\nmacro_rules! same { () => {} }\n",
        "b/Cargo.toml": (
            '[package]\nname = "user"\n[dependencies]\nmade = { path = "../a" }\n'
        ),
        "b/src/lib.rs": """
            use made::same;
            mod other;
            fn imported() { same!(); }
        """,
        "b/src/other.rs": "fn by_its_crate() { made::same!(); }\n",
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {(use.around, use.by_name) for use in code.incoming_uses("a/src/macros.rs")}
    assert uses == {("imported", False), ("by_its_crate", False)}


def test_a_crate_has_another_name_in_all_of_a_crate(
    tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    files = {
        "a/Cargo.toml": '[package]\nname = "alone"\n',
        "a/src/lib.rs": "pub mod set;\n",
        "a/src/set.rs": "pub struct Set;\n",
        "b/Cargo.toml": '[package]\nname = "box"\n',
        "b/src/lib.rs": "extern crate alone as other;\npub mod held;\n",
        "b/src/held.rs": "pub use other::set::Set;\n",
    }
    code = surveyed(tmp_path / "read", files)
    assert [row.target for row in code.links("b/src/held.rs")] == ["a/src/set.rs"]
    root = files["b/src/lib.rs"]
    follow_edits(
        files, {"b/src/lib.rs": root.replace("other", "more")}, {"b/src/lib.rs": root}
    )


def test_no_file_imports_a_program(make_project: Callable[..., Project]) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        **dict.fromkeys(
            ("src/bin/sell.rs", "examples/buy.rs", "src/alone.rs"),
            "fn main() { run(); }\nfn run() {}\n",
        ),
    }
    built = make_project(files).build()
    said = {
        path: "No file imports it" in built.body(f"code/{path}_docs")
        for path in files
        if path.endswith(".rs")
    }
    assert said == {
        "src/bin/sell.rs": False,
        "examples/buy.rs": False,
        "src/alone.rs": True,
    }


def test_files_that_a_macro_makes_modules_of_are_imported(make_project: Make) -> None:
    text = "pub fn run() { crate::other::run() }\n"
    files = {
        "near/Cargo.toml": '[package]\nname = "shop"\n',
        "near/tests/all/main.rs": 'automod::dir!("tests/all");\n'
        'automod::dir!(pub "tests/gone");\n',
        "near/tests/all/one.rs": text,
        "near/tests/all/other.rs": text,
        "near/src/lost.rs": text,
    }
    built = make_project(files).build()
    built.check_links()
    main = built.body("code/near/tests/all/main.rs_docs")
    assert "This repository (1)" in main
    assert "Not in the source tree (1)" in main
    assert "It imports nothing" not in main
    assert "No file imports it" not in built.body("code/near/tests/all/one.rs_docs")
    assert "No file imports it" in built.body("code/near/src/lost.rs_docs")


def test_folders_of_modules_after_edits(follow_edits: Callable[..., None]) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "tests/all/main.rs": 'automod::dir!("tests/all");\n',
        "tests/more/a.rs": "pub fn run() {}\n",
    }
    follow_edits(
        files,
        {"tests/all/main.rs": 'automod::dir!("tests/more");\n'},
        {"tests/more/a.rs": None, "tests/more/b.md": ""},
        {"tests/more/c.rs": "pub fn run() {}\n"},
        {"Cargo.toml": None},
    )


def test_a_type_by_hundreds_of_other_names_costs_its_uses_alone(tmp_path: Path) -> None:
    names = "".join(f"type S{number} = S{number - 1};\n" for number in range(1, 800))
    text = f"struct S0; impl S0 {{ fn m(&self) {{}} }}\n{names}"
    text += "fn near() {}\nfn f(x: S799) { x.m(); near(); }\n"
    code = surveyed(tmp_path / "root", {"src/lib.rs": text})
    found = {row.qualname for row in code.references("src/lib.rs") if row}
    assert "near" in found
    assert "S799" in found
