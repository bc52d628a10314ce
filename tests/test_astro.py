"""Components of Astro: what pages show of them."""

from __future__ import annotations

from collections.abc import Callable

from projects import Project

from sphinxcontrib_kwindex.analysis.languages.astro import script_of

Make = Callable[..., Project]

PAGE = """\
---
import Card from '../components/Card.astro';
import { names, type Named } from '@/names';
interface Props extends Named { title: string }
const { title } = Astro.props;
---
<!-- {hidden} -->
<Card {...Astro.props} {title} on:click="x">
  {names(title).map((one) => <li class="a"><Card title={one} />Don't</li>)}
  { /* no code */ }
</Card>
<style>p { color: red }</style>
<script>
  import { names } from '@/names';
  names('b');
</script>
"""
FILES = {
    "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}\n',
    "src/names.ts": "export interface Named { a: 1 }\n"
    "export function names(x: string) { return [x]; }\n",
    "src/components/Card.astro": "---\nconst a = 1;\n---\n<p>{a}</p>\n",
    "src/components/Plain.astro": "<p>text</p>\n",
    "src/pages/index.astro": PAGE,
}


def test_all_but_code_is_blank() -> None:
    script = script_of(PAGE)
    assert len(script) == len(PAGE)
    lines = [line.strip() for line in script.split("\n")]
    assert lines[1:12] == [
        *PAGE.split("\n")[1:5],
        *("", ""),
        ";Card ;   Astro.props; ;title;",
        """;names(title).map((one) => <li class="a"><Card title={one} />Don't</li>);""",
        "; /* no code */ ;",
        *("", ""),
    ]


def test_components_of_astro_lead_to_what_they_use(make_project: Make) -> None:
    built = make_project(FILES).build()
    assert built.warnings == ""
    built.check_links()
    code = built.listing("src/pages/index.astro")
    assert code.count('href="../names.ts_docs.html#src-names"') == 4
    assert code.count('href="../names.ts_docs.html#src-Named"') == 2
    assert code.count('href="../components/Card.astro_docs.html"') == 4
    page = built.text("code/src/pages/index.astro_docs")
    assert "Astro" in page
    assert 'id="def-Props"' in page
    assert 'id="def-title"' in page
