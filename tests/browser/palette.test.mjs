// The dialog that leads to names, and the keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asFiles, inBrowsers, open, ours, until } from "./harness.mjs";

const PAGE = "code/shop/cart.py_docs.html";
const MANY = "code/shop/many.py_docs.html";

/** Press a key, and wait for the dialog to have all names. */
async function opened(page, key = "s") {
  await page.keyboard.press(key);
  await page.waitForSelector("dialog.kw-palette[open] .kw-kinds button");
}

/** Write a query, and return what is shown: kind, name, path. */
async function results(page, query) {
  await page.$eval(".kw-palette input", (input) => input.select());
  if (query) await page.keyboard.type(query);
  else await page.keyboard.press("Backspace");
  return page.$$eval(".kw-palette [role=option]", (options) =>
    options.map((option) => [...option.children].map((part) => part.textContent)),
  );
}

const dialogs = (page) => page.$$eval("dialog[open]", (all) => all.length);
const place = (page) => page.evaluate(() => location.href);

inBrowsers("palette", (at) => {
  for (const where of ["server", "files"]) {
    test(`leads to names from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      const { page, errors } = await open(at.browser, base + PAGE);
      await opened(page);
      const [first] = await results(page, "puti");
      assert.deepEqual(first, ["method", "Cart.put_into", "shop/cart.py"]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      assert.equal(await dialogs(page), 0);
      assert.match(await place(page), /cart\.py_docs\.html#(def|src)-Cart\.put_into$/);
      await opened(page);
      const [file] = await results(page, "wheel.py");
      assert.deepEqual(file, ["file", "wheel.py", "shop/parts/"]);
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
      assert.equal(await place(page), `${base}code/shop/parts/wheel.py_docs.html`);
      await opened(page);
      const recent = await results(page, "");
      assert.deepEqual(
        recent.slice(0, 3).map(([, name]) => name),
        ["wheel.py", "Cart.put_into", "cart.py"],
      );
      assert.deepEqual(await ours(at.browser, base, errors), []);
      await page.close();
    });
  }

  test("has each name once, however often it is opened meanwhile", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await page.evaluate(async () => {
      await kwindex.load("_static/kwindex-palette.js");
      for (const typed of ["", "puti"]) kwindex.palette.press("s", typed);
    });
    await page.waitForSelector("dialog.kw-palette[open] .kw-kinds button");
    const names = await results(page, "put_into");
    assert.equal(new Set(names.map(String)).size, names.length);
    await page.close();
  });

  // A theme may lay a picture above a colour that the text is not readable on.
  for (const [text, page] of [
    ["rgb(30, 30, 30)", "rgb(34, 34, 34)"],
    ["rgb(230, 230, 230)", "rgb(220, 230, 220)"],
  ]) {
    test(`is readable where the page's ${text} is on a picture`, async () => {
      const { page: tab } = await open(at.browser, at.server.url + PAGE);
      await tab.evaluate(
        (color, background) => {
          const all = [document.documentElement, document.body];
          for (
            let one = document.querySelector(".kw-map");
            one;
            one = one.parentElement
          )
            all.push(one);
          for (const one of all) one.style.background = "none";
          document.body.style.backgroundColor = background;
          document.querySelector(".kw-map").style.color = color;
        },
        text,
        page,
      );
      await opened(tab);
      const lightness = await tab.$eval("dialog.kw-palette", (dialog) => {
        const { color, backgroundColor } = getComputedStyle(dialog);
        return [color, backgroundColor].map((one) => Number(/\d+/.exec(one)[0]));
      });
      assert.ok(Math.abs(lightness[0] - lightness[1]) > 150, String(lightness));
      await tab.close();
    });
  }

  test("shows how many there are below a list that does not fit", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    // As many themes have it.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { box-sizing: border-box; }");
      document.adoptedStyleSheets.push(sheet);
    });
    await opened(page);
    await results(page, "a");
    const heights = [];
    for (const height of [800, 200]) {
      await page.setViewport({ width: 800, height });
      heights.push(await page.$eval(".kw-status", (one) => one.offsetHeight));
    }
    assert.equal(heights[0], heights[1]);
    await page.close();
  });

  test("finds what is half remembered", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await opened(page);
    const wanted = {
      Cart: "Cart", // what is exact, and not BigCart
      bc: "BigCart",
      CPI: "Cart.put_into",
      "cart put": "Cart.put_into",
      "shop fast": "shop_fast", // and not fast.c in shop
      total_amuont: "Cart.total_amount",
      tset_big_crat: "test_big_cart",
      emptycart: "empty_cart",
      big_cart: "BigCart", // and not test_big_cart
      emtycart: "empty_cart", // and not emulated_types_of_some_big_cart
      etosbc: "emulated_types_of_some_big_cart",
      emulatde: "emulated", // and not EmulatedKind
      emulatekid: "EmulatedKind", // and not EmulatedKind.draw
      tlamnt: "Cart.total_amount", // and not from the "t" of Cart
      "Cart.total": "Cart.total_amount",
      "wheel turn": "Wheel.turn", // and not Rim.turn in wheels.py
      "parts wheel": "Wheel", // and not PartsWheelbase in wheels.py
      "parts/wheel": "wheel.py",
      "shop/": "shop/",
      "shop/parts": "parts/", // and not shop.parts.md
      "shop/cart.py::Cart": "Cart",
      ХОРОШО: "хорошо",
      hübsch: "Hübsch",
      __proto__: "__proto__",
      constructor: "constructor",
    };
    for (const [query, name] of Object.entries(wanted)) {
      const [first] = await results(page, query);
      assert.equal(first?.[1], name, query);
    }
    const [offer, ...others] = await results(page, ["nothing", "xyzzyq"].join(""));
    assert.deepEqual(others, []);
    assert.equal(offer[1], "Search the pages for “nothingxyzzyq”");
    const status = () =>
      page.$eval(".kw-palette [role=status]", (one) => one.textContent);
    assert.equal(await status(), "Nothing found");
    await results(page, "v:rate_");
    assert.equal(await status(), "Results: 400");
    await results(page, "no such & name");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    assert.match(await place(page), /\/search\.html\?q=no%20such%20%26%20name$/);
    await page.close();
  });

  test("filters kinds", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await opened(page, "t");
    const kinds = async (query) =>
      [...new Set((await results(page, query)).map(([kind]) => kind))].sort();
    assert.deepEqual(await kinds("t:cart"), ["file"]);
    assert.deepEqual(await kinds("c:cart"), ["class"]);
    assert.deepEqual(await kinds("f:cart"), ["function"]);
    assert.deepEqual(await kinds("v:r"), ["variable"]);
    assert.deepEqual(await kinds("folder:parts"), ["folder"]);
    await results(page, "cart");
    await page.click(".kw-kinds button[data-kind=class]");
    const chosen = await page.$eval(".kw-palette input", (input) => input.value);
    assert.equal(chosen, "class:cart");
    const pressed = await page.$$eval(".kw-kinds [aria-pressed=true]", (all) =>
      all.map((one) => one.dataset.kind),
    );
    assert.deepEqual(pressed, ["class"]);
    await page.close();
  });

  test("leads to lines", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await opened(page, "l");
    await page.keyboard.type("12-14");
    await page.keyboard.press("Enter");
    assert.match(await place(page), /#L12-L14$/);
    assert.equal((await page.$$(".kw-marked")).length, 3);
    // Lines stand in groups of a hundred.
    await page.goto(`${at.server.url}code/shop/money.py_docs.html`);
    await opened(page, "l");
    await page.keyboard.type("299-301");
    await page.keyboard.press("Enter");
    assert.match(await place(page), /#L299-L301$/);
    assert.equal((await page.$$(".kw-marked")).length, 3);
    await page.close();
  });

  test("opens in a new tab", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await opened(page);
    await results(page, "Amount");
    const count = (await at.browser.pages()).length;
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    for (let n = 0; n < 50 && (await at.browser.pages()).length === count; n++) {
      await new Promise((done) => setTimeout(done, 50));
    }
    const pages = await at.browser.pages();
    assert.equal(pages.length, count + 1);
    assert.equal(await dialogs(page), 1);
    for (const one of pages.slice(count)) await one.close();
    await page.close();
  });

  test("gives the focus back, and tells what it is", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await page.focus("pre.kw-source a[href]");
    const link = await page.evaluate(() => document.activeElement.outerHTML);
    await opened(page);
    await results(page, "cart");
    const roles = await page.evaluate(() => {
      const input = document.activeElement;
      const active = document.getElementById(
        input.getAttribute("aria-activedescendant"),
      );
      return [
        input.getAttribute("role"),
        input.getAttribute("aria-expanded"),
        document
          .getElementById(input.getAttribute("aria-controls"))
          .getAttribute("role"),
        active.getAttribute("role"),
        active.getAttribute("aria-selected"),
      ];
    });
    assert.deepEqual(roles, ["combobox", "true", "listbox", "option", "true"]);
    await page.keyboard.press("Escape");
    assert.equal(await dialogs(page), 0);
    assert.equal(await page.evaluate(() => document.activeElement.outerHTML), link);
    // Keys are the page's at once.
    await opened(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.kw-help[open]");
    await page.keyboard.press("Escape");
    // Without a keyboard.
    await page.click("button.kw-find");
    await page.waitForSelector("dialog.kw-palette[open]");
    await page.close();
  });

  test("has a button where the theme shows the path", async () => {
    const { page } = await open(
      at.browser,
      `${at.server.url}code/README.md_docs.html`,
      {
        early: () =>
          new MutationObserver(() =>
            document.querySelector(".kw-breadcrumbs")?.remove(),
          ).observe(document, { childList: true, subtree: true }),
      },
    );
    await page.click("button.kw-find");
    await page.waitForSelector("dialog.kw-palette[open]");
    await page.close();
  });

  test("leaves keys to others", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await page.evaluate(() => {
      for (const [tag, name] of [
        ["input", "value"],
        ["textarea", "value"],
        ["div", "contentEditable"],
      ]) {
        const field = document.createElement(tag);
        if (name === "contentEditable") field.contentEditable = "true";
        field.className = "tried";
        document.querySelector(".kw-map").append(field);
      }
    });
    for (const field of await page.$$(".tried")) {
      await field.focus();
      await page.keyboard.type("stlu?");
    }
    await page.evaluate(() => document.activeElement.blur());
    for (const held of ["Control", "Alt", "Meta"]) {
      await page.keyboard.down(held);
      await page.keyboard.press("u");
      await page.keyboard.up(held);
    }
    // Sphinx has a search for it, unless the theme says otherwise.
    await page.keyboard.press("/");
    await new Promise((done) => setTimeout(done, 300));
    assert.equal(await dialogs(page), 0);
    await page.close();
  });

  test("can be switched off", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.kw-help[open]");
    await page.click(".kw-help input");
    await page.keyboard.press("Escape");
    await page.reload();
    await page.keyboard.press("s");
    await new Promise((done) => setTimeout(done, 300));
    assert.equal(await dialogs(page), 0);
    await page.click("button.kw-find");
    await page.waitForSelector("dialog.kw-palette[open]");
    await page.keyboard.type("some");
    await page.click('.kw-palette button[aria-label="Keys"]');
    await page.click(".kw-help input");
    await page.reload();
    await opened(page);
    await page.close();
  });

  test("shows the uses of a result, of a file, and of the page", async () => {
    const { page, errors } = await open(at.browser, at.server.url + MANY);
    const card = async () => {
      await page.waitForSelector("dialog.kw-card-full", { polling: 100 });
      const told = await page.$eval("dialog.kw-card-full", (one) => [
        one.getAttribute("aria-label"),
        ...[...one.querySelectorAll("h3, h4")].map((head) => head.innerText),
      ]);
      await page.keyboard.press("Escape");
      return told;
    };
    const asked = async (query) => {
      await opened(page);
      await results(page, query);
      await page.keyboard.down("Shift");
      await page.keyboard.press("Enter");
      await page.keyboard.up("Shift");
    };
    await asked("empty_cart");
    assert.deepEqual((await card()).slice(0, 3), [
      "function empty_cart",
      "Uses: 14",
      "shop/many.py",
    ]);
    assert.equal(await place(page), at.server.url + MANY);
    await asked("t:cart.py");
    const file = [
      "file shop/cart.py",
      "Files that use it: 1",
      "shop/many.py",
      "Tests that use it: 1",
      "tests/test_cart.py",
    ];
    assert.deepEqual(await card(), file);
    await asked("t:turns.py");
    await page.waitForSelector("dialog.kw-card-full", { polling: 100 });
    const besides = await page.$$eval(".kw-card-full .kw-card-besides > li", (lines) =>
      lines.map((line) => line.innerText),
    );
    assert.deepEqual(besides, ["Uses of .spin_round on unknown receivers: 1"]);
    await page.keyboard.press("Escape");
    await asked("folder:shop");
    await until(page, () => /shop\/(doc|index)\.html$/.test(location.href));
    await page.goto(at.server.url + PAGE, { waitUntil: "load" });
    await page.keyboard.press("u");
    assert.deepEqual(await card(), file);
    assert.deepEqual(await ours(at.browser, at.server.url, errors), []);
    await page.close();
  });

  test("is told once", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await opened(page);
    const names = await page.$$eval(
      "dialog[open], dialog[open] :is([role], button)",
      (all) => all.map((one) => one.getAttribute("aria-label")).filter(Boolean),
    );
    assert.deepEqual(names, [...new Set(names)]);
    assert.equal((await page.$$("dialog [title]")).length, 0);
    const busy = await page.$eval(".kw-status", (one) => one.ariaBusy);
    assert.equal(busy, "false");
    await page.close();
  });

  test("shows uses", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE + "#def-Cart");
    await page.keyboard.press("u");
    await page.waitForSelector(".kw-users[open], .kw-card");
    await page.close();
  });

  test("takes names as they are", async () => {
    const { page, errors } = await open(at.browser, at.server.url + PAGE);
    await opened(page);
    const [turned] = await results(page, "yp.fdp");
    assert.deepEqual(turned, ["file", "\u202eyp.fdp.py", "shop/parts/"]);
    const isolated = await page.$eval(".kw-palette bdi", (name) => {
      return getComputedStyle(name).unicodeBidi;
    });
    assert.equal(isolated, "isolate");
    const [file] = await results(page, "onerror");
    assert.deepEqual(file, ["file", "<img src=x onerror=alert(1)>.py", "shop/parts/"]);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    assert.match(await page.title(), /<img src=x/);
    assert.equal((await page.$$("img")).length, 0);
    assert.deepEqual(await ours(at.browser, at.server.url, errors), []);
    await page.close();
  });
});
