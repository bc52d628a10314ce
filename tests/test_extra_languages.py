"""C#, PHP and Ruby, whose grammars are an extra: definitions, links, uses and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.testing.collected_tests import collected_tests
from sphinxcontrib_kwindex.model.definition_heads import heads
from sphinxcontrib_kwindex.model.references import (
    ANNOTATION,
    CALLED,
    DECORATOR,
    MENTION,
)
from sphinxcontrib_kwindex.store.use_queries import uses_by

pytest.importorskip("tree_sitter_c_sharp")
pytest.importorskip("tree_sitter_php")
pytest.importorskip("tree_sitter_ruby")
Make = Callable[..., Project]

APP = r"""<?php
/**
 * Licence: MIT
 */
namespace Shop\Web;

use Shop\Store\{Item, Order as Buying};
use Psr\Log\LoggerInterface;
use function strtoupper;

/** Sells things. */
#[Final]
abstract class App extends Base implements Runs, \Countable
{
    use Logs;

    public const VERSION = '1', NAME = 'shop';
    protected ?Item $first = null;
    private static int $count = 0, $most;

    /**
     * Makes one.
     *
     * @param array<string, int> $prices What things cost.
     * @param ?string $name
     * @return void nothing
     * @throws \RuntimeException if it is closed
     */
    public function __construct(private readonly array $prices, ?string $name = 'x')
    {
        $this->fill($prices);
        self::made();
        $order = new Buying();
        $order->payLater();
        $other = new class { public function inner() {} };
        if (!function_exists('inside')) { function inside() {} }
        helper();
    }

    private function fill(array $prices): void {}

    final public static function made(): ?self { return null; }
}
interface Runs { const A = 1; public function run(int $times); }
trait Logs { protected function log() {} }
enum State: string { case Open = 'o'; public function label() {} }
if (!function_exists('helper')) {
    function helper() {}
}
const LIMIT = 3;
"""
MODULE = r"""# frozen_string_literal: true

require 'json'
require 'rack'
require_relative 'store/item'
require "shop/tools"

# Sells things.
module Shop::Web
  # Runs all.
  class App < Store::Item
    include Helpers
    LIMIT = 3 # :nodoc:
    attr_accessor :name, :size

    def self.make(*names) = new(*names)

    # Begins.
    def initialize(name, size: 2)
      @name = name
      fill(size)
      Tools.sharpen_all
      def inside; end
    end

    def [](index); end

    def name=(value)
      self.fill value
    end

    alias_method :call, :run
    alias old name

    class << self
      def inner?; end
    end

    private

    def fill(size); end

    public def shown; end
  end
end

def helper; end
"""


PROGRAM = r"""using System;
using Store = Shop.Store;

namespace Shop.Web;

/// <summary>
/// Sells <see cref="Item"/>s, not <c>null</c>.
/// </summary>
[Serializable]
public abstract partial class App<T> : Base<T>, IRuns where T : class
{
    private readonly int _count = 1, _most;
    public const string Version = "1";
    public event EventHandler Closed;
    internal int Size { get; set; } = 3;

    /// <summary>Makes one.</summary>
    /// <param name="size">How <b>large</b>.</param>
    /// <exception cref="T:System.Exception">Always.</exception>
    public App(int size) : base(size)
    {
        Fill(size);
        void Inside() {}
    }

    void Fill(int size) => Size = size;
    protected static async Task<int> Count<U>(int a = 1) => 1;
    private class Inner { public int Deep; }
    public static bool operator ==(App<T> a, App<T> b) => true;
    public static implicit operator int(App<T> a) => a.Size;
}
public interface IRuns { void Run(); }
struct Point { }
public record Pair(int A, string B);
public enum State { Open, Closed = 2 }
public delegate void Told(int times);
"""
TREE = {
    "src/Item.php": (
        "<?php\nnamespace Shop\\Store;\n\n/** What is sold. */\nclass Item\n{\n"
        "    public function price(): int { return 1; }\n}\n"
    ),
    "src/Other/Item.php": "<?php\nnamespace Shop\\Other;\nclass Item {}\n",
    "src/Sale.php": (
        "<?php\nnamespace Shop\\Store;\nuse Shop\\Other\\Item as Gift; "
        "use Shop\\Gone; use Elsewhere\\Thing; use Closure;\n"
        "class Sale extends Item\n{\n"
        "    public function total(Gift $gift): int\n    {\n"
        "        $item = new Item();\n        return $item->price() + $this->rest();\n"
        "    }\n    private function rest() { return 0; }\n}\n"
    ),
    "tests/SaleTest.php": (
        "<?php\nuse Shop\\Store\\Sale;\n\nclass SaleTest extends TestCase\n{\n"
        "    public function testTotal() { (new Sale())->total(null); }\n}\n"
    ),
    "Shop/Sale.cs": (
        "using Shop.Goods;\n\nnamespace Shop;\n\npublic class Sale\n{\n"
        "    public Sale() {}\n"
        "    public int Total(Item item)\n    {\n        var tax = Tax(item.Sale);\n"
        "        return item.Price() + tax;\n    }\n    int Tax(int rate) => rate;\n}\n"
    ),
    "Shop/Goods/Item.cs": (
        "namespace Shop.Goods\n{\n    public class Item\n    {\n"
        "        public int Price() => 1;\n    }\n}\n"
    ),
    "Shop/Other/Item.cs": "namespace Shop.Other;\npublic class Item { }\n",
    "Shop.Tests/SaleTests.cs": (
        "using Shop;\nusing Xunit;\n\npublic class SaleTests\n{\n    [Fact]\n"
        "    public void Adds() { new Sale().Total(null); }\n}\n"
    ),
    "lib/shop.rb": (
        "require 'json'\nrequire 'shop/item'\n\nmodule Shop\n"
        "  # Sells.\n  class Sale < Item\n    def total\n      price + tax(1)\n"
        "      Item.cheapest\n    end\n\n    def tax(rate); end\n  end\nend\n"
    ),
    "lib/shop/item.rb": (
        "module Shop\n  class Item\n    def self.cheapest; end\n  end\nend\n"
    ),
    "spec/shop_spec.rb": (
        "require_relative '../lib/shop'\n\nRSpec.describe Shop::Sale do\n"
        "  it { Shop::Sale.new.total }\nend\n"
    ),
}


CONSTRUCTED = "(private readonly array $prices, ?string $name = 'x')"


def rows(name: str, text: str) -> Iterator[str]:
    for row in analyse(name, text.encode()).definitions:
        words = " ".join((*row.modifiers, row.kind, row.qualname))
        yield f"{row.line}-{row.end_line} {words}{''.join(row.signatures)}"


def test_definitions_of_php() -> None:
    facts = analyse("app.php", APP.encode())
    assert (facts.package, facts.problem) == ("Shop\\Web", None)
    assert list(rows("app.php", APP)) == [
        "13-43 abstract class App",
        "17-17 constant App::VERSION",
        "17-17 constant App::NAME",
        "18-18 protected field App::first",
        "19-19 private static field App::count",
        "19-19 private static field App::most",
        f"29-38 method App::__construct{CONSTRUCTED}",
        "29-29 private readonly field App::prices",
        "40-40 private method App::fill(array $prices): void",
        "42-42 final static method App::made(): ?self",
        "44-44 interface Runs",
        "44-44 constant Runs::A",
        "44-44 method Runs::run(int $times)",
        "45-45 trait class Logs",
        "45-45 protected method Logs::log()",
        "46-46 enum State",
        "46-46 constant State::Open",
        "46-46 method State::label()",
        "48-48 function helper()",
        "50-50 constant LIMIT",
    ]
    (app,) = (row for row in facts.definitions if row.qualname == "App")
    assert app.bases == ("Base", "Runs", "\\Countable", "Logs")
    assert app.summary == "Sells things."
    assert [(row.module, row.line) for row in facts.imports] == [
        ("Shop\\Store\\Item", 7),
        ("Shop\\Store\\Order", 7),
        ("Psr\\Log\\LoggerInterface", 8),
        ("strtoupper", 9),
    ]


def test_a_class_of_php_without_a_name_that_a_file_returns() -> None:
    text = (
        "<?php\nreturn new class extends Migration\n{\n"
        "    public function up(): void { run(new class { function no() {} }); }\n};\n"
    )
    assert list(rows("make.php", text)) == [
        "2-5 class class@anonymous",
        "4-4 method class@anonymous::up(): void",
    ]


def test_definitions_of_csharp() -> None:
    facts = analyse("app.cs", PROGRAM.encode())
    assert (facts.package, facts.problem) == ("Shop.Web", None)
    assert list(rows("app.cs", PROGRAM)) == [
        "10-31 abstract partial class App",
        "12-12 private readonly field App._count",
        "12-12 private readonly field App._most",
        "13-13 const constant App.Version",
        "14-14 field App.Closed",
        "15-15 internal attribute App.Size",
        "20-24 method App.App(int size) : base(size)",
        "23-23 private function App.App.Inside()",
        "26-26 private method App.Fill(int size)",
        "27-27 protected static async method App.Count<U>(int a = 1)",
        "28-28 private class App.Inner",
        "28-28 field App.Inner.Deep",
        "29-29 static method App.operator ==(App<T> a, App<T> b)",
        "30-30 static method App.operator int(App<T> a)",
        "32-32 interface IRuns",
        "32-32 method IRuns.Run()",
        "33-33 struct internal class Point",
        "34-34 record class Pair",
        "34-34 attribute Pair.A",
        "34-34 attribute Pair.B",
        "35-35 enum State",
        "35-35 constant State.Open",
        "35-35 constant State.Closed",
        "36-36 type Told(int times)",
    ]
    (app,) = (row for row in facts.definitions if row.qualname == "App")
    assert app.summary == "Sells Items, not null."
    assert app.bases == ("Base<T>", "IRuns")
    assert [(row.module, row.line) for row in facts.imports] == [
        ("System", 1),
        ("Shop.Store", 2),
    ]


def test_csharp_derives_from_types_alone(tmp_path: Path) -> None:
    text = """
        class A(int o) : Base(o), IRuns { ~A() { } }
        record B(string Name, int Size = 3) : Base(3);
        enum C : byte { D }
        class Base { string Of(B b) => b.Name; }
    """
    code = surveyed(tmp_path / "tree", {"a.cs": text})
    found = {row.qualname: row for row in analyse("a.cs", text.encode()).definitions}
    assert {name: row.bases for name, row in found.items() if row.bases} == {
        "A": ("Base", "IRuns"),
        "B": ("Base",),
    }
    assert found["B.Size"].head == "int Size = 3"
    used = {row.qualname for row in uses_by(code.store, ["a.cs"])}
    assert "B.Name" in used
    assert "A" not in used


def test_indexers_and_finalizers_of_csharp() -> None:
    text = (
        "class Box {\n    /// <summary>Gets a lid.</summary>\n"
        "    public Lid this[int at] { get => null; }\n"
        "    Lid ILids.this[int at] => this[at];\n    ~Box() { Close(); }\n}\n"
    )
    assert list(rows("a.cs", text)) == [
        "1-6 internal class Box",
        "3-3 attribute Box.this",
        "5-5 method Box.~Box()",
    ]
    (index,) = (
        row for row in analyse("a.cs", text.encode()).definitions if row.lines[1:]
    )
    assert index.lines == (3, 4)
    assert heads(index, python=False) == [("public Lid ", "[int at]")]
    assert index.summary == "Gets a lid."


def test_extensions_of_csharp_may_be_called_like_methods(tmp_path: Path) -> None:
    files = {
        "Box.cs": (
            "namespace A;\npublic class Box {\n    public void Add(int x) { }\n"
            "    public void Shut() { }\n    public static void Of() { }\n"
            "    public void All() { this.Add(1, 2); }\n}\n"
        ),
        "Boxes.cs": (
            "namespace A;\nstatic class Boxes {\n"
            "    public static void Add(this Box box, int x, int y) { }\n"
            "    public static void Of(this Box box, int x) { }\n}\n"
        ),
        "Other.cs": (
            "namespace B;\nstatic class Other { static void Shut(this Box box) { } }\n"
        ),
        "Use.cs": (
            "namespace A;\nclass Use {\n    Box _box;\n    void Run(Box box) {\n"
            "        box.Add(1, 2);\n        _box.Add(1, 2);\n        box.Shut();\n"
            "        Box.Of();\n        Boxes.Add(box, 1, 2);\n    }\n}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    found = sorted(
        (row.line, row.qualname, bool(row.by_name))
        for row in uses_by(code.store, ["Use.cs", "Box.cs"])
        if "." in row.qualname
    )
    assert found == [
        (5, "Box.Add", True),
        (5, "Boxes.Add", True),
        (6, "Box.Add", True),
        (6, "Use._box", False),
        (7, "Box.Shut", False),
        (8, "Box.Of", False),
        (9, "Boxes.Add", False),
    ]
    (extension,) = (
        row
        for row in analyse("Boxes.cs", files["Boxes.cs"].encode()).definitions
        if row.name == "Add"
    )
    assert extension.sort == "extension"


def test_functions_of_a_module_of_ruby() -> None:
    text = (
        "module A\n  private\n  def a; end\n  module_function\n  def b; end\nend\n"
        "module B\n  module_function def c; end\n  def d; end\n  def e; end\n"
        "  module_function :e\nend\n"
    )
    assert [row for row in rows("a.rb", text) if "method" in row] == [
        "3-3 private method A::a()",
        "5-5 static method A::b()",
        "8-8 static method B::c()",
        "9-9 method B::d()",
        "10-10 static method B::e()",
    ]


def test_what_ruby_makes_on_a_condition() -> None:
    text = (
        "class A\n  if JRUBY\n    attr_reader :a\n  else\n    attr_accessor :b\n  end\n"
        "  alias_method :c, :d unless OLD\n  private\n  attr_writer :e if NEW\n"
        "  def f; if x then attr_reader :no end; end\nend\n"
    )
    assert list(rows("a.rb", text))[1:] == [
        "3-3 attribute A::a",
        "5-5 attribute A::b",
        "7-7 method A::c",
        "9-9 private attribute A::e",
        "10-10 private method A::f()",
    ]


def test_names_of_any_characters() -> None:
    text = "class Box\n  alias_method :💣, :clear\n  def all\u00a0; end\nend\n"
    assert list(rows("box.rb", text)) == [
        "1-4 class Box",
        "2-2 method Box::💣",
        "3-3 method Box::all()",
    ]
    assert list(rows("a.js", "function नमस्ते() {}\n")) == ["1-1 function नमस्ते()"]


def test_definitions_of_ruby() -> None:
    facts = analyse("app.rb", MODULE.encode())
    assert facts.problem is None
    assert list(rows("app.rb", MODULE)) == [
        "9-45 module namespace Shop::Web",
        "11-44 class Shop::Web::App",
        "13-13 constant Shop::Web::App::LIMIT",
        "14-14 attribute Shop::Web::App::name",
        "14-14 attribute Shop::Web::App::size",
        "16-16 static method Shop::Web::App::make(*names)",
        "19-24 method Shop::Web::App::initialize(name, size: 2)",
        "26-26 method Shop::Web::App::[](index)",
        "28-30 method Shop::Web::App::name=(value)",
        "32-32 method Shop::Web::App::call",
        "33-33 method Shop::Web::App::old()",
        "36-36 method Shop::Web::App::inner?()",
        "41-41 private method Shop::Web::App::fill(size)",
        "43-43 method Shop::Web::App::shown()",
        "47-47 function helper()",
    ]
    (app,) = (row for row in facts.definitions if row.kind == "class")
    assert (app.bases, app.summary) == (("Store::Item", "Helpers"), "Runs all.")
    assert [(row.module, row.line) for row in facts.imports] == [
        ("json", 3),
        ("rack", 4),
        ("./store/item", 5),
        ("shop/tools", 6),
    ]


def test_classes_of_ruby_that_calls_make() -> None:
    text = """
        module Shop
          Point = Struct.new(:x, :y) do
            def far = x + y
            private
            def near; end
            LIMIT = 1
          end
          Failed = Class.new(StandardError)
          Sized = Module.new do
            def size; end
          end
        end
        Place = Data.define(:at) { def self.zero = new(0) }
    """
    assert list(rows("made.rb", text)) == [
        "2-13 module namespace Shop",
        "3-8 class Shop::Point",
        "3-3 attribute Shop::Point::x",
        "3-3 attribute Shop::Point::y",
        "4-4 method Shop::Point::far()",
        "6-6 private method Shop::Point::near()",
        "7-7 constant Shop::LIMIT",
        "9-9 class Shop::Failed",
        "10-12 module namespace Shop::Sized",
        "11-11 method Shop::Sized::size()",
        "14-14 class Place",
        "14-14 attribute Place::at",
        "14-14 static method Place::zero()",
    ]
    facts = {row.name: row for row in analyse("made.rb", text.encode()).definitions}
    assert facts["Failed"].bases == ("StandardError",)
    (row,) = analyse("a.rb", b"class A\n  alias old new\nend\n").definitions[1:]
    assert row.head == "alias old new"
    assert facts["Point"].head == "Point = Struct.new(:x, :y)"


def test_methods_of_ruby_that_are_hidden_behind_them() -> None:
    text = """
        class A
          def a; end
          private
          def b; end
          def c; end
          public :c
          protected :a, :d
          def self.d; end
        end
    """
    facts = analyse("a.rb", text.encode())
    assert [row.modifiers for row in facts.definitions if row.kind == "method"] == [
        ("protected",),
        ("private",),
        (),
        ("static",),
    ]


def test_what_ruby_hides_of_a_class() -> None:
    text = """
        class A
          SHOWN = 1
          HIDDEN = 2
          private_constant :HIDDEN
          def self.a; end
          def self.b; end
          private_class_method :b
          private_class_method def self.c; end
        end
    """
    facts = analyse("a.rb", text.encode())
    assert [(row.name, row.modifiers) for row in facts.definitions[1:]] == [
        *(("SHOWN", ()), ("HIDDEN", ("private",)), ("a", ("static",))),
        *(("b", ("static", "private")), ("c", ("static", "private"))),
    ]


def test_what_ruby_hides_as_it_is_made() -> None:
    text = """
        class A
          private attr_reader :a, :b
          public
          protected attr_writer :c
          private
          memoize def d; end
          attr_reader :e
          public def f; end
        end
    """
    facts = analyse("a.rb", text.encode())
    assert {row.name: row.modifiers for row in facts.definitions[1:]} == {
        **dict.fromkeys("abde", ("private",)),
        "c": ("protected",),
        "f": (),
    }


def test_methods_of_classes_of_ruby_that_name_their_class() -> None:
    text = """
        alias $ERROR $!
        module Net
          class HTTP
            def HTTP.start; end
            def other.run; end
          end
        end
    """
    assert list(rows("http.rb", text)) == [
        "2-2 data $ERROR",
        "3-8 module namespace Net",
        "4-7 class Net::HTTP",
        "5-5 static method Net::HTTP::start()",
    ]


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> CodeMap:
    return surveyed(tmp_path_factory.mktemp("sales") / "tree", TREE)


def test_imports_lead_to_files(code: CodeMap) -> None:
    found = {
        (row.path, row.module, row.category, row.target)
        for path in TREE
        for row in code.links(path)
    }
    assert found == {
        ("Shop.Tests/SaleTests.cs", "", "third party", ""),
        ("Shop.Tests/SaleTests.cs", "Shop", "folder", "Shop"),
        ("Shop/Sale.cs", "Shop/Goods", "folder", "Shop/Goods"),
        ("lib/shop.rb", "", "standard library", ""),
        ("lib/shop.rb", "lib/shop/item.rb", "file", "lib/shop/item.rb"),
        ("spec/shop_spec.rb", "lib/shop.rb", "file", "lib/shop.rb"),
        ("src/Sale.php", "", "missing", ""),
        ("src/Sale.php", "", "standard library", ""),
        ("src/Sale.php", "", "third party", ""),
        ("src/Sale.php", "src/Other/Item.php", "file", "src/Other/Item.php"),
        ("tests/SaleTest.php", "src/Sale.php", "file", "src/Sale.php"),
    }


def test_uses(code: CodeMap) -> None:
    found = {
        (row.path, row.line, row.target, row.qualname, bool(row.by_name))
        for row in uses_by(code.store, list(TREE))
    }
    assert found == {
        ("Shop.Tests/SaleTests.cs", 7, "Shop/Sale.cs", "Sale", False),
        ("Shop.Tests/SaleTests.cs", 7, "Shop/Sale.cs", "Sale.Total", False),
        ("Shop/Sale.cs", 8, "Shop/Goods/Item.cs", "Item", False),
        ("Shop/Sale.cs", 10, "Shop/Sale.cs", "Sale.Tax", False),
        ("Shop/Sale.cs", 11, "Shop/Goods/Item.cs", "Item.Price", False),
        ("lib/shop.rb", 6, "lib/shop/item.rb", "Shop::Item", False),
        ("lib/shop.rb", 8, "lib/shop.rb", "Shop::Sale::tax", False),
        ("lib/shop.rb", 9, "lib/shop/item.rb", "Shop::Item", False),
        ("lib/shop.rb", 9, "lib/shop/item.rb", "Shop::Item::cheapest", False),
        ("spec/shop_spec.rb", 3, "lib/shop.rb", "Shop", False),
        ("spec/shop_spec.rb", 3, "lib/shop.rb", "Shop::Sale", False),
        ("spec/shop_spec.rb", 3, "lib/shop/item.rb", "Shop", False),
        ("spec/shop_spec.rb", 4, "lib/shop.rb", "Shop::Sale::total", False),
        ("src/Sale.php", 4, "src/Item.php", "Item", False),
        ("src/Sale.php", 6, "src/Other/Item.php", "Item", False),
        ("src/Sale.php", 8, "src/Item.php", "Item", False),
        ("src/Sale.php", 9, "src/Item.php", "Item::price", False),
        ("src/Sale.php", 9, "src/Sale.php", "Sale::rest", False),
        ("tests/SaleTest.php", 6, "src/Sale.php", "Sale", False),
        ("tests/SaleTest.php", 6, "src/Sale.php", "Sale::total", False),
    }


def test_php_follows_types(tmp_path: Path) -> None:
    files = {
        "Box.php": (
            "<?php\nnamespace A;\nclass Box {\n    private ?Lid $lid = null;\n"
            "    public function __construct(private Key $key) {}\n"
            "    public function lid(): ?Lid { return $this->lid; }\n"
            "    public function key() { return $this->key->turn(); }\n"
            "    public static function make(): static { return new self(); }\n}\n"
        ),
        "Lid.php": "<?php\nnamespace A;\nclass Lid { function turn() {} }\n",
        "Key.php": "<?php\nnamespace A;\nclass Key { function turn() {} }\n",
        "use.php": (
            "<?php\nnamespace A;\n"
            "function result(Box $box) { $box->lid()?->turn(); }\n"
            "function parameter(Key|null $key) { $key->turn(); }\n"
            "function made() { $box = Box::make(); $box->lid()\n    ->turn(); }\n"
            "function closure(Box $box) { f(fn() => $box->key()); }\n"
            "function at_once() { (new Key)->turn(); }\n"
            "function before() { $x = new Lid; $x->turn(); $x = f(); $x->turn(); }\n"
            "function either($y) { $x = new Lid; if ($y) $x = new Key; $x->turn(); }\n"
            "function both(Lid|Key $x) { $x->turn(); }\n"
            "function each(Key $x, $y) { foreach ($y as $x) { $x->turn(); } }\n"
            "function keys(Key $x, $y) { foreach ($y as $x => $z) { $x->turn(); } }\n"
        ),
    }
    code = surveyed(tmp_path, files)
    uses = {
        (row.around, row.qualname)
        for row in uses_by(code.store, list(files))
        if not row.by_name and "::" in row.qualname and row.role == CALLED
    }
    assert uses == {
        ("Box::key", "Key::turn"),
        ("result", "Box::lid"),
        ("result", "Lid::turn"),
        ("parameter", "Key::turn"),
        ("made", "Box::make"),
        ("made", "Box::lid"),
        ("made", "Lid::turn"),
        ("closure", "Box::key"),
        ("at_once", "Key::turn"),
        ("before", "Lid::turn"),
    }


def test_php_names_classes_by_their_paths(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path,
        {
            "src/Box.php": (
                "<?php\nnamespace A\\B;\nclass Box {\n    const C = 1;\n"
                "    private static ?Box $one;\n"
                "    static function make() { return self::$one; }\n}\n"
            ),
            "inc/class-wp-box.php": "<?php\nclass WP_Box {}\n",
            "use.php": r"""<?php
                namespace A;
                use A\B as Inner;
                function call() { return \A\B\Box::make(); }
                function value() { return \A\B\Box::C; }
                function test($x) { return $x instanceof B\Box; }
                function renamed() { return new Inner\Box(); }
                function own() { return new namespace\B\Box(); }
                function type(?\A\B\Box $x) {}
                class Child extends \A\B\Box {}
                function custom() { return new \WP_Box(); }
                function other() { return new \C\Box(); }
                class Other extends C\Box {}
            """,
        },
    )
    uses = {
        (row.around, row.qualname, row.by_name)
        for row in uses_by(code.store, ["use.php", "src/Box.php"])
    }
    assert uses == {
        ("Box::make", "Box", False),
        ("Box", "Box", False),
        ("Box::make", "Box::one", False),
        ("call", "Box", False),
        ("call", "Box::make", False),
        ("value", "Box", False),
        ("value", "Box::C", False),
        ("test", "Box", False),
        ("renamed", "Box", False),
        ("type", "Box", False),
        ("Child", "Box", False),
        ("custom", "WP_Box", False),
    }


def test_what_php_uses_in_no_file_of_its_name(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path,
        {
            "inc/tools.php": "<?php\nnamespace A\\Tools;\nfunction f() {}\n",
            "use.php": "<?php\nuse A\\Tools;\nuse WP_Post;\nuse Countable;\n",
        },
    )
    assert [(row.category, row.target) for row in code.links("use.php")] == [
        ("file", "inc/tools.php"),
        ("third party", ""),
        ("standard library", ""),
    ]


def test_other_names_of_types_of_csharp_lead_to_their_files(tmp_path: Path) -> None:
    files = {
        "Shop/Sale.cs": "namespace Shop.Goods;\nclass Sale { public void Sell() {} }\n",
        "Use.cs": (
            "using S = Shop.Goods.Sale;\nusing G = Shop.Goods;\n"
            "using O = Shop.Goods.Other;\nclass Use { void Run(S s) { s.Sell(); } }\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    used = {row.qualname: bool(row.by_name) for row in uses_by(code.store, ["Use.cs"])}
    assert used == {"Sale": False, "Sale.Sell": False}
    assert [(row.category, row.target) for row in code.links("Use.cs")] == [
        ("file", "Shop/Sale.cs"),
        ("folder", "Shop"),
        ("third party", ""),
    ]


def test_ruby_requires_from_the_folders_of_a_gem(tmp_path: Path) -> None:
    asking = "require 'json'\nrequire 'rails'\nrequire 'shop/json'\nrequire './rails'\n"
    files = {
        "lib/shop.rb": "require 'shop/json'\n",
        "lib/shop/json.rb": asking,
        "lib/shop/rails.rb": "",
        "config/shop.rb": "require 'shop'\n",
        "spec/help.rb": "",
        "spec/unit/a_spec.rb": "require 'help'\n",
    }
    code = surveyed(tmp_path / "gem", files)
    required = {path: [row.module for row in code.links(path)] for path in files}
    assert required["lib/shop/json.rb"] == [
        "",
        "",
        "lib/shop/json.rb",
        "lib/shop/rails.rb",
    ]
    assert required["config/shop.rb"] == ["lib/shop.rb"]
    assert required["spec/unit/a_spec.rb"] == ["spec/help.rb"]
    scripts = {"tool/run.rb": "require 'part'\n", "tool/part.rb": ""}
    code = surveyed(tmp_path / "scripts", scripts)
    assert [row.module for row in code.links("tool/run.rb")] == ["tool/part.rb"]


def test_ruby_requires_from_its_own_folder(tmp_path: Path) -> None:
    asking = """
        require File.expand_path("../one", __FILE__)
        require File.expand_path('../two', __dir__)
        require File.join(File.dirname(__FILE__), "in", "three")
        require "#{__dir__}/in/four"
        require File.expand_path(name, __FILE__)
        module Shop
          autoload :Five, "shop/five"
          def self.late
            require_relative "six"
            load "seven.rb"
          end
        end
        """
    files = {"lib/shop.rb": asking, "two.rb": "", "lib/shop/five.rb": ""}
    names = ("one", "in/three", "in/four", "six", "seven")
    files |= {f"lib/{name}.rb": "" for name in names}
    code = surveyed(tmp_path / "gem", files)
    assert [row.module for row in code.links("lib/shop.rb")] == [
        "lib/one.rb",
        "two.rb",
        "lib/in/three.rb",
        "lib/in/four.rb",
        "lib/shop/five.rb",
        "lib/six.rb",
    ]


def test_ruby_mixes_modules_in(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path,
        {
            "lib/shop/told.rb": """
                module Shop
                  module Told
                    def tell(x); end
                    module ClassMethods
                      def tells(x); end
                    end
                  end
                end
            """,
            "app/box.rb": """
                class Box < Outside::Base
                  include Shop::Told
                  tells :a
                  def open
                    tell 1
                    self.tell 2
                    ::Told.new
                  end
                end
                class Chest < Box
                  def shut; tell 4; end
                end
            """,
        },
    )
    uses = {
        (row.around, row.qualname, row.by_name)
        for row in uses_by(code.store, ["app/box.rb"])
        if "Told" in row.qualname
    }
    assert uses == {
        ("Box", "Shop::Told", False),
        ("Box", "Shop::Told::ClassMethods::tells", False),
        ("Box::open", "Shop::Told::tell", False),
        ("Chest::shut", "Shop::Told::tell", False),
    }


def test_ruby_calls_what_is_mixed_in_elsewhere_by_name(tmp_path: Path) -> None:
    files = {
        "help/files.rb": """
            module Files
              def scratch(x); end
              def get; end
            end
            class Other
              def alone; end
            end
        """,
        "spec/use_spec.rb": 'describe "x" do\n  scratch 1\n  alone\n  get\nend\n',
    }
    uses = uses_by(surveyed(tmp_path, files).store, ["spec/use_spec.rb"])
    assert [(row.qualname, row.by_name) for row in uses] == [("Files::scratch", True)]


def test_a_module_of_ruby_that_becomes_a_class(
    follow_edits: Callable[..., None],
) -> None:
    files = {
        "help/files.rb": "module Files\n  def scratch(x); end\nend\n",
        "spec/use_spec.rb": 'describe "x" do\n  scratch 1\nend\n',
    }
    changed = files["help/files.rb"].replace("module", "class")
    follow_edits(files, {"help/files.rb": changed}, files)


def test_ruby_follows_what_is_made(tmp_path: Path) -> None:
    text = """
        class Lid
          def turn; end
        end
        class Key
          def turn; end
        end
        def made
          lid = Lid.new(1)
          lid&.turn
        end
        def at_once
          Key.new.turn
        end
        def around(all)
          key = Key.new
          all.each { |lid| key.turn }
        end
        def either(all)
          x = Lid.new
          all.each { x = Key.new }
          x.turn
        end
        def hidden(all)
          x = Lid.new
          all.each { |x| x.turn }
        end
        def given(x)
          x.turn
        end
        def inside(all)
          all.each { y = Lid.new; y.turn }
          all.each { y = Key.new; y.turn }
        end
    """
    code = surveyed(tmp_path, {"a.rb": text})
    rows = [row for row in uses_by(code.store, ["a.rb"]) if "::" in row.qualname]
    assert {(row.around, row.qualname) for row in rows if not row.by_name} == {
        ("made", "Lid::turn"),
        ("at_once", "Key::turn"),
        ("around", "Key::turn"),
        ("inside", "Lid::turn"),
        ("inside", "Key::turn"),
    }


def test_csharp_follows_types_over_the_parts_of_a_class(tmp_path: Path) -> None:
    files = {
        "Base.cs": "namespace A; class Base { protected int Kept() => 1; }\n",
        "Box.cs": (
            "namespace A;\npartial class Box : Base\n{\n"
            "    public Lid Lid { get; set; }\n    Lid? _spare;\n"
            "    List<Lid> All() => null;\n    Lid Made(Lid lid) => new Lid();\n}\n"
        ),
        "Box.Rest.cs": "namespace A; partial class Box { internal int Rest; }\n",
        "Lid.cs": "namespace A; class Lid { int Width; Box Of() => null; }\n",
        "More.cs": "namespace B; class More { public static void Extra(Lid x) {} }\n",
        "Use.cs": (
            "namespace A;\nclass Use\n{\n    void Run(Box box, object other)\n    {\n"
            "        box.Lid.Width = 1;\n        box._spare.Of().Rest = 2;\n"
            "        var made = box.Made(null);\n        made.Width = box.Rest;\n"
            "        (other as Lid).Of().Kept();\n        ((Box)other).Lid.Extra();\n"
            "        box.All().Width();\n        var next = new Box();\n"
            "        next.Rest = 3;\n    }\n}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    found = [
        (row.line, row.qualname, bool(row.by_name))
        for row in sorted(uses_by(code.store, ["Use.cs"]))
        if "." in row.qualname
    ]
    assert sorted(found) == [
        (6, "Box.Lid", False),
        (6, "Lid.Width", False),
        (7, "Box.Rest", False),
        (7, "Box._spare", False),
        (7, "Lid.Of", False),
        (8, "Box.Made", False),
        (10, "Base.Kept", False),
        (11, "More.Extra", True),
        (12, "Box.All", False),
    ]
    rows = code.store.references("Use.cs")
    (box,) = {row for row in rows if row and row.qualname == "Box"}
    assert (box.path, [one.path for one in box.more]) == ("Box.cs", ["Box.Rest.cs"])


def test_csharp_properties_in_braces(tmp_path: Path) -> None:
    files = {
        "Box.cs": (
            "namespace A;\nclass Box { public int Width { get; set; } int Height; }\n"
            "class Lid { public int Width { get; set; } public Box In { get; set; } }\n"
        ),
        "Use.cs": (
            "namespace A;\nclass Use\n{\n    Box _box = new() { Width = 1 };\n"
            "    void Made() { var made = new Box { Width = 1, Height = 2 }; }\n"
            "    void Target() { Lid lid = new() { Width = 1 }; }\n"
            "    void Inside() { x = new Lid { In = new Box() { Width = 2 } }; }\n"
            "    void Pattern(object it) { if (it is Box { Width: 1 }) { } }\n"
            "    void Copied(Box one) { var copy = one with { Width = 2 }; }\n"
            "    void Listed(Box one) { var list = new List<Box> { one }; }\n"
            "    void Generic() { f(new Case<int>(1) { Width = 4 }); }\n"
            "    void Index() { var all = new Map<int> { [Width] = 5 }; }\n"
            "    int Width;\n}\nclass Case<T> { public int Width; }\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    found = {
        (row.around, row.qualname)
        for row in uses_by(code.store, ["Use.cs"])
        if "." in row.qualname and not row.by_name
    }
    assert found == {
        ("Use", "Box.Width"),
        ("Use.Made", "Box.Width"),
        ("Use.Made", "Box.Height"),
        ("Use.Target", "Lid.Width"),
        ("Use.Inside", "Lid.In"),
        ("Use.Inside", "Box.Width"),
        ("Use.Pattern", "Box.Width"),
        ("Use.Copied", "Box.Width"),
        ("Use.Generic", "Case.Width"),
        ("Use.Index", "Use.Width"),
    }


def test_attributes_of_csharp_are_classes_of_that_name(
    tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    files = {
        "Marks.cs": (
            "namespace A;\npublic class MarkAttribute : System.Attribute { }\n"
            "public enum Mark { On }\npublic class Plain : MarkAttribute { }\n"
            "public class Serializable { }\n"
            "public class SignAttribute : MarkAttribute { }\npublic class Sign { }\n"
        ),
        "Pen.cs": (
            "namespace A;\n[Mark, A.Sign(Mark.On)]\n[Plain, Serializable]\n"
            "public class Pen { }\n"
        ),
    }
    code = surveyed(tmp_path / "marks", files)
    used = {(row.qualname, row.role) for row in uses_by(code.store, ["Pen.cs"])}
    decorators = {("MarkAttribute", DECORATOR), ("SignAttribute", DECORATOR)}
    constant = {("Mark", MENTION), ("Mark.On", MENTION)}
    assert used == {*decorators, *constant, ("Plain", DECORATOR)}
    marks = files["Marks.cs"]
    follow_edits(
        files,
        {"Marks.cs": marks.replace("class Sign ", "class Sign : Plain ")},
        {"Marks.cs": marks.replace("SignAttribute", "Other")},
        {"Marks.cs": marks.replace("Serializable", "Serializable : Plain")},
        {"Marks.cs": marks},
    )


def test_a_property_of_csharp_may_be_called_like_its_type(
    tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    files = {
        "Color.cs": "namespace A;\npublic enum Color { Red, Green }\n",
        "Shade.cs": "namespace A;\npublic class Shade { public int Depth; }\n",
        "Pen.cs": (
            "namespace A;\npublic class Pen\n{\n    public Color Color { get; }\n"
            "    public Shade? Shade { get; }\n"
            "    bool IsRed() => Color == Color.Red;\n"
            "    bool Has() => Color.HasFlag(1);\n"
            "    int Deep() => Shade.Depth;\n}\n"
        ),
    }
    code = surveyed(tmp_path / "pens", files)
    used = {
        (row.qualname, row.line, row.by_name)
        for row in uses_by(code.store, ["Pen.cs"])
        if row.line > 5
    }
    assert used == {
        ("Pen.Color", 6, False),
        ("Color", 6, False),
        ("Color.Red", 6, False),
        ("Pen.Color", 7, False),
        ("Pen.Shade", 8, True),
        ("Shade.Depth", 8, False),
    }
    color = files["Color.cs"]
    follow_edits(
        files,
        {"Color.cs": color.replace("Red", "Blue")},
        {"Color.cs": color.replace("enum Color { Red, Green }", "class Color { }")},
        {"Color.cs": color},
    )


def test_csharp_elements_in_braces_are_no_members(tmp_path: Path) -> None:
    files = {
        "Film.cs": "class Film { public int Year; }\nclass Old : Film { }\n",
        "Use.cs": (
            "class Use {\n    static Film Make(int year) => null;\n    void Run() {\n"
            "        var films = new List<Film> { new Old { Year = 1 }, Make(2) };\n"
            "    }\n}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    uses = {
        use.qualname
        for path in files
        for use in code.incoming_uses(path)
        if use.around == "Use.Run" and not use.by_name
    }
    assert uses == {"Film", "Old", "Film.Year", "Use.Make"}


def test_csharp_may_use_what_a_class_has_by_its_name_alone(tmp_path: Path) -> None:
    files = {
        "Guard.cs": "namespace A.B; static class Guard { static void Check() {} }\n",
        "Use.cs": (
            "using static A.B.Guard;\nnamespace C;\n"
            "class Use { void Run() { Check(); Other(); } void Other() {} }\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    found = {row.qualname: bool(row.by_name) for row in uses_by(code.store, ["Use.cs"])}
    assert found == {"Guard.Check": False, "Use.Other": False}


def test_csharp_calls_of_something_unknown_with_type_arguments(tmp_path: Path) -> None:
    files = {
        "Config.cs": "public class Config { public Config AddBehavior<T>() {} }\n",
        "Use.cs": (
            "class Use { void Run(Outside made) {\n"
            "made.AddBehavior<Use>();\nmade.AddBehavior<IList<Use>, Use>(1);\n} }\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    rows = uses_by(code.store, ["Use.cs"])
    used = [row for row in rows if row.target == "Config.cs"]
    assert [(row.qualname, row.count, bool(row.by_name)) for row in used] == [
        ("Config.AddBehavior", 2, True)
    ]


def test_csharp_names_that_begin_with_a_namespace(tmp_path: Path) -> None:
    files = {
        "a/Deps.cs": (
            "namespace Shop.Infra;\npublic static class Deps {\n"
            "  public static void Configure() {}\n"
            '  public class Roles { public const string Admin = "a"; }\n}\n'
        ),
        "b/Deps.cs": (
            "namespace Other;\n"
            "public class Deps { public static void Configure() {} }\n"
        ),
        "Use.cs": (
            "namespace Shop.Web;\nclass Use {\n"
            "  [Authorize(Roles = Shop.Infra.Deps.Roles.Admin)]\n"
            "  void Whole() { Shop.Infra.Deps.Configure(); }\n"
            "  void Around() { new Infra.Deps.Roles(); }\n"
            "  void Typed() { var type = typeof(Shop.Infra.Deps); }\n"
            "  void Nowhere() { Web.Infra.Deps.Configure(); }\n}\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    used = list(uses_by(code.store, ["Use.cs"]))
    assert {row.target for row in used if not row.by_name} == {"a/Deps.cs"}
    assert {(row.around, row.qualname) for row in used if not row.by_name} == {
        ("Use.Whole", "Deps.Roles.Admin"),
        ("Use.Whole", "Deps.Roles"),
        ("Use.Whole", "Deps"),
        ("Use.Whole", "Deps.Configure"),
        ("Use.Around", "Deps"),
        ("Use.Around", "Deps.Roles"),
        ("Use.Typed", "Deps"),
    }


def test_what_all_files_of_a_project_of_csharp_know(
    tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    guard = "class Guard { public static void Check() {} }\n"
    use = "class Use { void Run() { Guard.Check(); } }\n"
    files = {
        "Core/Core.csproj": '<Project>\n<Using Include="Shop.Utils" />\n</Project>\n',
        "Core/Utils/Guard.cs": f"namespace Shop.Utils;\n{guard}",
        "Core/Use.cs": f"namespace Shop;\n{use}",
        "Web/Web.csproj": "<Project />\n",
        "Web/Usings.cs": "global using Shop.Utils;\n",
        "Web/Pages/Use.cs": f"namespace Web;\n{use}",
        "Tests/Directory.Build.props": '<Using Include="Shop.Utils" />\n',
        "Tests/Unit/Unit.csproj": "<Project />\n",
        "Tests/Unit/Use.cs": f"namespace Tests;\n{use}",
        "Other/Other.csproj": "<Project />\n",
        "Other/Use.cs": f"namespace Other;\n{use}",
    }
    code = surveyed(tmp_path / "project", files)
    found = {
        row.path
        for row in uses_by(code.store, [path for path in files if "Use." in path])
        if row.qualname == "Guard.Check" and not row.by_name
    }
    assert found == {"Core/Use.cs", "Web/Pages/Use.cs", "Tests/Unit/Use.cs"}
    follow_edits(
        files,
        {"Web/Usings.cs": "global using Shop;\n"},
        {"Core/Core.csproj": "<Project />\n"},
        {"Core/Core.csproj": files["Core/Core.csproj"]},
        {"Tests/Unit/Unit.csproj": None},
    )


def test_what_stands_in_a_namespace_with_braces_is_used(tmp_path: Path) -> None:
    files = {
        "Box.cs": "namespace A.B { class Box { int Width; } }\n",
        "Use.cs": (
            "namespace A\n{\n    namespace B\n    {\n"
            "        class Use { void Run(Box box) { box.Width = 1; } }\n    }\n}\n"
        ),
        "Lid.php": "<?php\nnamespace A { class Lid { const SIZE = 1; } }\n",
        "Use.php": "<?php\nnamespace A {\nfunction size() { return Lid::SIZE; }\n}\n",
    }
    code = surveyed(tmp_path / "tree", files)
    found = {
        (row.path, row.line, row.qualname, row.role, bool(row.by_name))
        for row in uses_by(code.store, ["Use.cs", "Use.php"])
    }
    assert found == {
        ("Use.cs", 5, "Box", ANNOTATION, False),
        ("Use.cs", 5, "Box.Width", MENTION, False),
        ("Use.php", 3, "Lid", ANNOTATION, False),
        ("Use.php", 3, "Lid::SIZE", MENTION, False),
    }
    assert code.facts("Use.cs").package == "A.B"


def test_conditions_amidst_of_declarations_count_as_their_first_branch() -> None:
    source = (
        b"class Box : Base\n#if A\n    , IBox\n#endif\n#if B\n    , ILid\n#endif\n{\n"
        b"    void F(\n#if A\n        int a\n#else\n        long b\n#endif\n    )\n"
        b"    {\n        switch (x) {\n#if A\n            case 1: Run(); break;\n"
        b"#endif\n            case 2:\n"
        b"#if B\n                if (y) throw new Lid(); else\n"
        b"#endif\n                Box(); break;\n        }\n    }\n"
        b"#if A\n    int One;\n#else\n    int Two;\n#endif\n}\n"
    )
    facts = analyse("Box.cs", source)
    box, method, *fields = facts.definitions
    assert facts.problem is None
    assert (box.head, box.bases) == (
        "class Box : Base, IBox, ILid",
        ("Base", "IBox", "ILid"),
    )
    assert method.signatures == ("(int a)",)
    # Between declarations all branches count.
    assert [field.qualname for field in fields] == ["Box.One", "Box.Two"]
    known = {spec.base for spec in facts.references.specs}
    assert {"Run", "Lid", "A", "B"} < known
    assert known.isdisjoint({"if", "else", "endif", "throw", "new"})


def test_many_conditions_amidst_of_declarations_count_as_their_first_branch() -> None:
    method = (
        '    /// <summary>Does it.</summary>\n    [Format("a")]\n'
        "    void Run{0}<T>(Error? error, string a, params object?[]? all)\n"
        "#if DEFAULTS\n        => Write(Level.Low, error, a, all)\n#endif\n    ;\n\n"
        "#if MORE\n    // Also.\n    void Also{0}() {{ }}\n#endif\n"
    )
    methods = "".join(map(method.format, range(40)))
    facts = analyse("ILog.cs", f"public interface ILog\n{{\n{methods}}}\n".encode())
    assert [(row.qualname, row.kind) for row in facts.definitions] == [
        ("ILog", "interface"),
        *(
            (f"ILog.{name}{number}", "method")
            for number in range(40)
            for name in ("Run", "Also")
        ),
    ]


def test_what_neither_defines_nor_imports_uses_others(tmp_path: Path) -> None:
    files = {
        "shop.php": "<?php\nfunction shop_title() { return 'Shop'; }\n",
        "page.php": "<h1><?= shop_title() ?></h1>\n",
        "lib/item.rb": "class Item\nend\n",
        "spec/item_spec.rb": "RSpec.describe Item do\n  it { Item.new }\nend\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = uses_by(code.store, ["spec/item_spec.rb", "page.php"])
    assert sorted((use.path, use.target, use.qualname, use.count) for use in used) == [
        ("page.php", "shop.php", "shop_title", 1),
        ("spec/item_spec.rb", "lib/item.rb", "Item", 2),
    ]


def test_ruby_needs_no_require_for_what_is_loaded_for_all(tmp_path: Path) -> None:
    files = {
        "app/models/user.rb": "class User\nend\n",
        "lib/shop/item.rb": "module Shop\n  class Item\n  end\nend\n",
        "lib/tasks/build.rake": "module Tool\nend\n",
        "script/report.rb": "class Report\nend\n",
        "spec/user_spec.rb": "describe User do\n  Shop::Item\n  Report\n  Tool\nend\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = uses_by(code.store, ["spec/user_spec.rb"])
    assert sorted((use.qualname, bool(use.by_name)) for use in used) == [
        ("Report", True),
        ("Shop", False),
        ("Shop::Item", False),
        ("Tool", True),
        ("User", False),
    ]


def test_ruby_adds_to_classes_that_tests_derive_from(tmp_path: Path) -> None:
    files = {
        "test/support/helpers.rb": (
            "class ActiveSupport::TestCase\n  def create_user; end\nend\n"
        ),
        "test/support/more.rb": (
            "class ActiveSupport::TestCase\n  def create_admin; end\nend\n"
        ),
        "test/models/user_test.rb": (
            "class UserTest < ActiveSupport::TestCase\n"
            '  test "some" do\n    create_user\n    create_admin\n'
            "    User::Finder.look(User.all_known)\n  end\nend\n"
        ),
        "app/models/user.rb": (
            "class User\n  def self.all_known; end\n"
            "  class Finder\n    def self.look(all); end\n  end\nend\n"
        ),
        "engine/test/support/other.rb": "class Other\nend\n",
        "test/other_test.rb": "Other\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = uses_by(code.store, ["test/models/user_test.rb", "test/other_test.rb"])
    assert sorted((use.qualname, use.line, bool(use.by_name)) for use in used) == [
        ("ActiveSupport::TestCase", 1, False),
        ("ActiveSupport::TestCase", 1, False),
        ("ActiveSupport::TestCase::create_admin", 4, False),
        ("ActiveSupport::TestCase::create_user", 3, False),
        ("Other", 1, True),
        ("User", 5, False),
        ("User::Finder", 5, False),
        ("User::Finder::look", 5, False),
        ("User::all_known", 5, False),
    ]


def test_ruby_has_no_members_of_outer_classes_nor_core_classes_of_the_tree(
    tmp_path: Path,
) -> None:
    files = {
        "lib/log.rb": """
            class Log
              LIMIT = 1
              def warn(text); end
              def told; warn(""); end
              class Device
                def write; warn(""); told; LIMIT; end
              end
            end
        """,
        "lib/more.rb": "class Array\n  def line; end\nend\n",
        "lib/rows.rb": 'require "more"\nclass Rows < Array\n  A = Array.new\nend\n',
    }
    code = surveyed(tmp_path, files)
    used = uses_by(code.store, [*files])
    assert {(row.around, row.qualname) for row in used if not row.by_name} == {
        ("Log::told", "Log::warn"),
        ("Log::Device::write", "Log::LIMIT"),
    }


def test_ruby_calls_without_brackets(tmp_path: Path) -> None:
    text = """
        class A
          attr_accessor :b
          def f(x); end
          def alone; f 1; end
          def own; self.f 2; end
          def set; self.b = 3; end
        end
    """
    code = surveyed(tmp_path / "tree", {"a.rb": text})
    rows = uses_by(code.store, ["a.rb"])
    assert {(row.around, row.qualname, row.role) for row in rows} == {
        ("A::alone", "A::f", CALLED),
        ("A::own", "A::f", CALLED),
        ("A::set", "A::b", MENTION),
    }


def test_ruby_calls_what_modules_have(tmp_path: Path) -> None:
    files = {
        "tools.rb": """
            module Tools
              def self.cut; end
              class << self
                def glue; end
              end
            end
        """,
        "use.rb": 'require_relative "tools"\nTools.cut\nTools.glue\nTools.gone\n',
    }
    uses = uses_by(surveyed(tmp_path / "tree", files).store, ["use.rb"])
    assert [(row.qualname, bool(row.by_name)) for row in uses] == [
        *(("Tools", False), ("Tools::cut", False), ("Tools::glue", False)),
    ]


def test_ruby_evaluates_blocks_for_others(tmp_path: Path) -> None:
    text = """
        class Host
          def fills; end
          def a; other.instance_eval { fills() }; end
          def b; other.each { fills() }; end
        end
    """
    code = surveyed(tmp_path / "tree", {"a.rb": text})
    uses = {
        (row.around, bool(row.by_name))
        for row in uses_by(code.store, ["a.rb"])
        if row.qualname == "Host::fills"
    }
    assert uses == {("Host::a", True), ("Host::b", False)}


def test_a_method_of_ruby_in_a_block_is_no_function_of_all_files(
    tmp_path: Path,
) -> None:
    files = {
        "plugin.rb": (
            "Plugin.create do\n  def workers; end\n  def own; workers; end\nend\n"
        ),
        "config.rb": 'require_relative "plugin"\nworkers 0\n',
    }
    uses = uses_by(surveyed(tmp_path / "tree", files).store, list(files))
    assert [(use.path, use.around, use.qualname) for use in uses] == [
        ("plugin.rb", "own", "workers")
    ]
    assert "2-2 method workers()" in rows("plugin.rb", files["plugin.rb"])


def test_rails_calls_methods_by_symbols(tmp_path: Path) -> None:
    files = {
        "app/controllers/base.rb": "class Base\n  def log_in; end\nend\n",
        "app/controllers/users.rb": (
            "class Users < Base\n"
            "  prepend_before_action :log_in, :gone, only: :show, if: :late?\n"
            "  rescue_from Gone, with: :lost\n  scope :show\n"
            "  def show; say :log_in; end\n  def late?; end\n  def lost; end\nend\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    used = uses_by(code.store, ["app/controllers/users.rb"])
    assert sorted((use.qualname, use.line, use.around) for use in used) == [
        ("Base", 1, "Users"),
        ("Base::log_in", 2, "Users"),
        ("Users::late?", 2, "Users"),
        ("Users::lost", 3, "Users"),
    ]


def test_tests_of_php_itself_say_what_they_test() -> None:
    facts = analyse("a.phpt", b"--TEST--\nTakes a name\n--FILE--\n<?php\nf();\n")
    assert (facts.summary, facts.docstring_line) == ("Takes a name", 2)


def test_constants_of_php_that_calls_define(tmp_path: Path) -> None:
    files = {
        "limits.php": (
            "<?php\ndefined('MOST') OR define('MOST', 2);\n"
            'function start() { define("LEAST", 1); define("A$x", 1); }\n'
        ),
        "use.php": (
            "<?php\nfunction f($x = MOST) { return LEAST + $x[MOST]; }\n"
            "if ($y && MOST) { f(LEAST); }\n"
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    rows = code.facts("limits.php").definitions
    assert [(row.kind, row.qualname, row.value) for row in rows] == [
        ("constant", "MOST", "2"),
        ("function", "start", ""),
        ("constant", "LEAST", "1"),
    ]
    used = [use for use in uses_by(code.store, ["use.php"]) if use.qualname != "f"]
    assert sorted((use.qualname, use.line, use.count) for use in used) == [
        ("LEAST", 2, 1),
        ("LEAST", 3, 1),
        ("MOST", 2, 2),
        ("MOST", 3, 1),
    ]


def test_only_tests_use_what_tests_define_again(tmp_path: Path) -> None:
    files = {
        "src/a.php": "<?php\nfunction size() {}\n",
        "src/b.php": "<?php\nsize();\n",
        "tests/mocks.php": "<?php\nfunction size() {}\n",
        "tests/a_test.php": "<?php\nsize();\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = uses_by(code.store, ["src/b.php", "tests/a_test.php"])
    assert sorted((use.path, use.target) for use in used) == [
        ("src/b.php", "src/a.php"),
        ("tests/a_test.php", "src/a.php"),
        ("tests/a_test.php", "tests/mocks.php"),
    ]


def test_tests_are_collected(code: CodeMap) -> None:
    tests = {
        (test.qualname, test.at)
        for path in ("tests/SaleTest.php", "Shop.Tests/SaleTests.cs")
        for test in collected_tests(code, path).tests
    }
    assert tests == {("SaleTest::testTotal", 6), ("SaleTests.Adds", 7)}


def test_pages(make_shared: Make) -> None:
    built: Build = make_shared(TREE | {"app.php": APP, "app.cs": PROGRAM}).build()
    assert built.warnings == ""
    text = built.body("code/app.php_docs")
    assert "prices (array&lt;string, int&gt;) – What things cost. " in text  # noqa: RUF001
    assert " abstract class App extends Base implements Runs, \\Countable line" in text
    text = built.body("code/app.cs_docs")
    assert "Throws: System.Exception – Always. " in text  # noqa: RUF001
    assert "size – How large. " in text  # noqa: RUF001
    sale = built.body("code/src/Sale.php_docs")
    assert "Namespace: Shop" in sale
    assert "No Use Found" not in built.body("code/tests/SaleTest.php_docs")


def test_edits_end_as_a_clean_build(follow_edits: Callable[..., None]) -> None:
    sale = TREE["src/Sale.php"]
    follow_edits(
        TREE,
        {"src/Sale.php": sale.replace("Shop\\Other\\Item", "Shop\\Store\\Item")},
        {"src/Other/Item.php": None},
        {"src/Other/Item.php": TREE["src/Other/Item.php"].replace("Other", "Else")},
        {"Shop/Other/Item.cs": "namespace Shop.Goods;\npublic class Item { }\n"},
        {"Shop/Goods/Item.cs": None},
        {"Shop/New/Item.cs": TREE["Shop/Goods/Item.cs"]},
        {"lib/shop/item.rb": None},
        {"lib/shop/item.rb": TREE["lib/shop/item.rb"].replace("cheapest", "best")},
        {"lib/other/shop/item.rb": TREE["lib/shop/item.rb"]},
    )


def test_files_that_come_into_a_namespace_are_seen(
    follow_edits: Callable[..., None],
) -> None:
    beside = {
        "Shop/Goods/Box.cs": "namespace Shop.Goods;\npublic class Box { }\n",
        "src/Box.php": "<?php\nnamespace Shop\\Store;\nclass Box {}\n",
        "lib/shop/box.rb": "module Shop\n  class Box\n  end\nend\n",
    }
    added = ("Shop/Goods/Item.cs", "src/Item.php", "lib/shop/item.rb")
    before = {path: text for path, text in TREE.items() if path not in added}
    moved = TREE["Shop/Sale.cs"].replace("Shop.Goods", "Shop.Other")
    follow_edits(
        before | beside,
        *({path: TREE[path]} for path in added),
        {"Shop/Sale.cs": moved},
        {"Shop/Sale.cs": TREE["Shop/Sale.cs"]},
        {"Shop/Goods/Box.cs": "namespace Shop.Goods;\npublic class Item { }\n"},
        *({path: None} for path in added),
    )


def test_what_is_in_no_namespace_is_known_to_all_of_its_project(tmp_path: Path) -> None:
    source = "namespace B.C; class Use { void Run(Plain plain) { plain.Size(); } }\n"
    files = {
        "a/A.csproj": "<Project></Project>\n",
        "a/Plain.cs": "class Plain { public void Size() {} }\n",
        "a/Use.cs": source,
        "b/B.csproj": "<Project></Project>\n",
        "b/Use.cs": source,
    }
    code = surveyed(tmp_path, files)
    rows = {path: code.store.references(path) for path in ("a/Use.cs", "b/Use.cs")}
    found = {
        (path, row.qualname, bool(row.by_name))
        for path, several in rows.items()
        for row in several
        if row and row.path == "a/Plain.cs"
    }
    assert found == {
        (path, name, path == "b/Use.cs")
        for path in rows
        for name in ("Plain", "Plain.Size")
    }


IMPORTS = {
    "src/functions.php": (
        "<?php\nnamespace Mine;\nfunction helps() {}\nconst MOST = 3;\nclass Two {}\n"
    ),
    "src/Use.php": (
        "<?php\nnamespace Other;\nuse function Mine\\helps as aids;\n"
        "use const Mine\\MOST;\nuse Mine\\Two;\nuse function Else\\helps;\n"
        "function f() { aids(); helps(); return [MOST, new Two()]; }\n"
    ),
}


def test_php_imports_what_has_no_file_of_its_name(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", IMPORTS)
    links = {(row.category, row.target) for row in code.links("src/Use.php")}
    assert links == {("file", "src/functions.php"), ("third party", "")}
    rows = uses_by(code.store, ["src/Use.php"])
    assert {(row.qualname, bool(row.by_name)) for row in rows if row.around == "f"} == {
        *(("helps", False), ("MOST", False), ("Two", False)),
    }


def test_edits_of_what_php_imports_end_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    text = IMPORTS["src/functions.php"]
    follow_edits(
        IMPORTS,
        {"src/functions.php": text.replace("function helps() {}", "")},
        {"src/functions.php": None},
        {"src/more.php": text},
    )


def test_php_may_import_a_namespace(tmp_path: Path) -> None:
    files = {
        "src/Extend/Front.php": "<?php\nnamespace Mine\\Extend;\nclass Front {}\n",
        "src/Extend/Back.php": "<?php\nnamespace Mine\\Extend;\nclass Back {}\n",
        "src/Event/Event.php": "<?php\nnamespace Mine\\Event;\nclass Event {}\n",
        "src/Event/Done.php": "<?php\nnamespace Mine\\Event;\nclass Done {}\n",
        "use.php": (
            "<?php\nuse Mine\\Extend;\nuse Mine\\Event;\n"
            "new Extend\\Front();\nnew Event\\Done();\n"
        ),
    }
    code = surveyed(tmp_path, files)
    links = [(row.category, row.target) for row in code.links("use.php")]
    assert links == [("folder", "src/Extend"), ("missing", "")]
    used = {row.target for row in uses_by(code.store, ["use.php"]) if not row.by_name}
    assert used == {"src/Extend/Front.php", "src/Event/Done.php"}


REQUIRED = {
    "settings.php": (
        "<?php\nrequire __DIR__ . '/inc/load.php';\n"
        "require ABSPATH . 'inc/theme.php';\n"
        "require_once dirname(__FILE__) . '/inc/more/' . 'post.php';\n"
        "$conf = include('conf.php');\ninclude \"$folder/page.php\";\n"
        "require ABSPATH . WPINC . '/twice.php';\nrequire $file;\n"
        "require 'class-' . $file . '.php';\n"
        "require __DIR__ . '/vendor/autoload.php';\n"
    ),
    "inc/load.php": "<?php\nrequire dirname(dirname(__FILE__)) . '/conf.php';\n",
    "inc/theme.php": "<?php\nrequire dirname(__DIR__, 1) . '/conf.php';\n",
    "inc/more/post.php": "<?php\nrequire __DIR__ . '/../load.php';\n",
    "inc/more/page.php": "<?php\n",
    "inc/twice.php": "<?php\n",
    "inc/more/twice.php": "<?php\n",
    "conf.php": "<?php\nreturn [];\n",
    "other/vendor/autoload.php": "<?php\n",
}


def test_php_requires_files(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", REQUIRED)
    links = {path: code.links(path) for path in REQUIRED}
    assert [(row.category, row.target) for row in links["settings.php"]] == [
        ("file", "inc/load.php"),
        ("file", "inc/theme.php"),
        ("file", "inc/more/post.php"),
        ("file", "conf.php"),
        ("file", "inc/more/page.php"),
        ("ambiguous", ""),
        ("missing", ""),
    ]
    targets = {path: [row.target for row in rows] for path, rows in links.items()}
    assert targets["inc/load.php"] == targets["inc/theme.php"] == ["conf.php"]
    assert targets["inc/more/post.php"] == ["inc/load.php"]


def test_edits_of_what_php_requires_end_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    follow_edits(
        REQUIRED,
        {"inc/more/twice.php": None},
        {"inc/page.php": "<?php\n", "vendor/autoload.php": "<?php\n"},
        {"conf.php": None},
    )


def test_which_of_several_functions_php_loads_may_not_be_known(tmp_path: Path) -> None:
    files = {
        "inc/words.php": "<?php\nfunction tr($a) { return $a; }\n",
        "inc/none.php": "<?php\nfunction tr() {}\nfunction once() { tr(); }\n",
        "a.php": "<?php\nrequire 'inc/words.php';\ntr('a');\n",
        "b.php": "<?php\ntr('b');\nonce();\n",
    }
    code = surveyed(tmp_path / "tree", files)
    used = {
        path: {(row.target, row.qualname, bool(row.by_name)) for row in rows}
        for path in files
        if (rows := [row for row in uses_by(code.store, [path]) if row.qualname])
    }
    words, none = "inc/words.php", "inc/none.php"
    assert used == {
        none: {(none, "tr", False)},
        "a.php": {(words, "tr", False)},
        "b.php": {(words, "tr", True), (none, "tr", True), (none, "once", False)},
    }


def test_edits_of_which_function_php_loads_end_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    words = "<?php\nfunction tr($a) { return $a; }\n"
    follow_edits(
        {
            "inc/words.php": words,
            "b.php": "<?php\ntr('b');\n",
            "a.php": "<?php\nrequire 'inc/words.php';\ntr('b');\n",
        },
        {"inc/none.php": words},
        {"inc/words.php": "<?php\n"},
        {"inc/words.php": words, "a.php": "<?php\nrequire 'inc/none.php';\ntr('b');\n"},
        {"inc/none.php": None},
    )


def test_functions_in_methods_of_csharp(tmp_path: Path) -> None:
    files = {
        "Box.cs": (
            "class Box {\n    int Run(int x) {\n        return Twice(x);\n"
            "        int Twice(int y) {\n            return Half(y);\n"
            "            int Half(int z) => z;\n        }\n    }\n}\n"
        ),
        "Use.cs": "class Use { void Run() { Twice(1); } }\n",
        "Program.cs": "Run();\nvoid Run() { }\n",
    }
    code = surveyed(tmp_path, files)
    found = [(row.qualname, row.kind) for row in code.definitions("Box.cs")]
    assert found == [
        *(("Box", "class"), ("Box.Run", "method")),
        *(("Box.Run.Twice", "function"), ("Box.Run.Twice.Half", "function")),
    ]
    uses = {(use.around, use.qualname) for use in code.incoming_uses("Box.cs")}
    assert uses == {
        ("Box.Run", "Box.Run.Twice"),
        ("Box.Run.Twice", "Box.Run.Twice.Half"),
    }
    assert not list(code.definitions("Program.cs"))


def test_a_module_of_ruby_with_methods_is_what_its_file_is_about(
    make_project: Make,
) -> None:
    text = """\
module Store
  # Calls for help.
  module Rescue
    module ClassMethods
      def rescue_from(a)
      end
    end

    def rescue_with(b)
    end

    class Error < StandardError
    end
  end
end
"""
    built = make_project({"rescue.rb": text}).build()
    purpose = built.body("code/rescue.rb_docs").partition("File Purpose")[2]
    assert purpose.startswith(
        "¶ Module: Store::Rescue · 80% of the lines · “Calls for help.” File Metadata"
    )
    assert "Rescue: Calls for help." in built.body("code/index")
