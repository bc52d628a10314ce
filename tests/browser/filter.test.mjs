// The boxes that filter lists.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { asFiles, inBrowsers, open, ours, until } from "./harness.mjs";

const KEYWORDS = "code/shop/money.py_kw.html";
const CART = "code/shop/cart.py_kw.html";
const USES = "code/shop/cart.py_docs.html";
const BOX = ".kw-filter > input";

/** The names that are shown, and the headings above them. */
const SHOWN = () => {
  const seen = (selector) =>
    [...document.querySelectorAll(`div.kw-map ${selector}`)]
      .filter((one) => one.checkVisibility())
      .map((one) => one.firstChild?.textContent.trim());
  return { names: seen("li[data-kw] > .kw-name"), headings: seen("h3") };
};

const shown = async (page) => page.evaluate(SHOWN);
const status = (page) => page.$eval(".kw-filter [role=status]", (one) => one.innerText);

/** Wait until a text is where others are told of it. */
const told = (page, text) =>
  until(
    page,
    (wanted) =>
      document.querySelector(".kw-filter [role=status]")?.textContent === wanted,
    text,
  );

const choose = (page, label) =>
  page.evaluate((wanted) => {
    const all = [...document.querySelectorAll(".kw-filter button")];
    all.find((one) => one.textContent.startsWith(wanted)).click();
  }, label);

const query = (page, wanted) =>
  until(page, (text) => decodeURIComponent(location.search) === text, wanted);

inBrowsers("filter", (at) => {
  for (const where of ["server", "files"]) {
    test(`filters by words from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      const { page, errors } = await open(at.browser, base + KEYWORDS);
      assert.equal((await page.$$("script[src*=filter]")).length, 0);
      await page.type(BOX, "rate_39");
      await told(page, "11 of 404 on this page");
      let { names, headings } = await shown(page);
      assert.equal(names.length, 11);
      assert.ok(names.every((name) => name.startsWith("rate_39")));
      assert.deepEqual(headings, ["Variables"]);
      await query(page, "?q=rate_39");
      // The other order, and another case.
      await page.$eval(BOX, (box) => box.select());
      await page.type(BOX, "ADD _all");
      await told(page, "1 of 404 on this page");
      await page.keyboard.press("Enter");
      assert.equal(
        await page.evaluate(() => document.activeElement.textContent),
        "add_all",
      );
      await page.focus(BOX);
      await page.keyboard.press("Escape");
      await told(page, "404 of 404 on this page");
      await query(page, "");
      ({ headings } = await shown(page));
      assert.ok(headings.includes("Classes") && headings.includes("Imports"));
      const found = await ours(at.browser, base, errors);
      // Chromium asks for an icon of the site.
      assert.deepEqual(
        found.filter((error) => !/404/.test(error)),
        [],
      );
      await page.close();
    });
  }

  test("filters by what is known, and the address keeps it", async () => {
    const { page } = await open(at.browser, at.server.url + CART);
    await page.focus(BOX);
    await page.waitForSelector(".kw-filter button");
    await choose(page, "no test found");
    await choose(page, "private");
    await query(page, "?is=private,untested");
    assert.deepEqual((await shown(page)).names, ["_private"]);
    await choose(page, "private");
    await choose(page, "method");
    await query(page, "?kind=method&is=untested");
    const before = await shown(page);
    assert.deepEqual(before.names, ["Cart.__repr__", "BigCart.put_into"]);
    await page.reload();
    await page.waitForSelector(".kw-filter button[aria-pressed=true]");
    assert.deepEqual(await shown(page), before);
    assert.equal(await status(page), "2 of 13 on this page");
    await page.close();
  });

  test("leads to what it hides", async () => {
    const { page } = await open(at.browser, `${at.server.url}${KEYWORDS}?q=add_all`);
    await told(page, "1 of 404 on this page");
    assert.deepEqual((await shown(page)).headings, ["Functions"]);
    await page.evaluate(() => (location.hash = "keywords-variables"));
    await told(page, "404 of 404 on this page");
    await page.close();
  });

  test("filters uses, where there are many", async () => {
    const { page } = await open(at.browser, at.server.url + USES);
    assert.equal(await page.$(BOX), null);
    const opened = () => {
      const dt = document.getElementById("def-empty_cart");
      dt.nextElementSibling.querySelector("details").open = true;
    };
    await page.evaluate(opened);
    await page.waitForSelector(`.kw-users ${BOX}`);
    await page.type(BOX, "use_13");
    await until(
      page,
      () => document.querySelectorAll(".kw-users[open] li:not([hidden])").length < 4,
    );
    await until(page, () => location.search.includes("of="));
    const text = await page.$eval(".kw-users[open]", (one) => one.innerText);
    assert.match(text, /use_13/);
    assert.doesNotMatch(text, /use_12/);
    await page.reload();
    await page.waitForSelector(`.kw-users ${BOX}`);
    await until(
      page,
      () => document.querySelectorAll(".kw-users[open] li:not([hidden])").length < 4,
    );
    await page.close();
  });

  test("hides at once what holds nothing that is shown", async () => {
    const { page } = await open(at.browser, at.server.url + KEYWORDS);
    const left = await page.evaluate(async () => {
      await kwindex.load("_static/kwindex-filter.js");
      const box = document.createElement("div");
      box.innerHTML =
        "<div><input></div><ul class='kw-entries'><li>One</li><li>A<ul><li>B<ul>" +
        "<li>C</li></ul></li></ul></li></ul>";
      document.body.append(box);
      const [bar, list] = box.children;
      bar.firstChild.value = "One";
      kwindex.filter(bar, [list], "some");
      return [...list.querySelectorAll("li:not([hidden])")].map((one) => one.innerText);
    });
    assert.deepEqual(left, ["One"]);
    await page.close();
  });

  test("is not there above few entries", async () => {
    const few = `${at.server.url}code/shop/parts/index.html`;
    const { page } = await open(at.browser, few);
    assert.equal(await page.$(".kw-filter"), null);
    await page.close();
  });
});
