// The outline beside a listing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asFiles, inBrowsers, open, ours, until } from "./harness.mjs";

const PAGE = "code/shop/money.py_docs.html";

/** The names that the outline shows. */
const shown = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".kw-outline a")]
      .filter((link) => link.checkVisibility({ contentVisibilityAuto: true }))
      .map((link) => link.textContent),
  );

const current = (page) =>
  page.evaluate(
    () => document.querySelector(".kw-outline [aria-current]")?.textContent,
  );

const scripted = (page) =>
  page.evaluate(() => Boolean(document.querySelector("script[src*=outline]")));

inBrowsers("outline", (at) => {
  test("stands beside the listing and stays in view", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE, { width: 1600 });
    const boxes = await page.evaluate(() => {
      const box = (one) => document.querySelector(one).getBoundingClientRect().toJSON();
      scrollTo({ top: 2000, behavior: "instant" });
      return { side: box(".kw-side"), listing: box("pre.kw-source") };
    });
    assert.ok(boxes.side.left >= boxes.listing.right);
    assert.ok(boxes.side.top >= 0 && boxes.side.bottom <= 900);
    assert.ok((await shown(page)).includes("add_all"));
    const title = await page.$eval(".kw-side > summary", (one) =>
      one.checkVisibility(),
    );
    assert.equal(title, false);
    await page.close();
  });

  for (const where of ["server", "files"]) {
    test(`follows what is read, from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      const { page, errors } = await open(at.browser, base + PAGE);
      await page.waitForSelector(".kw-outline-filter");
      await page.evaluate(() => (location.hash = "#L300"));
      await until(page, () =>
        /^rate_2/.test(
          document.querySelector(".kw-outline [aria-current]")?.textContent,
        ),
      );
      await until(page, () => {
        const link = document.querySelector(".kw-outline [aria-current]");
        const { top, bottom } = link.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      await page.evaluate(() => (location.hash = "#def-rate_150"));
      await until(page, () =>
        /^rate_150/.test(
          document.querySelector(".kw-outline [aria-current]")?.textContent,
        ),
      );
      /* Sections are about no definition. */
      for (const part of ["#high-level-overview", "#L300", "#dependencies"]) {
        await page.evaluate((to) => (location.hash = to), part);
        const none = part !== "#L300";
        await until(
          page,
          (none) => none === !document.querySelector(".kw-outline [aria-current]"),
          none,
        );
      }
      await page.evaluate(() => (location.hash = "#L1"));
      await until(page, () => !document.querySelector(".kw-outline [aria-current]"));
      assert.equal(await current(page), undefined);
      assert.deepEqual(await ours(at.browser, base, errors), []);
      await page.close();
    });
  }

  test("follows which description is read", async () => {
    const { page } = await open(
      at.browser,
      `${at.server.url}code/shop/cart.py_docs.html`,
    );
    await page.waitForSelector(".kw-outline-filter");
    /* There is room below, so that all descriptions come to where one reads. */
    await page.evaluate(() => (document.body.style.paddingBottom = "100vh"));
    for (const id of ["def-Cart.total_amount", "def-empty_cart"]) {
      await page.evaluate((id) => (location.hash = `#${id}`), id);
      const name = id.replace(/.*[.-]/, "");
      await until(
        page,
        (name) =>
          document.querySelector(".kw-outline [aria-current]")?.textContent === name,
        name,
      );
    }
    await page.close();
  });

  test("finds names", async () => {
    const { page } = await open(
      at.browser,
      `${at.server.url}code/shop/cart.py_docs.html`,
    );
    await page.waitForSelector(".kw-outline-filter");
    await page.type(".kw-outline-filter", "INTO");
    assert.deepEqual(await shown(page), ["Cart", "put_into", "BigCart", "put_into"]);
    await page.keyboard.press("Escape");
    assert.ok((await shown(page)).includes("empty_cart"));
    await page.type(".kw-outline-filter", "total");
    await page.keyboard.press("Enter");
    assert.match(await page.evaluate(() => location.hash), /total_amount|L\d+/);
    await page.close();
  });

  test("is a fold where there is little room", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE, { width: 1000 });
    assert.equal(await scripted(page), false);
    assert.deepEqual(await shown(page), []);
    await page.click(".kw-side > summary");
    assert.ok((await shown(page)).includes("add_all"));
    await page.close();
  });

  // WebDriver BiDi cannot turn scripts off in Firefox yet.
  if (at.program.name === "chrome")
    test("is there without scripts", async () => {
      const { page } = await open(at.browser, at.server.url + PAGE, { scripts: false });
      assert.equal(await page.$(".kw-outline-filter"), null);
      assert.ok(await page.$eval(".kw-outline a", (link) => link.offsetParent));
      await page.close();
    });
});
