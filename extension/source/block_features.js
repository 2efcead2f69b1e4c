// Blocks and their features, group by group, as src/dehusk/methods/learned computes them.
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

  // ---- blocks and measures ---------------------------------------------------------------------

  function gather(page, model) {
    const { block_text } = globalThis.dehusk.core;
    const columns = [page.tag, page.parent, page.end, page.chars, page.words, page.in_link];
    const [of_leaf, first, holder, totals] = block_text.gather_blocks(...columns, model.roles, model.max_blocks);
    const count = first.length;
    const bounds = new Int32Array(count + 1);
    for (let block = 0; block < count; block += 1) bounds[block] = page.offset[first[block]];
    bounds[count] = page.text.length;
    const levels = Uint8Array.from(holder, (row) => model.heading_level[page.tag[row]]);
    return { count, of_leaf, first, holder, totals, bounds, levels };
  }

  function measure(page, blocks, class_words, model) {
    const { block_columns, block_text, block_tree, block_places } = globalThis.dehusk.core;
    const { count, totals, first, holder } = blocks;
    const words_of_blocks = totals.subarray(count, 2 * count);
    const [counts, dated, repeats, seen] = block_text.measure_text(
      page.text,
      model.classes,
      blocks.bounds,
      words_of_blocks,
    );
    const rows = [page.tag, page.parent, page.end];
    const [sums, groups] = block_tree.sum_rows(...rows, page.chars, page.in_link, class_words.kind, first, model.roles);
    const bits = block_places.bits_around(...rows, page.chars, class_words.bits, model.tag_bits, first, holder);
    const of_page = [...rows, page.depth, page.chars, model.roles, model.heading_level, first, holder, totals];
    const [columns, of_text] = block_columns.block_columns(...of_page, counts, dated, repeats, sums, groups, bits);
    return { columns, repeats, seen, words: of_text.subarray(0, count), title: title_block(page, blocks) };
  }

  // ---- groups of features ----------------------------------------------------------------------

  function write_bits(number, prefix, names) {
    return ({ measures, model }, ...columns) => {
      const wanted = model.features.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      const places = Int32Array.from(wanted, (name) => names(model).indexOf(name));
      globalThis.dehusk.core.block_places.write_bits(measures.columns, number, places, ...columns);
    };
  }

  const tag_groups = (model) => model.tag_groups;
  const categories = (model) => Object.keys(model.class_words);

  function write_copies({ page, blocks, measures, model }, matrix, width, at) {
    const body = article_body(page, model);
    const known = char_count(body) >= MIN_BODY;
    for (let block = 0; block < blocks.count; block += 1) {
      matrix[block * width + at] = measures.seen[block];
      matrix[block * width + at + 1] = known ? -1 : 0;
      matrix[block * width + at + 2] = 0;
    }
    if (known) for (const block of found_in(page, blocks, body, model)) matrix[block * width + at + 1] = 1;
    const described = descriptions(page, model);
    for (const block of found_in(page, blocks, described, model)) matrix[block * width + at + 2] = 1;
  }

  function write_declared({ page, blocks, model }, matrix, width, at) {
    const declared = declared_types(page, model);
    for (let block = 0; block < blocks.count; block += 1) {
      declared.forEach((is_declared, place) => {
        matrix[block * width + at + place] = is_declared;
      });
    }
  }

  const core = () => globalThis.dehusk.core;
  const WRITERS = {
    text: ({ measures }, ...columns) => core().block_text.text_features(measures.columns, ...columns),
    in_tags: write_bits(0, "in.", tag_groups),
    near_tags: write_bits(1, "near.", tag_groups),
    in_classes: write_bits(2, "class.", categories),
    near_classes: write_bits(3, "near_class.", categories),
    ancestors: ({ measures }, ...columns) => core().block_tree.ancestor_features(measures.columns, ...columns),
    regions: ({ measures, model }, ...columns) => {
      const names = model.features.filter((name) => /^region\d+\.inside$/.test(name));
      const held = Float64Array.from(names, (name) => Number(/\d+/.exec(name)[0]) / 100);
      core().block_tree.region_features(measures.columns, held, ...columns);
    },
    position: ({ measures }, ...columns) => core().block_places.position_features(measures.columns, ...columns),
    title: ({ measures, model }, ...columns) => {
      const article = model.tag_numbers.get("article");
      core().block_places.title_features(measures.columns, measures.title, article, ...columns);
    },
    title_tree: ({ measures, model }, ...columns) => {
      const article = model.tag_numbers.get("article");
      core().block_places.title_tree_features(measures.columns, measures.title, article, ...columns);
    },
    copies: write_copies,
    surroundings: ({ measures }, ...columns) => core().block_tree.surrounding_features(measures.columns, ...columns),
    records: ({ measures }, ...columns) => core().block_tree.record_features(measures.columns, ...columns),
    dates: ({ measures }, ...columns) =>
      core().block_places.date_features(measures.columns, measures.title, ...columns),
    last_heading: ({ measures }, ...columns) => core().block_places.heading_features(measures.columns, ...columns),
    reply_form: ({ measures }, ...columns) => core().block_places.reply_form_features(measures.columns, ...columns),
    declared: write_declared,
  };

  // The blocks of a page, measures of them, and the matrix of their features: one row per block.
  function block_features(page, model) {
    const blocks = gather(page, model);
    const width = model.features.length;
    if (!blocks.count) return { page, blocks, model, width, matrix: new Float32Array(0) };
    const class_words = globalThis.dehusk.read_class_words(page, model);
    const measures = measure(page, blocks, class_words, model);
    const matrix = new Float32Array(blocks.count * width);
    for (const [name, start] of model.groups) {
      WRITERS[name]({ page, blocks, measures, model }, matrix, width, start);
    }
    return { page, blocks, measures, model, width, matrix };
  }

  // What a copy of the article in the page's head changes about the logits of blocks: src/dehusk/methods/learned/copy_evidence.py.
  function change_by_copy({ page, blocks, measures, model, width, matrix }) {
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
      else if (measures.words[block] >= MIN_COPY_WORDS) change[block] = -COPY_CHANGE;
    }
    return change;
  }

  // The text of the page's headline; "" if it has none.
  function headline_of(page, model) {
    const blocks = gather(page, model);
    const title = title_block(page, blocks);
    const text = title < 0 ? "" : steps.text_between(page.text, blocks.bounds[title], blocks.bounds[title + 1]);
    return text.replace(/\s+/g, " ").trim();
  }

  Object.assign(globalThis.dehusk, { block_features, change_by_copy, headline_of });
})();
