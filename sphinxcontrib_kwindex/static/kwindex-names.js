/* The names of all files and definitions, and which of them a query means.

   A library would find them, too, but none that is small has all of it: initials of
   words, typing errors, and an order in which what is exact and public comes first. */
(function () {
  "use strict";

  /**
   * @typedef {object} Place a file or folder
   * @property {string} path
   * @property {string} lower the path in lower case
   * @property {number} letters a bit for each letter that is in it
   * @property {string} address below the root
   * @property {string} [about] the address of the documentation of a folder
   * @property {number} turn the query for which it has a score
   * @property {number[]} scores that of the path, by term
   *
   * @typedef {object} Term a word of a query
   * @property {string} term the word in lower case
   * @property {number} letters a bit for each letter that is in it
   * @property {number} most how many typing errors it may have
   */

  const loaded = /** @type {KwindexName[]} */ ([]);
  const byAddress = /** @type {Map<string, KwindexName>} */ (new Map());
  let kinds = /** @type {string[]} */ ([]);
  let turn = 0;

  /* How well a term fits, best first; what else counts is less than a step. */
  const EXACT = 1000;
  const SAME = 950; /* but for what parts words */
  const PREFIX = 900;
  const WORD = 800; /* the beginning of a word inside of the name */
  const AROUND = 750; /* that of a word of what is around, as the class */
  const OMITTED = 740; /* all of the last part but a letter or two */
  const WORDS = 700; /* beginnings of several words: "qsf" for QuerySet.filter */
  const SKIPPED = 150; /* each word between them that is not begun */
  const INSIDE = 600;
  const WRONG = 500; /* with typing errors, each of which counts */
  const SCATTERED = 490; /* all letters in their order, near each other */
  /** What a name of a kind is worth more than others. */
  const KINDS = new Map([
    ["class", 12],
    ["interface", 12],
    ["enum", 10],
    ["type", 10],
    ["function", 8],
    ["macro", 8],
    ["target", 8],
    ["namespace", 6],
    ["method", 4],
    ["file", 6],
  ]);
  /** Longer terms have no typing errors. */
  const LONG = 60;
  const ROWS = [0, 1, 2].map(() => new Uint8Array(LONG + 3));
  /** A name with fewer good matches may be mistyped. */
  const FEW = 20;

  /** @param {string} text */
  function lowered(text) {
    const lower = text.toLowerCase();
    /* Positions in one are those in the other. */
    return lower.length === text.length ? lower : text;
  }

  /** @param {[string, string, (string | [string, string])[], string?][]} rows */
  function take(rows) {
    for (const [path, address, definitions, about] of rows) {
      const lower = lowered(path);
      const letters = lettersOf(lower);
      const place = { path, lower, letters, address, about, turn: 0, scores: [] };
      const folder = path.endsWith("/");
      const start = path.replace(/\/$/, "").lastIndexOf("/") + 1;
      add(folder ? "folder" : "file", path.slice(start), true, place, address);
      for (const definition of definitions) {
        const [entry, id] = Array.isArray(definition) ? definition : [definition, ""];
        const parts = /^(\d+)([+-])([^]*)$/.exec(entry);
        if (!parts) continue;
        const name = parts[3];
        /* As the id of its place in the listing; kwindex.js knows where else it is. */
        const anchor = id.replace("def-", "src-") || `src-${kwindex.idOf(name)}`;
        const fragment = encodeURIComponent(anchor);
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
    const last = dotted ? kwindex.lastPart(name) : 0;
    let bonus = (KINDS.get(kind) ?? 0) + (isPublic ? 16 : 0);
    if (name.includes("<locals>")) bonus -= 16;
    bonus -= Math.min(name.length, 60) / 5 + Math.min(place.path.length, 120) / 20;
    const letters = lettersOf(lower);
    const entry = { kind, name, lower, letters, last, place, address, bonus };
    loaded.push(entry);
    if (!byAddress.has(address)) byAddress.set(address, entry);
  }

  const NONE = 0; /* what parts words */
  const DIGIT = 1;
  const LOWER = 2;
  const UPPER = 3;

  /**
   * Return what kind of letter stands at a place of a text.
   * @param {string} text
   * @param {number} at
   */
  function letterAt(text, at) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) return LOWER;
    if (code >= 65 && code <= 90) return UPPER;
    if (code >= 48 && code <= 57) return DIGIT;
    if (!(code > 127)) return NONE;
    return text[at] === text[at].toLowerCase() ? LOWER : UPPER;
  }

  /**
   * Return whether a word begins at a place of a text, or what parts words is there.
   * @param {string} text
   * @param {number} at
   */
  function begins(text, at) {
    const here = letterAt(text, at);
    const before = at ? letterAt(text, at - 1) : NONE;
    if (here === NONE || before === NONE) return true;
    if ((here === DIGIT) !== (before === DIGIT)) return true;
    if (here !== UPPER) return false;
    return before !== UPPER || letterAt(text, at + 1) === LOWER;
  }

  /** Return a bit for each letter that is in a text. @param {string} lower */
  function lettersOf(lower) {
    let bits = 0;
    for (let at = 0; at < lower.length; at++) bits |= 1 << (lower.charCodeAt(at) & 31);
    return bits;
  }

  /** Return how many bits are set. @param {number} bits */
  function count(bits) {
    let number = 0;
    for (; bits; bits &= bits - 1) number++;
    return number;
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
   * Return how many words begin between letters of a text that are not among these.
   * @param {number[]} found where the letters are
   * @param {string} text
   */
  function skipped(found, text) {
    const letters = new Set(found);
    let number = 0;
    for (let at = found[0]; at < found[found.length - 1]; at++) {
      if (!letters.has(at) && letterAt(text, at) !== NONE && begins(text, at)) number++;
    }
    return number;
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
    let [before, above, now] = ROWS;
    for (let column = 0; column <= width; column++) now[column] = column;
    for (let row = 1; row <= term.length; row++) {
      [before, above, now] = [above, now, before];
      now[0] = row;
      let least = row;
      for (let column = 1; column <= width; column++) {
        const letter = text[start + column - 1];
        const same = letter === term[row - 1] ? 0 : 1;
        let value = Math.min(
          above[column - 1] + same,
          above[column] + 1,
          now[column - 1] + 1,
        );
        const turned =
          row > 1 &&
          column > 1 &&
          letter === term[row - 2] &&
          text[start + column - 2] === term[row - 1];
        if (turned) value = Math.min(value, before[column - 2] + 1);
        now[column] = value;
        least = Math.min(least, value);
      }
      if (least > most) return least;
    }
    let least = now[0];
    for (let column = 1; column <= width; column++)
      least = Math.min(least, now[column]);
    return least;
  }

  /** Return how many typing errors a term may have. @param {string} term */
  function mostErrors(term) {
    if (term.length < 4 || term.length > LONG) return 0;
    return term.length < 8 ? 1 : 2;
  }

  /**
   * Return how well a term with typing errors fits a text; 0 if there are too many.
   * @param {string} term in lower case
   * @param {string} text
   * @param {string} lower
   * @param {number} last
   * @param {number} most
   */
  function mistyped(term, text, lower, last, most) {
    let value = 0;
    for (let start = 0; start < Math.min(lower.length, 100); start++) {
      const first = lower[start];
      const near =
        first === term[0] || first === term[1] || lower[start + 1] === term[0];
      if (!near || !begins(text, start) || letterAt(text, start) === NONE) continue;
      const wrong = errors(term, lower, start, most);
      if (wrong > most) continue;
      const whole = Math.abs(lower.length - start - term.length) <= most;
      const more = (start === last ? 10 : 0) + (whole ? 5 : 0);
      value = Math.max(value, WRONG - 50 * wrong + more);
    }
    return value;
  }

  /**
   * Return where the first and the last letter of a term are in a text, the others
   * between them in their order; the last is negative if they are not all there.
   * @param {string} term
   * @param {string} lower
   * @param {number} at where to begin
   */
  function scattered(term, lower, at) {
    let from = lower.indexOf(term[0], at);
    const start = from;
    for (let number = 1; number < term.length && from >= 0; number++) {
      from = lower.indexOf(term[number], from + 1);
    }
    return [start, from];
  }

  /**
   * Return how well a term fits a text; 0 if it does not.
   * @param {string} term in lower case
   * @param {string} text
   * @param {string} lower the text in lower case
   * @param {number} last where its last part begins
   * @param {number} most how many typing errors there may be
   */
  function score(term, text, lower, last, most) {
    let at = lower.indexOf(term, last);
    /* "Class.me" reaches into the last part, too. */
    const whole = term.length > last && lower.startsWith(term);
    if (at === last || whole) {
      const rest = lower.length - (whole ? 0 : last) - term.length;
      return rest ? PREFIX + 20 / rest : EXACT;
    }
    if (term.length < 2) return 0;
    for (; at >= 0; at = lower.indexOf(term, at + 1)) if (begins(text, at)) return WORD;
    for (at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) {
      if (begins(text, at)) return AROUND;
    }
    let value = 0;
    /* Most names end here. */
    let [start, from] = scattered(term, lower, 0);
    if (from >= 0) {
      /* Letters of the last part are nearer to each other. */
      const [later, end] = scattered(term, lower, last);
      if (end >= 0) [start, from] = [later, end];
      const omitted = lower.length - last - term.length;
      const all = start === last && from === lower.length - 1;
      if (all && omitted <= most) return OMITTED - 10 * omitted;
      const found = words(term, text, lower);
      if (lower.includes(term)) return found ? WORDS : INSIDE;
      /* In a long name the letters of nearly all terms begin some word. */
      if (found) value = WORDS - SKIPPED * skipped(found, text);
      if (value > WRONG) return value;
    }
    const wrong = most ? mistyped(term, text, lower, last, most) : 0;
    const more = from - start + 1 - term.length;
    const near = from >= 0 && term.length > 2 && more <= term.length;
    return Math.max(value, wrong, near ? SCATTERED - 10 * more : 0);
  }

  /**
   * Return whether the last part of a name has the letters of a query, with or without
   * what parts words: "test client", "test_client" and "testclient" are TestClient.
   * @param {KwindexName} entry
   * @param {string} letters the query in lower case, without what parts words in it
   */
  function isAll(entry, letters) {
    let number = 0;
    for (let at = entry.last; at < entry.lower.length; at++) {
      if (entry.lower[at] === letters[number]) number++;
      else if (!number || !/[_-]/.test(entry.lower[at])) return false;
    }
    return number === letters.length;
  }

  /**
   * Return how well an entry fits all terms; 0 if it does not.
   * @param {KwindexName} entry
   * @param {Term[]} terms
   * @param {string} together their letters, without what parts words in them
   * @param {boolean} tolerant
   */
  function fit(entry, terms, together, tolerant) {
    const all = isAll(entry, together) ? SAME + entry.bonus : 0;
    const place = /** @type {Place} */ (entry.place);
    let sum = 0;
    let named = entry.kind === "file" || entry.kind === "folder";
    for (let number = 0; number < terms.length; number++) {
      const { term, letters, most } = terms[number];
      const missing = letters & ~entry.letters;
      let value = 0;
      /* Most names are out by their letters. */
      if (!missing || (tolerant && count(missing) <= most)) {
        value = score(term, entry.name, entry.lower, entry.last, tolerant ? most : 0);
      }
      if (value) named = true;
      if (value < INSIDE && (terms.length > 1 || named)) {
        if (place.turn !== turn) {
          place.turn = turn;
          place.scores = [];
        }
        const fits = !(letters & ~place.letters);
        place.scores[number] ??= fits ? score(term, place.path, place.lower, 0, 0) : 0;
        /* Beside a name, a word of the path tells which of several is meant, but less
           than one of the class; a path means a file or folder. */
        const fitting = place.scores[number];
        const beside = terms.length > 1 && fitting >= AROUND;
        const worth = beside ? Math.min(fitting, WORD) * 0.9 : fitting * 0.5;
        value = Math.max(value, term.includes("/", 1) ? fitting : worth);
      }
      if (!value) return all;
      sum += value;
    }
    return named ? Math.max(sum / terms.length + entry.bonus, all) : all;
  }

  /**
   * Return the entries of some kinds that fit best.
   * @param {Term[]} terms
   * @param {(kind: string) => boolean} wanted
   * @param {number} limit
   * @param {boolean} tolerant
   */
  function best(terms, wanted, limit, tolerant) {
    const found = /** @type {{ entry: KwindexName, value: number }[]} */ ([]);
    let total = 0;
    let good = 0;
    const whole = terms.map(({ term }) => term).join("");
    const together = whole.replace(/([^_-])[_-]+/g, "$1");
    turn++;
    for (const entry of loaded) {
      if (!wanted(entry.kind)) continue;
      const value = terms.length
        ? fit(entry, terms, together, tolerant)
        : entry.bonus + EXACT;
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
      const parts = lowered(text.replaceAll("::", " ")).split(/\s+/).filter(Boolean);
      const terms = parts.map((term) => {
        return { term, letters: lettersOf(term), most: mostErrors(term) };
      });
      const sure = best(terms, wanted, limit, false);
      return sure.good < FEW && terms.length ? best(terms, wanted, limit, true) : sure;
    },

    letters(text, name) {
      const lower = lowered(name);
      const found = /** @type {Set<number>} */ (new Set());
      for (const term of lowered(text)
        .split(/\s+|::/)
        .filter(Boolean)) {
        let at = lower.indexOf(term, kwindex.lastPart(name));
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
