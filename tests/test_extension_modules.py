"""Python and the extension modules that it imports lead to each other."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse

Make = Callable[..., Project]

FILES = {
    "shop/__init__.py": "",
    "shop/use.py": (
        "from shop._fast import add, Item, missing\n"
        "from . import _slow\n"
        "import _fast as other\n"
        "def total():\n"
        "    return add(1, 2) + _slow.count(3) + other.add(1, 2)\n"
    ),
    "native/fast.cpp": (
        "#include <pybind11/pybind11.h>\n"
        "namespace shop {\n"
        "int add_numbers(int a, int b) { return a + b; }\n"
        "class Item {};\n"
        "}\n"
        "PYBIND11_MODULE(_fast, m) {\n"
        '  m.def("add", &shop::add_numbers, "Adds.").def("gone", &elsewhere);\n'
        '  m.def("less", &shop::take_away);\n'
        '  py::class_<shop::Item>(m, "Item");\n'
        "}\n"
    ),
    "native/operators.cpp": (
        "#include <torch/library.h>\n"
        "namespace shop {\n"
        "int scale_cpu(int a) { return a; }\n"
        "int scale_gpu(int a) { return a; }\n"
        "int clip(int a) { return a; }\n"
        "TORCH_LIBRARY(shop, m) {\n"
        '  m.def("scale(Tensor a) -> "\n        "Tensor");\n'
        '  m.def(TORCH_SELECTIVE_SCHEMA("shop::clip.int(int a) -> int"), &clip);\n'
        "}\n"
        "TORCH_LIBRARY_IMPL(shop, CPU, m) {\n"
        '  m.impl("scale", TORCH_FN(scale_cpu));\n'
        '  other.impl("gone", scale_cpu);\n'
        "}\n"
        "}\n"
        "TORCH_LIBRARY_IMPL(shop, CUDA, m) {\n"
        '  m.impl("shop::scale", c10::DispatchKey::CUDA, &shop::scale_gpu);\n'
        "}\n"
    ),
    "shop/calls.py": (
        "import torch\n"
        "mine = torch.ops.shop\n"
        "def scaled():\n"
        "    return torch.ops.shop.scale(1) + mine.clip.default(2)\n"
        "def missing():\n"
        "    return torch.ops.shop.gone(1) + torch.ops.aten.scale(1)\n"
    ),
    "native/less.h": "namespace shop { int take_away(int a); }\n",
    "native/less.cpp": (
        '#include "less.h"\nint shop::take_away(int a) { return a; }\n'
    ),
    "shop/fewer.py": "from shop._fast import less\nless(1)\n",
    "native/slow.c": (
        "#include <Python.h>\n"
        "static PyObject *slow_count(PyObject *self, PyObject *arg) { return arg; }\n"
        "static PyObject *of_type(PyObject *self, PyObject *arg) { return arg; }\n"
        "static PyMethodDef type_methods[] = {\n"
        '  {"count_type", of_type, METH_O, ""}, {NULL}\n'
        "};\n"
        "static PyMethodDef methods[] = {\n"
        '  {"count", (PyCFunction)(void (*)(void))slow_count, METH_O, ""},\n'
        "  {NULL, NULL, 0, NULL}\n"
        "};\n"
        "static struct PyModuleDef module = {\n"
        '  PyModuleDef_HEAD_INIT, "_slow", NULL, -1, methods\n'
        "};\n"
        "PyMODINIT_FUNC PyInit__slow(void) { return PyModule_Create(&module); }\n"
    ),
}
LESS = "../native/less.cpp_docs.html#src-shop.take_away"
ADD = "../native/fast.cpp_docs.html#src-shop.add_numbers"


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_python_leads_to_what_implements_it(built: Build) -> None:
    code = built.listing("shop/use.py")
    # In the import, and twice where it is called.
    assert code.count(f'href="{ADD}"') == 3
    assert 'href="../native/fast.cpp_docs.html#src-shop.Item"' in code
    assert 'href="../native/slow.c_docs.html#src-slow_count"' in code
    assert "of_type" not in code


def test_what_another_file_defines_is_found(built: Build) -> None:
    assert built.listing("shop/fewer.py").count(LESS) == 2


def test_python_imports_what_c_would_include(built: Build) -> None:
    assert "Imported by (2 files)" in built.body("code/native/fast.cpp_docs")
    assert "Included by (1 file)" in built.body("code/native/less.h_docs")


def test_the_source_names_who_uses_it(built: Build) -> None:
    for path in ("native/fast.cpp", "native/slow.c"):
        page = built.text(f"code/{path}_docs")
        assert 'href="../shop/use.py_docs.html#src-total"' in page, path


def test_a_definition_has_its_name_in_python(built: Build) -> None:
    assert "add in Python" in built.text("code/native/fast.cpp_docs")
    assert "count in Python" in built.text("code/native/slow.c_docs")


def test_operators_of_pytorch_lead_to_what_implements_them(built: Build) -> None:
    code = built.listing("shop/calls.py")
    page = "../native/operators.cpp_docs.html#src-shop"
    for name in ("scale_cpu", "clip"):
        assert code.count(f'href="{page}.{name}"') == 1
    assert "or shop::scale_gpu" in code
    assert "native" not in code.partition("missing")[2]
    page = built.text("code/native/operators.cpp_docs")
    assert 'href="../shop/calls.py_docs.html#src-scaled"' in page
    assert "torch.ops.shop.scale in Python" in page
    assert "TORCH_LIBRARY_IMPL(shop)" in built.body("code/native/operators.cpp_kw")


def test_an_edit_ends_as_a_clean_build(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    text = FILES["native/fast.cpp"].replace('"add"', '"plus"')
    operators = FILES["native/operators.cpp"].replace('"shop::scale"', '"gone"')
    project.write({"native/fast.cpp": text, "native/operators.cpp": operators})
    project.write({"native/more.cpp": FILES["native/less.cpp"]})
    built = project.build()
    assert ADD not in built.listing("shop/use.py")
    assert LESS not in built.listing("shop/fewer.py")
    assert "scale_gpu" in built.listing("shop/calls.py").partition("missing")[2]
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


RUST = {
    "Cargo.toml": '[package]\nname = "shop"\n[lib]\nname = "_rust"\n',
    "shop/__init__.py": "",
    "shop/_rust/__init__.pyi": (
        "class Item:\n"
        "    size: int\n"
        "    def __init__(self, size: int) -> None: ...\n"
        "    def grow(self) -> Item: ...\n"
        "    def made_by_macro(self) -> Item: ...\n"
        "class ShopError(Exception): ...\n"
        "def add(a: int, b: int) -> int: ...\n"
    ),
    "shop/_rust/first.pyi": "def run() -> None: ...\n",
    "shop/_rust/second.pyi": "def run() -> None: ...\n",
    "shop/use.py": (
        "from shop._rust import Item, ShopError, add, first, second\n"
        "def total():\n"
        "    item = Item(3).grow()\n"
        "    item.made_by_macro()\n"
        "    return add(item.size, 2)\n"
        "def both():\n"
        "    first.run()\n"
        "    second.run()\n"
        "    raise ShopError\n"
    ),
    "src/lib.rs": (
        "mod item;\nmod second;\nuse pyo3::prelude::*;\n"
        'create_exception!(shop, ShopError, PyException, "Wrong.");\n'
        '#[pyfunction(name = "add")]\nfn add_numbers(a: u8, b: u8) -> u8 { a + b }\n'
        "#[pyfunction]\nfn run() {}\n"
        '#[pymodule]\n#[pyo3(name = "first")]\n'
        "mod first_mod {\n    #[pymodule_export]\n    use super::run;\n}\n"
        "fn fill(m: &Bound<'_, PyModule>) -> PyResult<()> {\n"
        '    m.add("ShopError", m.py().get_type::<ShopError>())\n}\n'
        "#[pymodule]\nfn _rust(m: &Bound<'_, PyModule>) -> PyResult<()> {\n"
        "    m.add_class::<item::PyItem>()?;\n"
        "    m.add_function(wrap_pyfunction!(add_numbers, m)?)?;\n"
        "    fill(m)?;\n"
        "    m.add_wrapped(wrap_pymodule!(first_mod))?;\n"
        "    m.add_wrapped(wrap_pymodule!(second::second))\n}\n"
    ),
    "src/second.rs": (
        "#[pyfunction]\nfn run() {}\n"
        "#[pymodule]\npub mod second {\n"
        "    #[pymodule_export]\n    use super::run;\n}\n"
        # Another class by the name of one.
        '#[pyclass(name = "Item")]\nstruct Other {}\n'
        "#[pymethods]\nimpl Other {\n    fn made_by_macro(&self) {}\n}\n"
    ),
    "src/item.rs": (
        '#[pyclass(frozen,\n  name = "Item")]\n#[derive(Clone)]\n'
        "pub struct PyItem { side: u8 }\n"
        "#[pymethods]\nimpl PyItem {\n"
        "    #[new]\n    fn of(size: u8) -> Self { PyItem { side: size } }\n"
        "    #[getter]\n    fn get_size(&self) -> u8 { self.side }\n"
        "    #[setter]\n    fn set_size(&mut self, size: u8) {}\n"
        '    #[pyo3(name = "grow")]\n    fn grown(&self) -> Self { self.clone() }\n'
        "}\n"
    ),
}
BARE = {
    path: text.replace("import Item, ShopError, add, first", "import Item, add, first")
    for path, text in RUST.items()
    if not path.endswith(".pyi")
}


@pytest.fixture(scope="module")
def rust(make_shared: Make) -> Build:
    build = make_shared(RUST).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_python_leads_to_rust_where_a_stub_says_what_is_there(rust: Build) -> None:
    code = rust.listing("shop/use.py")
    for page, count in {
        # Each in the import, and where it is used.
        "lib.rs_docs.html#src-add_numbers": 2,
        "lib.rs_docs.html#src-ShopError": 2,
        "item.rs_docs.html#src-PyItem": 2,
        "item.rs_docs.html#src-PyItem.grown": 1,
        "item.rs_docs.html#src-PyItem.get_size": 1,
        "lib.rs_docs.html#src-run": 1,
        "second.rs_docs.html#src-run": 1,
    }.items():
        assert code.count(f'href="../src/{page}"') == count, page
    # The macro is not read.
    stub = 'href="_rust/__init__.pyi_docs.html#src-Item.made_by_macro"'
    assert code.count(stub) == 1


def test_rust_names_who_uses_it_in_python(rust: Build) -> None:
    page = rust.text("code/src/item.rs_docs")
    assert "Item.grow in Python" in page
    assert 'href="../shop/use.py_docs.html#src-total"' in page


def test_python_leads_to_rust_without_a_stub(make_project: Make) -> None:
    built = make_project(BARE).build()
    code = built.listing("shop/use.py")
    assert code.count('href="../src/lib.rs_docs.html#src-add_numbers"') == 2
    assert code.count('href="../src/item.rs_docs.html#src-PyItem"') == 2


def test_a_function_of_another_file_adds_to_a_module(make_project: Make) -> None:
    given = "(m: &Bound<'_, PyModule>) -> PyResult<()>"
    built = make_project(
        {
            "src/lib.rs": "mod more;\nmod one;\nmod two;\n#[pymodule]\n"
            f"fn shop{given} {{\n    more::fill(m)\n}}\n",
            "src/more.rs": f"pub fn fill{given} {{\n"
            "    m.add_function(wrap_pyfunction!(crate::one::run, m)?)\n}\n",
            "src/one.rs": "#[pyfunction]\npub fn run() {}\n",
            "src/two.rs": "#[pyfunction]\npub fn run() {}\n",
            "use.py": "from shop import run\nrun()\n",
        }
    ).build()
    assert built.listing("use.py").count('href="src/one.rs_docs.html#src-run"') == 2


def test_modules_of_other_projects_are_none_of_rust_or_c(make_project: Make) -> None:
    built = make_project(
        {
            "src/lib.rs": "use pyo3::prelude::*;\n#[pyclass]\nstruct Err {}\n"
            "#[pymodule]\nmod json {\n    #[pymodule_export]\n    use super::Err;\n}\n",
            "src/m.c": "PyMODINIT_FUNC PyInit_errors(void) { return 0; }\n",
            "pkg/__init__.py": "import json\nfrom requests.json import Err\n"
            "import requests.errors\nfrom . import errors\nfrom pkg.json import Err\n",
        }
    ).build()
    assert "This repository (2)" in built.body("code/pkg/__init__.py_docs")
    code = built.listing("pkg/__init__.py").splitlines()
    of_others, own = code[:3], code[3:]
    assert not any(".rs_docs" in line or ".c_docs" in line for line in of_others)
    assert "src/m.c_docs" in own[0]
    assert "src/lib.rs_docs" in own[1]


def test_an_edit_of_rust_ends_as_a_clean_build(make_project: Make) -> None:
    project = make_project(RUST)
    project.build()
    second = RUST["src/second.rs"].replace("fn run", "fn ran")
    item = RUST["src/item.rs"].replace('"grow"', '"shrink"')
    project.write({"src/second.rs": second, "src/item.rs": item})
    built = project.build()
    code = built.listing("shop/use.py")
    assert "second.pyi_docs.html#src-run" in code
    assert "src-PyItem.grown" not in code
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


def test_a_macro_that_is_only_named() -> None:
    """A comment does, and the file has its definitions."""
    facts = analyse("a.h", b"// For TORCH_LIBRARY.\nint area(int side);\n")
    assert facts.problem is None
    assert [row.qualname for row in facts.definitions] == ["area"]


PROTOBUF = {
    "proto/shop/item.proto": 'syntax = "proto3";\npackage shop;\n\n'
    "message Item {\n  string name = 1;\n  enum Kind { NEW = 0; }\n}\n",
    "proto/other/item.proto": "message Item { string name = 1; }\n",
    "shop/__init__.py": "",
    "shop/use.py": (
        "from shop.item_pb2 import Item\n"
        "from google.protobuf import item_pb2\n"
        "from shop import item_pb2 as own\n"
        "import gone_pb2\n"
        "def f(item: Item):\n"
        "    own.Item()\n"
        "    return Item(name='a').name\n"
    ),
}


def test_python_leads_to_what_its_modules_are_made_of(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    built = make_project(PROTOBUF).build()
    code = ["", *built.listing("shop/use.py").splitlines()]
    file = "../proto/shop/item.proto_docs.html"
    assert f'href="{file}"' in code[1]
    assert f'href="{file}#src-shop.Item"' in code[1]
    assert "href" not in code[2] + code[4]
    assert f'href="{file}#src-shop.Item"' in code[6]
    assert f'href="{file}#src-shop.Item"' in code[7]
    # Where no file is in the folders of the module, the nearest is meant.
    item = PROTOBUF["proto/shop/item.proto"].replace("Item", "Thing")
    follow_edits(
        PROTOBUF,
        {"proto/shop/item.proto": item},
        {"proto/shop/item.proto": None},
    )


def test_a_module_in_the_tree_leads_to_what_it_is_made_of(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    module = "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n"
    files = {
        "shop/__init__.py": "",
        "shop/item.proto": "package shop;\n\nmessage Item { string name = 1; }\n",
        "shop/item_pb2.py": f"{module}import sys\nDESCRIPTOR = sys.path\n",
        "use.py": "from shop import item_pb2\nfrom shop.item_pb2 import Item\n"
        "item_pb2.DESCRIPTOR, item_pb2.Item(), item_pb2.Thing()\n",
    }
    code = ["", *make_project(files).build().listing("use.py").splitlines()]
    file = "shop/item.proto_docs.html#src-shop.Item"
    assert f'href="{file}"' in code[2]
    assert code[3].count(f'href="{file}"') == 1
    thing = files["shop/item.proto"].replace("Item", "Thing")
    follow_edits(
        files,
        {"shop/item.proto": thing},
        {"shop/item.proto": None},
        {"shop/item.proto": thing},
        {"shop/item_pb2.py": f"{module}class Thing: ...\n"},
        {"shop/item_pb2.py": None},
    )


def test_long_names_are_looked_up_at_once(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree", {"a.proto": "", "a.py": f"import {'a' * 50_000}\n"}
    )
    start = time.process_time()
    assert [row.category for row in code.import_resolver.link_rows()] == ["third party"]
    assert time.process_time() - start < 5


def test_classes_of_a_service_lead_to_it(make_project: Make) -> None:
    files = {
        "proto/hello.proto": "package a;\n\nservice Greeter {\n"
        "  rpc Greet (Name) returns (Name);\n}\n\nmessage Name {}\n",
        "serve.py": "import hello_pb2_grpc as grpc\n"
        "from hello_pb2_grpc import NameStub\n\n"
        "class Server(grpc.GreeterServicer):\n    def Greet(self, name): ...\n\n"
        "def call(channel):\n    return grpc.GreeterStub(channel).Greet(1)\n",
    }
    code = make_project(files).build().listing("serve.py")
    file = "proto/hello.proto_docs.html#src-"
    assert code.count(f'href="{file}a.Greeter"') == 2
    assert f"{file}a.Name" not in code
