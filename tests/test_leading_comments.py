"""What the comment at the top of a file says of it."""
# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Project

from sphinxcontrib_kwindex.analysis.analyse import analyse

Make = Callable[..., Project]


@pytest.mark.parametrize(
    ("name", "text", "summary", "line"),
    [
        ("a.sh", "#!/bin/sh\n# Builds the docs. Twice.\nset -e\n", "Builds the docs.", 2),
        ("run", "#!/usr/bin/env perl\n# Rename all files.\n", "Rename all files.", 2),
        ("run", "#!/bin/sh\n# Important for running:\n#\n#   (1) You need a shell.\n#\n# Starts the tool.\n", "Starts the tool.", 6),
        ("run", '#!/usr/bin/python3\n# Copyright 2001 X\n\n"""Build all files.\n\nNow.\n"""\nimport a\n', "Build all files.", 4),
        ("run", "#!/usr/bin/python\n# Build all files.\nx = ''\n", "Build all files.", 2),
        ("a.py", "# Tested with ranger 1.7.\n#\n# Mounts all devices.\n\nimport a\n", "Mounts all devices.", 3),
        ("a.py", "# Compatible with x 1.6.0 through 1.7.*\n#\n# Twice.\n\nimport a\n", "", 0),
        ("a.yml", "# This workflow runs the tests.\nname: x\n", "This workflow runs the tests.", 1),
        ("a.yml", "# Deploy to production.\n\nname: x\n", "Deploy to production.", 1),
        ("a.toml", "# Settings of the linter.\n\n[a]\n", "Settings of the linter.", 1),
        ("a.cmake", "#[[\nFind the library.\n]]\n\nset(A 1)\n", "Find the library.", 2),
        ("Dockerfile", "# syntax=docker/dockerfile:1\n# Image for the tests.\n\nFROM a\n", "Image for the tests.", 2),
        ("Makefile", "# Makefile for the manual\n#\n\nall:\n", "Makefile for the manual", 1),
        ("a.c", "/* a.c -- reads all files.\n * Slowly. */\n\nint a;\n", "reads all files.", 1),
        ("a.h", "//===- a.h - A set of ints ----*- C++ -*-===//\n\nint a;\n", "A set of ints", 1),
        ("a.js", "/*!\n * Folds the page.\n */\n\nf();\n", "Folds the page.", 2),
        ("a.js", "/* global django */\n// Folds the\n// page.\n\nf();\n", "Folds the page.", 2),
        ("a.js", "/**\n * @file Folds the page.\n */\n\nf();\n", "Folds the page.", 1),
        ("a.css", "/* Print style sheet of x */\n\na {}\n", "Print style sheet of x", 1),
        ("a.cmd", '<# : batch\n@REM ---\n@REM Starts the wrapper script\n@REM ---\n\n@IF "%A%"=="" (SET A=1)\n#>\n', "Starts the wrapper script", 3),
        ("a.sql", "-- Create all tables.\n\nDROP TABLE a;\n", "Create all tables.", 1),
        ("a.html", "<!DOCTYPE html>\n<!-- The page for errors. -->\n\n<p>\n", "The page for errors.", 2),
        ("a.php", "<?php\n// The page for errors.\n\nf();\n", "The page for errors.", 2),
        ("a.ini", "; Settings for the tests.\n\n[a]\n", "Settings for the tests.", 1),
        ("requirements.txt", "# For building the manual.\n\nsphinx\n", "For building the manual.", 1),
        ("a.py", "# -*- coding: utf-8 -*-\n# Read all files.\n\nimport a\n", "Read all files.", 2),
        ("a.py", "# flake8: noqa\n# ruff: noqa\n# Read all files.\n\nx = 1\n", "Read all files.", 3),
        ("run", "#!/bin/sh\n#\n# Purpose:: this is for hooks\n#   that notify others.\n\nset -e\n", "this is for hooks that notify others.", 3),
        ("a.rb", "# backtick_javascript: true\n# frozen_string_literal: true\n\nmodule A\nend\n", "", 0),
        ("a.go", "// Copyright 2001 X\n\n// Prevents a loop of imports\n//go:generate go run a.go -t b.go\n\npackage a\n", "", 0),
        ("a.js", "// var bytes = require('bytes')\n// var Swarm = require('swarm')\n// var test = require('tape')\n\n// a(b)\n", "", 0),
        ("a.js", "// Let it be = no code\n\nf();\n", "Let it be = no code", 1),
        # Lines that end a sentence without a full stop
        ("a.sh", "#!/bin/sh\n# Runs all the tests\n# Should work in all shells\n", "Runs all the tests", 2),
        ("a.yml", "# JSON Tools\n# Adds names for commands\n\na: 1\n", "Adds names for commands", 2),
        ("a.yml", "# This runs what tests for the\n# Python interpreter need\n\na: 1\n", "This runs what tests for the Python interpreter need", 1),
        ("a.yml", "# Only on Mondays it rains\n# Always look out first\na: 1\n", "", 0),
        ("a.proto", "// The canonical version of this proto can be found at\n// https://example.org/a.proto\n\n// Reads all files.\n\npackage a;\n", "Reads all files.", 4),
        # Boxes
        ("a.py", "#" * 20 + "\n# -*- coding: utf-8 -*-  #\n# Read all files   #\n#" + " " * 18 + "#\n" + "#" * 20 + "\n\nx = 1\n", "Read all files", 3),
        ("a.c", "/******************\n * Read all files *\n ******************/\n\nint a;\n", "Read all files", 2),
        ("a.js", "////////////////////\n// Read all files //\n////////////////////\n\nf();\n", "Read all files", 2),
        ("a.c", '/* BEGIN: Cython Metadata\n{\n    "distutils": {\n        "depends": [\n            "a.h"\n        ]\n    }\n}\nEND: Cython Metadata */\n\nint a;\n', "", 0),
        ("a.h", "/* Before #including,\n\n   #define IT\n\n   in one file this goes.\n\n   Writes all files. */\n\nint a;\n", "Writes all files.", 7),
        ("a.css", "/* Styles of C# */\n\na {}\n", "Styles of C#", 1),
        # Right above the name of its package
        ("a.js", "// import { a } from 'b.js';\n\n// It adds two.\n\na", "It adds two.", 3),
        ("a.js", "// f(function(a) {\n// a; more of it.\n\na", "", 0),
        ("a.rs", "/*\nlet a = b(\"c\")\n    .d(e())\n    .f(Default::default()); let g = h();\nfor i in g\n*/\n", "", 0),
        ("a.rs", "// FIXME: make it work\n/*\n\nlet duplex = Duplex {\n    inner: inner.clone(),\n\n*/\n", "", 0),
        ("a.kt", "package a\n\n//import kotlin.test.Test\n//import org.a.B\n//\n//inline fun f(code: () -> Unit): Time {\n//    return g(code)\n//}\n", "", 0),
        ("a.kt", "package a\n\n//import kotlin.test.Test\n//\n//class TheTest {\n//    val koin = app.koin\n//\n//    val all = koin.all of them\n//}\n", "", 0),
        ("a.java", "/*\n * This file is available under and governed by the GNU General Public\n * License version 2 only, as published.\n */\n\nclass A {}\n", "", 0),
        ("a.ts", "// A type taken from another package, which is\n// Copyright (c) 2016 X Y\n\nf();\n", "", 0),
        ("a.c", "/*\n * See \"LRU: an\n * Old Policy to Improve Caches\" for all of it.\n */\n\nint a;\n", "", 0),
        ("a.sh", "#!/bin/sh\n#\n# [description]\n#     Post a comment.\n#\n# [usage]\n#     post.sh <ID>\n#\n# ID: The one to be posted on.\n\nset -e\n", "Post a comment.", 3),
        ("a.h", "/*!\n * \\file a.h\n * \\note\n * To avoid copies, most of it takes pointers, except the following:\n * 1. one;\n */\n#include <b.h>\n", "", 1),
        ("a.hpp", "// IWYU pragma: always_keep\n\n#ifndef A\n", "", 0),
        ("a.cs", "// ReSharper disable CheckNamespace\n\nusing System;\n", "", 0),
        ("a.cs", "// <auto-generated>\n//     Written by a tool.\n//\n//     Changes to this file may cause incorrect behavior and will be lost.\n// </auto-generated>\n\nusing System;\n", "", 0),
        ("a.ts", "// Use a.b.c for it.\n\nf();\n", "Use a.b.c for it.", 1),
        ("a.sh", "#!/bin/sh\n\n# bundle exec bin/server -q -b tcp://127.0.0.1:4000 -w4\n\nset -e\n", "", 0),
        ("a.go", "// Package a reads files.\npackage a\n", "Package a reads files.", 1),
        ("a.go", "//go:build linux\n\n/*\nReads all files.\n*/\npackage main\n", "Reads all files.", 3),
        ("package-info.java", "/** Reads all files. */\npackage a.b;\n", "Reads all files.", 1),
        ("A.pm", "# Reads all files.\npackage A;\n", "Reads all files.", 1),
        ("a.css", "/* Reads all files. */\npackage {}\n", "", 0),
        # What it is about is not the file.
        ("a.ts", "// this json import requires that the package is built before\nimport a from 'a';\n", "", 0),
        ("a.py", "# These imports are needed by the tests.\nimport a\n", "", 0),
        ("a.sh", "# This line has to be the first.\nset -e\n", "", 0),
        ("a.js", "// This imports all parts.\nimport 'a';\n", "This imports all parts.", 1),
        # Right above imports, in a block of several lines
        ("a.c", "/*\nReads all files.\n*/\n#include <stdio.h>\n", "Reads all files.", 2),
        ("a.h", "/*\nReads all files.\n*/\n#ifndef A_H\n#define A_H\n", "Reads all files.", 2),
        ("a.c", "/* Reads all files. */\n#include <stdio.h>\n", "", 0),
        ("a.c", "/*\nReads files.\n*/\n\n// For all the types.\n#include <stdio.h>\n", "", 0),
        ("a.c", "/*\n * As far as I know, this code\n * can be used freely for any purpose.\n */\n\nint a;\n", "", 0),
        # Copyright and licence, before it, after it and alone
        ("a.c", "/*\n * This code was contributed to a foundation by X.\n */\n\nint a;\n", "", 0),
        ("a.c", "/*\n * This software was developed by X.\n *\n * Reads all files.\n */\n\nint a;\n", "Reads all files.", 4),
        ("a.c", "/*\n * Copyright (C) 2001 X\n *\n * Reads all files.\n */\n\nint a;\n", "Reads all files.", 4),
        ("a.c", "/*\n * Reads all files\n * Copyright (C) 2001 X\n */\n\nint a;\n", "Reads all files", 2),
        ("a.py", "# This file is part of X, which is licensed\n# under the MIT license.\n\nx = 1\n", "", 0),
        ("a.js", "/* X 1.2 | https://x.org/LICENSE */\n\nf();\n", "", 0),
        ("a.py", "# This software consists of voluntary contributions made by many\n# individuals. For the exact history, see the logs.\n\nx = 1\n", "", 0),
        ("a.py", "# This product includes software developed by X.\n#\n# Read all files.\n\nx = 1\n", "Read all files.", 3),
        ("a.py", "# Read all files.\n#\n# For license information, see LICENSE.TXT\n\nx = 1\n", "Read all files.", 1),
        ("a.py", "# based on work (c) A B <a@b.example>\n\nx = 1\n", "", 0),
        ("a.py", "# Copyright (c) Y\n#\n# Powered by Y.\n#\n# The full license is in the file LICENSE.txt, distributed here.\n\nx = 1\n", "", 0),
        ("a.py", '"""\nThe MIT License (MIT)\n\nCopyright (c) 2015-now X\n\nThe above copyright notice shall be kept.\n\nTHE SOFTWARE IS PROVIDED "AS IS". IN NO EVENT SHALL\nTHE AUTHORS BE LIABLE.\n"""\n\nx = 1\n', "", 1),
        ("a.py", '"""\nThe MIT License (MIT)\n\nReads all files.\n"""\n\nx = 1\n', "Reads all files.", 1),
        ("a.sh", "#!/bin/sh\n# inspired by https://x.org/y/blob/main/a.sh\n\nset -e\n", "", 0),
        ("a.sh", "#!/bin/sh\n# Originally taken from: https://x.org/a by A. B.\n\nset -e\n", "", 0),
        ("a.less", "// Boxes\n// -----\n\n// Credit: A. B. and C.\n\n.a {}\n", "", 0),
        ("a.js", "// Settings of the runner\n// Generated on Mon Dec 07 2015 08:28:33 GMT-0800 (PST)\n\nf();\n", "Settings of the runner", 1),
        ("a.sh", "#!/bin/sh\n# Compiles the thesis\n# Distributed under GPLv2.0\n\nset -e\n", "Compiles the thesis", 2),
        (
            "f.m",
            ("## -*- texinfo -*-\n## @deftypefn {} {} f (@var{x})\n"
            "## Return the mean of the vector @var{x}.\n## @end deftypefn\n\ny = x;\n"),
            "Return the mean of the vector x.",
            3,
        ),
        ("a.mk", "# It is also on the web at http://www.gnu.org/copyleft/gpl.html\n\na = 1\n", "", 0),
        # Of a script what is apart from its interpreter is about the next line, too.
        ("a.sh", "#!/bin/sh\n# Reads all files.\nset -e\n", "Reads all files.", 2),
        ("a.sh", "#!/bin/sh\n\n# Exit at the first error.\nset -e\n", "", 0),
        ("a.sh", "#!/bin/sh\n\n# This script reads all files.\nset -e\n", "This script reads all files.", 3),
        # Django's templates of files
        ("a.py", "from a import b\n\n# Create your tests here.\n", "", 0),
        ("a.py", "# Create your models here.\n\nfrom a import b\n", "", 0),
        # A list or a picture follows
        ("a.py", "# This script writes two versions of this array::\n#\n#   [1 2]\n#\n# So it has both of them.\n\nx = 1\n", "This script writes two versions of this array.", 1),
        (".editorconfig", "# EditorConfig is awesome: https://EditorConfig.org\n\n# top-most EditorConfig file\nroot = true\n", "", 0),
        ("a.mk", "# SETUP:\n# Manual:\n#   pip install sphinx\n# Tests:\n#   pip install pytest\n\na = 1\n", "", 0),
        # In style sheets a comment is about the rule below it, however long.
        ("a.less", "//\n// Base\n// ----\n\n// Reset the size of boxes\n//\n// Heads up! It is new.\n* {}\n", "", 0),
        ("a.css", "/*\n * Styles of all pages.\n */\n\n/* The size of boxes.\n *\n * It is new. */\n* {}\n", "Styles of all pages.", 2),
        ("a.css", "/*\n * Styles of all pages.\n */\n/* Copyright X */\na {}\n", "Styles of all pages.", 2),
        # Said to programs, headings, code, what is about the next line
        ("a.rs", "// Allow what no other file uses.\n#![allow(dead_code)]\n\nuse a;\n", "", 0),
        ("a.js", "/* eslint-disable no-console */\n\nf();\n", "", 0),
        ("a.py", "# type: ignore\n\nx = 1\n", "", 0),
        ("a.py", "# Make sure not to sort imports here.\n\nx = 1\n", "", 0),
        ("a.c", "/*\n * XXX It never worked.\n *\n * Compile with:\n * cc -I/usr/local/include -o time-test time-test.c -L/usr/local/lib -levent\n */\n\n#include <a.h>\n", "", 0),
        ("a.py", "# This module must not import others.\n\nx = 1\n", "", 0),
        ("a.rb", "# Written and maintained by A. <a@b.org>.\n\nx = 1\n", "", 0),
        ("a.py", "# This module must be fast.\n\nx = 1\n", "This module must be fast.", 1),
        ("__init__.py", "# this is a package\n\nx = 1\n", "", 0),
        ("__init__.py", '"""a.__init__\n"""\n\nx = 1\n', "", 1),
        ("a.py", "# Based on 'b.py' by John Doe\n\n# Reads all files.\n\nx = 1\n", "Reads all files.", 3),
        ("a.py", "# Based on what is given by others, it reads files.\n\nx = 1\n", "Based on what is given by others, it reads files.", 1),
        ("a.py", "# Do not add to it what is slow.\n\n# Reads all files.\n\nx = 1\n", "Reads all files.", 3),
        ("a.py", "# Important parts of all files.\n\nx = 1\n", "Important parts of all files.", 1),
        ("a.yml", "# yaml-language-server: $schema=x\n\na: b\n", "", 0),
        ("a.txt", "# A text, no comment at all.\n\nMore.\n", "", 0),
        ("a.css", "/* ---- */\n/* Base */\n\na {}\n", "", 0),
        ("a.yml", "# Only the last two versions.\nversions: 2\n", "", 0),
        ("a.py", "# The number of all files.\nN = 1\n", "", 0),
        ("requirements.txt", "# This file is autogenerated by pip-compile.\n\na\n", "", 0),
        ("a.sh", "#!/bin/sh\n\n# Copyright X\n\n#####\n#\n#   Start up script for POSIX generated by X.\n#\n#####\n\n# Find home\na=1\n", "Start up script for POSIX generated by X.", 7),
        ("README", "Files\n=====\n\nReads all files.  It is small.\n", "Reads all files.", 4),
        ("README", "Reads all\nfiles.\n\nInstall with make.\n", "Reads all files.", 1),
        ("README", "Files\n\n  -- X\n", "", 0),
        ("a.css", "#main a {}\n\n#more b {}\n", "", 0),
        ("a.c", "#include the file.h of this\n\nint a;\n", "", 0),
        ("a.c", "int a; /* The number of all files. */\n", "", 0),
    ],
)  # fmt: skip
def test_purpose(name: str, text: str, summary: str, line: int) -> None:
    facts = analyse(name, text.encode())
    assert (facts.summary, facts.docstring_line) == (summary, line)


def test_template_of_a_text() -> None:
    text = b"{# Marks the page as generated #}\n\n{% if x %}\n\nWhat it does.\n"
    assert analyse("a.rst", text).summary == "What it does."


def test_docstring_wins() -> None:
    facts = analyse("a.py", b'# A comment that says it.\n\n"""Docstring."""\n')
    assert facts.summary == "Docstring."


def test_cut_in_a_comment() -> None:
    text = "/* Reads all files.\n" + " * and more\n" * 2000
    assert analyse("a.c", text.encode()).summary == "Reads all files."


def test_it_is_in_the_index_and_on_the_page(make_project: Make) -> None:
    files = {
        "build.sh": "#!/bin/sh\n# Builds the manual.\nset -e\n",
        "a.py": "# Reads all files.\n\nimport os\n",
    }
    built = make_project(files).build()
    index = built.body("code/index")
    assert "Builds the manual." in index
    assert "Reads all files." in index
    assert "Summary: “Builds the manual.”" in built.body("code/build.sh_docs")
    page = built.text("code/a.py_docs")
    assert '<a class="reference internal" href="#L1">Summary</a>' in page


def test_a_comment_apart_from_a_namespace_is_about_the_file() -> None:
    included = "/* Copyright me. */\n#include <a>\n\n"
    text = "/** Which ids are taken. */\n%snamespace n {\n/// A.\nstruct A {};\n}\n"
    apart = analyse("a.h", f"{included}{text % chr(10)}".encode())
    assert (apart.summary, apart.docstring_line) == ("Which ids are taken.", 4)
    assert [row.summary for row in apart.definitions] == ["", "A."]
    close = analyse("a.h", f"{included}{text % ''}".encode())
    assert not close.summary
    assert [row.summary for row in close.definitions] == ["Which ids are taken.", "A."]
    head = "// Sets of numbers for searches.\n\n"
    known = analyse("a.h", f"{head}{included}{text % chr(10)}".encode())
    assert known.summary == "Sets of numbers for searches."
    assert known.definitions[0].summary == "Which ids are taken."


def test_a_licence_may_stand_between_the_purpose_and_the_code() -> None:
    text = b"/* Draws all of the map.\n *\n * Copyright (C) me\n */\nint draw(void);\n"
    assert analyse("a.c", text).summary == "Draws all of the map."
    assert not analyse("a.c", b"// Draws all of the map.\nint draw(void);\n").summary


def test_what_is_said_of_a_definition_is_not_said_of_the_file() -> None:
    text = b"/// Returns a text of any length.\n///\n/// See below.\npub fn f() {}\n"
    of_rust = analyse("a.rs", text)
    assert (of_rust.summary, of_rust.sentences) == ("", ())
    assert of_rust.definitions[0].summary == "Returns a text of any length."


def test_what_a_program_writes_at_the_head_of_a_configuration_is_a_note() -> None:
    text = (
        b"// For a detailed explanation of each property, visit: https://x.org\n\nx;\n"
    )
    assert not analyse("jest.config.ts", text).summary
