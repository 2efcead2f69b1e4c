// Grid-centering-expanding (Jung et al. 2022): src/dehusk/methods/gce.py on the layout of the page as it is drawn.
(() => {
  "use strict";
  const [ROWS, COLUMNS, ALPHA, BETA, WIDTH_FACTOR] = [7, 8, 2, 0.5, 1.7];
  const RESULTS = new Set(
    "article blockquote body details dialog div fieldset figure form main section table".split(" "),
  );
  const POSITIVE = ["article", "content"];

  // The box of every row, in pixels from the top left corner of the document.
  function layout_of(page) {
    const view = page.document.defaultView;
    const root = page.document.documentElement;
    const boxes = ["x", "y", "width", "height"].reduce((all, name) => {
      all[name] = new Float64Array(page.rows);
      return all;
    }, {});
    const area = new Float64Array(page.rows);
    const fixed = new Uint8Array(page.rows);
    const unseen = new Uint8Array(page.rows);
    const invisible = new Uint8Array(page.rows);
    const range = page.document.createRange();
    for (let row = 0; row < page.rows; row += 1) {
      let node = page.node[row];
      if (row) {
        fixed[row] = fixed[page.parent[row]];
        unseen[row] = unseen[page.parent[row]];
      }
      if (!node) continue;
      if (page.tag[row] === 0) {
        if (!page.chars[row] || !node[0].isConnected) continue;
        invisible[row] = invisible[page.parent[row]];
        range.setStartBefore(node[0]);
        range.setEndAfter(node[node.length - 1]);
        node = range;
      } else {
        const style = view.getComputedStyle(node);
        if (style.position === "fixed") fixed[row] = 1;
        if (style.opacity === "0") unseen[row] = 1;
        if (style.visibility !== "visible") invisible[row] = 1;
      }
      const box = node.getBoundingClientRect();
      boxes.x[row] = box.left + view.scrollX;
      boxes.y[row] = box.top + view.scrollY;
      boxes.width[row] = box.width;
      boxes.height[row] = box.height;
      area[row] = fixed[row] || unseen[row] || invisible[row] ? 0 : box.width * box.height;
    }
    const window = { width: view.innerWidth, height: view.innerHeight };
    const size = {
      width: Math.max(root.scrollWidth, window.width),
      height: Math.max(root.scrollHeight, window.height),
    };
    return { ...boxes, area, fixed, unseen, window, document: size };
  }

  const float_sums = (page, column) => globalThis.dehusk.core.row_loops.subtree_sum_floats(page.end, column);
  const int_sums = (page, column) => globalThis.dehusk.core.row_loops.subtree_sum_ints(page.end, column);

  // The area of the link containers below an element / its own area.
  function link_density(page, layout, names) {
    const { area } = layout;
    const held = new Float64Array(page.rows);
    const container = new Int32Array(page.rows);
    const leaves = int_sums(page, Int32Array.from(page.chars, (chars) => (chars > 0 ? 1 : 0)));
    const images = float_sums(page, area.map((size, row) => (["img", "svg"].includes(names[row]) ? size : 0)));
    const drawn = int_sums(page, Int32Array.from(area, (size) => (size > 0 ? 1 : 0)));
    for (let link = 1; link < page.rows; link += 1) {
      if (names[link] !== "a" || !drawn[link]) continue;
      let row = link;
      let size = area[link];
      if (!leaves[link]) {
        size = images[link] || size;
      } else {
        while (page.parent[row] > 0 && leaves[page.parent[row]] === leaves[link]) {
          row = page.parent[row];
          size = Math.max(size, area[row]);
        }
      }
      held[row] = Math.max(held[row], size);
      container[row] = 1;
    }
    const below = float_sums(page, held);
    const some = int_sums(page, container);
    return area.map((size, row) =>
      page.tag[row] && size > 0 && some[row] - container[row] > 0 ? (below[row] - held[row]) / size : 0,
    );
  }

  // The centres of the cells that count: not at the edge, and without text of menus.
  function cell_centres(layout, high_link) {
    const cell = { width: layout.window.width / COLUMNS, height: layout.window.height / ROWS };
    const high = Math.min(ALPHA * layout.window.height, layout.document.height);
    const count = Math.ceil(Math.round((high / cell.height) * 1e6) / 1e6);
    const touched = new Uint8Array(count * COLUMNS);
    const clip = (number, most) => Math.min(Math.max(number, 0), most);
    for (let leaf = 0; leaf < high_link.length; leaf += 1) {
      if (!high_link[leaf]) continue;
      const left = clip(Math.floor(layout.x[leaf] / cell.width), COLUMNS);
      const right = clip(Math.ceil((layout.x[leaf] + layout.width[leaf]) / cell.width), COLUMNS);
      const top = clip(Math.floor(layout.y[leaf] / cell.height), count);
      const bottom = clip(Math.ceil((layout.y[leaf] + layout.height[leaf]) / cell.height), count);
      for (let row = top; row < bottom; row += 1) touched.fill(1, row * COLUMNS + left, row * COLUMNS + right);
    }
    const cells = [];
    for (let row = 1; row < count; row += 1) {
      for (let column = 1; column < COLUMNS - 1; column += 1) cells.push([row, column]);
    }
    const free = cells.filter(([row, column]) => !touched[row * COLUMNS + column]);
    const kept = free.length ? free : cells;
    return { cell, points: kept.map(([row, column]) => [(column + 0.5) * cell.width, (row + 0.5) * cell.height]) };
  }

  function mean_point(points) {
    const sum = points.reduce(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
    return [sum[0] / points.length, sum[1] / points.length];
  }

  function nearest_leaf(layout, leaves, [x, y]) {
    let best = -1;
    let least = Infinity;
    for (const leaf of leaves) {
      const beside = Math.max(layout.x[leaf] - x, x - layout.x[leaf] - layout.width[leaf], 0);
      const above = Math.max(layout.y[leaf] - y, y - layout.y[leaf] - layout.height[leaf], 0);
      const distance = Math.hypot(beside, above);
      if (distance < least) [best, least] = [leaf, distance];
    }
    return best;
  }

  function is_positive(element) {
    const values = Array.from(element.attributes, ({ value }) => value.toLowerCase());
    return values.some((value) => POSITIVE.some((word) => value.includes(word)));
  }

  // The first match of each rule on the path from a leaf to BODY; 0 if there is none.
  function climb(page, layout, names, seed) {
    const found = [0, 0, 0];
    for (let row = page.parent[seed]; row > 0; row = page.parent[row]) {
      let parent = page.parent[row];
      while (parent > 0 && !layout.area[parent]) parent = page.parent[parent];
      if (!RESULTS.has(names[row]) || !layout.area[row]) continue;
      const wider = layout.width[parent] > layout.width[row] * WIDTH_FACTOR;
      [names[row] === "article", is_positive(page.node[row]), wider].forEach((matched, rule) => {
        if (matched && !found[rule]) found[rule] = row;
      });
    }
    return found;
  }

  // The leaves that are content: one entry per row.
  function select(page) {
    const keep = new Uint8Array(page.rows);
    const names = page.node.map((node, row) => (page.tag[row] && node ? node.localName : ""));
    const layout = layout_of(page);
    const text = Uint8Array.from(page.chars, (chars, row) => (chars > 0 && layout.area[row] > 0 ? 1 : 0));
    const dense = link_density(page, layout, names).map((density) => (density > BETA ? 1 : 0));
    const in_menu = globalThis.dehusk.core.row_loops.inside(page.end, Uint8Array.from(dense));
    const high_link = text.map((is_text, row) => is_text & in_menu[row]);
    let low_link = text.map((is_text, row) => (is_text && !high_link[row] ? 1 : 0));
    if (!low_link.includes(1)) low_link = text;
    const leaves = Array.from(low_link.keys()).filter((row) => low_link[row]);
    if (!leaves.length) return keep;
    const { points } = cell_centres(layout, high_link);
    const of_window = [layout.window.width / 2, layout.window.height / 2];
    const of_document = [Math.min(layout.window.width, layout.document.width) / 2, layout.document.height / 2];
    const centres = [points, [...points, of_window], [...points, of_window, of_document]].map(mean_point);
    const candidates = centres.map((centre) => climb(page, layout, names, nearest_leaf(layout, leaves, centre)));
    const low_area = float_sums(page, layout.area.map((size, row) => (low_link[row] ? size : 0)));
    const density = (row) => (layout.area[row] ? low_area[row] / layout.area[row] : 0);
    const best = candidates.map((rows) => {
      const high = rows.filter((row) => row && layout.height[row] >= layout.window.height / 2);
      return high.reduce((most, row) => (most && density(most) >= density(row) ? most : row), 0);
    });
    const winner = [...best].reverse().find(Boolean) || [...candidates.flat()].reverse().find(Boolean) || 0;
    // What can be unfolded counts as visible.
    const in_details = globalThis.dehusk.core.row_loops.inside(
      page.end,
      Uint8Array.from(names, (name) => (name === "details" ? 1 : 0)),
    );
    for (let row = winner; winner && row < page.end[winner]; row += 1) {
      keep[row] = page.chars[row] > 0 && !layout.fixed[row] && (layout.area[row] > 0 || in_details[row]) ? 1 : 0;
    }
    return keep;
  }

  globalThis.dehusk.gce = { select };
})();
