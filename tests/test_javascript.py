"""JavaScript and TypeScript: what pages show of their files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.model.definition_heads import written
from sphinxcontrib_kwindex.model.references import CALLED
from sphinxcontrib_kwindex.store.use_queries import uses_by

Make = Callable[..., Project]

FILES = {
    "tsconfig.json": (
        "{ // Where things are.\n"
        # TypeScript takes either slash, on any system.
        r'  "compilerOptions": {"baseUrl": ".\\", "paths": {"@/*": ["src\\*"],},}'
        "\n"
        "}\n"
    ),
    "package.json": '{"name": "root", "main": "old/run.js"}\n',
    "util/package.json": (
        '{"name": "@me/util", "main": "dist/index.js",\n'
        ' "exports": {".": {"import": "./dist/index.js"}, "./*": "./dist/*.js"}}\n'
    ),
    "util/src/index.ts": (
        "export function add(a: number): number;\n"
        "export function add(a: string): string;\n"
        "export function add(a: any) { return a; }\n"
        "export { default as Shape } from './shape';\n"
        "export * from './extra';\n"
    ),
    "util/src/extra.ts": (
        "export const extra = (n: number) => n + 1;\n"
        "function hidden() {}\n"
        "export enum Color { Red, Green = 'g' }\n"
    ),
    "util/src/shape.ts": (
        "import { Color } from './extra.js';\n"
        "abstract class Shape {\n"
        "  protected color: Color = Color.Red;\n"
        "  constructor(private readonly name: string) {}\n"
        "  abstract area(): number;\n"
        "  describe() { return this.name + this.area() + this.color; }\n"
        "}\n"
        "export default Shape;\n"
    ),
    "src/lib/index.ts": (
        "import { Shape } from '@me/util';\n"
        "export class Square extends Shape {\n"
        "  #side = 2;\n"
        "  area() { return this.#side ** 2 + super.describe().length; }\n"
        "}\n"
    ),
    "src/app.tsx": (
        "import * as React from 'react';\n"
        "import fs from 'node:fs';\n"
        "import { add, extra as more } from '@me/util';\n"
        "import { Square } from '@/lib';\n"
        "export const App = ({ add: q }: { add: number }) => {\n"
        "  const s = new Square('a');\n"
        "  hidden();\n"
        "  function hidden() { return add(more(1), q); }\n"
        "  return <Panel title={s.describe()} />;\n"
        "};\n"
        "function Panel(props: { title: string }) { return <p>{props.title}</p>; }\n"
    ),
    "old/run.js": (
        "var helper = require('./helper');\n"
        "const { twice: double } = require('./helper');\n"
        "module.exports = run;\n"
        "function run(x) { return double(helper.twice(x)) + hidden(Map); }\n"
    ),
    "old/helper.js": (
        "function Thing() { this.size = 1; }\n"
        "Thing.prototype.half = function () { return this.size / 2; };\n"
        "exports.twice = function (x) { return 2 * x; };\n"
        "exports.Thing = Thing;\n"
    ),
    "old/main.js": "const run = require('..');\nrun(1);\n",
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_a_bundler_makes_modules_of_typescript(make_project: Make) -> None:
    files = {
        "kit/package.json": (
            '{"name": "@me/kit", "exports": {\n".": "./dist/index.mjs",\n'
            '"./log": {"types": "./dist/log.d.cts", "require": "./dist/log.cjs"}}}\n'
        ),
        "kit/src/index.ts": "export const a = 1;\n",
        "kit/src/log.ts": "export const b = 2;\n",
        "app.ts": "import { b } from '@me/kit/log';\nb;\n",
    }
    built = make_project(files).build()
    _, _, points = built.text("code/index").partition('id="entry-points"')
    assert 'href="kit/src/index.ts_docs.html">' in points
    assert 'href="kit/src/log.ts_docs.html">' in points
    assert "kit/src/log.ts_docs.html#def-b" in built.text("code/app.ts_docs")
    built.check_links()


def test_a_script_imports_what_the_package_of_a_folder_says(tmp_path: Path) -> None:
    files = {
        "package.json": '{"name": "log", "main": "lib/log.js", "types": "index.d.ts"}',
        "index.d.ts": "export function run(): void;\n",
        "lib/log.js": "exports.run = () => {};\n",
        "examples/a.js": "const log = require('..');\nlog.run();\n",
        "examples/b.ts": "import { run } from '..';\nrun();\n",
    }
    code = surveyed(tmp_path / "repo", files)
    for path, target in (("a.js", "lib/log.js"), ("b.ts", "index.d.ts")):
        importer = f"examples/{path}"
        assert importer in code.import_graph.importers[target]


def rows(name: str, text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    facts = analyse(name, text.encode())
    assert facts.problem is None
    return [(row.kind, row.qualname, row.modifiers) for row in facts.definitions]


def test_definitions_of_typescript() -> None:
    assert rows("shape.ts", FILES["util/src/shape.ts"]) == [
        ("class", "Shape", ("abstract",)),
        ("field", "Shape.color", ("protected",)),
        ("method", "Shape.constructor", ()),
        ("field", "Shape.name", ("private", "readonly")),
        ("method", "Shape.area", ("abstract",)),
        ("method", "Shape.describe", ()),
    ]
    assert rows("extra.ts", FILES["util/src/extra.ts"]) == [
        ("function", "extra", ()),
        ("function", "hidden", ("internal",)),
        ("enum", "Color", ()),
        ("constant", "Color.Red", ()),
        ("constant", "Color.Green", ()),
    ]
    assert rows(
        "a.d.ts",
        "declare function f(): void;\n"
        "export interface I<T> extends J { readonly a: T; m(): void }\n"
        "declare namespace N.M { const x: number; interface K {} }\n"
        "export type P = { 'x-y': string };\n",
    ) == [
        ("function", "f", ("declaration",)),
        ("interface", "I", ()),
        ("field", "I.a", ("readonly",)),
        ("method", "I.m", ()),
        ("namespace", "N.M", ("declaration",)),
        ("constant", "N.M.x", ("internal",)),
        ("interface", "N.M.K", ("internal",)),
        ("type", "P", ()),
        ("field", "P.['x-y']", ()),
    ]


def test_accessors_have_their_own_names() -> None:
    text = (
        "class A {\n  static accessor y = 1;\n  static accessor #z = 2;\n"
        "  accessor x = 3;\n}\n"
    )
    for name in ("a.js", "a.ts", "a.tsx"):
        rows = analyse(name, text.encode()).definitions
        assert [row.name for row in rows] == ["A", "y", "#z", "x"]
        assert rows[1].head == "static accessor y = 1"


def test_methods_of_a_class_define_the_fields_that_they_set(tmp_path: Path) -> None:
    text = (
        "const B = require('./b');\nclass A {\n  set() { this.b = new B(); }\n"
        "  go() { this.b.run(); }\n  static make() { this.c = 1; }\n}\n"
        "const o = { set() { this.d = 1; } };\n"
    )
    assert ("field", "A.b", ()) in (defined := rows("a.js", text))
    assert not {"A.c", "o.d"}.intersection(name for _, name, _ in defined)
    # TypeScript has them declared, perhaps by a base.
    typed = rows("a.ts", "class A extends B { set() { this.b = 1; } }\n")
    assert [name for _, name, _ in typed] == ["A", "A.set"]
    files = {"a.js": text, "b.js": "module.exports = class B {\n  run() {}\n};\n"}
    code = surveyed(tmp_path / "repo", files)
    uses = [row for row in uses_by(code.store, ["a.js"]) if row.qualname == "B.run"]
    assert [row.by_name for row in uses] == [False]


def test_bases_come_in_their_order() -> None:
    source = (
        b"class C extends A<T> implements B<U>, D {}\ninterface I extends A<T>, B {}\n"
    )
    known = analyse("a.ts", source).definitions
    assert [row.bases for row in known] == [("A", "B", "D"), ("A", "B")]


def test_definitions_of_javascript() -> None:
    assert rows("helper.js", FILES["old/helper.js"]) == [
        ("class", "Thing", ()),
        ("field", "Thing.size", ()),
        ("method", "Thing.half", ()),
        ("function", "twice", ()),
    ]
    assert rows(
        "a.js",
        "(function () { function inside() { function local() {} } })();\n"
        "module.exports = { a() {}, b: () => 1, c: inside };\n"
        "for (using x of y) {}\n"
        "const tools = { run: function () {}, size: 1 };\n",
    ) == [
        ("function", "inside", ()),
        ("function", "inside.<locals>.local", ()),
        ("function", "a", ()),
        ("function", "b", ()),
        ("constant", "tools", ("internal",)),
        ("method", "tools.run", ()),
    ]


def test_functions_and_classes_inside_of_functions() -> None:
    assert rows(
        "a.ts",
        "export function outer() {\n  function inner() { return () => {\n"
        "    const deep = () => 1; } }\n  const arrow = (a: A) => a, size = 1;\n"
        "  class Local { go() {} }\n  items.map(function named() {});\n"
        "  interface Option { deep: boolean }\n}\n"
        "describe('x', () => { function help() {}\n  it('y', () => {}); });\n",
    ) == [
        ("function", "outer", ()),
        ("function", "outer.<locals>.inner", ()),
        ("function", "outer.<locals>.inner.<locals>.deep", ()),
        ("function", "outer.<locals>.arrow", ()),
        ("class", "outer.<locals>.Local", ()),
        ("method", "outer.<locals>.Local.go", ()),
        ("interface", "outer.<locals>.Option", ()),
        ("field", "outer.<locals>.Option.deep", ()),
        ("function", 'describe("x").<locals>.help', ("internal",)),
        ("function", 'describe("x").it("y")', ("test",)),
    ]


def test_what_a_function_makes_that_is_run_at_once() -> None:
    assert rows(
        "a.js",
        "var App = (function () {\n  var x = 1;\n  function run() {}\n"
        "  function make() { return { no() {} }; }\n"
        "  return { run: run, go: function () {}, stop() {} };\n})();\n"
        "var Shape = (function () {\n  function Shape() { this.side = 1; }\n"
        "  Shape.prototype.area = function () {};\n  return Shape;\n}());\n"
        "A.users = (() => { const list = () => 1; })();\n"
        "A.shop = { sell: function () {}, limit: 3 };\nA.options = { deep: 1 };\n"
        "window.start = function () {};\n"
        "$(document).ready(function () { function ready() {} });\n"
        "if (debug) {\n  (function () { function chosen() {}\n"
        "    (function () { function deeper() {} }());\n  })();\n}\n"
        "$(button).on('click', function () { function clicked() {} });\n",
    ) == [
        ("data", "App", ()),
        ("function", "App.<locals>.run", ()),
        ("function", "App.<locals>.make", ()),
        ("method", "App.go", ()),
        ("method", "App.stop", ()),
        ("class", "Shape", ()),
        ("field", "Shape.side", ()),
        ("method", "Shape.area", ()),
        ("data", "A.users", ()),
        ("function", "A.users.<locals>.list", ()),
        ("data", "A.shop", ()),
        ("method", "A.shop.sell", ()),
        ("function", "start", ()),
        ("function", "ready", ()),
        ("function", "chosen", ()),
        ("function", "deeper", ()),
    ]


def test_objects_in_objects_and_those_that_calls_are_given() -> None:
    assert rows(
        "a.js",
        "const routes = { api: { list() {}, deep: { get: () => 1 } }, no: { a: 1 } };\n"
        "export const useShop = defineStore('shop', { actions: { buy() {} } });\n"
        "const plain = call({ a: 1 });\nmodule.exports = { own: { run() {} } };\n",
    ) == [
        ("constant", "routes", ("internal",)),
        ("field", "routes.api", ()),
        ("method", "routes.api.list", ()),
        ("field", "routes.api.deep", ()),
        ("method", "routes.api.deep.get", ()),
        ("constant", "useShop", ()),
        ("field", "useShop.actions", ()),
        ("method", "useShop.actions.buy", ()),
        ("constant", "plain", ("internal",)),
        ("data", "own", ()),
        ("method", "own.run", ()),
    ]


def test_what_stands_on_one_line() -> None:
    text = (
        "/** Of A. */\nexport type A = { a: number;\n  /** Of b. */ b: string };\n"
        "class C {\n  /** Makes. */\n  constructor(private c = f(2)) {}\n}\n"
    )
    found = analyse("a.ts", text.encode()).definitions
    assert [(row.qualname, row.head, row.docstring) for row in found] == [
        ("A", "export type A", "Of A."),
        ("A.a", "a: number", ""),
        ("A.b", "b: string", "Of b."),
        ("C", "class C", ""),
        ("C.constructor", "constructor(private c = f(2))", "Makes."),
        ("C.c", "private c = f(2)", ""),
    ]


def test_a_script_that_is_minified_is_not_read() -> None:
    assert analyse("a.min.js", b"function f(){return 1};" * 200).minified


def test_names_lead_by_what_is_imported_and_exported(built: Build) -> None:
    code = built.listing("src/app.tsx")
    util = "../util/src/"
    for address in (
        f"{util}index.ts_docs.html#src-add",
        f"{util}extra.ts_docs.html#src-extra",
        "lib/index.ts_docs.html#src-Square",
        "#src-Panel",
    ):
        assert f'href="{address}"' in code, address
    # The function inside is nobody else's.
    assert 'href="#src-App..hidden">hidden</a>' in code
    square = built.listing("src/lib/index.ts")
    for name in ("Shape", "Shape.describe"):
        assert f'href="../../{util[3:]}shape.ts_docs.html#src-{name}"' in square, name
    # For old releases of Pygments the sign is an error.
    if 'class="err">#' not in square:
        assert ">#side</a>" in square.partition("area")[2]


def test_modules_of_commonjs_lead_to_what_they_export(built: Build) -> None:
    code = built.listing("old/run.js")
    assert code.count('href="helper.js_docs.html#src-twice"') == 4
    # Neither a global name nor one that another module keeps to itself.
    assert "Map</a>" not in code
    assert "hidden</a>" not in code
    assert 'href="run.js_docs.html#src-run"' in built.listing("old/main.js")


def test_a_module_of_commonjs_may_read_what_it_exports(make_project: Make) -> None:
    files = {
        "a.js": "exports.one = function () { return exports.two(); };\n"
        "exports.two = () => exports.lost;\n",
        "b.js": "module.exports = {\n  three() {},\n"
        "  four() { return module.exports.three(); },\n};\n",
        "c.js": "module.exports = function (exports) { return exports.five; };\n"
        "module.exports.five = 5;\n",
    }
    build = make_project(files).build()
    assert build.listing("a.js").count('href="#src-two"') == 1
    assert "lost</a>" not in build.listing("a.js")
    assert build.listing("b.js").count('href="#src-three"') == 1
    assert "five</a>;" not in build.listing("c.js").partition("\n")[0]


def test_what_is_exported_on_a_condition_is_offered_too(make_project: Make) -> None:
    files = {
        "a.js": "function slow() {}\nfunction gone() {}\n"
        "module.exports = { hide: slow, shown: gone };\n"
        "if (process.env.FAST) {\n  try {\n"
        "    module.exports.hide = function (text) {};\n"
        "  } catch (error) {\n    exports.other = () => 1;\n  }\n}\n"
        "function never() { exports.unsaid = () => 1; }\n",
        "b.js": "const { hide, other, shown } = require('./a');\nhide();\n",
        "c.js": "const a = 1;\nconst b = 2;\nexport { b as a, a as c };\n",
        "d.js": "import { a } from './c';\na();\n",
    }
    build = make_project(files).build()
    listing = build.listing("b.js")
    for name in ("slow", "other", "gone"):
        assert f'href="a.js_docs.html#src-{name}"' in listing
    assert 'href="a.js_docs.html#src-slow" title="or hide"' in listing
    assert "unsaid" not in build.body("code/a.js_kw")
    assert 'href="c.js_docs.html#src-b"' in build.listing("d.js")
    assert 'href="c.js_docs.html#src-a"' not in build.listing("d.js")


def test_a_module_that_is_waited_for_is_what_a_function_takes(
    make_project: Make,
) -> None:
    files = {
        "a.js": "export function go() {}\nexport class Page {}\n",
        "b.js": "const load = () => import('./a').then((m) => m.Page);\n"
        "import('./a').then(({ go }) => go());\n"
        "import('./a').then(function (a) { a.go(); });\n"
        "fetch('./a').then((m) => m.go());\n",
        "c.ts": "export const all = [() => import('./a').then((m: any) => m.Page)];\n",
    }
    build = make_project(files).build()
    code = build.listing("b.js")
    assert code.count('href="a.js_docs.html#src-Page"') == 1
    assert code.count('href="a.js_docs.html#src-go"') == 3
    assert 'href="a.js_docs.html#src-Page"' in build.listing("c.ts")


def test_imports_are_told_by_what_they_are(built: Build) -> None:
    page = built.text("code/src/app.tsx_docs")
    standard = page.partition("Standard library (1)")[2]
    assert "node:fs" in standard.partition("Third party (1)")[0]
    assert "react" in standard.partition("Third party (1)")[2]
    imported = built.text("code/util/src/index.ts_docs").partition("Imported by (2")[2]
    assert 'href="../../src/app.tsx_docs.html"' in imported


def test_what_no_package_can_be_called_is_missing(tmp_path: Path) -> None:
    text = "import '~/made'; import '@/made'; import '@a/b'; import 'c'; import '#d';\n"
    code = surveyed(tmp_path, {"a.ts": text})
    missing = {row.module for row in code.imports_of(["missing"], "a.ts")}
    assert missing == {"~/made", "@/made", "#d"}
    third = {row.module for row in code.imports_of(["third party"], "a.ts")}
    assert third == {"@a/b", "c"}


def test_a_script_of_node_imports_files(make_project: Make) -> None:
    files = {
        "bin/tool": "#!/usr/bin/env node\nvar a = require('../lib/cli');\na.run();\n",
        "bin/other": "#!/usr/bin/env -S node --no-warnings\nimport '../lib/more.js';\n",
        "lib/cli.js": "exports.run = function () {};\n",
        "lib/more.js": "export const more = 1;\n",
    }
    built = make_project(files).build()
    assert 'href="../lib/cli.js_docs.html#src-run"' in built.listing("bin/tool")
    for path, user in (("lib/cli.js", "tool"), ("lib/more.js", "other")):
        body = built.body(f"code/{path}_docs")
        assert "No file imports it" not in body
        assert f"bin/{user}" in body.partition("Dependencies")[2]


def test_what_a_build_makes_is_made_of_src_or_lib(make_project: Make) -> None:
    project = make_project(
        {
            # A workspace that is called as one of its packages.
            "package.json": '{"name": "a", "private": true}\n',
            "a/package.json": '{"name": "a", "main": "./build/cjs/index.js"}\n',
            "a/lib/index.ts": "export const one = 1;\n",
            "a/test/run.js": "const { one } = require('..');\none;\n",
            "b/package.json": '{"name": "b", "main": "lib/index.js"}\n',
            "b/src/index.ts": "export { one } from 'a';\n",
            "use.ts": "import { one } from 'b';\none;\n",
        }
    )
    build = project.build()
    target = "lib/index.ts_docs.html#src-one"
    assert f'href="../{target}"' in build.listing("a/test/run.js")
    assert f'href="a/{target}"' in build.listing("use.ts")


def test_an_edit_ends_as_a_clean_build(follow_edits: Callable[..., None]) -> None:
    shape = FILES["util/src/shape.ts"]
    follow_edits(
        FILES,
        {"util/src/shape.ts": shape.replace("default Shape", "default Color")},
        {"util/src/extra.ts": FILES["util/src/extra.ts"].replace("extra", "other")},
        {"util/package.json": '{"name": "@you/util"}\n'},
    )


def test_what_a_module_imports_it_does_not_export(make_project: Make) -> None:
    files = {
        "core.js": "export function on() {}\nexport function off() {}\n",
        "own.js": "export function on() {}\nexport function off() {}\n",
        "index.js": (
            "import { on } from './own.js';\nimport { off } from './own.js';\n"
            "export const rules = { on };\n"
            "export { off };\nexport * from './core.js';\n"
        ),
        "use.js": "import { on, off } from './index.js';\non();\noff();\n",
    }
    text = make_project(files).build().listing("use.js")
    assert 'href="core.js_docs.html#src-on"' in text
    assert 'href="own.js_docs.html#src-on"' not in text
    assert 'href="own.js_docs.html#src-off"' in text


def test_members_of_objects_lead_to_what_they_stand_for(make_project: Make) -> None:
    files = {
        "utils.js": (
            "import { far } from './far.js';\n"
            "function near() { return own.near; }\nfunction kept() {}\n"
            "const own = { near };\n"
            "export default { near, far, also: near, kind: 1 };\n"
        ),
        "tools.js": (
            "const tools = { cut };\nfunction cut() {}\n"
            "export default tools;\ntools.default = tools;\n"
        ),
        "far.js": "export function far() {}\n",
        "use.js": (
            "import utils from './utils.js';\nimport tools from './tools.js';\n"
            "utils.near(utils.far, utils.also);\ntools.cut(utils.kind);\n"
        ),
    }
    built = make_project(files).build()
    text = built.listing("use.js")
    assert text.count('href="utils.js_docs.html#src-near"') == 2
    assert text.count('href="far.js_docs.html#src-far"') == 1
    assert text.count('href="tools.js_docs.html#src-cut"') == 1
    assert built.listing("utils.js").count('"#src-near"') == 4
    hidden = {name for _, name, words in rows("utils.js", files["utils.js"]) if words}
    assert hidden == {"kept", "own"}


def test_a_namespace_and_a_constant_may_have_one_name(make_project: Make) -> None:
    text = (
        "declare namespace lib {\n  interface A {}\n  interface B { a: A; }\n}\n"
        "declare const lib: lib.B;\nexport = lib;\n"
    )
    shown = make_project({"lib.d.ts": text}).build().listing("lib.d.ts")
    assert 'href="#src-lib.A">A</a>' in shown


def test_what_a_module_does_not_export_is_its_own(make_project: Make) -> None:
    text = (
        "import { x } from './x';\nfunction f() {}\nconst props = 1;\n"
        "test('a', () => {});\n"
    )
    assert rows("a.ts", text) == [
        ("function", "f", ("internal",)),
        ("constant", "props", ("internal",)),
        ("function", 'test("a")', ("test",)),
    ]
    files = {
        "a.ts": text,
        "b.ts": "export const props = 1;\nexport const tool = 2;\n",
        "c.test-d.ts": "declare const props: number;\nprops;\n",
        "d.d.ts": "export declare const tool: number;\n",
    }
    built = make_project(files).build()
    assert "declared in" not in built.body("code/a.ts_docs")
    page = built.body("code/b.ts_docs")
    assert "c.test-d.ts" not in page.partition("tool")[0]
    assert "declared in d.d.ts" in page


def test_comments_say_for_whom_something_is() -> None:
    text = (
        "/** @internal */\nexport function a() {}\n"
        "/**\n * B.\n * @public\n */\nfunction b() {}\n"
        "/** @api private */\nexport const c = 1;\n"
        "export class D {\n  /** @readonly @override */ e = 1;\n"
        "  /**\n   * @protected\n   * @readonly\n   */\n  readonly f = 2;\n}\n"
    )
    assert rows("a.ts", text) == [
        ("function", "a", ("@internal",)),
        ("function", "b", ()),
        ("constant", "c", ("@private",)),
        ("class", "D", ()),
        ("field", "D.e", ("readonly", "override")),
        ("field", "D.f", ("readonly", "@protected")),
    ]


def test_calls_are_shown_in_the_language_of_their_file(make_project: Make) -> None:
    files = {
        "a.js": "export function twice(x) { return 2 * x; }\n",
        "b.js": "import { twice } from './a.js';\ntwice(\n  function () {});\n",
    }
    project = make_project(files)
    text = project.build().text("code/a.js_docs").partition('id="testing-usage"')[2]
    assert '<div class="highlight-javascript notranslate">' in text
    assert "highlight-python" not in text
    markdown = (project.build("markdown").outdir / "code/a.js_docs.md").read_text()
    assert "```javascript\n" in markdown.partition("Calls from other files")[2]


@pytest.mark.parametrize(
    ("text", "lazy"),
    [
        ("var debug = require('debug')('app');", False),
        ("require('./load')(1);", False),
        ("if (a) { x = require('a'); } else { var b = require('b').c(); }", False),
        ("module.exports = { a: require('a'), b: [require('b')] };", False),
        ("(function () { var a = require('a'); a(require('b')); })();", False),
        ("function f() { return require('a'); }", True),
        ("module.exports = { get a() { return require('a'); } };", True),
        ("const f = () => require('a'), g = function* () { require('b')(); };", True),
    ],
)
def test_what_is_required_in_no_function_is_imported_at_once(
    text: str, lazy: bool
) -> None:
    imports = analyse("a.js", f"{text}\n".encode()).imports
    assert imports
    assert {one.lazy for one in imports} == {lazy}


def test_members_of_a_type_stand_below_it(make_project: Make) -> None:
    text = (
        "export type Options = { env: string; path?: string };\nexport class Box {}\n"
    )
    page = make_project({"a.ts": text}).build().text("code/a.ts_docs")
    outline = page.partition('<ul class="kw-outline">')[2].partition("</nav>")[0]
    inner = outline.partition("Options</a><ul>")[2].partition("</ul>")[0]
    assert "env</a>" in inner
    assert "path</a>" in inner
    assert "Box" not in inner
    described = page.partition('id="def-Options"')[2]
    assert described.partition("</dt>\n<dd>")[2].startswith('<dl class="kw-definition')


def test_what_is_assigned_to_exports_is_no_name_in_the_module(
    make_project: Make,
) -> None:
    text = (
        "exports.fetch = function () { return module; };\n"
        "module.exports.module = 'a';\n"
        "var kept = exports.kept = () => fetch(1);\n"
        "kept();\n"
        "exports.last = module.exports.module;\n"
    )
    user = "const { fetch } = require('./a');\nfetch(1);\n"
    build = make_project({"a.js": text, "b.js": user}).build()
    own = build.listing("a.js")
    # Each definition leads to its entry, and nothing else does.
    assert re.findall(r'href="#def-(\w+)"', own) == ["fetch", "module", "kept", "last"]
    assert re.findall(r'href="#src-(\w+)"', own) == ["kept", "kept", "module"]
    assert 'href="a.js_docs.html#src-fetch"' in build.listing("b.js")


def test_type_parameters_of_a_call_end_the_member_before() -> None:
    text = (
        "export interface Trigger {\n"
        "  <T = any>(a: T): Promise<T>\n"
        "  <T = any>(a: T, b: T): Promise<T>\n"
        "  <\n    T = any\n  >(a: T, b: T): Promise<T>\n"
        "}\n"
        "export interface Response<T = any> extends Pick<T, 'a'> {\n"
        "  made: boolean\n"
        "}\n"
        "const cast = (a: any) =>\n  <string>a\n"
    )
    names = [row.qualname for row in analyse("a.ts", text.encode()).definitions]
    assert names == ["Trigger", "Response", "Response.made", "cast"]


def test_a_class_is_not_used_by_its_own_methods(built: Build) -> None:
    assert (
        "function Thing() line 1 class used in 1 place in this file: top level line 4"
        in built.body("code/old/helper.js_docs")
    )


def test_a_prototype_may_have_a_name() -> None:
    text = (
        "function Params() {}\nconst prototype = Params.prototype;\n"
        "prototype.append = function append(name) {};\n"
        "var other = prototype;\nother.odd = function () {};\n"
    )
    found = [row.qualname for row in analyse("a.js", text.encode()).definitions]
    assert found == [
        *("Params", "prototype", "Params.append", "other", "other.odd"),
    ]


def test_members_of_what_a_type_has_besides() -> None:
    text = (
        "export type A<T> = B<T> & {\n  /** The c. */\n  c?: string;\n"
        "  d(): void;\n};\n"
        "type E = F & { g: 1 } & { h: 2 };\ntype I = J<K & { l: 1 }>;\n"
        "function m(n: O & { p: 1 }) {}\n"
    )
    rows = analyse("a.ts", text.encode()).definitions
    assert [row.qualname for row in rows] == [
        *("A", "A.c", "A.d", "E", "E.g", "E.h", "I", "m"),
    ]
    assert rows[0].head == "export type A<T> = B<T> & {…}"


def test_types_of_a_script_stand_in_its_declarations(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    files = {
        "a.js": "export function add(a) { return a; }\n",
        "a.d.ts": "export declare function add(a: Options): number;\n"
        "export interface Options { x: number }\n",
        "use.ts": 'import { add, Options } from "./a.js";\n'
        "export const go = (o: Options) => add(o);\n",
    }
    code = make_project(files).build().listing("use.ts")
    assert 'href="a.js_docs.html#src-add"' in code
    assert code.count('href="a.d.ts_docs.html#src-Options"') == 2
    follow_edits(
        files,
        {"a.d.ts": files["a.d.ts"].replace("Options", "Choices")},
        {"a.d.ts": None},
        {"a.d.ts": files["a.d.ts"]},
    )


def test_what_a_module_exports_without_a_name_is_shown_as_written() -> None:
    for text, head in (
        ("module.exports = a => {};\n", "default: module.exports = a =>"),
        ("module.exports = class {};\n", "default: module.exports = class"),
        ("export default (a) => a;\n", "export default (a) =>"),
    ):
        (row,) = analyse("a.js", text.encode()).definitions
        assert written(row, python=False, longest=80) == head


def test_head_of_one_name_of_many() -> None:
    source = "export const {\n  a,\n  b: { c = 1, d },\n  ...rest\n} = f();\n"
    assert [row.head for row in analyse("a.js", source.encode()).definitions] == [
        "export const { a, … } = f()",
        *["export const { …, b: { c = 1, d }, … } = f()"] * 2,
        "export const { …, ...rest } = f()",
    ]


def test_functions_that_modules_are_made_by_hide_nothing() -> None:
    source = (
        "(function (root, factory) {\n  var made = 1;\n"
        "  if (define) define(['a'], factory); else factory(root);\n"
        "}(this, (function (exports) {\n"
        "  var Model = exports.Model = function () { this.id = 1; };\n"
        "  _.extend(Model.prototype, Events, {\n"
        "    get: function (name) { function inner() {} },\n    size() {}\n  });\n"
        "  function helper() {}\n})));\n"
    )
    amd = "define(['a'], function (a) { function found() {} });\n"
    given = "run(function () { function hidden() {} });\n"
    names = [
        f"{row.kind} {row.qualname}"
        for row in analyse("a.js", (source + amd + given).encode()).definitions
    ]
    assert names == [
        "data made",
        "class Model",
        "field Model.id",
        "method Model.get",
        "function Model.get.<locals>.inner",
        "method Model.size",
        "function helper",
        "function found",
    ]


def test_what_extends_a_class_by_an_object_is_one(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    files = {
        "base.js": "import Backbone from 'backbone';\n"
        "const Base = Backbone.View.extend({\n  show() { return 1; }\n});\n"
        "export default Base;\n",
        "list.js": "import Base from './base';\nimport { Mixin } from './mixin';\n"
        "export const List = Base.extend(Mixin, {\n"
        "  add: function (x) { return this.show(); }\n"
        "}, {\n  make() { return new List(); }\n});\n",
        "mixin.js": "export const Mixin = { mixed() { return 2; } };\n",
        "whole.js": "var Base = require('./base').default;\n"
        "module.exports = Base.extend({ run() { this.show(); } });\n",
        "page.js": "import Base from './base';\n"
        "export default Base.extend({ load() {} });\n"
        "export const merged = _.extend({ no() {} }, other);\n",
    }
    rows = analyse("list.js", files["list.js"].encode()).definitions
    assert [(row.kind, row.qualname, row.bases) for row in rows] == [
        ("class", "List", ("Base", "Mixin")),
        ("method", "List.add", ()),
        ("method", "List.make", ()),
    ]
    assert rows[0].head == "export const List = Base.extend(Mixin, {…})"
    for name, kinds in (
        ("whole.js", ["class default", "method default.run"]),
        (
            "page.js",
            ["class default", "method default.load", "constant merged"],
        ),
    ):
        found = analyse(name, files[name].encode()).definitions
        assert [f"{row.kind} {row.qualname}" for row in found] == kinds
    built = make_project(files).build()
    assert 'href="base.js_docs.html#src-Base.show"' in built.listing("list.js")
    assert 'href="base.js_docs.html#src-Base.show"' in built.listing("whole.js")
    follow_edits(
        files,
        {"base.js": files["base.js"].replace("show", "view")},
        {"base.js": files["base.js"]},
    )


@pytest.mark.parametrize("name", ["use.js", "use.ts", "use.tsx"])
def test_what_is_in_an_object_that_is_returned_is_used(
    name: str, tmp_path: Path
) -> None:
    files = {
        "lib.js": "export function helps() {}\nexport const most = { a: 1 };\n",
        name: "import { helps, most } from './lib.js';\n"
        "export function f() {\n  return { a: helps(), b: most.a };\n}\n",
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {(row.around, row.qualname) for row in uses_by(code.store, [name])}
    assert uses == {("f", "helps"), ("f", "most")}


def test_an_object_may_get_members_that_are_defined_elsewhere(
    make_project: Make, tmp_path: Path
) -> None:
    files = {
        "part.js": "export function Toggle() {}\nexport function Menu() {}\n",
        "drop.jsx": "import { Toggle, Menu } from './part';\n"
        "const Drop = () => <Drop.Item />;\nfunction Item() {}\nDrop.Item = Item;\n"
        "export default Object.assign(Drop, { Toggle, List: Menu });\n",
        "nav.js": "const part = require('./part');\nfunction nav() {}\n"
        "function go() {}\nmodule.exports = Object.assign(nav, { go });\n",
        "use.jsx": "import Drop from './drop';\nconst nav = require('./nav');\n"
        "export const Page = () => <Drop><Drop.Toggle /><Drop.List /><Drop.Item />\n"
        "{nav(nav.go())}</Drop>;\n",
    }
    built = make_project(files).build()
    text = built.listing("use.jsx")
    assert text.count('href="drop.jsx_docs.html#src-Drop"') == 6
    assert text.count('href="part.js_docs.html#src-Toggle"') == 1
    assert text.count('href="part.js_docs.html#src-Menu"') == 1
    assert text.count('href="drop.jsx_docs.html#src-Item"') == 1
    assert text.count('href="nav.js_docs.html#src-nav"') == 4
    assert text.count('href="nav.js_docs.html#src-go"') == 1
    assert built.listing("drop.jsx").count('"#src-Item"') == 3
    uses = surveyed(tmp_path / "tree", files).incoming_uses("drop.jsx")
    assert "Drop.Item = Item;" in {use.text for use in uses if use.qualname == "Drop"}


def test_an_element_calls_its_component(tmp_path: Path) -> None:
    files = {
        "a.tsx": "export function Box({ children }) { return <div>{children}</div>; }\n"
        "export const Set = { One: () => <p /> };\n",
        "b.tsx": "import { Box, Set } from './a';\nimport * as all from './a';\n"
        "const Page = () => <Box><Set.One /></Box>;\nconst it = Box;\n"
        "const Other = () => <all.Box />;\n",
    }
    code = surveyed(tmp_path / "tree", files)
    rows = [row for row in uses_by(code.store, ["b.tsx"]) if row.role == CALLED]
    called = {(row.around, row.qualname, row.count) for row in rows}
    # The tag at its end is none more.
    assert called == {("Page", "Box", 1), ("Page", "Set.One", 1), ("Other", "Box", 1)}


def test_components_of_react_are_functions() -> None:
    text = (
        "const Box = React.forwardRef<Div, Props>((props, ref) => {\n"
        "  const inner = 1;\n  return <div />;\n});\n"
        "export default memo(forwardRef(function Lid({ a }) { return null; }));\n"
        "const Named = memo(Box);\nconst other = made((x) => x);\n"
    )
    rows = analyse("a.tsx", text.encode()).definitions
    assert [(row.kind, row.qualname, row.signatures) for row in rows] == [
        ("function", "Box", ("(props, ref)",)),
        ("function", "default", ("({ a })",)),
        ("constant", "Named", ()),
        ("constant", "other", ()),
    ]
    head = "const Box = React.forwardRef<Div, Props>((props, ref) =>"
    assert rows[0].head == head


def test_type_arguments_make_a_call_only_where_they_end_before_it() -> None:
    text = (
        "const make = <T extends Key<U>>(at: T): Key<U> => at;\n"
        "const some = [a < b, Box<Lid>(made), new Box<Lid<Key<U>>>(a)];\n"
        "function read<T extends Lid<U>>(at: T) { return made<T>(at); }\n"
    )
    called = [
        (one.line, text.split("\n")[one.line - 1][one.column :][: one.length])
        for one in analyse("a.ts", text.encode()).references.iterate()
        if one.role == CALLED
    ]
    assert called == [(2, "Box"), (2, "Box"), (3, "made")]


def test_functions_inside_of_functions_are_found_where_they_are_seen(
    make_project: Make,
) -> None:
    text = """\
function first(flag) {
  const help = () => 1;
  function later() { return help(); }
  function shadow(help) { return help; }
  if (flag) { return [later(), shadow(1)]; }
}
function second() { return help(); }
var App = (function () {
  function begin() {}
  return { run: begin, begin };
})();
App.run(App.begin());
"""
    code = make_project({"a.js": text}).build().listing("a.js")
    assert code.count('href="#src-first..help"') == 1
    assert "help</a>(); }\n" in code.partition("later")[2].partition("shadow")[0]
    assert "</span> help(); }" in code.partition("second")[2]
    assert code.count('href="#src-App..begin"') == 4


def test_members_of_what_is_in_a_function_are_no_uses_of_it(
    make_project: Make,
) -> None:
    text = """\
function first() {
  const help = () => 1;
  class Inner { static make() {} }
  help.size = 2;
  return help.apply(Inner.make()) + Inner.lost + help.size;
}
"""
    code = make_project({"a.js": text}).build().listing("a.js")
    assert code.count('href="#src-first..help"') == 3
    assert code.count('href="#src-first..Inner.make"') == 1
    assert code.count('href="#src-first..Inner"') == 2


def test_what_is_no_module_sees_what_others_define(make_project: Make) -> None:
    files = {
        "a.d.ts": "declare module 'shop' {\n  export type Price = number;\n}\n",
        "b.d.ts": "declare module 'shop' {\n  export interface Item { of: Price }\n}\n",
        "lib.js": "function helpAll() { return { a: 1 }; }\n"
        "function Kind() {}\nKind.isAny = function () {};\n"
        "class Sort { static isOne() {} }\n",
        "tuple.d.ts": "type Row = [helpAll: string, size: number];\n",
        "use.js": "var options = {};\n"
        "helpAll(Kind.isAny(), Sort.isOne(), Other.isAny());\n",
        "own.js": "import x from 'y';\nhelpAll();\n",
    }
    build = make_project(files).build()
    assert 'href="a.d.ts_docs.html#src-Price" title="by name' in build.listing("b.d.ts")
    code = build.listing("use.js")
    for name in ("helpAll", "Kind.isAny", "Sort.isOne"):
        assert code.count(f'href="lib.js_docs.html#src-{name}" title="by') == 1
    assert "helpAll</a>" not in build.listing("own.js")
    assert "helpAll</a>" not in build.listing("tuple.d.ts")


def test_what_a_module_offers_by_another_name_is_not_its_own_of_that(
    make_project: Make,
) -> None:
    files = {
        "a.ts": "const db = open();\nexport const replicas = db.all();\n"
        "export { replicas as db };\n",
        "b.cjs": "const fs = 1;\nfunction one() {}\nmodule.exports = { fs: one };\n",
        "use.ts": "import { db } from './a';\ndb.read();\n",
        "use.cjs": "const { fs } = require('./b.cjs');\nfs();\n",
    }
    built = make_project(files).build()
    assert built.listing("use.ts").count("a.ts_docs.html#src-replicas") == 2
    assert built.listing("use.cjs").count("b.cjs_docs.html#src-one") == 2
    assert '"#src-db">' in built.listing("a.ts")


def test_members_of_a_module_that_are_named_at_the_top_lead_there(
    make_project: Make,
) -> None:
    files = {
        "a.js": "export function one() {}\nexport const two = 2;\n",
        "b.cjs": "function one() {}\nmodule.exports = { one };\n",
        "use.js": "import * as n from './a.js';\nconst { one, two: b } = n;\none(b);\n",
        "use.cjs": "const b = require('./b.cjs');\nconst { one } = b;\none();\n"
        "const own = { x: 1 };\nconst { x } = own;\nx;\n",
        "offer.ts": "import * as ns from './a';\nexport const { one } = ns;\none();\n",
    }
    built = make_project(files).build()
    assert built.listing("use.js").count("a.js_docs.html#src-one") == 2
    assert built.listing("use.js").count("a.js_docs.html#src-two") == 3
    assert built.listing("use.cjs").count("b.cjs_docs.html#src-one") == 2
    assert [
        row.qualname for row in analyse("use.js", files["use.js"].encode()).definitions
    ] == []
    assert '"#src-x">' in built.listing("use.cjs")
    assert '"#src-one">' in built.listing("offer.ts")


def test_a_class_has_its_name_whatever_it_is_exported_as(make_project: Make) -> None:
    files = {
        "node.js": "exports.implementation = class NodeImpl {\n  adopt() {}\n};\n"
        "exports.Text = class Text {};\nexports.Other = class {};\n",
        "use.js": "const NodeImpl = require('./node').implementation;\n"
        "class ElementImpl extends NodeImpl {\n  run() { this.adopt(); }\n}\n"
        "const { Text, Other } = require('./node');\nnew Text(new Other());\n",
    }
    rows = analyse("node.js", files["node.js"].encode()).definitions
    names = [row.qualname for row in rows]
    assert names == ["NodeImpl", "NodeImpl.adopt", "Text", "Other"]
    listing = make_project(files).build().listing("use.js")
    for name, number in {"NodeImpl": 3, "NodeImpl.adopt": 1, "Text": 2}.items():
        assert listing.count(f'node.js_docs.html#src-{name}"') == number, name


def test_an_object_in_another_is_shown_by_its_name() -> None:
    text = b"exports.a = {\n  b: { c: function () {} },\n  'd e': { f() {} },\n};\n"
    rows = analyse("a.js", text).definitions
    shown = [written(row, python=False, longest=20) for row in rows[1:]]
    assert shown == ["b", "c: function ()", "['d e']", "f()"]


def test_functions_inside_of_what_a_call_is_given(make_project: Make) -> None:
    text = (
        "export const useShop = defineStore('shop', () => {\n"
        "  function buy() { return 1; }\n  const total = 2;\n  buy();\n"
        "  return { buy };\n}, { a: 1 });\n"
        "const most = list.reduce((a, b) => a + b);\n"
    )
    built = make_project({"shop.ts": text}).build()
    rows = analyse("shop.ts", text.encode()).definitions
    assert [(row.kind, row.qualname) for row in rows] == [
        ("constant", "useShop"),
        ("function", "useShop.<locals>.buy"),
        ("constant", "most"),
    ]
    assert (
        rows[0].head
        == "export const useShop = defineStore('shop', () => {…}, { a: 1 })"
    )
    assert built.listing("shop.ts").count('href="#src-useShop..buy"') == 2
    assert "used in 2 places in this file" in built.text("code/shop.ts_docs")


def test_a_file_that_only_exports_what_others_define(make_project: Make) -> None:
    built = make_project(
        {
            "shop/index.ts": "// Licence\nexport { default } from './Button';\n"
            "export * from './money';\nexport { other } from 'elsewhere';\n",
            "shop/Button.tsx": "export default function Button() {}\n",
            "shop/money.ts": "export const one = 1;\n",
            "more.ts": "export * from './shop/money';\nexport const own = 1;\n",
        }
    ).build()
    said = "It only re-exports names from shop/Button.tsx, shop/money.ts."
    assert said in built.body("code/shop/index.ts_docs")
    assert "re-exports" not in built.body("code/more.ts_docs")
