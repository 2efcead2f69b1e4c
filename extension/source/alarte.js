// Alarte & Silva (2020): src/dehusk/methods/alarte.py with the choices of the paper.
(() => {
  "use strict";
  const UNRATED = "a nav hr span em body header h1 h2 h3 h4 h5 br iframe".split(" ");
  const CANDIDATES = 3;
  const TEXT_RATIO = 1.5;
  const LINKS = 7;

  function sums_below(page, column) {
    return globalThis.dehusk.core.row_loops.subtree_sum_ints(page.end, column);
  }

  function child_sums(page, column) {
    const sums = new Float64Array(page.rows);
    for (let row = 1; row < page.rows; row += 1) sums[page.parent[row]] += column[row];
    return sums;
  }

  // Words / distance over the leaves below a node, without leaves directly in links.
  function word_ratio(page, link) {
    const words = new Float64Array(page.rows);
    for (let row = 1; row < page.rows; row += 1) {
      const parent = page.parent[row];
      if (page.chars[row] > 0 && page.tag[parent] !== link) words[parent] += page.words[row];
    }
    const ratio = new Float64Array(page.rows);
    let at = Array.from(words.keys()).filter((row) => words[row] !== 0);
    let amount = at.map((row) => words[row]);
    for (let distance = 1; at.length; distance += 1) {
      const sums = new Float64Array(page.rows);
      at.forEach((row, i) => {
        sums[row] += amount[i] / distance;
      });
      for (let row = 0; row < page.rows; row += 1) ratio[row] += sums[row];
      const parents = at.map((row) => page.parent[row]);
      amount = amount.filter((_, i) => parents[i] >= 0);
      at = parents.filter((row) => row >= 0);
    }
    return ratio;
  }

  function standardised(column) {
    const count = column.length;
    const mean = column.reduce((sum, value) => sum + value, 0) / count;
    const deviation = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count);
    const most = column.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
    return column.map((value) => (deviation > 1e-12 * most ? (value - mean) / deviation : 0));
  }

  // Criterion 3: the page is less deep than BODY has children, counted over the tags that are never rated.
  function is_wide(page, unrated) {
    const opened = new Int32Array(page.rows + 1);
    let width = 0;
    for (let row = 1; row < page.rows; row += 1) {
      if (page.tag[row] === 0 || !unrated[page.tag[row]]) continue;
      opened[row] += 1;
      opened[page.end[row]] -= 1;
      if (page.parent[row] === 0) width += 1;
    }
    let height = 0;
    for (let row = 0, open = 0; row <= page.rows; row += 1) {
      open += opened[row];
      height = Math.max(height, open);
    }
    return height < width;
  }

  // Rule 2: the children of a node if all have the same tag and the only child of each is a link without image.
  function all_links(page, below, tags) {
    const { rows, parent, tag } = page;
    const images = sums_below(page, Int32Array.from(tag, (number) => (number === tags.img ? 1 : 0)));
    const counted = Uint8Array.from(tag, (number, row) => (number !== 0 || page.chars[row] > 0 ? 1 : 0));
    const children = child_sums(page, counted);
    const is_link = Uint8Array.from(tag, (number, row) => (number === tags.a && !images[row] ? 1 : 0));
    const links = child_sums(page, is_link);
    const one_link = Uint8Array.from(tag, (number, row) => (number && children[row] === 1 && links[row] === 1 ? 1 : 0));
    const held = child_sums(page, one_link);
    const low = new Int32Array(rows).fill(1 << 16);
    const high = new Int32Array(rows).fill(-1);
    for (let row = 1; row < rows; row += 1) {
      if (!tag[row]) continue;
      low[parent[row]] = Math.min(low[parent[row]], tag[row]);
      high[parent[row]] = Math.max(high[parent[row]], tag[row]);
    }
    const remove = new Uint8Array(rows);
    for (let row = 1; row < rows; row += 1) {
      const up = parent[row];
      const is_group = below[up] && children[up] > 0 && held[up] === children[up] && low[up] === high[up];
      if (tag[row] && is_group) remove[row] = 1;
    }
    return remove;
  }

  // Rows in groups of links below the roots.
  function link_groups(page, roots, tags) {
    const { inside } = globalThis.dehusk.core.row_loops;
    const root = new Uint8Array(page.rows);
    for (const row of roots) root[row] = 1;
    const below = inside(page.end, root);
    const chars = sums_below(page, page.chars);
    const outside = sums_below(page, page.chars.map((count, row) => (page.in_link[row] ? 0 : count)));
    const links = sums_below(page, Int32Array.from(page.tag, (number) => (number === tags.a ? 1 : 0)));
    const remove = all_links(page, below, tags);
    for (let row = 0; row < page.rows; row += 1) {
      const many = page.tag[row] && chars[row] > TEXT_RATIO * outside[row] && links[row] > LINKS && !root[row];
      remove[row] = below[row] && (many || remove[row]) ? 1 : 0;
    }
    return { below, removed: inside(page.end, remove) };
  }

  function winners_of(page, rated, points) {
    const norm = rated.map((_, i) => Math.sqrt(points.reduce((sum, column) => sum + column[i] * column[i], 0)));
    const order = Array.from(norm.keys()).sort((a, b) => norm[b] - norm[a] || a - b);
    const c_set = order.slice(0, CANDIDATES).map((i) => rated[i]);
    const chars = sums_below(page, page.chars);
    const is_within = (row, other) => other < row && row < page.end[other];
    const reduced = c_set.filter((row) => !c_set.some((other) => is_within(row, other) && chars[other] === chars[row]));
    const words = sums_below(page, page.words);
    const elements = sums_below(page, Int32Array.from(page.tag, (number) => (number ? 1 : 0)));
    const weight = reduced.map((row) => words[row] / elements[row]);
    const most = Math.max(...weight);
    if (!(most > 0)) return [];
    const parents = new Set(reduced.filter((_, i) => weight[i] === most).map((row) => page.parent[row]));
    return reduced.filter((row) => parents.has(page.parent[row])).sort((a, b) => a - b);
  }

  // The leaves that are content: one entry per row.
  function select(page, model) {
    const keep = new Uint8Array(page.rows);
    const text = Uint8Array.from(page.chars, (chars) => (chars > 0 ? 1 : 0));
    const tags = { a: model.tag_numbers.get("a"), img: model.tag_numbers.get("img") };
    const unrated = new Uint8Array(1 << 16);
    for (const name of UNRATED) unrated[model.tag_numbers.get(name)] = 1;
    if (is_wide(page, unrated)) return text;
    const rated = [];
    let deepest = 0;
    for (let row = 0; row < page.rows; row += 1) {
      if (!page.tag[row]) continue;
      deepest = Math.max(deepest, page.depth[row]);
      if (!unrated[page.tag[row]] && page.end[row] > row + 1) rated.push(row);
    }
    if (!rated.length) return keep;
    const words = word_ratio(page, tags.a);
    const links = sums_below(page, Int32Array.from(page.tag, (number) => (number === tags.a ? 1 : 0)));
    const children = child_sums(page, new Uint8Array(page.rows).fill(1));
    const position = (depth) => (depth <= deepest / 2 ? 1 : Math.max(deepest / depth - 1, 0));
    const ratios = [
      rated.map((row) => words[row]),
      rated.map((row) => 1 / Math.max(links[row], 1)),
      rated.map((row) => (children[row] > 2 ? 1 : 0)),
      rated.map((row) => position(page.depth[row])),
    ];
    const winners = winners_of(page, rated, ratios.map(standardised));
    const { below, removed } = link_groups(page, winners, tags);
    for (let row = 0; row < page.rows; row += 1) keep[row] = text[row] && below[row] && !removed[row] ? 1 : 0;
    return keep;
  }

  globalThis.dehusk.alarte = { select };
})();
