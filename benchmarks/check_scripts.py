"""Open a site page by page in a browser and see whether somebody's script runs.

    python benchmarks/check_scripts.py            # makes a site of payloads first
    python benchmarks/check_scripts.py SITE ...   # folders with pages

Every page is opened in headless Chromium, which is asked over a pipe (the DevTools
protocol). A page is at fault if

- ``alert`` or one of its like is called, at once or after a click on a link with the
  scheme of a script or an event for an element that has a handler;
- it has such a link or such a handler, a frame, an object, ``base`` or ``refresh``;
- it asks anybody but its own server for something, or for what is not there;
- a policy that allows scripts and styles of the server alone would refuse something
  that it does not refuse on a page of the project's own;
- there is an exception or an error on the console.

Before that everything is used that scripts add to it: folds are opened, payloads are
typed into the boxes that filter lists and into the dialog of names, which finds them
among what was visited, too, and identifiers are asked for their cards. Some pages are
opened by addresses with payloads in them.

Then the search page is asked for what the payloads are made of, as it writes titles
by itself. First of all a page that does all of that on purpose has to be found guilty,
or the check sees nothing and says so.
"""

from __future__ import annotations

import argparse
import ast
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.parse import quote

import payloads
from markup import escape_output, site_files

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
SHOWN: Final = 50
#: Seconds in which a page has to be there.
PATIENCE: Final = 30.0
#: What is reported, and not refused: what it would keep from running is to be seen.
POLICY: Final = (
    "script-src 'self' 'report-sample'; style-src 'self' 'report-sample';"
    " base-uri 'none'"
)
#: Pages that are the theme's and the project's own.
OWN: Final = frozenset({"genindex.html", "search.html", "own.html"})
#: What is in the names of pages that are opened by addresses with payloads.
ADDRESSED: Final = ("keywords", "text/v0.py_docs", "text/v0.py_kw", "gone/")
#: What is searched for: payloads are made of these words.
QUERIES: Final = (
    *("script", "alert", "img", "onerror", "svg", "javascript", "href", "onload"),
    *("x", "iframe", "go", "Keyword Index", "named", "klass", "func", "text", "names"),
)

#: Runs before anything else in every page and frame.
HOOK: Final = """
for (const name of ["alert", "confirm", "prompt", "print", "open", "eval"])
  window[name] = text => { kwFired(name + "(" + String(text).slice(0, 60) + ")"); };
addEventListener("securitypolicyviolation", event => {
  const { effectiveDirective, blockedURI, sample } = event;
  kwFired("policy " + [effectiveDirective, blockedURI, sample].join(" "));
});
"""
#: Does what an attacker wants a reader to do; returns what should not be there.
PROVOKE: Final = """
(() => {
  const found = [];
  // As pages do from where something was.
  const leadsOn = content => {
    const to = content.replace(/^0; url=/, "");
    return to !== content && !to.startsWith("/")
      && new URL(to, location.href).origin === location.origin;
  };
  for (const one of document.querySelectorAll("*")) {
    for (const {name, value} of one.attributes) {
      if (!name.startsWith("on")) continue;
      found.push("handler " + name + " of " + one.localName + ": " + value);
      for (const kind of [name.slice(2), "mouseover", "focus", "click"])
        one.dispatchEvent(new MouseEvent(kind, {bubbles: true, cancelable: true}));
    }
    const name = one.localName;
    if (/^(iframe|frame|object|embed|base|portal|applet)$/.test(name)
        || name === "meta" && one.httpEquiv.toLowerCase() === "refresh"
        && !leadsOn(one.content))
      found.push("element " + one.outerHTML.slice(0, 80));
    for (const attribute of ["href", "xlink:href", "src", "action", "formaction"]) {
      const value = one.getAttribute(attribute);
      if (value === null) continue;
      let scheme;
      try { scheme = new URL(value, location.href).protocol; } catch { continue; }
      if (/^(https?|mailto|ftp):$/.test(scheme)) continue;
      if (scheme === "data:" && /^data:image/.test(value) && name === "img") continue;
      found.push("link " + attribute + "=" + value.slice(0, 80));
      if (scheme === "javascript:")
        one.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
    }
  }
  return found;
})()
"""
#: Uses what scripts add, with the texts in TYPED; returns how often each was used.
#: HAS_CARDS says whether the site has cards.
USE: Final = """
(async () => {
  const used = {filters: 0, palettes: 0, cards: 0};
  if (!window.kwindex) return used;
  const drawn = () => new Promise(done => setTimeout(done, 20));
  const until = async ready => {
    for (let n = 0; n < 100 && !ready(); n++) await drawn();
    return ready();
  };
  const type = async (box, text) => {
    box.value = text;
    box.dispatchEvent(new Event("input", {bubbles: true}));
    await drawn();
  };
  const close = () => {
    for (const one of document.querySelectorAll("dialog[open]")) one.close();
  };
  for (const one of document.querySelectorAll("details")) one.open = true;
  await drawn();
  for (const bar of [...document.querySelectorAll(".kw-filter")].slice(0, 5)) {
    const box = bar.querySelector("input");
    box.focus();
    await until(() => bar.querySelector("[role=status]"));
    for (const text of TYPED) {
      await type(box, text);
      used.filters++;
    }
    await type(box, "");
  }
  if (document.querySelector("script[data-find]")) {
    const visited = JSON.stringify([...TYPED, ...TYPED.map(encodeURIComponent)]);
    localStorage.setItem(`kwindex-recent:${kwindex.root}`, visited);
    await Promise.all(["tools.css", "palette.js"].map(
      file => kwindex.load("_static/kwindex-" + file)));
    for (const text of TYPED) {
      kwindex.palette.press("s", text);
      const box = await until(() => document.querySelector("dialog[open] input"));
      if (!box) continue;
      await drawn();
      await type(box, "");
      // A piece of it finds the names that have it.
      await type(box, text.replace(/[^a-z]+/g, " ").trim().split(" ")[0]);
      used.palettes++;
      close();
    }
  }
  const NAMED = "pre.kw-source a[href], .kw-definition > dt .sig-name";
  const names = new Map([...HAS_CARDS ? document.querySelectorAll(NAMED) : []]
    .map(one => [one.href ?? one.closest("dt").id, one]));
  if (names.size) await kwindex.load("_static/kwindex-card.js");
  for (const name of [...names.values()].slice(0, 60)) {
    // Where there is none, opening it would leave the page.
    if (!await kwindex.card.tap(name)) continue;
    await kwindex.card.open(name);
    const box = document.querySelector("dialog[open] input");
    if (box) await type(box, TYPED[0]);
    used.cards++;
    close();
  }
  return used;
})()
"""
#: Presses the keys that are about the address.
PRESS: Final = """
(async () => {
  for (const key of ["u", "y", "i", "l"]) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    await new Promise(done => setTimeout(done, 30));
    for (const one of document.querySelectorAll("dialog[open]")) one.close();
  }
})()
"""
RESULTS: Final = """
document.querySelector("#search-results ul.search li")
  && !document.querySelector("#search-progress")?.textContent.includes("...")
  ? document.querySelectorAll("#search-results ul.search li").length : 0
"""
#: A page that does everything that is looked for.
GUILTY: Final = f"""<!DOCTYPE html><title>x</title>
<script>alert(1)</script><img src="http://{payloads.HOST}/1.png">
<a href="java&#9;script:alert(2)">x</a><p onmouseover="alert(3)">x</p>
<script>throw new Error("on purpose")</script>
<iframe srcdoc="<script>alert(4)</script>"></iframe>
"""
CONFESSION: Final = (
    *("fired alert(1)", "fired alert(2)", "fired alert(3)", "fired alert(4)"),
    *("link href", "handler onmouseover", "element <iframe", "asks for http://"),
    "exception Error: on purpose",
)


class Browser:
    """A Chromium with one page, asked over a pipe.

    :param program: its path.
    :param profile: a folder that is there for it.
    """

    def __init__(self, program: str, profile: str) -> None:
        reads, self._to = os.pipe()
        self._from, writes = os.pipe()
        # It reads from 3 and writes to 4. Neither may be one of ours before.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (reads, writes)]

        def place() -> None:
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
                "--no-first-run",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                # Nobody is asked for names; what pages ask for is seen before that.
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            ],
            preexec_fn=place,
            pass_fds=(3, 4),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (reads, writes, *ends):
            os.close(end)
        self._buffer = b""
        self._number = 0
        self._session = ""
        self.events: deque[dict[str, Any]] = deque()
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Runtime.addBinding", name="kwFired")
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=HOOK)

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Have something done, and return what is said of it."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            said = self._next(deadline)
            if said is None:
                raise TimeoutError(method)
            if said.get("id") == self._number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']}")
                return said["result"]
            self.events.append(said)

    def _next(self, deadline: float) -> dict[str, Any] | None:
        while b"\0" not in self._buffer:
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([self._from], [], [], wait)[0]:
                return None
            block = os.read(self._from, 1 << 20)
            if not block:
                raise EOFError("the browser ended")
            self._buffer += block
        said, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(said)

    def value(self, expression: str) -> Any:
        """Return what an expression gives in the page."""
        said = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return said["result"].get("value")

    def result(self, expression: str) -> Any:
        """Return what a promise in the page is kept with."""
        said = self.ask(
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"])
        return said["result"].get("value")

    def open(self, url: str) -> None:
        """Go to a page and wait until it is there with all that it asks for."""
        self.events.clear()
        self.ask("Page.navigate", url=url)
        deadline = time.monotonic() + PATIENCE
        if any(one.get("method") == "Page.loadEventFired" for one in self.events):
            return
        while said := self._next(deadline):
            self.events.append(said)
            if said.get("method") == "Page.loadEventFired":
                return
        raise TimeoutError(url)

    def close(self) -> None:
        """End it."""
        try:
            self.ask("Browser.close")
        except (OSError, EOFError, RuntimeError, TimeoutError):
            self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)


@contextmanager
def browser(program: str) -> Iterator[Browser]:
    """Yield a browser with a profile of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        one = Browser(program, profile)
        try:
            yield one
        finally:
            one.close()


class _Handler(SimpleHTTPRequestHandler):
    """Serves a site, and the page that is guilty."""

    def __init__(self, *arguments: Any, policy: str, **named: Any) -> None:
        self._policy = policy
        super().__init__(*arguments, **named)

    def end_headers(self) -> None:
        if self._policy:
            name = "Content-Security-Policy-Report-Only"
            self.send_header(name, self._policy)
        super().end_headers()

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":
            # The browser asks for it by itself.
            self.send_response(204)
            self.end_headers()
            return
        if self.path != "/guilty-on-purpose":
            super().do_GET()
            return
        body = GUILTY.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(site: Path, policy: str = "") -> Iterator[str]:
    """Serve a folder, and yield its address without a final slash.

    :param policy: for scripts and styles; what is against it is reported.
    """
    handler = partial(_Handler, policy=policy, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def faults(
    one: Browser, origin: str, allowed: Collection[str] = frozenset()
) -> list[str]:
    """Return what is wrong with the page that is open, each once.

    :param allowed: faults of the theme.
    """
    found = list(one.value(PROVOKE) or ())
    # What was provoked may come a moment later.
    one.value("new Promise(done => setTimeout(done, 0))")
    for event in one.events:
        method, about = event.get("method"), event.get("params", {})
        if method == "Runtime.bindingCalled":
            found.append(f"fired {about['payload']}")
        elif method == "Page.javascriptDialogOpening":
            found.append(f"dialog {about['message'][:80]}")
            one.ask("Page.handleJavaScriptDialog", accept=False)
        elif method == "Runtime.exceptionThrown":
            said = about["exceptionDetails"].get("exception", {})
            found.append(f"exception {said.get('description', '?')[:160]}")
        elif method == "Runtime.consoleAPICalled" and about["type"] == "error":
            said = about["args"][0] if about["args"] else {}
            found.append(f"console {said.get('value', said.get('description'))}")
        elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
            entry = about["entry"]
            if "Content Security Policy" in entry["text"]:
                continue  # there is an event that says more
            found.append(f"error {entry['text'][:120]} {entry.get('url', '')[:120]}")
        elif method == "Network.requestWillBeSent":
            url = about["request"]["url"]
            if not url.startswith((f"{origin}/", "data:image/", "data:font/")):
                found.append(f"asks for {url[:120]}")
    return [said for said in dict.fromkeys(found) if said not in allowed]


def use(one: Browser, site: Path, typed: Sequence[str]) -> Counter[str]:
    """Use what scripts add to the page that is open; return how often what was used."""
    cards = (site / "_static/kwindex-card.js").is_file()
    script = USE.replace("HAS_CARDS", json.dumps(cards))
    return Counter(one.result(script.replace("TYPED", json.dumps(list(typed)))))


def addressed(
    one: Browser, origin: str, page: str, allowed: Collection[str]
) -> dict[str, list[str]]:
    """Open a page by addresses with payloads, and use keys; return what is wrong."""
    wrong = {}
    forms = cycle(["{}", "def-{}", "src-{}", "L1-L{}", "src-Klass0.{}"])
    for payload, form in zip(payloads.PAYLOADS, forms, strict=False):
        text = quote(payload)
        query = f"q={text}&kind={text}&is={text}&of={text}"
        address = f"{page}?{query}#{form.format(text)}"
        one.open(f"{origin}/{quote(page)}?{query}#{form.format(text)}")
        # It may lead on.
        with suppress(RuntimeError):
            one.result(PRESS)
        if found := faults(one, origin, allowed):
            wrong[address] = found
    return wrong


def search(
    one: Browser, origin: str, page: str, words: str, allowed: Collection[str]
) -> tuple[int, list[str]]:
    """Ask the search page for words; return how many results, and what is wrong."""
    one.open(f"{origin}/{page}?q={quote(words)}")
    before, count = -1, 0
    deadline = time.monotonic() + PATIENCE / 6
    while (before != count or not count) and time.monotonic() < deadline:
        before = count
        time.sleep(0.3)
        count = one.value(RESULTS) or 0
    found = faults(one, origin, allowed)
    # What it still fetches would fail when the next page is opened.
    one.open("about:blank")
    return count, found


def check(site: Path, program: str) -> tuple[int, int, dict[str, list[str]]]:
    """Open all pages of a site.

    :return: how many, how many results the searches had, and what is wrong by page.
    """
    pages = sorted(name for name in site_files(site) if name.endswith(".html"))
    wrong: dict[str, list[str]] = {}
    results = 0
    used: Counter[str] = Counter()
    turn = cycle(payloads.PAYLOADS)
    with served(site, POLICY) as origin, browser(program) as one:
        one.open(f"{origin}/guilty-on-purpose")
        confessed = faults(one, origin)
        for sin in CONFESSION:
            if not any(said.startswith(sin) for said in confessed):
                raise SystemExit(f"the check does not see {sin!r}, only {confessed}")
        allowed: set[str] = set()
        for page in (page for page in pages if page.rpartition("/")[2] in OWN):
            one.open(f"{origin}/{quote(page)}")
            said = faults(one, origin)
            allowed.update(fault for fault in said if fault.startswith("fired policy"))
        for page in pages:
            if page.startswith("_static/"):
                continue
            one.open(f"{origin}/{quote(page)}")
            typed = [next(turn) for _ in range(3)]
            try:
                used += use(one, site, typed)
            except (RuntimeError, TimeoutError) as error:
                wrong[page] = [f"exception {error}"[:300]]
            if found := faults(one, origin, allowed):
                wrong[page] = found
        for kind in ADDRESSED:
            name = next((name for name in pages if kind in name), "")
            wrong |= addressed(one, origin, name, allowed) if name else {}
        print(f"used: {dict(used)}")
        for page in ("search.html", "search/index.html"):
            if page in pages and "searchindex.js" in site_files(site):
                # Whole titles are found by another way than words.
                whole = [payloads.file_name(one, ".py") for one in payloads.PAYLOADS]
                for words in (*QUERIES, *whole[:40:3]):
                    count, found = search(one, origin, page, words, allowed)
                    results += count
                    if found:
                        wrong[f"{page}?q={words}"] = found
    return len(pages), results, wrong


CONF: Final = """\
project = "Payloads"
extensions = ["sphinxcontrib_kwindex"]
html_theme = {theme!r}
html_math_renderer = "kwindex-mathml"
kwindex_root = {root!r}
kwindex_palette = "everywhere"
kwindex_source_link = "https://code.invalid/x/{{revision}}/{{path}}#L{{line}}"
kwindex_coverage = {coverage!r}
"""
#: Hand-written pages: the second has nothing of ours but the script.
INDEX: Final = """\
Payloads
========

.. toctree::

   own

.. kwgraph:: packages
   :kind: map

.. kwgraph:: packages
   :kind: imports

.. kwgraph:: text/v0.py
   :kind: classes

.. kwgraph:: text/v0.py::func0
   :kind: calls

.. kwfolder:: names

.. kwfile:: text/v0.py
"""


def build(folder: Path, theme: str, builder: str) -> Path:
    """Make a site of a tree of payloads with the checkout that this script is in."""
    root, docs = folder / "repo", folder / "docs"
    number = payloads.write(root)
    print(f"{number} payloads")
    git = ["git", "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@x.invalid"]
    branch = "<img/src=x/onerror=alert(0)>\"'"
    for arguments in (["init", "-q", "-b", branch], ["add", "-A"]):
        subprocess.run([*git, *arguments], check=True)
    docs.mkdir()
    coverage = measured(root / "text/v0.py", folder / "coverage.sqlite")
    conf = CONF.format(theme=theme, root=str(root), coverage=coverage)
    (docs / "conf.py").write_text(conf, "utf-8")
    (docs / "index.rst").write_text(INDEX, "utf-8")
    (docs / "own.rst").write_text("Own\n===\n\nWords.\n", "utf-8")
    place = ["-d", str(folder / "doctrees"), str(docs), str(folder / "site")]
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", builder, *place],
        cwd=Path(__file__).resolve().parents[1],
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return folder / "site"


def measured(file: Path, data: Path) -> str | None:
    """Write that payloads, as contexts, ran all lines of a file; return where.

    :return: None without coverage.py.
    """
    try:
        from coverage import CoverageData
    except ImportError:
        print("without coverage.py: no contexts")
        return None
    nodes = ast.walk(ast.parse(file.read_bytes()))
    lines = {node.lineno for node in nodes if isinstance(node, ast.stmt)}
    writer = CoverageData(str(data))
    for payload in payloads.PAYLOADS:
        writer.set_context(f"{payload}::{payload}|run")
        writer.add_lines({str(file): lines})
    writer.write()
    return str(data)


def main() -> int:
    """Return 1 if a page of a site is at fault, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sites", type=Path, nargs="*", metavar="SITE")
    parser.add_argument("--theme", default="furo", help="of the site that is made")
    parser.add_argument("--builder", default="html", choices=["html", "dirhtml"])
    arguments = parser.parse_args()
    escape_output()
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        print(f"skipped: there is no Chromium ({', '.join(PROGRAMS)}) on PATH")
        return 0
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        sites = arguments.sites or [build(made, arguments.theme, arguments.builder)]
        for site in sites:
            pages, results, wrong = check(site, program)
            print(f"{pages:,} pages opened, {results:,} results of searches")
            report(wrong)
            failed |= bool(wrong) or not pages
    return int(failed)


def report(wrong: dict[str, list[str]]) -> None:
    """Print what was found, the commonest first."""
    count = Counter(said for found in wrong.values() for said in found)
    kinds = Counter(said.partition(" ")[0] for said in count.elements())
    print(f"{len(wrong):,} pages at fault: {dict(kinds) or 'nothing'}")
    for page, found in list(wrong.items())[:SHOWN]:
        for said in found[:5]:
            print(f"  {page!r}: {said}")


if __name__ == "__main__":
    sys.exit(main())
