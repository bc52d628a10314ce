"""Java: what pages show of its files."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed, take, write

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.links.languages.java import JavaRules
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.use_queries import uses_by

Make = Callable[..., Project]

FILES = {
    "main/org/x/Base.java": (
        "package org.x;\n"
        "\n"
        "import java.util.List;\n"
        "\n"
        "/** What others are made of. */\n"
        "public abstract class Base implements Shape {\n"
        "    public static final int MOST = 3;\n"
        "    protected int size;\n"
        "    private List<String> names, others;\n"
        "    enum Colour { RED(1), GREEN }\n"
        "    public Base(int size) { this.size = size; }\n"
        "    int area() { return size; }\n"
        "    int area(int scale) { return scale * area(); }\n"
        "    static Base of() { return new Base(1) { int hidden() { return 2; } }; }\n"
        "}\n"
    ),
    "main/org/x/Shape.java": (
        "package org.x;\n\npublic interface Shape { int MAX = 9; }\n"
    ),
    "test/org/y/Derived.java": (
        "package org.y;\n"
        "\n"
        "import static org.x.Base.MOST;\n"
        "\n"
        "import org.x.*;\n"
        "import org.x.Base.Colour;\n"
        "\n"
        "class Derived extends Base {\n"
        "    Derived() { super(MOST); }\n"
        "    int size() { return size + super.area(); }\n"
        "    Colour colour() { int size = 1; return size > 1 ? Colour.RED : null; }\n"
        "    Missing none() { return null; }\n"
        "}\n"
    ),
    "test/org/z/Missing.java": "package org.z;\n\nclass Missing { }\n",
}

MEMBERS = {
    "x/Pen.java": (
        "package x;\n\nclass Pen {\n    Ink ink;\n    Ink ink() { return ink; }\n"
        "    static class Cap { int size; }\n}\n"
    ),
    "x/Ink.java": "package x;\n\nclass Ink {\n    void dry() { }\n}\n",
    "x/Use.java": (
        "package x;\n\nimport java.util.List;\n\nclass Use {\n    Pen pen;\n"
        "    void one(Pen other) { other.ink.dry(); }\n"
        "    void two() { pen.ink().equals(1); this.pen.ink.dry(); }\n"
        "    void three(List<Pen> pens) { pens.dry(); }\n"
        "    int four(Pen.Cap cap) { return cap.size; }\n"
        '    void five() { "".dry(); }\n'
        "    void six() { for (Pen each : new Pen[1]) each.ink.dry(); }\n"
        "}\n"
    ),
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def listing(build: Build, path: str) -> list[str]:
    return ["", *build.listing(path).split("\n")]


def test_definitions() -> None:
    facts = analyse("Base.java", FILES["main/org/x/Base.java"].encode())
    assert facts.package == "org.x"
    found = [(row.kind, row.qualname, row.lines) for row in facts.definitions]
    assert found == [
        ("class", "Base", (6,)),
        ("constant", "Base.MOST", (7,)),
        ("field", "Base.size", (8,)),
        ("field", "Base.names", (9,)),
        ("field", "Base.others", (9,)),
        ("enum", "Base.Colour", (10,)),
        ("constant", "Base.Colour.RED", (10,)),
        ("constant", "Base.Colour.GREEN", (10,)),
        ("method", "Base.Base", (11,)),
        ("method", "Base.area", (12, 13)),
        ("method", "Base.of", (14,)),
    ]
    by_name = {row.qualname: row for row in facts.definitions}
    assert by_name["Base"].bases == ("Shape",)
    assert by_name["Base.size"].modifiers == ("protected",)
    assert by_name["Base.area"].modifiers == ("package-private",)
    assert by_name["Base.MOST"].modifiers == ("static", "final")


def test_parts_of_a_record_are_shown_without_what_follows() -> None:
    text = (
        b"record P(int x, @A String y,\n    T... more) implements K {\n int f() {}\n}\n"
    )
    rows = analyse("P.java", text).definitions
    fields = [row for row in rows if row.kind == "field"]
    assert [(row.qualname, row.head, row.line, row.end_line) for row in fields] == [
        ("P.x", "int x", 1, 1),
        ("P.y", "String y", 1, 1),
        ("P.more", "T... more", 2, 2),
    ]


def test_the_comment_above_a_module_documents_it() -> None:
    text = "import a.B;\n\n/**\n * Sells all things.\n */\nopen module shop {\n}\n"
    facts = analyse("module-info.java", text.encode())
    assert (facts.summary, facts.docstring_line) == ("Sells all things.", 3)
    assert [row.module for row in facts.imports] == ["a.B"]


def test_a_class_implements_what_an_interface_asks_for(make_project: Make) -> None:
    built = make_project(
        {
            "x/Shape.java": "package x;\ninterface Shape { int area(); }\n",
            "x/Flat.java": "package x;\ninterface Flat extends Shape { int area(); }\n",
            "x/Box.java": "package x;\nclass Box implements Flat {\n"
            "    public int area() { return 1; }\n}\n",
            "x/Lid.java": "package x;\nclass Lid extends Box {\n"
            "    public int area() { return 2; }\n}\n",
        }
    ).build()
    assert "overrides Shape.area; implemented in Box" in built.body(
        "code/x/Flat.java_docs"
    )
    assert "implements Flat.area; overridden in Lid" in built.body(
        "code/x/Box.java_docs"
    )


STATES = """package x;

enum State {
    /** The first. */
    FIRST {
        /** Runs it. */
        @Override boolean process(String t) { return other(t) && more(); }
        private boolean other(String t) { return t == null; }
    },
    LAST("x") {
        @Override boolean process(String t) { return new Object() { int no() { } }; }
        class Inner { }
    };
    abstract boolean process(String t);
    boolean more() { return true; }
}
"""


def test_a_constant_of_an_enum_has_what_stands_in_its_body(make_project: Make) -> None:
    facts = analyse("State.java", STATES.encode())
    found = [(row.kind, row.qualname) for row in facts.definitions]
    assert found == [
        ("enum", "State"),
        ("constant", "State.FIRST"),
        ("method", "State.FIRST.process"),
        ("method", "State.FIRST.other"),
        ("constant", "State.LAST"),
        ("method", "State.LAST.process"),
        ("class", "State.LAST.Inner"),
        ("method", "State.process"),
        ("method", "State.more"),
    ]
    assert facts.definitions[2].summary == "Runs it."
    line = listing(make_project({"x/State.java": STATES}).build(), "x/State.java")[7]
    assert 'href="#src-State.FIRST.other"' in line
    assert 'href="#src-State.more"' in line


def test_names_lead_by_packages_and_imports(built: Build) -> None:
    code = listing(built, "test/org/y/Derived.java")
    base = "../../../main/org/x/Base.java_docs.html#src-"
    assert f'href="{base}Base.MOST"' in code[3]
    assert f'href="{base}Base.Colour"' in code[6]
    assert f'href="{base}Base"' in code[8]
    assert f'href="{base}Base.MOST"' in code[9]
    assert f'href="{base}Base.size"' in code[10]
    assert f'href="{base}Base.area"' in code[10]
    assert f'href="{base}Base.Colour.RED"' in code[11]
    # A local variable hides the field.
    assert "Base.size" not in code[11]
    # It is in another package, and not imported.
    assert "Missing.java" not in code[12]
    own = listing(built, "main/org/x/Base.java")
    assert 'href="Shape.java_docs.html#src-Shape"' in own[6]
    assert "by name only" not in "".join(own + code)


def test_a_package_in_an_import_is_the_folder_of_what_is_imported(
    make_project: Make,
) -> None:
    project = make_project(
        {
            "main/org/x/A.java": "package org.x;\n\npublic class A { }\n",
            "test/org/x/B.java": "package org.x;\n\npublic class B { }\n",
            "test/org/y/Use.java": (
                "package org.y;\n\nimport org.x.A;\nimport org.x.B;\n"
                "import org.x.Gone;\n"
            ),
        }
    )
    code = listing(project.build(), "test/org/y/Use.java")
    main, test, gone = (line.partition("org.")[0] for line in code[3:6])
    assert 'href="../../../main/org/x/index.html"' in main
    assert 'href="../x/index.html"' in test
    assert 'href="../x/index.html"' in gone


def test_java_imports_files_of_other_languages(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    files = {
        "a/src/org/x/Client.scala": "package org.x\n\nclass Client\n",
        "b/src/org/x/Client.scala": "package org.x\n\nclass Client\n",
        "b/src/org/y/Other.scala": "package org.y\n\nclass Other\n",
        "b/use/Use.java": "import org.x.Client;\nimport org.x.Gone;\n"
        "import org.z.Other;\n\nclass Use { }\n",
    }
    page = make_project(files).build().text("code/b/use/Use.java_docs")
    own, _, missing = page.partition("Dependencies")[2].partition("Not in the source")
    assert 'href="../src/org/x/Client.scala_docs.html"' in own
    assert "org.z.Other" in own.partition("Third party")[2]
    assert "org.x.Gone" in missing
    follow_edits(files, {"b/src/org/x/Client.scala": None})


def test_imports_are_told_both_ways(built: Build) -> None:
    page = built.text("code/main/org/x/Base.java_docs")
    assert "import java.util.List" in page
    imported = page.partition("Imported by (1 file)")[2]
    assert 'href="../../../test/org/y/Derived.java_docs.html"' in imported


@pytest.mark.parametrize(
    ("files", "path", "old", "new"),
    [
        (MEMBERS, "x/Pen.java", "    Ink ink;", "    Pen ink;"),
        (MEMBERS, "x/Pen.java", "    Ink ink()", "    Pen ink()"),
        (MEMBERS, "x/Ink.java", "class Ink {", "class Ink extends Pen {"),
        (MEMBERS, "x/Ink.java", "package x;", "package y;"),
        (FILES, "main/org/x/Base.java", "int size", "int length"),
        (FILES, "main/org/x/Base.java", "package org.x;", "package org.z;"),
        (FILES, "test/org/z/Missing.java", "package org.z;", "package org.y;"),
    ],
)
def test_an_edit_ends_as_a_clean_build(
    follow_edits: Callable[..., None],
    files: dict[str, str],
    path: str,
    old: str,
    new: str,
) -> None:
    follow_edits(files, {path: files[path].replace(old, new)})


def test_members_of_what_is_declared(make_project: Make) -> None:
    code = listing(make_project(MEMBERS).build(), "x/Use.java")
    assert "by name only" not in "".join(code)
    assert 'href="Pen.java_docs.html#src-Pen.ink"' in code[8]
    for line in (7, 8, 12):
        assert 'href="Ink.java_docs.html#src-Ink.dry"' in code[line], line
        assert 'href="Pen.java_docs.html#src-Pen.ink-field"' in code[line], line
    assert "Ink.dry" not in code[9] + code[11]
    assert 'href="Pen.java_docs.html#src-Pen.Cap.size"' in code[10]


def test_members_of_what_is_cast(make_project: Make) -> None:
    use = (
        "package x;\nclass Cast {\n  void f(Object o) {\n"
        "    ((Ink) o).dry();\n    var i = (Ink) o;\n    i.dry();\n  }\n}\n"
    )
    code = listing(make_project({**MEMBERS, "x/Cast.java": use}).build(), "x/Cast.java")
    assert 'href="Ink.java_docs.html#src-Ink.dry"' in code[4]
    assert 'href="Ink.java_docs.html#src-Ink.dry"' in code[6]
    assert "by name only" not in "".join(code)


def test_of_members_of_one_name_that_are_imported_none_is_sure(
    make_project: Make,
) -> None:
    use = (
        "package y;\nimport static x.Subject.assertThat;\n"
        "import static com.google.Truth.assertThat;\nimport static x.Subject.only;\n"
        "class Use {\n  void f() {\n    assertThat(true);\n    only();\n  }\n}\n"
    )
    subject = (
        "package x;\npublic class Subject {\n"
        "  public static void assertThat(int[] a) {}\n"
        "  public static void only() {}\n}\n"
    )
    files = {"x/Subject.java": subject, "y/Use.java": use}
    code = listing(make_project(files).build(), "y/Use.java")
    assert "by name only" in code[7]
    assert "#src-Subject.assertThat" in code[7]
    assert "#src-Subject.only" in code[8]
    assert "by name only" not in code[8]


@pytest.mark.parametrize("start", ["field", "variable"])
def test_a_very_long_chain_of_members_is_followed_at_its_beginning(
    make_project: Make, start: str
) -> None:
    chain = ".".join((start, *["a"] * 1000))
    text = (
        "class A {\n  A a, field;\n"
        f"  void f(A variable) {{\n    g({chain});\n  }}\n}}\n"
    )
    built = make_project({"A.java": text}).build()
    assert built.warnings == ""
    assert 'href="#src-A.a">a</a>' in built.text("code/A.java_docs")


def test_names_with_their_packages_and_methods_beside_variables(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path,
        {
            "org/a/Runner.java": "package org.a;\n"
            "public class Runner { public static Runner run() { return null; } }\n",
            "org/b/All.java": "package org.b;\n"
            "class All {\n"
            "  org.a.Runner kept = org.a.Runner.run();\n"
            "  int size() { int size = size(); return size; }\n"
            "  void f(java.util.List<String> list) { list.stream().size(); }\n"
            "}\n",
        },
    )
    uses = code.incoming_uses("org/a/Runner.java")
    found = {(use.qualname, use.path) for use in uses}
    assert {("Runner", "org/b/All.java"), ("Runner.run", "org/b/All.java")} <= found
    (use,) = code.incoming_uses("org/b/All.java")
    # Not "size" of something unknown.
    assert (use.qualname, use.around) == ("All.size", "All.size")


def test_what_a_class_without_a_name_has_from_its_base(tmp_path: Path) -> None:
    files = {
        "Base.java": (
            "class Base {\n"
            "  void bind() {}\n"
            "  void call() {}\n"
            "  void own() {}\n"
            "  void near() {}\n"
            "}\n"
        ),
        "Used.java": (
            "class Used extends Other {\n"
            "  void near() {}\n"
            "  void run() {\n"
            "    use(new Base() {\n"
            "      void own() { bind(); call(); own(); near(); }\n"
            "    });\n"
            "    call();\n"
            "  }\n"
            "}\n"
        ),
        "Other.java": "class Other { void call() {} }\n",
    }
    code = surveyed(tmp_path, files)

    def used(path: str) -> set[str]:
        uses = code.incoming_uses(path)
        return {one.qualname for one in uses if not one.by_name}

    assert used("Base.java") == {"Base", "Base.bind", "Base.call"}
    assert used("Other.java") == {"Other", "Other.call"}


def test_what_a_package_is_annotated_with_is_used(tmp_path: Path) -> None:
    files = {
        "a/Plain.java": "package a;\npublic @interface Plain {}\n",
        "b/package-info.java": "/** The b. */\n@Plain\npackage b;\n\nimport a.Plain;\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = uses_by(code.store, ["b/package-info.java"])
    assert [(use.qualname, use.line) for use in used] == [("Plain", 2)]
    assert code.facts("b/package-info.java").package == "b"


def test_methods_that_compilers_write_lead_to_their_fields(
    make_project: Make, tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    files = {
        "a/P.java": "package a;\nimport lombok.Data;\n@Data\npublic class P {\n"
        "  private String name;\n  private boolean open;\n  private Q inner;\n"
        "  int isOpen() { return 1; }\n}\n",
        "a/Has.java": "package a;\nimport lombok.Getter;\nclass Has {\n"
        "  @Getter private P pen;\n  int j() { return pen.getName() + getPen(); }\n}\n",
        "a/Q.java": "package a;\npublic record Q(int size, P back) {\n"
        "  int twice() { return 2; }\n}\n",
        "a/R.java": "package a;\nimport lombok.*;\n@Value\npublic class R extends P {\n"
        "  P deep;\n}\n",
        "a/Plain.java": "package a;\nclass Plain { int age; }\n",
        "a/Use.java": "package a;\nclass Use {\n"
        "  int f(P p) { return p.getInner().size(); }\n"
        "  int g(Q q) { return q.back().getInner().twice(); }\n"
        '  int h(R r) { r.setName("x"); return r.getDeep().isOpen(); }\n'
        "  int i(Plain p) { return p.getAge(); }\n}\n",
    }
    uses = uses_by(surveyed(tmp_path / "code", files).store, ["a/Use.java"])
    found = {(use.around, use.qualname) for use in uses if "." in use.qualname}
    own = uses_by(surveyed(tmp_path / "more", files).store, ["a/Has.java"])
    assert {(use.qualname, use.role) for use in own} >= {("P.name", 1), ("Has.pen", 1)}
    assert found == {
        *(("Use.f", name) for name in ("P.inner", "Q.size")),
        *(("Use.g", name) for name in ("Q.back", "P.inner", "Q.twice")),
        *(("Use.h", name) for name in ("P.name", "R.deep", "P.isOpen")),
    }
    follow_edits(
        files,
        {"a/P.java": files["a/P.java"].replace("inner", "deep")},
        {"a/Q.java": files["a/Q.java"].replace("size", "length")},
        {"a/P.java": files["a/P.java"].replace("import lombok.Data;", "")},
    )


def test_static_imports_name_methods_too(tmp_path: Path) -> None:
    files = {
        "a/Util.java": (
            "package a;\npublic class Util {\n  public static int make() {}\n"
            "  public static final int MOST = 1;\n}\n"
        ),
        "b/Use.java": (
            "package b;\nimport static a.Util.make;\nimport static a.Util.MOST;\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    rows = code.store.references("b/Use.java")
    found = {row.qualname for row in rows if row and not row.by_name}
    assert found >= {"Util.make", "Util.MOST"}


def test_static_imports_open_the_type_that_they_name(make_project: Make) -> None:
    files = {
        "a/Line.java": "package a;\npublic class Line {\n"
        "  private static class Assert { static void check(int a) {} }\n"
        "  public static class Kit { static void build(int a) {} }\n}\n",
        "a/Sure.java": "package a;\nclass Sure { static void own(int a) {} }\n",
        "a/Use.java": "package a;\nimport static org.other.Assert.*;\n"
        "import static a.Line.Kit.*;\nimport static org.other.Sure.*;\n"
        "class Use { void go() { check(1); build(1); own(1); } }\n",
        "b/Use.kt": "package b\nimport a.Line.Kit.*\nfun go() { build(1) }\n",
    }
    built = make_project(files).build()
    assert "Assert.check" not in built.listing("a/Use.java")
    assert "src-Line.Kit.build" in built.listing("a/Use.java")
    assert "src-Line.Kit.build" in built.listing("b/Use.kt")
    assert "src-Sure.own" not in built.listing("a/Use.java")


def test_what_is_of_javas_own_library(tmp_path: Path) -> None:
    names = {
        "javax.swing.JFrame": "standard library",
        "javax.xml.parsers.SAXParser": "standard library",
        "org.w3c.dom.Node": "standard library",
        "javax.inject.Inject": "third party",
        "javax.xml.bind.JAXB": "third party",
        "org.w3c.css.sac.Parser": "third party",
    }
    text = "".join(f"import {name};\n" for name in names)
    code = surveyed(
        tmp_path / "tree", {"a/A.java": f"package a;\n{text}class A {{ }}\n"}
    )
    categories = [row.category for row in code.links("a/A.java")]
    assert dict(zip(names, categories, strict=True)) == names


def test_many_imports_beside_many_folders_of_scala(tmp_path: Path) -> None:
    text = "".join(f"import com.q{number}.X;\n" for number in range(4000))
    files = {"a/A.java": f"package a;\n{text}import p7.Gone;\nclass A {{ }}\n"}
    scala = (f"s/org/p{number}/A{number}.scala" for number in range(4000))
    store = Store(tmp_path / "store.sqlite", print)
    take(store, write(tmp_path / "tree", files))
    rules = JavaRules(store, ["a/A.java", *scala])
    start = time.process_time()
    told = [
        rules.category(row.path, row.module, 0, rules.find) for row in store.imports()
    ]
    assert time.process_time() - start < 3
    assert Counter(told) == {"third party": 4000, "missing": 1}


def test_of_copies_in_several_modules_the_own_is_meant(tmp_path: Path) -> None:
    files = {
        f"{module}/src/main/java/shop/{name}.java": f"package shop;\n{text}\n"
        for module in ("new", "old")
        for name, text in (
            ("Box", "public class Box { public void turn() {} }"),
            ("Use", "class Use { void run(Box box) { box.turn(); } }"),
        )
    }
    other = "other/src/main/java/shop/Other.java"
    files[other] = "package shop;\nclass Other { void run(Box box) { box.turn(); } }\n"
    code = surveyed(tmp_path / "tree", files)

    def used(path: str) -> set[tuple[str, str]]:
        return {
            (row.target.partition("/")[0], row.qualname)
            for row in uses_by(code.store, [path])
        }

    for module in ("new", "old"):
        assert used(f"{module}/src/main/java/shop/Use.java") == {
            (module, "Box"),
            (module, "Box.turn"),
        }
    assert {("new", "Box"), ("old", "Box")} <= used(other)
