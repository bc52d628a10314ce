"""Check that a site shows what Ruff finds, no more and no less.

Ruff is run on the same files as by hand: ``ruff check --isolated --select RULES``. For
each file the findings of the security rules, of the performance rules and of F401
must be those that its page lists, with their line and, but for F401, their message.
Left out, as the documentation says: asserts in tests, and unused imports of
``__init__`` modules, which are there for others.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from html import unescape
from pathlib import Path

from markup import escape_output, read_text

SUFFIX = "_docs.html"
SHOWN = 20
#: The defaults of the configuration values.
RULES = {
    "security-safety": "S",
    "performance-considerations": "PERF,C901,PLR0911,PLR0912,PLR0915",
    "dependencies": "F401",
}
RUBRIC = {"dependencies": "Unused imports"}
SECTION = r'<section id="{}">(.*?)</section>'
GROUP = r'<p class="rubric">{} \(([\d,]+)\)</p>\s*(.*?)(?=<p class="rubric">|\Z)'
#: A rule, with its message; or the message of one of several findings of a rule.
ENTRY = re.compile(
    r'<li>(?:<(?:a|code) class="[^"]*kw-name"[^>]*>(.*?)</(?:a|code)>)?'
    r'(?: ?<span class="kw-summary">(.*?)</span>|([^<\n]*))(.*)'
)
LINE = re.compile(r'href="#L(\d+)"')
F401 = re.compile(r"`(.+)` imported but unused")

Found = Counter[tuple[str, int, str]]


def is_test(path: str) -> bool:
    """Tell whether a file is a test, as the documentation has it."""
    *folders, name = path.split("/")
    named = re.fullmatch(r"test_.*|.*_test|conftest", name.partition(".")[0])
    return bool(named) or "tests" in folders or folders[:1] == ["test"]


def by_hand(
    ruff: str, root: Path, paths: list[str], section: str
) -> defaultdict[str, Found]:
    """Return what Ruff finds by the rules of a section, by path."""
    found: defaultdict[str, Found] = defaultdict(Counter)
    command = [ruff, "check", "--isolated", "--no-cache", "--exit-zero", "--quiet"]
    command += [f"--select={RULES[section]}", "--output-format=json"]
    for start in range(0, len(paths), 300):
        run = subprocess.run(
            [*command, *paths[start : start + 300]],
            cwd=root,
            check=True,
            capture_output=True,
        )
        for one in json.loads(run.stdout):
            code, message = one["code"], " ".join(one["message"].split())
            if not re.fullmatch(r"[A-Z]+\d+", code or ""):
                continue
            path = Path(one["filename"]).relative_to(root).as_posix()
            name = path.rpartition("/")[2]
            if (code == "S101" and is_test(path)) or (
                code == "F401" and name.startswith("__init__.")
            ):
                continue
            if match := F401.match(message):
                code, message = match[1], ""
            found[path][code, one["location"]["row"], message] += 1
    return found


def on_page(html: str, section: str) -> tuple[Found, str]:
    """Return what a page lists in a section, and the number in its heading."""
    body = re.search(SECTION.format(section), html, re.DOTALL)
    rubric = RUBRIC.get(section, "Findings")
    group = body and re.search(GROUP.format(rubric), body[1], re.DOTALL)
    if not group:
        return Counter(), "0"
    found: Found = Counter()
    rule = ""
    for name, only, one, places in ENTRY.findall(group[2].replace("<wbr/>", "")):
        rule = unescape(name) or rule
        text = "" if section in RUBRIC else unescape(only or one).strip()
        for line in LINE.findall(places):
            found[rule, int(line), text] += 1
    return found, group[1].replace(",", "")


def main() -> int:
    """Return 0 where the findings are the same, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("site", type=Path, help="folder of HTML pages")
    parser.add_argument("root", type=Path, help="folder that the site shows")
    parser.add_argument("--prefix", default="code", help="folder of generated pages")
    parser.add_argument("--ruff", default="ruff", help="the program")
    arguments = parser.parse_args()
    escape_output()
    base = arguments.site / arguments.prefix
    root = arguments.root.resolve()
    pages = {
        page.relative_to(base).as_posix().removesuffix(SUFFIX): page
        for page in sorted(base.rglob(f"*.py{SUFFIX}"))
    }
    differ = 0
    print(f"{len(pages):,} files")
    texts = {path: read_text(page) for path, page in pages.items()}
    for section, rules in RULES.items():
        expected = by_hand(arguments.ruff, root, list(pages), section)
        number = sum(one.total() for one in expected.values())
        wrong = []
        for path, html in texts.items():
            shown, counted = on_page(html, section)
            for left, word in (
                (expected[path] - shown, "not shown"),
                (shown - expected[path], "only shown"),
            ):
                wrong += [
                    f"{path}:{line} {code} {text} {word}"
                    for code, line, text in left.elements()
                ]
            if counted != str(shown.total()):
                wrong.append(f"{path}: {counted} in the heading of {shown.total()}")
        print(f"{number:,} findings of {rules}: {len(wrong):,} differences")
        for line in wrong[:SHOWN]:
            print(f"  {line}")
        differ += len(wrong)
    return 1 if differ or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
