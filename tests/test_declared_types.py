"""Members of fields and of data, which are known by the types that these have."""

from __future__ import annotations

from pathlib import Path

import pytest
from trees import surveyed

from sphinxcontrib_kwindex.codemap.code_map import CodeMap


def callers(code: CodeMap, path: str, name: str) -> set[str]:
    """Return who uses a definition, with a ``?`` if by its name alone."""
    return {
        use.around + "?" * use.by_name
        for use in code.incoming_uses(path)
        if use.qualname == name
    }


def test_what_has_an_index_in_c(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "entry.h": "struct entry { int name; int used; };\n"
            "struct other { int name; };\n",
            "table.c": """
                #include "entry.h"
                struct table { struct entry *entries; struct entry two[2]; int size; };
                int field(struct table *t, int i) { return t->entries[i].name; }
                int array(struct table *t) { return t->two[t->size].name; }
                int variable(int i) { struct entry all[2]; return all[i].name; }
                int grid(struct entry **rows) {
                    return rows[0][1].name + rows[1]->name;
                }
                int first(struct entry all[]) { return all->name; }
                int unknown(int i) { return things[i].used; }
            """,
        },
    )
    sure = {"field", "array", "variable", "grid", "first"}
    assert callers(code, "entry.h", "entry::name") == sure
    assert callers(code, "entry.h", "other::name") == set()
    # What the tree does not have is nothing of it, with an index as without.
    assert callers(code, "entry.h", "entry::used") == set()


def test_a_type_of_c_whose_structure_is_in_another_header(tmp_path: Path) -> None:
    files = {
        "types.h": "typedef struct a_screen screen_t;\n",
        "screen.h": '#include "types.h"\nstruct a_screen { int width; };\n',
        "other.h": "struct other { int width; };\n",
        "use.c": '#include "screen.h"\n#include "other.h"\n'
        "int use(screen_t *s) { return s->width; }\n",
    }
    code = surveyed(tmp_path / "tree", files)
    assert callers(code, "screen.h", "a_screen::width") == {"use"}


def test_cpp(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "prog.h": """
                struct Other { int size(); int id; };
                class Prog { public: int size() const; Other* other_; int id; };
                using Program = Prog;
            """,
            "user.h": """
                #include "prog.h"
                class User { int run(); Prog* prog_; Program alias_; Unknown thing_; };
                extern Other other;
            """,
            "user.cc": """
                #include "user.h"
                Other other;
                int User::run() { prog_->size(); alias_.other_->id; thing_.id; }
                int chain(User* u) { return u->prog_->other_->size(); }
                int global() { return other.id; }
                int vexing() { Prog prog(other, Other::x); return prog.size(); }
                int by_pointer(std::unique_ptr<Prog> p, std::string s) { s.id; p->id; }
                Prog* make();
                int chained() { return make()->size() + make()->other_->size(); }
                int deduced() {
                    auto p = make();
                    auto* o = new Other;
                    return p->size() + o->size();
                }
            """,
        },
    )
    sure = {"User::run", "chained", "deduced", "vexing"}
    assert callers(code, "prog.h", "Prog::size") == sure
    assert callers(code, "prog.h", "Other::size") == {"chain", "chained", "deduced"}
    assert callers(code, "prog.h", "Other::id") == {
        "User::run",
        "global",
    }
    # Of what is outside nothing of the tree is a member.
    assert callers(code, "prog.h", "Prog::id") == {"by_pointer"}


def test_parameters_among_others(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "box.h": """
                template <class F> class Box { public: int size(); };
                class Other { public: int size(); };
            """,
            "user.cc": """
                #include "box.h"
                int behind(Box<int (Other*)> box) { return box.size(); }
                int beside(int (*call)(Other* one), Box<int>& two) {
                    return two.size();
                }
                int inside(Box<int> one) {
                    auto call = [](Other* one) { return one->size(); };
                    return call(nullptr);
                }
                int outside(Box<int> one) {
                    auto call = [](Other* one) { return 1; };
                    return one.size();
                }
            """,
        },
    )
    assert callers(code, "box.h", "Box::size") == {"behind", "beside", "outside"}
    assert callers(code, "box.h", "Other::size") == {"inside"}


def test_what_a_member_is_where_its_definition_stands_apart(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "one.cc": """
                class One {
                  int at_;
                  static One* only_;
                  static std::vector<One*> all_;
                  static int get() { return only_->at_ + all_[0]->at_; }
                  static int* odd_;
                  static int no() { return odd_->at_; }
                };
                One* One::only_;
                std::vector<One*> One::all_;
                float* One::odd_;
            """
        },
    )
    found = callers(code, "one.cc", "One::at_")
    assert {one for one in found if "?" not in one} == {"One::get"}
    uses = [use for use in code.incoming_uses("one.cc") if use.qualname == "One::at_"]
    assert sum(use.count for use in uses if use.around == "One::get") == 2


def test_members_of_classes_above_where_methods_stand_apart(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "base.h": "class Base { int count_; int size(); };\n",
            "box.h": """
                #include "base.h"
                namespace boxes { class Box : public Base { int f(); int g(); }; }
                struct Lid : Base { int f(); };
            """,
            "box.cc": """
                #include "box.h"
                int boxes::Box::f() { return count_ + size(); }
                int boxes::Box::g() { return this->count_; }
            """,
            "lid.cc": """
                #include "box.h"
                class Lid;
                int Lid::f() { return count_; }
                int Other::f() { return count_; }
            """,
        },
    )
    sure = {"boxes::Box::f", "boxes::Box::g", "Lid::f"}
    found = callers(code, "base.h", "Base::count_")
    assert {name for name in found if not name.endswith("?")} == sure
    assert callers(code, "base.h", "Base::size") == {"boxes::Box::f"}


def test_smart_pointers_of_the_tree_have_members_of_their_own(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.cc": """
                struct V { void open(); void shut(); };
                namespace own {
                template <class T> class unique_ptr { public: void open(); T* item; };
                }
                void f(own::unique_ptr<V> p) { p.open(); p->shut(); }
                void g(std::unique_ptr<V> p) { p->open(); }
            """,
            "b.rs": """
                struct V { id: u8 }
                impl V { fn open(&self) {} fn shut(&self) {} }
                struct Arc<T> { item: T }
                impl<T> Arc<T> { fn open(&self) {} }
                fn f(p: Arc<V>) { p.open(); p.shut(); }
                fn g(p: std::rc::Rc<V>) { p.open(); }
            """,
        },
    )
    assert callers(code, "a.cc", "own::unique_ptr::open") == {"f"}
    assert callers(code, "a.cc", "V::open") == {"g"}
    assert callers(code, "a.cc", "V::shut") == {"f"}
    assert callers(code, "b.rs", "Arc::open") == {"f"}
    assert callers(code, "b.rs", "V::open") == {"g"}
    assert callers(code, "b.rs", "V::shut") == {"f"}


def test_containers_of_cpp(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "prog.h": """
                struct Other { int id; int reset(); int size(); };
                struct Prog { int id; int reset(); int size(); int get(); };
                struct Vec { int id; float operator[](int i); };
                using Progs = std::vector<std::unique_ptr<Prog>>;
                std::shared_ptr<Prog> shared();
                Progs all();
                struct Grid { Prog& operator[](int i); Other operator*(); };
            """,
            "user.h": """
                #include "prog.h"
                struct User {
                    void f1(); void f2(); void f3(); void f4(); void f5(); void f6();
                    std::vector<Prog> progs_;
                    std::unique_ptr<Prog> prog_;
                    std::map<Other, Prog*> map_;
                    Progs several_;
                };
            """,
            "user.cc": """
                #include "user.h"
                void User::f1() { progs_[0].id; progs_.size(); }
                void User::f2() { prog_->id; prog_.reset(); prog_->size(); }
                void User::f3() { map_[x]->id; map_.at(x)->id; }
                void User::f4() { for (auto& p : progs_) p.id; }
                void User::f5() { for (const auto& p : several_) { p->id; } }
                void User::f6() { for (auto& [key, p] : map_) p->id; }
                int g1(std::vector<Prog> v) { return v[1].id + v.back().id + v.size(); }
                int g2(std::unique_ptr<Prog> p) { return p->id + (*p).id; }
                int g3(Prog* p) { return p[1].id + (*p).id; }
                int g4(User& u) { return u.several_[0]->id + u.progs_.front().id; }
                int g5() { return shared()->id; }
                int g6() { auto p = shared(); return p->id; }
                int g7(Progs& v) { auto& p = v[0]; auto q = v.back(); p->id; q->id; }
                int g8() { for (auto& p : all()) { p->id; } }
                int g9() { auto p = std::make_unique<Prog>(1); p->id; }
                int h1(Grid g) { return g[0].id; }
                int h2(void* p) { return ((Prog*)p)->id + static_cast<Prog*>(p)->id; }
                int i3(Prog** p) { return p[1]->id + (*p)->id; }
                int i4() { Vec v[2]; Vec* w = v; return v[1].id + w[0].id; }
                int i5(std::vector<Prog>* v) { for (auto& p : *v) {} (*v)[0].id; }
                int i6() { return offsetof(Prog, id); }
                int i7(Prog* p) { return p->get(); }
                int i1(Other& o) { auto& p = o.Cast<Prog>(); return p.id; }
                int i2(Other& o) { return o.Cast<Prog>().id + llvm::cast<Prog>(o)->id; }
                int h3(std::vector<std::vector<Prog>> v) { return v[0][1].id; }
                int h4(User* u) { return u->prog_.get()->id; }
                int o1(Grid g) { return (*g).id; }
                int o2(std::map<Prog, Other> m) { for (auto& e : m) { e.id; } m[1].id; }
                int o3(std::vector<Prog>* v) { (*v).id; v[0].id; }
                int o4(std::vector<T> v) { v[0].id; for (auto& t : v) t.id; }
                int o5(std::optional<Other> o) { o.value().id; for (auto p : o) {} }
            """,
        },
    )
    users = {*(f"User::f{n}" for n in range(1, 7)), *(f"g{n}" for n in range(1, 10))}
    sure = {*users, *(f"h{n}" for n in range(1, 5)), "i1", "i2", "i3", "i5", "i6"}
    unsure = {"o3?", "o4?", "o2?"}
    found = callers(code, "prog.h", "Prog::id")
    assert {one for one in found if "?" not in one} == sure
    assert {one for one in found if "?" in one} <= unsure
    found = callers(code, "prog.h", "Other::id")
    assert {one for one in found if "?" not in one} == {"o1", "o2", "o5"}
    assert callers(code, "prog.h", "Prog::size") == {"User::f2"}
    assert callers(code, "prog.h", "Prog::get") == {"i7"}
    found = callers(code, "prog.h", "Vec::id")
    assert {one for one in found if "?" not in one} == {"i4"}
    assert "g1" not in callers(code, "prog.h", "Other::size")
    assert not {"User::f2"} & callers(code, "prog.h", "Prog::reset")


@pytest.mark.parametrize("suffix", [".c", ".cpp"])
def test_macros_get_members_by_their_names(tmp_path: Path, suffix: str) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "list.h": """
                struct box { TAILQ_ENTRY(box) boxes; };
                struct lid { TAILQ_ENTRY(lid) boxes; struct box *box; };
                typedef struct box box_t;
                extern struct box *boxes;
                struct lid *any(void);
            """,
            f"use{suffix}": """
                #include "list.h"
                void f1(void) { struct box *b; TAILQ_FOREACH (b, &all, boxes) { } }
                void f2(struct box *b) { g(); TAILQ_INSERT_TAIL(&all, b, boxes); }
                void f3(struct box *b) { while (TAILQ_NEXT(b, boxes)) {} }
                void f4(struct lid *l) { g(); TAILQ_REMOVE(&all, l->box, boxes); }
                void f5(struct box *b) {
                    struct box *c;
                    TAILQ_FOREACH_SAFE(b, &all, boxes, c)
                        g(b);
                    TAILQ_PREV(b, head, boxes);
                }
                void f6(void *p) { x = container_of(p, struct box, boxes); }
                void f7(void *p) { x = list_first_entry(&p, box_t, boxes); }
                void f8(box_t *b) { list_for_each_entry_safe(b, n, &all, boxes) {} }
                void l1(struct lid *l) { wl_list_for_each(l, &all, boxes) {} }
                void o1(void) { g(); TAILQ_REMOVE_HEAD(&all, boxes); }
                void o2(void) { g(); TAILQ_NEXT(some(), boxes); }
                void d1(void) { g(boxes); TAILQ_EMPTY(&all, boxes); }
            """,
        },
    )
    found = callers(code, "list.h", "box::boxes")
    assert {one for one in found if "?" not in one} == {f"f{n}" for n in range(1, 9)}
    found = callers(code, "list.h", "lid::boxes")
    assert {one for one in found if "?" not in one} == {"l1"}
    # Of what nothing is known.
    assert {"o1?", "o2?"} <= callers(code, "list.h", "lid::boxes")
    assert callers(code, "list.h", "boxes") == {"d1"}


def test_c(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "server.h": """
                typedef struct dict { int size; } dict;
                struct object { int size; void *ptr; };
                typedef struct object robj;
                struct server { dict *keys; robj shared; };
                extern struct server server;
            """,
            "server.c": """
                #include "server.h"
                struct server server;
            """,
            "user.c": """
                #include "server.h"
                int keys(void) { return server.keys->size; }
                int shared(robj *o) { return server.shared.size; }
                int one(robj *o) { return o->size; }
                int two(dict *d) { return d->size; }
                static robj *lookup(int key) { return 0; }
                int found(void) { return lookup(1)->size; }
            """,
        },
    )
    assert callers(code, "server.h", "dict::size") == {"keys", "two"}
    assert callers(code, "server.h", "object::size") == {"shared", "one", "found"}


@pytest.mark.parametrize("suffix", ["c", "cc"])
def test_fields_that_get_a_value_by_their_name(tmp_path: Path, suffix: str) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "shape.h": """
                struct Point { int x; };
                struct Other { int x; int at; };
                typedef struct { struct Point at; struct Point all[2]; int x; } Shape;
            """,
            f"user.{suffix}": """
                #include "shape.h"
                void p1() { struct Point a = {.x = 1}; }
                void p2() { static const struct Point a[] = {{.x = 1}, {.x = 2}}; }
                void p3() { struct Point a[2] = {[1] = {.x = 1}}; }
                void p4() { Shape a = {.at = {.x = 1}}; }
                void p5() { Shape a = {.at.x = 1}; }
                void p6() { Shape a = {.all = {{.x = 1}}}; }
                void p7(struct Point *a) { *a = (struct Point){.x = 1}; }
                void s1() { Shape a = {.x = 1}; }
                void s2() { Shape a[2] = {[0].x = 1}; }
                void o1() { Unknown a = {.x = 1}; }
                void o2() { struct { int x; } a = {.x = 1}; }
            """,
        },
    )
    found = {
        name: {one for one in callers(code, "shape.h", name) if "?" not in one}
        for name in ("Point::x", "Shape::x", "Shape::at", "Other::x", "Other::at")
    }
    assert found == {
        "Point::x": {f"p{number}" for number in range(1, 8)},
        "Shape::x": {"s1", "s2"},
        "Shape::at": {"p4", "p5"},
        "Other::x": set(),
        "Other::at": set(),
    }


def test_rust(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/lib.rs": """
                mod glob;
                use crate::glob::{Glob, Alias};
                pub struct Set { glob: Glob, other: Alias, unknown: Box<Glob> }
                static ONE: Glob = Glob;
                impl Set {
                    fn of(&self) { self.glob.find(); }
                    fn alias(&self) { self.other.find(); }
                    fn boxed(&self) { self.unknown.find(); }
                }
                fn chain(set: &Set) { set.glob.find(); }
                fn constant() { ONE.find(); }
                fn made() { let glob = Glob::new(); glob.find(); }
                fn chained(set: &Set) {
                    Glob::new().and(1).find();
                    set.glob.other().find();
                }
                fn written() { let other = &glob::Other {}; other.find(); }
            """,
            "src/glob.rs": """
                pub struct Glob;
                pub struct Other;
                pub type Alias = Other;
                impl Glob {
                    pub fn find(&self) {}
                    pub fn new() -> Self { Glob }
                    pub fn and(&self, n: u8) -> &Self { self }
                    pub fn other(&self) -> Other { Other }
                }
                impl Other { pub fn find(&self) {} }
            """,
        },
    )
    sure = {"Set::of", "Set::boxed", "chain", "constant", "made", "chained"}
    assert callers(code, "src/glob.rs", "Glob::find") == sure
    assert callers(code, "src/glob.rs", "Other::find") == {
        *("Set::alias", "chained", "written")
    }


def test_containers_of_rust(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/glob.rs": """
                pub struct Glob { pub id: u8 }
                pub struct Other { pub id: u8 }
                impl Glob { pub fn find(&self) {} pub fn clone(&self) -> Other {} }
                impl Other { pub fn find(&self) {} }
                pub fn make() -> std::io::Result<Glob> {}
                pub async fn fetch() -> Result<Glob, ()> {}
            """,
            "src/lib.rs": """
                mod glob;
                use std::{rc::Rc, sync::Arc};
                use crate::glob::{fetch, make, Glob, Other};
                struct Set { all: Vec<Glob>, one: Arc<Glob>, any: Option<Rc<Glob>> }
                impl Set {
                    fn a1(&self) { self.all[0].find(); self.all.find(); }
                    fn a2(&self) { self.one.find(); self.one.clone().find(); }
                    fn a3(&self) { for one in &self.all { one.find(); } }
                    fn a4(&self) { for one in self.all.iter() { one.find(); } }
                    fn a5(&self) { if let Some(one) = &self.any { one.find(); } }
                    fn a6(&self) { self.any.unwrap().find(); }
                }
                fn b1() { make()?.find(); }
                fn b2() { let one = make()?; one.find(); }
                async fn b3() { let one = fetch().await?; one.find(); }
                fn b4() { let one = make().unwrap(); one.find(); }
                fn b5(v: &[Glob], w: &mut Vec<Box<Glob>>) { w[1].find(); }
                fn b6() { if let Ok(glob) = make() { glob.find(); } }
                fn o1(v: &Vec<Other>) { v[1].find(); v[1..].find(); }
            """,
        },
    )
    sure = {*(f"Set::a{n}" for n in range(1, 7)), *(f"b{n}" for n in range(1, 7))}
    found = callers(code, "src/glob.rs", "Glob::find")
    assert {one for one in found if "?" not in one} == sure
    found = callers(code, "src/glob.rs", "Other::find")
    assert {one for one in found if "?" not in one} == {"o1"}


def test_go(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "go.mod": "module example.com/mine\n",
            "glob/glob.go": """
                package glob
                type Glob struct { Other *Other }
                type Other struct {}
                func (g *Glob) Find() {}
                func (o *Other) Find() {}
                var Default Glob
                func copy(a int) {}
                func New() (*Glob, error) { return nil, nil }
                func (g *Glob) Then(n int) *Other { return nil }
            """,
            "main.go": """
                package main
                import "example.com/mine/glob"
                type Set struct { glob *glob.Glob }
                func (s *Set) of() { s.glob.Find() }
                func (s *Set) chain() { s.glob.Other.Find() }
                func global() { glob.Default.Find() }
                func made() { g, err := glob.New(); g.Find(); o := g.Then(1); o.Find() }
                func outside(r *http.Request) { r.URL.Find(); copy(1, 2) }
                func fresh() { new(glob.Glob).Find(); o := new(glob.Other); o.Find() }
                func chained() { glob.New().Then(glob.Default.x).Find() }
            """,
        },
    )
    sure = {"Set.of", "global", "made", "fresh"}
    assert callers(code, "glob/glob.go", "Glob.Find") == sure
    sure = {"Set.chain", "made", "chained", "fresh"}
    assert callers(code, "glob/glob.go", "Other.Find") == sure
    assert callers(code, "glob/glob.go", "copy") == set()


def test_java(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "x/Glob.java": """
                package x;
                public class Glob {
                    public void find() {}
                    static Glob of() { return null; }
                    Glob and(int n) { return this; }
                    Other other() { return null; }
                }
            """,
            "x/Other.java": """
                package x;
                public class Other { public void find() {} }
            """,
            "x/Use.java": """
                package x;
                import outside.Thing;
                class Use {
                    void chained() { Glob.of().and(1).find(); }
                    void made() {
                        new Glob().find();
                        var other = new Other();
                        other.find();
                    }
                    void declared(Thing thing) { Glob glob = thing.of(); glob.find(); }
                    void results() { var other = Glob.of().other(); other.find(); }
                    void unknown(Thing thing) { thing.glob().find(); }
                }
            """,
        },
    )
    sure = {"Use.chained", "Use.made", "Use.declared"}
    assert callers(code, "x/Glob.java", "Glob.find") == {*sure, "Use.unknown?"}
    sure = {"Use.made", "Use.results"}
    assert callers(code, "x/Other.java", "Other.find") == {*sure, "Use.unknown?"}


def test_a_test_of_a_method_is_not_the_method(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "re2.h": "struct RE2 { static bool Match(int x); };\n",
            "re2_test.cc": """
                #include "re2.h"
                struct RE2Test { int helper(); };
                TEST(RE2, Match) { RE2::Match(1); }
                TEST_F(RE2Test, Other) { RE2::Match(helper()); }
            """,
        },
    )
    assert callers(code, "re2.h", "RE2::Match") == {"RE2.Match", "RE2Test.Other"}
    assert callers(code, "re2_test.cc", "RE2Test::helper") == {"RE2Test.Other"}
    assert callers(code, "re2_test.cc", "RE2.Match") == set()


def test_names_that_rust_brings_along(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/lib.rs": "pub mod content;\n",
            "src/content.rs": """
                pub enum Content { Some, Own, E }
                fn inside() { use Content::*; f(Some); }
            """,
            "src/user.rs": """
                fn one() -> Option<E> { Some(Own) }
                fn two() { Content::Some }
            """,
        },
    )
    path = "src/content.rs"
    assert callers(code, path, "Content::Some") == {"inside", "two?"}
    assert callers(code, path, "Content::Own") == {"one?"}
    assert callers(code, path, "Content::E") == set()


def test_cpp_headers_say_how_names_are_called(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "re2.h": """
                namespace re2 {
                class RE2 { public: static int Match(); class Options {}; };
                class Set {};
                }
                using re2::RE2;
            """,
            "user.cc": """
                #include "re2.h"
                int one() { return RE2::Match(); }
                RE2::Options two() { RE2 x; Set y; }
            """,
            "other.cc": "int three() { return RE2::Match(); }\n",
        },
    )
    assert callers(code, "re2.h", "re2::RE2::Match") == {"one", "three?"}
    assert callers(code, "re2.h", "re2::RE2::Options") == {"two"}
    assert callers(code, "re2.h", "re2::RE2") == {"one", "two", "three?"}
    assert callers(code, "re2.h", "re2::Set") == {"two?"}


def test_type_parameters_of_rust_have_the_members_of_their_traits(
    tmp_path: Path,
) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "Cargo.toml": '[package]\nname = "mine"\n',
            "src/lib.rs": """
                pub trait Visit { fn visit(&self); }
                pub struct Other;
                impl Other { pub fn visit(&self) {} }
                fn first<V: ?Sized + Clone + Visit>(v: &V) { v.visit(); }
                fn second<V>(v: V) where V: crate::Visit { v.visit(); }
                fn third(v: impl Visit, w: &dyn Visit) { v.visit(); w.visit(); }
                struct Holder<V> { v: V }
                impl<V: Visit> Holder<V> {
                    fn fourth(&self, v: V) { v.visit(); self.v.visit(); }
                }
                fn fifth<V>(v: V) { v.visit(); }
            """,
        },
    )
    unsure = {"Holder::fourth?", "fifth?"}
    sure = {"first", "second", "third", "Holder::fourth"}
    assert callers(code, "src/lib.rs", "Visit::visit") == sure | unsure
    assert callers(code, "src/lib.rs", "Other::visit") == unsure


def test_long_chains_end(tmp_path: Path) -> None:
    fields, calls = ".x" * 2000, ".x(1)" * 300
    code = surveyed(
        tmp_path / "tree",
        {
            "a.cc": f"struct S {{ S x; S y(); }};\n"
            f"void f(std::string s, S t, U u) {{ s{fields}; t{fields}; u{calls}; }}\n",
            "a.go": f"package x\nfunc f(r *http.Request) {{ r{fields}; r{calls} }}\n",
        },
    )
    assert callers(code, "a.cc", "S::x") == {"f", "f?"}


def test_what_stands_before_each_call_of_a_chain_is_looked_up_once(
    tmp_path: Path,
) -> None:
    """Looked up twice, each call would take twice as long as the one before it."""
    pytest.importorskip("tree_sitter_c_sharp")
    calls = "".join(f".When(x => Get({n})).Then(x => Get({n}))" for n in range(13))
    code = surveyed(
        tmp_path / "tree",
        {
            "A.cs": f"""
                public class Steps : Base {{
                    public void Test() {{
                        var made = Make(1);
                        this.Given(x => Get(1)){calls}
                            .And(x => Get(made.Inner.Wait)).Run();
                    }}
                }}
            """,
            "B.cs": """
                public class Base : Outside {
                    public Config Make(int x) { return new Config(); }
                }
                public class Config { public Inner Inner { get; set; } }
                public class Inner { public int Wait { get; set; } }
            """,
        },
    )
    assert callers(code, "B.cs", "Inner.Wait") == {"Steps.Test"}


def test_typescript(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "shop.ts": """
                import { Mailer } from "mailer";
                export class Item { price(): number { return 1; } owner: Shop; }
                export interface Cart { price(): number; first: Item; }
                export type Basket = Cart;
                export class Shop {
                    private items: Registry<Item>;
                    held: Cart;
                    filter(): void {}
                    constructor(readonly item: Item, private mailer?: Mailer) {}
                    price(): number { return this.item.price(); }
                    next(): Item { return this.item; }
                }
                export function open(): Shop { return new Shop(); }
                export async function order(): Promise<Item> { return new Item(); }
                export const close = (shop: Shop): Item => shop.next();
            """,
            "user.ts": """
                import { Item, Cart, Basket, Shop, open, close, order } from "./shop";
                const standard = new Item();
                function typed(item: Item) { return item.price(); }
                function optional(item?: Item | null) { return item?.price(); }
                function sure(item: Readonly<Item>) { return item!.price(); }
                function made() { const item = new Item(); return item.price(); }
                function top() { return standard.price(); }
                function chained(cart: Cart) { return cart.first.owner.price(); }
                function called() { const shop = open(); return shop.next().price(); }
                function arrow() { return close(open()).price(); }
                function alias(basket: Basket) { return basket.price(); }
                function seen(thing: any) { return (thing as Item).price(); }
                async function awaited() { return (await order()).price(); }
                async function later() { const it = await order(); it.price(); }
                function several(thing: Item | Cart) { return thing.price(); }
                function unknown(thing) { return thing.price(); }
                function shadowed(thing: Item) { return (thing) => thing.price(); }
                const both = [(it: Item) => it.price(), (it) => it.price()];
                function held(shop: Shop) { return shop.held().price(); }
                function rows(found: Rows) { return found.filter(); }
                function handed(later: () => Item) { return later.price(); }
            """,
        },
    )
    by_name = {"several?", "unknown?", "shadowed?", "?", "held?", "handed?"}
    sure = {*("typed", "optional", "sure", "made", "top", "called", "arrow", "seen")}
    sure |= {"awaited", "later"}
    assert callers(code, "shop.ts", "Item.price") == {*sure, "Shop.price", "", *by_name}
    # What arrays have, too, says nothing.
    assert callers(code, "shop.ts", "Shop.filter") == set()
    assert callers(code, "shop.ts", "Cart.price") == {"alias", *by_name}
    assert callers(code, "shop.ts", "Shop.price") == {"chained", *by_name}


def test_properties_in_patterns_and_objects(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "shop.ts": """
                export interface Item { price: number; owner: string; }
                export interface Other { price: number; }
                export const make = (): Item => ({ price: 1, owner: "x" });
                export function sell(to: string, item: Item): void {}
                export class Shop { constructor(item: Item) {} add(item: Item) {} }
            """,
            "user.ts": """
                import { Item, Other, make, sell, Shop } from "./shop";
                const declared: Item = { price: 1, "owner": "x" };
                function pattern() { const { price } = make(); return price; }
                function renamed(item: Item) { const { price: cost } = item; }
                function parameter({ price, owner = "" }: Item) {}
                function cast(thing: any) { return { price: 2 } as Item; }
                function argument() { sell("a", /* it */ { price: 2 }); }
                function spread(all) { sell(...all, { price: 2 }); }
                function constructed() { return new Shop({ price: 2 }); }
                function method(shop: Shop) { shop.add({ price: 2 }); }
                function nested() { sell("a", { owner: { price: 2 } }); }
                function unknown() { return { price: 2 }; }
                function given(f) { f({ price: 2 }); Object.assign({ price: 2 }); }
                function hidden(sell) { sell("a", { price: 2 }); }
            """,
        },
    )
    sure = {"declared", "pattern", "renamed", "parameter", "cast", "argument"}
    sure |= {"constructed", "method"}
    assert callers(code, "shop.ts", "Item.price") == {"make", *sure}
    assert callers(code, "shop.ts", "Other.price") == set()
    assert callers(code, "shop.ts", "Item.owner") == {"make", "parameter", "nested"}


def test_members_that_patterns_take_from_what_is_imported(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "db.ts": """
                function ask() {}
                function tell() {}
                export default { ask, told: tell };
            """,
            "user.ts": """
                import db from "./db";
                import * as all from "./more";
                const own = { ask() {} };
                function taken() { const { ask } = db; return ask(); }
                function renamed() { const { told: said = 1 } = db; return () => said; }
                function spaced() { const { more, deep: { ask } } = all; more(ask); }
                function here() { const { ask } = own; ask(); }
                function hidden(db) { const { ask } = db; ask(); }
                function again() { const { ask } = db; { const ask = 1; ask(); } }
            """,
            "more.ts": "export function more() {}",
        },
    )
    assert callers(code, "db.ts", "ask") == {"taken", "again", "default"}
    assert callers(code, "db.ts", "tell") == {"renamed", "default"}
    assert callers(code, "more.ts", "more") == {"spaced"}
    assert callers(code, "user.ts", "own.ask") == {"here"}


def test_properties_of_components(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "card.tsx": """
                import React, { createContext, forwardRef, memo } from "react";
                import { useContext } from "react";
                interface Props { title: string; pick(id: string): void }
                interface Cur { name: string; set(name: string): void }
                const Card = ({ title, pick }: Props) => <p>{title}</p>;
                export default Card;
                export function Fun(props: Props) { return <p />; }
                export const Typed: React.FC<Props> = ({ title }) => <p>{title}</p>;
                export const Memo = memo(Card);
                export const Ref = forwardRef<Element, Props>((all, ref) => <p />);
                export class Old extends React.Component<Props> {}
                export const Context = createContext<Cur>({ name: "" });
                export const useCur = () => useContext(Context);
            """,
            "app.tsx": """
                import Card, { Fun, Typed, Memo, Ref, Old, useCur } from "./card";
                import { Foreign } from "elsewhere";
                const card = () => <Card title="a" pick={() => 1}>b</Card>;
                const data = () => <Card data-title="a" xlink:title="b" />;
                const fun = () => <Fun title="a" />;
                const typed = () => <Typed title="a" />;
                const memo = () => <Memo title="a" />;
                const ref = () => <Ref title="a" />;
                const old = () => <Old title="a" />;
                const html = () => <input title="a" />;
                const foreign = () => <Foreign title="a" />;
                const local = (Any) => <Any title="a" />;
                const context = () => { const { set } = useCur(); set("a"); };
            """,
        },
    )
    own = {"Card", "Typed"}
    sure = {"card", "fun", "typed", "memo", "ref", "old"}
    assert callers(code, "card.tsx", "Props.title") == own | sure
    assert callers(code, "card.tsx", "Props.pick") == {"Card", "card"}
    assert callers(code, "card.tsx", "Cur.set") == {"context"}
    # No place is in another: the parts of "xlink:title" are identifiers themselves.
    end = 0, 0
    for one in code.store.get_references(
        code.store.file_key("app.tsx") or ""
    ).iterate():
        assert (one.line, one.column) >= end
        end = one.line, one.column + one.length


def test_javascript(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "shop.js": """
                export class Item { price() {} }
                export class Shop {
                    spare = new Item();
                    constructor() { this.item = new Item(); }
                    price() { return this.item.price() + this.spare.price(); }
                }
            """,
            "user.js": """
                import { Item, Shop } from "./shop.js";
                function made() { const shop = new Shop(); return shop.price(); }
                function chained() { return new Shop().item.price(); }
                function unknown(item) { return item.price(); }
            """,
        },
    )
    assert callers(code, "shop.js", "Item.price") == {
        *("Shop.price", "chained", "unknown?")
    }
    assert callers(code, "shop.js", "Shop.price") == {"made", "unknown?"}


def test_other_names_of_types_of_csharp_are_those_types(tmp_path: Path) -> None:
    sale = "public class Sale\n{\n    public void Ring() { }\n}\n"
    code = surveyed(
        tmp_path / "tree",
        {
            "A.cs": f"namespace A;\n{sale}",
            "B.cs": f"namespace B;\n{sale}",
            "Use.cs": """
                using S = A.Sale;
                using T = (int, int);
                using B;
                class Use
                {
                    S _s;
                    void Made() { var s = new S(); s.Ring(); }
                    void Given(S s) { s.Ring(); }
                    void Kept() { _s.Ring(); }
                    void Other() { new Sale().Ring(); }
                }
            """,
        },
    )
    assert callers(code, "A.cs", "Sale.Ring") == {"Use.Made", "Use.Given", "Use.Kept"}
    assert callers(code, "B.cs", "Sale.Ring") == {"Use.Other"}
    assert [row.module for row in code.store.imports("Use.cs")] == ["A.Sale", "B"]


def test_variables_of_javascript_may_get_something_else(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "shop.js": """
                class Shop { price() {} }
                class Cart { price() {} }
                let one = new Shop();
                let two = new Shop();
                function set(it) { one = it; }
                function ofTop() { return one.price(); }
                function kept() { return two.price(); }
                function before() { let a = new Shop(); a.price(); a = new Cart(); }
                function after() { let a = new Shop(); a = new Cart(); a.price(); }
                function loop(all) { let a = new Shop(); for (a of all) a.price(); }
                function closure() {
                    const reset = () => { a = new Cart(); };
                    let a = new Shop();
                    return a.price();
                }
            """,
        },
    )
    by_name = {"ofTop?", "after?", "loop?", "closure?"}
    assert callers(code, "shop.js", "Shop.price") == {"kept", "before", *by_name}
    assert callers(code, "shop.js", "Cart.price") == by_name


def test_attributes_of_javascript_may_get_something_else(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "shop.js": """
                class Shop { price() {} }
                class Cart { price() {} }
                class User {
                    constructor(it) {
                        this.a = new Shop();
                        this.b = new Shop();
                        this.c = null;
                        this.d = it;
                        this.e = new Shop();
                    }
                    open(it) {
                        this.a = it;
                        this.b = new Cart();
                        this.c = new Shop();
                        this.d = new Shop();
                        this.e = null;
                    }
                    ofA() { this.a.price(); }
                    ofB() { this.b.price(); }
                    ofC() { this.c.price(); }
                    ofD() { this.d.price(); }
                    ofE() { this.e.price(); }
                }
            """,
        },
    )
    by_name = {f"User.of{name}?" for name in "ABD"}
    assert callers(code, "shop.js", "Shop.price") == {"User.ofC", "User.ofE", *by_name}
    assert callers(code, "shop.js", "Cart.price") == by_name


def test_what_functions_of_scripts_plainly_return(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.ts": """
                export class X { use() {} again() { return this } one() { return 1 } }
                interface I { on(name: string): this; use(): void }
                abstract class Base { self(): this { return this } base() {} }
                class Derived extends Base { own() {} }
                function make() { return new X() }
                const arrow = () => new X()
                const block = () => { return make() }
                function held() { const x = new X(); x.one(); return x }
                function typed() { const x: I = other(); return x }
                function changed() { let x = new X(); x = other(); return x }
                class Factory {
                    build() { return new X() }
                    async later() { return new X() }
                    maybe(yes: boolean) { if (yes) { return null } return new X() }
                    *all() { return new X() }
                    method() { this.build().use() }
                }
                function made() { make().use(); arrow().use(); block().use() }
                function kept() { held().use() }
                function told() { typed().use() }
                function rebound() { changed().use() }
                async function waited(f: Factory) { (await f.later()).use() }
                function chained() { new X().again().again().use() }
                function listened(i: I) { i.on("a").on("b").use() }
                function derived(d: Derived) { d.self().self().base() }
                function several(f: Factory) { f.maybe(true).use() }
                function iterated(f: Factory) { f.all().use() }
            """,
            "b.js": """
                class Y { run() {} }
                function make() { return new Y() }
                function* all() { return new Y() }
                function made() { make().run() }
                function iterated() { all().run() }
                function taken() { let y = new Y(); [y] = all(); y.run() }
                function named() { let y = new Y(); ({ y } = all()); y.run() }
            """,
        },
    )
    unsure = {"several?", "iterated?", "rebound?"}
    sure = {"Factory.method", "made", "kept", "waited", "chained"}
    assert callers(code, "a.ts", "X.use") == sure | unsure
    assert callers(code, "a.ts", "I.use") == {"listened", "told"} | unsure
    assert callers(code, "a.ts", "Base.base") == {"derived"}
    unsure = {"iterated?", "taken?", "named?"}
    assert callers(code, "b.js", "Y.run") == {"made", *unsure}


def test_values_of_types_of_others_have_no_members_of_the_tree(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.ts": """
                import { Repository, Draft, Request } from 'outside';
                import { Own } from './b';
                class Users {
                    plain: Repository;
                    constructor(
                        @Inject(Own) private readonly all: Repository<Own>,
                        private draft: Draft<Own>,
                        private request: Request,
                        private other,
                    ) {}
                    one() { return this.all.findOne({}) }
                    two() { return this.plain.findOne({}) }
                    three() { return this.draft.findOne({}) }
                    four() { return this.other.findOne({}) }
                    five() { return this.request.findOne({}) }
                }
                function six(x: Repository, y: Draft<Own>) { x.findOne() }
            """,
            "b.ts": """
                export class Own { findOne() {} }
                declare module 'outside' { interface Request { added: string } }
            """,
        },
    )
    found = callers(code, "b.ts", "Own.findOne")
    assert found == {"Users.three?", "Users.four?", "Users.five?"}


def test_elements_of_html_are_no_names(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "html.ts": "export function html() {}\nexport function Panel() {}\n",
            "page.tsx": """
                import { html, Panel } from "./html";
                function page() { return <html><Panel /></html>; }
                function text() { return html(); }
            """,
            "page.jsx": """
                import { html } from "./html";
                function script() { return <html />; }
            """,
        },
    )
    assert callers(code, "html.ts", "html") == {"text"}
    assert callers(code, "html.ts", "Panel") == {"page"}


def test_members_of_a_constant_are_not_those_of_a_type_of_its_name(
    tmp_path: Path,
) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "box.ts": """
                type Extended<K, B> = K extends string ? B : never
                export type Box = Extended<'Box', { isOpen(n: number): boolean }>
                export interface Tools { isOpen(b: Box, n: number): boolean }
                export const Box: Tools = {
                  isOpen(b: Box, n: number) { return b.isOpen(n) },
                }
            """,
            "use.ts": """
                import { Box } from './box'
                export function ofType(box: Box) { return box.isOpen(1) }
                export function ofValue(box: Box) { return Box.isOpen(box, 2) }
            """,
        },
    )
    used = callers(code, "box.ts", "Box.isOpen")
    assert used == {"Box.isOpen?", "ofType?", "ofValue"}
