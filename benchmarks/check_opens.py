"""Watch a build with strace: what it opens, starts and asks.

    python benchmarks/check_opens.py          # makes a tree full of payloads first
    python benchmarks/check_opens.py ROOT

The tree is built by the command ``kwindex``, with git history, from within it. Allowed
are

- the root, to read: what is documented;
- the output, the cache and folders for temporary files, to read and to write;
- the interpreter, its packages and this checkout, to read: the program;
- libraries, locales, time zones, certificates' and fonts' lists, MIME types, the names
  of users (``/usr``, ``/lib``, some of ``/etc``), ``/dev/null`` and ``/proc/self``, to
  read: what an interpreter and the C library look at;
- the folders above the root, to ask whether there is a ``.git`` or a ``.gitignore``;
- git's own configuration of the machine and of the user.

Of processes git, Ruff and the running Python are allowed, of sockets none that is
connected.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import payloads
from markup import escape_output

CHECKOUT: Final = Path(__file__).resolve().parents[1]
CALLS: Final = (
    "open,openat,openat2,creat,execve,execveat,socket,connect,bind,mkdir,mkdirat,rename,"
    "renameat,renameat2,unlink,unlinkat,rmdir,symlink,symlinkat,link,linkat,truncate"
)
CALL: Final = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+|\?)")
#: The folder that a path in a call is relative to, as ``strace -y`` tells it.
FOLDER: Final = re.compile(r"(?:AT_FDCWD|\d+)<(/[^>]*)>, ")
PATH: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
#: What an interpreter and the C library look at.
SYSTEM: Final = (
    *("/usr/", "/lib/", "/lib64/", "/etc/ld.so.", "/etc/localtime", "/etc/mime.types"),
    *("/etc/nsswitch.conf", "/etc/passwd", "/etc/ssl/openssl.cnf", "/etc/locale"),
    *("/dev/null", "/dev/urandom", "/proc/self/", "/proc/sys/", "/proc/cpuinfo"),
    *(
        "/proc/meminfo",
        "/proc/stat",
        "/proc/mounts",
        "/sys/devices/system/",
        "/etc/group",
    ),
    *(
        "/etc/httpd/",
        "/etc/apache",
        "/sys/fs/cgroup/",
        "/sys/kernel/mm/",
        "/proc/cgroups",
    ),
    *("/etc/gitconfig", "/etc/gitattributes", "/dev/shm/"),
)
#: Calls that change something; ``open`` does with these flags.
WRITES: Final = re.compile(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)")


def unquoted(text: str) -> str:
    """Return a path as strace writes it."""
    data = text.encode("latin-1", "backslashreplace").decode("unicode_escape")
    return os.fsdecode(data.encode("latin-1", "replace"))


def calls(log: str) -> Iterator[tuple[str, str, bool]]:
    """Yield name and arguments of each call, and whether it succeeded."""
    for line in log.splitlines():
        if found := CALL.match(line):
            yield found[1], found[2], not found[3].startswith("-")


def programs() -> list[str]:
    """Return the folders of the interpreter, its packages and this checkout."""
    places = [sys.prefix, sys.base_prefix, sys.exec_prefix, str(CHECKOUT)]
    places += [*sysconfig.get_paths().values(), str(Path(os.__file__).parent)]
    places += [
        str(Path(sys.executable).parent),
        str(Path(sys.executable).resolve().parent),
    ]
    places += [str(Path.home() / ".local"), str(Path(sys.base_prefix).resolve())]
    return [f"{os.path.realpath(place)}/" for place in places] + [
        f"{place}/" for place in places
    ]


def problem(
    name: str, arguments: str, done: bool, root: Path, mine: list[str]
) -> tuple[str, str]:
    """Return the class of a call, and what is wrong with it if anything is."""
    if name in {"socket", "connect", "bind"}:
        # urllib3, which Sphinx imports, looks so for IPv6: nobody is asked.
        test = name == "bind" and "htons(0)" in arguments and '"::1"' in arguments
        test |= name == "socket" and arguments.startswith("AF_INET6, SOCK_STREAM")
        return ("urllib3's test", "") if test else ("socket", f"{name}({arguments})")
    paths = [unquoted(one) for one in PATH.findall(arguments)]
    if not paths:
        return "other", ""
    if name in {"execve", "execveat"}:
        program = Path(paths[0]).name
        allowed = program in {"git", "ruff"} or program.startswith("python")
        wrong = not allowed or paths[0].startswith(f"{root}/")
        return f"starts {program}", f"starts {paths[0]}" if wrong and done else ""
    writes = name not in {"open", "openat", "openat2"} or WRITES.search(arguments)
    folder = FOLDER.match(arguments)
    path = os.path.normpath(root / (folder[1] if folder else "") / paths[0])
    whole = f"{path}/"
    for label, places in (("ours", mine), ("root", [f"{root}/"])):
        if whole.startswith(tuple(places)):
            wrong = label == "root" and writes and done
            return label, f"writes {path}" if wrong else ""
    if path == "/dev/null":
        return "system", ""
    if writes and done:
        return "elsewhere", f"writes {path}"
    if whole.startswith(tuple(programs())):
        return "program", ""
    if (
        whole.startswith(SYSTEM)
        or path.startswith(SYSTEM)
        or path in {"/", "/etc", "/dev"}
    ):
        return "system", ""
    above = [str(folder) for folder in root.parents]
    if path in above or (
        str(Path(path).parent) in above
        and Path(path).name in {".git", ".gitignore", "HEAD", "docutils.conf"}
    ):
        return "above the root", ""
    home = str(Path.home())
    if path in {f"{home}/.gitconfig", f"{home}/.config/git/config"} or path.startswith(
        f"{home}/.config/git/"
    ):
        return "git's own", ""
    return "elsewhere", f"opens {path}" if done else ""


def main() -> int:
    """Return 1 if a build does what it should not, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("root", type=Path, nargs="?", metavar="ROOT")
    parser.add_argument("--builder", default="html")
    arguments = parser.parse_args()
    escape_output()
    strace = shutil.which("strace")
    if strace is None:
        print("skipped: there is no strace on PATH")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for part in ("out", "cache", "tmp"):
            (folder / part).mkdir()
        root = arguments.root.resolve() if arguments.root else folder / "repo"
        if not arguments.root:
            print(f"{payloads.write(root, every=10)} payloads")
            with (root / "pyproject.toml").open("a", encoding="utf-8") as stream:
                stream.write("[tool.kwindex]\ngit = true\n")
            if git := shutil.which("git"):
                name = ("-c", "user.name=x", "-c", "user.email=x")
                for words in (("init", "-q"), ("add", "-A"), ("commit", "-qmx")):
                    subprocess.run([git, *name, *words], cwd=root, check=True)
        log = folder / "log"
        done = subprocess.run(
            [
                *(strace, "-f", "-y", "-s", "4096", "-qq", "-o", str(log)),
                *("-e", f"trace={CALLS}", sys.executable, "-P", "-m"),
                *("sphinxcontrib_kwindex", ".", "-q", "-o", str(folder / "out")),
                *("-b", arguments.builder, "--cache", str(folder / "cache")),
            ],
            cwd=root,
            env={
                **os.environ,
                "PYTHONPATH": str(CHECKOUT),
                "PYTHONDONTWRITEBYTECODE": "1",
                "TMPDIR": str(folder / "tmp"),
            },
            stderr=subprocess.DEVNULL,
            check=False,
        )
        text = log.read_text("latin-1")
    mine = [f"{folder / part}/" for part in ("out", "cache", "tmp")]
    count: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for call, given, succeeded in calls(text):
        kind, said = problem(call, given, succeeded, root, mine)
        count[kind] += 1
        if said:
            wrong[said] += 1
    print(f"exit code {done.returncode}, {count.total():,} calls")
    for kind, number in count.most_common():
        print(f"  {number:7,} {kind}")
    print(f"{len(wrong)} that should not be")
    for said, number in wrong.most_common(50):
        print(f"  {number:7,} {said!r}")
    return int(bool(wrong) or done.returncode != 0 or not count["root"])


if __name__ == "__main__":
    sys.exit(main())
