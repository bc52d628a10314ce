"""What ``benchmarks/check_opens.py`` lets pass, and what it does not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if os.name == "nt":
    pytest.skip("strace is of Linux", allow_module_level=True)

import check_opens

ROOT = Path("/somewhere/repo")
MINE = ["/somewhere/out/"]


def said(line: str) -> str:
    """Return what is wrong with a line of strace."""
    (call,) = check_opens.calls(line)
    return check_opens.problem(*call, ROOT, MINE)[1]


@pytest.mark.parametrize(
    "line",
    [
        'openat(AT_FDCWD, "/etc/shadow", O_RDONLY|O_CLOEXEC) = 3',
        'openat(AT_FDCWD, "../secret.txt", O_RDONLY) = 3',
        'openat(AT_FDCWD, "/somewhere/other/a.py", O_RDONLY) = 3',
        '12 openat(AT_FDCWD, "/somewhere/repo/a.py", O_WRONLY|O_CREAT) = 3',
        '12 mkdir("/somewhere/repo/__pycache__", 0777) = 0',
        'unlink("/usr/lib/x") = 0',
        'execve("/bin/sh", ["sh", "-c", "x"], 0x1 /* 2 vars */) = 0',
        'execve("/somewhere/repo/git", ["git"], 0x1 /* 2 vars */) = 0',
        "socket(AF_INET, SOCK_DGRAM, 0) = 3",
        "connect(3, {sa_family=AF_INET, sin_port=htons(53)}, 16) = -1 ENOENT",
    ],
)
def test_what_should_not_be(line: str) -> None:
    assert said(line)


@pytest.mark.parametrize(
    "line",
    [
        'openat(AT_FDCWD, "a.py", O_RDONLY) = 3',
        'openat(AT_FDCWD, "/somewhere/repo/\\303\\251.py", O_RDONLY) = 3',
        'openat(AT_FDCWD, "/somewhere/out/index.html", O_WRONLY|O_CREAT) = 3',
        'openat(AT_FDCWD, "/somewhere/.gitignore", O_RDONLY) = -1 ENOENT (x)',
        f'openat(AT_FDCWD, "{os.__file__}", O_RDONLY) = 3',
        f'execve("{sys.executable}", ["python"], 0x1 /* 2 vars */) = 0',
        'execve("/usr/bin/git", ["git", "ls-files"], 0x1 /* 2 vars */) = 0',
        'execve("/x/sh", ["sh"], 0x1 /* 2 vars */) = -1 ENOENT (x)',
    ],
)
def test_what_may_be(line: str) -> None:
    assert said(line) == ""
