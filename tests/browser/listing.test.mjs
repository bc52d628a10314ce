// Listings: where names lead, what marks it, and what stays at the top of the screen.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { inBrowsers, open, ours, until } from "./harness.mjs";

const CART = "code/shop/cart.py_docs.html";
const MONEY = "code/shop/money.py_docs.html";

/** Let the page see that it was scrolled. */
const settled = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

inBrowsers("listings", (at) => {
  test("leads to a definition in another listing, and back", async () => {
    const { page, errors } = await open(at.browser, at.server.url + CART, {
      height: 300,
    });
    await page.evaluate(() =>
      document.querySelector('pre.kw-source a[href$="#src-add_all"]').scrollIntoView(),
    );
    const from = await page.evaluate(() => scrollY);
    assert.ok(from > 0);
    await page.evaluate(() =>
      document.querySelector('pre.kw-source a[href$="#src-add_all"]').click(),
    );
    await until(page, (to) => location.href.endsWith(to), `${MONEY}#src-add_all`);
    await until(page, () => document.querySelector(".kw-marked") !== null);
    const marked = await page.evaluate(() =>
      [...document.querySelectorAll(".kw-marked")].map((line) => kwindex.textOf(line)),
    );
    assert.deepEqual(marked, ["def add_all(amounts):\n"]);
    // Firefox does not say that it went back.
    await page.evaluate(() => setTimeout(() => history.back()));
    const there = (y) => location.hash === "" && Math.abs(scrollY - y) < 20;
    await until(page, there, from);
    await until(page, () => document.activeElement.matches('a[href$="#src-add_all"]'));
    const found = await ours(at.browser, at.server.url, errors);
    assert.deepEqual(
      found.filter((error) => !/404/.test(error)),
      [],
    );
    await page.close();
  });

  test("leads to a definition on the page, and back", async () => {
    const url = `${at.server.url}${CART}#src-BigCart`;
    const { page } = await open(at.browser, url, { height: 300 });
    const link = 'pre.kw-source a[href="#src-Cart"]';
    await page.focus(link);
    await page.keyboard.press("Enter");
    await until(page, () => location.hash === "#src-Cart");
    await page.evaluate(() => document.activeElement.blur());
    await page.evaluate(() => setTimeout(() => history.back()));
    await until(page, () => location.hash === "#src-BigCart");
    await new Promise((done) => setTimeout(done, 100));
    await until(page, (one) => document.activeElement.matches(one), link);
    await page.close();
  });

  test("is at once where an address leads, whatever the theme does", async () => {
    const early = () => {
      const theme = new CSSStyleSheet();
      theme.replaceSync("html { scroll-behavior: smooth; }");
      document.adoptedStyleSheets = [theme];
    };
    const url = `${at.server.url}code/shop/long.py_docs.html#L1670`;
    const { page } = await open(at.browser, url, { early });
    const top = () =>
      page.$eval("[id=L1670]", (line) => line.getBoundingClientRect().top);
    assert.ok((await top()) >= 0 && (await top()) < 200, String(await top()));
    await page.close();
  });

  test("runs from left to right in a manual that does not", async () => {
    const { page } = await open(at.browser, at.server.url + CART);
    const sides = () =>
      page.$$eval("pre.kw-source, .kw-definition > dt code", (all) =>
        all.map((code) => {
          const { direction, textAlign } = getComputedStyle(code);
          return `${direction} ${textAlign}`;
        }),
      );
    const before = await sides();
    await page.evaluate(() => (document.documentElement.dir = "rtl"));
    assert.ok(before.length > 1);
    assert.deepEqual(await sides(), before);
    await page.close();
  });

  test("is quoted where a list of uses is opened", async () => {
    const { page, errors } = await open(at.browser, at.server.url + MONEY);
    const quoted = () =>
      page.$$eval("dt[id='def-Amount'] + dd > .kw-users li > a[href^='#L']", (links) =>
        links.map(
          (link) => link.parentElement.querySelector("code")?.textContent ?? "",
        ),
      );
    assert.ok((await quoted()).length);
    assert.ok((await quoted()).every((code) => code === ""));
    await page.click("dt[id='def-Amount'] + dd > .kw-users > summary");
    await page.waitForSelector("dt[id='def-Amount'] + dd > .kw-users a + code");
    // Once, however often it is opened.
    await page.click("dt[id='def-Amount'] + dd > .kw-users > summary");
    await page.click("dt[id='def-Amount'] + dd > .kw-users > summary");
    const codes = await quoted();
    assert.ok(
      codes.includes("return Amount(sum(amount.cents for amount in amounts))"),
      String(codes),
    );
    assert.equal(
      await page.$$eval(
        "dt[id='def-Amount'] + dd > .kw-users li",
        (rows) => rows.filter((row) => row.querySelectorAll(":scope > code")[1]).length,
      ),
      0,
    );
    // Paper has all of them.
    const other = await open(at.browser, at.server.url + MONEY);
    await other.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.ok(await other.page.$("details.kw-users:not([open]) a + code"));
    await other.page.close();
    const found = await ours(at.browser, at.server.url, errors);
    assert.deepEqual(
      found.filter((error) => !/404/.test(error)),
      [],
    );
    await page.close();
  });

  test("begins the stops of tabs behind the line numbers", async () => {
    const { page } = await open(
      at.browser,
      `${at.server.url}code/shop/fast.c_docs.html`,
    );
    const lefts = await page.evaluate(() =>
      [2, 3, 4].map((number) => {
        const line = document.getElementById(`L${number}`);
        const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = text.nextNode(); node; node = text.nextNode()) {
          const start = node.data.search(/\S/);
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + 1);
          return range.getBoundingClientRect().left;
        }
      }),
    );
    const [once, twice] = [lefts[1] - lefts[0], lefts[2] - lefts[1]];
    assert.ok(once > 10 && Math.abs(once - twice) < 1, lefts);
    await page.close();
  });

  // Firefox cannot be told to do without.
  const skip = at.program.name === "firefox";
  test("marks the line of a name without scripts", { skip }, async () => {
    const { page } = await open(at.browser, `${at.server.url}${CART}#src-Cart`, {
      scripts: false,
    });
    const [colour, whole] = await page.$eval("[id='src-Cart']", (name) => {
      const { backgroundColor, width } = getComputedStyle(name, "::before");
      const group = name.closest(".kw-lines").getBoundingClientRect();
      return [backgroundColor, parseFloat(width) >= group.width - 1];
    });
    assert.match(colour, /255, 200, 0/);
    assert.ok(whole);
    await page.close();
  });

  test("keeps the class and the method at the top", async () => {
    const { page } = await open(at.browser, at.server.url + CART, { height: 200 });
    const text = () => page.$eval(".kw-context", (bar) => bar.innerText.trim());
    await page.waitForSelector(".kw-context", { hidden: true });
    assert.equal(await text(), "");
    // The lines that stick cover those before it.
    await page.evaluate(() => {
      const last = document.getElementById("src-Cart.put_into");
      scrollTo(0, last.getBoundingClientRect().top + scrollY + 2);
    });
    await page.waitForSelector(".kw-context [data-line]");
    assert.match(await text(), /^class Cart:\n\s*def put_into/);
    const top = await page.$eval(
      ".kw-context",
      (bar) => bar.getBoundingClientRect().top,
    );
    assert.equal(Math.round(top), 0);
    // Some themes have a second bar below their head.
    await page.evaluate(() => {
      for (const at of [0, 40]) {
        const bar = document.body.appendChild(document.createElement("div"));
        const [top, height] = [`${at}px`, "40px"];
        const place = { top, height, left: 0, right: 0, zIndex: 9 };
        Object.assign(bar.style, place, { position: "fixed" });
      }
      scrollBy(0, 1);
    });
    const covered = () => document.querySelector(".kw-context").style.top === "80px";
    await until(page, covered);
    await page.$eval(".kw-context [data-id='src-Cart']", (line) => line.click());
    assert.ok(page.url().endsWith("#src-Cart"));
    await page.close();
  });

  test("asks for few places while it is scrolled, however many names there are", async () => {
    const early = () => {
      const { getBoundingClientRect } = Element.prototype;
      window.asked = 0;
      Element.prototype.getBoundingClientRect = function () {
        if (this.matches(".kw-lines")) window.asked += 1;
        return getBoundingClientRect.call(this);
      };
    };
    const { page } = await open(at.browser, at.server.url + CART, {
      height: 200,
      early,
    });
    await page.waitForSelector(".kw-context", { hidden: true });
    await page.evaluate(() => {
      const last = document.getElementById("src-BigCart.put_into");
      scrollTo(0, last.getBoundingClientRect().top + scrollY + 2);
    });
    await page.waitForSelector(".kw-context [data-id='src-BigCart']");
    await page.evaluate(settled);
    await page.evaluate(() => {
      window.asked = 0;
      scrollBy(0, 1);
    });
    await page.evaluate(settled);
    const asked = await page.evaluate(() => window.asked);
    assert.ok(asked > 0 && asked < 10, asked);
    await page.close();
  });

  test("numbers the lines of all groups, and finds those that are far", async () => {
    const { page } = await open(at.browser, `${at.server.url}${MONEY}#L321`);
    await page.evaluate(settled);
    const [groups, box] = await page.evaluate(() => {
      const line = document.getElementById("L321").getBoundingClientRect();
      getSelection().selectAllChildren(document.querySelector("pre.kw-source"));
      return [
        document.querySelectorAll(".kw-lines").length,
        [line.top >= 0, line.bottom <= innerHeight],
      ];
    });
    // What is selected is laid out first.
    await page.evaluate(settled);
    const text = await page.evaluate(() => String(getSelection()));
    assert.equal(groups, 5);
    const numbers = await page.$$eval(".kw-lines", (some) =>
      some.map((one) => getComputedStyle(one, "::before").content),
    );
    assert.match(numbers[0], /^"1\D+2\D+3\D[^]*\D98\D+99\D/);
    for (const later of numbers.slice(1))
      assert.match(later, /^counter\(kw-hundred\) "00\D[^]*\(kw-hundred\) "99\D/);
    // Those that are drawn at the side of a line are in the same row.
    const [row, lines] = await page.$eval(".kw-lines", (group) => {
      const { height } = group.getBoundingClientRect();
      const { lineHeight } = getComputedStyle(group, "::before");
      return [
        height / group.querySelectorAll(kwindex.LINE).length,
        parseFloat(lineHeight),
      ];
    });
    assert.ok(Math.abs(row - lines) < 0.05, `${row} ${lines}`);
    assert.deepEqual(box, [true, true]);
    // What is selected is the text, without numbers, and without more line ends.
    assert.match(text, /^"""Money\."""\n\nfrom dataclasses/);
    assert.match(text, /rate_80 = 80\nrate_81 = 81\n/);
    assert.equal(text.trimEnd().split("\n").length, 417);
    await page.close();
  });

  test("lets the keyboard skip the listing", async () => {
    const { page } = await open(at.browser, at.server.url + CART);
    await page.focus(".kw-skip");
    const shown = await page.$eval(".kw-skip", (link) => link.offsetHeight > 5);
    assert.ok(shown);
    await page.keyboard.press("Enter");
    assert.ok(page.url().endsWith("#behind-listing"));
    await page.close();
  });

  // Firefox prints no page for others to look at.
  test("prints nothing that is to be pressed", { skip }, async () => {
    const { page } = await open(at.browser, at.server.url + CART);
    await page.emulateMediaType("print");
    const shown = await page.$$eval(".kw-map :is(button, input)", (some) =>
      some.filter((one) => one.checkVisibility()).map((one) => one.className),
    );
    assert.deepEqual(shown, []);
    // On a sheet of A4, with the margins of browsers.
    await page.setViewport({ width: 720, height: 1000 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 720);
    await page.close();
  });

  // Firefox does not tell what is read aloud.
  test("reads the code aloud, without its numbers", { skip }, async () => {
    const { page } = await open(at.browser, at.server.url + CART);
    const texts = (node) =>
      node.role === "StaticText" ? [node.name] : (node.children ?? []).flatMap(texts);
    const all = { interestingOnly: false };
    const root = await page.$("pre.kw-source");
    const listing = await page.accessibility.snapshot({ ...all, root });
    const said = texts(listing);
    assert.ok(said.some((text) => text.includes("What is bought.")));
    assert.deepEqual(
      said.filter((text) => /^\d+$/.test(text)),
      ["99", "0"],
    );
    const landmarks = await page.$$eval("nav[aria-label]", (some) =>
      some.map((nav) => nav.ariaLabel),
    );
    const ours = ["Breadcrumbs", "Related pages", "Outline", "Files"];
    assert.deepEqual(landmarks, ours);
    await page.close();
  });
});
