// The reader view: the content in the style of dehusk's "reader" format, over the page.
(() => {
  "use strict";

  class Reader {
    constructor(tree, metadata) {
      this.host = document.createElement("dehusk-reader");
      const root = this.host.attachShadow({ mode: "closed" });
      const style = document.createElement("style");
      style.textContent = globalThis.dehusk.READER_STYLE;
      this.body = document.createElement("div");
      this.body.className = "reader-body";
      this.body.tabIndex = -1;
      if (metadata.language) this.body.lang = metadata.language;
      if (metadata.direction) this.body.dir = metadata.direction;
      const main = document.createElement("main");
      main.append(header_of(metadata));
      // The text was escaped and the elements were chosen by the writer; a parser makes nodes of them.
      const html = globalThis.dehusk.writers.blocks_html(tree.children);
      const parsed = new DOMParser().parseFromString(html, "text/html");
      main.append(...without_title(parsed.body, metadata.title).childNodes);
      this.body.append(main);
      root.append(style, this.body);
    }

    open() {
      document.documentElement.append(this.host);
      document.documentElement.setAttribute("data-dehusk-reader", "");
      this.body.focus({ preventScroll: true });
    }

    close() {
      document.documentElement.removeAttribute("data-dehusk-reader");
      this.host.remove();
    }
  }

  function header_of({ title, authors, published, site_name }) {
    const header = document.createElement("header");
    const heading = document.createElement("h1");
    heading.textContent = title;
    const byline = document.createElement("p");
    byline.className = "byline";
    byline.textContent = [authors.join(", "), published.slice(0, 10), site_name].filter(Boolean).join(" · ");
    header.append(heading, byline);
    return header;
  }

  function without_title(body, title) {
    const first = body.querySelector("h1,h2,h3,h4,h5,h6");
    if (first && first.textContent.trim().toLowerCase() === title.trim().toLowerCase()) first.remove();
    return body;
  }

  globalThis.dehusk.Reader = Reader;
})();
