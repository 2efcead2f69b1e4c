// Site-level mode: what the page repeats from other pages of its site is no content.
(() => {
  "use strict";
  const PAGES = 5;
  const SECONDS = 10;
  const MIN_CHARS = 3;

  // The addresses of pages of the same site that the page links to: those that are most like its own address.
  function linked_pages(document, location) {
    const own = location.pathname.split("/");
    const shared = (path) => {
      const parts = path.split("/");
      return own.filter((part, place) => part && part === parts[place]).length - Math.abs(parts.length - own.length);
    };
    const found = new Map();
    for (const link of document.querySelectorAll("a[href]")) {
      let url;
      try {
        url = new URL(link.href);
      } catch {
        continue;
      }
      const is_page = url.origin === location.origin && url.pathname !== location.pathname;
      if (!is_page || /\.(?:jpe?g|png|gif|svg|webp|pdf|zip|mp[34]|css|js|xml|json)$/i.test(url.pathname)) continue;
      url.hash = "";
      if (!found.has(url.href)) found.set(url.href, shared(url.pathname));
    }
    return [...found.entries()].sort((a, b) => b[1] - a[1]).slice(0, PAGES).map(([address]) => address);
  }

  async function fetch_page(address) {
    const response = await fetch(address, { credentials: "omit", signal: AbortSignal.timeout(SECONDS * 1000) });
    const is_html = (response.headers.get("content-type") || "").includes("html");
    return response.ok && is_html ? response.text() : "";
  }

  function block_texts(page, blocks) {
    const { steps } = globalThis.dehusk;
    const texts = [];
    for (let block = 0; block < blocks.count; block += 1) {
      const text = steps.text_between(page.text, blocks.bounds[block], blocks.bounds[block + 1]);
      texts.push(text.replace(/\s+/g, " ").trim());
    }
    return texts;
  }

  // Which blocks are on at least half of the other pages; null if no other page could be read.
  async function repeated_blocks(scored) {
    const { page, blocks, model } = scored.features;
    const { dehusk } = globalThis;
    const addresses = linked_pages(page.document, page.document.defaultView.location);
    const answers = await Promise.allSettled(addresses.map(fetch_page));
    const others = answers.filter(({ value }) => value).map(({ value }) => {
      const other = dehusk.read_page(new DOMParser().parseFromString(value, "text/html"), model);
      return new Set(block_texts(other, dehusk.block_features(other, model).blocks));
    });
    if (!others.length) return null;
    const repeated = block_texts(page, blocks).map((text) => {
      const count = others.filter((texts) => texts.has(text)).length;
      return text.length >= MIN_CHARS && 2 * count >= others.length && count > 0;
    });
    return { repeated, pages: others.length };
  }

  globalThis.dehusk.site_pages = { block_texts, repeated_blocks };
})();
