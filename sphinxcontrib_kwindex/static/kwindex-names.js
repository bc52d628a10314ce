/* The names of all files and definitions, and which of them a query means.

   A library would find them, too, but none that is small has all of it: initials of
   words, typing errors, and an order in which what is exact and public comes first. */
(function () {
  "use strict";

  /**
   * @typedef {object} Place a file or folder
   * @property {string} path
   * @property {string} lower the path in lower case
   * @property {string} address below the root
   * @property {number} turn the query for which it has a score
   * @property {number[]} scores that of the path, by term
   */

  const loaded = /** @type {KwindexName[]} */ ([]);
  const byAddress = /** @type {Map<string, KwindexName>} */ (new Map());
  let kinds = /** @type {string[]} */ ([]);
  let turn = 0;

  /* How well a term fits, best first; what else counts is less than a step. */
  const EXACT = 1000;
  const PREFIX = 900;
  const WORD = 800; /* the beginning of a word inside of the name */
  const WORDS = 700; /* beginnings of several words: "qsf" for QuerySet.filter */
  const INSIDE = 600;
  const WRONG = 500; /* with typing errors */
  const SCATTERED = 300; /* all letters in their order */
  /** What a name of a kind is worth more than others. */
  const KINDS = new Map([
    ["class", 12],
    ["function", 8],
    ["method", 4],
    ["file", 6],
  ]);
  const LETTER = /[\p{L}\p{N}]/u;
  /** A name with fewer good matches may be mistyped. */
  const FEW = 20;

  /** @param {string} text */
  function lowered(text) {
    const lower = text.toLowerCase();
    /* Positions in one are those in the other. */
    return lower.length === text.length ? lower : text;
  }

  /** @param {[string, string, (string | [string, string])[]][]} rows */
  function take(rows) {
    for (const [path, address, definitions] of rows) {
      const lower = lowered(path);
      const place = { path, lower, address, turn: 0, scores: [] };
      const folder = path.endsWith("/");
      const start = path.replace(/\/$/, "").lastIndexOf("/") + 1;
      add(folder ? "folder" : "file", path.slice(start), true, place, address);
      for (const definition of definitions) {
        const [entry, id] = Array.isArray(definition) ? definition : [definition, ""];
        const parts = /^(\d+)([+-])([^]*)$/.exec(entry);
        if (!parts) continue;
        const name = parts[3];
        /* As the id of its place in the listing; kwindex.js knows where else it is. */
        const anchor = id.replace("def-", "src-") || `src-${name}`;
        const fragment = encodeURIComponent(anchor.replaceAll(".<locals>.", ".."));
        const all = address.includes("#") ? address : `${address}#${fragment}`;
        add(kinds[Number(parts[1])] ?? "", name, parts[2] === "+", place, all);
      }
    }
  }

  /**
   * @param {string} kind
   * @param {string} name
   * @param {boolean} isPublic
   * @param {Place} place
   * @param {string} address
   */
  function add(kind, name, isPublic, place, address) {
    const lower = lowered(name);
    const dotted = kind !== "file" && kind !== "folder";
    const last = dotted ? name.lastIndexOf(".") + 1 : 0;
    let bonus = (KINDS.get(kind) ?? 0) + (isPublic ? 16 : 0);
    if (name.includes("<locals>")) bonus -= 16;
    bonus -= Math.min(name.length, 60) / 5 + Math.min(place.path.length, 120) / 20;
    const entry = { kind, name, lower, last, place, address, bonus };
    loaded.push(entry);
    if (!byAddress.has(address)) byAddress.set(address, entry);
  }

  /**
   * Return whether a word begins at a place of a text, or what parts words is there.
   * @param {string} text
   * @param {number} at
   */
  function begins(text, at) {
    if (!at) return true;
    const here = text[at];
    if (!LETTER.test(here)) return true;
    const before = text[at - 1];
    if (!LETTER.test(before)) return true;
    if (/\d/.test(here) !== /\d/.test(before)) return true;
    if (here === here.toLowerCase()) return false;
    const next = text[at + 1] ?? "";
    return before === before.toLowerCase() || next !== next.toUpperCase();
  }

  /**
   * Return where the letters of a term are in a text, so that each follows the one
   * before at once or begins a word; null if that is not so.
   * @param {string} term
   * @param {string} text
   * @param {string} lower
   */
  function words(term, text, lower) {
    const found = /** @type {number[]} */ ([]);
    const failed = new Set();
    const length = Math.min(lower.length, 200);
    /** @param {number} from */
    function next(from) {
      const number = found.length;
      if (number === term.length) return true;
      if (failed.has(number * 256 + from)) return false;
      for (let at = from; at < length; at++) {
        if (lower[at] !== term[number]) continue;
        if (!(at === from && number) && !begins(text, at)) continue;
        found.push(at);
        if (next(at + 1)) return true;
        found.pop();
      }
      failed.add(number * 256 + from);
      return false;
    }
    return next(0) ? found : null;
  }

  /**
   * Return how many letters of a term are wrong, too many, missing or exchanged if it
   * is meant as the beginning of what stands in a text at a place.
   * @param {string} term
   * @param {string} text
   * @param {number} start
   * @param {number} most
   */
  function errors(term, text, start, most) {
    const width = Math.min(text.length - start, term.length + most);
    let above = /** @type {number[]} */ ([]);
    let now = Array.from({ length: width + 1 }, (_, column) => column);
    for (let row = 1; row <= term.length; row++) {
      const before = above;
      above = now;
      now = [row];
      let least = row;
      for (let column = 1; column <= width; column++) {
        const letter = text[start + column - 1];
        const same = letter === term[row - 1] ? 0 : 1;
        let value = Math.min(above[column - 1] + same, above[column] + 1);
        value = Math.min(value, now[column - 1] + 1);
        const turned =
          letter === term[row - 2] && text[start + column - 2] === term[row - 1];
        if (row > 1 && column > 1 && turned)
          value = Math.min(value, before[column - 2] + 1);
        now.push(value);
        least = Math.min(least, value);
      }
      if (least > most) return least;
    }
    return Math.min(...now);
  }

  /**
   * Return how well a term with typing errors fits a text; 0 if there are too many.
   * @param {string} term in lower case
   * @param {string} text
   * @param {string} lower
   * @param {number} last
   */
  function mistyped(term, text, lower, last) {
    const most = term.length < 8 ? 1 : 2;
    let value = 0;
    for (let start = 0; start < Math.min(lower.length, 100); start++) {
      const first = lower[start];
      const near =
        first === term[0] || first === term[1] || lower[start + 1] === term[0];
      if (!near || !begins(text, start) || !LETTER.test(first)) continue;
      const wrong = errors(term, lower, start, most);
      if (wrong > most) continue;
      value = Math.max(value, WRONG - 50 * wrong + (start === last ? 10 : 0));
    }
    return value;
  }

  /**
   * Return how well a term fits a text; 0 if it does not.
   * @param {string} term in lower case
   * @param {string} text
   * @param {string} lower the text in lower case
   * @param {number} last where its last part begins
   * @param {boolean} tolerant whether there may be typing errors
   */
  function score(term, text, lower, last, tolerant) {
    let at = lower.indexOf(term, last);
    if (at === last || lower.startsWith(term)) {
      const rest = lower.length - (at === last ? last : 0) - term.length;
      return rest ? PREFIX + 20 / rest + (at === last ? 10 : 0) : EXACT;
    }
    if (term.length < 2) return 0;
    for (at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) {
      if (begins(text, at)) return WORD;
    }
    /* Most names end here. */
    let from = -1;
    for (const letter of term) {
      from = lower.indexOf(letter, from + 1);
      if (from < 0) break;
    }
    if (from >= 0) {
      if (words(term, text, lower)) return WORDS;
      if (lower.includes(term)) return INSIDE;
    }
    const wrong = tolerant && term.length > 3 ? mistyped(term, text, lower, last) : 0;
    return wrong || (from >= 0 && term.length > 2 ? SCATTERED : 0);
  }

  /**
   * Return how well an entry fits all terms; 0 if it does not.
   * @param {KwindexName} entry
   * @param {string[]} terms
   * @param {boolean} tolerant
   */
  function fit(entry, terms, tolerant) {
    const place = /** @type {Place} */ (entry.place);
    let sum = 0;
    let named = entry.kind === "file" || entry.kind === "folder";
    for (let number = 0; number < terms.length; number++) {
      const term = terms[number];
      let value = score(term, entry.name, entry.lower, entry.last, tolerant);
      if (value) named = true;
      if (value < INSIDE && (terms.length > 1 || named)) {
        if (place.turn !== turn) {
          place.turn = turn;
          place.scores = [];
        }
        place.scores[number] ??= score(term, place.path, place.lower, 0, false);
        value = Math.max(value, place.scores[number] / 2);
      }
      if (!value) return 0;
      sum += value;
    }
    return named ? sum / terms.length + entry.bonus : 0;
  }

  /**
   * Return the entries of some kinds that fit best.
   * @param {string[]} terms
   * @param {(kind: string) => boolean} wanted
   * @param {number} limit
   * @param {boolean} tolerant
   */
  function best(terms, wanted, limit, tolerant) {
    const found = /** @type {{ entry: KwindexName, value: number }[]} */ ([]);
    let total = 0;
    let good = 0;
    turn++;
    for (const entry of loaded) {
      if (!wanted(entry.kind)) continue;
      const value = terms.length ? fit(entry, terms, tolerant) : entry.bonus + EXACT;
      if (!value) continue;
      total++;
      if (value > INSIDE) good++;
      if (found.length === limit && value <= found[limit - 1].value) continue;
      let at = found.length;
      while (at && found[at - 1].value < value) at--;
      found.splice(at, 0, { entry, value });
      if (found.length > limit) found.pop();
    }
    return { found: found.map(({ entry }) => entry), total, good };
  }

  window.kwindex.names = {
    async load(arrived) {
      const [names, parts] = await kwindex.data("names");
      kinds = names;
      const all = parts.map(async (/** @type {[string, number]} */ [key]) => {
        take(await kwindex.data(key));
        arrived();
      });
      const results = await Promise.allSettled(all);
      return results.every(({ status }) => status === "fulfilled");
    },

    kinds: () => [...kinds, "file", "folder"],

    at: (address) => byAddress.get(address),

    search(text, wanted, limit) {
      const terms = lowered(text.replaceAll("::", " ")).split(/\s+/).filter(Boolean);
      const sure = best(terms, wanted, limit, false);
      return sure.good < FEW && terms.length ? best(terms, wanted, limit, true) : sure;
    },

    letters(text, name) {
      const lower = lowered(name);
      const found = /** @type {Set<number>} */ (new Set());
      for (const term of lowered(text)
        .split(/\s+|::/)
        .filter(Boolean)) {
        let at = lower.indexOf(term, lower.lastIndexOf(".") + 1);
        if (at < 0) at = lower.indexOf(term);
        const letters =
          at < 0
            ? words(term, name, lower)
            : Array.from(term, (_, number) => at + number);
        for (const letter of letters ?? []) found.add(letter);
      }
      return found;
    },
  };
})();
