// Title, authors, date and address of a page, from its head: the most common sources of src/dehusk/content/metadata.
(() => {
  "use strict";

  const { dehusk } = globalThis;

  function meta_values(page, ...names) {
    const values = [];
    for (const name of names) {
      for (const { tag, element } of page.head) {
        const key = tag === "meta" ? element.getAttribute("property") || element.getAttribute("name") || "" : "";
        const value = (key.toLowerCase() === name && element.getAttribute("content")) || "";
        if (value.trim()) values.push(value.trim());
      }
    }
    return values;
  }

  // All objects of the page's JSON-LD.
  function schema_objects(page) {
    const found = [];
    const visit = (value) => {
      if (Array.isArray(value)) value.forEach(visit);
      else if (value && typeof value === "object") {
        found.push(value);
        if (value["@graph"]) visit(value["@graph"]);
      }
    };
    for (const { tag, text } of page.head) {
      if (tag !== "script") continue;
      try {
        visit(JSON.parse(text));
      } catch {
        // JSON-LD with an error says nothing.
      }
    }
    return found;
  }

  function schema_authors(objects) {
    const named = objects.flatMap(({ author }) => (Array.isArray(author) ? author : [author]));
    return named.map((author) => (typeof author === "string" ? author : author && author.name)).filter(Boolean);
  }

  function page_metadata(page, model) {
    const { document } = page;
    const objects = schema_objects(page);
    const headline = objects.map((each) => each.headline).find((each) => typeof each === "string");
    const is_address = (value) => /^https?:/.test(value);
    const authors = [...schema_authors(objects), ...meta_values(page, "author", "article:author", "dc.creator")];
    const canonical = document.querySelector('link[rel="canonical"]');
    const dates = [
      ...objects.map((each) => each.datePublished).filter((each) => typeof each === "string"),
      ...meta_values(page, "article:published_time", "date", "dc.date"),
    ];
    const time = document.querySelector("time[datetime]");
    const address = (canonical && canonical.href) || document.URL;
    return {
      title: meta_values(page, "og:title")[0] || headline || dehusk.headline_of(page, model) || document.title.trim(),
      authors: [...new Set(authors.filter((author) => typeof author === "string" && !is_address(author)))],
      published: dates[0] || (time && time.getAttribute("datetime")) || "",
      site_name: meta_values(page, "og:site_name")[0] || "",
      description: meta_values(page, "og:description", "description")[0] || "",
      language: document.documentElement.lang || "",
      direction: document.defaultView ? document.defaultView.getComputedStyle(document.body).direction : "",
      url: is_address(address) ? address : "",
    };
  }

  globalThis.dehusk.page_metadata = page_metadata;
})();
