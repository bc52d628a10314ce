// Does eight tasks of a developer on pages of Django, by keyboard alone.
//
//     node benchmarks/check_tasks.mjs SITE SITE_WITH_TESTS [TASK] < EXPECTED
//
// EXPECTED is JSON, as check_tasks.py makes it: what each task has to show. TASK is a part
// of the name of a task, where not all are to be done. Of each task
// several ways are tried, and the shortest that shows all is told: its steps (a key of
// the page, a word written with the key that ends it, a link followed), how often Tab was
// pressed on the way, and how long it took from the first key until everything was there.
// It ends with 1 if a task takes more than two steps or shows too little.

import { text } from "node:stream/consumers";
import { BROWSERS, open, serve, start, until } from "../tests/browser/harness.mjs";

const MOST_STEPS = 2;
/** Milliseconds until a card is not there. */
const PATIENCE = 3000;
const MOST_STOPS = 400;
const CARD = "dialog.kw-card-full";

const asked = JSON.parse(await text(process.stdin));
const part = process.argv[4] ?? "";
const sites = await Promise.all(process.argv.slice(2, 4).map((site) => serve(site)));

/** Return what the card says: files with how many places each, and all its text. */
const READ_CARD = (selector) => {
  const files = {};
  const classes = [];
  for (const section of document.querySelectorAll(`${selector} section`)) {
    const derived = /^(Derived classes|Classes derived)/.test(section.textContent);
    for (const path of section.querySelectorAll("h4")) {
      for (const item of path.nextElementSibling.children) {
        const times = Number(/×\s*(\d+)$/.exec(item.textContent)?.[1] ?? 1);
        files[path.textContent] = (files[path.textContent] ?? 0) + times;
        const around =
          item.querySelector(".kw-card-around")?.textContent ?? item.textContent;
        if (derived)
          classes.push(`${path.textContent} ${around.split(" · ")[0].trim()}`);
      }
    }
  }
  return { files, classes, text: document.querySelector(selector)?.textContent ?? "" };
};

/** A reader at the keyboard. */
class Reader {
  steps = 0;
  stops = 0;

  constructor(page) {
    this.page = page;
  }

  async chord(...keys) {
    const { keyboard } = this.page;
    for (const held of keys.slice(0, -1)) await keyboard.down(held);
    await keyboard.press(keys.at(-1));
    for (const held of keys.slice(0, -1)) await keyboard.up(held);
  }

  /** Press a key of the page. */
  async key(...keys) {
    this.steps += 1;
    await this.chord(...keys);
  }

  /** Write a word in the palette, and end it with a key when it has answered. */
  async word(word, ...keys) {
    this.steps += 1;
    await this.page.waitForSelector("dialog.kw-palette[open] input");
    await this.page.keyboard.type(word);
    await until(
      this.page,
      () =>
        document.querySelector(".kw-palette [aria-selected=true]") &&
        /^Results: [\d,]+$/.test(document.querySelector(".kw-status").innerText),
    );
    await this.chord(...keys);
  }

  /** Go on with Tab until something has the focus. */
  async reach(is, wanted) {
    for (let number = 0; number < MOST_STOPS; number++) {
      await this.page.keyboard.press("Tab");
      this.stops += 1;
      if (await this.page.evaluate(is, wanted)) return;
    }
    throw new Error(`not reached: ${wanted}`);
  }

  /** Follow a link, or open a fold, whose text begins with something. */
  async follow(label) {
    this.steps += 1;
    await this.reach(
      (start) => document.activeElement?.innerText?.trim().startsWith(start),
      label,
    );
    await this.page.keyboard.press("Enter");
  }

  /** Wait for an address. */
  async at(part) {
    await until(
      this.page,
      (wanted) => decodeURIComponent(location.href).includes(wanted),
      part,
    );
  }

  async card() {
    await this.page.waitForSelector(CARD, { timeout: PATIENCE });
    return this.page.evaluate(READ_CARD, CARD);
  }
}

/** Return which texts of links are seen in a section. */
const SEEN = (selector) =>
  [...document.querySelectorAll(`${selector} a`)]
    .filter((one) => one.checkVisibility())
    .map((one) => one.innerText);

/** Return the path of what a folder's page names. */
const inFolder = (name) => `${asked.folder.path}${name}`;

/** Return what is missing from a list. */
const missing = (wanted, found) => wanted.filter((one) => !found.includes(one));

/** Return the files of which places are missing. */
function fewer(wanted, { files }) {
  return Object.entries(wanted)
    .filter(([path, number]) => (files[path] ?? 0) < number)
    .map(([path, number]) => `${path}: ${files[path] ?? 0} of ${number}`);
}

/** Return a way that ends with the card of a result. */
function byCard(key, word, lacks) {
  return async (reader) => {
    await reader.key(key);
    await reader.word(word, "Shift", "Enter");
    return lacks(await reader.card());
  };
}

/** Return a way that goes to a definition, and asks for its uses there. */
function byPage(word, lacks) {
  return async (reader) => {
    await reader.key("s");
    await reader.word(word, "Enter");
    await reader.at(`#src-${word}`);
    await reader.key("u");
    return lacks(await reader.card());
  };
}

const { callers, tests, subclasses, dependents, folder, jump } = asked;
const lacksFunction = (card) => [
  ...fewer(asked.function.files, card),
  ...missing([asked.function.where, asked.function.says], "").filter(
    (one) => !card.text.replaceAll("\n", " ").includes(one),
  ),
];
const lacksClasses = (card) =>
  missing(
    subclasses.classes.map((one) => one.join(" ")),
    card.classes,
  );
/** Tests, of which some are found by names that are too common for a list. */
const lacksTests = (card) => [
  ...missing(tests.files, Object.keys(card.files)),
  ...Object.entries(tests.by_name)
    .filter(([path]) => !(path in card.files))
    .filter(([, names]) => !names.some((name) => card.text.includes(` .${name} `)))
    .map(([path]) => path),
];
const lacksFiles = (wanted) => (card) => missing(wanted, Object.keys(card.files));

/** Each task: its name, the site, and ways to do it. A way returns what is missing. */
const TASKS = [
  [
    `who calls ${callers.name}`,
    0,
    byCard("s", callers.name, (card) => fewer(callers.files, card)),
    byPage(callers.name, (card) => fewer(callers.files, card)),
  ],
  [
    `tests to run after changing ${tests.path}`,
    1,
    byCard("t", tests.path, lacksTests),
    async (reader) => {
      await reader.key("t");
      await reader.word(tests.path, "Enter");
      await reader.at(tests.path);
      await reader.follow("Tested by");
      await reader.at("#testing-usage");
      return missing(
        [...tests.files, ...Object.keys(tests.by_name)],
        await reader.page.evaluate(SEEN, "#testing-usage"),
      );
    },
  ],
  [
    `all subclasses of ${subclasses.name}`,
    0,
    byCard("s", subclasses.query, lacksClasses),
    async (reader) => {
      await reader.key("s");
      await reader.word(subclasses.query, "Enter");
      await reader.at(`#src-${subclasses.name}`);
      await reader.follow("Architecture");
      await reader.at("#architecture-design");
      await reader.follow(`${subclasses.classes.length} subclasses`);
      const seen = await reader.page.evaluate(SEEN, "#architecture-design");
      return missing(
        subclasses.classes.map(([, name]) => name),
        seen,
      );
    },
  ],
  [
    `from ${jump.from} to ${jump.name} and back`,
    0,
    async (reader) => {
      const { page } = reader;
      await reader.key("s");
      await reader.word(jump.from, "Enter");
      await reader.at(`#src-${jump.from}`);
      await reader.reach(
        (name) => document.activeElement?.innerText === name,
        jump.name,
      );
      const before = await page.evaluate(PLACE);
      // It begins where one reads.
      [reader.steps, reader.from] = [0, performance.now()];
      await reader.key("Enter");
      await reader.at(jump.to);
      await page.waitForSelector(".kw-marked");
      const line = await page.$eval(".kw-marked", (one) => one.id);
      // Alt and the arrow, which a browser without a window does not know.
      reader.steps += 1;
      await page.evaluate(() => history.back());
      await reader.at(jump.page);
      await until(page, (y) => Math.abs(scrollY - y) < 3, before[0]);
      const behind = await page.evaluate(PLACE);
      return [
        line === `L${jump.line}` ? "" : `at ${line}`,
        before[1] === behind[1] ? "" : `focus on ${behind[1]}`,
      ].filter(Boolean);
    },
  ],
  ...asked.mistyped.map(([query, name]) => [
    `find ${name} by ${query}`,
    0,
    async (reader) => {
      await reader.key("s");
      await reader.word(query, "Enter");
      await reader.at(name);
      return [];
    },
  ]),
  [
    `what matters in ${folder.path}`,
    0,
    async (reader) => {
      await reader.key("s");
      await reader.word(folder.path, "Shift", "Enter");
      await reader.at("/doc.html");
      await reader.page.waitForSelector("#important-files");
      return missing(
        folder.files,
        (await reader.page.evaluate(SEEN, "#important-files")).map(inFolder),
      );
    },
    async (reader) => {
      await reader.key("s");
      await reader.word(folder.path, "Enter");
      await reader.at(folder.path);
      await reader.follow("Documentation");
      await reader.at("/doc.html");
      await reader.page.waitForSelector("#important-files");
      return missing(
        folder.files,
        (await reader.page.evaluate(SEEN, "#important-files")).map(inFolder),
      );
    },
  ],
  [
    `what depends on ${dependents.path}`,
    0,
    byCard("t", dependents.path, lacksFiles(dependents.files)),
    async (reader) => {
      await reader.key("t");
      await reader.word(dependents.path, "Enter");
      await reader.at(dependents.path);
      await reader.follow("Used by");
      await reader.at("#dependencies");
      return missing(
        dependents.files,
        await reader.page.evaluate(SEEN, "#dependencies"),
      );
    },
  ],
  [
    `where ${asked.function.name} is defined, what it does, who uses it`,
    0,
    byCard("s", asked.function.name, lacksFunction),
    byPage(asked.function.name, lacksFunction),
  ],
];

/** Where one reads, and what has the focus. */
const PLACE = () => [
  scrollY,
  `${document.activeElement.innerText} ${document.activeElement.getAttribute("href")}`,
];

/** Do a task in one way; return its steps and what is missing. */
async function attempt(browser, url, way) {
  const { page } = await open(browser, `${url}code/index.html`, { width: 1440 });
  const reader = new Reader(page);
  reader.from = performance.now();
  let lacks;
  try {
    lacks = await way(reader);
  } catch (error) {
    lacks = [String(error).split("\n")[0]];
  }
  const { steps, stops } = reader;
  const seconds = (performance.now() - reader.from) / 1000;
  await page.close();
  return { steps, stops, seconds, lacks };
}

let faults = 0;
for (const program of BROWSERS) {
  const browser = await start(program);
  console.log(program.name);
  for (const [name, site, ...ways] of TASKS.filter(([name]) => name.includes(part))) {
    const tried = [];
    for (const way of ways) tried.push(await attempt(browser, sites[site].url, way));
    const [best] = tried.toSorted(
      (one, other) =>
        Math.sign(one.lacks.length) - Math.sign(other.lacks.length) ||
        one.steps - other.steps,
    );
    const { steps, stops, seconds, lacks } = best;
    console.log(
      `  ${name}: ${steps} steps, ${stops} tab stops, ${seconds.toFixed(1)} s` +
        (lacks.length ? `; missing ${lacks.length}: ${lacks.slice(0, 5)}` : ""),
    );
    faults += Number(steps > MOST_STEPS || lacks.length > 0);
  }
  await browser.close();
}
console.log(`${faults} of ${BROWSERS.length * TASKS.length} at fault`);
for (const server of sites) server.close();
process.exitCode = Number(faults > 0);
