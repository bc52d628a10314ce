// Links that last: copied by name, lines that are marked, pages that lead on.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { SITE, asFiles, inBrowsers, open, ours, serve, until } from "./harness.mjs";

const PAGE = "code/shop/cart.py_docs.html";
const ORIGINAL = "https://github.com/shop/shop/blob/main/shop/cart.py";

/** Keep what is copied, on the page. */
function listen(page) {
  return page.evaluate(() => {
    window.copied = [];
    const writeText = async (text) => void window.copied.push(text);
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
}

const copied = (page) => page.evaluate(() => window.copied.at(-1));
const marked = (page) =>
  page.$$eval(".kw-marked", (lines) => lines.map((line) => line.id).join(" "));
const told = (page, text) =>
  until(
    page,
    (text) => document.querySelector(".kw-told")?.textContent.includes(text),
    text,
  );

/** Press on the number of a line. */
async function onNumber(page, id, act) {
  const { x, y } = await page.$eval(`#${id}`, (line) => {
    line.scrollIntoView({ block: "center", behavior: "instant" });
    const box = line.getClientRects()[0];
    const { left } = line.closest(".kw-lines").getBoundingClientRect();
    return { x: left + 8, y: box.top + box.height / 2 };
  });
  await act(x, y);
}

inBrowsers("links", (at) => {
  for (const where of ["server", "files"]) {
    test(`copies links by name, from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      const { page, errors } = await open(at.browser, base + PAGE);
      await listen(page);
      await page.$eval("dt[id='def-Cart.total_amount']  a.sig-name", (link) =>
        link.click(),
      );
      await told(page, "#def-Cart.total_amount");
      assert.equal(await copied(page), `${base}${PAGE}#def-Cart.total_amount`);
      // A line of the body, the class's own line, none, and none of a definition.
      for (const [line, id] of [
        ["L23", "(src|def)-Cart.total_amount"],
        ["L9", "(src|def)-Cart"],
        ["L3", "L3"],
      ]) {
        await page.evaluate((line) => (location.hash = line), line);
        await page.waitForSelector(`#${line}.kw-marked`);
        await page.keyboard.press("y");
        await until(
          page,
          (wanted) => new RegExp(`#${wanted}$`).test(window.copied.at(-1)),
          id,
        );
        assert.match(page.url(), new RegExp(`#${id}$`));
      }
      // Nothing is marked as a word is written.
      await page.evaluate(() => document.body.append(document.createElement("input")));
      await page.focus("body > input:last-of-type");
      const before = await page.evaluate(() => window.copied.length);
      await page.keyboard.press("y");
      assert.equal(await page.evaluate(() => window.copied.length), before);
      const found = await ours(at.browser, base, errors);
      // Browsers ask for an icon.
      assert.deepEqual(
        found.filter((error) => !/404/.test(error)),
        [],
      );
      await page.close();
    });
  }

  test("marks lines by keys and taps", async () => {
    const { page } = await open(at.browser, `${at.server.url}${PAGE}#L9`);
    await page.keyboard.down("Shift");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await marked(page), "L9 L10 L11");
    assert.match(page.url(), /#L9-L11$/);
    await told(page, "9–11");
    for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowUp");
    assert.equal(await marked(page), "L8 L9");
    await page.keyboard.up("Shift");
    await onNumber(page, "L20", (x, y) => page.mouse.click(x, y));
    assert.equal(await marked(page), "L20");
    await onNumber(page, "L22", (x, y) => page.mouse.click(x, y));
    assert.equal(await marked(page), "L22");
    // A finger has no Shift.
    await page.evaluate(() => {
      const touch = new PointerEvent("pointerdown", { pointerType: "touch" });
      document.addEventListener("mousedown", () => document.dispatchEvent(touch));
    });
    await onNumber(page, "L24", (x, y) => page.mouse.click(x, y));
    assert.equal(await marked(page), "L22 L23 L24");
    await onNumber(page, "L9", (x, y) => page.mouse.click(x, y));
    assert.equal(await marked(page), "L9");
    await page.close();
  });

  test("leads to the same lines of the original", async () => {
    const { page } = await open(at.browser, `${at.server.url}${PAGE}#L9-L12`);
    const links = () =>
      page.$$eval("a", (all) => all.map((a) => a.href).filter((a) => /blob/.test(a)));
    await page.waitForSelector("a[href$='#L9-L12']");
    assert.deepEqual([...new Set(await links())], [`${ORIGINAL}#L9-L12`]);
    await onNumber(page, "L9", (x, y) => page.mouse.click(x, y));
    await page.waitForSelector(`a[href='${ORIGINAL}#L9']`);
    await onNumber(page, "L9", (x, y) => page.mouse.click(x, y));
    assert.deepEqual([...new Set(await links())], [ORIGINAL]);
    await page.close();
  });

  for (const where of ["server", "files"]) {
    test(`leads on from where something was, from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      for (const [from, to] of [
        ["purse.py_docs.html", "money.py_docs.html"],
        ["purse.py_kw.html", "money.py_kw.html"],
        ["purse.py_docs.html#def-Amount", "money.py_docs.html#def-Amount"],
        ["purse.py_docs.html#L12-L14", "money.py_docs.html#L12-L14"],
        ["purse.py_docs.html#src-Coin", "cart.py_docs.html#def-Cart"],
        [
          "purse.py_docs.html#def-Coin.total_amount",
          "cart.py_docs.html#def-Cart.total_amount",
        ],
      ]) {
        const { page } = await open(at.browser, `${base}code/shop/${from}`);
        const wanted = `${base}code/shop/${to}`;
        await until(page, (wanted) => location.href === wanted, wanted);
        // And it stays there.
        await new Promise((done) => setTimeout(done, 300));
        assert.equal(await page.evaluate(() => location.href), wanted);
        await page.close();
      }
    });
  }

  test("leads on without scripts", async () => {
    const silent = await serve(SITE, "script-src 'none'");
    const from = `${silent.url}code/shop/purse.py_docs.html`;
    const { page } = await open(at.browser, from);
    for (let n = 0; n < 50 && page.url() === from; n++)
      await new Promise((done) => setTimeout(done, 100));
    assert.equal(page.url(), `${silent.url}code/shop/money.py_docs.html`);
    await page.close();
    silent.close();
  });

  test("shows the note, also for what was inside", async () => {
    for (const id of ["def-Basket", "src-Basket", "def-Basket.weigh"]) {
      const { page } = await open(at.browser, `${at.server.url}${PAGE}#${id}`);
      const top = await page.$eval(
        "[id='def-Basket']",
        (entry) => entry.getBoundingClientRect().top,
      );
      assert.ok(top >= 0 && top < 900, `${id}: ${top}`);
      await page.close();
    }
  });
});
