// The list of files in the theme's column.

import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { asFiles, inBrowsers, open, ours, SITE, until } from "./harness.mjs";

const PAGE = "code/shop/money.py_docs.html";

/** The names in the list that are shown; the current one has a star. */
const shown = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".kw-files a")]
      .filter((link) => link.checkVisibility())
      .map((link) => link.textContent + (link.ariaCurrent ? "*" : "")),
  );

const listed = (page) =>
  until(page, () => Boolean(document.querySelector(".kw-files [role=tree]")));

const INSIDE = ["parts/", "__init__.py", "cart.py", "fast.c", "hostile.py", "long.py"];

inBrowsers("files", (at) => {
  for (const where of ["server", "files"])
    test(`are listed, opened at the page, from ${where}`, async () => {
      const base = where === "server" ? at.server.url : asFiles();
      const { page, errors } = await open(at.browser, base + PAGE);
      await listed(page);
      assert.deepEqual((await shown(page)).slice(0, 7), ["shop/", ...INSIDE]);
      assert.ok((await shown(page)).includes("money.py*"));
      await page.evaluate(() => {
        const links = [...document.querySelectorAll(".kw-files a")];
        links.find((link) => link.textContent === "cart.py").click();
      });
      await until(page, () => location.href.endsWith("cart.py_docs.html"));
      await listed(page);
      assert.ok((await shown(page)).includes("cart.py*"));
      assert.deepEqual(await ours(at.browser, base, errors), []);
      await page.close();
    });

  test("show where other pages of a file and of a folder belong", async () => {
    for (const [address, name] of [
      ["code/shop/money.py_kw.html", "money.py*"],
      ["code/shop/index.html", "shop/*"],
      ["code/shop/doc.html", "shop/*"],
    ]) {
      const { page } = await open(at.browser, at.server.url + address);
      await listed(page);
      assert.ok((await shown(page)).includes(name), address);
      await page.close();
    }
  });

  test("open and close by a pointer and by keys", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await listed(page);
    const all = await shown(page);
    await page.click(".kw-files .kw-fold:has(+ [data-path='shop'])");
    const closed = await shown(page);
    assert.deepEqual(closed, ["shop/", "tests/", ...all.slice(-4)]);
    await page.focus(".kw-files [data-path='shop']");
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await shown(page), all);
    for (const [key, name] of [
      ["ArrowRight", "parts/"],
      ["ArrowDown", "__init__.py"],
      ["ArrowLeft", "shop/"],
      ["ArrowDown", "parts/"],
      ["Home", "shop/"],
      ["ArrowUp", "shop/"],
      ["End", "wheels.py"],
    ]) {
      await page.keyboard.press(key);
      const focused = await page.evaluate(() => document.activeElement.textContent);
      assert.equal(focused, name);
    }
    const stops = ".kw-files a[tabindex='0']";
    assert.equal(await page.$$eval(stops, (links) => links.length), 1);
    await page.close();
  });

  test("stay closed", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await listed(page);
    await page.click(".kw-files summary");
    await until(page, () => localStorage.getItem("kwindex-files") === "closed");
    await page.reload();
    assert.equal(await page.$eval(".kw-files > details", (fold) => fold.open), false);
    assert.equal(await page.$("script[src*=kwindex-files]"), null);
    await page.click(".kw-files summary");
    await listed(page);
    await page.evaluate(() => localStorage.removeItem("kwindex-files"));
    await page.close();
  });

  test("stand above contents that leave no room", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE, { height: 300 });
    await listed(page);
    const above = await page.evaluate(() => {
      const fold = document.querySelector(".kw-files.kw-above");
      const contents = document.querySelector(".sphinxsidebarwrapper > ul");
      return fold && contents && fold.compareDocumentPosition(contents);
    });
    assert.equal(above, 4 /* DOCUMENT_POSITION_FOLLOWING */);
    await page.close();
  });

  test("stand in the column of a theme that nobody knows", async () => {
    const made = "code/shop/other-theme.html";
    const text = await readFile(join(SITE, PAGE), "utf-8");
    await writeFile(join(SITE, made), text.replaceAll("sphinxsidebarwrapper", "other"));
    const { page } = await open(at.browser, at.server.url + made);
    await listed(page);
    assert.ok(await page.$(".sphinxsidebar > .other > .kw-files"));
    /* The column may be dark, and its text in no colour for that. */
    const colours = await page.evaluate(() =>
      [".other li a:not(.kw-files *)", ".kw-files a", ".kw-files summary"].map(
        (one) => getComputedStyle(document.querySelector(one)).color,
      ),
    );
    assert.equal(new Set(colours).size, 1, String(colours));
    const sizes = await page.evaluate(() =>
      ["10px", "20px"].map((size) => {
        document.documentElement.style.fontSize = size;
        return getComputedStyle(document.querySelector(".kw-files a")).fontSize;
      }),
    );
    assert.deepEqual(sizes, ["13px", "14px"] /* the column has 14px */);
    await page.close();
    await rm(join(SITE, made));
  });

  test("stand in no link of a column that its id or its contents tell", async () => {
    const [made, sheet] = ["code/shop/named-column.html", "_static/named-column.css"];
    const text = await readFile(join(SITE, PAGE), "utf-8");
    for (const name of ["sidebar-container", "first"]) {
      const style =
        `#${name} { float: left; margin-left: -100%; width: 220px; }` +
        `#${name} { text-align: center; } .sidebar-brand { display: block; }`;
      const brand = '<a href="x"><span class="sidebar-brand">Shop</span></a>';
      const other = text
        .replace(/<div class="sphinxsidebar"[^>]*>/, `<div id="${name}">${brand}`)
        .replaceAll("sphinxsidebarwrapper", "other")
        .replace("</head>", `<link rel="stylesheet" href="../../${sheet}" /></head>`);
      await writeFile(join(SITE, sheet), style);
      await writeFile(join(SITE, made), other);
      const { page } = await open(at.browser, at.server.url + made);
      await listed(page);
      assert.ok(await page.$(`#${name} .kw-files`));
      assert.equal(await page.$("a .kw-files"), null);
      const align = await page.$eval(
        ".kw-files",
        (list) => getComputedStyle(list).textAlign,
      );
      assert.equal(align, "start");
      await page.close();
    }
    await rm(join(SITE, made));
    await rm(join(SITE, sheet));
  });

  test("stand in the column that is seen, not in a drawer that is closed", async () => {
    const [made, sheet] = ["code/shop/drawer.html", "_static/drawer.css"];
    const style = "#drawer-sidebar { position: fixed; left: -300px; width: 300px; }";
    const text = (await readFile(join(SITE, PAGE), "utf-8"))
      .replaceAll("sphinxsidebarwrapper", "other")
      .replace(/<body[^>]*>/, (body) => `${body}<div id="drawer-sidebar">Shop</div>`)
      .replace("</head>", `<link rel="stylesheet" href="../../${sheet}" /></head>`);
    await writeFile(join(SITE, sheet), style);
    await writeFile(join(SITE, made), text);
    const { page } = await open(at.browser, at.server.url + made);
    await listed(page);
    assert.ok(await page.$(".sphinxsidebar .kw-files"));
    await page.close();
    await rm(join(SITE, made));
    await rm(join(SITE, sheet));
  });

  test("stand in the column of the page, not in a bar above it", async () => {
    const [made, sheet] = ["code/shop/bar.html", "_static/bar.css"];
    const bar = '<header><div class="bar-sidebar">Shop</div></header>';
    const text = (await readFile(join(SITE, PAGE), "utf-8"))
      .replaceAll("sphinxsidebarwrapper", "other")
      .replace(/<body[^>]*>/, (body) => body + bar)
      .replace("</head>", `<link rel="stylesheet" href="../../${sheet}" /></head>`);
    await writeFile(join(SITE, sheet), ".bar-sidebar { width: 200px; }");
    await writeFile(join(SITE, made), text);
    const { page } = await open(at.browser, at.server.url + made);
    await listed(page);
    assert.ok(await page.$(".sphinxsidebar .kw-files"));
    await page.close();
    await rm(join(SITE, made));
    await rm(join(SITE, sheet));
  });

  test("begin where the contents of a column that nobody knows begin", async () => {
    const [made, sheet] = ["code/shop/inset.html", "_static/inset.css"];
    const text = (await readFile(join(SITE, PAGE), "utf-8"))
      .replaceAll("sphinxsidebarwrapper", "other")
      .replace("</head>", `<link rel="stylesheet" href="../../${sheet}" /></head>`);
    await writeFile(
      join(SITE, sheet),
      ".other ul { margin: 0; padding: 0; }" +
        ".other li a { display: block; padding-left: 20px; }",
    );
    await writeFile(join(SITE, made), text);
    const { page } = await open(at.browser, at.server.url + made);
    await listed(page);
    const [contents, list] = await page.evaluate(() =>
      [".other li a:not(.kw-files *)", ".kw-files summary"].map(
        (one) => document.querySelector(one).getBoundingClientRect().left,
      ),
    );
    assert.equal(list, contents + 20);
    await page.close();
    await rm(join(SITE, made));
    await rm(join(SITE, sheet));
  });

  test("make no column wider than the theme has it", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await listed(page);
    const widths = await page.evaluate(() => {
      const [list, other] = [document.querySelector(".kw-files"), new Image(180, 1)];
      const names = list.querySelectorAll("bdi");
      for (const name of names) name.textContent = "long_".repeat(40);
      // As wide as the longest word in it, at the side of the text.
      const column = document.createElement("div");
      column.style.cssText = "display: flex; flex-direction: column; float: left;";
      column.style.cssText += "align-items: flex-start;";
      document.body.prepend(column);
      column.append(list, other);
      const end = list.getBoundingClientRect().right + 1;
      const boxes = [...names].map((name) => name.getBoundingClientRect());
      const cut = boxes.filter(({ right }) => right > end).length;
      return [column, list].map((one) => one.getBoundingClientRect().width).concat(cut);
    });
    // Names go on below rather than end at the side of the column.
    assert.deepEqual(widths, [180, 180, 0]);
    await page.close();
  });

  test("turn dark with the theme", async () => {
    const { page } = await open(at.browser, at.server.url + PAGE);
    await listed(page);
    await page.evaluate(() => {
      const [sheet] = document.styleSheets;
      sheet.insertRule("body.dark .sphinxsidebar a { color: #abcdef; }");
      document.body.classList.add("dark");
    });
    await until(page, () => {
      const { color } = getComputedStyle(document.querySelector(".kw-files summary"));
      return color === "rgb(171, 205, 239)";
    });
    await page.close();
  });

  test("are not on pages of the host", async () => {
    const { page } = await open(at.browser, `${at.server.url}index.html`);
    assert.equal(await page.$(".kw-files"), null);
    await page.close();
  });
});
