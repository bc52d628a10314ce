"""JavaScript as it was before it had modules and classes: prototypes, CommonJS, AMD."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from projects import Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.codemap.code_map import CodeMap

Make = Callable[..., Project]

THING = (
    "module.exports = Thing;\nfunction Thing(o) { this.a = o; }\n"
    "function write() {}\nThing.prototype.write = write;\nThing.prototype.size = 1;\n"
    "Thing.prototype.parse = function () { return this.write(); };\n"
    "Thing.prototype.constructor = Thing;\n"
)


def users(code: CodeMap, path: str) -> list[str]:
    """Return the uses in other files of what a file defines."""
    uses = code.incoming_uses(path)
    return [f"{use.qualname}: {use.text}" for use in uses if use.path != path]


def test_what_modules_take_from_others_and_export(
    tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    files = {
        "lib/thing.js": THING,
        "lib/index.js": "exports.Thing = require('./thing');\n"
        "exports.twice = require('./util').twice;\n",
        "lib/util.js": "var util = exports;\nutil.twice = function () {};\n",
        "whole.js": "module.exports = require('./lib/thing');\n",
        "all.js": "module.exports = { util: require('./lib/util') };\n",
        "use.js": "var lib = require('./lib'), Whole = require('./whole');\n"
        "var util = require('./lib/util'), all = require('./all');\n"
        "const one = () => new lib.Thing();\nconst two = () => new Whole();\n"
        "const three = () => lib.twice(1);\nconst four = () => util.twice(2);\n"
        "const five = () => all.util.twice(3);\n",
    }
    code = surveyed(tmp_path / "code", files)
    assert users(code, "lib/thing.js") == [
        "Thing: const one = () => new lib.Thing();",
        "Thing: const two = () => new Whole();",
    ]
    uses = users(code, "lib/util.js")
    assert [use for use in uses if not use.startswith("util:")] == [
        "util.twice: const five = () => all.util.twice(3);",
        "util.twice: const four = () => util.twice(2);",
        "util.twice: const three = () => lib.twice(1);",
    ]
    follow_edits(
        files,
        {"lib/index.js": files["lib/index.js"].replace("Thing =", "Other =")},
        {"lib/thing.js": None},
        {"lib/index.js": files["lib/index.js"], "lib/thing.js": THING},
    )


def test_functions_with_a_prototype_are_classes(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    files = {
        "thing.js": THING,
        "sub.js": "var Thing = require('./thing'), util = require('util');\n"
        "util.inherits(Sub, Thing);\nfunction Sub() { var inner = 1; }\n"
        "function Last() {}\nLast.prototype = Object.create(Sub.prototype);\n"
        "function Other() {}\nOther.prototype = new Thing();\n"
        "function New() {}\nObject.setPrototypeOf(New.prototype, Last.prototype);\n"
        "New.prototype.run = function () { this.parse(); };\n",
        "use.js": "var Thing = require('./thing');\n"
        "function run() {\n  var it = new Thing();\n  return it.parse();\n}\n",
    }
    found = analyse("thing.js", THING.encode()).definitions
    assert [(row.kind, row.qualname, row.head, row.value) for row in found] == [
        ("class", "Thing", "function Thing(o)", ""),
        ("field", "Thing.a", "this.a = o", "o"),
        ("function", "write", "function write()", ""),
        ("method", "Thing.write", "Thing.prototype.write", "write"),
        ("field", "Thing.size", "Thing.prototype.size", "1"),
        ("method", "Thing.parse", "Thing.prototype.parse = function ()", ""),
    ]
    rows = analyse("sub.js", files["sub.js"].encode()).definitions
    assert [(row.qualname, row.bases) for row in rows if row.kind == "class"] == [
        ("Sub", ("Thing",)),
        ("Last", ("Sub",)),
        ("Other", ("Thing",)),
        ("New", ("Last",)),
    ]
    built = make_project(files).build()
    assert 'href="thing.js_docs.html#src-Thing.parse"' in built.listing("use.js")
    assert 'href="thing.js_docs.html#src-Thing.parse"' in built.listing("sub.js")
    follow_edits(
        files,
        {"thing.js": THING.replace("parse", "read")},
        {"thing.js": THING},
    )


def test_modules_of_amd(make_project: Make, follow_edits: Callable[..., None]) -> None:
    files = {
        "js/util/text.js": "define(function () {\n  function trim() {}\n"
        "  return { trim: trim, cut: function () {} };\n});\n",
        "js/view.js": "define('view', ['jquery'], ($) => {\n"
        "  class View { show() {} }\n  return View;\n});\n",
        "js/app/main.js": "define(['util/text', '../view', 'require'],"
        " function (text, View, require) {\n"
        "  function run(v) { return text.trim(text.cut(v)); }\n"
        "  return function start() { return new View().show(run()); };\n});\n",
        "js/boot.js": "require(['app/main'], function (main) { main(); });\n",
    }
    built = make_project(files).build()
    code = built.listing("js/app/main.js")
    assert code.count('href="../util/text.js_docs.html"') == 4
    for name in ("util/text.js_docs.html#src-trim", "view.js_docs.html#src-View.show"):
        assert f'href="../{name}"' in code
    assert 'View.show" title="by name' not in code
    assert "src-start" in built.listing("js/boot.js")
    page = built.text("code/js/app/main.js_docs")
    assert "util/text.js" in page.partition("Dependencies")[2]
    found = analyse("a.js", files["js/util/text.js"].encode()).definitions
    assert [(row.kind, row.qualname) for row in found] == [
        ("function", "trim"),
        ("function", "cut"),
    ]
    follow_edits(
        files,
        {"js/util/text.js": None},
        {"js/app/util/text.js": files["js/util/text.js"]},
        {"js/app/util/text.js": None, "js/util/text.js": files["js/util/text.js"]},
    )


def test_modules_that_functions_take(tmp_path: Path) -> None:
    files = {
        "util.js": "exports.one = function () {};\nexports.two = function () {};\n",
        "use.js": "function run() {\n"
        "  if (a) {\n    const { one: x } = require('./util');\n    x(1);\n  }\n"
        "  var util = require('./util');\n  const x = () => {};\n  x(2);\n"
        "  return util.two();\n}\n"
        "const later = async () => (await import('./util')).two(3);\n"
        "require('./util').one();\n",
    }
    assert users(surveyed(tmp_path / "code", files), "util.js") == [
        "one: require('./util').one();",
        "two: const later = async () => (await import('./util')).two(3);",
        "one: x(1);",
        "two: return util.two();",
    ]


def test_exports_in_circles_end(tmp_path: Path) -> None:
    others = {
        number: "".join(f"export * from './m{other}';\n" for other in range(16))
        for number in range(16)
    }
    files = {
        **{f"m{number}.js": text for number, text in others.items()},
        "m15.js": f"{others[15]}export function last() {{}}\n",
        "a.js": "export {g as f} from './b';\n",
        "b.js": "import {f} from './a';\nmodule.exports = f;\n",
        "use.js": "import {last, none} from './m0';\nimport {f} from './a';\n"
        "last(); none(); f();\n",
    }
    code = surveyed(tmp_path / "code", files)
    assert users(code, "m15.js") == ["last: last(); none(); f();"]


def test_members_that_are_set_by_names_in_quotes() -> None:
    text = (
        "ko.handlers['attr'] = {\n    'update': function (element) { return 1; }\n};\n"
        "Box.prototype['turn'] = function () {};\ntable[key] = function () {};\n"
        "table['a b'] = function () {};\nexports[\"sell\"] = function () {};\n"
    )
    found = analyse("a.js", text.encode()).definitions
    assert [(row.kind, row.qualname, row.line) for row in found] == [
        ("data", "ko.handlers.attr", 1),
        ("method", "ko.handlers.attr.update", 2),
        ("method", "Box.turn", 4),
        ("function", "sell", 7),
    ]
