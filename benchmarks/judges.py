"""Programs that know where identifiers of Python files lead: jedi and basedpyright.

What they answer does not depend on the package, and may be kept between runs.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

#: Seconds for one identifier.
LIMIT: Final = 20
#: Seconds for the first one of a file, which is read with all that it imports.
FILE_LIMIT: Final = 120


class Place(NamedTuple):
    """Where a program says that an identifier leads."""

    path: str
    """Below the root; empty for what is not in the tree."""
    line: int
    """0 for a file as a whole."""
    column: int
    """In characters."""
    name: str
    full_name: str = ""
    """Dotted, where the program knows it."""


Ask = Callable[[int, int, str], list[Place]]
"""Asks for a line, a column in characters and the identifier there."""


def search_path(root: Path) -> Path:
    """Return the folder from which the modules of a tree are imported."""
    if (root / "__init__.py").exists():
        return root.parent
    return root / "src" if (root / "src").is_dir() else root


class Jedi:
    """jedi's ``goto``, imports followed."""

    name = "jedi"

    def __init__(self, root: Path) -> None:
        import jedi

        self._root = root
        self._base = base = search_path(root)
        self._project = jedi.Project(base, sys_path=[str(base)], smart_sys_path=False)
        self._script = jedi.Script
        self.version = version("jedi")

    @contextmanager
    def opened(self, path: str, text: str) -> Iterator[Ask]:
        """Return what asks about a file."""
        script = self._script(text, path=self._root / path, project=self._project)

        def ask(line: int, column: int, _name: str) -> list[Place]:
            with _at_most(LIMIT):
                return [
                    self._place(one)
                    for one in script.goto(line, column, follow_imports=True)
                ]

        yield ask

    def _place(self, found: Any) -> Place:
        name, full = found.name, found.full_name or ""
        path = found.module_path
        if found.type == "namespace":
            # A folder without a file that makes it a package.
            path = self._base / full.replace(".", "/")
        if path is None or not path.is_relative_to(self._root):
            return Place("", 0, 0, name, full)
        line = 0 if found.type in {"module", "namespace"} else found.line or 0
        inside = path.relative_to(self._root).as_posix()
        return Place(inside, line, found.column or 0, name, full)

    def close(self) -> None:
        """Do nothing: there is no process."""


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class LanguageServer:
    """A program that speaks the Language Server Protocol.

    :param command: what starts it.
    :param language: what it calls the language of the files.
    :param options: its own options, ``initializationOptions``.
    """

    def __init__(
        self,
        root: Path,
        command: Sequence[str | Path],
        language: str,
        options: dict[str, Any] | None = None,
    ) -> None:
        self._root = root
        self._base = base = search_path(root)
        self._language = language
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "NODE_OPTIONS": "--max-old-space-size=4096"},
        )
        self._number = 0
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        uri = base.as_uri()
        folders = [{"uri": uri, "name": base.name}]
        capabilities = {"workspace": {"configuration": True, "workspaceFolders": True}}
        self._request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": uri,
                "workspaceFolders": folders,
                "capabilities": capabilities,
                "initializationOptions": options,
            },
            FILE_LIMIT,
        )
        self._send({"method": "initialized", "params": {}})

    @contextmanager
    def opened(self, path: str, text: str) -> Iterator[Ask]:
        """Return what asks about a file."""
        uri = (self._root / path).as_uri()
        document = {
            "uri": uri,
            "languageId": self._language,
            "version": 1,
            "text": text,
        }
        self._notify("didOpen", {"textDocument": document})
        # As the language server counts lines.
        lines = text.split("\n")
        limit = FILE_LIMIT

        def ask(line: int, column: int, name: str) -> list[Place]:
            nonlocal limit
            before = lines[line - 1][:column].encode("utf-16-le")
            position = {"line": line - 1, "character": len(before) // 2}
            found = self._request(
                "textDocument/definition",
                {"textDocument": {"uri": uri}, "position": position},
                limit,
            )
            limit = LIMIT
            if isinstance(found, dict):
                found = [found]
            return [self._place(one, name) for one in found or ()]

        try:
            yield ask
        finally:
            self._notify("didClose", {"textDocument": {"uri": uri}})

    def _place(self, found: dict[str, Any], name: str) -> Place:
        uri = found.get("uri") or found["targetUri"]
        span = found.get("range") or found["targetSelectionRange"]
        path = Path(unquote(urlsplit(uri).path))
        if not path.is_relative_to(self._root):
            return Place("", 0, 0, name)
        start, end = span["start"], span["end"]
        line = 0 if start == end else start["line"] + 1
        if line:
            text = _lines(path)[line - 1]
            found_name = text[start["character"] : end["character"]]
            # "import a as b" may be another name there.
            name = found_name if found_name.isidentifier() else name
        inside = path.relative_to(self._root).as_posix()
        return Place(inside, line, start["character"], name)

    def close(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()

    # The protocol

    def _notify(self, what: str, params: dict[str, Any]) -> None:
        self._send({"method": f"textDocument/{what}", "params": params})

    def _request(self, method: str, params: dict[str, Any], limit: int) -> Any:
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        until = time.monotonic() + limit
        while True:
            try:
                answer = self._answers.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise TimeoutError from None
            if answer is None:
                raise EOFError("the language server has ended")
            if answer["id"] == number:
                return answer.get("result")

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self._process.stdin.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream
        while header := stream.readline():
            length = 0
            while header.strip():
                key, _, value = header.partition(b":")
                if key.lower() == b"content-length":
                    length = int(value)
                header = stream.readline()
            message = json.loads(stream.read(length))
            if "id" in message and "method" in message:
                self._reply(message)
            elif "id" in message:
                self._answers.put(message)
        self._answers.put(None)

    def _reply(self, message: dict[str, Any]) -> None:
        result: Any = None
        if message["method"] == "workspace/configuration":
            result = [
                self._settings(one.get("section", ""))
                for one in message["params"]["items"]
            ]
        self._send({"id": message["id"], "result": result})

    def _settings(self, _section: str) -> dict[str, Any]:
        """Return what is configured in a section."""
        return {}


class Basedpyright(LanguageServer):
    """The language server of basedpyright, ``textDocument/definition``."""

    name = "basedpyright"

    def __init__(self, root: Path) -> None:
        program = Path(sys.executable).with_name("basedpyright-langserver")
        command = [program if program.exists() else program.name, "--stdio"]
        super().__init__(root, command, "python")
        self.version = version("basedpyright")

    def _settings(self, section: str) -> dict[str, Any]:
        analysis = {
            "diagnosticMode": "openFilesOnly",
            "typeCheckingMode": "off",
            "useLibraryCodeForTypes": True,
            "extraPaths": [str(self._base)],
            "indexing": False,
        }
        if section.endswith("analysis"):
            return analysis
        return {} if section == "python" else {"analysis": analysis}


@lru_cache(64)
def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8", "replace").split("\n")


JUDGES: Final[dict[str, type[Jedi] | type[Basedpyright]]] = {
    one.name: one for one in (Jedi, Basedpyright)
}


class Answers:
    """What a judge says of the identifiers of a tree, kept in a file.

    :param cache: the folder with the file; ``None`` to keep nothing.
    """

    def __init__(self, judge: str, root: Path, key: str, cache: Path | None) -> None:
        self.judge = judge
        self._root = root
        self._program: Jedi | Basedpyright | None = None
        self._file = cache and cache / f"{judge}-{version(judge)}-{key}.json"
        self._known: dict[str, list[list[Any]] | None] = {}
        if self._file and self._file.exists():
            self._known = json.loads(self._file.read_text("utf-8"))

    def of_file(
        self, path: str, text: str, asked: list[tuple[int, int, str]]
    ) -> list[list[Place] | None]:
        """Return where identifiers of a file lead; ``None`` where the judge failed.

        :param asked: line, column and name of each.
        """
        content = blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
        keys = [f"{path} {content} {line}:{column}" for line, column, _ in asked]
        missing = [n for n, key in enumerate(keys) if key not in self._known]
        if missing:
            if self._program is None:
                self._program = JUDGES[self.judge](self._root)
            with self._program.opened(path, text) as ask:
                for number in missing:
                    self._known[keys[number]] = self._asked(ask, *asked[number])
            self.save()
        answers = [self._known[key] for key in keys]
        return [
            None if answer is None else [Place(*one) for one in answer]
            for answer in answers
        ]

    def _asked(self, ask: Ask, line: int, column: int, name: str) -> Any:
        try:
            return [list(one) for one in ask(line, column, name)]
        except Exception as error:
            print(f"{self.judge}: {name}: {error!r}", file=sys.stderr)
            return None

    def save(self) -> None:
        """Keep what is known."""
        if self._file:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            partial = self._file.with_suffix(f".{os.getpid()}")
            partial.write_text(json.dumps(self._known), "utf-8")
            partial.replace(self._file)

    def close(self) -> None:
        """Keep what is known, and end the judge."""
        self.save()
        if self._program:
            self._program.close()
