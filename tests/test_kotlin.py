"""Kotlin, whose grammar is an extra: what pages show of its files, beside Java's."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.scan.test_paths import is_test
from sphinxcontrib_kwindex.store.use_queries import uses_by

pytest.importorskip("tree_sitter_kotlin")
Make = Callable[..., Project]

BASE = """package a

/** Holds an [Item] of [the list](x.md). */
open class Base(val size: Int, var next: Base?, plain: Int) : Grows<Int>, Closeable {
    var head: Item = Item(1)
    private val twice by lazy { plain * 2 }
    constructor(size: Int) : this(size, null, 0)
    /** Grows it. */
    override suspend fun grow(by: Int): Base? { val local = by; return next }
    companion object {
        const val MOST = 3
        fun made(): Base = Base(size = 1, next = null, plain = 2)
    }
    fun String.inside() = length
}

interface Grows<T>
data class Item(val price: Int) { fun pay() {} }
enum class Colour(val rgb: Int) {
    RED(1),
    GREEN(2) {
        fun own() = 1
    };
}
object Only
typealias Handler = (Int) -> Unit
fun Base.shrink(): Base = made()
val Base.half: Int get() = size / 2
private const val NAME = "x"
"""
USE = """package b

import a.Base
import a.Base.Companion.MOST
import a.Item as Thing
import a.gone
import a.shrink
import java.io.File

class Derived : Base(1, null, 2) {
    val other = size
    override suspend fun grow(by: Int): Base? {
        head.pay()
        return super.grow(by)
    }
}

fun use(base: Base, items: List<Thing>) {
    base.shrink().head.pay()
    base.next!!.head
    items.map { it.price }
    val x = Thing(price = MOST)
    x.pay()
    (base as Derived).other
    Base.made().shrink()
    File("x").shrink()
}
"""
FILES = {
    "src/main/kotlin/Base.kt": BASE,
    "src/main/kotlin/b/Use.kt": USE,
    "src/main/java/c/Old.java": (
        "package c;\n\nimport a.Base;\n\nclass Old { Base base; int f() "
        "{ return base.grow(1).size; } }\n"
    ),
    "src/main/kotlin/New.kt": (
        "package c\n\nfun new(old: Old) { old.f() }\n\nclass Tail : Old()\n"
    ),
    "src/jvmTest/kotlin/UseTest.kt": (
        "package b\n\nimport kotlin.test.Test\n\nclass UseTest {\n"
        "    @Test fun `uses it`() { use(Base(1), listOf()) }\n"
        "    @Test\n    fun growing() { Derived().grow(1) }\n}\n"
    ),
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def link_in(build: Build, path: str, line: str, name: str) -> str:
    """Return where a name leads on the first line of a listing with some text."""
    for shown in build.listing(path).split("\n"):
        if line in html.unescape(re.sub("<[^>]*>", "", shown)):
            links = re.findall(r'<a[^>]*href="([^"]*)"[^>]*>([^<]*)</a>', shown)
            return next((href for href, text in links if text == name), "")
    raise AssertionError(line)


def test_definitions() -> None:
    facts = analyse("Base.kt", BASE.encode())
    assert facts.package == "a"
    rows = {row.qualname: row for row in facts.definitions}
    assert [(row.sort, name) for name, row in rows.items()] == [
        ("class", "Base"),
        ("attribute", "Base.size"),
        ("attribute", "Base.next"),
        ("attribute", "Base.head"),
        ("attribute", "Base.twice"),
        ("method", "Base.constructor"),
        ("method", "Base.grow"),
        ("constant", "Base.MOST"),
        ("method", "Base.made"),
        ("method", "Base.inside"),
        ("interface", "Grows"),
        ("class", "Item"),
        ("attribute", "Item.price"),
        ("method", "Item.pay"),
        ("enum", "Colour"),
        ("attribute", "Colour.rgb"),
        ("constant", "Colour.RED"),
        ("constant", "Colour.GREEN"),
        ("method", "Colour.GREEN.own"),
        ("object", "Only"),
        ("type", "Handler"),
        ("extension", "Base.shrink"),
        ("data", "Base.half"),
        ("constant", "NAME"),
    ]
    assert rows["Base"].bases == ("Grows<Int>", "Closeable")
    assert rows["Base"].summary == "Holds an Item of the list."
    assert rows["Base.grow"].modifiers == ("override", "suspend")
    assert rows["Base.grow"].signatures == ("(by: Int): Base?",)
    assert rows["Base.constructor"].signatures == ("(size: Int)",)
    assert rows["Base.head"].annotation == "Item"
    assert rows["NAME"].modifiers == ("private",)


def test_an_error_costs_the_part_that_it_is_in() -> None:
    text = b"fun one() {}\n\nclass Two : {\n  fun x() {}\n}\n\nfun four() {}\n"
    names = [row.qualname for row in analyse("a.kt", text).definitions]
    assert names == ["one", "Two", "Two.x", "four"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@A\nannotation class B\n", ["B"]),
        ('/** Is. */\n@A\n@B("x y")\nclass F\n', ["F"]),
        (
            "@A(B::class)\n@C\nopen class D protected constructor() {\n val e = 1\n}\n",
            ["D", "D.e"],
        ),
        (
            "class A(b: () -> C) : D<C> by e(F, b) {\n    fun g() = 1\n}\n",
            ["A", "A.g"],
        ),
        (
            "class H : I by j {\n    fun k() = 1\n}\n\nclass L : M by n({ 1 })\n",
            ["H", "H.k", "L"],
        ),
    ],
)
def test_declarations_are_no_expressions(text: str, names: list[str]) -> None:
    rows = analyse("a.kt", text.encode()).definitions
    assert [row.qualname for row in rows] == names
    assert {row.kind for row in rows} <= {"class", "attribute", "method"}
    assert rows[0].summary == ("Is." if "Is." in text else "")


@pytest.mark.parametrize(
    ("line", "name", "target"),
    [
        ("import a.shrink", "shrink", "Base.shrink"),
        ("import a.Base.Companion.MOST", "MOST", "Base.MOST"),
        ("val other = size", "size", "Base.size"),
        ("head.pay()", "head", "Base.head"),
        ("head.pay()", "pay", "Item.pay"),
        ("return super.grow(by)", "grow", "Base.grow"),
        ("items: List<Thing>", "Thing", "Item"),
        ("base.shrink().head", "shrink", "Base.shrink"),
        ("base.shrink().head.pay", "pay", "Item.pay"),
        ("base.next!!.head", "head", "Base.head"),
        ("it.price", "price", "Item.price"),
        ("Thing(price = MOST)", "price", "Item.price"),
        ("Thing(price = MOST)", "MOST", "Base.MOST"),
        ("x.pay()", "pay", "Item.pay"),
        ("Base.made().shrink", "made", "Base.made"),
        ("Base.made().shrink", "shrink", "Base.shrink"),
        ('File("x").shrink', "shrink", "Base.shrink"),
    ],
)
def test_names_lead_to_what_they_stand_for(
    built: Build, line: str, name: str, target: str
) -> None:
    link = link_in(built, "src/main/kotlin/b/Use.kt", line, name)
    assert link.endswith(f"Base.kt_docs.html#src-{target}")


def test_one_of_several_extensions_of_a_name_is_not_guessed(make_project: Make) -> None:
    files = {
        "a/Some.kt": "package a\n\nclass One\nclass Two\n"
        "fun One.read() {}\nfun Two.read() {}\n",
        "b/Use.kt": "package b\n\nimport a.One\nimport a.Two\nimport a.read\n\n"
        "fun f(two: Two) { two.read() }\nfun g(it: Any) { h(it).read() }\n",
    }
    build = make_project(files).build()
    assert link_in(build, "b/Use.kt", "import a.read", "read") == ""
    assert link_in(build, "b/Use.kt", "two.read()", "read") == ""
    assert link_in(build, "b/Use.kt", "h(it).read()", "read") == ""


def test_java_and_kotlin_see_each_other(built: Build) -> None:
    old = "src/main/java/c/Old.java"
    link = link_in(built, old, "base.grow(1)", "grow")
    assert link.endswith("kotlin/Base.kt_docs.html#src-Base.grow")
    link = link_in(built, "src/main/kotlin/New.kt", "old.f()", "f")
    assert link.endswith("Old.java_docs.html#src-Old.f")


def test_imports_of_the_tree_and_others(built: Build) -> None:
    page = built.body("code/src/main/kotlin/b/Use.kt_docs")
    own, _, rest = page.partition("This repository (4)")[2].partition("Standard")
    assert "a.shrink" in own
    assert "java.io.File" in rest
    assert "a.gone" in rest.partition("Not in the source tree (1)")[2]
    test = built.body("code/src/jvmTest/kotlin/UseTest.kt_docs")
    assert "kotlin.test.Test" in test.partition("Standard library (1)")[2]


def test_tests(built: Build) -> None:
    assert is_test("src/jvmTest/kotlin/Use.kt")
    assert is_test("a/FooTest.kt")
    page = built.body("code/src/main/kotlin/b/Use.kt_docs")
    assert "UseTest.growing" in page


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("src/main/kotlin/Base.kt", "fun Base.shrink", "fun Base.grown"),
        ("src/main/kotlin/Base.kt", "class Item(", "class Thing("),
        ("src/main/kotlin/Base.kt", "object Only", "fun gone() {}"),
        ("src/main/kotlin/Base.kt", "package a", "package b"),
        ("src/main/java/c/Old.java", "int f()", "int g()"),
    ],
)
def test_an_edit_ends_as_a_clean_build(
    follow_edits: Callable[..., None], path: str, old: str, new: str
) -> None:
    assert old in FILES[path]
    follow_edits(FILES, {path: FILES[path].replace(old, new)})


def test_a_class_that_moves_is_found_where_it_is_now(
    follow_edits: Callable[..., None],
) -> None:
    files = {
        "a/One.kt": "package a\n\nclass Outer { class Inner }\n",
        "a/Two.kt": "package a\n\nfun two() {}\n",
        "b/Use.kt": "package b\n\nimport a.Outer.Inner\n\nval x: Inner = Inner()\n",
    }
    moved = {"a/One.kt": "package a\n", "a/Two.kt": files["a/One.kt"]}
    follow_edits(files, moved)


def test_files_without_a_package_see_each_other(make_project: Make) -> None:
    build = make_project(
        {"a/One.kt": "fun one() {}\n", "b/Two.kt": "fun two() { one() }\n"}
    ).build()
    link = link_in(build, "b/Two.kt", "fun two", "one")
    assert link.endswith("a/One.kt_docs.html#src-one")


def test_names_in_the_templates_of_texts_are_used(tmp_path: Path) -> None:
    files = {
        "Tag.kt": 'package a\n\nconst val TAG = "x"\nconst val MARK = "y"\n',
        "Use.kt": (
            'package a\n\nfun first() = "[$TAG] is no MARK, nor \\$MARK"\n'
            'fun second() = """a\n$MARK"""\n'
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {(use.around, use.qualname) for use in code.incoming_uses("Tag.kt")}
    assert uses == {("first", "TAG"), ("second", "MARK")}


def test_what_ends_a_local_value_is_used(tmp_path: Path) -> None:
    source = """
        package a

        class Box { val size = 1 }
        const val MOST = 3

        fun run(any: Any) {
            val box = any as Box
            val most = MOST
            val size = box.size
        }
    """
    code = surveyed(tmp_path / "tree", {"Box.kt": source})
    uses = {use.qualname for use in code.incoming_uses("Box.kt") if use.around == "run"}
    assert uses == {"Box", "MOST", "Box.size"}


def test_names_in_a_function_for_an_object_may_be_its_members(tmp_path: Path) -> None:
    text = """
        package a
        class User {
            fun greet() = 1
        }
        class Host {
            fun greet() = 2
            fun other() = helps()
            fun f(u: User) = u.apply { greet() }
            fun g(u: User) = with(u) { greet() }
            fun h(u: User) = u.let { greet() }
            fun i(u: User) = u.apply { val greet = helps() }
            fun j() = run { greet() }
        }
        fun helps() = 3
    """
    code = surveyed(tmp_path / "tree", {"a.kt": text})
    uses = {
        (row.around, row.qualname, bool(row.by_name))
        for row in uses_by(code.store, ["a.kt"])
        if row.qualname.endswith(("greet", "helps"))
    }
    either = {("User.greet", True), ("Host.greet", True)}
    assert uses == {
        *(("Host.f", *use) for use in either),
        *(("Host.g", *use) for use in either),
        ("Host.h", "Host.greet", False),
        ("Host.i", "helps", False),
        ("Host.j", "Host.greet", False),
        ("Host.other", "helps", False),
    }


def test_extensions_of_types_of_others_are_found_by_their_names(tmp_path: Path) -> None:
    files = {
        "e/More.kt": """
            package a.e
            import android.content.Context
            fun Context.seek() {}
            class Map { fun point() {} }
        """,
        "Use.kt": """
            package a
            import a.e.*
            import android.content.Context
            class Use(val context: Context) {
                fun run() {
                    context.seek()
                    context.point()
                }
            }
        """,
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {(use.qualname, use.by_name) for use in code.incoming_uses("e/More.kt")}
    assert uses == {("Context.seek", True)}


def test_a_member_or_an_extension_of_its_name_is_told_by_the_arguments(
    tmp_path: Path,
) -> None:
    files = {
        "Base.kt": "package a\nclass Base {\n    fun grow(by: Int) {}\n"
        "    fun shrink() {}\n}\n",
        "More.kt": "package a\nfun Base.grow() {}\nfun Base.move() {}\n",
        "Use.kt": "package a\nfun use(base: Base) {\n    base.grow()\n"
        "    base.shrink()\n    base.move()\n}\n",
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {
        (use.qualname, use.by_name)
        for path in ("Base.kt", "More.kt")
        for use in code.incoming_uses(path)
    }
    assert uses == {
        ("Base", False),
        ("Base.grow", True),
        ("Base.move", False),
        ("Base.shrink", False),
    }


def test_a_call_below_a_value_is_no_accessor_of_it() -> None:
    text = (
        "fun A.b(): C {\n    val c = r()\n    get(c)\n    set(c, 1)\n    return c\n}\n"
        "class D {\n    var e\n        get() = 1\n        set(value) { g = value }\n}\n"
        "fun A.f(c: D = E.F): G {\n    return c.h(this)\n}\n"
    )
    rows = analyse("a.kt", text.encode()).definitions
    assert [row.qualname for row in rows] == ["A.b", "D", "D.e", "A.f"]


@pytest.mark.parametrize("words", ["actual", "public actual"])
def test_an_actual_constructor_below_its_class_is_of_it(words: str) -> None:
    head = f"{words} class A<B>\n{words} constructor(val c: B) : D"
    rows = analyse("a.kt", f"{head} {{\n    fun e() {{}}\n}}\n".encode()).definitions
    assert [row.qualname for row in rows] == ["A", "A.c", "A.e"]


def test_a_constructor_below_a_class_in_another_is_of_it() -> None:
    text = (
        "class Box {\n    class Lid<T>\n    private constructor(\n"
        "        val size: Int,\n    ) {\n        fun turn() {}\n    }\n\n"
        "    class Key\n    @Inject constructor(val size: Int)\n    fun shut() {}\n}\n"
    )
    found = [
        (row.line, row.qualname) for row in analyse("a.kt", text.encode()).definitions
    ]
    assert found == [
        (1, "Box"),
        (2, "Box.Lid"),
        (4, "Box.Lid.size"),
        (6, "Box.Lid.turn"),
        (9, "Box.Key"),
        (10, "Box.Key.size"),
        (11, "Box.shut"),
    ]


def test_a_member_without_a_call_is_no_function(tmp_path: Path) -> None:
    files = {
        "Box.kt": (
            "class Box { fun isOpen() = true\n val size = 1\n"
            "  val onShut: () -> Unit = {}\n"
            "  fun each(f: () -> Unit) {}\n fun <T> of() {}\n}\n"
        ),
        "use.kt": (
            "fun use(box: Box, other: Any) {\n  other.x.isOpen\n  box.size\n"
            "  box.onShut()\n  box.each { }\n  box.of<Int>()\n"
            "  other.x.each(box::isOpen)\n}\n"
            "fun plain(thing: Any) = thing.x.isOpen && thing.x.each\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    used = {row.qualname for row in uses_by(code.store, ["use.kt"])}
    members = {"Box.size", "Box.onShut", "Box.each", "Box.of", "Box.isOpen"}
    assert used == {"Box", *members}
    around = {
        use.around
        for use in code.incoming_uses("Box.kt")
        if use.qualname in {"Box.isOpen", "Box.each"}
    }
    assert around == {"use"}


def test_a_function_that_is_called_comes_before_a_value_of_its_name(
    tmp_path: Path,
) -> None:
    files = {
        "Request.kt": (
            "class Request {\n  class Builder {\n    var url = 1\n"
            "    fun url(url: Int): Builder {\n      this.url = url\n"
            "      return this.url(2)\n    }\n  }\n}\n"
        ),
        "use.kt": (
            "fun call() {\n  Request.Builder().url(1)\n}\n"
            "fun read(builder: Request.Builder) {\n  builder.url = 2\n}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    used = [
        (use.anchor, use.line)
        for path in files
        for use in uses_by(code.store, [path])
        if use.qualname == "Request.Builder.url"
    ]
    assert sorted(used) == [
        ("def-Request.Builder.url", 2),
        ("def-Request.Builder.url", 6),
        ("def-Request.Builder.url-attribute", 5),
        ("def-Request.Builder.url-attribute", 5),
    ]


def test_a_variable_below_a_value_is_no_accessor_of_it() -> None:
    text = (
        "class A {\n  private var set = 0\n  fun put(id: Int) {\n"
        "    val bit = 1 shl id\n    set = set or bit\n  }\n"
        "  fun add(id: Int) {\n    val bit = 1\n    get.add(bit)\n  }\n"
        "  var size: Int = 1\n    get() = field\n    private set\n}\n"
    )
    rows = analyse("A.kt", text.encode()).definitions
    names = [row.qualname for row in rows]
    assert names == ["A", "A.set", "A.put", "A.add", "A.size"]


def test_constants_behind_annotations() -> None:
    text = (
        "package a\n\n@A\nconst val ONE = 1\n\n/** Two. */\n@B\n"
        "const val TWO = 2\n@A const val THREE = 3\n"
    )
    rows = analyse("a.kt", text.encode()).definitions
    assert [(row.kind, row.qualname, row.summary) for row in rows] == [
        ("constant", "ONE", ""),
        ("constant", "TWO", "Two."),
        ("constant", "THREE", ""),
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("/** One. */ @A(1) @B const val one = 1\n", "constant"),
        ("/** One. */\n@A(1) @B const val one = 1\nval two = 2\n", "constant"),
        ("/** One. */ @A @B actual fun one() = 1\n", "function"),
    ],
)
def test_what_has_a_value_is_defined_behind_two_annotations(
    text: str, kind: str
) -> None:
    row = analyse("a.kt", text.encode()).definitions[0]
    assert (row.kind, row.qualname, row.summary) == (kind, "one", "One.")


def test_members_on_the_line_of_their_class_need_no_end() -> None:
    text = (
        'class A(val b: Int) { init { f() }\n    companion object { val C = "}" }\n}\n'
        "class D { val e = 2 }\ninterface F { fun g(): Int }\nobject H { var i = 1; }\n"
        '@J(1)\n@K private fun l() = "object { val m }"\n'
    )
    rows = analyse("a.kt", text.encode()).definitions
    assert [row.qualname for row in rows] == [
        *("A", "A.b", "A.C", "D", "D.e", "F", "F.g", "H", "H.i", "l")
    ]
    # Its annotations are not what a function is called by.
    assert (rows[2].value, rows[-1].head) == ('"}"', "private fun l()")


def test_what_the_grammar_makes_up_has_no_name() -> None:
    text = (
        "c f y(): val array(r())\nget(array)\n/**\n t]\n */\n"
        "public fun A.b(c: D = E.F): G {\n    return c.h(this).i()\n}\n\n"
        "/**\n * Moves [size]\n *"
    )
    rows = analyse("a.kt", text.encode()).definitions
    assert not [row for row in rows if not row.name]


def test_a_type_is_no_function_of_its_name(tmp_path: Path) -> None:
    files = {
        "a/Text.kt": "package a\nfun String(size: Int): String = f()\n",
        "a/Read.kt": "package a\ninterface Read\n",
        "a/Makes.kt": "package a\nfun Read(size: Int): Read = object : Read {}\n",
        "a/Use.kt": "package a\nfun use(text: String, read: Read) {}\n",
        "b/Use.kt": "package b\nimport a.Read\nfun use(read: Read) {}\n",
    }
    code = surveyed(tmp_path, files)
    for path, number in (("a/Use.kt", 1), ("b/Use.kt", 1)):
        used = [row for row in code.references(path) if row and row.qualname]
        assert {(row.path, row.more) for row in used[-number:]} == {("a/Read.kt", ())}
    text = [row.qualname for row in code.references("a/Use.kt") if row]
    assert "String" not in text


def test_files_of_a_package_whose_extension_is_imported_may_be_meant(
    make_project: Make,
) -> None:
    project = make_project(
        {
            "a/One.kt": "package a\n\n/** Ends. */\nfun Int.done() {}\n",
            "a/Two.kt": "package a\n\nfun String.done() {}\n",
            "c/Lone.kt": "package c\n\n/** Ends. */\nfun Int.lone() {}\n",
            "Use.kt": "package b\n\nimport a.done\n\nfun use(x: Any) { x.done() }\n",
        }
    )
    build = project.build()
    assert "No file imports it." not in build.body("code/a/One.kt_docs")
    assert "No file imports it." in build.body("code/c/Lone.kt_docs")


def test_java_imports_functions_of_a_file_by_the_name_of_a_class(
    tmp_path: Path,
) -> None:
    files = {
        "a/things.kt": "package a\n\nfun makeAll(n: Int): Box = Box()\nclass Box\n",
        "b/Use.java": """
            package b;
            import a.ThingsKt;
            import static a.ThingsKt.makeAll;
            class Use {
                void f() { ThingsKt.makeAll(1); }
                void g() { makeAll(2); }
            }
        """,
    }
    code = surveyed(tmp_path / "tree", files)
    assert [link.module for link in code.links("b/Use.java")] == ["a/things.kt"] * 2
    uses = uses_by(code.store, ["b/Use.java"])
    assert [(use.around, use.qualname, bool(use.by_name)) for use in uses] == [
        ("Use.f", "makeAll", False),
        ("Use.g", "makeAll", False),
    ]


def test_what_is_imported_of_the_own_project_comes_before_another_project(
    tmp_path: Path,
) -> None:
    use = "two/src/main/kotlin/a/Use.kt"
    files = {
        "one/src/main/kotlin/a/Types.kt": "package a\n\nclass Box\nclass Lone\n",
        "two/src/main/kotlin/a/Types.kt": "package a\n\nclass Types { class Box }\n",
        use: "package a\n\nimport a.Types.*\n\nfun f() = Box()\nfun g() = Lone()\n",
    }
    uses = uses_by(surveyed(tmp_path / "tree", files).store, [use])
    assert {(use.around, use.target, use.qualname) for use in uses if use.around} == {
        ("f", "two/src/main/kotlin/a/Types.kt", "Types.Box"),
        ("g", "one/src/main/kotlin/a/Types.kt", "Lone"),
    }


def test_a_reference_to_a_function_is_looked_up_from_where_it_stands(
    tmp_path: Path,
) -> None:
    text = """
        package a
        fun own() {}
        fun top() {}
        class Box {
            fun own() {}
            fun refer() {
                run(::own)
                run(::top)
            }
        }
    """
    uses = uses_by(surveyed(tmp_path / "tree", {"a.kt": text}).store, ["a.kt"])
    assert {(use.qualname, use.by_name) for use in uses if use.around} == {
        ("Box.own", 0),
        ("top", 0),
    }
