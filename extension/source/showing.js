// Shows only the main content of a document in place, and takes everything back.
(() => {
  "use strict";
  const PAGE = "data-dehusk-page";
  const KEEP = "data-dehusk-keep";
  const MARGIN = 40;

  // The Text nodes of some rows as ranges.
  function ranges_of(page, wanted) {
    const ranges = [];
    for (let row = 0; row < page.rows; row += 1) {
      if (page.tag[row] !== 0 || !page.chars[row] || !wanted(row)) continue;
      for (const node of page.node[row]) {
        if (!node.isConnected || node.getRootNode() !== page.document) continue;
        const range = page.document.createRange();
        range.selectNodeContents(node);
        ranges.push(range);
      }
    }
    return ranges;
  }

  class Showing {
    constructor(page) {
      this.page = page;
      this.window = page.document.defaultView;
      this.before = { x: this.window.scrollX, y: this.window.scrollY };
      this.after = null;
      this.sheets = new Map();
      this.highlights = this.window.CSS.highlights || null;
    }

    // Mark what is visible; the style of page_style.js does the rest.
    show(keep, media) {
      const { page } = this;
      this.unmark();
      const visible = globalThis.dehusk.visible_rows.visible_rows(page, keep, media);
      const marked = [];
      for (let row = 1; row < page.rows; row += 1) {
        const element = page.attributes_of(row);
        if (visible[row] && element && element.isConnected && is_shown(element, this.window)) marked.push(element);
      }
      // Boxes are read before anything is written: visibility moves none of them.
      const first = marked.find((element) => element.getClientRects().length);
      const box = first && first.getBoundingClientRect();
      for (const element of marked) element.setAttribute(KEEP, "");
      for (const root of page.shadows) this.add_sheet(root);
      this.mark_frames();
      const mixed = ranges_of(page, (row) => !keep[row] && visible[page.parent[row]]);
      this.highlight("dehusk-dropped", mixed);
      page.document.documentElement.setAttribute(PAGE, "main");
      if (box) this.scroll_to(box);
    }

    // The frames around a document that is in a frame stay visible.
    mark_frames() {
      for (let view = this.window; view !== view.parent && view.frameElement; view = view.parent) {
        view.frameElement.setAttribute(KEEP, "");
        view.parent.document.documentElement.setAttribute(PAGE, "main");
      }
    }

    add_sheet(root) {
      const sheet = new this.window.CSSStyleSheet();
      sheet.replaceSync(globalThis.dehusk.SHADOW_STYLE);
      try {
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
        this.sheets.set(root, sheet);
      } catch {
        // Firefox does not let extensions add a style sheet to a shadow root: its content is hidden with its host.
      }
    }

    highlight(name, ranges) {
      if (!this.highlights) return;
      this.highlights.delete(name);
      if (ranges.length) this.highlights.set(name, new this.window.Highlight(...ranges));
    }

    scroll_to({ top, bottom }) {
      if (this.after) return;
      if (bottom > 0 && top < this.window.innerHeight * 0.7) return;
      this.window.scrollTo({ top: Math.max(0, this.window.scrollY + top - MARGIN), behavior: "instant" });
      this.after = { x: this.window.scrollX, y: this.window.scrollY };
    }

    // Show everything, with the text that is kept and the text that is not in two colours.
    explain(keep) {
      const { page } = this;
      this.highlight("dehusk-kept", ranges_of(page, (row) => keep[row]));
      this.highlight("dehusk-left", ranges_of(page, (row) => !keep[row]));
      page.document.documentElement.setAttribute(PAGE, "why");
      for (const [root, sheet] of this.sheets) remove_sheet(root, sheet);
      this.sheets.clear();
    }

    unmark() {
      for (const [root, sheet] of this.sheets) remove_sheet(root, sheet);
      this.sheets.clear();
      for (const root of [this.page.document, ...this.page.shadows]) {
        for (const element of root.querySelectorAll(`[${KEEP}]`)) element.removeAttribute(KEEP);
      }
      for (let view = this.window; view !== view.parent && view.frameElement; view = view.parent) {
        view.frameElement.removeAttribute(KEEP);
        view.parent.document.documentElement.removeAttribute(PAGE);
      }
      for (const name of ["dehusk-dropped", "dehusk-kept", "dehusk-left", "dehusk-here"]) {
        if (this.highlights) this.highlights.delete(name);
      }
      this.page.document.documentElement.removeAttribute(PAGE);
    }

    // Take everything back; if the reader has not scrolled since, also the scrolling.
    restore() {
      this.unmark();
      const { after, before } = this;
      if (after && Math.abs(this.window.scrollY - after.y) < 2 && Math.abs(this.window.scrollX - after.x) < 2) {
        this.window.scrollTo({ left: before.x, top: before.y, behavior: "instant" });
      }
    }
  }

  function remove_sheet(root, sheet) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter((each) => each !== sheet);
  }

  // What the page itself hides stays hidden.
  function is_shown(element, view) {
    return view.getComputedStyle(element).visibility === "visible";
  }

  globalThis.dehusk.Showing = Showing;
})();
