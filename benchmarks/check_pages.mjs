// Opens pages of a built site, and compares ours with those that the host wrote itself:
// what axe finds, what a strict policy refuses, what the console says, what is too wide.
//
//     node benchmarks/check_pages.mjs SITE < PAGES
//
// PAGES is JSON, as check_pages.py writes it: {own, ours, widths, dark}, with lists of
// addresses below SITE, widths in pixels, and a script that makes a page dark. It prints
// a line for each fault, and ends with 1 if there is one.

import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { BROWSERS, serve, start } from "../tests/browser/harness.mjs";

const AXE = new URL("../node_modules/axe-core/axe.min.js", import.meta.url);
/** What shows more of a page than is seen at first. */
const UNFOLD = () => {
  for (const fold of document.querySelectorAll(".kw-map details")) fold.open = true;
  document.querySelector(".kw-filter > input")?.focus();
};
/** Notes what the policy refuses, before anything else runs. */
const WATCH = () => {
  window.refused = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    window.refused.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
};

const asked = JSON.parse(await text(process.stdin));
const server = await serve(process.argv[2]);
const browser = await start(BROWSERS.find(({ name }) => name === "chrome"));
const axe = await readFile(AXE, "utf8");

/** Return what axe finds on the page: the rule, the colours if it is about them, where. */
async function violations(page) {
  // Not as an element: the policy would refuse it.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, any, html }) => {
        const { fgColor, bgColor } = any[0]?.data ?? {};
        return {
          rule: fgColor ? `${id} ${fgColor} on ${bgColor}` : id,
          where: `${[target].flat().join(" ")} ${html.slice(0, 120)}`,
          impact,
        };
      }),
    );
  });
}

/** Open a page, and return everything that is noted about it. */
async function look(address, dark) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    const wrong = message.type() === "error";
    // The policy's are noted apart.
    if (wrong && !/Content Security Policy/.test(message.text())) {
      errors.push(`${message.text()} ${message.location().url ?? ""}`);
    }
  });
  await page.evaluateOnNewDocument(WATCH);
  const scheme = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
  await page.emulateMediaFeatures([
    scheme,
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.setViewport({ width: 1440, height: 900 });
  const found = { rules: new Map(), refused: [], errors, over: {} };
  await page.goto(server.url + address, { waitUntil: "load" });
  if (dark && asked.dark) await page.evaluate(asked.dark);
  await page.evaluate(UNFOLD);
  await page.waitForNetworkIdle({ idleTime: 200 });
  for (const { rule, where, impact } of await violations(page)) {
    if (!found.rules.has(rule)) found.rules.set(rule, `${impact}: ${where}`);
  }
  found.refused = await page.evaluate(() => [...new Set(window.refused)]);
  for (const width of dark ? [] : asked.widths) {
    await page.setViewport({ width, height: 900 });
    found.over[width] = await page.evaluate(() => {
      const screen = document.scrollingElement;
      return screen.scrollWidth - screen.clientWidth;
    });
  }
  await page.close();
  return found;
}

let faults = 0;
/** What is wrong on many pages is shown once. */
const said = new Map();
function fault(what, where, address) {
  faults += 1;
  const before = said.get(what);
  if (before) before.pages.push(address);
  else said.set(what, { where, pages: [address] });
}

for (const dark of [false, true]) {
  const mode = dark ? "dark" : "light";
  const rules = new Set();
  const refused = new Set();
  const errors = new Set();
  const over = {};
  for (const address of asked.own) {
    const own = await look(address, dark);
    for (const rule of own.rules.keys()) rules.add(rule);
    for (const one of own.refused) refused.add(one);
    for (const one of own.errors) errors.add(one);
    for (const [width, much] of Object.entries(own.over)) {
      over[width] = Math.max(over[width] ?? 0, much);
    }
  }
  for (const address of asked.ours) {
    const page = await look(address, dark);
    for (const [rule, where] of page.rules) {
      if (!rules.has(rule)) fault(`${mode}: axe ${rule}`, where, address);
    }
    for (const one of page.refused) {
      if (!refused.has(one)) fault(`${mode}: refused ${one}`, "", address);
    }
    for (const one of page.errors) {
      if (!errors.has(one)) fault(`${mode}: error ${one}`, "", address);
    }
    for (const [width, much] of Object.entries(page.over)) {
      if (much > over[width] + 1) fault(`at ${width}: ${much} too wide`, "", address);
    }
  }
  const own = [...rules].map((rule) => rule.split(" ")[0]);
  console.log(
    `  ${mode}: the theme's own: ${[...new Set(own)].join(", ") || "nothing"}`,
  );
}
for (const [what, { where, pages }] of said) {
  console.log(`  ${what}\n    on ${pages.length}: ${pages.slice(0, 4).join(" ")}`);
  if (where) console.log(`    ${where}`);
}
console.log(`  ${faults} faults on ${2 * asked.ours.length} pages`);
await browser.close();
server.close();
process.exitCode = Number(faults > 0);
