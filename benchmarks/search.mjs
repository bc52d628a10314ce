/* Asks the search of a site what it finds, without a browser.

   node search.mjs SITE < QUERIES > RESULTS

   Both are lists in JSON; the results of a query come best first, each as Sphinx's
   script has it: docname, title, anchor, description, score, file name, kind. */
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const site = process.argv[2];
const nothing = () => null;
const context = vm.createContext({
  console: { warn: nothing, info: nothing, debug: nothing },
  document: { getElementById: nothing },
  localStorage: { setItem: nothing },
  DOCUMENTATION_OPTIONS: {},
  SPHINX_HIGHLIGHT_ENABLED: false,
  _: (text) => text,
  _ready: nothing,
  URLSearchParams,
});
context.window = context;
// In the order of the search page.
for (const name of [
  "_static/searchtools.js",
  "_static/language_data.js",
  "searchindex.js",
])
  vm.runInContext(fs.readFileSync(path.join(site, name), "utf-8"), context, name);
context.queries = JSON.parse(fs.readFileSync(0, "utf-8"));
process.stdout.write(
  vm.runInContext(
    `JSON.stringify(queries.map(
      query => Search._performSearch(...Search._parseQuery(query)).reverse()))`,
    context,
  ),
);
