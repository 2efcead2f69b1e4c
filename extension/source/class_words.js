// The words in class, id, role and itemprop attributes, as src/dehusk/page/class_words.py reads them.
(() => {
  "use strict";
  const ATTRIBUTES = ["class", "id", "role", "itemprop"];
  // Words end at a change of case, a digit or a sign: "articleBody", "HTMLBody2".
  const WORDS = /[A-Z]{2,}(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]|[0-9]|[^A-Za-z0-9]/g;
  const tables = new WeakMap();

  function table_of(model) {
    if (!tables.has(model)) {
      const words = new Map();
      Object.values(model.class_words).forEach((list, place) => {
        for (const word of list) {
          const capital = word[0].toUpperCase() + word.slice(1);
          for (const spelling of new Set([word, capital, word.toUpperCase()])) {
            words.set(spelling, (words.get(spelling) || 0) | (1 << place));
          }
        }
      });
      const numbered = 1 << Object.keys(model.class_words).indexOf("numbered");
      tables.set(model, { words, numbered, known: new Map() });
    }
    return tables.get(model);
  }

  function bits_of(value, table) {
    let bits = table.known.get(value);
    if (bits !== undefined) return bits;
    bits = 0;
    let digits = 0;
    for (const [part] of value.matchAll(WORDS)) {
      if (part >= "0" && part <= "9" && part.length === 1) {
        digits += 1;
        if (digits === 3) bits |= table.numbered;
      } else {
        digits = 0;
        bits |= table.words.get(part) || 0;
      }
    }
    table.known.set(value, bits);
    return bits;
  }

  // The first word of a class attribute without digits at its end: elements of one kind have the same.
  function kind_of(value) {
    let start = 0;
    while (start < value.length && value.charCodeAt(start) <= 32) start += 1;
    let stop = value.indexOf(" ", start);
    if (stop < 0) stop = value.length;
    while (stop > start && value.charCodeAt(stop - 1) >= 48 && value.charCodeAt(stop - 1) <= 57) stop -= 1;
    return value.slice(start, stop);
  }

  // The categories of each row's names as bits, and a number for its kind; 0 if it has none.
  function read_class_words(page, model) {
    const table = table_of(model);
    const bits = new Int32Array(page.rows);
    const kind = new Int32Array(page.rows);
    const kinds = new Map();
    for (let row = 0; row < page.rows; row += 1) {
      const element = page.attributes_of(row);
      if (!element) continue;
      for (const name of ATTRIBUTES) {
        const value = element.getAttribute(name);
        if (value === null) continue;
        bits[row] |= bits_of(value, table);
        if (name !== "class") continue;
        const word = kind_of(value);
        if (!word) continue;
        if (!kinds.has(word)) kinds.set(word, kinds.size + 1);
        kind[row] = kinds.get(word);
      }
    }
    return { bits, kind };
  }

  globalThis.dehusk.read_class_words = read_class_words;
})();
