// Which elements are visible when only the main content is shown: the rules of the "isolate" format of dehusk.
(() => {
  "use strict";
  const MEDIA = new Set("img picture svg video audio iframe object embed canvas".split(" "));
  const MOSTLY = 0.5;
  const MAX_FREE_CHARS = 40;
  const MAX_GAP_CHARS = 300;
  const LARGE = { width: 200, height: 100 };
  const BLOCK = 1;

  function sums_below(page, column) {
    return globalThis.dehusk.core.row_loops.subtree_sum_ints(page.end, Int32Array.from(column));
  }

  const CAPTIONS = new Set(["figcaption", "caption"]);

  const name_of = (page, row) => {
    const element = page.attributes_of(row);
    return element ? element.localName : "";
  };

  // Rows in captions, which belong to what they describe.
  function caption_rows(page) {
    const is_caption = Uint8Array.from({ length: page.rows }, (_, row) => (CAPTIONS.has(name_of(page, row)) ? 1 : 0));
    return globalThis.dehusk.core.row_loops.inside(page.end, is_caption);
  }

  // The leaves that are shown: those that are kept, and the captions of figures with media that are shown.
  function with_captions(page, keep, media) {
    const shown = Uint8Array.from(keep);
    const in_caption = caption_rows(page);
    for (const row of media) {
      let figure = row;
      while (figure > 0 && name_of(page, figure) !== "figure") figure = page.parent[figure];
      for (let leaf = figure; figure > 0 && leaf < page.end[figure]; leaf += 1) {
        if (in_caption[leaf] && page.chars[leaf]) shown[leaf] = 1;
      }
    }
    return shown;
  }

  // The images, videos and frames that are inside the content, or large and next to it.
  function media_rows(page, keep, model) {
    const in_caption = caption_rows(page);
    const counted = page.chars.map((chars, row) => (in_caption[row] && !keep[row] ? 0 : chars));
    const kept_chars = sums_below(page, page.chars.map((chars, row) => (keep[row] ? chars : 0)));
    const all_chars = sums_below(page, counted);
    const free_before = new Int32Array(page.rows + 1);
    let [first, last] = [-1, -1];
    for (let row = 0; row < page.rows; row += 1) {
      free_before[row + 1] = free_before[row] + (keep[row] ? 0 : counted[row]);
      if (!keep[row]) continue;
      if (first < 0) first = row;
      last = row;
    }
    const found = [];
    for (let row = 1; row < page.rows && first >= 0; row += 1) {
      const element = page.attributes_of(row);
      if (!element || !MEDIA.has(element.localName)) continue;
      let holder = row;
      while (holder > 0 && !(model.roles[page.tag[holder]] & BLOCK)) holder = page.parent[holder];
      let wrapper = row;
      while (page.parent[wrapper] > 0 && !kept_chars[page.parent[wrapper]]) wrapper = page.parent[wrapper];
      const around = page.parent[wrapper];
      const mostly = around > 0 && kept_chars[around] > MOSTLY * all_chars[around];
      const free = all_chars[wrapper] - kept_chars[wrapper];
      const is_inside = row > first && row < last;
      const gap = row < first ? free_before[first] - free_before[row] : free_before[row] - free_before[last];
      const is_content = is_inside
        ? kept_chars[holder] > 0 || (mostly && free <= MAX_FREE_CHARS)
        : mostly && free <= MAX_FREE_CHARS && gap <= MAX_GAP_CHARS && is_large(element);
      if (is_content) found.push(row);
    }
    return found;
  }

  function is_large(element) {
    const box = element.getBoundingClientRect();
    return box.width >= LARGE.width && box.height >= LARGE.height;
  }

  // One entry per row: whether an element is visible. An element whose text is not kept is hidden; one without text is
  // like its parent.
  function visible_rows(page, keep, media) {
    const has_text = Uint8Array.from(page.chars, (chars) => (chars > 0 ? 1 : 0));
    const text = sums_below(page, has_text);
    const kept = sums_below(page, keep);
    const visible = new Uint8Array(page.rows);
    const is_media = new Uint8Array(page.rows);
    for (const row of media) is_media[row] = 1;
    for (let row = 0; row < page.rows; row += 1) {
      if (page.tag[row] === 0) {
        if (keep[row]) visible[page.parent[row]] = 1;
        continue;
      }
      const is_whole = kept[row] > 0 && kept[row] === text[row];
      const like_parent = text[row] === 0 && row > 0 && visible[page.parent[row]];
      if (is_whole || is_media[row] || like_parent) visible[row] = 1;
    }
    return visible;
  }

  globalThis.dehusk.visible_rows = { media_rows, with_captions, visible_rows };
})();
