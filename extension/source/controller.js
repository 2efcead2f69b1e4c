// What happens in a page when the button is pressed, and when it is pressed again.
(() => {
  "use strict";
  const { dehusk } = globalThis;
  const FEW_WORDS = 50;
  const LINGER = 5000;
  const message = (name, ...values) => chrome.i18n.getMessage(name, values);

  function bytes_of(base64) {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
    return bytes.buffer;
  }

  // The document and those in its frames that scripts may read.
  function documents_in(document) {
    const found = [document];
    for (const frame of document.querySelectorAll("iframe, frame")) {
      let inner = null;
      try {
        inner = frame.contentDocument;
      } catch {
        continue;
      }
      if (inner && inner.documentElement) found.push(...documents_in(inner));
    }
    return found;
  }

  const words_of = (page) => page.words.reduce((sum, words) => sum + words, 0);

  // The page, or the frame with most words if the page itself has few.
  function main_page(model) {
    const page = dehusk.read_page(document, model);
    if (words_of(page) >= FEW_WORDS) return page;
    const others = documents_in(document).slice(1).map((inner) => dehusk.read_page(inner, model));
    return others.reduce((most, other) => (words_of(other) > words_of(most) ? other : most), page);
  }

  class Controller {
    constructor() {
      this.state = "ready";
    }

    // The state of the page, when the button was pressed: the scripts will be needed.
    wake() {
      clearTimeout(this.forgetting);
      return this.state;
    }

    // Show the main content; the answer says whether there is any.
    async press(settings, model_text) {
      const started = performance.now();
      const model = dehusk.read_model(bytes_of(model_text));
      const page = main_page(model);
      const found = await this.select(page, model, settings);
      if (!found.keep.includes(1)) {
        new dehusk.Bar(this).toast(message("no_content"));
        this.forget_later();
        return { pressed: false, reason: "no_content" };
      }
      this.state = "pressed";
      Object.assign(this, { settings, model, page, scored: found.scored || null });
      this.set_kept(found.keep);
      this.showing = new dehusk.Showing(page);
      this.showing.show(this.keep, this.media);
      this.bar = new dehusk.Bar(this);
      this.bar.open(settings, Boolean(this.scored));
      if (found.note) this.bar.say(found.note);
      if (settings.action === "reader") this.toggle_reader();
      this.milliseconds = performance.now() - started;
      return { pressed: true };
    }

    async select(page, model, settings) {
      if (settings.method === "alarte") return { keep: dehusk.alarte.select(page, model) };
      if (settings.method === "gce") return { keep: dehusk.gce.select(page) };
      const scored = dehusk.grain.score_page(page, model);
      const { keep } = dehusk.grain.decide(scored, settings.favor);
      const found = { scored, keep: dehusk.grain.kept_rows(scored, keep) };
      return settings.method === "serve" ? this.select_by_server(page, scored, found, settings.favor) : found;
    }

    // The blocks that a local server keeps; the default in the page if it does not answer.
    async select_by_server(page, scored, found, favor) {
      const html = page.document.documentElement.outerHTML;
      const answer = await chrome.runtime.sendMessage({ do: "serve", html, url: page.document.URL });
      if (!answer || answer.error || !Array.isArray(answer.blocks)) {
        return { ...found, note: message("server_failed", (answer && answer.error) || "") };
      }
      // Blocks are matched by their text, in order; a block that the server divides otherwise stays as it was decided here.
      const answers = new Map();
      for (const { text, kept } of answer.blocks) answers.set(text, [...(answers.get(text) || []), kept]);
      const here = dehusk.grain.decide(scored, favor).keep;
      const keep = dehusk.site_pages.block_texts(page, scored.features.blocks).map((text, block) => {
        const left = answers.get(text);
        return left && left.length ? left.shift() : here[block];
      });
      return { scored, keep: dehusk.grain.kept_rows(scored, Uint8Array.from(keep, Number)) };
    }

    // ---- what the bar asks for -------------------------------------------------------------------

    set_favor(favor) {
      this.settings.favor = favor;
      const { keep } = dehusk.grain.decide(this.scored, favor);
      if (this.repeated) this.repeated.forEach((is_repeated, block) => is_repeated && (keep[block] = 0));
      this.show(dehusk.grain.kept_rows(this.scored, keep));
    }

    set_kept(keep) {
      this.media = dehusk.visible_rows.media_rows(this.page, keep, this.model);
      this.keep = dehusk.visible_rows.with_captions(this.page, keep, this.media);
    }

    show(keep) {
      this.set_kept(keep);
      if (this.reader) {
        this.toggle_reader();
        this.toggle_reader();
      }
      if (this.hovering) this.showing.explain(this.keep);
      else this.showing.show(this.keep, this.media);
    }

    toggle_why() {
      if (this.hovering) {
        this.hovering.abort();
        this.hovering = null;
        this.bar.stop_explaining();
        this.showing.show(this.keep, this.media);
      } else {
        if (this.reader) this.toggle_reader();
        this.hovering = new AbortController();
        this.blocks_by_node = this.blocks_by_node || this.map_blocks();
        this.page.document.addEventListener("mousemove", (event) => this.hover(event), {
          signal: this.hovering.signal,
          passive: true,
        });
        this.showing.explain(this.keep);
      }
      this.bar.why.setAttribute("aria-pressed", String(Boolean(this.hovering)));
    }

    // The block of each Text node.
    map_blocks() {
      const blocks = new Map();
      let leaf = 0;
      for (let row = 0; row < this.page.rows; row += 1) {
        if (!this.page.chars[row]) continue;
        for (const node of this.page.node[row]) blocks.set(node, this.scored.features.blocks.of_leaf[leaf]);
        leaf += 1;
      }
      return blocks;
    }

    hover(event) {
      const inner = this.page.document;
      const caret = inner.caretPositionFromPoint
        ? inner.caretPositionFromPoint(event.clientX, event.clientY)
        : inner.caretRangeFromPoint(event.clientX, event.clientY);
      const node = caret && (caret.offsetNode || caret.startContainer);
      const block = this.blocks_by_node.get(node);
      if (block === undefined) {
        this.bar.stop_explaining();
        return;
      }
      const ranges = [...this.blocks_by_node].filter(([, other]) => other === block).map(([text]) => {
        const range = inner.createRange();
        range.selectNodeContents(text);
        return range;
      });
      this.showing.highlight("dehusk-here", ranges);
      const score = this.scored.score[block];
      const kept = ranges.length > 0 && this.is_kept(block);
      this.bar.explain(event.clientX, event.clientY, { score, kept, reasons: this.reasons_of(block) });
    }

    is_kept(block) {
      const row = this.scored.features.blocks.first[block];
      return Boolean(this.keep[row]);
    }

    reasons_of(block) {
      return dehusk.block_reasons(this.scored, block).map(({ feature, value, usual, effect }) => {
        const short = (number) => String(Number(number.toPrecision(3)));
        const values = `${feature} ${short(value)} (${message("usual")} ${short(usual)})`;
        return { effect, meaning: dehusk.FEATURE_MEANINGS[feature], values };
      });
    }

    metadata() {
      return dehusk.page_metadata(this.page, this.model);
    }

    tree() {
      return dehusk.writers.content_tree(this.page, this.keep, this.media, this.model);
    }

    toggle_reader() {
      if (this.reader) {
        this.reader.close();
        this.reader = null;
      } else {
        if (this.hovering) this.toggle_why();
        this.reader = new dehusk.Reader(this.tree(), this.metadata());
        this.reader.open();
      }
      this.bar.reader.setAttribute("aria-pressed", String(Boolean(this.reader)));
    }

    written(format) {
      const tree = this.tree();
      const metadata = this.metadata();
      if (format === "html") return dehusk.writers.to_html(tree, metadata);
      return format === "text" ? dehusk.writers.to_text(tree) : dehusk.writers.to_markdown(tree, metadata);
    }

    async copy(format) {
      const text = this.written(format);
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        this.copy_by_command(text);
      }
      this.bar.say(message("copied"));
    }

    // For pages without https, where there is no clipboard.
    copy_by_command(text) {
      const copy = (event) => {
        event.clipboardData.setData("text/plain", text);
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      document.addEventListener("copy", copy, { capture: true, once: true });
      document.execCommand("copy");
      document.removeEventListener("copy", copy, { capture: true });
    }

    save(format) {
      const [type, ending] = { html: ["text/html", "html"], text: ["text/plain", "txt"] }[format] || ["text/markdown", "md"];
      const url = URL.createObjectURL(new Blob([this.written(format)], { type: `${type};charset=utf-8` }));
      const title = this.metadata().title || "page";
      const link = document.createElement("a");
      link.href = url;
      link.download = `${title.replace(/[\\/:*?"<>|\s]+/g, " ").trim().slice(0, 80)}.${ending}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    }

    print() {
      const opened = !this.reader;
      if (opened) this.toggle_reader();
      globalThis.print();
      if (opened) this.toggle_reader();
    }

    // Site-level mode loads other pages: it asks first.
    async ask_site() {
      const { host } = this.page.document.defaultView.location;
      if (!(await this.bar.ask(message("site_question", host), message("yes"), message("no")))) return;
      this.bar.say(message("site_loading"));
      const found = await dehusk.site_pages.repeated_blocks(this.scored);
      if (this.state !== "pressed") return;
      if (!found) {
        this.bar.say(message("site_nothing"));
        return;
      }
      this.repeated = found.repeated;
      this.bar.say(message("site_done", String(found.pages)));
      this.bar.site.setAttribute("aria-pressed", "true");
      this.set_favor(this.settings.favor);
    }

    // ---- back ------------------------------------------------------------------------------------

    close() {
      this.restore();
      chrome.runtime.sendMessage({ do: "restored" });
    }

    // The page as it was. Nothing of it and of the model is kept, and after some seconds not even the scripts.
    restore() {
      if (this.hovering) this.hovering.abort();
      if (this.reader) this.reader.close();
      this.bar.remove();
      this.showing.restore();
      const names = ["settings", "model", "page", "scored", "keep", "media", "showing", "bar"];
      for (const name of [...names, "reader", "hovering", "blocks_by_node", "repeated"]) this[name] = null;
      this.state = "ready";
      this.forget_later();
      return true;
    }

    // Without the scripts, a page is as before the first press; they are injected again when the button is pressed again.
    forget_later() {
      this.forgetting = setTimeout(() => delete globalThis.dehusk, LINGER);
    }
  }

  dehusk.controller = new Controller();
})();
