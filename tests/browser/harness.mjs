// Opens pages of a built site in the browsers that are installed: over a server that
// allows scripts and styles of the site alone, or as files.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe } from "node:test";
import { launch } from "puppeteer-core";

/** The site that is looked at: the output folder of a build. */
export const SITE = resolve(process.env.KWINDEX_SITE ?? ".");

/** What a strict host sends. */
export const POLICY = "script-src 'self'; style-src 'self'";

const PROGRAMS = {
  chrome: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};

const INSTALLED = Object.entries(PROGRAMS)
  .map(([name, paths]) => ({ name, path: paths.find((path) => existsSync(path)) }))
  .filter((browser) => browser.path);

/**
 * Names of browsers, and where they are: the first one that is installed, or those of
 * KWINDEX_BROWSERS ("chrome firefox").
 */
export const BROWSERS = process.env.KWINDEX_BROWSERS
  ? INSTALLED.filter(({ name }) => process.env.KWINDEX_BROWSERS.includes(name))
  : INSTALLED.slice(0, 1);

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/**
 * Serve a site on this machine.
 * @param {string} site its folder
 * @param {string} policy the Content-Security-Policy, "" for none
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(site = SITE, policy = POLICY) {
  const server = createServer(async (request, response) => {
    let path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (path.endsWith("/")) path += "index.html";
    // Browsers ask for it by themselves.
    if (path === "/favicon.ico") response.writeHead(204).end();
    if (response.writableEnded) return;
    try {
      const body = await readFile(join(site, path));
      response.setHeader(
        "Content-Type",
        TYPES[extname(path)] ?? "application/octet-stream",
      );
      if (policy) response.setHeader("Content-Security-Policy", policy);
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end("not there");
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The address of a site's folder for pages that are opened as files. */
export function asFiles(site = SITE) {
  return pathToFileURL(site + "/").href;
}

/**
 * Start a browser.
 * @param {{ name: string, path: string }} browser one of BROWSERS
 */
export async function start({ name, path }) {
  const chromium = name === "chrome";
  return launch({
    browser: name,
    executablePath: path,
    headless: true,
    args: chromium ? ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] : [],
  });
}

/**
 * Have tests run in each browser that is installed, over a server of the site.
 * @param {string} name what is tested
 * @param {(at: { browser: import("puppeteer-core").Browser, server: { url: string },
 *   program: { name: string, path: string } }) => void} tests adds tests; browser and
 *   server are there when these run
 */
export function inBrowsers(name, tests) {
  for (const program of BROWSERS) {
    describe(`${name} in ${program.name}`, () => {
      const at = { browser: undefined, server: undefined, program };
      before(async () => {
        [at.browser, at.server] = await Promise.all([start(program), serve()]);
      });
      after(async () => {
        at.server?.close();
        await at.browser?.close();
      });
      tests(at);
    });
  }
}

/**
 * Open a page, and note what goes wrong on it.
 * @param {import("puppeteer-core").Browser} browser
 * @param {string} url
 * @param {{ width?: number, height?: number, scripts?: boolean, early?: () => void }} how
 *   `early` runs in the page before its own scripts
 * @returns {Promise<{ page: import("puppeteer-core").Page, errors: string[] }>} errors
 *   grows while the page is used: what scripts threw, and what the policy refused
 */
export async function open(
  browser,
  url,
  { width = 1280, height = 900, scripts = true, early = () => {} } = {},
) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.setViewport({ width, height }).catch((error) => {
    /* Firefox ESR sets the size, and knows nothing of turning the screen. */
    if (!String(error).includes("unknown command")) throw error;
  });
  if (!scripts) await page.setJavaScriptEnabled(false);
  await page.evaluateOnNewDocument(early);
  /* Pages behind others draw no frames, which is what waiting goes by. */
  await page.bringToFront();
  await page.goto(url, { waitUntil: "load" }).catch((error) => {
    /* The page led on before it was there in full. */
    if (!String(error).includes("NS_BINDING_ABORTED")) throw error;
  });
  return { page, errors };
}

/**
 * Wait until something is true on a page. (What puppeteer has for it asks Firefox to run
 * a text, which a strict host refuses.)
 * @param {import("puppeteer-core").Page} page
 * @param {(...given: any[]) => unknown} condition runs in the page
 * @param {unknown[]} given what the condition gets
 */
export async function until(page, condition, ...given) {
  for (const start = Date.now(); Date.now() - start < 10_000;) {
    /* A page that another follows answers with an error. */
    if (await page.evaluate(condition, ...given).catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`not within ten seconds: ${condition}`);
}

/**
 * Return what goes wrong because of our scripts: themes have violations of their own.
 * @param {import("puppeteer-core").Browser} browser
 * @param {string} base the address of the site; its start page has no script of ours
 * @param {string[]} errors
 */
export async function ours(browser, base, errors) {
  const host = await open(browser, `${base}index.html`);
  // Browsers tell of it when the page is there already.
  await new Promise((done) => setTimeout(done, 200));
  await host.page.close();
  return errors.filter((error) => !host.errors.includes(error));
}
