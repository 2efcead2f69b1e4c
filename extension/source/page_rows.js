// The body of a document as flat columns, one row per node, as src/dehusk/page makes them from its serialisation.
(() => {
  "use strict";
  const HTML = "http://www.w3.org/1999/xhtml";
  const VOID = new Set(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "),
  );
  const HEAD_ITEMS = new Set(["meta", "link", "base"]);
  const MAX_NAME = 100;
  const MAX_TEX = 9999;
  const CLASS_BITS = 15;
  const ELEMENT = 1;
  const TEXT = 3;
  const CDATA = 4;

  // Collects the rows of a document in document order.
  class RowCollector {
    constructor(model) {
      this.model = model;
      this.skipped = new Set(model.skipped);
      this.fallback = new Set(model.fallback.map((name) => model.tag_numbers.get(name)));
      this.hides = new Map();
      this.patterns = model.hiding_styles.map((pattern) => new RegExp(pattern));
      this.extra = new Map();
      this.tag = [model.tag_numbers.get("body")];
      this.parent = [-1];
      this.end = [1];
      this.depth = [0];
      this.node = [null];
      this.text = [""];
      this.noscript = [0];
      this.inert = [0];
      this.hidden = [0];
      this.in_text = false;
      this.head = [];
      this.body_head = [];
    }

    get rows() {
      return this.tag.length;
    }

    number(name) {
      const known = this.model.tag_numbers.get(name);
      if (known !== undefined) return known;
      const key = name.slice(0, MAX_NAME);
      if (!this.extra.has(key)) this.extra.set(key, Math.min(0xffff, this.model.tag_names.length + this.extra.size));
      return this.extra.get(key);
    }

    add(number, parent, node, text) {
      const row = this.rows;
      this.tag.push(number);
      this.parent.push(parent);
      this.end.push(row + 1);
      this.depth.push(this.depth[parent] + 1);
      this.node.push(node);
      this.text.push(text);
      this.noscript.push(0);
      this.inert.push(this.fallback.has(this.tag[parent]) ? 1 : 0);
      this.hidden.push(0);
      return row;
    }

    // ---- the head ------------------------------------------------------------------------------

    // Everything before BODY. A NOSCRIPT with an image starts the body, as for a parser that runs no scripts.
    read_head(document) {
      const root = document.documentElement;
      for (let node = root && root.firstChild; node && node !== document.body; node = node.nextSibling) {
        if (node.nodeType !== ELEMENT) continue;
        for (let child = node.firstChild; child; child = child.nextSibling) {
          if (child.nodeType !== ELEMENT) continue;
          const source = unparsed_noscript(child);
          if (source === null) {
            this.head_item(child);
            for (const item of child.querySelectorAll("title,meta,link,base,script")) this.head_item(item);
            continue;
          }
          const parsed = new DOMParser().parseFromString(`<head><noscript>${source}</noscript>`, "text/html");
          for (const item of parsed.head.querySelectorAll("title,meta,link,base,script")) this.head_item(item);
          if (parsed.body.firstChild) {
            this.walk(parsed.body.firstChild);
            return child.nextSibling;
          }
        }
      }
      return null;
    }

    head_item(element) {
      const name = element.localName;
      if (HEAD_ITEMS.has(name) || name === "title" || is_json_ld(element)) {
        this.head.push({ tag: name, element, text: HEAD_ITEMS.has(name) ? "" : element.textContent });
      }
    }

    // ---- the body ------------------------------------------------------------------------------

    // Visit a node, the nodes after it and everything in them, as children of BODY.
    walk(first) {
      const levels = [];
      let node = first;
      let row = 0;
      while (this.rows < this.model.max_nodes) {
        while (!node) {
          if (!levels.length) return;
          const level = levels.pop();
          this.end[row] = this.rows;
          this.in_text = false;
          row = level.row;
          node = level.next;
        }
        if (node.nodeType === TEXT || node.nodeType === CDATA) {
          this.add_text(node, row);
        } else if (node.nodeType === ELEMENT && !this.skip(node, row)) {
          const opened = this.open(node, row, levels.length);
          if (opened >= 0) {
            levels.push({ row, next: node.nextSibling });
            row = opened;
            node = this.first_child(node, row, levels);
            if (levels[levels.length - 1].inner !== undefined) row = levels[levels.length - 1].inner;
            continue;
          }
        }
        node = node.nextSibling;
      }
      for (; levels.length; row = levels.pop().row) this.end[row] = this.rows;
    }

    add_text(node, parent) {
      if (!node.data) return;
      if (this.in_text) {
        this.text[this.rows - 1] += node.data;
        this.node[this.rows - 1].push(node);
        return;
      }
      this.in_text = true;
      this.add(0, parent, [node], node.data);
    }

    // Whether an element is no row; a script that contains TeX is a formula.
    skip(element, parent) {
      const name = element.localName;
      if (!this.skipped.has(name)) return false;
      if (name === "script" && /^\s*math\/tex/i.test(element.type || "") && element.textContent.length <= MAX_TEX) {
        this.in_text = false;
        this.add(this.number("math"), parent, null, "");
      } else if (name === "title" ? !element.closest("svg") : is_json_ld(element)) {
        this.head.push({ tag: name, element, text: element.textContent });
      }
      return true;
    }

    // Add the row of an element; returns it if the element can have children, else -1.
    open(element, parent, depth) {
      const name = element.localName;
      this.in_text = false;
      let row = parent;
      if (depth < this.model.max_depth) {
        row = this.add(this.number(name), parent, element, "");
        this.mark(element, name, row);
        if (HEAD_ITEMS.has(name)) this.body_head.push({ tag: name, element, text: "" });
      }
      return element.namespaceURI === HTML && VOID.has(name) ? -1 : row;
    }

    mark(element, name, row) {
      if (name === "noscript") this.noscript[row] = 1;
      if (name === "template" && !is_shadow_root(element)) this.inert[row] = 1;
      if (name === "dialog" && !element.hasAttribute("open")) this.hidden[row] = 1;
      this.mark_hidden(element, row);
    }

    mark_hidden(element, row) {
      const hidden = element.getAttribute("hidden");
      if (hidden !== null && hidden.toLowerCase() !== "until-found") this.hidden[row] = 1;
      const style = element.getAttribute("style");
      if (style && this.style_hides(style)) this.hidden[row] = 1;
    }

    style_hides(style) {
      let hides = this.hides.get(style);
      if (hides === undefined) {
        const lower = style.toLowerCase();
        const [hiding, clipped, zero] = this.patterns;
        hides = hiding.test(lower) || (clipped.test(lower) && zero.test(lower) && !lower.includes("padding"));
        this.hides.set(style, hides);
      }
      return hides;
    }

    // The first node in an element. An open shadow root is a template before the element's own children.
    first_child(element, row, levels) {
      const source = unparsed_noscript(element);
      if (source !== null) return new DOMParser().parseFromString(`<body>${source}`, "text/html").body.firstChild;
      if (element.localName === "template" && element.content) return element.content.firstChild;
      const shadow = element.shadowRoot;
      if (shadow && levels.length < this.model.max_depth) {
        const inner = this.add(this.number("template"), row, null, "");
        this.shadows.push(shadow);
        levels.push({ row, next: element.firstChild, inner });
        return shadow.firstChild;
      }
      return element.firstChild;
    }
  }

  function is_shadow_root(template) {
    return template.hasAttribute("shadowrootmode");
  }

  function is_json_ld(element) {
    return element.localName === "script" && (element.getAttribute("type") || "").toLowerCase().includes("ld+json");
  }

  // The markup in a NOSCRIPT, which is text where scripts run; null for other elements and where it is parsed.
  function unparsed_noscript(element) {
    if (element.localName !== "noscript" || element.firstElementChild) return null;
    const source = element.textContent;
    return source.includes("<") || source.includes("&") ? source : null;
  }

  // ---- columns -----------------------------------------------------------------------------------

  function code_points(texts) {
    let size = 0;
    for (const text of texts) size += text.length;
    const codes = new Uint32Array(size);
    const offset = new Int32Array(texts.length + 1);
    let at = 0;
    for (let row = 0; row < texts.length; row += 1) {
      offset[row] = at;
      const text = texts[row];
      for (let i = 0; i < text.length; i += 1) {
        let code = text.charCodeAt(i);
        if (code >= 0xd800 && code < 0xe000) {
          code = text.codePointAt(i);
          if (code > 0xffff) i += 1;
          else code = 0xfffd;
        }
        codes[at] = code;
        at += 1;
      }
    }
    offset[texts.length] = at;
    return { codes: codes.subarray(0, at), offset };
  }

  // The class of each code point, without the marks that the table has beside it.
  function classes_of(codes, model) {
    const classes = globalThis.dehusk.core.text_loops.look_up(codes, model.classes);
    for (let at = 0; at < classes.length; at += 1) classes[at] &= CLASS_BITS;
    return classes;
  }

  // The rows that a browser would not show, unless they have most of the text (src/dehusk/page/hidden.py).
  function rows_to_drop(found, end, chars) {
    const { row_loops } = globalThis.dehusk.core;
    const [noscript, inert, hidden] = [found.noscript, found.inert, found.hidden].map((mask) =>
      row_loops.inside(end, mask),
    );
    const rows = end.length;
    const sum = (test) => {
      let total = 0;
      for (let row = 0; row < rows; row += 1) if (chars[row] && test(row)) total += chars[row];
      return total;
    };
    const noscript_chars = sum((row) => noscript[row] && !inert[row]);
    const keep_noscript = noscript_chars * 2 > sum((row) => !inert[row]);
    const drop = new Uint8Array(rows);
    for (let row = 1; row < rows; row += 1) drop[row] = inert[row] || (!keep_noscript && noscript[row]) ? 1 : 0;
    const is_hidden = (row) => hidden[row] && !inert[row] && !drop[row];
    const keep_hidden = sum(is_hidden) * 2 > sum((row) => !drop[row]);
    if (!keep_hidden) {
      for (let row = 1; row < rows; row += 1) if (is_hidden(row)) drop[row] = 1;
    }
    return drop;
  }

  function kept_rows(found, drop) {
    const number = new Int32Array(found.rows + 1);
    const rows = [];
    for (let row = 0; row < found.rows; row += 1) {
      number[row] = rows.length;
      if (!drop[row]) rows.push(row);
    }
    number[found.rows] = rows.length;
    const pick = (column) => rows.map((row) => column[row]);
    return {
      tag: pick(found.tag),
      parent: rows.map((row) => (row ? number[found.parent[row]] : -1)),
      end: rows.map((row) => number[found.end[row]]),
      depth: pick(found.depth),
      node: pick(found.node),
      text: pick(found.text),
    };
  }

  // A document as columns; rows of hidden text are left out.
  function read_page(document, model) {
    const { text_loops, row_loops } = globalThis.dehusk.core;
    const found = new RowCollector(model);
    found.shadows = [];
    const body = document.body && document.body.localName === "body" ? document.body : null;
    const rest_of_head = found.read_head(document);
    if (rest_of_head) found.walk(rest_of_head);
    if (body) {
      found.node[0] = body;
      found.mark_hidden(body, 0);
      found.in_text = false;
      if (body.firstChild) found.walk(body.firstChild);
      if (body.nextSibling) found.walk(body.nextSibling);
    }
    found.end[0] = found.rows;
    let columns = found;
    if (found.noscript.includes(1) || found.inert.includes(1) || found.hidden.includes(1)) {
      const { codes, offset } = code_points(found.text);
      const [chars] = text_loops.leaf_measures(classes_of(codes, model), offset);
      columns = kept_rows(found, rows_to_drop(found, Int32Array.from(found.end), chars));
    }
    const { codes, offset } = code_points(columns.text);
    const kinds = classes_of(codes, model);
    const tag = Uint16Array.from(columns.tag);
    const end = Int32Array.from(columns.end);
    const link = model.tag_numbers.get("a");
    const [chars, words] = text_loops.leaf_measures(kinds, offset);
    return {
      document,
      rows: tag.length,
      tag,
      end,
      parent: Int32Array.from(columns.parent),
      depth: Int32Array.from(columns.depth),
      node: columns.node,
      shadows: found.shadows,
      text: codes,
      kinds,
      offset,
      chars,
      words,
      in_link: row_loops.inside(end, tag.map((number) => number === link)),
      head: [...found.head, ...found.body_head],
      attributes_of: (row) => (tag[row] === 0 ? null : columns.node[row]),
    };
  }

  globalThis.dehusk.read_page = read_page;
})();
