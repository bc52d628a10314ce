"""Single-file components of Vue: what pages show of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Project

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.languages.vue import script_of

Make = Callable[..., Project]

COMPONENT = """\
<script setup lang="ts" generic="T extends Map<string, U>">
import { ref } from 'vue'
import Copy from './Copy.vue'
import { download } from './download'

const shown = ref(false)
function toggle() { shown.value = !shown.value }
const item = 1
</script>

<template>
  <!-- {{ hidden }} -->
  <p v-if="shown" :class="{ on: shown }" @click="toggle">
    {{ download(item) }} "é" <Copy
      title="toggle" />
    <li v-for="item in list(shown)">{{ item }}</li>
  </p>
</template>

<style>p { color: red }</style>
"""


def test_all_but_code_is_blank() -> None:
    script = script_of(COMPONENT)
    assert len(script) == len(COMPONENT)
    assert [line.rstrip() for line in script.split("\n")[8:]] == [
        *("", "", "", ""),
        "          ;shown;        ({ on: shown })        ;toggle;",
        "     ; download(____) ;      ;Copy",
        "",
        "              ;        list(shown);  ; ____ ;",
        *("", "", "", "", ""),
    ]


def test_components_are_read(make_project: Make) -> None:
    facts = analyse("App.vue", COMPONENT.encode())
    assert facts.problem is None
    assert (facts.type, facts.language) == ("Vue", "vue")
    assert [(row.kind, row.qualname, row.line) for row in facts.definitions] == [
        ("constant", "shown", 6),
        ("function", "toggle", 7),
        ("constant", "item", 8),
    ]
    files = {
        "App.vue": COMPONENT,
        "Copy.vue": "<template>\n  <p></p>\n</template>\n",
        "download.ts": "export function download() {}\n",
    }
    built = make_project(files).build()
    assert built.warnings == ""
    built.check_links()
    text = built.listing("App.vue")
    assert text.count('"#src-shown"') == 5
    assert text.count('"#src-toggle"') == 1
    assert text.count('"download.ts_docs.html#src-download"') == 2
    assert text.count(">Copy</a>") == 2
    assert "App.vue" in built.body("code/download.ts_docs").partition("Imported by")[2]


def test_what_is_last_in_a_script_is_shown_without_its_end() -> None:
    text = "<script setup lang='ts'>\nconst { a } = b() as { a: C[] }\n</script>\n"
    (row,) = analyse("A.vue", text.encode()).definitions
    assert row.head == "const { a } = b() as { a: C[] }"


def test_members_of_options_find_one_another(make_project: Make) -> None:
    component = """\
<template>
  <p @click="load()">{{ total }} {{ other }}</p>
</template>
<script>
export default defineComponent({
  data() { return {} },
  computed: { total() { return this.load() } },
  methods: { load: function () { return this.total } },
  watch: { total(now) { this.data() } },
})
</script>
"""
    names = [row.qualname for row in analyse("A.vue", component.encode()).definitions]
    assert names == ["default", "default.data", "default.total", "default.load"]
    code = make_project({"A.vue": component}).build().listing("A.vue")
    for name in ("total", "load"):
        assert code.count(f'href="#src-default.{name}"') == 2


@pytest.mark.parametrize(
    ("name", "module", "target"),
    [
        ("nuxt.config.ts", "~/a", "app/a.ts"),
        ("nuxt.config.mjs", "@/a", "app/a.ts"),
        ("nuxt.config.ts", "~~/b", "b.ts"),
        ("nuxt.config.ts", "#shared/c", "shared/c.ts"),
        ("vue.config.js", "@/d", "src/d.ts"),
    ],
)
def test_names_of_a_framework_lead_where_they_always_do(
    make_project: Make, name: str, module: str, target: str
) -> None:
    files = {
        f"web/{name}": "export default {}\n",
        f"web/{target}": "export const one = 1;\n",
        "web/app/pages/Main.vue": f"<script setup>\nimport {{ one }} from '{module}'\n"
        "console.log(one)\n</script>\n",
    }
    built = make_project(files).build()
    leads_to = f"{target.rpartition('/')[2]}_docs.html#src-one"
    assert leads_to in built.listing("web/app/pages/Main.vue")
