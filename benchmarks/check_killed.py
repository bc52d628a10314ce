"""Check that a build after one that was killed ends as a clean build does.

Parts of a tree are copied. Again and again a build of the copy is killed at a random
moment of its analysis, its reading, its writing or its end (a seed makes the choice
repeatable), from nothing or after an edit, with one process or two; the whole process
group at once, or only the process that was started, and then what it started must end
by itself. An ordinary build follows, sometimes after one more edit. Its output must be
that of a clean build byte by byte, nothing else may lie in the doctree directory or in
the folder for temporary files, and the sources must be as they were. Where the
analysis was killed, the facts of the files before the one in hand must be in the store.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from check_incremental import DOCS, Editor, contents, copy_parts, differences

REPOSITORY = Path(__file__).resolve().parents[1]
#: What a build is doing, and what it prints when it begins with it.
PHASES: Final = {
    "start": "",
    "analysis": "analysing code",
    "reading": "reading sources",
    "writing": "writing output... [",
    "end": "generating indices",
}
#: So many builds are begun at most until one is still going on when it is killed.
ATTEMPTS: Final = 8
#: So many files for each process are in hand during the analysis.
AHEAD: Final = 4
#: Seconds after which what a killed process started must have ended.
PATIENCE: Final = 20.0
SHOWN = 5


@dataclass(frozen=True)
class Moment:
    """When a build is killed."""

    phase: str
    share: float
    """How much of the phase passes before."""

    def __str__(self) -> str:
        return f"{self.phase} {self.share:.0%}"


class Build:
    """A build that goes on in a process group of its own, and says what it does.

    :param docs: the source directory.
    :param base: where the output, the doctree directory and a folder for temporary
        files are.
    """

    def __init__(
        self, docs: Path, base: Path, builder: str = "html", jobs: int = 1
    ) -> None:
        self.out, self.doctrees = base / "out" / builder, base / "doctrees"
        self.temporary = base / "temporary"
        self.temporary.mkdir(parents=True, exist_ok=True)
        self.begun = {"start": time.monotonic()}
        self.said = ""
        self._changed = threading.Condition()
        self._over = False
        command = [sys.executable, "-m", "sphinx", "--no-color", "-b", builder]
        command += [str(docs), str(self.out)]
        self._process = subprocess.Popen(
            [*command, "-d", str(self.doctrees), "-j", str(jobs)],
            cwd=REPOSITORY,
            env={
                **os.environ,
                "PYTHONUNBUFFERED": "1",
                "TMPDIR": str(self.temporary),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def _listen(self) -> None:
        assert self._process.stdout
        while data := self._process.stdout.read1(65536):  # type: ignore[attr-defined]
            with self._changed:
                self.said += data.decode(errors="replace")
                for phase, mark in PHASES.items():
                    if mark in self.said:
                        self.begun.setdefault(phase, time.monotonic())
                self._changed.notify_all()
        with self._changed:
            self._over = True
            self.begun["over"] = time.monotonic()
            self._changed.notify_all()

    def wait(self) -> None:
        """Wait for the end.

        :raises RuntimeError: if the build failed.
        """
        self._reader.join()
        if self._process.wait():
            raise RuntimeError(self.said)

    def phase(self) -> str:
        """Return what it was doing last."""
        return list(self.begun)[-2 if self._over else -1]

    def lengths(self) -> dict[str, float]:
        """Return the seconds that each phase took, once it has ended."""
        return {
            phase: after - begun
            for (phase, begun), (_, after) in itertools.pairwise(self.begun.items())
        }

    def kill(self, moment: Moment, length: float, *, alone: bool) -> bool:
        """Kill it, and return whether it was still going on.

        :param length: the seconds that the phase takes.
        :param alone: whether only the process that was started is killed, and not
            what it started itself.
        """
        with self._changed:
            self._changed.wait_for(lambda: moment.phase in self.begun or self._over)
            self._changed.wait_for(lambda: self._over, moment.share * length)
        if self._process.poll() is not None:
            return False
        if alone:
            self._process.kill()
        else:
            os.killpg(self._process.pid, signal.SIGKILL)
        return self._process.wait() == -signal.SIGKILL

    def left(self) -> list[str]:
        """Return the processes of its group that do not end, and end them."""
        deadline = time.monotonic() + PATIENCE
        while (found := group(self._process.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        if found:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._reader.join(PATIENCE)
        return found


def group(number: int) -> list[str]:
    """Return the processes of a group that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text("utf-8", "replace").rpartition(")")
        except OSError:
            continue
        state, _, its_group = rest.split()[:3]
        if int(its_group) == number and state != "Z":
            found.append(f"{name}) {state}")
    return found


def facts_kept(build: Build, copy: Path) -> tuple[int, list[str]]:
    """Return how many facts are stored, and the files that were handed on for them.

    :param copy: the tree.
    """
    asked = re.findall(r"(?m)^analysing code\.\.\. \[ *\d+%\] (.*?)\r?$", build.said)
    kept = stored(build.doctrees / "kwindex.sqlite")
    return kept, [name for name in asked if (copy / name).exists()]


def stored(store: Path) -> int:
    """Return how many facts a store has, once it was made."""
    if not store.exists():
        return 0
    # As whoever builds next: what was under way is rolled back.
    database = sqlite3.connect(store)
    try:
        (kept,) = database.execute("SELECT count(*) FROM facts").fetchone()
    except sqlite3.OperationalError:
        return 0
    finally:
        database.close()
    return int(kept)


def names(folder: Path) -> set[str]:
    """Return the paths of all files in a folder.

    Doctrees are left out: Sphinx keeps those of documents that are gone.
    """
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".doctree"
    }


def main() -> int:
    """Return 0 where every build ended as a clean one, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="*", help="files and folders of it; all if none")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", default="kwindex")
    parser.add_argument("--builder", default="html")
    parser.add_argument("--keep", type=Path, help="work in this new folder")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    bad = 0
    phases: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        base = arguments.keep or Path(folder)
        copy = copy_parts(arguments.root.resolve(), arguments.parts, base)
        editor = Editor(copy, chance)

        def build(where: str, jobs: int = 1) -> Build:
            return Build(copy / DOCS, base / where, arguments.builder, jobs)

        def clean() -> Build:
            shutil.rmtree(base / "clean", ignore_errors=True)
            done = build("clean")
            done.wait()
            return done

        lengths = clean().lengths()
        said = ", ".join(f"{name} {length:.1f} s" for name, length in lengths.items())
        print(f"a clean build: {said}", flush=True)
        for number in range(1, arguments.kills + 1):
            jobs = chance.choice([1, 2])
            alone = chance.random() < 0.25
            share = chance.random()
            for attempt in range(ATTEMPTS):
                # Every other one from nothing; what follows an edit is shorter.
                if number % 2:
                    shutil.rmtree(base / "killed", ignore_errors=True)
                    what = "from nothing"
                else:
                    what = editor.edit()
                phase = list(PHASES)[(number + attempt) % len(PHASES)]
                moment = Moment(phase, share / (1 if number % 2 else 2**attempt))
                sources = contents(copy)
                killed = build("killed", jobs)
                length = lengths.get(phase, 0.0)
                was = killed.kill(moment, length, alone=alone)
                problems = [f"still running: {one}" for one in killed.left()]
                if was:
                    break
            phase = killed.phase() if was else "over"
            phases[phase] += 1
            kept, asked = facts_kept(killed, copy)
            # Files of one content share their facts.
            done = asked[: max(0, len(asked) - 2 - AHEAD * jobs)]
            least = len({(copy / name).read_bytes() for name in done})
            if number % 2 and phase == "analysis" and kept < least:
                problems.append(f"{kept} facts of {len(asked)} files")
            if contents(copy) != sources:
                problems.append("sources were changed")
            then = editor.edit() if chance.random() < 0.3 else ""
            after = build("killed", chance.choice([1, 2]))
            after.wait()
            reference = clean()
            problems += differences(after.out, reference.out)
            for one, other in (
                (after.doctrees, reference.doctrees),
                (after.temporary, reference.temporary),
            ):
                more = sorted(names(one) ^ names(other))
                problems += [f"{one.name}: {name}" for name in more]
            bad += bool(problems)
            print(
                f"{number:3} {what}, -j {jobs}, {moment}: killed"
                f" {'alone' if alone else 'with all'} in {phase!r}"
                f", {kept} facts stored, {len(asked)} files handed on"
                f"{', then ' + then if then else ''}"
                f"{', ' + str(len(problems)) + ' PROBLEMS' if problems else ''}",
                flush=True,
            )
            for line in problems[:SHOWN]:
                print(f"    {line}", flush=True)
    said = ", ".join(f"{count} in {phase}" for phase, count in phases.items())
    print(f"killed: {said}")
    print(f"{bad} of {arguments.kills} were not followed by the same as a clean build")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
