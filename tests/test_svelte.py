"""Components of Svelte: what pages show of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Project

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.languages.svelte import script_of

Make = Callable[..., Project]

COMPONENT = """\
<!-- @component A list. {hidden} -->
<script lang="ts" generics="T extends Map<string, U>">
  import { page } from '$app/stores'
  import Copy from './Copy.svelte'
  import { download } from '$lib/download'

  export let items: string[] = []
  let shown = $state(false), cost = "$5"
  $: count = items.length + $page.size
  function toggle() { shown = !shown }
  const item = 1
</script>

{#if shown && "}"}
  <p class="a {cost}" class:shown use:download on:click={toggle} bind:value={count}>
    {@html download(item)} <Copy {...items} style={{ on: shown }}
      title="toggle" let:one>{one}</Copy>
    {#each download(items) as entry, at (entry.id)}
      {entry}{:else if count}{$page.url}{/each}
    {@const twice = count * 2}{twice}
    {#await download(item) then shape}{shape}{/await}
  </p>
{/if}

<style>p { color: red }</style>
"""


def test_all_but_code_is_blank() -> None:
    script = script_of(COMPONENT)
    assert len(script) == len(COMPONENT)
    assert [line.strip() for line in script.split("\n")][7:] == [
        'let shown = $state(false), cost = "$5"',
        "var  count = items.length +  page.size",
        "function toggle() { shown = !shown }",
        "const item = 1",
        *("", ""),
        ';    shown && "}";',
        ";cost;       ;shown    ;download          ;toggle;            ;count;",
        ";      download(item); ;Copy ;   items;       ({ on: shown })",
        ";___;",
        ";      download(items)                        ;",
        ";_____;;         count;; page.url;",
        ";               count * 2;;_____;",
        ";       download(item)           ;;_____;",
        *("", "", "", "", ""),
    ]


@pytest.mark.parametrize("text", ["{", "}", "{'", "{#each a as}", "<script>{", "{/*}"])
def test_what_is_no_markup_is_read(text: str) -> None:
    assert len(script_of(text)) == len(text)
    assert analyse("App.svelte", text.encode()).problem is None


def test_components_are_read(make_project: Make) -> None:
    facts = analyse("App.svelte", COMPONENT.encode())
    assert facts.problem is None
    assert facts.type == "Svelte"
    assert [(row.kind, row.qualname, row.line) for row in facts.definitions] == [
        ("data", "items", 7),
        ("data", "shown", 8),
        ("data", "cost", 8),
        ("data", "count", 9),
        ("function", "toggle", 10),
        ("constant", "item", 11),
    ]
    files = {
        "web/svelte.config.js": "export default {}\n",
        "web/src/routes/App.svelte": COMPONENT,
        "web/src/routes/Copy.svelte": "<p></p>\n",
        "web/src/lib/download.ts": "export function download() {}\n",
    }
    built = make_project(files).build()
    assert built.warnings == ""
    built.check_links()
    text = built.listing("web/src/routes/App.svelte")
    assert text.count('"#src-shown"') == 5
    assert text.count('"#src-toggle"') == 1
    assert text.count('"../lib/download.ts_docs.html#src-download"') == 5
    assert text.count(">Copy</a>") == 2
    other = built.body("code/web/src/lib/download.ts_docs")
    assert "App.svelte" in other.partition("Imported by")[2]
