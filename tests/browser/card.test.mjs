// The card of a definition.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  BROWSERS,
  asFiles,
  inBrowsers,
  open,
  ours,
  serve,
  start,
  until,
} from "./harness.mjs";

const CART = "code/shop/cart.py_docs.html";
const MONEY = "code/shop/money.py_docs.html";
const TESTS = "code/tests/test_cart.py_docs.html";
const HOSTILE = "code/shop/hostile.py_docs.html";

/** Return a name in the listing that leads to a definition. */
async function name(page, id, nth = 0) {
  const found = [];
  for (const link of await page.$$("pre.kw-source a[href]")) {
    const address = await link.evaluate((one) => decodeURIComponent(one.href));
    if (address.endsWith(`#def-${id}`) || address.endsWith(`#src-${id}`))
      found.push(link);
  }
  assert.ok(found[nth], `a link to ${id}`);
  await found[nth].evaluate((one) =>
    one.scrollIntoView({ block: "center", behavior: "instant" }),
  );
  return found[nth];
}

const card = (page) =>
  page.waitForSelector(".kw-card", { polling: 100, timeout: 5000 });
const gone = (page) =>
  page.waitForSelector(".kw-card", { hidden: true, timeout: 5000 });
const lines = (page, selector) =>
  page.$$eval(selector, (all) => all.map((one) => one.textContent.trim()));
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
/** Wait until the script is there, as keys are for nobody before. */
const ready = (page) => until(page, () => !!window.kwindex.card);

inBrowsers("card", (at) => {
  test("can be read where a theme's root has 10 pixels", async () => {
    const { page } = await open(at.browser, at.server.url + TESTS);
    await page.evaluate(() => (document.documentElement.style.fontSize = "10px"));
    await (await name(page, "Amount")).hover();
    const shown = await card(page);
    const [text, room, button] = await shown.evaluate((one) => [
      parseFloat(getComputedStyle(one).fontSize),
      one.getBoundingClientRect().width,
      one.querySelector("button").getBoundingClientRect().height,
    ]);
    assert.ok(text >= 14 && room > 500 && button >= 24, `${text} ${room} ${button}`);
    await page.close();
  });

  for (const where of ["server", "files"]) {
    test(`shows uses to a pointer from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      const { page, errors } = await open(at.browser, base + TESTS);
      await (await name(page, "Amount")).hover();
      const shown = await card(page);
      assert.equal(
        await shown.evaluate((one) => one.getAttribute("aria-label")),
        "class Amount",
      );
      assert.deepEqual(await lines(page, ".kw-card h3"), [
        "Uses: 4",
        "Uses in tests: 2",
      ]);
      assert.deepEqual(await lines(page, ".kw-card h4"), [
        "shop/money.py",
        "shop/cart.py",
        "tests/test_cart.py",
      ]);
      const [first] = await lines(page, ".kw-card li code");
      assert.equal(first, "return Amount(sum(amount.cents for amount in amounts))");
      const place = await page.$eval(".kw-card li a", (one) => one.href);
      assert.match(place, /code\/shop\/money\.py_docs\.html#L\d+$/);
      assert.match(
        await page.$eval(".kw-card-name", (one) => one.href),
        /money\.py_docs\.html#(src|def)-Amount$/,
      );
      // It stays while the pointer is on it, and goes with Escape.
      const box = await shown.boundingBox();
      await page.mouse.move(box.x + 40, box.y + 40, { steps: 4 });
      await wait(500);
      assert.ok(await page.$(".kw-card"));
      await page.keyboard.press("Escape");
      await gone(page);
      await (await name(page, "Amount")).hover();
      await page.mouse.move(2, 2);
      await wait(900);
      assert.equal(await page.$(".kw-card"), null);
      assert.deepEqual(await ours(at.browser, base, errors), []);
      await page.close();
    });
  }

  test("is reached by keys, and gives focus back", async () => {
    const { page } = await open(at.browser, at.server.url + MONEY);
    // The first is the definition, the second says that only the name matches.
    const link = await name(page, "Amount.cents", 1);
    const title = () => link.evaluate((one) => one.title);
    assert.equal(await title(), "by name only");
    await link.focus();
    await ready(page);
    await page.keyboard.press("i");
    await card(page);
    await until(page, () => document.activeElement?.matches(".kw-card"));
    assert.equal(await title(), "");
    await page.keyboard.press("Tab");
    assert.ok(
      await page.evaluate(() => document.activeElement?.matches(".kw-card-name")),
    );
    await page.keyboard.press("Escape");
    await gone(page);
    assert.ok(await link.evaluate((one) => one === document.activeElement));
    assert.equal(await title(), "by name only");
    await page.keyboard.down("Alt");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.up("Alt");
    await card(page);
    // Behind its last link the page goes on.
    await until(page, () => document.activeElement?.matches(".kw-card"));
    await page.keyboard.down("Shift");
    await page.keyboard.press("Tab");
    await page.keyboard.up("Shift");
    await gone(page);
    await page.close();
  });

  test("is pinned, and opened in full", async () => {
    const { page, errors } = await open(at.browser, at.server.url + CART);
    await page.waitForSelector("dt[id='def-Cart'] .sig-name");
    await page.$eval("dt[id='def-Cart'] .sig-name", (one) =>
      one.scrollIntoView({ block: "center", behavior: "instant" }),
    );
    await page.hover("dt[id='def-Cart'] .sig-name");
    await card(page);
    assert.deepEqual((await lines(page, ".kw-card h3"))[0], "Derived classes: 1");
    const buttons = await lines(page, ".kw-card button");
    assert.deepEqual(buttons, ["Pin", "Open", "✕"]);
    await page.click(".kw-card [aria-pressed]");
    await page.mouse.move(2, 2);
    await wait(600);
    assert.ok(await page.$(".kw-card.kw-pinned"));
    await page.evaluate(() =>
      kwindex.card.open(`${location.origin}${location.pathname}#def-Cart`),
    );
    await page.waitForSelector("dialog.kw-card[open] input");
    await page.keyboard.type("test_big");
    assert.deepEqual(await lines(page, "dialog.kw-card h4:not([hidden])"), [
      "tests/test_cart.py",
    ]);
    assert.equal(
      await page.$eval("dialog.kw-card [role=status]", (one) => one.textContent),
      "Uses found: 1",
    );
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.kw-card", { hidden: true });
    await page.click(".kw-pinned button:last-child");
    await gone(page);
    assert.deepEqual(await ours(at.browser, at.server.url, errors), []);
    await page.close();
  });

  test("stays in a narrow window", async () => {
    const size = { width: 390, height: 700 };
    const { page } = await open(at.browser, at.server.url + TESTS, size);
    for (const id of ["Cart", "Amount", "Cart.total_amount", "empty_cart"]) {
      await (await name(page, id)).hover();
      const shown = await card(page);
      const box = await shown.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390, id);
      assert.ok(box.y >= 0 && box.y + box.height <= 700, id);
      await page.keyboard.press("Escape");
      await page.mouse.move(2, 2);
      await gone(page);
    }
    await page.close();
  });

  test("keeps hostile names inert", async () => {
    const { page, errors } = await open(at.browser, at.server.url + HOSTILE);
    for (const id of ["__proto__", "хорошо", "Hübsch.__proto__"]) {
      await page.evaluate((id) => kwindex.load("_static/kwindex-card.js"), id);
      await page.evaluate((to) => kwindex.card.open(to), `${page.url()}#def-${id}`);
      await page.waitForSelector("dialog.kw-card[open]");
      assert.deepEqual(await lines(page, "dialog .kw-card-name"), [id]);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog.kw-card", { hidden: true });
    }
    let fired = 0;
    page.on("dialog", (dialog) => {
      fired += 1;
      dialog.dismiss();
    });
    await page.evaluate((to) => kwindex.card.open(to), `${page.url()}#def-хорошо`);
    await page.waitForSelector("dialog.kw-card[open] li");
    const said = await page.$eval("dialog.kw-card", (one) => one.textContent);
    for (const number of [1, 2, 3])
      assert.ok(said.includes(`<img src=x onerror=alert(${number})>`));
    await wait(300);
    assert.equal(fired, 0);
    assert.equal((await page.$$(".kw-card img")).length, 0);
    assert.deepEqual(await ours(at.browser, at.server.url, errors), []);
    await page.close();
  });

  test("leaves links alone where nothing is known", async () => {
    const { page } = await open(at.browser, at.server.url + TESTS);
    await page.setRequestInterception(true);
    page.on("request", (request) =>
      request.url().includes("/_kwindex/pages/") ? request.abort() : request.continue(),
    );
    const link = await name(page, "Amount");
    await link.hover();
    await wait(900);
    assert.equal(await page.$(".kw-card"), null);
    await link.click();
    await until(page, () => location.href.includes("money.py_docs.html#"));
    await page.close();
  });
});

for (const program of BROWSERS.filter(({ name }) => name === "chrome")) {
  test("opens by a finger, and then is a link", async () => {
    const [browser, server] = await Promise.all([start(program), serve()]);
    try {
      const page = await browser.newPage();
      await page.setViewport({
        width: 390,
        height: 800,
        hasTouch: true,
        isMobile: true,
      });
      await page.goto(server.url + TESTS);
      const link = await name(page, "Amount");
      await link.tap();
      await card(page);
      assert.equal(page.url(), server.url + TESTS);
      await page.touchscreen.tap(5, 5);
      await gone(page);
      await link.tap();
      await card(page);
      const title = await page.$(".kw-card-name");
      await Promise.all([page.waitForNavigation(), title.tap()]);
      assert.match(page.url(), /money\.py_docs\.html#/);
    } finally {
      server.close();
      await browser.close();
    }
  });
}
