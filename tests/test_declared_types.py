"""Members of fields and of data, which are known by the types that these have."""

from __future__ import annotations

from pathlib import Path

from trees import surveyed

from sphinxcontrib_kwindex.codemap.code_map import CodeMap


def callers(code: CodeMap, path: str, name: str) -> set[str]:
    """Return who uses a definition, with a ``?`` if by its name alone."""
    return {
        use.around + "?" * use.by_name
        for use in code.incoming_uses(path)
        if use.qualname == name
    }


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
                int by_this() { return 0; }
            """,
        },
    )
    assert callers(code, "prog.h", "Prog::size") == {"User::run"}
    assert callers(code, "prog.h", "Other::size") == {"chain"}
    assert callers(code, "prog.h", "Other::id") == {"User::run", "User::run?", "global"}
    assert callers(code, "prog.h", "Prog::id") == {"User::run?"}


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
            """,
        },
    )
    assert callers(code, "server.h", "dict::size") == {"keys", "two"}
    assert callers(code, "server.h", "object::size") == {"shared", "one"}


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
            """,
            "src/glob.rs": """
                pub struct Glob;
                pub struct Other;
                pub type Alias = Other;
                impl Glob { pub fn find(&self) {} }
                impl Other { pub fn find(&self) {} }
            """,
        },
    )
    sure = {"Set::of", "chain", "constant"}
    assert callers(code, "src/glob.rs", "Glob::find") == {*sure, "Set::boxed?"}
    assert callers(code, "src/glob.rs", "Other::find") == {"Set::alias", "Set::boxed?"}


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
            """,
            "main.go": """
                package main
                import "example.com/mine/glob"
                type Set struct { glob *glob.Glob }
                func (s *Set) of() { s.glob.Find() }
                func (s *Set) chain() { s.glob.Other.Find() }
                func global() { glob.Default.Find() }
            """,
        },
    )
    assert callers(code, "glob/glob.go", "Glob.Find") == {"Set.of", "global"}
    assert callers(code, "glob/glob.go", "Other.Find") == {"Set.chain"}
