// The script that stands on all pages of the map.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asFiles, inBrowsers, open, ours } from "./harness.mjs";

const PAGE = "code/shop/cart.py_docs.html";

inBrowsers("core", (at) => {
  test("takes no colour that lets others through for the ground", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    const found = await page.evaluate(() => {
      const listing = document.querySelector(".kw-source");
      listing.parentElement.style.backgroundColor = "rgb(1, 200, 3)";
      return ["rgba(9, 9, 9, 0.5)", "oklab(0.9 0 0 / 0.25)", "oklab(0.9 0 0)"].map(
        (colour) => {
          listing.style.setProperty("background-color", colour, "important");
          return kwindex.background(listing, "rgb(0, 0, 0)");
        },
      );
    });
    assert.deepEqual(found, ["rgb(1, 200, 3)", "rgb(1, 200, 3)", "oklab(0.9 0 0)"]);
  });

  test("keeps names that run from right to left in the order of the path", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    const found = await page.evaluate(() => {
      const line = document.querySelector(".kw-breadcrumbs > p");
      const crumbs = [...line.childNodes].filter((one) => one.textContent !== " / ");
      return [
        ["a", "b", "c"],
        ["\u05d0", "\u05d1", "\u05d2"],
      ].map((names) => {
        names.forEach(
          (name, n) => (crumbs[n].textContent = n < 2 ? name : ` / ${name}.py`),
        );
        return crumbs.map((crumb) => {
          const range = document.createRange();
          range.selectNodeContents(crumb);
          return range.getBoundingClientRect().left;
        });
      });
    });
    for (const places of found)
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
      );
    const path = await page.$$eval(".kw-fields dd a, bdi", (links) => [
      ...new Set(links.map((link) => getComputedStyle(link).direction)),
    ]);
    assert.deepEqual(path, ["ltr"]);
    await page.close();
  });

  test("lets keys reach what scrolls sideways, and nothing else", async () => {
    const { page } = await open(at.browser, at.server.url + "code/prices.md_docs.html");
    const focusable = () =>
      page.$$eval(".kw-cell :is(table, pre)", (boxes) =>
        boxes.map((box) => box.tabIndex + (box.getAttribute("aria-label") ?? "")),
      );
    const wide = "0Scrolls sideways";
    await page.setViewport({ width: 390, height: 800 });
    await page.waitForSelector("table[tabindex]");
    assert.deepEqual(await focusable(), [wide, wide, "-1"]);
    assert.equal(await page.$eval(".kw-cell pre", (box) => box.role), "group");
    await page.$eval(".kw-cell", ({ style }) => (style.minWidth = "5000px"));
    await page.waitForSelector(".kw-cell:not(:has([tabindex]))");
    assert.deepEqual(await focusable(), ["-1", "-1", "-1"]);
    await page.close();
  });

  test("takes names apart as Python does", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    const names = {
      "a.f.<locals>.g": "g",
      "n::Map<K, std::pair<A, B>>::at": "at",
      "C::operator()": "operator()",
      "C::operator()::Inner": "Inner",
      "C::operator==<T>::x": "x",
      "C::operator std::string": "operator std::string",
      "K.[Symbol.iterator]": "[Symbol.iterator]",
      "a.": "a.",
    };
    const found = await page.evaluate(
      (all) => all.map((name) => name.slice(kwindex.lastPart(name))),
      Object.keys(names),
    );
    assert.deepEqual(found, Object.values(names));
    await page.close();
  });

  test("leads to headings where they are rendered, and to lines of the source", async () => {
    const read = at.server.url + "code/README.md_docs.html";
    const { page } = await open(at.browser, `${read}#L5`);
    const found = () =>
      page.evaluate(() => {
        const shown = document.getElementById(
          decodeURIComponent(location.hash.slice(1)),
        );
        const { top } = shown.getBoundingClientRect();
        return [location.hash, shown.textContent.trim(), top >= 0 && top < innerHeight];
      });
    assert.deepEqual(await found(), ["#text-L5", "How to buy", true]);
    await page.goto("about:blank");
    await page.goto(`${read}#L7`);
    assert.deepEqual(await found(), ["#L7", "Ask us.", true]);
    await page.close();
  });

  test("has a long title broken wherever a theme shows it", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE, { width: 390 });
    const over = await page.evaluate(() => {
      const shown = document.createElement("div");
      shown.textContent = `Documentation: ${"organisation_of_everything/".repeat(9)}`;
      document.body.append(shown);
      const { clientWidth, scrollWidth } = document.scrollingElement;
      return scrollWidth - clientWidth;
    });
    assert.equal(over, 0);
    await page.close();
  });

  for (const where of ["server", "files"]) {
    test(`loads texts and data from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      // Where there is room, the outline beside the listing loads the texts at once.
      const size = { width: 1000 };
      const { page, errors } = await open(at.browser, base + PAGE, size);
      assert.equal(await page.evaluate(() => kwindex.root), base);
      assert.equal(
        await page.evaluate(() => kwindex.text("palette.title")),
        "palette.title",
      );
      await page.evaluate(() => kwindex.load("_static/kwindex.css"));
      const text = await page.evaluate(() => kwindex.text("palette.title"));
      assert.equal(text, "Go to a definition or a file");
      const [twice, scripts] = await page.evaluate(async () => {
        const [one, other] = await Promise.all([
          kwindex.data("texts"),
          kwindex.data("texts"),
        ]);
        return [one === other, document.querySelectorAll("script[src*=texts]").length];
      });
      assert.ok(twice);
      assert.equal(scripts, 1);
      const missing = await page.evaluate(() =>
        kwindex.data("none/here").catch(String),
      );
      assert.equal(missing, "Error: _kwindex/none/here.js is missing");
      // Browsers tell of what is not there.
      const found = await ours(at.browser, base, errors);
      assert.deepEqual(
        found.filter((error) => !/404|ERR_FILE/.test(error)),
        [],
      );
      await page.close();
    });
  }

  test("names the box of a picture that is pointed at or has the focus", async () => {
    const { page } = await open(at.browser, `${at.server.url}code/index.html`);
    const legend = () => page.$eval(".kw-legend", (one) => one.textContent);
    const explained = await legend();
    const box = (await page.$$(".kw-picture a:has(> title)")).at(-1);
    const title = await box.$eval("title", (one) => one.textContent);
    await box.hover();
    assert.equal(await legend(), title);
    await page.hover("h1");
    assert.equal(await legend(), explained);
    await box.evaluate((one) => one.focus());
    assert.equal(await legend(), title);
    await page.close();
  });

  test("keeps together what is said of a long name", async () => {
    const { page } = await open(at.browser, `${at.server.url}code/index.html`);
    const gap = await page.evaluate(() => {
      const row = document.querySelector("ul.kw-rows > li:has(.kw-summary)");
      row.querySelector("a").textContent = "long_name ".repeat(60);
      row.append(kwindex.element("span", { class: "kw-parts" }, "3 places"));
      const [said, more] = row.querySelectorAll(":scope > :is(.kw-summary, .kw-parts)");
      return more.getBoundingClientRect().top - said.getBoundingClientRect().bottom;
    });
    assert.ok(Math.abs(gap) < 20, gap);
    await page.close();
  });

  for (const style of ["p, li, dd", "body"])
    test(`does not justify paths and rows as a theme does ${style}`, async () => {
      const { page } = await open(at.browser, `${at.server.url}code/index.html`);
      const found = await page.evaluate((style) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`${style} { text-align: justify; }`);
        document.adoptedStyleSheets = [sheet];
        const some = [...document.querySelectorAll(".kw-map :is(p, li)")];
        return [...new Set(some.map((one) => getComputedStyle(one).textAlign))];
      }, style);
      assert.deepEqual(found, ["start"]);
      await page.close();
    });
});
