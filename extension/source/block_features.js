// Blocks and their features, as src/dehusk/methods/learned computes them.
(() => {
  "use strict";
  const { steps } = globalThis.dehusk;
  const MIN_LETTERS = 4;
  const MAX_LETTERS = 1000;
  const MAX_TITLES = 8;
  const MAX_HEADINGS = 500;
  const MAX_JSON_LD = 20000;
  const KEY = 30;
  const MIN_KEY = 10;
  const KEY_SOURCE = 80;
  const MAX_KEYS = 3000;
  const MAX_BODY = 60000;
  const MIN_BODY = 200;
  const MAX_DESCRIPTION = 2000;
  const [MIN_FOUND, MAX_FOUND] = [0.9, 1.1];
  const COPY_CHANGE = 2;
  const MIN_COPY_WORDS = 10;
  const DESCRIPTIONS = new Set(["description", "og:description", "twitter:description"]);

  // ---- the head --------------------------------------------------------------------------------

  const first_chars = (text, count) => (text.length <= count ? text : Array.from(text).slice(0, count).join(""));
  const char_count = (text) => Array.from(text).length;
  const letters_of = (text) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).join("");

  function without_spaces(text, model) {
    let found = "";
    for (const char of text) if (model.classes[char.codePointAt(0)] & 15) found += char;
    return found;
  }

  function titles_of(page) {
    const titles = [];
    for (const { tag, element, text } of page.head) {
      if (tag === "title") titles.push(text);
      else if (tag === "meta" && element.getAttribute("property") === "og:title") {
        titles.push(element.getAttribute("content") || "");
      }
    }
    return titles.slice(0, MAX_TITLES);
  }

  // The heading that repeats the document's title, else the first H1, else -1.
  function title_block(page, blocks) {
    const titles = titles_of(page)
      .map((title) => letters_of(first_chars(title, MAX_LETTERS)))
      .filter((letters) => char_count(letters) >= MIN_LETTERS);
    const places = new Map();
    let first_h1 = -1;
    for (let block = 0; block < blocks.count; block += 1) {
      const level = blocks.levels[block];
      if (level && !places.has(blocks.holder[block])) places.set(blocks.holder[block], block);
      if (level === 1 && first_h1 < 0) first_h1 = block;
    }
    let best = -1;
    let best_length = MIN_LETTERS - 1;
    const holders = titles.length ? [...places.keys()].sort((a, b) => a - b).slice(0, MAX_HEADINGS) : [];
    for (const holder of holders) {
      const start = page.offset[holder];
      const stop = Math.min(page.offset[page.end[holder]], start + MAX_LETTERS);
      const heading = letters_of(steps.text_between(page.text, start, stop));
      const length = char_count(heading);
      if (length > best_length && titles.some((title) => title.includes(heading) || heading.includes(title))) {
        best = places.get(holder);
        best_length = length;
      }
    }
    return best < 0 ? first_h1 : best;
  }

  function declared_types(page, model) {
    const parts = [];
    for (const { tag, element, text } of page.head) {
      if (tag === "script") parts.push(first_chars(text, MAX_JSON_LD));
      else if (tag === "meta" && element.getAttribute("property") === "og:type") {
        parts.push(`"${element.getAttribute("content") || "None"}"`);
      }
    }
    const declared = parts.join(" ").toLowerCase();
    return Object.values(model.declared_types).map((words) => words.some((word) => declared.includes(`"${word}"`)));
  }

  // The string in JSON that follows "articleBody":, from each place where this stands; null if it is incomplete.
  function body_string(text) {
    for (let at = text.indexOf('"articleBody"'); at >= 0; at = text.indexOf('"articleBody"', at + 1)) {
      const start = /^\s*:\s*"/.exec(text.slice(at + 13, at + 200));
      if (!start) continue;
      const first = at + 13 + start[0].length;
      let stop = first;
      while (stop < text.length && text[stop] !== '"') {
        if (text[stop] === "\\" && text[stop + 1] === "\n") break;
        stop += text[stop] === "\\" ? 2 : 1;
      }
      if (text[stop] === '"') return text.slice(first, stop);
    }
    return null;
  }

  function article_body(page, model) {
    for (const { tag, text } of page.head) {
      if (tag !== "script") continue;
      const found = body_string(text);
      if (found === null) continue;
      // Unlike Python's reader, that of JavaScript refuses control characters.
      const escaped = found.replace(/[\u0000-\u001f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
      try {
        return first_chars(without_spaces(JSON.parse(`"${escaped}"`), model), MAX_BODY);
      } catch {
        continue;
      }
    }
    return "";
  }

  function descriptions(page, model) {
    const found = [];
    for (const { tag, element } of page.head) {
      const name = element.getAttribute("property") || element.getAttribute("name");
      if (tag !== "meta" || !DESCRIPTIONS.has(name)) continue;
      found.push(without_spaces(first_chars(element.getAttribute("content") || "", MAX_DESCRIPTION), model));
    }
    return found.join(" ");
  }

  // The blocks that begin with a part of a text without white space.
  function found_in(page, blocks, searched, model) {
    const found = [];
    for (let block = 0; block < Math.min(blocks.count, MAX_KEYS) && searched; block += 1) {
      const start = blocks.bounds[block];
      const text = steps.text_between(page.text, start, Math.min(blocks.bounds[block + 1], start + KEY_SOURCE));
      const key = first_chars(without_spaces(text, model), KEY);
      if (char_count(key) >= MIN_KEY && searched.includes(key)) found.push(block);
    }
    return found;
  }

  // ---- blocks and their features ---------------------------------------------------------------

  function describe(page, model) {
    const class_words = globalThis.dehusk.read_class_words(page, model);
    const rows = [page.tag, page.parent, page.end, page.depth, page.chars, page.words, page.in_link];
    const tables = [model.roles, model.heading_level, model.tag_bits, model.classes];
    const [columns, of_leaf, first, holder, bounds, totals, words, , , repeats] =
      globalThis.dehusk.core.block_columns.describe_blocks(
        ...[page.text, page.kinds, page.offset, ...rows, class_words.kind, class_words.bits],
        ...[...tables, model.max_blocks],
      );
    const levels = Uint8Array.from(holder, (row) => model.heading_level[page.tag[row]]);
    return { count: first.length, columns, of_leaf, first, holder, bounds, totals, words, repeats, levels };
  }

  // The bits of tags or class words that are features: those whose names begin with a prefix.
  function bits_of(prefix, names, model) {
    const wanted = model.features.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    return Int32Array.from(wanted, (name) => names.indexOf(name));
  }

  function write_copies(page, blocks, model, body, matrix, width) {
    const [in_body, in_description] = [model.place.in_article_body, model.place.in_description];
    if (body) for (const block of found_in(page, blocks, body, model)) matrix[block * width + in_body] = 1;
    const described = descriptions(page, model);
    for (const block of found_in(page, blocks, described, model)) matrix[block * width + in_description] = 1;
  }

  // The blocks of a page, and the matrix of their features: one row per block.
  function block_features(page, model) {
    const blocks = describe(page, model);
    const width = model.features.length;
    const matrix = new Float32Array(blocks.count * width);
    if (!blocks.count) return { page, blocks, model, width, matrix };
    const regions = model.features.filter((name) => /^region\d+\.inside$/.test(name));
    const found = article_body(page, model);
    const body = char_count(found) >= MIN_BODY ? found : "";
    globalThis.dehusk.core.feature_matrix.write_features(
      ...[blocks.columns, title_block(page, blocks), model.tag_numbers.get("article")],
      ...[bits_of("in.", model.tag_groups, model), bits_of("near.", model.tag_groups, model)],
      ...[bits_of("class.", Object.keys(model.class_words), model)],
      Float64Array.from(regions, (name) => Number(/\d+/.exec(name)[0]) / 100),
      Float32Array.of(body ? -1 : 0, ...declared_types(page, model)),
      matrix,
    );
    write_copies(page, blocks, model, body, matrix, width);
    return { page, blocks, model, width, matrix };
  }

  // What a copy of the article in the page's head changes about the logits of blocks: src/dehusk/methods/learned/copy_evidence.py.
  function change_by_copy({ page, blocks, model, width, matrix }) {
    const change = new Float64Array(blocks.count);
    const in_body = model.features.indexOf("in_article_body");
    const is_found = (block) => matrix[block * width + in_body] > 0;
    if (matrix[model.features.indexOf("page.is_forum")]) return change;
    let size = 0;
    for (let block = 0; block < blocks.count; block += 1) {
      if (!is_found(block)) continue;
      size += char_count(without_spaces(steps.text_between(page.text, blocks.bounds[block], blocks.bounds[block + 1]), model));
    }
    const share = size && size / char_count(article_body(page, model));
    if (share < MIN_FOUND || share > MAX_FOUND) return change;
    for (let block = 0; block < blocks.count; block += 1) {
      if (is_found(block)) change[block] = COPY_CHANGE;
      else if (blocks.words[block] >= MIN_COPY_WORDS) change[block] = -COPY_CHANGE;
    }
    return change;
  }

  // The text of the page's headline; "" if it has none.
  function headline_of(page, model) {
    const blocks = describe(page, model);
    const title = title_block(page, blocks);
    const text = title < 0 ? "" : steps.text_between(page.text, blocks.bounds[title], blocks.bounds[title + 1]);
    return text.replace(/\s+/g, " ").trim();
  }

  Object.assign(globalThis.dehusk, { block_features, change_by_copy, headline_of });
})();
